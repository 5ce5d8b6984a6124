"""A contest: results of a suite with everything that is worked out from them once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.comparisons import Battles, battles_of
from brimstone_agents.benchmark.results import TIMINGS_NAME, Timing, played_in, read_results, read_timings, sort_rows
from brimstone_agents.benchmark.scores import ALL, DRAWS, Estimate, Normalised, Scores, normalise, score
from brimstone_agents.benchmark.statistics import iqm
from brimstone_agents.benchmark.suite import Suite
from brimstone_agents.intervals import wilson
from brimstone_agents.roster import agent_name
from brimstone_env.core.errors import InputError


@dataclass(frozen=True)
class Contest:
    """Results of a suite, and what follows from them.

    Attributes:
        suite: the suite.
        rows: (n,) results of one of `results.ROWS`, sorted.
        timings: how long the agents took; may be empty.
        scores: who scored what where.
        normalised: the scores between random and reference; None if one of these did not play.
    """

    suite: Suite
    rows: NDArray[Any]
    timings: tuple[Timing, ...]
    scores: Scores
    normalised: Normalised | None

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The agents' names in tables."""
        given = {row.agent: row.title for row in self.suite.agents}
        return tuple(given.get(agent) or title_of(agent) for agent in self.scores.agents)

    @cached_property
    def battles(self) -> Battles:
        """The battles by agent and scenario."""
        return battles_of(self.rows, self.scores)

    @cached_property
    def ranking(self) -> tuple[int, ...]:
        """The agents that played everything, the best one first: by interquartile mean, else by mean score."""
        return tuple(sorted(self._whole, key=lambda agent: -self.rank_by(agent)))

    @cached_property
    def partial(self) -> tuple[int, ...]:
        """The agents that played some of the scenarios only."""
        return tuple(agent for agent in range(len(self.scores.agents)) if agent not in self._whole)

    @cached_property
    def _whole(self) -> tuple[int, ...]:
        played = (self.scores.battles > 0).all(axis=1)
        return tuple(int(agent) for agent in np.flatnonzero(played))

    @property
    def has_normalised(self) -> bool:
        """Whether there is a scenario by which scores can be normalised."""
        return self.normalised is not None and bool(self.normalised.kept.any())

    def rank_by(self, agent: int) -> float:
        """What an agent is ranked by."""
        if self.has_normalised:
            return self.figure(agent, iqm).value
        return float(self.scores.means[agent].mean())

    def figure(self, agent: int, function: Callable[..., Any], split: str = ALL) -> Estimate:
        """A figure of an agent's normalised scores over a split, NaN if it did not play all of that.

        Args:
            agent: its row.
            function: turns scores (..., k) into figures (...).
            split: a split, or `ALL`.
        """
        if self.normalised is None or not self.normalised.is_whole(agent, split):
            return Estimate(np.nan, np.nan, np.nan)
        return self.normalised.figure(agent, function, self.normalised.scenarios_of(agent, split))

    def mean_score(self, agent: int, scenarios: NDArray[np.bool_]) -> Estimate:
        """An agent's mean normalised score over those of the scenarios, (S,) bool, that are not left out."""
        counted = scenarios & self.normalised.kept if self.normalised else np.zeros_like(scenarios)
        if self.normalised is None or not counted.any():
            return Estimate(np.nan, np.nan, np.nan)
        return self.normalised.figure(agent, lambda values: values.mean(axis=-1), counted)

    def normalised_score(self, agent: int, scenario: int) -> float:
        """An agent's normalised score in a scenario, NaN where there is none."""
        if self.normalised is None or not self.normalised.kept[scenario]:
            return float("nan")
        return float(self.normalised.values[agent, scenario])

    def win_rate(self, agent: int) -> Estimate:
        """The share of an agent's battles that it won, all scenarios together, with Wilson's interval."""
        wins, count = int(self.scores.wins[agent].sum()), int(self.scores.battles[agent].sum())
        return Estimate(wins / count, *wilson(wins, count))

    def battles_each(self, agent: int) -> str:
        """How many battles an agent played in each scenario, as text."""
        counts = self.scores.battles[agent][self.scores.battles[agent] > 0]
        least, most = int(counts.min()), int(counts.max())
        return f"{least}" if least == most else f"{least} to {most}"

    def rate(self, agent: int) -> float:
        """Decisions a second of an agent, the rules included; NaN if it was not timed."""
        own = [timing for timing in self.timings if timing.agent == self.scores.agents[agent]]
        seconds = sum(timing.seconds for timing in own)
        return sum(timing.decisions for timing in own) / seconds if seconds else float("nan")


def title_of(agent: str) -> str:
    """An agent's name in tables; its spec if what it names is not installed here."""
    try:
        return agent_name(agent)
    except InputError:
        return agent


def make_contest(rows: NDArray[Any], suite: Suite, timings: tuple[Timing, ...] = (), draws: int = DRAWS) -> Contest:
    """Work out a contest.

    Args:
        rows: (n,) results of one of `results.ROWS`.
        suite: whose they are; rows of other agents and scenarios are left out.
        timings: how long the agents took.
        draws: draws of the bootstrap.

    Raises:
        InputError: if there is no battle of the suite.
    """
    rows = sort_rows(rows[played_in(rows, suite)], suite)
    agents = [row.agent for row in suite.agents]
    scores = score(rows, agents, [(row.name, row.split) for row in suite.scenarios], draws)
    return Contest(suite, rows, timings, scores, normalise(scores, suite.reference))


def read_contest(path: Path, suite: Suite, draws: int = DRAWS) -> Contest:
    """Work out the contest of a file of results, or the folder that holds it; timings are read from beside it.

    Raises:
        InputError: if the results cannot be read, or hold no battle of the suite.
    """
    rows = read_results(path)
    timings = (path if path.is_dir() else path.parent) / TIMINGS_NAME
    try:
        return make_contest(rows, suite, tuple(read_timings(timings)) if timings.exists() else (), draws)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
