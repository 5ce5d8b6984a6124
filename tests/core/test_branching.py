"""Enumerated dice: every branch once, weights that add up to 1, classes that agree with single dice."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from brimstone_env.core.branching import MOST_WEIGHT, PATH_LENGTH, branch_evenly, choices, fits, next_path, start_path
from brimstone_env.core.compiled import is_compiling
from brimstone_env.core.dice import Fault, Mode, Pool, Streams, new_dice, pick, reroll_marked, roll_die, roll_pool
from brimstone_env.core.records import new_records

pytestmark = pytest.mark.skipif(is_compiling(), reason="Python cannot call rule functions that are compiled")
KIND = 7


def outcomes(roll, counted=False):
    """What a function of (pool, streams, dice) answers on every path, with its chance."""
    table = new_dice()
    dice = table[0]
    dice.mode = Mode.ENUMERATE
    dice.counted[KIND] = counted
    found = Counter()
    start_path(dice)
    while True:
        pool, streams = new_records(Pool, 1)[0], new_records(Streams, 1)[0]
        found[roll(pool, streams, dice)] += Fraction(int(dice.numerator), int(dice.denominator))
        assert dice.fault == Fault.NONE
        assert not streams.state.any()
        if not next_path(dice):
            return found


def grades(count, sides, need, critical):
    def roll(pool, streams, dice):
        roll_pool(pool, streams, dice, 0, KIND, 0, count, sides, need, critical)
        assert not pool.marked.any()
        return tuple(pool.grades[:count].tolist())

    return roll


def grade_of(value, need, critical):
    return 2 if value >= critical else 1 if value >= need else 0


@pytest.mark.parametrize("sides", [2, 3, 6, 8])
def test_a_die__every_result_once(sides):
    found = outcomes(lambda pool, streams, dice: roll_die(streams, dice, 0, KIND, sides))
    assert found == {result: Fraction(1, sides) for result in range(1, sides + 1)}


def test_a_pick__of_one_is_no_branch():
    assert outcomes(lambda pool, streams, dice: pick(streams, dice, 0, KIND, 1)) == {0: 1}
    assert outcomes(lambda pool, streams, dice: pick(streams, dice, 0, KIND, 3)) == dict.fromkeys(
        range(3), Fraction(1, 3)
    )


@pytest.mark.parametrize(
    ("count", "sides", "need", "critical"),
    [
        (1, 6, 4, 6),
        (3, 6, 4, 6),
        (2, 8, 4, 6),
        (3, 6, 5, 5),
        (2, 6, 4, 99),
        (2, 6, 7, 6),
        (2, 6, 1, 99),
        (2, 6, 6, 4),
        (2, 6, 7, 99),
    ],
)
def test_a_pool__falls_by_grade_as_single_dice_do(count, sides, need, critical):
    expected = Counter()
    for values in product(range(1, sides + 1), repeat=count):
        expected[tuple(grade_of(value, need, critical) for value in values)] += Fraction(1, sides**count)
    assert outcomes(grades(count, sides, need, critical)) == expected
    counted = outcomes(grades(count, sides, need, critical), counted=True)
    by_count = Counter()
    for row, chance in expected.items():
        by_count[tuple(sorted(row))] += chance
    assert counted == by_count


def test_a_counted_pool__six_dice_are_28_branches():
    found = outcomes(grades(6, 6, 4, 6), counted=True)
    assert len(found) == 28
    assert found[(0, 0, 0, 1, 1, 2)] == Fraction(comb(6, 1) * comb(5, 2) * 1 * 2**2 * 3**3, 6**6)


def test_values__with_nothing_to_reach_every_die_counts():
    def roll(pool, streams, dice):
        roll_pool(pool, streams, dice, 0, KIND, 0, 2, 6, 0, 99)
        return tuple(pool.values[:2].tolist())

    found = outcomes(roll, counted=True)
    assert found == dict.fromkeys(product(range(1, 7), repeat=2), Fraction(1, 36))


@pytest.mark.parametrize("counted", [False, True])
def test_a_reroll__changes_the_marked_dice_only(counted):
    def roll(pool, streams, dice):
        roll_pool(pool, streams, dice, 0, KIND, 0, 2, 6, 4, 99)
        for die in range(2):
            pool.marked[die] = pool.grades[die] == 0
        reroll_marked(pool, streams, dice, 0)
        return int(pool.grades[:2].sum()), int(pool.rerolled[:2].sum())

    half = Fraction(1, 2)
    expected = Counter()
    for hits, ways in ((0, 1), (1, 2), (2, 1)):
        misses = 2 - hits
        for more in range(misses + 1):
            expected[(hits + more, misses)] += ways * half**2 * comb(misses, more) * half**misses
    assert outcomes(roll, counted) == expected


def test_a_path_too_long__is_the_tables_fault():
    dice = new_dice()[0]
    dice.mode = Mode.ENUMERATE
    start_path(dice)
    for _ in range(PATH_LENGTH):
        branch_evenly(dice, 2)
    assert dice.fault == Fault.TOO_LONG
    assert int(dice.denominator) <= MOST_WEIGHT


def test_powers_and_choices():
    assert fits(6, 23)
    assert not fits(8, 24)
    assert fits(1, 1000)
    assert [choices(24, k) for k in range(25)] == [comb(24, k) for k in range(25)]
    assert np.iinfo(np.int64).max > MOST_WEIGHT
