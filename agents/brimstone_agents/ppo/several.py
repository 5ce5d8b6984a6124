"""Training with several seeds side by side, in processes of this machine or as Ray tasks.

One run says nothing about another seed. Each seed is a run like any other, in a folder of its own; a run whose process
was killed goes on from its checkpoint. A seed's weights are the same wherever it is trained: each run computes on as
many threads as the settings say, one if they leave it open.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from brimstone_agents.benchmark.backends import run_tasks
from brimstone_agents.ppo.callbacks import BEST_NAME, LAST_NAME
from brimstone_agents.ppo.card import find_commit, library_versions
from brimstone_agents.ppo.checkpoint import CHECKPOINT_NAME
from brimstone_agents.ppo.model import write_atomically
from brimstone_agents.ppo.settings import Settings
from brimstone_env.core.errors import InputError

REPORT_NAME = "report.json"
LOG_NAME = "log.txt"
SUMMARY_NAME = "seeds.json"
KEPT = (REPORT_NAME, "report.md", LOG_NAME, BEST_NAME, "best.json", LAST_NAME, "last.json", CHECKPOINT_NAME)
LINE = "{:>12} {:>8} {:>22} {:>8}  {}"


@dataclass(frozen=True)
class SeedRun:
    """A training run of one seed.

    Attributes:
        name: the name of all runs together.
        settings: what to do, the seed included.
        folder: where it goes, absolute.
    """

    name: str
    settings: Settings
    folder: Path


@dataclass(frozen=True)
class SeedResult:
    """What a run gave.

    Attributes:
        weights: hash of the weights at the end.
        files: what the run's folder holds, by name: another machine than the one that asks may have trained.
    """

    weights: str
    files: dict[str, bytes]


def train_several(
    name: str, settings: Settings, folder: Path, count: int, resume: bool = False, **where: Any
) -> list[dict[str, Any]]:
    """Train with several seeds, and say how much they differ.

    Args:
        name: the name of all runs together.
        settings: what to do; its seed is the first one.
        folder: gets a folder for each seed, and a summary.
        count: how many seeds.
        resume: go on with runs that the folder holds.
        where: ``processes`` (runs at a time) and ``ray`` (see `backends.run_tasks`).

    Returns:
        One dict a seed, as the summary holds them: seed, weights (hash), and the final policy's row of the report.

    Raises:
        InputError: if the settings or the folder cannot be used.
    """
    runs = make_runs(name, settings, folder, count)
    if not resume:
        refuse_old_runs(runs)
    processes = where.get("processes") or default_processes(settings)
    print(f"{count} runs in {folder}, {processes} at a time; each writes {LOG_NAME} in its own folder", file=sys.stderr)
    rows: dict[int, dict[str, Any]] = {}
    for place, result in run_tasks(train_one, runs, processes, where.get("ray")):
        keep_files(runs[place], result)
        rows[place] = summarise_run(runs[place], result)
        print(f"seed {rows[place]['seed']}: won {rows[place]['win_rate']:.1%}", file=sys.stderr, flush=True)
    summary = [rows[place] for place in sorted(rows)]
    content = {"runs": summary, "libraries": library_versions(), "commit": find_commit()}
    write_atomically(folder / SUMMARY_NAME, (json.dumps(content, indent=2) + "\n").encode())
    return summary


def make_runs(name: str, settings: Settings, folder: Path, count: int) -> list[SeedRun]:
    """The runs of ``count`` seeds from the settings' one on."""
    seeds = range(settings.seed, settings.seed + count)
    threads = settings.threads or 1
    return [
        SeedRun(name, replace(settings, seed=seed, threads=threads), folder.absolute() / f"seed-{seed}")
        for seed in seeds
    ]


def default_processes(settings: Settings) -> int:
    """As many runs at a time as have cores for their threads."""
    return max(1, len(os.sched_getaffinity(0)) // (settings.threads or 1))


def refuse_old_runs(runs: Sequence[SeedRun]) -> None:
    """Make sure that no run would go on with an old one.

    Raises:
        InputError: if a folder holds one.
    """
    for run in runs:
        if any((run.folder / name).exists() for name in (CHECKPOINT_NAME, BEST_NAME, REPORT_NAME)):
            raise InputError(
                f"{run.folder}: already holds a run; go on with --resume, or choose another folder with --run"
            )


def train_one(run: SeedRun) -> SeedResult:
    """Train one seed, from its checkpoint if there is one; its output goes to a file."""
    from brimstone_agents.ppo.train import train

    run.folder.mkdir(parents=True, exist_ok=True)
    resume = (run.folder / CHECKPOINT_NAME).exists()
    if not resume:  # killed before its first checkpoint
        for name in (BEST_NAME, LAST_NAME):
            (run.folder / name).unlink(missing_ok=True)
    with (
        (run.folder / LOG_NAME).open("a", encoding="utf-8") as log,
        contextlib.redirect_stdout(log),
        contextlib.redirect_stderr(log),
    ):
        weights = train(f"{run.name}, seed {run.settings.seed}", run.settings, run.folder, resume)
    return SeedResult(weights, {name: (run.folder / name).read_bytes() for name in KEPT})


def keep_files(run: SeedRun, result: SeedResult) -> None:
    """Write a run's files, where another machine trained it."""
    for name, data in result.files.items():
        path = run.folder / name
        if not path.exists() or path.read_bytes() != data:
            write_atomically(path, data)


def summarise_run(run: SeedRun, result: SeedResult) -> dict[str, Any]:
    """The final policy's row of a run's report, with the seed and the hash of its weights."""
    rows = json.loads(result.files[REPORT_NAME])["agents"]
    own = next(row for row in rows if row["agent"] == "ppo")
    return {"seed": run.settings.seed, "weights": result.weights, **own}


def format_summary(rows: Sequence[dict[str, Any]]) -> str:
    """A line a seed, and how far apart they are."""
    lines = [LINE.format("seed", "wins", "95 % interval", "n", "weights")]
    for row in rows:
        interval = f"{row['win_low']:.1%} to {row['win_high']:.1%}"
        lines.append(LINE.format(row["seed"], f"{row['win_rate']:.1%}", interval, row["battles"], row["weights"][:12]))
    rates = [row["win_rate"] for row in rows]
    spread = f"{min(rates):.1%} to {max(rates):.1%}"
    lines.append(LINE.format("all", f"{fmean(rates):.1%}", spread, len(rows), "mean, lowest and highest, seeds"))
    return "\n".join(lines)


def run(args: argparse.Namespace, name: str, settings: Settings, folder: Path) -> None:
    """The part of the subcommand that trains several seeds: ``args`` as in ``cli``."""
    rows = train_several(name, settings, folder, args.seeds, args.resume, processes=args.jobs, ray=args.ray)
    print(format_summary(rows))
