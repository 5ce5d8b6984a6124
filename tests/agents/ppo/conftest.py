from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch as th
from gymnasium import spaces

from brimstone_agents.ppo.model import game_spaces
from brimstone_agents.ppo.settings import Settings
from brimstone_env.core.game import find_game

Batch = dict[str, th.Tensor]


@pytest.fixture(scope="session")
def battle_spaces() -> tuple[spaces.Dict, spaces.Discrete]:
    return game_spaces(find_game("battle"))


@pytest.fixture
def make_batch(battle_spaces) -> Callable[..., Batch]:
    """Observations of rooms of random floor, with heroes and enemies on distinct squares of them."""

    def make(count: int, side: int = 8, heroes: int = 2, enemies: int = 5, seed: int = 0, top: int = 1) -> Batch:
        rng = np.random.default_rng(seed)
        batch = {
            name: (rng.random((count, *leaf.shape)) * (leaf.high.astype(float) + 1)).astype(np.uint8)
            for name, leaf in battle_spaces[0].spaces.items()
        }
        room = np.zeros((16, 16), bool)
        room[top : top + side, top : top + side] = True
        batch["board"] *= room
        batch["board"][:, 0] = room
        batch["board"][:, 2:9] = 0
        cells = np.stack([rng.permutation(side * side)[: heroes + enemies] for _ in range(count)])
        for leaf, first, used in (("heroes", 0, heroes), ("enemies", heroes, enemies)):
            batch[leaf][:, used:] = 0
            batch[leaf][:, :used, 0] = 1
            here = cells[:, first : first + used]
            batch[leaf][:, :used, 2] = here // side + top
            batch[leaf][:, :used, 3] = here % side + top
        for slot in range(heroes):
            batch["board"][np.arange(count), 2, batch["heroes"][:, slot, 2], batch["heroes"][:, slot, 3]] = slot + 1
        batch["battle"][:, 2] = 1 + rng.integers(0, heroes, count)
        return {name: th.as_tensor(leaf) for name, leaf in batch.items()}

    return make


@pytest.fixture
def tiny_settings() -> Settings:
    """Settings of a run of a few seconds."""
    return Settings(
        total_steps=1024, num_envs=32, rollout_steps=8, threads=1, batch_size=128, epochs=2, square_width=8,
        figure_width=8, latent_width=16, convolutions=1, evaluate_every=256, evaluate_episodes=16, report_episodes=16,
        report_agents=("random",),
    )  # fmt: skip
