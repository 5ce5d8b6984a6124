"""The native vector environment: the same battles as single ones, both ways to reset, threads, states, bad input."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import ILLEGAL_PENALTY
from brimstone_env.core.vector_env import RulebookVectorEnv
from tests.core.walks import ENV_ID, make, random_actions

QUICK = {"scenario": "quick"}
MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}


def same(one, other):
    return data_equivalence(one, other, exact=True)


def batch_of(count, **options):
    return RulebookVectorEnv(count, **{**QUICK, **options})


def play(batch, steps, seed=0):
    """Random legal play: all that the steps returned."""
    generator = np.random.default_rng(seed)
    _, infos = batch.reset(seed=seed)
    taken = []
    for _ in range(steps):
        taken.append(batch.step(random_actions(infos["action_mask"], generator)))
        infos = taken[-1][4]
    return taken


def equal_infos(one, other):
    """Whether infos are equal; object arrays of observations are compared one by one."""
    if one.keys() != other.keys():
        return False
    for key, value in one.items():
        if key == "final_obs":
            if not all(same(a, b) for a, b in zip(value, other[key], strict=True)):
                return False
        elif isinstance(value, dict):
            if not equal_infos(value, other[key]):
                return False
        elif not same(value, other[key]):
            return False
    return True


# --- the same as Gymnasium's own ------------------------------------------------------------------------------------


def test_make_vec__gives_the_native_batch_with_batched_spaces():
    batch = gym.make_vec(ENV_ID, 3, vectorization_mode="vector_entry_point", **QUICK)
    assert isinstance(batch, RulebookVectorEnv)
    assert batch.num_envs == 3
    assert batch.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert batch.spec.id == ENV_ID
    observations, infos = batch.reset(seed=0)
    assert batch.observation_space.contains(observations)
    assert batch.action_space.contains(random_actions(infos["action_mask"], np.random.default_rng(0)))
    assert batch.single_observation_space == make(**QUICK).observation_space
    batch.close()
    batch.close()


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize("cap", [None, 9])
def test_batch__is_byte_for_byte_what_gymnasiums_own_batch_makes_of_single_environments(mode, cap):
    env_class = type(make(**QUICK))
    native = batch_of(2, autoreset_mode=mode, max_episode_steps=cap)
    single = [lambda: env_class(**QUICK, max_episode_steps=cap)] * 2
    plain = SyncVectorEnv(single, autoreset_mode=MODES[mode])
    generator = np.random.default_rng(1)
    one, other = native.reset(seed=4), plain.reset(seed=4)
    assert same(one[0], other[0])
    assert equal_infos(one[1], other[1])
    infos = one[1]
    ends = 0
    for step in range(60 if cap is None else 30):
        actions = random_actions(infos["action_mask"], generator)
        if step % 10 == 3:
            actions[step % 2] = 16  # rarely legal
        one, other = native.step(actions), plain.step(actions)
        for part in range(4):
            assert same(one[part], other[part])
        assert equal_infos(one[4], other[4])
        infos = one[4]
        ends += int((one[2] | one[3]).sum())
    assert ends > 0


def test_batch__the_last_observation_and_mask_come_with_the_end():
    batch, env = batch_of(1, autoreset_mode="same_step"), make(**QUICK)
    generator = np.random.default_rng(0)
    _, infos = batch.reset(options={"episode_seed": [3]})
    env.reset(options={"episode_seed": 3})
    while True:
        action = random_actions(infos["action_mask"], generator)
        observations, _, terminated, _, infos = batch.step(action)
        last = env.step(int(action[0]))
        if terminated[0]:
            break
    assert same(infos["final_obs"][0], last[0])
    assert infos["final_info"]["action_mask"][0].tolist() == last[4]["action_mask"].tolist()
    assert infos["final_info"]["outcome"][0] == last[4]["outcome"] != 0
    assert infos["outcome"][0] == 0
    assert infos["episode_seed"][0] != 3
    assert not same({name: leaf[0] for name, leaf in observations.items()}, last[0])


# --- seeds and resets -----------------------------------------------------------------------------------------------


def test_reset__seeds_by_number_list_and_episode():
    batch = batch_of(3)
    drawn = batch.reset(seed=5)[1]["episode_seed"].tolist()
    assert drawn == [make(**QUICK).reset(seed=5 + i)[1]["episode_seed"] for i in range(3)]
    assert batch.reset(seed=[5, 6, 7])[1]["episode_seed"].tolist() == drawn
    assert batch.np_random_seed == (5, 6, 7)
    assert batch.reset(options={"episode_seed": np.array([1, 2, 1])})[1]["episode_seed"].tolist() == [1, 2, 1]
    later = batch.reset()[1]["episode_seed"].tolist()
    assert not set(later) & set(drawn)


def test_reset__of_some_leaves_the_others_alone():
    batch = batch_of(3)
    play(batch, 5)
    before, _ = batch.observe()
    decisions = batch.observe()[1]["decisions"].tolist()
    observations, infos = batch.reset(options={"reset_mask": np.array([False, True, False])})
    assert infos["decisions"].tolist() == [decisions[0], 0, decisions[2]]
    for i in (0, 2):
        assert same({k: v[i] for k, v in observations.items()}, {k: v[i] for k, v in before.items()})


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"seed": [1, 2]}, "seed has 2"),
        ({"options": {"episode_seed": [1, 2]}}, "sequence of 3"),
        ({"options": {"episode_seed": 5}}, "sequence of 3"),
        ({"options": {"episode_seed": [1, -2, 3]}}, "episode_seed is -2"),
        ({"options": {"reset_mask": [True, False, True]}}, "reset_mask"),
        ({"options": {"reset_mask": np.zeros(3, bool)}}, "reset_mask"),
        ({"options": {"mask": 1}}, "'mask' is unknown"),
    ],
)
def test_reset__wrong_input_gets_one_clear_sentence(how, words):
    batch = batch_of(3)
    batch.reset(seed=0)
    with pytest.raises(InputError, match=words):
        batch.reset(**how)


def test_reset__of_some_needs_battles():
    with pytest.raises(InputError, match="reset all of them first"):
        batch_of(2).reset(options={"reset_mask": np.array([True, False])})


# --- options and actions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 2, "autoreset_mode": "never"}, "next_step, same_step"),
        ({"num_envs": 2, "autoreset_mode": AutoresetMode.DISABLED}, "next_step, same_step"),
        ({"num_envs": 2, "threads": 0}, "threads"),
        ({"num_envs": 2, "render_mode": "human"}, "render_mode"),
        ({"num_envs": 2, "scenario": "nowhere"}, "nowhere"),
        ({"num_envs": 2, "aftermaths": 1}, "aftermath"),
    ],
)
def test_options__a_wrong_one_gets_one_clear_sentence(options, words):
    with pytest.raises(InputError, match=words):
        RulebookVectorEnv(**{**QUICK, **options})


@pytest.mark.parametrize("actions", [[0], [0, 400], [-1, 0], [0.5, 1.0], ["end", "end"], [[0, 0]]])
def test_step__actions_outside_the_space_raise(actions):
    batch = batch_of(2)
    batch.reset(seed=0)
    with pytest.raises(InputError, match=r"^actions "):
        batch.step(actions)


def test_step__before_the_first_reset_asks_for_one():
    with pytest.raises(gym.error.ResetNeeded):
        batch_of(2).step([0, 0])


def test_step__an_illegal_action_costs_that_battle_only():
    batch = batch_of(2)
    _, infos = batch.reset(seed=0)
    actions = random_actions(infos["action_mask"], np.random.default_rng(0))
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[-1])
    _, rewards, _, _, infos = batch.step(actions)
    assert rewards.tolist() == [0.0, ILLEGAL_PENALTY]
    assert infos["illegal_actions"].tolist() == [0, 1]
    assert infos["decisions"].tolist() == [1, 0]


def test_step__an_illegal_action_raises_by_option_and_steps_no_battle():
    batch = batch_of(2, illegal_action="raise")
    _, infos = batch.reset(seed=0)
    actions = random_actions(infos["action_mask"], np.random.default_rng(0))
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[-1])
    state = batch.get_state()
    with pytest.raises(InputError, match=r"^battle 1: action .* is not legal now"):
        batch.step(actions)
    assert batch.get_state() == state


def test_step__returns_fresh_arrays():
    batch, other = batch_of(2), batch_of(2)
    kept = play(batch, 8)
    copies = [[part.copy() for part in step[0].values()] + [step[4]["action_mask"].copy()] for step in kept]
    for _ in range(8):
        batch.step(random_actions(batch.action_masks(), np.random.default_rng(0)))
    for step, copy in zip(kept, copies, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip([*step[0].values(), step[4]["action_mask"]], copy, strict=True))
    _, infos = other.reset(seed=0)
    infos["action_mask"][:] = 0
    assert other.action_masks().any()


# --- threads, states, pictures --------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_threads__play_the_same_bytes(mode):
    counts = {1: 1, 2: 2, 5: 4}
    plays = []
    for threads, slices in counts.items():
        batch = batch_of(150, threads=threads, autoreset_mode=mode)
        assert len(batch._slices) == slices
        plays.append((play(batch, 120), batch.get_state()))
        batch.close()
    for taken, state in plays[1:]:
        assert state == plays[0][1]
        for one, other in zip(taken, plays[0][0], strict=True):
            assert all(same(one[part], other[part]) for part in range(4))
            assert equal_infos(one[4], other[4])


@pytest.mark.compiled
def test_threads__a_closed_batch_goes_on_without_them():
    batch, other = batch_of(128, threads=2), batch_of(128, threads=1)
    play(batch, 3)
    batch.close()
    batch.close()
    play(other, 3)
    actions = random_actions(batch.action_masks(), np.random.default_rng(0))
    assert same(batch.step(actions)[0], other.step(actions)[0])


def test_state__restores_exactly_with_battles_that_wait_for_their_reset():
    batch, other = batch_of(2, max_episode_steps=7), batch_of(2, max_episode_steps=7)
    play(batch, 7)
    state = batch.get_state()
    other.set_state(state)
    generators = [np.random.default_rng(3), np.random.default_rng(3)]
    for _ in range(10):
        steps = [
            one.step(random_actions(one.action_masks(), generator))
            for one, generator in zip((batch, other), generators, strict=True)
        ]
        assert all(same(steps[0][part], steps[1][part]) for part in range(4))
        assert equal_infos(steps[0][4], steps[1][4])
    with pytest.raises(InputError, match="battles"):
        batch_of(3).set_state(state)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render__a_picture_of_every_battle(mode):
    batch = batch_of(2, render_mode=mode)
    batch.reset(seed=0)
    frames = batch.render()
    assert len(frames) == 2
    assert all(isinstance(frame, str) if mode == "ansi" else frame.dtype == np.uint8 for frame in frames)


# --- Gymnasium's and Stable-Baselines3's own batches ----------------------------------------------------------------


@pytest.mark.compiled
def test_async__works_under_spawn():
    batch = gym.make_vec(ENV_ID, 2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, **QUICK)
    native = batch_of(2)
    assert same(batch.reset(seed=2)[0], native.reset(seed=2)[0])
    actions = random_actions(native.action_masks(), np.random.default_rng(0))
    assert same(batch.step(actions)[0], native.step(actions)[0])
    batch.close()


def make_monitored():
    """A quick environment in the usual wrappers, as Stable-Baselines3 makes it."""
    from stable_baselines3.common.monitor import Monitor

    return Monitor(gym.make(ENV_ID, max_episode_steps=50, **QUICK))


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["dummy", "spawn", "forkserver"])
def test_stable_baselines__finds_the_masks(method):
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    if method == "dummy":
        batch = vec_env.DummyVecEnv([make_monitored] * 2)
    else:
        batch = vec_env.SubprocVecEnv([make_monitored] * 2, start_method=method)
    batch.seed(0)
    batch.reset()
    masks = np.stack(batch.env_method("action_masks"))
    assert masks.dtype == np.bool_
    assert masks.shape == (2, 400)
    assert masks.any(axis=1).all()
    *_, infos = batch.step(random_actions(masks, np.random.default_rng(0)))
    assert [info["illegal_actions"] for info in infos] == [0, 0]
    batch.close()
