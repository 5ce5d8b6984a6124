"""The scores of a benchmark's agents, with a bootstrap that draws the same battles for all of them.

A draw takes the seeds of each scenario anew, with replacement, within groups of seeds that the same agents played, so
that every agent keeps its number of battles and agents are compared on the same battles in every draw. Intervals say
how much the figures depend on which battles were played; they do not say how other scenarios or another training of
the same agent would come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.statistics import Floats, chance_better, draw_counts, percentile_interval
from brimstone_env.core.errors import InputError

DRAWS = 5000
BOOTSTRAP_SEED = 20260
LEAST_BATTLES = 2  # of an agent in each scenario; with fewer there is nothing to draw, so no interval
LEAST_SPAN = 0.1  # of mean scores between random and reference (5 points of win rate); below, both coincide

ALL = "all"  # all scenarios, in place of a split


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval; the interval is NaN where too few battles were played for one."""

    value: float
    low: float
    high: float


def estimate(value: Any, draws: Any, known: bool = True) -> Estimate:
    """A figure with the percentile interval of its draws.

    Args:
        value: the figure.
        draws: (draws,) the figure in each draw of the bootstrap.
        known: whether enough was played for an interval.
    """
    low, high = percentile_interval(draws) if known else (np.nan, np.nan)
    return Estimate(float(value), float(low), float(high))


@dataclass(frozen=True)
class Scores:
    """Who scored what where. A is the number of agents, S of scenarios, D of draws.

    Attributes:
        agents: specs, in the order of the tables.
        scenarios: names, in the order of the tables.
        splits: the split of each scenario.
        battles: (A, S) battles played, 0 where an agent does not play.
        wins: (A, S) battles won.
        means: (A, S) mean scores, -1..1, NaN where no battle was played.
        drawn: (D, A, S) mean scores in each draw.
        better: (S, A, A) how likely the first agent ends a battle with a better score than the second.
        better_drawn: (D, S, A, A) the same in each draw.
    """

    agents: tuple[str, ...]
    scenarios: tuple[str, ...]
    splits: tuple[str, ...]
    battles: NDArray[np.int64]
    wins: NDArray[np.int64]
    means: Floats
    drawn: Floats
    better: Floats
    better_drawn: NDArray[np.float32]

    def of_split(self, split: str) -> NDArray[np.bool_]:
        """(S,) which scenarios are of a split, or `ALL`."""
        chosen: NDArray[np.bool_] = np.array([split in (ALL, own) for own in self.splits], np.bool_)
        return chosen

    def has_interval(self, agent: int, scenarios: NDArray[np.bool_]) -> bool:
        """Whether an agent played enough battles in each of the scenarios, (S,) bool, for an interval."""
        return bool((self.battles[agent, scenarios] >= LEAST_BATTLES).all())

    def improvement(self, one: int, other: int, within: NDArray[np.bool_] | None = None) -> tuple[Estimate, int]:
        """How likely one agent does better than another in a battle of a scenario drawn at random, ties half.

        Args:
            one: row of the first agent.
            other: row of the second.
            within: (S,) bool, the scenarios wanted; None: all.

        Returns:
            The probability of improvement over the scenarios that both play, and how many these are.
        """
        both = (self.battles[one] > 0) & (self.battles[other] > 0) & (self.of_split(ALL) if within is None else within)
        if not both.any():
            return Estimate(np.nan, np.nan, np.nan), 0
        known = self.has_interval(one, both) and self.has_interval(other, both)
        draws = self.better_drawn[:, both, one, other].mean(axis=1)
        return estimate(self.better[both, one, other].mean(), draws, known), int(both.sum())


def score(
    rows: NDArray[Any],
    agents: Sequence[str],
    scenarios: Sequence[tuple[str, str]],
    draws: int = DRAWS,
    seed: int = BOOTSTRAP_SEED,
) -> Scores:
    """Sum up results.

    Args:
        rows: (n,) results of one of `results.ROWS`, each battle once.
        agents: specs of the agents, in the order wanted; those without a battle are left out.
        scenarios: name and split, in the order wanted; those without a battle are left out.
        draws: draws of the bootstrap.
        seed: of the bootstrap.

    Raises:
        InputError: if there is no battle.
    """
    agents = [agent for agent in agents if (rows["agent"] == agent).any()]
    scenarios = [(name, split) for name, split in scenarios if (rows["scenario"] == name).any()]
    rows = rows[np.isin(rows["agent"], agents) & np.isin(rows["scenario"], [name for name, _ in scenarios])]
    if not len(rows):
        raise InputError("the results hold no battle of the suite's agents in its scenarios")
    rng = np.random.default_rng(seed)
    columns = [_Column.of(rows[rows["scenario"] == name], agents, draws, rng) for name, _ in scenarios]
    return Scores(
        agents=tuple(agents),
        scenarios=tuple(name for name, _ in scenarios),
        splits=tuple(split for _, split in scenarios),
        battles=np.stack([column.battles for column in columns], axis=1),
        wins=np.stack([column.wins for column in columns], axis=1),
        means=np.stack([column.means for column in columns], axis=1),
        drawn=np.stack([column.drawn for column in columns], axis=2),
        better=np.stack([column.better for column in columns]),
        better_drawn=np.stack([column.better_drawn for column in columns], axis=1),
    )


