"""Wilson's interval against published values and its own definition."""

from math import sqrt

import pytest

from brimstone_agents.intervals import Z_95, mean_interval, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson__published_values(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("successes", "trials"), [(3, 10), (50, 100), (999, 1000)])
def test_wilson__ends_are_where_the_score_test_just_rejects(successes, trials):
    rate = successes / trials
    for end in wilson(successes, trials):
        assert abs(rate - end) / sqrt(end * (1 - end) / trials) == pytest.approx(Z_95)


def test_wilson__stays_within_zero_and_one():
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_mean_interval__narrows_with_the_root_of_n():
    low, high = mean_interval(2.0, 1.0, 100)
    assert (low, high) == pytest.approx((2 - 0.196, 2 + 0.196), abs=1e-4)
