"""The scripted agents: a named tactic chooses for every battle of the batch, in any game that has one of the name."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_agents.batch import Match
from brimstone_agents.playbook import TacticCommand, all_tactics, playbook_of
from brimstone_agents.simulator import Simulator
from brimstone_env.core.errors import InputError


class ScriptedAgent:
    """Plays one tactic. It looks at the positions themselves, which its simulator hands out with fresh dice.

    Args:
        tactic: a name of ``playbook.all_tactics()``.

    Raises:
        InputError: if there is no such tactic.
    """

    def __init__(self, tactic: str = "scripted") -> None:
        if tactic not in all_tactics():
            raise InputError(f"tactic {tactic!r} is unknown, allowed are {', '.join(all_tactics())}")
        self.tactic = tactic
        self._record: NDArray[Any] | None = None
        self._simulator: Simulator | None = None

    def attach(self, simulator: Simulator) -> None:
        """Take the simulator of the battles that are played next.

        Raises:
            InputError: if the game that is played has no such tactic.
        """
        self._record = playbook_of(simulator.match.game).find_tactic(self.tactic)
        self._simulator = simulator

    def reset(self, count: int, seed: int = 0) -> None:
        """Nothing to prepare: a tactic remembers nothing, and leaves nothing to chance."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """Choose one action for each battle; see ``Agent.act``.

        Raises:
            InputError: if nobody has attached a simulator.
        """
        if self._simulator is None or self._record is None:
            raise InputError(f"agent {self.tactic!r} plans: attach a simulator first (simulator.act_in does it)")
        return choose_actions(self._simulator.match, self._simulator.positions(), masks, self._record)


def choose_actions(match: Match, battles: NDArray[Any], masks: Masks, tactic: NDArray[Any]) -> Actions:
    """The actions of a tactic in n positions.

    Args:
        match: what is played.
        battles: (n,) record array of the game's battles.
        masks: (n, actions) bool or int8, the legal actions.
        tactic: (1,) record array of the game's tactics.

    Returns:
        (n,) int64 actions; 0 where a battle is over.
    """
    actions: Actions = np.zeros(len(battles), np.int64)
    legal = np.array(masks, np.int8)  # a copy: the kernel is compiled for arrays that may be written to
    nothing = np.zeros(0, np.float64)
    playbook_of(match.game).think_many(TacticCommand.CHOOSE, battles, match.books, legal, tactic, actions, nothing)
    return actions
