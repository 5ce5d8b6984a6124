"""Comparisons of agents by the battles that both played, and search agents by their budgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.scores import LEAST_BATTLES, Estimate, Scores
from brimstone_agents.benchmark.statistics import sign_test
from brimstone_agents.intervals import mean_interval
from brimstone_agents.roster import parse_spec
from brimstone_env.core.errors import InputError

BUDGET = "simulations"  # the argument of search agents that says how much they search


@dataclass(frozen=True)
class Pairing:
    """Two agents on the same episode seeds.

    Attributes:
        scenarios: scenarios that both play.
        pairs: battles that both played, in all scenarios together.
        better: of them, those in which the first agent's score was higher.
        worse: those in which the second agent's was.
        difference: mean of (mean score of the first less the second, -2..2) over the scenarios, with the normal
            interval of independent scenarios.
        p_value: exact two-sided sign test of better against worse.
    """

    scenarios: int
    pairs: int
    better: int
    worse: int
    difference: Estimate
    p_value: float


Battles = Mapping[tuple[str, str], tuple[NDArray[np.int64], NDArray[np.float64]]]  # (agent, scenario): seeds, scores


def battles_of(rows: NDArray[Any], scores: Scores) -> Battles:
    """The seeds, rising, and scores of each agent's battles in each scenario that it plays.

    Args:
        rows: (n,) results of one of `results.ROWS`.
        scores: whose agents and scenarios they are.
    """
    found = {}
    for scenario in scores.scenarios:
        there = rows[rows["scenario"] == scenario]
        for agent in scores.agents:
            own = np.sort(there[there["agent"] == agent][["seed", "score"]], order="seed")
            if len(own):
                found[agent, scenario] = (own["seed"], own["score"])
    return found


def pair(battles: Battles, one: str, other: str, scenarios: Sequence[str]) -> Pairing:
    """Compare two agents on the seeds that both played.

    Args:
        battles: see `battles_of`.
        one: spec of the first agent.
        other: spec of the second.
        scenarios: where.
    """
    gains = [
        _gains(battles[one, name], battles[other, name])
        for name in scenarios
        if (one, name) in battles and (other, name) in battles
    ]
    gains = [gain for gain in gains if len(gain)]
    together = np.concatenate([np.zeros(0), *gains])
    better, worse = int((together > 0).sum()), int((together < 0).sum())
    return Pairing(len(gains), len(together), better, worse, mean_gain(gains), sign_test(better, worse))


def _gains(
    one: tuple[NDArray[np.int64], NDArray[np.float64]], other: tuple[NDArray[np.int64], NDArray[np.float64]]
) -> NDArray[np.float64]:
    _, ours, theirs = np.intersect1d(one[0], other[0], assume_unique=True, return_indices=True)
    gains: NDArray[np.float64] = one[1][ours] - other[1][theirs]
    return gains


def mean_gain(gains: Sequence[NDArray[np.float64]]) -> Estimate:
    """The mean over scenarios of the mean gain in each, with its normal 95 % interval.

    Args:
        gains: the gains in each scenario; the interval is NaN if one has fewer than `LEAST_BATTLES`.
    """
    if not gains:
        return Estimate(np.nan, np.nan, np.nan)
    mean = float(np.mean([gain.mean() for gain in gains]))
    if min(map(len, gains)) < LEAST_BATTLES:
        return Estimate(mean, np.nan, np.nan)
    deviation = float(np.sqrt(sum(gain.var(ddof=1) / len(gain) for gain in gains))) / len(gains)
    return Estimate(mean, *mean_interval(mean, deviation, 1))


@dataclass(frozen=True)
class Budgets:
    """Agents that differ in how much they search, and in nothing else.

    Attributes:
        name: what they have in common.
        agents: their specs, by rising budget.
        budgets: their budgets.
    """

    name: str
    agents: tuple[str, ...]
    budgets: tuple[int, ...]


def find_budgets(agents: Sequence[str]) -> list[Budgets]:
    """The groups of two or more agents that differ in their budget only.

    Args:
        agents: specs.
    """
    groups: dict[str, list[tuple[int, str]]] = {}
    for agent in agents:
        try:
            spec = parse_spec(agent)
        except InputError:  # what it names is not installed here
            continue
        if spec.given.get(BUDGET, "").isdigit():
            others = [f"{key}={value}" for key, value in spec.given.items() if key != BUDGET]
            groups.setdefault(" ".join([spec.target, *others]), []).append((int(spec.given[BUDGET]), agent))
    return [
        Budgets(name, tuple(agent for _, agent in sorted(found)), tuple(budget for budget, _ in sorted(found)))
        for name, found in groups.items()
        if len(found) > 1
    ]
