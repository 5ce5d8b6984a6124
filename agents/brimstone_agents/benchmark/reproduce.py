"""``brimstone reproduce``: plays a row of the leaderboard again, and says whether it comes out as published."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.backends import run_tasks
from brimstone_agents.benchmark.contest import title_of
from brimstone_agents.benchmark.forecast import format_forecast
from brimstone_agents.benchmark.jobs import Job, make_jobs, play_job
from brimstone_agents.benchmark.progress import Progress
from brimstone_agents.benchmark.results import played_names, read_results, sort_rows
from brimstone_agents.benchmark.run import (
    done_battles,
    is_done,
    make_forecast,
    pick_agents,
    pick_scenarios,
    published_folder,
    published_timings,
)
from brimstone_agents.benchmark.suite import Suite, load_suite
from brimstone_agents.intervals import mean_interval
from brimstone_env.core.errors import InputError

LINE = "{:24} {:>7} {:>9} {:>9} {:>7}"


@dataclass(frozen=True)
class Verdict:
    """How battles came out that were played again.

    Attributes:
        battles: how many.
        equal: how many came out the same in every published number.
        difference: mean score of the new battles less that of the published ones.
        low: lower end of its 95 % interval (normal, of differences by battle).
        high: upper end.
        same_code: whether commit and versions are those of the published battles, and no source differs from them.
    """

    battles: int
    equal: int
    difference: float
    low: float
    high: float
    same_code: bool

    @property
    def holds(self) -> bool:
        """Whether the published numbers stand: equal, or, of other code, no further off than chance goes."""
        return self.equal == self.battles or (not self.same_code and self.low <= 0 <= self.high)

    def describe(self) -> str:
        """The verdict as a sentence."""
        if self.equal == self.battles:
            return f"reproduced: all {self.battles:,} battles are equal, bit for bit"
        found = f"{self.battles - self.equal:,} of {self.battles:,} battles differ"
        if self.same_code:
            return f"NOT reproduced: {found}, though commit and versions are the same"
        change = f"the mean score changed by {self.difference:+.3f} (95 % interval {self.low:+.3f} to {self.high:+.3f})"
        if self.holds:
            return f"reproduced within the interval: {found}, as commit or versions do; {change}"
        return f"NOT reproduced: {found}; commit or versions differ; {change}"


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``. Status 1 if the row does not come out as published."""
    suite = load_suite(args.suite)
    path = Path(args.results) if args.results else published_folder(suite.name)
    published = read_results(path)
    (agent,) = pick_agents(suite, [args.agent])
    jobs = pick_jobs(suite, published, agent, args.scenario, args.battles, path)
    played = play_again(jobs, suite, args.jobs or len(os.sched_getaffinity(0)), args.ray)
    before = rows_of(published, played)
    print(format_scenarios(before, played))
    verdict = compare(before, played)
    print(f"{title_of(agent)}: {verdict.describe()}")
    return 0 if verdict.holds else 1


def pick_jobs(
    suite: Suite, published: NDArray[Any], agent: str, scenario: str | None, battles: int | None, source: Path
) -> list[Job]:
    """The jobs that published battles of an agent were played in.

    Args:
        suite: the suite.
        published: (n,) of one of `results.ROWS`.
        agent: spec of the agent.
        scenario: only this scenario, None for all.
        battles: at most so many battles of each scenario (but whole jobs), None for all.
        source: where the published battles lie, for messages.

    Raises:
        InputError: if there are none.
    """
    scenarios = pick_scenarios(suite, [scenario] if scenario else None)
    done = done_battles(published)
    jobs = [job for job in make_jobs(suite, False, [agent], scenarios) if is_done(job, done)]
    if not jobs:
        raise InputError(f"{source}: has no battles of {agent!r}{f' in {scenario!r}' if scenario else ''}")
    kept: list[Job] = []
    for _, same in groupby(jobs, key=lambda job: job.scenario):
        kept += cut_jobs(list(same), battles)
    return kept


def cut_jobs(jobs: Sequence[Job], battles: int | None) -> Sequence[Job]:
    """As many of the first jobs as have that many battles together, one at least."""
    if battles is None:
        return jobs
    return jobs[: max(1, battles // jobs[0].count)]


def play_again(jobs: Sequence[Job], suite: Suite, processes: int, ray: str | None = None) -> NDArray[Any]:
    """Play jobs; the rows of all, sorted."""
    forecast = make_forecast(jobs, published_timings(suite), processes)
    print(format_forecast(forecast, jobs), file=sys.stderr, flush=True)
    batches = []
    with Progress(forecast, len(jobs)) as progress:
        for place, part in run_tasks(play_job, jobs, processes, ray):
            batches.append(part.rows)
            progress.add(jobs[place])
    return sort_rows(np.concatenate(batches), suite)


def rows_of(published: NDArray[Any], played: NDArray[Any]) -> NDArray[Any]:
    """The published rows of the battles that were played again, in the same order."""
    keys = ["scenario", "agent", "seed"]
    places = {key: i for i, key in enumerate(published[keys].tolist())}
    return published[[places[key] for key in played[keys].tolist()]]


def compare(before: NDArray[Any], after: NDArray[Any]) -> Verdict:
    """Compare battles with the same ones played again.

    Args:
        before: (n,) published rows of one of `results.ROWS`, n at least 1.
        after: (n,) rows of the same battles, in the same order.
    """
    count = len(before)
    changes = after["score"] - before["score"]
    mean, deviation = float(changes.mean()), float(changes.std(ddof=1)) if count > 1 else 0.0
    low, high = mean_interval(mean, deviation, count)
    stamps = set(before[["commit", "versions"]].tolist()) | set(after[["commit", "versions"]].tolist())
    same_code = len(stamps) == 1 and not any(commit.endswith("-dirty") or not commit for commit, _ in stamps)
    return Verdict(count, int(equal_battles(before, after).sum()), mean, low, high, same_code)


def equal_battles(before: NDArray[Any], after: NDArray[Any]) -> NDArray[np.bool_]:
    """(n,) whether a battle came out the same in every number."""
    equal: NDArray[np.bool_] = np.logical_and.reduce([before[name] == after[name] for name in played_names(before)])
    return equal


def format_scenarios(before: NDArray[Any], after: NDArray[Any]) -> str:
    """A line a scenario: how many battles were won as published and again, and how many came out the same."""
    equal = equal_battles(before, after)
    lines = [LINE.format("scenario", "battles", "published", "again", "equal")]
    for name in dict.fromkeys(before["scenario"].tolist()):
        own = before["scenario"] == name
        wins = [f"{rows['won'][own].mean():.1%}" for rows in (before, after)]
        lines.append(LINE.format(name, int(own.sum()), *wins, int(equal[own].sum())))
    return "\n".join(lines)
