"""The random agent: every legal action is equally likely."""

from __future__ import annotations

import numpy as np

from brimstone_agents.base import Actions, Masks, Observations


class RandomAgent:
    """Chooses uniformly among the legal actions: the floor that every other agent is measured from."""

    def __init__(self) -> None:
        self.reset(1)

    def reset(self, count: int, seed: int = 0) -> None:
        """Restart the agent's own random numbers from ``seed``."""
        self._random = np.random.default_rng(seed)

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One legal action for each battle, uniformly: the k-th legal one for a random k."""
        legal = masks.astype(np.int32)
        counts = legal.sum(axis=1)
        chosen = np.floor(self._random.random(len(masks)) * counts).astype(np.int32)
        actions: Actions = np.argmax(np.cumsum(legal, axis=1) > chosen[:, None], axis=1).astype(np.int64)
        return actions
