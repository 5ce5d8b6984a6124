"""The agent protocol: one call chooses an action for each battle of a batch.

An agent sees what a player sees: the observation arrays and the mask of legal actions. One that plans gets a
``simulator.Simulator`` besides: clones of its battles with fresh dice, so that it cannot look at future ones either.
``act_once`` lets an agent that only looks play a single environment; ``simulator.act_in`` any agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Observations = Mapping[str, NDArray[Any]]  # each array has the batch as its first axis
Masks = NDArray[np.bool_]  # (n, actions)
Actions = NDArray[np.int64]  # (n,)


@runtime_checkable
class Agent(Protocol):
    """Whoever plays the heroes."""

    def reset(self, count: int, seed: int = 0) -> None:
        """Prepare for ``count`` new battles, which keep their rows until the next reset.

        Args:
            count: battles of the batch, 1 or more.
            seed: source of the agent's own random choices; the same seed gives the same choices.
        """

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """Choose one action for each battle.

        Args:
            observations: the arrays of the observation space, batch first.
            masks: (n, actions) bool, True where the action is legal. A battle that is over has one legal action,
                the filler, and its answer is ignored.

        Returns:
            (n,) int64 actions.
        """


def act_once(agent: Agent, observation: Observations, mask: NDArray[Any]) -> int:
    """The action of an agent in a single environment.

    Args:
        agent: any agent; call its ``reset(1)`` at the start of each battle.
        observation: what ``reset`` or ``step`` of the environment returned.
        mask: (actions,) ``info["action_mask"]`` or ``action_masks()``.
    """
    batch = {name: np.asarray(array)[None] for name, array in observation.items()}
    return int(agent.act(batch, np.asarray(mask, dtype=np.bool_)[None])[0])
