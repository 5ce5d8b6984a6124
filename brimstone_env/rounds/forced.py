"""Forced movement: pushes, pulls, slides, and what one slams into."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_NUMBER,
    MAX_TRAIL,
    NOBODY,
    Condition,
    DamageType,
    Decision,
    Event,
    Frame,
    Shove,
    Status,
    Verb,
)
from brimstone_env.rounds.conditions import let_go, suffers
from brimstone_env.rounds.creatures import fits, gap, is_alive, put, width_of
from brimstone_env.rounds.effect_codes import Effect, Trigger
from brimstone_env.rounds.ground import step_on_grave
from brimstone_env.rounds.harm import hurt
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.triggers import offer

# The eight ways, by number: north, east, south, west, then north-west, north-east, south-east, south-west.
DOWN = (-1, 0, 1, 0, -1, -1, 1, 1)
RIGHT = (0, 1, 0, -1, -1, 1, 1, -1)
NUM_WAYS = 8
OBJECT_HARM = 2


@compiled
def begin_shove(battle: Battle, source: int, target: int, shove: int, squares: int) -> None:
    """Put forced movement on the stack."""
    frame = push_frame(battle.stack, Frame.FORCE, NOBODY, target, source)
    frame.mode = shove
    frame.amount = squares
    frame.extra = NOBODY


@compiled
def square_that_way(book: Book, square: int, way: int) -> int:
    """The square one step away, -1 where there is no floor or a wall stands between."""
    row, column = int(book.map.rows[square]) + DOWN[way], int(book.map.cols[square]) + RIGHT[way]
    if row < 0 or row > 15 or column < 0 or column > 15:
        return NOBODY
    onto = int(book.map.square_at[row * 16 + column])
    if onto == NOBODY or book.map.adjacent[square, onto] == 0:
        return NOBODY
    return onto


@compiled
def is_way(battle: Battle, book: Book, source: int, target: int, shove: int, way: int) -> bool:
    """Whether a creature may be moved that way: a push leads away from its source, a pull towards it.

    Source: rounds 3, forced move.
    """
    if shove == Shove.SLIDE or source == target or not is_alive(battle, source):
        return True
    at = int(battle.creatures[target].square)
    row, column = int(book.map.rows[at]) + DOWN[way], int(book.map.cols[at]) + RIGHT[way]
    own = int(battle.creatures[source].square)
    wide = width_of(battle, book, source)
    top, left = int(book.map.rows[own]), int(book.map.cols[own])
    own_wide = width_of(battle, book, target)
    rows = max(top - row - own_wide + 1, row - top - wide + 1, 0)
    columns = max(left - column - own_wide + 1, column - left - wide + 1, 0)
    before = gap(battle, book, source, target)
    after = max(rows, columns)
    return after > before if shove == Shove.PUSH else after < before


@compiled
def fill_ways_to_force(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Mark the ways in which the creature of the pending decision can be moved, or that it stays. Returns how many."""
    pending = battle.pending
    frame = top_frame(battle.stack)
    count = 1
    mask_out[Verb.PASS] = 1
    for way in range(NUM_WAYS):
        if is_way(battle, book, int(frame.slot), int(pending.target), int(frame.mode), way):
            mask_out[FIRST_NUMBER + way] = 1
            count += 1
    return count


@compiled
def step_force(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of forced movement: how stable the target is, which way, then square by square.

    Stages: 0 stability, 1 the way, 2 go.

    Source: rounds 3, forced move. rounds 4, restrained.
    Differs: a creature is moved all the squares or none, and in a straight line, slides too.
    """
    frame = top_frame(battle.stack)
    target, source = int(frame.enemy), int(frame.slot)
    if not is_alive(battle, target) or frame.amount == 0 or suffers(battle, target, Condition.RESTRAINED):
        return Status.DONE
    if frame.flag == 0:
        frame.flag = 1
        if offer(battle, book, Trigger.FORCED, source, target, NOBODY):
            return Status.CALL
    if frame.stage == 0:
        frame.stage = 1
        stability = min(int(book.kinds[battle.creatures[target].kind].stability), int(frame.amount))
        if stability > 0:
            ask(battle, Decision.STABILITY, target, source, NOBODY, stability)
            return Status.WAIT
    if frame.stage == 1:
        frame.stage = 2
        ask(battle, Decision.FORCE, source, target, NOBODY, int(frame.amount))
        return Status.WAIT
    if frame.extra != NOBODY:
        force_along(battle, book, dice, target, int(frame.extra), int(frame.amount))
        let_go(battle, dice, book)
    return Status.DONE


@compiled
def force_along(battle: Battle, book: Book, dice: Dice, target: int, way: int, squares: int) -> None:
    """Move a creature one way until the squares are used up or something stops it.

    Source: rounds 3, forced move; slam into creature; slam into object.
    """
    left = squares
    follows = is_followed(battle, book)
    while left > 0:
        onto = square_that_way(book, int(battle.creatures[target].square), way)
        if onto == NOBODY or not has_floor(battle, book, target, onto):
            slam(battle, book, dice, target, NOBODY, OBJECT_HARM + left)
            return
        if not fits(battle, book, target, onto):
            slam(battle, book, dice, target, who_is_there(battle, book, target, onto), left)
            return
        if follows and squares - left < MAX_TRAIL:
            battle.trail[squares - left] = battle.creatures[target].square
        put(battle, book, target, onto)
        log_event(dice, Event.MOVED, target, onto, 1)
        step_on_grave(battle, book, dice, target)
        left -= 1


@compiled
def is_followed(battle: Battle, book: Book) -> bool:
    """Whether the user of the ability that moves a creature may follow it, so that the squares it leaves count.

    Source: rounds 6, Out of the Way.
    """
    below = battle.stack.frames[battle.stack.depth - 2]
    return bool(below.kind == Frame.ABILITY) and bool(book.abilities[below.slot].effect == Effect.FOLLOW)


@compiled
def has_floor(battle: Battle, book: Book, creature: int, square: int) -> bool:
    """Whether all squares that a creature would cover are floor."""
    if width_of(battle, book, creature) == 1:
        return True
    for corner in range(4):
        if int(book.map.block[square, corner]) == NOBODY:
            return False
    return True


@compiled
def who_is_there(battle: Battle, book: Book, creature: int, square: int) -> int:
    """The first other creature where one would come to stand."""
    if width_of(battle, book, creature) == 1:
        return int(battle.board[square])
    for corner in range(4):
        other = int(battle.board[int(book.map.block[square, corner])])
        if other != NOBODY and other != creature:
            return other
    return NOBODY


@compiled
def slam(battle: Battle, book: Book, dice: Dice, target: int, other: int, damage: int) -> None:
    """A creature slams into another one, which is hurt as well, or into an object.

    Source: rounds 3, slam into creature; slam into object.
    """
    log_event(dice, Event.SLAM, target, other, damage)
    hurt(battle, book, dice, target, damage, DamageType.PLAIN)
    if other != NOBODY:
        hurt(battle, book, dice, other, damage, DamageType.PLAIN)
