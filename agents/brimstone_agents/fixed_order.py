"""An agent that plays like another one, but leaves the order of turns alone: for ablations."""

from __future__ import annotations

import numpy as np

from brimstone_agents.base import Actions, Agent, Masks, Observations
from brimstone_agents.simulator import Simulator, attach
from brimstone_env.core.errors import InputError

ORDER = "next"  # the decision about who acts next


class FixedOrderAgent:
    """Plays like another agent, except that heroes always act in the order in which they are listed.

    Args:
        agent: spec of the other agent.

    Raises:
        InputError: if there is no such agent.
    """

    def __init__(self, agent: str = "scripted") -> None:
        from brimstone_agents.roster import make_agent

        self.agent: Agent = make_agent(agent)
        self._simulator: Simulator | None = None
        self._next = -1

    def attach(self, simulator: Simulator) -> None:
        """Take the simulator of the battles that are played next.

        Raises:
            InputError: if nobody chooses who acts next in their game.
        """
        decisions = simulator.match.game.decisions
        if ORDER not in decisions:
            raise InputError(f"nobody chooses who acts {ORDER} in {simulator.match.game.name!r}, allowed is 'rounds'")
        self._next = decisions.index(ORDER)
        self._simulator = simulator
        attach(self.agent, simulator)

    def reset(self, count: int, seed: int = 0) -> None:
        """Let the other agent begin anew."""
        self.agent.reset(count, seed)

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """The other agent's actions, and the first legal one where the order is asked.

        Raises:
            InputError: if nobody has attached a simulator.
        """
        if self._simulator is None:
            raise InputError("agent 'fixed-order' looks at decisions: attach a simulator first (simulator.act_in)")
        asked = self._simulator.positions()["pending"]["kind"] == self._next
        actions = self.agent.act(observations, masks)
        fixed: Actions = np.where(asked, masks.argmax(axis=1), actions).astype(np.int64)
        return fixed
