"""``brimstone benchmark``: the agents of a suite play its scenarios, and files say how they did.

Whatever is done is kept at once, a file a job, in the folder ``parts``; when all is done, or at an interrupt, the parts
are put together in one file of results. Another run into the same folder plays what is missing only.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.backends import run_tasks
from brimstone_agents.benchmark.contest import title_of
from brimstone_agents.benchmark.forecast import (
    Forecast,
    Length,
    Pace,
    forecast_jobs,
    format_forecast,
    jobs_to_measure,
    known_paces,
    measure,
)
from brimstone_agents.benchmark.jobs import Job, Part, make_jobs, play_job, read_part, write_part
from brimstone_agents.benchmark.leaderboard import write_leaderboard
from brimstone_agents.benchmark.progress import Progress
from brimstone_agents.benchmark.results import (
    RESULTS_NAME,
    TIMINGS_NAME,
    Timing,
    played_in,
    read_results,
    read_timings,
    row_for,
    sort_rows,
    write_results,
    write_timings,
)
from brimstone_agents.benchmark.suite import Suite, load_suite
from brimstone_agents.evaluate import make_folder
from brimstone_env.core.configs import FOLDERS, allowed_words
from brimstone_env.core.errors import InputError

RUNS = Path("runs")
PARTS_NAME = "parts"


@dataclass
class Store:
    """What has been played of a suite, and the folder that keeps it.

    Attributes:
        folder: where results, timings and parts lie.
        suite: the suite.
        batches: rows of one of `results.ROWS`; of two rows of the same battle the later one counts.
        timings: how long they took.
    """

    folder: Path
    suite: Suite
    batches: list[NDArray[Any]] = field(default_factory=list)
    timings: list[Timing] = field(default_factory=list)

    @classmethod
    def open(cls, folder: Path, suite: Suite, fresh: bool = False) -> Store:
        """Make the folder, or read what it holds.

        Args:
            folder: the folder.
            suite: whose results they are; rows of other scenarios or agents are an error.
            fresh: begin anew, whatever it holds.

        Raises:
            InputError: if it holds something else.
        """
        store = cls(make_folder(str(folder)), suite)
        make_folder(str(folder / PARTS_NAME))
        parts = sorted((folder / PARTS_NAME).glob("*.json"))
        if fresh:
            for path in (folder / RESULTS_NAME, folder / TIMINGS_NAME, *parts):
                path.unlink(missing_ok=True)
            return store
        if (folder / RESULTS_NAME).exists():
            store.batches.append(_of_suite(read_results(folder), suite, folder / RESULTS_NAME))
        if (folder / TIMINGS_NAME).exists():
            store.timings = read_timings(folder / TIMINGS_NAME)
        for path in parts:
            store._take(read_part(path))
        return store

    @property
    def rows(self) -> NDArray[Any]:
        """(n,) all rows of one of `results.ROWS`, sorted."""
        nothing = np.zeros(0, row_for(self.suite.game))
        self.batches = [sort_rows(np.concatenate([nothing, *self.batches]), self.suite)]
        return self.batches[0]

    def add(self, job: Job, part: Part) -> None:
        """Keep what a job gave."""
        write_part(self.folder / PARTS_NAME, job, part)
        self._take(part)

    def _take(self, part: Part) -> None:
        self.batches.append(part.rows)
        self.timings.append(part.timing)

    def left_of(self, jobs: Sequence[Job]) -> list[Job]:
        """The jobs that are not done."""
        done = done_battles(self.rows)
        return [job for job in jobs if not is_done(job, done)]

    def write(self) -> None:
        """Put everything into the file of results, sorted, and remove the parts."""
        write_results(self.folder / RESULTS_NAME, self.rows)
        write_timings(self.folder / TIMINGS_NAME, self.timings)
        shutil.rmtree(self.folder / PARTS_NAME, ignore_errors=True)


def done_battles(rows: NDArray[Any]) -> set[tuple[str, str, int, int]]:
    """What was played, by agent, scenario, battles of the job, and seed."""
    return set(rows[["agent", "scenario", "together", "seed"]].tolist())


def is_done(job: Job, done: Collection[tuple[str, str, int, int]]) -> bool:
    """Whether all battles of a job were played, in a job like it."""
    return all((job.agent, job.scenario, job.count, seed) in done for seed in job.seeds.tolist())


def _of_suite(rows: NDArray[Any], suite: Suite, path: Path) -> NDArray[Any]:
    """The rows, all of which must be of the suite."""
    others = rows[~played_in(rows, suite)]
    if len(others):
        agent, scenario = others[["agent", "scenario"]].tolist()[0]
        raise InputError(
            f"{path}: has battles of {agent!r} in {scenario!r}, which the suite "
            f"{suite.name!r} does not play; choose another folder with --out, or begin anew with --fresh"
        )
    return rows


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``."""
    suite = load_suite(args.suite)
    agents, scenarios = pick_agents(suite, args.agents), pick_scenarios(suite, args.scenarios)
    folder = Path(args.out) if args.out else RUNS / (f"{suite.name}-quick" if args.quick else suite.name)
    jobs = make_jobs(suite, args.quick, agents, scenarios)
    with only_run(make_folder(str(folder))) as own:
        store = Store.open(own, suite, args.fresh)
        play_jobs(store, jobs, args.jobs or len(os.sched_getaffinity(0)), args.ray)
    print(f"{len(store.rows):,} battles: {store.folder / RESULTS_NAME}")
    for path in write_leaderboard(store.folder, suite):
        print(path)
    return 0


