"""How surprising counts are, given what is expected."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LEAST_EXPECTED = 5.0  # rarer cells are put together
MOST_SIGMAS = 5.0  # about 1 in 3,000,000


def surprise(counts: Sequence[float], weights: Sequence[float]) -> float:
    """How many standard deviations too large the chi-square sum of some counts is (Wilson and Hilferty 1931).

    Args:
        counts: how often each cell came.
        weights: their expected shares, in any unit.
    """
    seen, expected = np.asarray(counts, float), np.asarray(weights, float)
    expected = expected * seen.sum() / expected.sum()
    rare = expected < LEAST_EXPECTED
    if rare.any():
        seen = np.append(seen[~rare], seen[rare].sum())
        expected = np.append(expected[~rare], expected[rare].sum())
    freedom = len(seen) - 1
    if freedom < 1:
        return 0.0
    value = float(((seen - expected) ** 2 / expected).sum()) / freedom
    return (value ** (1 / 3) - (1 - 2 / (9 * freedom))) / float(np.sqrt(2 / (9 * freedom)))