@dataclass(frozen=True)
class _Column:
    """The scores of one scenario; see `Scores`."""

    battles: NDArray[np.int64]
    wins: NDArray[np.int64]
    means: Floats
    drawn: Floats
    better: Floats
    better_drawn: NDArray[np.float32]

    @classmethod
    def of(cls, rows: NDArray[Any], agents: Sequence[str], draws: int, rng: np.random.Generator) -> _Column:
        seeds = np.unique(rows["seed"])
        played = np.zeros((len(agents), len(seeds)), np.bool_)
        scores, won = np.zeros(played.shape), np.zeros(played.shape, np.int64)
        for i, agent in enumerate(agents):
            own = rows[rows["agent"] == agent]
            places = np.searchsorted(seeds, own["seed"])
            played[i, places], scores[i, places], won[i, places] = True, own["score"], own["won"]
        battles = played.sum(axis=1)
        enough = battles >= LEAST_BATTLES  # the others have no interval, and must not fix a battle for everybody
        groups = np.unique(played[enough].T, axis=0, return_inverse=True)[1].reshape(-1)
        counts = draw_counts(groups, draws, rng)
        # how often each agent (A) ends each seed's battle (n) with each score (V)
        ended = played[:, :, None] & (scores[:, :, None] == np.unique(scores[played]))
        by_score = np.moveaxis(ended, 0, 1).reshape(len(seeds), -1).astype(np.float64)
        drawn = (counts @ by_score).reshape(draws, len(agents), -1)
        with np.errstate(invalid="ignore"):
            return cls(
                battles=battles,
                wins=won.sum(axis=1),
                means=scores.sum(axis=1) / battles,
                drawn=(counts @ scores.T) / battles,
                better=chance_better(ended.sum(axis=1).astype(np.float64)),
                better_drawn=chance_better(drawn).astype(np.float32),
            )


@dataclass(frozen=True)
class Normalised:
    """Scores in units between the random agent's (0) and the reference's (1), scenario by scenario.

    Attributes:
        scores: what is normalised.
        random: row of the agent whose score is 0.
        reference: row of the agent whose score is 1.
        span: (S,) by how much the reference scores better than random.
        kept: (S,) bool, whether that is `LEAST_SPAN` at least. Where both coincide there is nothing to measure with,
            and the scenario is left out of normalised figures.
        values: (A, S) normalised scores; they mean nothing in scenarios left out.
        drawn: (D, A, S) the same in each draw, the span drawn too.
    """

    scores: Scores
    random: int
    reference: int
    span: Floats
    kept: NDArray[np.bool_]
    values: Floats
    drawn: Floats

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The scenarios in which random and reference coincide."""
        return tuple(name for name, kept in zip(self.scores.scenarios, self.kept, strict=True) if not kept)

    def scenarios_of(self, agent: int, split: str = ALL) -> NDArray[np.bool_]:
        """(S,) the scenarios of a split that count for an agent: kept, and played by it."""
        chosen: NDArray[np.bool_] = self.kept & self.scores.of_split(split) & (self.scores.battles[agent] > 0)
        return chosen

    def is_whole(self, agent: int, split: str = ALL) -> bool:
        """Whether an agent played every scenario of a split that is not left out, and there is one."""
        wanted = self.kept & self.scores.of_split(split)
        return bool(wanted.any() and (self.scores.battles[agent, wanted] > 0).all())

    def figure(self, agent: int, function: Any, scenarios: NDArray[np.bool_]) -> Estimate:
        """A figure of an agent over scenarios.

        Args:
            agent: its row.
            function: turns normalised scores (..., k) into figures (...).
            scenarios: (S,) bool, one at least.
        """
        known = self.scores.has_interval(agent, scenarios)
        draws = function(self.drawn[:, agent, scenarios])
        return estimate(function(self.values[agent, scenarios]), draws, known)


def normalise(scores: Scores, reference: str, zero: str = "random") -> Normalised | None:
    """Normalise scores.

    Args:
        scores: the scores.
        reference: spec of the agent whose score is 1.
        zero: spec of the agent whose score is 0.

    Returns:
        The normalised scores; None if one of the two agents did not play.
    """
    if reference not in scores.agents or zero not in scores.agents:
        return None
    low, high = scores.agents.index(zero), scores.agents.index(reference)
    span, spans = scores.means[high] - scores.means[low], scores.drawn[:, high] - scores.drawn[:, low]
    drawn = (scores.drawn - scores.drawn[:, low : low + 1]) / np.maximum(spans, LEAST_SPAN)[:, None, :]
    drawn[:, high] = 1.0  # in draws with a smaller span too
    return Normalised(
        scores=scores,
        random=low,
        reference=high,
        span=span,
        kept=span >= LEAST_SPAN,  # not where one of them did not play
        values=(scores.means - scores.means[low]) / np.maximum(span, LEAST_SPAN),
        drawn=drawn,
    )
