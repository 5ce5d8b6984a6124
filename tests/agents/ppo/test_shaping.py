from __future__ import annotations

import numpy as np
import pytest

from brimstone_agents.ppo.reading import BATTLE
from brimstone_agents.ppo.sb3_env import NativeVecEnv
from brimstone_agents.ppo.shaping import ShapedVecEnv, health_potential
from brimstone_agents.random_agent import RandomAgent


def play(env, steps: int, gamma: float) -> list[tuple[float, float, float]]:
    """Of each battle that ends: the discounted sum of all its rewards, of the plain ones, and the first potential."""
    agent = RandomAgent()
    observations = env.reset()
    first = env.weight * health_potential(observations, BATTLE)
    total, plain, discount = np.zeros(env.num_envs), np.zeros(env.num_envs), np.ones(env.num_envs)
    ended = []
    for _ in range(steps):
        observations, rewards, dones, infos = env.step(agent.act(observations, env.venv.action_masks()))
        after = env.weight * health_potential(observations, BATTLE)
        total += discount * rewards
        for row in np.flatnonzero(dones):
            outcome = 0.0 if infos[row]["TimeLimit.truncated"] else 1.0 if infos[row]["is_success"] else -1.0
            plain[row] = discount[row] * outcome
            if not infos[row]["TimeLimit.truncated"]:
                ended.append((total[row], plain[row], first[row]))
            total[row], first[row], discount[row] = 0.0, after[row], 1.0
        discount[~dones] *= gamma
    return ended


@pytest.mark.compiled
@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_the_extra_rewards_of_a_battle_add_up_to_minus_its_first_potential(gamma):
    env = ShapedVecEnv(NativeVecEnv("quick", 32, seed=1, threads=1), weight=0.7, gamma=gamma)
    ended = play(env, 100, gamma)
    assert len(ended) > 32
    for total, plain, first in ended:
        assert total - plain == pytest.approx(-first, abs=1e-4)


def test_the_potential_rises_with_the_party_and_falls_with_the_enemies(make_batch):
    batch = {name: leaf.numpy() for name, leaf in make_batch(1, heroes=2, enemies=1).items()}
    batch["heroes"][0, :2, 4] = (5, 10)
    batch["heroes"][0, :2, 5] = (10, 10)
    batch["enemies"][0, 0, 4] = 12
    assert health_potential(batch, BATTLE)[0] == pytest.approx(0.75 - 12 / BATTLE.enemy_scale)


class Cut:
    """Two battles that are cut off, or end, in their first step."""

    num_envs, render_mode = 2, None

    def __init__(self, make_batch, truncated: bool) -> None:
        self.batch = {name: leaf.numpy() for name, leaf in make_batch(2).items()}
        self.truncated = truncated
        self.observation_space = self.action_space = None

    def get_attr(self, name: str, indices: object = None) -> list[object]:
        return [None, None]

    def reset(self):
        return self.batch

    def step_wait(self):
        last = {name: leaf[0] for name, leaf in self.batch.items()}
        info = {"terminal_observation": last, "TimeLimit.truncated": self.truncated}
        return self.batch, np.zeros(2, np.float32), np.ones(2, bool), [info, info]


@pytest.mark.parametrize("truncated", [True, False])
def test_a_battle_that_is_only_cut_off_keeps_its_last_potential(make_batch, truncated):
    source = Cut(make_batch, truncated)
    env = ShapedVecEnv(source, weight=2.0, gamma=1.0)
    first = 2.0 * health_potential(env.reset(), BATTLE)[0]
    rewards = env.step_wait()[1]
    assert rewards[0] == pytest.approx(0.0 if truncated else -first)
