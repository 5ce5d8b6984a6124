"""The scripted agents: a named tactic chooses for every battle of the batch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_agents.scripted.entry import Command, think_many
from brimstone_agents.scripted.tactics import find_tactic
from brimstone_agents.simulator import Simulator
from brimstone_env.core.errors import InputError


class ScriptedAgent:
    """Plays one tactic. It looks at the positions themselves, which its simulator hands out with fresh dice.

    Args:
        tactic: a name of ``tactics.TACTICS``.

    Raises:
        InputError: if there is no such tactic.
    """

    def __init__(self, tactic: str = "scripted") -> None:
        self.tactic = tactic
        self._record = find_tactic(tactic)
        self._simulator: Simulator | None = None

    def attach(self, simulator: Simulator) -> None:
        """Take the simulator of the battles that are played next."""
        self._simulator = simulator

    def reset(self, count: int, seed: int = 0) -> None:
        """Nothing to prepare: a tactic remembers nothing, and leaves nothing to chance."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """Choose one action for each battle; see ``Agent.act``.

        Raises:
            InputError: if nobody has attached a simulator.
        """
        if self._simulator is None:
            raise InputError(f"agent {self.tactic!r} plans: attach a simulator first (simulator.act_in does it)")
        positions = self._simulator.positions()
        return choose_actions(positions, self._simulator.match.books, masks, self._record)


def choose_actions(battles: NDArray[Any], books: NDArray[Any], masks: Masks, tactic: NDArray[Any]) -> Actions:
    """The actions of a tactic in n positions.

    Args:
        battles: (n,) record array of ``Battle``.
        books: record array of ``Book``.
        masks: (n, actions) bool or int8, the legal actions.
        tactic: (1,) record array of ``Tactic``.

    Returns:
        (n,) int64 actions; 0 where a battle is over.
    """
    actions: Actions = np.zeros(len(battles), np.int64)
    legal = np.array(masks, np.int8)  # a copy: the kernel is compiled for arrays that may be written to
    think_many(Command.CHOOSE, battles, books, legal, tactic, actions, np.zeros(0, np.float64))
    return actions
