"""Potential-based shaping: extra rewards that lead the way and, added up over a battle, say nothing.

With potential P, each step's reward gets gamma * P(next) - P(now), and P of a battle that is over is 0. The extra
rewards of a whole battle then add up to -P(start) (discounted by gamma), whatever was done in between, so that the
best play stays the best. Off unless the settings ask for it; reports never show shaped rewards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn

from brimstone_env.battle.features import EnemyFeature, HeroFeature

ENEMY_SCALE = 24.0  # wounds that weigh as much as the whole party's Health; any fixed number keeps the best play
Observations = Mapping[str, NDArray[Any]]


def health_potential(observations: Observations) -> NDArray[np.float32]:
    """(n,) the party's Health left, as a share of what it was, less the enemies' Health left / `ENEMY_SCALE`."""
    heroes = observations["heroes"].astype(np.float32)
    enemies = observations["enemies"][:, :, int(EnemyFeature.HEALTH_LEFT)].astype(np.float32)
    most = np.maximum(heroes[:, :, int(HeroFeature.MAX_HEALTH)].sum(axis=1), 1.0)
    party = heroes[:, :, int(HeroFeature.HEALTH)].sum(axis=1) / most
    potential: NDArray[np.float32] = (party - enemies.sum(axis=1) / ENEMY_SCALE).astype(np.float32)
    return potential


class ShapedVecEnv(VecEnvWrapper):
    """Adds the shaping rewards of `health_potential`.

    Args:
        venv: the battles.
        weight: factor of the potential.
        gamma: the discount that the agent learns with.
    """

    def __init__(self, venv: VecEnv, weight: float, gamma: float) -> None:
        super().__init__(venv)
        self.weight, self.gamma = weight, gamma
        self._now: NDArray[np.float32] = np.zeros(venv.num_envs, np.float32)

    def reset(self) -> VecEnvObs:
        """Begin all battles afresh."""
        observations = self.venv.reset()
        self._now = self._potential(observations)
        return observations

    def step_wait(self) -> VecEnvStepReturn:
        """Do the step, with the shaping in the rewards."""
        observations, rewards, dones, infos = self.venv.step_wait()
        reached = self._potential(observations)
        after = reached.copy()
        for row in np.flatnonzero(dones):
            after[row] = self._potential_at_end(infos[row])
        shaped = rewards + self.gamma * after - self._now
        self._now = reached
        return observations, shaped.astype(np.float32), dones, infos

    def set_state(self, state: dict[str, Any]) -> VecEnvObs:
        """Go back to a saved state of the battles; see `NativeVecEnv.set_state`."""
        source: Any = self.venv
        observations: VecEnvObs = source.set_state(state)
        self._now = self._potential(observations)
        return observations

    def _potential(self, observations: Any) -> NDArray[np.float32]:
        return self.weight * health_potential(observations)

    def _potential_at_end(self, info: Mapping[str, Any]) -> float:
        """0 at the end of a battle; a battle that was only cut off is somewhere."""
        if not info["TimeLimit.truncated"]:
            return 0.0
        last = {name: leaf[None] for name, leaf in info["terminal_observation"].items()}
        return float(self._potential(last)[0])
