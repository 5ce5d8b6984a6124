"""Heroes as agents: PettingZoo's own tests, and the same battle in both views (L41)."""

import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

from brimstone_agents.base import act_once
from brimstone_agents.roster import make_agent
from brimstone_agents.simulator import Simulator, attach
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.pettingzoo import battle_v0, delve_v0

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of environments that PettingZoo's tests import
    from pettingzoo.test import api_test, render_test, seed_test


def make(**arguments):
    return battle_v0.env(**{"scenario": "quick", **arguments})


def play(env, choose, seed):
    """Play one battle; each agent's rewards as `last()` gives them, and who acted."""
    env.reset(options={"episode_seed": seed})
    sums, acted = dict.fromkeys(env.possible_agents, 0.0), []
    for name in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        sums[name] += reward
        if terminated or truncated:
            env.step(None)
        else:
            acted.append(name)
            env.step(choose(seen["observation"], seen["action_mask"]))
    return sums, acted


def test_api():
    with warnings.catch_warnings():
        # our observations are several arrays, which PettingZoo allows and warns of
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(make(), num_cycles=12)


def test_seeds():
    seed_test(lambda: make(max_episode_steps=60), num_cycles=10)


def test_pictures(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        render_test(lambda **arguments: make(scenario="solo", **arguments))


@pytest.mark.parametrize("name", ["nearest", "scripted"])
@pytest.mark.parametrize("seed", range(3))
def test_both_views_pay_the_same(name, seed):
    """L41: per hero, and in all."""
    agent = make_agent(name)
    agent.reset(1, seed)
    env = RulebookEnv(scenario="quick")
    observation, info = env.reset(options={"episode_seed": seed})
    attach(agent, Simulator.of_env(env))
    paid, total, seats, over = np.zeros(6), 0.0, [], False
    while not over:
        seats.append(f"hero_{info['seat']}")
        action = act_once(agent, observation, info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        paid += info["hero_rewards"]
        total += reward
        over = terminated or truncated
    seats_env = make()
    seats_env.reset()
    attach(agent, Simulator.of_env(seats_env.unwrapped.env))
    agent.reset(1, seed)
    sums, acted = play(seats_env, lambda seen, mask: act_once(agent, seen, mask), seed)
    assert acted == seats
    assert list(sums.values()) == paid[: len(sums)].tolist()
    assert sum(sums.values()) == total * len(sums)


def test_agents_are_the_heroes_and_act_in_their_own_decisions():
    env = make(scenario="mine-fight")
    env.reset(seed=4)
    assert env.possible_agents == ["hero_0", "hero_1", "hero_2", "hero_3"]
    generator = np.random.default_rng(4)
    for name in env.agent_iter(40):
        seen, _, terminated, truncated, info = env.last()
        assert name == f"hero_{info['seat']}"
        others = [other for other in env.agents if other != name]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        assert "action_mask" not in info
        if terminated or truncated:
            break
        env.step(int(generator.choice(np.flatnonzero(seen["action_mask"]))))


def test_an_illegal_action_costs_and_changes_nothing():
    env = make()
    env.reset(seed=1)
    name, seen = env.agent_selection, env.last()[0]
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.agent_selection == name
    assert env.last()[1] == pytest.approx(-0.01)
    assert env.infos[name]["illegal_actions"] == 1


def test_a_cut_truncates_everybody_without_a_reward():
    env = make(max_episode_steps=3)
    sums, acted = play(env, lambda seen, mask: int(np.flatnonzero(mask)[0]), 2)
    assert len(acted) == 3
    assert set(sums.values()) == {0.0}


def test_delves_have_the_same_view():
    env = delve_v0.env(max_episode_steps=30)
    assert env.metadata["name"] == "delve_v0"
    generator = np.random.default_rng(1)
    _, acted = play(env, lambda seen, mask: int(generator.choice(np.flatnonzero(mask))), 1)
    assert 0 < len(acted) <= 30


def test_seats_that_are_not_outside_are_no_agents():
    env = make(outside=[1])
    assert env.possible_agents == ["hero_1"]
    _, acted = play(env, lambda seen, mask: int(np.flatnonzero(mask)[0]), 3)
    assert set(acted) == {"hero_1"}
    with pytest.raises(InputError, match="outside names seat 9"):
        make(outside=[9])


def test_without_pettingzoo_one_sentence_says_what_to_install():
    code = "import sys; sys.modules['pettingzoo'] = None; import brimstone_env.pettingzoo"
    failed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert re.search(r"ImportError: .*pip install 'brimstone-env\[pettingzoo\]'", failed.stderr)
