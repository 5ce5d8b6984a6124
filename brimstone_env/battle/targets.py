"""Whom a hero can hit."""

from __future__ import annotations

from brimstone_env.battle.figures import is_hero_next_to, is_in_sight
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.weapons import MELEE, attack_range
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray


@compiled
def is_target(battle: Battle, book: Book, hero_index: int, slot: int, enemy_index: int) -> bool:
    """Whether a hit of this attack could go to an enemy: adjacent, or for guns (and what is thrown) in range and sight.

    Source: B34, B36, B37.
    """
    if is_hero_next_to(battle, book, hero_index, enemy_index):
        return True
    if slot == MELEE:
        return False
    square = int(battle.heroes[hero_index].square)
    return is_in_sight(battle, book, enemy_index, square, attack_range(battle, book, hero_index, slot))


@compiled
def has_adjacent(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a living enemy is adjacent to a hero."""
    for e in range(battle.num_enemies):
        if is_hero_next_to(battle, book, hero_index, e):
            return True
    return False


@compiled
def fill_targets(battle: Battle, book: Book, hero_index: int, slot: int, targets_out: IntArray) -> int:
    """Mark the enemies to whom the next hit may go: adjacent ones first, further ones only when none is left.

    Args:
        battle: the battle.
        book: the book.
        hero_index: the attacker.
        slot: the gun's item slot, or MELEE.
        targets_out: array of at least MAX_ENEMIES, set to 1 for each of them.

    Returns:
        How many there are.

    Source: B36.
    """
    only_adjacent = has_adjacent(battle, book, hero_index)
    count = 0
    for e in range(battle.num_enemies):
        if only_adjacent and not is_hero_next_to(battle, book, hero_index, e):
            continue
        if is_target(battle, book, hero_index, slot, e):
            targets_out[e] = 1
            count += 1
    return count


@compiled
def has_target(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether an attack has anyone to hit.

    Source: B34.
    """
    for e in range(battle.num_enemies):
        if is_target(battle, book, hero_index, slot, e):
            return True
    return False
