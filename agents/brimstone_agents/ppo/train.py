"""``brimstone train``: trains a PPO agent by the settings of a file, then compares it with the other agents.

`train` is one script, to be read from top to bottom.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv

from brimstone_agents.arena import play_battles
from brimstone_agents.base import Agent
from brimstone_agents.batch import Match, load_match
from brimstone_agents.evaluate import Summary, evaluate, format_table
from brimstone_agents.ppo import several
from brimstone_agents.ppo.buffer import CompactRolloutBuffer, buffer_bytes, check_buffer, memory_bytes
from brimstone_agents.ppo.callbacks import BEST_NAME, RunCallback, refuse_plain_evaluation
from brimstone_agents.ppo.card import find_commit, hash_books, library_versions
from brimstone_agents.ppo.checkpoint import CHECKPOINT_NAME, read_checkpoint, restore, weights_hash
from brimstone_agents.ppo.model import load_agent, policy_arguments, write_atomically
from brimstone_agents.ppo.policy import BattlePolicy
from brimstone_agents.ppo.reading import reading_of
from brimstone_agents.ppo.sb3_env import NativeVecEnv
from brimstone_agents.ppo.settings import Settings, format_settings, load_settings, make_settings
from brimstone_agents.ppo.shaping import ShapedVecEnv
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.roster import make_agent
from brimstone_agents.seeds import REPORT, TRAINING
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game

RUNS = Path("runs")
LENGTH_EPISODES = 256  # battles of the random agent from which the length of a battle is measured
LEAST_DISCOUNT = 0.05  # of the outcome as the first decision sees it


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``."""
    overrides = [*args.overrides, *([f"seed={args.seed}"] if args.seed is not None else [])]
    overrides += [f"tables={json.dumps(str(Path(args.tables).absolute()))}"] if vars(args).get("tables") else []
    name, settings = load_settings(args.config, overrides)
    folder = Path(args.run) if args.run else RUNS / name
    given = vars(args)
    if given.get("seeds"):
        several.run(args, name, settings, folder)
    elif given.get("ray") or given.get("jobs"):
        raise InputError("--ray and --jobs do several seeds side by side, allowed is with --seeds N")
    else:
        train(name, settings, folder, args.resume)
    return 0


def train(name: str, settings: Settings, folder: Path, resume: bool = False, extra: Sequence[BaseCallback] = ()) -> str:
    """Train, and compare with the other agents.

    Args:
        name: the run's name.
        settings: what to do.
        folder: where checkpoints, models, logs and the report go.
        resume: go on from the folder's last checkpoint.
        extra: further callbacks of Stable-Baselines3.

    Returns:
        Hash of the weights at the end of training.

    Raises:
        InputError: if the settings or the folder cannot be used.
    """
    refuse_plain_evaluation(extra)
    checkpoint = open_folder(folder, settings, resume)
    threads = settings.threads or len(os.sched_getaffinity(0))
    th.set_num_threads(threads)

    print(f"run {name} in {folder}\n\n{format_settings(settings)}\n")
    match = load_match(settings.scenario, settings.tables or None)
    env = make_env(settings, threads, match.game)
    print(check_length(settings, match))
    needed = buffer_bytes(env.observation_space, env.action_space, settings.num_envs, settings.rollout_steps)
    print(check_buffer(needed, memory_bytes()))

    model = make_model(settings, env, match.game)
    model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
    evaluations: list[dict[str, Any]] = []
    books_hash = hash_books(match.books)
    if checkpoint is not None:
        restore(model, checkpoint)
        evaluations = checkpoint["run"]["evaluations"]
        print(f"resumed at {model.num_timesteps:,} steps")
    size = sum(weights.numel() for weights in model.policy.parameters())
    print(f"network: {size:,} weights; training on {threads} threads\n")

    keeper = RunCallback(settings, name, match, books_hash, folder, evaluations)
    left = settings.total_steps - model.num_timesteps
    if left > 0:
        model.learn(left, [keeper, *extra], reset_num_timesteps=False)
    env.close()

    write_report(report(name, settings, match, folder), match, folder)
    return weights_hash(model.policy)


