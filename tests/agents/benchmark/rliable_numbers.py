"""Computes the numbers of rliable.json with rliable itself, which the project does not depend on.

In a virtual environment of its own: `pip install rliable==1.2.0 numpy==2.4.6`, then
`python tests/agents/benchmark/rliable_numbers.py` from the root of the repository.
"""

import json
from importlib import metadata
from pathlib import Path

import numpy as np
from rliable import library, metrics

FILE = Path(__file__).with_name("rliable.json")
TAUS = [-0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25]
REPS = 20_000


def make_scores(rng, runs, tasks, shift):
    """Scores on a coarse grid, so that ties come up, of tasks of different difficulty."""
    return np.round(rng.normal(np.linspace(0.1, 1.1, tasks) + shift, 0.4, (runs, tasks)), 1)


def interval(scores, function):
    np.random.seed(0)  # rliable draws from NumPy's global generator, whatever random_state says
    points, intervals = library.get_interval_estimates({"x": scores}, function, reps=REPS)
    return {"point": points["x"].tolist(), "interval": np.asarray(intervals["x"]).tolist()}


def aggregates(scores):
    return np.array([metrics.aggregate_iqm(scores), metrics.aggregate_optimality_gap(scores)])


def mean_aggregates(scores):
    means = scores.mean(axis=0, keepdims=True)
    return np.array([metrics.aggregate_iqm(means), metrics.aggregate_optimality_gap(means)])


def improvement(x, y):
    return np.array([metrics.probability_of_improvement(x, y)])


def main():
    rng = np.random.default_rng(12)
    x, y = make_scores(rng, 30, 10, 0.15), make_scores(rng, 20, 10, 0.0)
    profile, _ = library.create_performance_profile({"x": x}, TAUS, use_score_distribution=False, reps=2)
    found = {
        "made_by": f"rliable {metadata.version('rliable')}, numpy {np.__version__}, {REPS} bootstrap samples",
        "x": x.tolist(),
        "y": y.tolist(),
        "taus": TAUS,
        "all_scores": interval(x, aggregates),
        "task_means": interval(x, mean_aggregates),
        "profile_of_means": np.asarray(profile["x"]).tolist(),
        "improvement": interval([x, y], improvement),
    }
    FILE.write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
