"""Weights of `expected_score`, by feature. Provisional."""

WEIGHTS = (-1.0, 1.5, 1.0, 1.0, 0.5, 0.3, 0.3, 0.5, 0.0, 0.0, 0.0)
LATER = (0.0, 1.0)
