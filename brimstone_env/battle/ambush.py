"""Ambushers appear next to heroes."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import NOBODY, Roll, Size, Stat, Stream
from brimstone_env.battle.figures import count_targeting, distance_to_heroes
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
def ambush_immobile(battle: Battle, book: Book, dice: Dice, type_id: int, count: int) -> None:
    """Immobile ambushers appear on a random hero's tile, as far from the heroes as there is room, and target nobody.

    Differs: the source does not say whether one hero is chosen for all; here one for each figure.

    Source: B18, facts 2c (immobile).
    """
    group = battle.groups[find_group(battle, type_id)]
    group.ambush = AMBUSH_BONUS
    size = int(group.stats[Stat.SIZE])
    for _ in range(count):
        hero_index = pick_standing(battle, dice)
        square = NOBODY
        if hero_index != NOBODY:
            tiles = int(book.map.tiles[battle.heroes[hero_index].square])
            square = furthest_free(battle, book, dice, size, tiles)
        if square == NOBODY:
            square = nearest_free(battle, book, dice, size, 0)
        if square == NOBODY:
            return
        place_enemy(battle, book, dice, type_id, square, NOBODY)


@compiled
def pick_standing(battle: Battle, dice: Dice) -> int:
    """A random standing hero, NOBODY for none."""
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.TARGET, int(battle.num_standing))
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0:
            if chosen == 0:
                return h
            chosen -= 1
    return NOBODY


@compiled
def furthest_free(battle: Battle, book: Book, dice: Dice, size: int, tiles: int) -> int:
    """The square with room on some tiles that is furthest from every hero; equal ones at random, NOBODY for none.

    Source: facts 2c (immobile), N1.
    """
    score = np.full(book.map.num_squares, -1, np.int16)
    best = -1
    count = 0
    for square in range(book.map.num_squares):
        if int(book.map.tiles[square]) & tiles == 0 or not has_room(battle, book, size, square):
            continue
        score[square] = distance_to_heroes(battle, book, square)
        if score[square] > best:
            best = int(score[square])
            count = 0
        if score[square] == best:
            count += 1
    if count == 0:
        return NOBODY
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.SQUARE, count)
    for square in range(book.map.num_squares):
        if score[square] == best:
            if chosen == 0:
                return square
            chosen -= 1
    return NOBODY


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
