"""Random play for tests: what it shows, and a hash of it, also from a process of its own."""

import hashlib
import json
import os
import subprocess
import sys

import gymnasium as gym
import numpy as np

import brimstone_env
from brimstone_env.battle.scenario import list_scenarios
from brimstone_env.core.vector_env import RulebookVectorEnv

assert brimstone_env.__version__  # imported for its registration
ENV_ID = "brimstone/Battle-v0"
OPTIONS = {"aftermath": True, "enemy_order": "players"}


def make(env_id=ENV_ID, **options):
    """The bare environment."""
    return gym.make(env_id, disable_env_checker=True, **options).unwrapped


def random_actions(masks, generator):
    """One legal action for each row of masks."""
    return np.argmax(masks * generator.random(masks.shape), axis=1)


def seen_range(battles, steps, scenarios=None):
    """Least and greatest value of every plane and column in random play: leaf -> (lows, highs)."""
    found = {}
    generator = np.random.default_rng(0)
    for scenario in scenarios or list_scenarios():
        batch = RulebookVectorEnv(battles, scenario=scenario, threads=1, **OPTIONS)
        observations, infos = batch.reset(seed=0)
        for _ in range(steps):
            for leaf, values in observations.items():
                if leaf == "board":
                    rows = np.moveaxis(values, 1, -1)
                else:
                    rows = values
                flat = rows.reshape(-1, rows.shape[-1])
                low, high = found.get(leaf, (flat[0], flat[0]))
                found[leaf] = (np.minimum(low, flat.min(0)), np.maximum(high, flat.max(0)))
            observations, _, _, _, infos = batch.step(random_actions(infos["action_mask"], generator))
        batch.close()
    return found


def digest_step(digest, observation, reward, terminated, truncated, info):
    """Feed one step into a hash."""
    for name in sorted(observation):
        digest.update(observation[name].tobytes())
    plain = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in info.items()}
    digest.update(json.dumps([float(reward), bool(terminated), bool(truncated), plain], sort_keys=True).encode())


def play_hash(steps, seed=5, **options):
    """Hash of all that an environment returns in random legal play."""
    env = make(**options)
    digest = hashlib.sha256()
    generator = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    digest_step(digest, observation, 0, False, False, info)
    for _ in range(steps):
        action = int(random_actions(info["action_mask"][None], generator)[0])
        observation, reward, terminated, truncated, info = env.step(action)
        digest_step(digest, observation, reward, terminated, truncated, info)
        if terminated or truncated:
            observation, info = env.reset()
            digest_step(digest, observation, 0, False, False, info)
    return digest.hexdigest()


def hash_elsewhere(steps, compiled=True, hash_seed="0", **options):
    """`play_hash` from a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    environment.pop("NUMBA_DISABLE_JIT", None)
    if not compiled:
        environment["NUMBA_DISABLE_JIT"] = "1"
    program = f"from tests.core.walks import play_hash; print(play_hash({steps}, **{options!r}))"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]
