"""Tools of hand-made odds: dice as lists of chances, and sums of dice. They know nothing of the engine."""

from __future__ import annotations

from fractions import Fraction
from math import comb

Chances = list[Fraction]  # by value, from 0
HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


def binomial(count: int, chance: Fraction) -> Chances:
    """Successes among ``count`` dice."""
    return [comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)]


def add(one: Chances, other: Chances) -> Chances:
    """The sum of two independent numbers."""
    total = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, chance in enumerate(one):
        for k, more in enumerate(other):
            total[i + k] += chance * more
    return total


def repeat(one: Chances, count: int) -> Chances:
    """The sum of ``count`` independent numbers."""
    total = [Fraction(1)]
    for _ in range(count):
        total = add(total, one)
    return total


def keep_each(one: Chances, chance: Fraction) -> Chances:
    """How many are left of a number of hits, each of which stays with a chance."""
    total = [Fraction(0)] * len(one)
    for hits, odds in enumerate(one):
        for left, share in enumerate(binomial(hits, chance)):
            total[left] += odds * share
    return total


def at_least(one: Chances, least: int) -> Fraction:
    """The chance of ``least`` or more."""
    return sum(one[least:], Fraction(0))


def mix(parts: list[tuple[Fraction, Chances]]) -> Chances:
    """One of several numbers, each with its chance."""
    total = [Fraction(0)] * max(len(part) for _, part in parts)
    for chance, part in parts:
        for value, share in enumerate(part):
            total[value] += chance * share
    return total
