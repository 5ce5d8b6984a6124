"""Rounds-v0 as an environment: states at every kind of decision, batches, threads, compiled or not."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import SyncVectorEnv

from brimstone_env.core.vector_env import RulebookVectorEnv
from brimstone_env.rounds.codes import Decision
from brimstone_env.rounds.scenario import list_scenarios
from tests.core.walks import hash_elsewhere, make, play_hash, random_actions

ENV_ID = "brimstone/Rounds-v0"
QUICK = {"env_id": ENV_ID, "scenario": "rounds-quick"}
EVERY_SEAT = 127  # the heroes and the Director, bit by bit
STATES = 12  # of each kind of decision of each scenario
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"order": "agility", "keep_single": True},
    {"timer": 4, "director": "simple", "keep_single": True},
)


def batch_of(count: int, **options: Any) -> RulebookVectorEnv:
    return RulebookVectorEnv(count, **{"game": "rounds", "scenario": "rounds-quick", **options})


def play(batch: RulebookVectorEnv, steps: int, seed: int = 0) -> list[tuple[Any, ...]]:
    """Random legal play: what every step answers."""
    generator = np.random.default_rng(seed)
    _, infos = batch.reset(seed=seed)
    taken = []
    for _ in range(steps):
        taken.append(batch.step(random_actions(infos["action_mask"], generator)))
        infos = taken[-1][4]
    return taken


@pytest.mark.compiled
def test_states_restore_at_every_kind_of_decision() -> None:
    """The seat of the Director is played from outside too."""
    met: dict[tuple[str, int], int] = {}
    for scenario in list_scenarios():
        for options in VARIANTS:
            env, other = (make(ENV_ID, scenario=scenario, **options) for _ in range(2))
            for seed in range(4):
                walk_and_restore(env, other, scenario, seed, met)
    assert {kind for _, kind in met} == set(Decision) - {Decision.NONE, Decision.POTENCY}  # too rare at random


def walk_and_restore(env: Any, other: Any, scenario: str, seed: int, met: dict[tuple[str, int], int]) -> None:
    """Play a battle; at decisions of which few were met so far, go on from a saved state and from a clone."""
    generator = np.random.default_rng(seed)
    _, info = env.reset(options={"episode_seed": seed})
    env.battle.outside = EVERY_SEAT
    while info["decision"]:
        kind = (scenario, int(info["decision"]))
        state, twin = env.get_state(), env.clone("same")
        action = int(random_actions(info["action_mask"][None], generator)[0])
        after = env.step(action)
        if met.get(kind, 0) < STATES:
            other.set_state(state)
            assert other.get_state() == state
            for copied in (other, twin):
                assert data_equivalence(copied.step(action), after, exact=True)
                assert copied.battle.tobytes() == env.battle.tobytes()
        met[kind] = met.get(kind, 0) + 1
        info = after[4]


@pytest.mark.compiled
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_a_batch_is_what_gymnasium_makes_of_single_environments(mode: str) -> None:
    native = batch_of(3, autoreset_mode=mode)
    single = [lambda: make(**QUICK)] * 3
    plain = SyncVectorEnv(single, autoreset_mode=gym.vector.AutoresetMode[mode.upper()])
    generator = np.random.default_rng(1)
    one, other = native.reset(seed=4), plain.reset(seed=4)
    assert data_equivalence(one[0], other[0], exact=True)
    infos, ends = one[1], 0
    for _ in range(120):
        actions = random_actions(infos["action_mask"], generator)
        left, right = native.step(actions), plain.step(actions)
        for part in range(4):
            assert data_equivalence(left[part], right[part], exact=True)
        assert (left[4]["action_mask"] == right[4]["action_mask"]).all()
        infos = left[4]
        ends += int((left[2] | left[3]).sum())
    assert ends > 0


@pytest.mark.compiled
def test_threads_play_the_same_bytes() -> None:
    states = []
    for threads in (1, 2, 5):
        batch = batch_of(150, scenario="rounds-standard", threads=threads)
        play(batch, 60)
        states.append(batch.get_state())
        batch.close()
    assert states[1:] == states[:1] * 2


@pytest.mark.compiled
@pytest.mark.parametrize(
    "options",
    [
        {"scenario": "rounds-standard"},
        {"scenario": "rounds-leader", "order": "agility", "director": "ruthless"},
        {"scenario": "rounds-horde", "timer": 3, "director": "simple"},
    ],
    ids=str,
)
def test_compiled_and_uncompiled_play_the_same(options: dict[str, Any]) -> None:
    options = {"env_id": ENV_ID, **options}
    assert play_hash(60, **options) == hash_elsewhere(60, compiled=False, **options)


def test_seats_that_nobody_plays_are_played_by_the_rules() -> None:
    """The other hero chooses at random; the Director can be played from outside."""
    for outside in ([1], [6], [0, 6]):
        env = make(ENV_ID, scenario="rounds-quick", outside=outside, keep_single=True)
        _, info = env.reset(seed=0)
        seats = set()
        generator = np.random.default_rng(0)
        for _ in range(25):
            seats.add(int(info["seat"]))
            *_, info = env.step(int(random_actions(info["action_mask"][None], generator)[0]))
            if not info["decision"]:
                break
        assert seats <= set(outside)
        assert seats
