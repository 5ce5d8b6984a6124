"""The figures of a comparison over several scenarios, and their bootstrap.

The aggregate figures are those of Agarwal et al., *Deep Reinforcement Learning at the Edge of the Statistical
Precipice* (2021), as their library rliable computes them: interquartile mean, optimality gap, performance profile and
probability of improvement, with percentile intervals of a stratified bootstrap. rliable itself is not used: the arch
that it asks for does not start with pandas 3, and its resampling heeds no seed. A test compares the numbers.

All functions take arrays with any number of leading axes (the draws of the bootstrap, the agents) and work on the last.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

TRIMMED = 0.25  # share of the scores that the interquartile mean leaves out at each end
LEVEL = 0.95  # of all intervals


def iqm(scores: ArrayLike) -> Floats:
    """The interquartile mean: the mean of the middle half.

    Args:
        scores: (..., n) scores, n of 1 or more; a quarter of them, rounded down, is left out at each end.

    Returns:
        (...) means.
    """
    ordered = np.sort(np.asarray(scores, np.float64), axis=-1)
    left_out = int(TRIMMED * ordered.shape[-1])
    middle: Floats = ordered[..., left_out : ordered.shape[-1] - left_out].mean(axis=-1)
    return middle


def optimality_gap(scores: ArrayLike, goal: float = 1.0) -> Floats:
    """By how much scores fall short of the goal on average; what is above it counts as reaching it.

    Args:
        scores: (..., n) normalised scores.
        goal: the score that is good enough.

    Returns:
        (...) gaps, 0 or more.
    """
    gap: Floats = goal - np.minimum(np.asarray(scores, np.float64), goal).mean(axis=-1)
    return gap


def performance_profile(scores: ArrayLike, levels: ArrayLike) -> Floats:
    """Which share of the scores lies above each level.

    Args:
        scores: (..., n) scores.
        levels: (k,) levels.

    Returns:
        (..., k) shares, 0..1.
    """
    above = np.asarray(scores, np.float64)[..., None, :] > np.asarray(levels, np.float64)[:, None]
    shares: Floats = above.mean(axis=-1)
    return shares


def chance_better(counts: NDArray[np.float64]) -> Floats:
    """How likely a battle of one agent ends with a better score than a battle of another; ties count half.

    Args:
        counts: (..., agents, values) how many battles of an agent ended with a score, the scores in rising order.

    Returns:
        (..., agents, agents) chances, first the better one; NaN where one of the two played no battle.
    """
    totals = counts.sum(axis=-1)
    beaten = np.cumsum(counts, axis=-1) - counts / 2  # battles with a lower score, and half of those with the same
    pairs = totals[..., :, None] * totals[..., None, :]
    with np.errstate(invalid="ignore"):
        chances: Floats = counts @ np.swapaxes(beaten, -1, -2) / pairs
    return chances


def draw_counts(groups: NDArray[np.int64], draws: int, rng: np.random.Generator) -> Floats:
    """How often each item comes in each draw of a bootstrap: items are drawn with replacement within their group.

    Args:
        groups: (n,) the group of each item.
        draws: how many draws.
        rng: what draws.

    Returns:
        (draws, n) counts; each draw's counts of a group sum to the group's size.
    """
    counts = np.zeros((draws, len(groups)))
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        counts[:, members] = rng.multinomial(len(members), np.full(len(members), 1 / len(members)), size=draws)
    return counts


def percentile_interval(samples: ArrayLike, level: float = LEVEL) -> tuple[Floats, Floats]:
    """The percentile interval of a bootstrap.

    Args:
        samples: (draws, ...) the figure in each draw.
        level: the interval's level.

    Returns:
        Lower and upper end, (...) each.
    """
    tail = (1 - level) / 2
    low, high = np.quantile(np.asarray(samples, np.float64), [tail, 1 - tail], axis=0)
    return low, high


def sign_test(better: int, worse: int) -> float:
    """The exact two-sided p-value of a paired comparison (McNemar's test), ties left out.

    Args:
        better: pairs in which the first one did better.
        worse: pairs in which the second one did.

    Returns:
        The chance of a difference as large as this or larger, if either were as likely to do better.
    """
    pairs = better + worse
    tail = sum(comb(pairs, k) for k in range(min(better, worse) + 1))
    return min(1.0, float(2 * tail / 2**pairs))
