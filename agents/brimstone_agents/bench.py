"""``brimstone bench``: measures speed, and prints the table with the machine, the versions and the scenario.

Every figure is the best of several runs. Choosing actions is not counted, except in training, where the network does
it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Masks
from brimstone_agents.batch import Match, load_match
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.search.speed import measure_search
from brimstone_env.core.compiled import entry_of_games
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import plain
from brimstone_env.core.records import new_records
from brimstone_env.core.vector_env import RulebookVectorEnv

RUNS = 5  # of which the best counts
PLAYOUT_BATTLES = 256
BATCHES = (1, 8, 256, 1024)
CLONES = 20_000
FIRST_RESET = """
import gymnasium, sys
import brimstone_env
env = gymnasium.make(sys.argv[3], scenario=sys.argv[1], tables=sys.argv[2] or None)
env.reset(seed=0)
"""


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Attributes:
        what: what was measured.
        value: the best of the runs.
        unit: its unit; a rate ends in `/s`, and more of it is better.
        budget: what it should reach at least (a rate) or at most (the others), None for no budget.
    """

    what: str
    value: float
    unit: str
    budget: float | None = None

    @property
    def met(self) -> bool:
        """Whether the budget is met."""
        if self.budget is None:
            return True
        return self.value >= self.budget if self.unit.endswith("/s") else self.value <= self.budget


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``."""
    tables = vars(args).get("tables")
    match = load_match(args.scenario, tables)
    machine = describe_machine(args.scenario)
    print("\n".join(f"{key}: {value}" for key, value in machine.items()) + "\n", flush=True)
    figures = []
    for figure in measure_all(match, args.scenario, args.quick, tables):
        figures.append(figure)
        print(format_figure(figure), flush=True)
    path = vars(args).get("json")
    if path:
        content = {"machine": machine, "figures": [asdict(figure) | {"met": figure.met} for figure in figures]}
        write_json(Path(path), content)
    return 0


def describe_machine(scenario: str) -> dict[str, str]:
    """What the figures depend on."""
    from brimstone_agents.ppo.card import library_versions

    versions = ", ".join(f"{name} {version}" for name, version in library_versions().items())
    return {
        "processor": cpu_model(),
        "cores": str(len(os.sched_getaffinity(0))),
        "versions": versions,
        "scenario": scenario,
        "figures": f"best of {RUNS}",
    }


def cpu_model() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def format_figure(figure: Figure) -> str:
    """A line of the table."""
    digits = 0 if figure.value >= 100 else 2
    said = f"| {figure.what:54} | {figure.value:>12,.{digits}f} {figure.unit:12} |"
    if figure.budget is None:
        return f"{said} {'':24} |"
    verdict = "met" if figure.met else "missed"
    return f"{said} {f'budget {figure.budget:,g}: {verdict}':24} |"


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write the figures to a file.

    Raises:
        InputError: if it cannot be written.
    """
    try:
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def measure_all(match: Match, scenario: str, quick: bool, tables: str | None = None) -> Iterator[Figure]:
    """All figures, one by one as they are measured.

    Args:
        match: what is played.
        scenario: its name or file, as the command line had it.
        quick: fewer runs, and neither a compile from nothing nor training.
        tables: folder of card tables, None for those of the package.
    """
    runs = 2 if quick else RUNS
    if not quick:
        yield from measure_starts(match, scenario, tables)
    yield measure_playouts(match, runs)
    yield measure_single(match, scenario, tables, 500 if quick else 5000, runs)
    for count in BATCHES:
        yield from measure_vector(match, scenario, tables, count, 40_000 if quick else 200_000, runs)
    yield from measure_clones(match, scenario, tables, runs)
    yield from (Figure(*row) for row in measure_search(match, 800 if quick else 8000, runs))
    if not quick:
        from brimstone_agents.ppo.speed import measure_training

        yield from (Figure(*row) for row in measure_training(scenario, tables))


# --- starting -------------------------------------------------------------------------------------------------------


