import json
from math import comb
from pathlib import Path

import numpy as np
import pytest

from brimstone_agents.benchmark.statistics import (
    chance_better,
    draw_counts,
    iqm,
    optimality_gap,
    percentile_interval,
    performance_profile,
    sign_test,
)

RLIABLE = json.loads(Path(__file__).with_name("rliable.json").read_text())
SAMPLING = 0.006  # by how much intervals of two bootstraps of these sizes may differ
DRAWS = 10_000


def counts_of(*samples):
    values = np.unique(np.concatenate(samples))
    return np.stack([(sample[:, None] == values).sum(axis=0) for sample in samples]).astype(np.float64)


def resample(scores, rng):
    """(DRAWS, runs, tasks): the runs of each task drawn anew."""
    runs, tasks = scores.shape
    return scores[rng.integers(0, runs, (DRAWS, runs, tasks)), np.arange(tasks)]


def task_means(scores, rng):
    """(DRAWS, tasks): means by the counts of our own bootstrap."""
    runs, tasks = scores.shape
    counts = [draw_counts(np.zeros(runs, np.int64), DRAWS, rng) for _ in range(tasks)]
    return np.stack([counts[task] @ scores[:, task] / runs for task in range(tasks)], axis=1)


def close_to(published, samples):
    low, high = percentile_interval(samples)
    return np.abs(np.array([low, high]) - np.array(published)).max() < SAMPLING


class TestSameAsRliable:
    x, y = np.array(RLIABLE["x"]), np.array(RLIABLE["y"])

    def test_over_all_scores(self):
        published = RLIABLE["all_scores"]
        flat = self.x.ravel()
        assert [iqm(flat), optimality_gap(flat)] == pytest.approx(published["point"], abs=1e-12)
        samples = resample(self.x, np.random.default_rng(1)).reshape(DRAWS, -1)
        assert close_to(published["interval"], np.stack([iqm(samples), optimality_gap(samples)], axis=1))

    def test_over_the_means_of_tasks(self):
        published = RLIABLE["task_means"]
        means = self.x.mean(axis=0)
        assert [iqm(means), optimality_gap(means)] == pytest.approx(published["point"], abs=1e-12)
        samples = task_means(self.x, np.random.default_rng(2))
        assert close_to(published["interval"], np.stack([iqm(samples), optimality_gap(samples)], axis=1))

    def test_performance_profile(self):
        profile = performance_profile(self.x.mean(axis=0), RLIABLE["taus"])
        assert profile == pytest.approx(RLIABLE["profile_of_means"], abs=1e-12)

    def test_probability_of_improvement(self):
        published = RLIABLE["improvement"]
        rng = np.random.default_rng(3)
        chances, samples = [], []
        for task in range(self.x.shape[1]):
            counts = counts_of(self.x[:, task], self.y[:, task])
            chances.append(chance_better(counts)[0, 1])
            values = np.unique(np.concatenate([self.x[:, task], self.y[:, task]]))
            drawn = [
                draw_counts(np.zeros(len(runs), np.int64), DRAWS, rng) @ (runs[:, None] == values).astype(np.float64)
                for runs in (self.x[:, task], self.y[:, task])
            ]
            samples.append(chance_better(np.stack(drawn, axis=1))[:, 0, 1])
        assert np.mean(chances) == pytest.approx(published["point"][0], abs=1e-12)
        assert close_to(published["interval"], np.mean(samples, axis=0)[:, None])


def test_iqm_leaves_out_a_quarter_at_each_end():
    assert iqm([100.0, 1.0, 2.0, -50.0]) == 1.5
    assert iqm([3.0]) == 3.0
    assert iqm([5.0, 1.0, 3.0]) == 3.0  # too few to leave any out
    assert iqm([[0, 1, 2, 9], [4, 4, 4, 4]]).tolist() == [1.5, 4.0]


def test_optimality_gap_clips_at_the_goal():
    assert optimality_gap([0.5, 1.5]) == 0.25
    assert optimality_gap([2.0, 3.0]) == 0.0


def test_chance_better_by_pairs():
    rng = np.random.default_rng(5)
    x, y = rng.integers(-2, 4, 17) / 2, rng.integers(-3, 3, 9) / 2
    by_pairs = np.mean([(a > b) + (a == b) / 2 for a in x for b in y])
    chances = chance_better(counts_of(x, y))
    assert chances[0, 1] == pytest.approx(by_pairs)
    assert chances[1, 0] == pytest.approx(1 - by_pairs)
    assert chances[0, 0] == 0.5


def test_chance_better_without_battles_is_unknown():
    chances = chance_better(np.array([[2.0, 1.0], [0.0, 0.0]]))
    assert np.isnan(chances[0, 1])
    assert chances[0, 0] == 0.5


def test_draws_stay_within_groups():
    groups = np.array([0, 0, 0, 1, 1, 2])
    counts = draw_counts(groups, 2000, np.random.default_rng(0))
    assert (counts[:, :3].sum(axis=1) == 3).all()
    assert (counts[:, 3:5].sum(axis=1) == 2).all()
    assert (counts[:, 5] == 1).all()
    assert counts[:, 0].mean() == pytest.approx(1, abs=0.1)
    assert counts[:, 0].var() == pytest.approx(2 / 3, abs=0.1)  # of a binomial, 3 draws with a chance of 1/3


def test_percentile_interval_holds_the_level():
    low, high = percentile_interval(np.arange(1001.0))
    assert (low, high) == pytest.approx((25.0, 975.0))
    assert percentile_interval(np.arange(101.0), level=0.5) == pytest.approx((25.0, 75.0))


def test_sign_test():
    assert sign_test(0, 0) == 1.0
    assert sign_test(3, 3) == 1.0
    assert sign_test(0, 6) == pytest.approx(2 / 64)
    assert sign_test(9, 2) == pytest.approx(2 * sum(comb(11, k) for k in range(3)) / 2**11)
