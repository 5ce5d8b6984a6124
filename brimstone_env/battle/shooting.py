"""Enemies that shoot: whom they aim at, where they go for it, and when they fight hand to hand."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.chase import pick_highest, pick_least_chased, touches
from brimstone_env.battle.codes import NOBODY, Stat
from brimstone_env.battle.figures import chebyshev, is_hero_next_to, is_in_sight, num_squares_of, set_target
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.movement import OPEN_END
from brimstone_env.battle.strike import StrikeKind
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.records import IntArray

BEST = 2000  # score of a square at hand; every step, and a hero beside it, take from it
BESIDE = 1000


@compiled
def take_aim(battle: Battle, book: Book, dice: Dice, enemy_index: int) -> None:
    """A figure that shoots targets whom it can attack from where it stands, an adjacent hero first; nobody else.

    Source: B49, B61, B62.
    """
    enemy = battle.enemies[enemy_index]
    range_squares = int(battle.groups[enemy.group].stats[Stat.RANGE])
    beside = np.zeros(battle.num_heroes, np.int8)
    afar = np.zeros(battle.num_heroes, np.int8)
    found = 0
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 1:
            continue
        if is_hero_next_to(battle, book, h, enemy_index):
            beside[h] = 1
            found = 1
        elif is_in_sight(battle, book, enemy_index, int(hero.square), range_squares):
            afar[h] = 1
    hero_index = pick_least_chased(battle, dice, int(enemy.group), beside if found == 1 else afar)
    if hero_index != NOBODY:
        set_target(battle, dice, enemy_index, hero_index)


@compiled
def choose_post(battle: Battle, book: Book, dice: Dice, enemy_index: int, steps: IntArray, ends: IntArray) -> int:
    """Where a figure that can attack nobody moves to: the first square on its way from which it can shoot somebody.

    Differs: the source does not say which way it goes; here it takes the square of fewest steps, at random among
    equals, and one beside a hero only if there is no other.

    Args:
        battle: the battle; the enemy is lifted off the board.
        book: the book.
        dice: the dice.
        enemy_index: the enemy.
        steps: steps to each square.
        ends: how it can end its move on each square.

    Returns:
        The square, or NOBODY if there is none within its Move.

    Source: B61, B62.
    """
    score = np.full(book.map.num_squares, -1, np.int16)
    found = False
    for square in range(book.map.num_squares):
        if ends[square] != OPEN_END:
            continue
        beside = False
        shoots = False
        for h in range(battle.num_heroes):
            if battle.heroes[h].knocked_out == 0:
                beside = beside or touches(battle, book, enemy_index, square, h)
                shoots = shoots or sees_from(battle, book, enemy_index, square, h)
        if shoots or beside:
            found = True
            score[square] = BEST - int(steps[square]) - (BESIDE if beside else 0)
    if not found:
        return NOBODY
    return pick_highest(battle, dice, score)


@compiled
def sees_from(battle: Battle, book: Book, enemy_index: int, base: int, hero_index: int) -> bool:
    """Whether a figure with its base on a square would have a hero in range and in sight.

    Source: B56, B61.
    """
    square = int(battle.heroes[hero_index].square)
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    if chebyshev(book, base, square) > stats[Stat.RANGE]:
        return False
    if num_squares_of(battle, enemy_index) == 1:
        return int(book.map.sight[base, square]) == 1
    for part in range(4):
        if book.map.sight[book.map.block[base, part], square] == 1:
            return True
    return False


@compiled
def attack_kind(battle: Battle, book: Book, enemy_index: int) -> int:
    """How a figure attacks now: hand to hand, unless it shoots and its target is not beside it (or it only shoots).

    Source: B61, B62.
    """
    enemy = battle.enemies[enemy_index]
    stats = battle.groups[enemy.group].stats
    if stats[Stat.RANGE] == 0:
        return StrikeKind.MELEE
    beside = enemy.target != NOBODY and is_hero_next_to(battle, book, int(enemy.target), enemy_index)
    if beside and stats[Stat.COMBAT] > 0:
        return StrikeKind.MELEE
    return StrikeKind.SHOT
