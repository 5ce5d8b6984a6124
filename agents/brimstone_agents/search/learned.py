"""Leaves in batches through a network: a trained policy plays on, or its critic says what they are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.batch import Batch, Match
from brimstone_agents.search.exact import score_many
from brimstone_env.core.records import copy_records

MOST_DECISIONS = 1000  # of a playout


class LearnedPlayouts:
    """Plays simulations on with a model of `brimstone train`.

    Args:
        path: the model.
        match: what is played.
        tactics: (t,) records of `Tactic`, for the kernel that scores.
        leaves: most simulations that are under way at once.

    Raises:
        InputError: if the file is no model, or one of another version.
    """

    def __init__(self, path: Path, match: Match, tactics: NDArray[Any], leaves: int) -> None:
        from brimstone_agents.ppo.model import load_agent

        self.agent = load_agent(path)
        self.match, self.tactics = match, tactics
        self._batch = Batch(match, leaves)

    def reset(self, seed: int) -> None:
        """Restart the network's own random numbers."""
        self.agent.reset(len(self._batch.battles), seed)

    def values(self, battles: NDArray[Any], turns_left: NDArray[np.int64], turns: int) -> NDArray[np.float64]:
        """The values of leaves.

        Args:
            battles: (k,) where the simulations stand.
            turns_left: (k,) how many more turns have to begin before each is scored.
            turns: the search's; with 0 the critic says what a leaf is worth, else the tactics' score does.

        Returns:
            (k,) rewards, -1 to 1.
        """
        self._batch.battles[: len(battles)] = battles
        self._batch.load(self._batch.battles)
        if turns == 0:
            return self._criticise(len(battles))
        return score_many(self.match, self._play_on(turns_left), self.tactics)

    def _criticise(self, count: int) -> NDArray[np.float64]:
        import torch as th

        policy = self.agent.policy
        policy.set_training_mode(False)
        leaves = {name: th.as_tensor(leaf[:count]) for name, leaf in self._batch.observations.items()}
        with th.no_grad():
            to_come = policy.predict_values(leaves).squeeze(1).cpu().numpy().astype(np.float64)
        battles = self._batch.battles[:count]
        over = battles["outcome"] != 0
        values: NDArray[np.float64] = np.clip(battles["score"] / 100.0 + np.where(over, 0.0, to_come), -1.0, 1.0)
        return values

    def _play_on(self, turns_left: NDArray[np.int64]) -> NDArray[Any]:
        """The battles where they are to be scored, (k,)."""
        batch, count = self._batch, len(turns_left)
        left, turn = turns_left.copy(), batch.battles["turn"][:count].copy()
        ends = copy_records(batch.battles[:count])
        going = (left > 0) & (ends["outcome"] == 0)
        for _ in range(MOST_DECISIONS):
            if not going.any():
                break
            masks = batch.masks.copy()
            idle = np.ones(len(masks), np.bool_)
            idle[:count] = ~going
            masks[idle] = False
            masks[idle, 0] = True  # an only action needs no network; what it does to a battle that was scored is lost
            batch.step(self.agent.act(batch.observations, masks))
            now = batch.battles["turn"][:count]
            left -= now != turn
            turn = now.copy()
            stopped = going & ((left <= 0) | (batch.battles["outcome"][:count] != 0))
            ends[stopped] = batch.battles[:count][stopped]
            going &= ~stopped
        ends[going] = batch.battles[:count][going]
        return ends
