"""How far a benchmark is: a bar where standard error is a terminal, else a line every so often."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

from brimstone_agents.benchmark.forecast import Forecast, format_seconds
from brimstone_agents.benchmark.jobs import Job

LINE_EVERY = 30.0  # seconds between two lines
LEAST_SHARE = 0.02  # of the work, from which the rest is forecast by how long it took
BAR = "{desc} {percentage:3.0f}% |{bar}| {postfix}"


class Progress:
    """Says how far jobs are, on standard error; a context manager.

    Args:
        forecast: what the jobs take; the rest of the time is forecast anew from how long those took that are done.
        jobs: how many there are.
    """

    def __init__(self, forecast: Forecast, jobs: int) -> None:
        self._forecast = forecast
        self._jobs = jobs
        self._done = self._battles = 0
        self._work = 0.0  # forecast seconds of the jobs that are done
        self._started = self._said = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Progress:
        """Show the bar, where there is a terminal."""
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=max(1e-9, sum(self._forecast.seconds.values())), desc="benchmark", bar_format=BAR)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()

    def add(self, job: Job) -> None:
        """A job is done."""
        work = self._forecast.seconds[job.key]
        self._done += 1
        self._battles += job.count
        self._work += work
        if self._bar is not None:
            self._bar.set_postfix_str(self.describe(), refresh=False)
            self._bar.update(work)
        elif time.monotonic() - self._said >= LINE_EVERY or self._done == self._jobs:
            self._said = time.monotonic()
            print(self.describe(), file=sys.stderr, flush=True)

    def describe(self) -> str:
        """How far the jobs are, in a line."""
        return (
            f"{self._done:,} of {self._jobs:,} jobs, {self._battles:,} battles, "
            f"{format_seconds(time.monotonic() - self._started)}, about {format_seconds(self.seconds_left())} left"
        )

    def seconds_left(self) -> float:
        """How long the rest will take."""
        if self._done == self._jobs:
            return 0.0
        took = time.monotonic() - self._started
        share = self._work / max(1e-9, sum(self._forecast.seconds.values()))
        if share < LEAST_SHARE:
            return max(0.0, self._forecast.total - took)
        return took * (1 - share) / share
