"""Power rolls: the tiers of all hundred rolls, edges and banes in every mixture, totals that are compared."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from brimstone_env.rounds.power import net_edges, opposed_total, tier_of

ROLLS = [one + other for one, other in product(range(1, 11), repeat=2)]


def tiers(bonus: int, edges: int = 0, banes: int = 0) -> tuple[int, int, int]:
    """How many of the hundred rolls come to each tier."""
    counts = Counter(tier_of(natural, bonus, edges, banes) for natural in ROLLS)
    return counts[1], counts[2], counts[3]


@pytest.mark.parametrize(
    ("edges", "banes", "expected"),
    [
        (0, 0, (36, 43, 21)),  # natural rolls of 9, 10 to 14, 15
        (1, 0, (21, 43, 36)),  # 7, 8 to 12, 13
        (0, 1, (55, 35, 10)),  # 11, 12 to 16, 17
        (2, 0, (0, 36, 64)),
        (0, 2, (79, 18, 3)),  # natural rolls of 19 and 20 stay in the third tier
        (3, 1, (21, 43, 36)),
        (1, 3, (55, 35, 10)),
        (2, 2, (36, 43, 21)),
        (5, 2, (36, 43, 21)),
    ],
)
def test_tiers__with_a_bonus_of_two(edges: int, banes: int, expected: tuple[int, int, int]) -> None:
    assert tiers(2, edges, banes) == expected


def test_tiers__a_natural_19_or_20_is_the_third_whatever_comes_off() -> None:
    assert tiers(-20, 0, 2) == (97, 0, 3)


@pytest.mark.parametrize(("edges", "banes"), list(product(range(5), repeat=2)))
def test_net_edges__each_kind_counts_as_two_at_most(edges: int, banes: int) -> None:
    kinds = {0: 0, 1: 1, 2: 2, 3: 2, 4: 2}
    assert net_edges(edges, banes) == kinds[edges] - kinds[banes]


@pytest.mark.parametrize(("edges", "banes", "total"), [(0, 0, 12), (1, 0, 14), (2, 0, 16), (0, 1, 10), (0, 3, 8)])
def test_opposed_total__double_edges_and_banes_count_four(edges: int, banes: int, total: int) -> None:
    assert opposed_total(10, 2, edges, banes) == total