def open_folder(folder: Path, settings: Settings, resume: bool) -> dict[str, Any] | None:
    """Make the run's folder, or find what it holds.

    Returns:
        The checkpoint to go on from, None for a new run.

    Raises:
        InputError: if a new run would overwrite an old one, or an old one was of other settings.
    """
    path = folder / CHECKPOINT_NAME
    if not resume:
        if path.exists() or (folder / BEST_NAME).exists():
            raise InputError(f"{folder}: already holds a run; go on with --resume, or choose another folder with --run")
        folder.mkdir(parents=True, exist_ok=True)
        return None
    checkpoint = read_checkpoint(path)
    before = make_settings(checkpoint["run"]["settings"], str(path)).to_dict()
    for key, value in settings.to_dict().items():
        if before[key] != value and not key.startswith("report_"):
            raise InputError(
                f"{path}: was made with {key} = {before[key]!r}, allowed for --resume is the same, not {value!r}"
            )
    return checkpoint


def make_env(settings: Settings, threads: int, game: Game) -> VecEnv:
    """The battles to train on, shaped if the settings say so."""
    env: VecEnv = NativeVecEnv(settings.scenario, settings.num_envs, settings.seed, threads, settings.tables or None)
    if settings.shaping == 0:
        return env
    return ShapedVecEnv(env, settings.shaping, settings.gamma, reading_of(game))


def make_model(settings: Settings, env: VecEnv, game: Game) -> MaskablePPO:
    """The learner; seeds Python, NumPy and torch."""
    return MaskablePPO(
        BattlePolicy,
        env,
        learning_rate=LinearSchedule(settings.learning_rate, settings.final_learning_rate, 1.0),
        n_steps=settings.rollout_steps,
        batch_size=settings.batch_size,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip_range,
        ent_coef=settings.entropy_bonus,
        vf_coef=settings.value_weight,
        max_grad_norm=settings.max_grad_norm,
        rollout_buffer_class=CompactRolloutBuffer,
        policy_kwargs=policy_arguments(settings, game),
        seed=settings.seed,
        device="cpu",
    )


def check_length(settings: Settings, match: Match) -> str:
    """A sentence on how long battles are, and how much of the outcome the first decision sees.

    Raises:
        InputError: if that is next to nothing, unless the settings force it.
    """
    results = play_battles(RandomAgent(), match, TRAINING.seeds(LENGTH_EPISODES))
    length = float(results["decisions"].mean())
    seen = settings.gamma**length
    said = f"battles: {length:.0f} decisions (random agent), gamma to that power {seen:.2f}"
    if seen < LEAST_DISCOUNT and not settings.force_gamma:
        raise InputError(
            f"gamma is {settings.gamma}, of which only {seen:.3f} is left after the {length:.0f} decisions of a "
            f"battle, allowed is {LEAST_DISCOUNT ** (1 / length):.4f} or more (or force_gamma = true)"
        )
    return said


def report(name: str, settings: Settings, match: Match, folder: Path) -> list[Summary]:
    """Let all agents play the report block: those of the settings, and the best model both ways."""
    best = folder / BEST_NAME
    agents: list[tuple[str, Callable[[], Agent]]] = [
        *((spec, lambda spec=spec: make_agent(spec)) for spec in settings.report_agents),  # type: ignore[misc]
        ("ppo", lambda: load_agent(best)),
        ("ppo (likeliest action)", lambda: load_agent(best, deterministic=True)),
    ]
    seeds = REPORT.seeds(settings.report_episodes)
    return [evaluate(make(), title, match, seeds)[0] for title, make in agents]


def write_report(summaries: Sequence[Summary], match: Match, folder: Path) -> None:
    """Print the table, and keep it in the run's folder as Markdown and JSON."""
    table = format_table(summaries)
    count = summaries[0].battles
    note = f"Scenario {match.scenario}, the first {count:,} seeds of the report block, intervals of 95 %."
    print(f"\n{table}\n\n{note}")
    write_atomically(folder / "report.md", f"{table}\n\n{note}\n".encode())
    content = {
        "scenario": match.scenario,
        "seeds": {"block": REPORT.name, "first": REPORT.first, "count": count},
        "agents": [asdict(summary) | {"win_rate": summary.win_rate} for summary in summaries],
        "libraries": library_versions(),
        "commit": find_commit(),
    }
    write_atomically(folder / "report.json", (json.dumps(content, indent=2, default=_plain) + "\n").encode())


def _plain(value: Any) -> Any:
    """A NumPy number as JSON knows it."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
