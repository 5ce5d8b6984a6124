"""Logistic regression: how the weights of expected scores are fitted, and how good the chances are that they give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

RIDGE = 1.0  # penalty of the squares of weights


def fit(features: Numbers, won: NDArray[np.bool_], offset: Numbers | float = 0.0, rounds: int = 30) -> Numbers:
    """Weights of a logistic regression, by Newton's method.

    Args:
        features: (n, k).
        won: (n,) what happened.
        offset: (n,) added to the logarithm of the odds.
        rounds: steps.

    Returns:
        (k,) weights.
    """
    weights = np.zeros(features.shape[1])
    for _ in range(rounds):
        chances = 1.0 / (1.0 + np.exp(-features @ weights - offset))
        slope = features.T @ (won - chances) - RIDGE * weights
        curve = (features * (chances * (1.0 - chances))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


@dataclass(frozen=True)
class Quality:
    """How good chances are.

    Attributes:
        count: positions.
        loss: mean logarithmic loss (nats).
        brier: mean squared difference of chance and outcome.
        base: the latter for the share of wins as everybody's chance.
    """

    count: int
    loss: float
    brier: float
    base: float

    def __str__(self) -> str:
        found = f"log loss {self.loss:.3f}, Brier {self.brier:.3f} (share of wins alone {self.base:.3f})"
        return f"n = {self.count:,}: {found}"


def quality(features: Numbers, won: NDArray[np.bool_], weights: Numbers) -> Quality:
    """How good the chances are that weights give to positions."""
    chances = np.clip(1.0 / (1.0 + np.exp(-features @ weights)), 1e-6, 1 - 1e-6)
    loss = -np.where(won, np.log(chances), np.log(1 - chances)).mean()
    return Quality(len(won), float(loss), float(((chances - won) ** 2).mean()), float(won.var()))
