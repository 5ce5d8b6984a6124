"""Confidence intervals of the tables."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054  # standard normal quantile of a two-sided 95 % interval


def wilson(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval of a proportion.

    Args:
        successes: how often it happened, 0..trials.
        trials: independent trials; none gives the interval (0, 1), which says nothing.
        z: standard normal quantile of the level wanted.

    Returns:
        Lower and upper end, within 0..1.
    """
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    spread = z * z / trials
    middle = rate + spread / 2
    half = z * sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def mean_interval(mean: float, deviation: float, trials: int, z: float = Z_95) -> tuple[float, float]:
    """The normal interval of a mean.

    Args:
        mean: the sample's mean.
        deviation: its standard deviation (with n - 1).
        trials: its size, 1 or more.
        z: standard normal quantile of the level wanted.
    """
    half = z * deviation / sqrt(trials)
    return mean - half, mean + half
