"""An enemy group's activation: all its figures choose targets and move, then all attack."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from brimstone_env.battle.codes import MAX_SQUARES, NOBODY, Decision, Event, Frame, Roll, Stat, Status, Stream
from brimstone_env.battle.figures import (
    count_targeting,
    distance_to_heroes,
    is_hero_next_to,
    lift_enemy,
    num_squares_of,
    set_target,
)
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.movement import NO_END, OPEN_END, SHARED_END, end_kind, fill_enemy_reach, walk_enemy
from brimstone_env.battle.pending import ask, first_standing
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray


class GroupStage(IntEnum):
    """How far a group's activation has come."""

    BEGIN = 0
    MOVE = 1  # the next figure moves
    STRIKE = 2  # the next figure attacks


@compiled
def step_group(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with a group's activation: every figure chooses a target and moves, the nearest first; then all attack.

    Source: B24, B48.
    """
    frame = top_frame(battle.stack)
    group = int(frame.slot)
    if frame.stage == GroupStage.BEGIN:
        battle.groups[group].activated = 1
        log_event(dice, Event.ACTIVATE_GROUP, group, 0, 0)
        drop_targets(battle, book, dice, group)
        frame.stage = GroupStage.MOVE
    if frame.stage == GroupStage.MOVE:
        return move_next(battle, book, dice, group)
    for e in range(int(frame.index), battle.num_enemies):
        if battle.enemies[e].alive == 1 and battle.enemies[e].group == group:
            frame.index = e + 1
            push_frame(battle.stack, Frame.STRIKE, NOBODY, e, 0)
            return Status.CALL
    return Status.DONE


@compiled
def drop_targets(battle: Battle, book: Book, dice: Dice, group: int) -> None:
    """Figures that do not keep their targets forget them: old choices no longer count for anybody's new one.

    Source: B49, B53, B54.
    """
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1 and enemy.group == group and enemy.target != NOBODY and not keeps_target(battle, book, e):
            set_target(battle, dice, e, NOBODY)


@compiled
def move_next(battle: Battle, book: Book, dice: Dice, group: int) -> int:
    """The nearest figure that has not moved yet moves; equally near ones in random order, or as the players say.

    Source: B48, N4.
    """
    least = nearest_waiting(battle, book, group)
    if least == NOBODY:
        for e in range(battle.num_enemies):
            battle.enemies[e].done = 0
        top_frame(battle.stack).stage = GroupStage.STRIKE
        return Status.CALL
    count = 0
    for e in range(battle.num_enemies):
        if is_waiting(battle, book, group, e, least):
            count += 1
    if count > 1 and book.rules.players_order == 1:
        ask(battle, Decision.FIRST, first_standing(battle), NOBODY, NOBODY, least)
        return Status.WAIT
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.FIRST, count)
    for e in range(battle.num_enemies):
        if is_waiting(battle, book, group, e, least):
            if chosen == 0:
                move_figure(battle, book, dice, e)
                return Status.CALL
            chosen -= 1
    return Status.CALL


@compiled
def nearest_waiting(battle: Battle, book: Book, group: int) -> int:
    """Least distance to the heroes among the group's figures that have not moved; NOBODY if all have.

    Source: B48.
    """
    least = NOBODY
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1 and enemy.group == group and enemy.done == 0:
            away = distance_to_heroes(battle, book, int(enemy.square))
            if least == NOBODY or away < least:
                least = away
    return least


@compiled
def is_waiting(battle: Battle, book: Book, group: int, enemy_index: int, away: int) -> bool:
    """Whether a figure of the group has not moved yet and is just so far from the heroes.

    Source: B48.
    """
    enemy = battle.enemies[enemy_index]
    if enemy.alive == 0 or enemy.group != group or enemy.done == 1:
        return False
    return distance_to_heroes(battle, book, int(enemy.square)) == away


@compiled
def keeps_target(battle: Battle, book: Book, enemy_index: int) -> bool:
    """Whether a figure stays with its target: the hero stands and is adjacent.

    Source: B53, N10.
    """
    enemy = battle.enemies[enemy_index]
    if enemy.target == NOBODY or battle.groups[enemy.group].stats[Stat.NEW_TARGET] == 1:
        return False
    return is_hero_next_to(battle, book, int(enemy.target), enemy_index)


@compiled
def move_figure(battle: Battle, book: Book, dice: Dice, enemy_index: int) -> None:
    """One figure keeps its target and stays, or chooses a target and moves to it, or comes as near as it can.

    Source: B49, B50, B51, B53, B54.
    """
    enemy = battle.enemies[enemy_index]
    enemy.done = 1
    if enemy.target != NOBODY:
        return
    lift_enemy(battle, book, enemy_index)
    steps = np.empty(MAX_SQUARES, np.int16)
    path = np.empty(MAX_SQUARES, np.int16)
    queue = np.empty(MAX_SQUARES, np.int16)
    ends = np.zeros(MAX_SQUARES, np.int8)
    count = fill_enemy_reach(battle, book, enemy_index, steps, path, queue)
    for i in range(count):
        ends[queue[i]] = end_kind(battle, book, enemy_index, int(queue[i]))
    hero_index = choose_target(battle, book, dice, enemy_index, ends)
    if hero_index == NOBODY:
        square = choose_approach(battle, book, dice, enemy_index, ends)
    else:
        square = choose_end(battle, book, dice, enemy_index, hero_index, ends)
        set_target(battle, dice, enemy_index, hero_index)
    walk_enemy(battle, book, dice, enemy_index, path, square)


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
    """How a figure can end its move next to a hero: OPEN_END, else SHARED_END, else NO_END.

    Source: B49, facts 2a (void spiders share only if needed).
    """
    best = NO_END
    for square in range(book.map.num_squares):
        if ends[square] != NO_END and touches(battle, book, enemy_index, square, hero_index):
            if ends[square] == OPEN_END:
                return OPEN_END
            best = SHARED_END
    return best


@compiled
def choose_target(battle: Battle, book: Book, dice: Dice, enemy_index: int, ends: IntArray) -> int:
    """Choose among the heroes within reach: those with fewest enemies of the type, at random among them.

    Returns:
        The hero, or NOBODY if none can be reached.

    Source: B49, B52.
    """
    group = int(battle.enemies[enemy_index].group)
    fewest = np.full(battle.num_heroes, 127, np.int16)
    least = 127
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0 and best_end(battle, book, enemy_index, h, ends) != NO_END:
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

    Source: B50, N5.
    """
    start = int(battle.enemies[enemy_index].square)
    kind = best_end(battle, book, enemy_index, hero_index, ends)
    score = np.full(book.map.num_squares, -1, np.int16)
    for square in range(book.map.num_squares):
        if ends[square] == kind and touches(battle, book, enemy_index, square, hero_index):
            score[square] = book.map.distance[start, square]
    return pick_highest(battle, dice, score)


@compiled
def choose_approach(battle: Battle, book: Book, dice: Dice, enemy_index: int, ends: IntArray) -> int:
    """The reachable square that is nearest to the nearest hero (its own included).

    Source: B51, N1.
    """
    start = int(battle.enemies[enemy_index].square)
    nearest = distance_to_heroes(battle, book, start)
    score = np.full(book.map.num_squares, -1, np.int16)
    for square in range(book.map.num_squares):
        if ends[square] != OPEN_END and square != start:
            continue
        for h in range(battle.num_heroes):
            hero = battle.heroes[h]
            if hero.knocked_out == 0 and book.map.distance[start, hero.square] == nearest:
                score[square] = max(int(score[square]), 255 - int(book.map.distance[square, hero.square]))
    return pick_highest(battle, dice, score)


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
