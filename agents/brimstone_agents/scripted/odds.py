"""Odds of single attacks, exact and remembered: how many wounds some dice do, and whether they kill."""

from __future__ import annotations

from functools import lru_cache

SIDES = 6


@lru_cache(maxsize=4096)
def hit_wounds(sides: int, defense: int, left: int) -> tuple[float, float]:
    """What one damage die does.

    Args:
        sides: sides of the damage die.
        defense: the enemy's Defense, 0 for a critical hit.
        left: wounds that it can still take.

    Returns:
        Expected wounds (no more than are left), and the chance that it kills.
    """
    wounds = [min(max(result - defense, 0), left) for result in range(1, sides + 1)]
    return sum(wounds) / sides, sum(1 for wound in wounds if wound >= left) / sides


@lru_cache(maxsize=65536)
def attack_odds(
    dice: int, sides: int, need: int, critical: int, defense: int, left: int, tough: bool
) -> tuple[float, float]:
    """What an attack on one enemy does if all its hits go there.

    Args:
        dice: to-hit dice.
        sides: sides of the to-hit and damage dice.
        need: least result that hits.
        critical: least result that is critical (it ignores Defense).
        defense: the enemy's Defense.
        left: wounds that it can still take, 1 or more.
        tough: whether criticals count as ordinary hits.

    Returns:
        Expected wounds, and the chance that it dies.
    """
    one = _die_distribution(sides, need, critical, defense, left, tough)
    total = [1.0] + [0.0] * left  # chance of each number of wounds; the last is "dead"
    for _ in range(dice):
        after = [0.0] * (left + 1)
        for wounds, chance in enumerate(total):
            for more, odds in enumerate(one):
                after[min(wounds + more, left)] += chance * odds
        total = after
    return sum(wounds * chance for wounds, chance in enumerate(total)), total[left]


def _die_distribution(sides: int, need: int, critical: int, defense: int, left: int, tough: bool) -> list[float]:
    """Chance of each number of wounds, 0..left, from one to-hit die and its damage."""
    chances = [0.0] * (left + 1)
    for to_hit in range(1, sides + 1):
        if to_hit < min(need, critical):
            chances[0] += 1 / sides
            continue
        blocked = 0 if to_hit >= critical and not tough else defense
        for damage in range(1, sides + 1):
            chances[min(max(damage - blocked, 0), left)] += 1 / sides**2
    return chances


@lru_cache(maxsize=4096)
def strike_wounds(combat: int, to_hit: int, damage: int, six_hits: int, smash: bool, hero_defense: int) -> float:
    """Expected wounds of one enemy attack on a hero.

    Args:
        combat: attack dice.
        to_hit: least d6 that hits.
        damage: wounds of an unblocked hit.
        six_hits: hits that a 6 counts as.
        smash: whether a 6 cannot be blocked.
        hero_defense: least d6 that blocks.
    """
    unblocked = (hero_defense - 1) / SIDES
    ordinary = max(SIDES - to_hit, 0) / SIDES * unblocked
    six = 1.0 if smash else six_hits * unblocked
    return combat * damage * (ordinary + six / SIDES)
