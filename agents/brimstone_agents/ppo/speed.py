"""How fast training is: the whole loop, its share of environment time, and the ceiling of the policy alone."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from typing import Any

import torch as th
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from brimstone_agents.batch import name_game
from brimstone_agents.ppo.null_env import NullVecEnv
from brimstone_agents.ppo.sb3_env import NativeVecEnv
from brimstone_agents.ppo.settings import Settings, load_settings
from brimstone_agents.ppo.train import make_model
from brimstone_env.core.game import Game, find_game

CONFIG = "quick"
UPDATES = 6  # the first, which warms up, is not counted
Row = tuple[str, float, str, float | None]


class TimedVecEnv(NativeVecEnv):
    """Battles that add up the time that their steps take, in seconds."""

    spent = 0.0

    def step_wait(self) -> VecEnvStepReturn:
        """Do the step, and count its time."""
        started = time.perf_counter()
        step = super().step_wait()
        self.spent += time.perf_counter() - started
        return step


class UpdateTimes(BaseCallback):
    """Notes when each update begins, and the environment's time up to then."""

    def __init__(self, env: Any) -> None:
        super().__init__()
        self.env = env
        self.began: list[float] = []
        self.spent: list[float] = []

    def _on_rollout_start(self) -> None:
        self.began.append(time.perf_counter())
        self.spent.append(getattr(self.env, "spent", 0.0))

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        self._on_rollout_start()


def measure_training(scenario: str, tables: str | None = None) -> Iterator[Row]:
    """Rows (what, value, unit, budget) on training by the quick configuration's settings.

    Args:
        scenario: what the other figures are about; training is measured on it too, if it is not the configuration's.
        tables: folder of card tables, None for those of the package.
    """
    settings = load_settings(CONFIG, [f"tables={json.dumps(tables)}"] if tables else [])[1]
    threads = settings.threads or len(os.sched_getaffinity(0))
    th.set_num_threads(threads)
    yield from measure_loop(settings, settings.scenario, threads, 3000, 10)
    if scenario != settings.scenario:
        yield from measure_loop(settings, scenario, threads, None, None)


def measure_loop(
    settings: Settings, scenario: str, threads: int, rate_budget: float | None, share_budget: float | None
) -> Iterator[Row]:
    """Rows on one scenario: the whole loop, the ceiling on a recording, the environment's share of the time."""
    env = TimedVecEnv(scenario, settings.num_envs, settings.seed, threads, settings.tables or None)
    game = find_game(name_game(scenario))
    whole, share = time_updates(settings, env, game)
    yield f"MaskablePPO, whole loop, {scenario}, {threads} cores", whole, "steps/s", rate_budget
    ceiling, _ = time_updates(settings, NullVecEnv(env), game)
    env.close()
    yield f"... the policy alone, on a recording of {scenario}", ceiling, "steps/s", None
    yield f"... share of environment time, {scenario}", share * 100, "%", share_budget


def time_updates(settings: Settings, env: VecEnv, game: Game) -> tuple[float, float]:
    """Steps a second in the fastest update, and the environment's share of the time of all."""
    model = make_model(settings, env, game)
    times = UpdateTimes(env)
    model.learn(UPDATES * settings.steps_per_update, times)
    took = [after - before for before, after in zip(times.began[1:-1], times.began[2:], strict=True)]
    share = (times.spent[-1] - times.spent[1]) / (times.began[-1] - times.began[1])
    return settings.steps_per_update / min(took), share
