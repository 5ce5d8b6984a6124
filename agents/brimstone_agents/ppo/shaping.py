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

from brimstone_agents.ppo.reading import BATTLE, Reading

Observations = Mapping[str, NDArray[Any]]


def health_potential(observations: Observations, reading: Reading) -> NDArray[np.float32]:
    """(n,) the party's Health left, as a share of what it was, less the enemies' Health left, likewise.

    Of the enemies' a fixed number of points weighs as much as all of the party's (`Reading.enemy_scale`).
    """
    heroes = observations["heroes"].astype(np.float32)
    columns = reading.heroes
    most = np.maximum(heroes[:, :, columns.most or 0].sum(axis=1), 1.0)
    party = heroes[:, :, columns.health].sum(axis=1) / most
    enemies = enemies_health(observations["enemies"].astype(np.float32), reading)
    potential: NDArray[np.float32] = (party - enemies / reading.enemy_scale).astype(np.float32)
    return potential


def enemies_health(rows: NDArray[np.float32], reading: Reading) -> NDArray[np.float32]:
    """(n,) the Health that all enemies have left, from their rows; of members of a squad each has its share."""
    columns = reading.enemies
    health = rows[:, :, columns.health]
    if columns.pool is not None:
        shared, members = (rows[:, :, column] for column in columns.pool)
        health = np.where(members > 0, shared / np.maximum(members, 1.0), health)
    total: NDArray[np.float32] = (health * rows[:, :, columns.present]).sum(axis=1)
    return total


class ShapedVecEnv(VecEnvWrapper):
    """Adds the shaping rewards of `health_potential`.

    Args:
        venv: the battles.
        weight: factor of the potential.
        gamma: the discount that the agent learns with.
        reading: where Health stands in the observations.
    """

    def __init__(self, venv: VecEnv, weight: float, gamma: float, reading: Reading = BATTLE) -> None:
        super().__init__(venv)
        self.weight, self.gamma, self.reading = weight, gamma, reading
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
        return self.weight * health_potential(observations, self.reading)

    def _potential_at_end(self, info: Mapping[str, Any]) -> float:
        """0 at the end of a battle; a battle that was only cut off is somewhere."""
        if not info["TimeLimit.truncated"]:
            return 0.0
        last = {name: leaf[None] for name, leaf in info["terminal_observation"].items()}
        return float(self._potential(last)[0])
