from __future__ import annotations

import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecTransposeImage

from brimstone_agents.ppo.null_env import NullVecEnv
from brimstone_agents.ppo.sb3_env import SEED_STEP, NativeVecEnv
from brimstone_agents.random_agent import RandomAgent
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError

pytestmark = pytest.mark.compiled
COUNT = 96


@pytest.fixture
def env():
    env = NativeVecEnv("quick", COUNT, seed=3, threads=2)
    yield env
    env.close()


def test_each_battle_is_byte_for_byte_what_a_single_environment_plays(env):
    singles = [RulebookEnv(scenario="quick") for _ in range(4)]
    observations = env.reset()
    alone = [single.reset(seed=3 * SEED_STEP + row) for row, single in enumerate(singles)]
    agent = RandomAgent()
    ends = 0
    for _ in range(150):
        masks = get_action_masks(env)
        for row, (observation, info) in enumerate(alone):
            assert all((observations[name][row] == leaf).all() for name, leaf in observation.items())
            assert (masks[row] == info["action_mask"]).all()
        actions = agent.act(observations, masks)
        observations, rewards, dones, infos = env.step(actions)
        for row, single in enumerate(singles):
            observation, reward, terminated, truncated, info = single.step(int(actions[row]))
            assert rewards[row] == np.float32(reward)
            assert dones[row] == (terminated or truncated)
            if dones[row]:
                ends += 1
                last = infos[row]["terminal_observation"]
                assert all((last[name] == leaf).all() for name, leaf in observation.items())
                assert infos[row]["TimeLimit.truncated"] == truncated
                assert infos[row]["is_success"] == (reward == 1.0)
                assert infos[row]["episode"]["l"] == info["decisions"]
                assert infos[row]["episode"]["turns"] == info["turn"]
                observation, info = single.reset()
            alone[row] = (observation, info)
    assert ends > 4
    assert env.illegal_actions == 0


def test_one_thread_plays_what_two_play(env):
    other = NativeVecEnv("quick", COUNT, seed=3, threads=1)
    agents = RandomAgent(), RandomAgent()
    seen, also = env.reset(), other.reset()
    for _ in range(60):
        seen = env.step(agents[0].act(seen, env.action_masks()))[0]
        also = other.step(agents[1].act(also, other.action_masks()))[0]
        assert all((seen[name] == also[name]).all() for name in seen)


def test_what_a_step_hands_out_is_never_written_to_again(env):
    agent = RandomAgent()
    observations, masks = env.reset(), env.action_masks()
    kept = {name: leaf.copy() for name, leaf in observations.items()}, masks.copy()
    held = observations
    for _ in range(5):
        observations = env.step(agent.act(observations, env.action_masks()))[0]
    assert all((held[name] == kept[0][name]).all() for name in held)
    assert (masks == kept[1]).all()


def test_a_saved_state_goes_on_as_it_would_have(env):
    agent = RandomAgent()
    observations = env.reset()
    for _ in range(20):
        observations = env.step(agent.act(observations, env.action_masks()))[0]
    state = env.get_state()
    other = NativeVecEnv("quick", COUNT, seed=99, threads=1)
    resumed = other.set_state(state)
    for _ in range(60):
        assert all((observations[name] == resumed[name]).all() for name in resumed)
        actions = agent.act(observations, env.action_masks())
        observations, rewards, dones, infos = env.step(actions)
        resumed, also_rewards, also_dones, also_infos = other.step(actions)
        assert (rewards == also_rewards).all()
        assert (dones == also_dones).all()
        assert [info.get("episode") for info in infos] == [info.get("episode") for info in also_infos]


def test_a_state_of_another_scenario_or_size_is_refused(env):
    state = env.get_state()
    with pytest.raises(InputError, match="scenario"):
        NativeVecEnv("solo", COUNT).set_state(state)
    with pytest.raises(InputError, match="battles"):
        NativeVecEnv("quick", COUNT - 1).set_state(state)


def test_it_answers_what_stable_baselines_asks(env):
    env.reset()
    assert is_masking_supported(env)
    assert env.env_is_wrapped(Monitor) == [True] * COUNT
    assert env.env_is_wrapped(VecTransposeImage, [0, 1]) == [False] * 2
    assert env.get_attr("render_mode", [2]) == [None]
    assert env.env_method("action_masks", indices=[1])[0].dtype == np.bool_
    assert len(env.get_images()) == COUNT
    with pytest.raises(AttributeError, match="no method 'jump'"):
        env.env_method("jump")
    with pytest.raises(AttributeError, match="to be set"):
        env.set_attr("render_mode", "ansi")
    env.close()
    env.close()


def test_a_recording_plays_back_battles_whatever_the_actions(env):
    null = NullVecEnv(env, steps=5)
    assert is_masking_supported(null)
    first = null.reset()
    for _ in range(2):
        for _ in range(5):
            masks = get_action_masks(null)
            assert masks.any(axis=1).all()
            observations, _, _, _ = null.step(np.zeros(COUNT, np.int64))
        assert all((observations[name] == leaf).all() for name, leaf in first.items())
