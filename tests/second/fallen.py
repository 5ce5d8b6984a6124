"""Healing, and heroes who are knocked out."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import FIRST_NUMBER, MAX_SQUARES, Verb
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from tests.second.figures import FAR, count_covered, covered_square, fill_occupied


@compiled
def most_health_of(hero: Hero) -> int:
    """The most Health a hero can have: each bleeding marker takes 3, but never the last point (facts 5)."""
    return max(1, int(hero.max_health) - 3 * int(hero.bleeding))


@compiled
def wasted_by(hero: Hero, amount: int, health: int) -> int:
    """Points lost if ``health`` of the points go to Health and the rest to Sanity; FAR if it would not stand up."""
    sanity = amount - health
    if hero.health + health < 1 or hero.sanity + sanity < 1:
        return FAR
    lack_health = most_health_of(hero) - int(hero.health)
    lack_sanity = int(hero.max_sanity) - int(hero.sanity)
    return max(0, health - lack_health) + max(0, sanity - lack_sanity)


@compiled
def is_heal(battle: Battle, hero: Hero, action: int) -> bool:
    """Legal in the decision HEAL: any split that wastes least, and leaves nobody at 0 (B63, B67)."""
    points = action - FIRST_NUMBER
    amount = int(battle.pending.amount)
    if points < 0 or points > amount:
        return False
    least = FAR
    for other in range(amount + 1):
        least = min(least, wasted_by(hero, amount, other))
    return least < FAR and wasted_by(hero, amount, points) == least


@compiled
def is_breath(hero: Hero, action: int) -> bool:
    """Legal in the decision BREATH: to heal, or to take a grit if the hero has room for it (B67)."""
    return action == Verb.TAKE_HEALING or (action == Verb.TAKE_GRIT and hero.grit < hero.max_grit)


@compiled
def is_tile_clear(battle: Battle, book: Book, square: int) -> bool:
    """Whether no living enemy is on any tile of a square (B63, N6)."""
    for i in range(battle.num_enemies):
        if battle.enemies[i].alive == 0:
            continue
        for k in range(count_covered(battle, i)):
            other = covered_square(battle, book, i, k)
            if other >= 0 and int(book.map.tiles[other]) & int(book.map.tiles[square]) != 0:
                return False
    return True


@compiled
def may_recover(battle: Battle, book: Book, hero: Hero, other: int) -> bool:
    """Whether a hero may recover another: knocked out, not lost, next to it or under it, and no enemy there (B63)."""
    if other < 0 or other >= battle.num_heroes:
        return False
    fallen = battle.heroes[other]
    if fallen.knocked_out == 0 or fallen.dead == 1:
        return False
    near = fallen.square == hero.square or book.map.adjacent[fallen.square, hero.square] == 1
    return near and is_tile_clear(battle, book, int(fallen.square))


@compiled
def may_recover_any(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether a hero may recover anybody (B63)."""
    for other in range(battle.num_heroes):
        if may_recover(battle, book, hero, other):
            return True
    return False


# --- dragging ---------------------------------------------------------------------------------------------------------

DRAG_COST = 2


@compiled
def may_hold(battle: Battle, book: Book, hero: Hero, other: int) -> bool:
    """Whether a hero is on or next to another's marker, and may drag it along (B31)."""
    if other < 0 or other >= battle.num_heroes:
        return False
    fallen = battle.heroes[other]
    if fallen.knocked_out == 0 or fallen.dead == 1:
        return False
    return fallen.square == hero.square or book.map.adjacent[fallen.square, hero.square] == 1


@compiled
def may_step(battle: Battle, book: Book, hero: Hero, occupied: IntArray, square: int) -> bool:
    """Whether a hero who drags may step onto a square: next to it, nobody there, and 2 squares of movement (B31)."""
    if hero.move_points < DRAG_COST or occupied[square] > 0:
        return False
    return book.map.adjacent[hero.square, square] == 1


@compiled
def may_drag(battle: Battle, book: Book, hero: Hero) -> bool:
    """Whether a hero may take hold of any marker, and could drag it at least one square (B31)."""
    if hero.dragging >= 0:
        return False
    occupied = np.zeros(MAX_SQUARES, np.int64)
    fill_occupied(battle, book, occupied)
    can_step = False
    for square in range(book.map.num_squares):
        can_step = can_step or may_step(battle, book, hero, occupied, square)
    if not can_step:
        return False
    for other in range(battle.num_heroes):
        if may_hold(battle, book, hero, other):
            return True
    return False