def measure_starts(match: Match, scenario: str, tables: str | None) -> Iterator[Figure]:
    """First run ever, compile included, and later ones, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"BRIMSTONE_CACHE_DIR": folder}
        env_id = match.game.env_id
        first = time_first_reset(scenario, environment, tables, env_id)
        yield Figure("first run ever, compile included, to the first reset", first, "s", 150)
        later = min(time_first_reset(scenario, environment, tables, env_id) for _ in range(RUNS))
        yield Figure("import and first reset, later", later, "s", 2)


def time_first_reset(
    scenario: str, environment: Mapping[str, str], tables: str | None = None, env_id: str = "brimstone/Battle-v0"
) -> float:
    """Seconds from the start of a Python process to its end after the first reset."""
    started = time.perf_counter()
    arguments = [scenario, tables or "", env_id]
    subprocess.run([sys.executable, "-c", FIRST_RESET, *arguments], env=dict(environment), check=True)
    return time.perf_counter() - started


# --- the engine -----------------------------------------------------------------------------------------------------


def measure_playouts(match: Match, runs: int) -> Figure:
    """Random battles inside the engine, without observations, on one core."""
    game = match.game
    battles = new_records(game.record, PLAYOUT_BATTLES)
    applied = np.zeros(PLAYOUT_BATTLES, np.int32)
    actions = np.zeros(PLAYOUT_BATTLES, np.int64)
    buffers = [np.zeros((0, game.num_actions), np.int8)]
    buffers += [np.zeros((0, *plane.shape), plane.dtype) for plane in game.observation_planes()]
    dice = new_dice()

    def play(run: int) -> float:
        seeds = stream_states(np.arange(PLAYOUT_BATTLES) + run * PLAYOUT_BATTLES)
        for command in ("reset", "playout"):
            started = time.perf_counter()
            game.run_many(game.commands[command], battles, match.books, dice, actions, seeds, applied, *buffers)
        return float(applied.sum()) / (time.perf_counter() - started)

    play(0)
    best = max(play(run) for run in range(runs))
    return Figure("random playouts inside the engine, one core", best, "decisions/s", 300_000)


def measure_single(match: Match, scenario: str, tables: str | None, steps: int, runs: int) -> Figure:
    """`env.step` through Gymnasium with random legal actions; resets are counted, the choice of actions is not."""
    env = gym.make(match.game.env_id, scenario=scenario, tables=tables)
    agent = RandomAgent()

    def play(run: int) -> float:
        _, info = env.reset(seed=run)
        spent = 0.0
        for _ in range(steps):
            action = int(agent.act({}, info["action_mask"][None].astype(np.bool_))[0])
            started = time.perf_counter()
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                _, info = env.reset()
            spent += time.perf_counter() - started
        return steps / spent

    play(0)
    best = max(play(run) for run in range(runs))
    env.close()
    return Figure("env.step through gymnasium.make", best, "steps/s", 30_000)


def measure_vector(
    match: Match, scenario: str, tables: str | None, count: int, decisions: int, runs: int
) -> Iterator[Figure]:
    """The native vector environment on one thread, and on all cores where that is more."""
    cores = len(os.sched_getaffinity(0))
    for threads in sorted({1, cores}):
        if threads > 1 and count < 64:
            continue
        env = RulebookVectorEnv(count, game=match.game.name, scenario=scenario, tables=tables, threads=threads)
        best = max(play_vector(env, max(20, decisions // count), run) for run in range(runs))
        env.close()
        where = "one core" if threads == 1 else f"{threads} cores"
        budget = 150_000 if count == 1024 and threads == 1 else None
        yield Figure(f"vector env, {count:,} battles, {where}", best, "decisions/s", budget)


def play_vector(env: RulebookVectorEnv, steps: int, seed: int) -> float:
    """Decisions a second with random legal actions, their choice not counted."""
    agent = RandomAgent()
    _, infos = env.reset(seed=seed)
    spent = 0.0
    for _ in range(steps):
        masks: Masks = infos["action_mask"].astype(np.bool_)
        actions = agent.act({}, masks)
        started = time.perf_counter()
        _, _, _, _, infos = env.step(actions)
        spent += time.perf_counter() - started
    return steps * env.num_envs / spent


# --- clones ---------------------------------------------------------------------------------------------------------


@entry_of_games
def copy_battles(battles: NDArray[Any], copies: NDArray[Any], count: int) -> int:
    """Copy the first battle `count` times, round and round into the copies; returns one of their numbers."""
    for i in range(count):
        copies[i % len(copies)] = battles[0]
    return int(copies[0].turn)


def measure_clones(match: Match, scenario: str, tables: str | None, runs: int) -> Iterator[Figure]:
    """A battle copied from Python, inside the engine, and with its environment."""
    env = RulebookEnv(game=match.game.name, scenario=scenario, tables=tables)
    env.reset(seed=0)
    battles = new_records(match.game.record, 1)
    battles[0] = env.battle
    battles = plain(battles)
    copies = np.zeros(64, battles.dtype)
    source, target = battles.view(np.uint8), np.zeros_like(battles).view(np.uint8)

    def from_python() -> None:
        for _ in range(CLONES):
            target[:] = source

    def whole_env() -> None:
        for _ in range(CLONES // 20):
            env.clone("same")

    copy_battles(battles, copies, 1)
    seconds = best_time(from_python, runs) / CLONES
    yield Figure("clone of a battle (its bytes), from Python", seconds * 1e6, "µs", 5)
    inside = best_time(lambda: copy_battles(battles, copies, CLONES), runs) / CLONES
    yield Figure("clone of a battle, inside the engine", inside * 1e6, "µs", 0.5)
    whole = best_time(whole_env, runs) / (CLONES // 20)
    yield Figure("clone of an environment with its buffers", whole * 1e6, "µs")
    env.close()


def best_time(work: Callable[[], Any], runs: int) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)
