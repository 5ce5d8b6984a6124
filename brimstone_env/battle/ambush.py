"""Ambushers appear next to heroes."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import NOBODY, Roll, Size, Stat, Stream
from brimstone_env.battle.figures import count_targeting
from brimstone_env.battle.groups import find_group
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.placement import has_room, nearest_free, place_enemy
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, pick

AMBUSH_BONUS = 2  # Initiative, for one turn


@compiled
def ambush_type(battle: Battle, book: Book, dice: Dice, type_id: int, count: int) -> None:
    """Ambushers appear next to heroes, one figure at a time, and have +2 Initiative this turn, like all their type.

    Source: B17, B18, B19, B20, B21.
    """
    group_index = find_group(battle, type_id)
    group = battle.groups[group_index]
    group.ambush = AMBUSH_BONUS
    size = int(group.stats[Stat.SIZE])
    for number in range(count):
        hero_index = choose_victim(battle, book, dice, group_index, size, number == 0)
        if hero_index == NOBODY:
            square = nearest_free(battle, book, dice, size, 0)
        else:
            square = choose_ambush_square(battle, book, dice, size, hero_index)
        if square == NOBODY:
            return
        place_enemy(battle, book, dice, type_id, square, hero_index)


@compiled
def is_beside(battle: Battle, book: Book, size: int, square: int, hero_index: int) -> bool:
    """Whether a new figure could stand with its base on a square and be adjacent to a hero.

    Source: B19.
    """
    if not has_room(battle, book, size, square):
        return False
    at = int(battle.heroes[hero_index].square)
    if size != Size.VERY_LARGE:
        return int(book.map.adjacent[square, at]) == 1
    for part in range(4):
        if book.map.adjacent[book.map.block[square, part], at] == 1:
            return True
    return False


@compiled
def count_beside(battle: Battle, book: Book, size: int, hero_index: int) -> int:
    """Squares where a new figure could stand next to a hero.

    Source: B19.
    """
    count = 0
    for square in range(book.map.num_squares):
        if is_beside(battle, book, size, square, hero_index):
            count += 1
    return count


@compiled
def choose_victim(battle: Battle, book: Book, dice: Dice, group_index: int, size: int, first: bool) -> int:
    """Whom the next ambusher appears beside: at first a random hero, then one with fewest of the type, with room.

    Returns:
        The hero, or NOBODY if no hero has room beside it.

    Source: B19.
    """
    fewest = np.full(battle.num_heroes, 127, np.int16)
    least = 127
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 1 or count_beside(battle, book, size, h) == 0:
            continue
        fewest[h] = 0 if first else count_targeting(battle, h, group_index)
        least = min(least, int(fewest[h]))
    if least == 127:
        return NOBODY
    count = 0
    for h in range(battle.num_heroes):
        if fewest[h] == least:
            count += 1
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.TARGET, count)
    for h in range(battle.num_heroes):
        if fewest[h] == least:
            if chosen == 0:
                return h
            chosen -= 1
    return NOBODY


@compiled
def choose_ambush_square(battle: Battle, book: Book, dice: Dice, size: int, hero_index: int) -> int:
    """Any square beside the hero, at random.

    Source: B19.
    """
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.SQUARE, count_beside(battle, book, size, hero_index))
    for square in range(book.map.num_squares):
        if is_beside(battle, book, size, square, hero_index):
            if chosen == 0:
                return square
            chosen -= 1
    return NOBODY