@contextmanager
def only_run(folder: Path) -> Iterator[Path]:
    """The folder, while no other run writes to it.

    Raises:
        InputError: if another does.
    """
    place = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield folder
    except BlockingIOError as error:
        raise InputError(f"{folder}: another run is writing to it, allowed is one at a time") from error
    finally:
        os.close(place)


def pick_agents(suite: Suite, names: Sequence[str] | None) -> list[str]:
    """The specs of agents of the suite that are meant by their specs, names or titles.

    Raises:
        InputError: if one is not in the suite.
    """
    specs: dict[str, str] = {}
    for row in suite.agents:
        specs |= {row.title or row.agent: row.agent, title_of(row.agent): row.agent, row.agent: row.agent}
    return [_pick(name, specs, suite) for name in names or []]


def pick_scenarios(suite: Suite, names: Sequence[str] | None) -> list[str]:
    """The scenarios of the suite of these names.

    Raises:
        InputError: if one is not in the suite.
    """
    return [_pick(name, {row.name: row.name for row in suite.scenarios}, suite) for name in names or []]


def _pick(name: str, known: dict[str, str], suite: Suite) -> str:
    if name not in known:
        raise InputError(f"suite {suite.name!r} has no {name!r}: {allowed_words(name, known)}")
    return known[name]


def play_jobs(store: Store, jobs: Sequence[Job], processes: int, ray: str | None = None) -> None:
    """Play the jobs that the store does not hold, and keep what they give.

    Args:
        store: where results go; its files are whole when this returns or is interrupted.
        jobs: what to play.
        processes: how many at a time.
        ray: address of a Ray cluster, see `backends.run_tasks`.
    """
    left = store.left_of(jobs)
    if len(left) < len(jobs):
        print(f"{len(jobs) - len(left):,} of {len(jobs):,} jobs are done already in {store.folder}", file=sys.stderr)
    say_commits(store, jobs)
    try:
        if left:
            forecast = make_forecast(left, [*store.timings, *published_timings(store.suite)], processes)
            print(format_forecast(forecast, left), file=sys.stderr, flush=True)
            with Progress(forecast, len(left)) as progress:
                for place, part in run_tasks(play_job, left, processes, ray):
                    store.add(left[place], part)
                    progress.add(left[place])
    except KeyboardInterrupt:
        print(f"interrupted: what was played is kept in {store.folder}; the same command goes on", file=sys.stderr)
        raise
    finally:
        store.write()


def say_commits(store: Store, jobs: Sequence[Job]) -> None:
    """Say so if the store holds battles that were played by other sources than these jobs will be."""
    others = store.rows["commit"] != (jobs[0].commit if jobs else "")
    if others.any():
        commits = ", ".join(sorted(set(store.rows["commit"][others].tolist()))) or "no commit"
        print(
            f"{int(others.sum()):,} battles were played at {commits} and are kept; --fresh plays all of them again",
            file=sys.stderr,
        )


def make_forecast(jobs: Sequence[Job], timings: Sequence[Timing], processes: int) -> Forecast:
    """Measure what is not known of the agents' speed, and forecast the jobs."""
    print("measuring, for the forecast (the first time on a machine the rules are compiled)", file=sys.stderr)
    tasks: list[Job | str] = [*dict.fromkeys(job.scenario for job in jobs), *jobs_to_measure(jobs, timings)]
    measured = [result for _, result in run_tasks(measure, tasks, processes)]
    paces = [*known_paces(timings), *(item for item in measured if isinstance(item, Pace))]
    lengths = [item for item in measured if isinstance(item, Length)]
    return forecast_jobs(jobs, paces, lengths, timings, processes)


def published_timings(suite: Suite) -> list[Timing]:
    """The times of the run whose results come with the project, if it has one."""
    path = published_folder(suite.name) / TIMINGS_NAME
    return read_timings(path) if path.exists() else []


def published_folder(name: str) -> Path:
    """Where the published results of a suite lie: beside its file, in a folder of its name."""
    folders = [folder / "benchmark" / name for folder in FOLDERS]
    return next((folder for folder in folders if folder.is_dir()), folders[-1])
