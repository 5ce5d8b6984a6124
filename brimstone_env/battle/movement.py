"""How far heroes and enemies get, and what their moves do to those in the way."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import MAX_SQUARES, NOBODY, Event, Size, Stat
from brimstone_env.battle.dragging import drag_along, fill_drag_reach
from brimstone_env.battle.figures import (
    count_mates,
    is_hero_next_to,
    lift_enemy,
    num_squares_of,
    put_enemy,
    put_hero,
    size_of,
    square_of,
)
from brimstone_env.battle.layout import FREE, SMALL_HERE, Battle, Book
from brimstone_env.battle.upgrades import dodges
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.records import IntArray

NO_END = 0  # a figure cannot end its move here
OPEN_END = 1  # it can
SHARED_END = 2  # only by sharing the square with others of its type
EDGE_END = 3  # at most by breaking walls and hanging over the edge of the map


@compiled
def escape_need(battle: Battle, book: Book, hero_index: int) -> int:
    """The highest escape value among adjacent enemies that the hero has not yet escaped; 0 for none.

    Source: B29.
    """
    hero = battle.heroes[hero_index]
    need = 0
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1:
            value = int(battle.groups[battle.enemies[e].group].stats[Stat.ESCAPE])
            if value > hero.escaped and value > need and is_hero_next_to(battle, book, hero_index, e):
                need = value
    return need


@compiled
def mark_stops(battle: Battle, book: Book, escaped: int, stops: IntArray) -> None:
    """Mark the squares next to enemies whose escape value is above ``escaped``: a hero's move ends there.

    Source: B29.
    """
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 0 or battle.groups[battle.enemies[e].group].stats[Stat.ESCAPE] <= escaped:
            continue
        for part in range(num_squares_of(battle, e)):
            here = square_of(battle, book, e, part)
            for k in range(book.map.num_neighbours[here]):
                stops[book.map.neighbours[here, k]] = 1


@compiled
def fill_hero_reach(battle: Battle, book: Book, hero_index: int, reach_out: IntArray) -> None:
    """Squares that a hero can move to now, with what they cost; -1 for the rest (its own square included).

    If the hero must escape first, the reach supposes that it does. Figures block (but for those who dodge through
    them); markers of knocked-out heroes do not. A square next to an enemy not escaped can be entered, not left. Who
    drags a marker goes one square at a time.

    Source: B28, B29, B31, facts 1b (Acrobatic Dodge).
    """
    hero = battle.heroes[hero_index]
    if hero.dragging != NOBODY:
        fill_drag_reach(battle, book, hero_index, reach_out)
        return
    dodging = dodges(book, hero)
    stops = np.zeros(MAX_SQUARES, np.int8)
    mark_stops(battle, book, max(int(hero.escaped), escape_need(battle, book, hero_index)), stops)
    reach_out[: book.map.num_squares] = -1
    start = int(hero.square)
    queue = np.empty(MAX_SQUARES, np.int16)
    queue[0] = start
    reach_out[start] = 0
    head, tail = 0, 1
    while head < tail:
        here = int(queue[head])
        head += 1
        cost = int(reach_out[here])
        if cost == hero.move_points or (stops[here] == 1 and here != start):
            continue
        for k in range(book.map.num_neighbours[here]):
            there = int(book.map.neighbours[here, k])
            if reach_out[there] == -1 and (battle.board[there] == FREE or (dodging and stops[there] == 0)):
                reach_out[there] = cost + 1
                queue[tail] = there
                tail += 1
    for square in range(book.map.num_squares):
        if battle.board[square] != FREE:
            reach_out[square] = -1


@compiled
def move_hero(battle: Battle, book: Book, dice: Dice, hero_index: int, square: int) -> None:
    """Move a hero to a square within its reach and pay for it.

    Source: B28.
    """
    hero = battle.heroes[hero_index]
    reach = np.empty(MAX_SQUARES, np.int16)
    fill_hero_reach(battle, book, hero_index, reach)
    start = int(hero.square)
    hero.move_points -= int(reach[square])
    battle.board[start] = FREE
    put_hero(battle, hero_index, square)
    log_event(dice, Event.HERO_MOVE, hero_index, int(book.map.cell[start]), int(book.map.cell[square]))
    drag_along(battle, book, dice, hero_index, start, square)


@compiled
def end_kind(battle: Battle, book: Book, enemy_index: int, square: int) -> int:
    """Whether a lifted enemy can end its move with its base on a square it gets to: one of NO_END to EDGE_END.

    Large and very large enemies take the squares of smaller ones; some small ones may share a square of their type.

    Source: B55, B56, B57, facts 2a (void spiders).
    """
    enemy = battle.enemies[enemy_index]
    size = size_of(battle, enemy_index)
    if size == Size.VERY_LARGE:
        if book.map.block[square, 0] != NOBODY and has_footing(battle, book, enemy_index, square, 0):
            return OPEN_END
        return EDGE_END
    if battle.board[square] == FREE:
        return OPEN_END
    if battle.board[square] < SMALL_HERE:
        return NO_END
    if size == Size.LARGE:
        return OPEN_END
    share = int(battle.groups[enemy.group].stats[Stat.SHARE])
    if share > 1:
        mates = count_mates(battle, int(enemy.group), square)
        if enemy.square == square:
            mates -= 1  # the lifted figure itself
        if mates < share and battle.board[square] == SMALL_HERE + mates - 1:
            return SHARED_END
    return NO_END


@compiled
def has_footing(battle: Battle, book: Book, enemy_index: int, square: int, lean: int) -> bool:
    """Whether a lifted very large enemy can stand with its base on a square, which is that corner of its squares.

    Its squares hold no hero and no large enemy, and smaller ones have room on the squares that it left.

    Differs: the source does not say where smaller figures go that find no square which it left; here it cannot end so.

    Source: B56, B57.
    """
    if book.map.footing[square, lean, 0] == NOBODY:
        return False
    enemy = battle.enemies[enemy_index]
    balance = 0
    for part in range(4):
        here = int(book.map.footing[square, lean, part])
        if battle.board[here] != FREE and battle.board[here] < SMALL_HERE:
            return False
        left = int(book.map.footing[enemy.square, enemy.lean, part])
        if battle.board[here] >= SMALL_HERE and (part == 0 or here != square):
            balance -= 1
        if not is_part(book, square, lean, left) and (part == 0 or left != enemy.square):
            balance += 1
    return balance >= 0


@compiled
def can_pass(battle: Battle, enemy_index: int, square: int) -> bool:
    """Whether an enemy can walk through what stands on a square.

    Source: B55, N10.
    """
    if battle.board[square] == FREE:
        return True
    if battle.groups[battle.enemies[enemy_index].group].stats[Stat.PASS_THROUGH] == 1:
        return True
    return size_of(battle, enemy_index) >= Size.LARGE and bool(battle.board[square] >= SMALL_HERE)


@compiled
def fill_enemy_reach(
    battle: Battle, book: Book, enemy_index: int, steps_out: IntArray, from_out: IntArray, queue_out: IntArray
) -> int:
    """Walk a lifted enemy's base as far as its Move allows.

    Args:
        battle: the battle; the enemy is lifted off the board.
        book: the book.
        enemy_index: the enemy.
        steps_out: (MAX_SQUARES,) steps to each square, -1 where it does not get to (ends are looked at apart).
        from_out: (MAX_SQUARES,) the square before on its path: shortest, then fewest swaps, then lowest squares.
        queue_out: (MAX_SQUARES,) the squares it gets to, in order of steps.

    Returns:
        How many squares it gets to, its own included.

    Source: B49, B55, B56.
    """
    enemy = battle.enemies[enemy_index]
    most = int(battle.groups[enemy.group].stats[Stat.MOVE])
    swaps = np.zeros(MAX_SQUARES, np.int16)
    steps_out[: book.map.num_squares] = -1
    start = int(enemy.square)
    steps_out[start] = 0
    from_out[start] = start
    queue_out[0] = start
    head, tail = 0, 1
    while head < tail:
        here = int(queue_out[head])
        head += 1
        steps = int(steps_out[here])
        if steps == most:
            break
        for k in range(book.map.num_neighbours[here]):
            there = int(book.map.neighbours[here, k])
            if steps_out[there] != -1 and steps_out[there] != steps + 1:
                continue
            if not can_pass(battle, enemy_index, there):
                continue
            displaced = int(swaps[here]) + int(battle.board[there] >= SMALL_HERE)
            if steps_out[there] == -1:
                steps_out[there] = steps + 1
                queue_out[tail] = there
                tail += 1
            elif displaced >= swaps[there]:
                continue
            swaps[there] = displaced
            from_out[there] = here
    return tail


@compiled
def swap_along(battle: Battle, book: Book, dice: Dice, enemy_index: int, from_in: IntArray, square: int) -> None:
    """A large enemy trades places with the smaller figures on its path, step by step.

    One that passes through figures leaves them where they are, but for who stands where it ends: that one goes where
    it came from.

    Differs: the source does not name the path; here the shortest, then the one with fewest swaps.

    Source: B55, facts 2c (flight).
    """
    start = int(battle.enemies[enemy_index].square)
    if battle.groups[battle.enemies[enemy_index].group].stats[Stat.PASS_THROUGH] == 1:
        if battle.board[square] >= SMALL_HERE:
            displace(battle, book, dice, square, start)
        return
    path = np.empty(MAX_SQUARES, np.int16)
    length = 0
    here = square
    while here != start:
        path[length] = here
        length += 1
        here = int(from_in[here])
    before = start
    for i in range(length - 1, -1, -1):
        here = int(path[i])
        if battle.board[here] >= SMALL_HERE:
            displace(battle, book, dice, here, before)
        before = here


@compiled
def displace(battle: Battle, book: Book, dice: Dice, square: int, onto: int) -> None:
    """Move every small or medium enemy of one square onto another.

    Source: B55.
    """
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1 and battle.enemies[e].square == square:
            lift_enemy(battle, book, e)
            put_enemy(battle, book, e, onto)
            log_event(dice, Event.ENEMY_MOVE, e, int(book.map.cell[square]), int(book.map.cell[onto]))


@compiled
def make_room(battle: Battle, book: Book, dice: Dice, enemy_index: int, square: int, lean: int) -> None:
    """Before a very large enemy stands with its base on a square: smaller figures there take squares that it left.

    Those of one square stay together. Squares are given up and taken in their order.

    Source: B56, B57; Differs: the source does not say who goes where.
    """
    enemy = battle.enemies[enemy_index]
    for part in range(4):
        here = int(book.map.footing[square, lean, part])
        if battle.board[here] < SMALL_HERE:
            continue
        for other in range(4):
            left = int(book.map.footing[enemy.square, enemy.lean, other])
            if battle.board[left] == FREE and not is_part(book, square, lean, left):
                displace(battle, book, dice, here, left)
                break


@compiled
def is_part(book: Book, base: int, lean: int, square: int) -> bool:
    """Whether a 2 x 2 figure with this base, as that corner of its squares, covers a square."""
    for part in range(4):
        if book.map.footing[base, lean, part] == square:
            return True
    return False


@compiled
def walk_enemy(
    battle: Battle, book: Book, dice: Dice, enemy_index: int, from_in: IntArray, square: int, lean: int
) -> None:
    """Stand a lifted enemy on the square where its move ends, and let it swap with those in its way.

    Source: B55, B56, B57.
    """
    enemy = battle.enemies[enemy_index]
    start = int(enemy.square)
    size = size_of(battle, enemy_index)
    if size == Size.LARGE and square != start:
        swap_along(battle, book, dice, enemy_index, from_in, square)
    elif size == Size.VERY_LARGE and (square != start or lean != enemy.lean):
        make_room(battle, book, dice, enemy_index, square, lean)
        enemy.lean = lean
    put_enemy(battle, book, enemy_index, square)
    if square != start:
        log_event(dice, Event.ENEMY_MOVE, enemy_index, int(book.map.cell[start]), int(book.map.cell[square]))
