"""Whom an enemy goes for, and where its move ends."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import NOBODY, Event, Roll, Stream
from brimstone_env.battle.figures import count_targeting, distance_to_heroes, num_squares_of
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.movement import EDGE_END, NO_END, OPEN_END, SHARED_END, has_footing
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick
from brimstone_env.core.records import IntArray


@compiled
def touches(battle: Battle, book: Book, enemy_index: int, base: int, hero_index: int) -> bool:
    """Whether an enemy with its base on a square would be adjacent to a hero.

    Source: B56, N1.
    """
    square = int(battle.heroes[hero_index].square)
    if num_squares_of(battle, enemy_index) == 1:
        return int(book.map.adjacent[base, square]) == 1
    for part in range(4):
        if book.map.adjacent[book.map.block[base, part], square] == 1:
            return True
    return False


@compiled
def best_end(battle: Battle, book: Book, enemy_index: int, hero_index: int, ends: IntArray) -> int:
    """How a figure can end its move next to a hero: OPEN_END, else SHARED_END or EDGE_END, else NO_END.

    Source: B49, B57, facts 2a (void spiders share only if needed).
    """
    best = NO_END
    for square in range(book.map.num_squares):
        if ends[square] == NO_END or ends[square] == EDGE_END:
            continue
        if touches(battle, book, enemy_index, square, hero_index):
            if ends[square] == OPEN_END:
                return OPEN_END
            best = SHARED_END
    if best == NO_END and num_squares_of(battle, enemy_index) > 1:
        for square in range(book.map.num_squares):
            if ends[square] != NO_END and find_lean(battle, book, enemy_index, square, hero_index) != NOBODY:
                return EDGE_END
    return best


@compiled
def find_lean(battle: Battle, book: Book, enemy_index: int, base: int, hero_index: int) -> int:
    """How a very large enemy stands with its base on a square, breaking walls and over the edge, to reach a hero.

    Differs: the source does not say which way it hangs over; here with as many of its squares on the map as it can,
    and among these the base is the first corner.

    Args:
        battle: the battle.
        book: the book.
        enemy_index: the enemy, lifted off the board.
        base: the square.
        hero_index: the hero; NOBODY: it reaches nobody, and only stands there.

    Returns:
        The corner of its squares that is the base, NOBODY if it cannot reach the hero (or stand) so.

    Source: B57.
    """
    hero_square = NOBODY if hero_index == NOBODY else int(battle.heroes[hero_index].square)
    best = NOBODY
    most = 0
    for lean in range(4):
        if not has_footing(battle, book, enemy_index, base, lean):
            continue
        floor = 1
        beside = hero_square == NOBODY
        for part in range(4):
            here = int(book.map.footing[base, lean, part])
            floor += 1 if here != base else 0
            beside = beside or book.map.adjacent[here, hero_square] == 1
        if beside and floor > most:
            most = floor
            best = lean
    return best


@compiled
def choose_target(battle: Battle, book: Book, dice: Dice, enemy_index: int, quarry: int, ends: IntArray) -> int:
    """Choose among the heroes within reach; a pack that is after one hero chooses that one or none.

    Returns:
        The hero, or NOBODY if none can be reached.

    Source: B49, B52, facts 2a (void hounds).
    """
    open_to = np.zeros(battle.num_heroes, np.int8)
    for h in range(battle.num_heroes):
        if (
            is_wanted(quarry, h)
            and battle.heroes[h].knocked_out == 0
            and best_end(battle, book, enemy_index, h, ends) != NO_END
        ):
            open_to[h] = 1
    return pick_least_chased(battle, dice, int(battle.enemies[enemy_index].group), open_to)


@compiled
def is_wanted(quarry: int, hero_index: int) -> bool:
    """Whether a figure may be after a hero: anybody, or only the one whom its pack is after.

    Source: facts 2a (void hounds).
    """
    if quarry == NOBODY:
        return True
    return quarry == hero_index


@compiled
def pick_least_chased(battle: Battle, dice: Dice, group: int, open_to: IntArray) -> int:
    """Of the heroes marked in ``open_to``, one whom fewest enemies of the type are after, at random among them.

    Returns:
        The hero, or NOBODY if none is marked.

    Source: B49, B61.
    """
    fewest = np.full(battle.num_heroes, 127, np.int16)
    least = 127
    for h in range(battle.num_heroes):
        if open_to[h] == 1:
            fewest[h] = count_targeting(battle, h, group)
            least = min(least, int(fewest[h]))
    if least == 127:
        return NOBODY
    count = 0
    for h in range(battle.num_heroes):
        if fewest[h] == least:
            count += 1
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.TARGET, count)
    for h in range(battle.num_heroes):
        if fewest[h] == least:
            if chosen == 0:
                return h
            chosen -= 1
    return NOBODY


@compiled
def choose_end(battle: Battle, book: Book, dice: Dice, enemy_index: int, hero_index: int, ends: IntArray) -> int:
    """The square next to the target that is furthest from where the figure starts, so that others have room.

    Differs: the source does not say how far is measured; here by walking distance, figures ignored.

    Source: B50, B57, N5.
    """
    start = int(battle.enemies[enemy_index].square)
    kind = best_end(battle, book, enemy_index, hero_index, ends)
    score = np.full(book.map.num_squares, -1, np.int16)
    for square in range(book.map.num_squares):
        if kind == EDGE_END:
            if ends[square] != NO_END and find_lean(battle, book, enemy_index, square, hero_index) != NOBODY:
                score[square] = book.map.distance[start, square]
        elif ends[square] == kind and touches(battle, book, enemy_index, square, hero_index):
            score[square] = book.map.distance[start, square]
    return pick_highest(battle, dice, score)


@compiled
def choose_lean(
    battle: Battle, book: Book, dice: Dice, enemy_index: int, square: int, hero_index: int, ends: IntArray
) -> int:
    """Which corner of its squares the base is where a figure ends its move: the first one, unless it breaks walls.

    Without a hero whom it reaches (NOBODY) it does where its squares have no other room; who stays stands as before.

    Source: B56, B57.
    """
    if hero_index == NOBODY and square == battle.enemies[enemy_index].square:
        return int(battle.enemies[enemy_index].lean)
    breaks = ends[square] == EDGE_END
    if hero_index != NOBODY:
        breaks = best_end(battle, book, enemy_index, hero_index, ends) == EDGE_END
    if not breaks:
        return 0
    log_event(dice, Event.BREAK_WALL, enemy_index, 0, 0)
    return find_lean(battle, book, enemy_index, square, hero_index)


@compiled
def choose_approach(battle: Battle, book: Book, dice: Dice, enemy_index: int, quarry: int, ends: IntArray) -> int:
    """The reachable square that is nearest to the nearest hero, or to the one a pack is after (its own included).

    A very large enemy that comes no nearer with all of its squares on the map breaks walls and hangs over the edge.

    Differs: the source speaks of the only way to reach heroes, not of the way towards them; here it is one way.

    Source: B51, B57, N1, facts 2a (void hounds).
    """
    start = int(battle.enemies[enemy_index].square)
    score = np.full(book.map.num_squares, -1, np.int16)
    score_approach(battle, book, enemy_index, quarry, ends, OPEN_END, score)
    if num_squares_of(battle, enemy_index) > 1 and score.max() == score[start]:
        over = np.full(book.map.num_squares, -1, np.int16)
        score_approach(battle, book, enemy_index, quarry, ends, EDGE_END, over)
        if over.max() > score[start]:
            return pick_highest(battle, dice, over)
    return pick_highest(battle, dice, score)


@compiled
def score_approach(
    battle: Battle, book: Book, enemy_index: int, quarry: int, ends: IntArray, kind: int, score_out: IntArray
) -> None:
    """Score the squares where a move towards the heroes can end, by how: the nearer the more; its own counts too.

    Source: B51, B57, N1, facts 2a (void hounds).
    """
    start = int(battle.enemies[enemy_index].square)
    nearest = distance_to_heroes(battle, book, start)
    for square in range(book.map.num_squares):
        if ends[square] != kind and square != start:
            continue
        if kind == EDGE_END and find_lean(battle, book, enemy_index, square, NOBODY) == NOBODY and square != start:
            continue
        for h in range(battle.num_heroes):
            hero = battle.heroes[h]
            wanted = quarry == h or (quarry == NOBODY and book.map.distance[start, hero.square] == nearest)
            if wanted and hero.knocked_out == 0:
                score_out[square] = max(int(score_out[square]), 255 - int(book.map.distance[square, hero.square]))


@compiled
def pick_highest(battle: Battle, dice: Dice, score: IntArray) -> int:
    """The square of the highest score, at random among equals.

    Source: N1, N5.
    """
    best = 0
    count = 0
    for square in range(len(score)):
        if score[square] > score[best]:
            best = square
            count = 0
        if score[square] == score[best]:
            count += 1
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.SQUARE, count)
    for square in range(len(score)):
        if score[square] == score[best]:
            if chosen == 0:
                return square
            chosen -= 1
    return best
