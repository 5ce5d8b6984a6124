"""The shipped check: our environments pass it, broken ones do not."""

import gymnasium as gym
import numpy as np
import pytest

import brimstone_env
from brimstone_env.core.conformance import ConformanceError, check_game
from brimstone_env.core.env import RulebookEnv

pytestmark = pytest.mark.compiled
OPTIONS = [
    {"scenario": "quick"},
    {"scenario": "quick", "aftermath": True, "enemy_order": "players", "keep_single": True},
    {"scenario": "quick", "illegal_action": "noop_penalty", "outside": [0]},
    {"scenario": "mine-fight"},
    {"scenario": "six-heroes"},
]


OF_ENV = {
    "brimstone/Battle-v0": OPTIONS,
    "brimstone/Delve-v0": [{"scenario": "delve-mine"}, {"scenario": "last-stand"}],
    "brimstone/Rounds-v0": [
        {"scenario": "rounds-quick"},
        {"scenario": "rounds-standard", "order": "agility", "director": "ruthless", "keep_single": True},
        {"scenario": "rounds-horde", "timer": 3, "director": "simple"},
        {"scenario": "rounds-quick", "illegal_action": "noop_penalty", "outside": [0, 6]},
    ],
}


@pytest.mark.parametrize(
    ("env_id", "options"), [(env_id, options) for env_id in brimstone_env.GAMES for options in OF_ENV[env_id]], ids=str
)
def test_check_game__every_environment_passes(env_id, options):
    steps = {"six-heroes": 150, "rounds-standard": 120, "rounds-horde": 120}.get(options["scenario"], 300)
    check_game(env_id, steps=steps, **options)


class ReusesArrays(RulebookEnv):
    """Hands out its own buffers."""

    def _observe(self):
        return dict(self._leaves)


class ReusesMask(RulebookEnv):
    """Hands out its own mask."""

    def _complete(self, info, reward=0.0):
        return {**super()._complete(info, reward), "action_mask": self._mask}


class CachesGenerator(RulebookEnv):
    """Draws episode seeds from the first generator it had."""

    def reset(self, *, seed=None, options=None):
        if not hasattr(self, "first") or seed is not None:
            super().reset(seed=seed)
            self.first = self.np_random
        drawn = int(self.first.integers(1000))
        return super().reset(options=options or {"episode_seed": drawn})


class ForgetsInfo(RulebookEnv):
    """Has less to say at the reset."""

    def reset(self, *, seed=None, options=None):
        observation, info = super().reset(seed=seed, options=options)
        return observation, {key: value for key, value in info.items() if key != "turn"}


class PaysForTruncation(RulebookEnv):
    """Calls a cut battle lost."""

    def step(self, action):
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, -1.0 if truncated else reward, terminated, truncated, info


class HidesLegal(RulebookEnv):
    """Says that nothing is legal while dice may be rerolled."""

    def action_masks(self):
        return super().action_masks() & (int(self.battle.pending.kind) != 2)


class PeeksInClones(RulebookEnv):
    """Makes fresh clones with the same dice."""

    def clone(self, rng):
        return super().clone("same")


class ForgetsDice(RulebookEnv):
    """Restores the battle without its streams."""

    def set_state(self, state):
        super().set_state(state)
        self._battles["streams"]["state"] = 1


class CrashesOnIllegal(RulebookEnv):
    """Raises whatever the option says."""

    def _refuse(self, index):
        raise KeyError(index)


class LetsPass(RulebookEnv):
    """Takes illegal actions without counting them."""

    def _refuse(self, index):
        return 0.0


BROKEN = {
    ReusesArrays: "check_env",
    ReusesMask: "action_mask|returned",
    CachesGenerator: "np_random",
    ForgetsInfo: "info",
    PaysForTruncation: "truncates",
    HidesLegal: "action_masks",
    PeeksInClones: "same dice",
    ForgetsDice: "differently",
    CrashesOnIllegal: r"\d+",
    LetsPass: "penalty",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_check_game__finds_what_is_broken(broken):
    env_id = f"test/{broken.__name__}-v0"
    gym.register(id=env_id, entry_point=broken, kwargs={"game": "battle", "scenario": "quick"})
    try:
        with pytest.raises((ConformanceError, KeyError), match=BROKEN[broken]):
            check_game(env_id)
    finally:
        del gym.registry[env_id]


def test_check_game__random_play_stays_inside_the_space():
    env = gym.make("brimstone/Battle-v0", scenario="quick")
    generator = np.random.default_rng(0)
    observation, info = env.reset(seed=0)
    for _ in range(10_000):
        assert env.observation_space.contains(observation)
        observation, _, terminated, truncated, info = env.step(
            int(generator.choice(np.flatnonzero(info["action_mask"])))
        )
        if terminated or truncated:
            observation, info = env.reset()
    env.close()
