from __future__ import annotations

import numpy as np
import pytest
import torch as th

from brimstone_agents.ppo.extractor import BattleExtractor, find_crop
from brimstone_agents.ppo.model import make_policy
from brimstone_agents.ppo.sb3_env import NativeVecEnv
from brimstone_agents.ppo.settings import Settings
from brimstone_agents.random_agent import RandomAgent
from brimstone_env.core.game import find_game


@pytest.fixture
def extractor(battle_spaces) -> BattleExtractor:
    th.manual_seed(0)
    return BattleExtractor(battle_spaces[0])


def play_randomly(seed: int) -> dict[str, np.ndarray]:
    """Observations from the midst of many battles of four heroes."""
    env, agent = NativeVecEnv("mine-fight", 400, seed, threads=1), RandomAgent()
    observations = env.reset()
    for _ in range(12):
        observations = env.step(agent.act(observations, env.action_masks()))[0]
    env.close()
    return observations


@pytest.mark.compiled
def test_a_linear_read_out_recovers_where_each_hero_is():
    """One set of weights for all squares, fitted to other battles, tells a hero's square from all others (L61)."""

    th.manual_seed(0)
    extractor = make_policy(find_game("battle"), Settings()).features_extractor

    def read(seed: int, slot: int) -> tuple[np.ndarray, np.ndarray]:
        observations = play_randomly(seed)
        with th.no_grad():
            features = extractor({name: th.as_tensor(leaf) for name, leaf in observations.items()})
        hero = observations["heroes"][:, slot].astype(int)
        rows, cols = features.crop
        where = (hero[:, 2] - rows.start) * (cols.stop - cols.start) + hero[:, 3] - cols.start
        return features.squares.flatten(1, 2).numpy(), where

    for slot in range(4):
        squares, where = read(1, slot)
        target = np.eye(squares.shape[1])[where].reshape(-1)
        rows = np.concatenate([squares.reshape(len(target), -1), np.ones((len(target), 1))], axis=1)
        weights = np.linalg.lstsq(rows, target, rcond=None)[0]
        unseen, where = read(2, slot)
        found = (unseen @ weights[:-1]).argmax(axis=1)
        assert (found == where).mean() > 0.9


def test_the_cut_to_the_map_changes_nothing(extractor, make_batch):
    """A battle looks the same alone, cut to its room, as beside one whose room is elsewhere, hardly cut."""
    here, there = make_batch(4, side=5, top=1), make_batch(4, side=5, top=10, seed=3)
    both = {name: th.cat([here[name], there[name]]) for name in here}
    with th.no_grad():
        alone, beside = extractor(here), extractor(both)
    assert alone.squares.shape[1:3] == (5, 5)
    assert beside.squares.shape[1:3] == (14, 14)
    th.testing.assert_close(beside.squares[:4, :5, :5], alone.squares, atol=1e-5, rtol=1e-4)
    assert beside.squares[:4, 6:, 6:].abs().max() == 0
    th.testing.assert_close(beside.latent[:4], alone.latent, atol=1e-5, rtol=1e-4)
    th.testing.assert_close(beside.heroes[:4], alone.heroes, atol=1e-5, rtol=1e-4)


def test_enemy_slots_beyond_the_last_living_are_left_out_and_change_nothing(extractor, make_batch):
    few, many = make_batch(3, enemies=2), make_batch(3, enemies=9, seed=5)
    both = {name: th.cat([few[name], many[name]]) for name in few}
    with th.no_grad():
        alone, beside = extractor(few), extractor(both)
    assert (alone.enemies.shape[1], beside.enemies.shape[1]) == (2, 9)
    th.testing.assert_close(beside.latent[:3], alone.latent, atol=1e-5, rtol=1e-4)


def test_a_figure_changes_its_own_square_most_and_squares_out_of_reach_not_by_itself(extractor, make_batch):
    batch = make_batch(1, side=12, enemies=1)
    batch["enemies"][0, 0, 2:4] = 1
    hurt = {name: leaf.clone() for name, leaf in batch.items()}
    hurt["enemies"][0, 0, 4] = batch["enemies"][0, 0, 4] // 2 + 1
    with th.no_grad():
        change = (extractor(hurt).squares - extractor(batch).squares).abs().sum(-1)[0]
    assert change.argmax() == 0


def test_the_crop_holds_all_floor_of_the_batch(make_batch):
    assert find_crop(make_batch(2, side=3, top=4)["board"]) == (slice(4, 7), slice(4, 7))
    empty = th.zeros((1, 12, 16, 16), dtype=th.uint8)
    assert find_crop(empty) == (slice(0, 1), slice(0, 1))


def test_large_numbers_stay_finite_and_every_weight_learns(extractor, make_batch):
    features = extractor(make_batch(64))
    total = features.squares.sum() + features.heroes.sum() + features.enemies.sum() + features.latent.sum()
    total.backward()
    assert th.isfinite(total)
    for name, weights in extractor.named_parameters():
        assert weights.grad is not None, name
        assert weights.grad.abs().sum() > 0, name
