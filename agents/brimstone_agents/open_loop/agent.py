"""The agents that play by plans: one plan for all battles, or a plan for each while plans are compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_agents.open_loop.plan import preferences, read_plan

TRAINED = Path(__file__).parents[1] / "models" / "open-loop.json"


class OpenLoopAgent:
    """Takes the legal action that its plan likes best at this decision; it looks at nothing else. It plays any game.

    Args:
        plan: file of a plan that `brimstone open-loop` found, None for the one that comes with the package.
    """

    def __init__(self, plan: Path | None = None) -> None:
        self._numbers = np.array(read_plan(plan or TRAINED).numbers, np.int64)
        self.reset(1)

    def reset(self, count: int, seed: int = 0) -> None:
        """Begin the plan anew; the seed changes nothing."""
        self._decision = 0

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """The same order of actions for all battles: that of this decision."""
        liked = preferences(self._numbers[self._decision % len(self._numbers)], masks.shape[1])
        self._decision += 1
        actions: Actions = np.where(masks, liked, 0).argmax(axis=1).astype(np.int64)
        return actions


class ManyPlans:
    """Plays several plans side by side, the same number of battles each.

    Args:
        numbers: (plans, decisions) the plans.
        battles: battles of each plan: rows 0 to `battles` - 1 are the first plan's.
    """

    def __init__(self, numbers: NDArray[np.int64], battles: int) -> None:
        self._numbers = numbers
        self._battles = battles
        self.reset(1)

    def reset(self, count: int, seed: int = 0) -> None:
        """Begin all plans anew."""
        self._decision = 0

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """Every row's action by its own plan, as `OpenLoopAgent` chooses it."""
        liked = preferences(self._numbers[:, self._decision % self._numbers.shape[1]], masks.shape[1])
        self._decision += 1
        actions: Actions = np.where(masks, np.repeat(liked, self._battles, axis=0), 0).argmax(axis=1).astype(np.int64)
        return actions
