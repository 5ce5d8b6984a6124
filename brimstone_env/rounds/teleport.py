"""Short ways that are no moves: teleports, single shifted steps, and following through squares left by another."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.rounds.codes import MAX_TRAIL, NOBODY, Condition, Event
from brimstone_env.rounds.conditions import is_stuck, let_go, suffers
from brimstone_env.rounds.creatures import fits, put, sees_square, square_gap
from brimstone_env.rounds.ground import step_on_grave
from brimstone_env.rounds.layout import Battle, Book


@compiled
def go_to(battle: Battle, book: Book, dice: Dice, creature: int, square: int) -> None:
    """Put a creature on a square at once; nobody may strike it for that, and grabs that do not reach it end.

    Source: rounds 6, Black Ash Teleport; Parry.
    """
    if square == NOBODY or square == int(battle.creatures[creature].square):
        return
    put(battle, book, creature, square)
    log_event(dice, Event.MOVED, creature, square, 0)
    step_on_grave(battle, book, dice, creature)
    let_go(battle, dice, book)


@compiled
def may_teleport(battle: Battle, book: Book, creature: int, square: int, most: int) -> bool:
    """Whether a creature may teleport to a square: within so many squares, free, and in its line of effect.

    Source: rounds 6, Black Ash Teleport; In All This Confusion.
    """
    at = int(battle.creatures[creature].square)
    if square == at or square_gap(book, at, square) > most:
        return False
    return fits(battle, book, creature, square) and sees_square(battle, book, creature, square)


@compiled
def may_shift(battle: Battle, creature: int) -> bool:
    """Whether a creature can shift at all.

    Source: rounds 4, grabbed; restrained; slowed; prone.
    Differs: the prone do not shift; the facts only say that they crawl.
    """
    if is_stuck(battle, creature) or suffers(battle, creature, Condition.SLOWED):
        return False
    return not suffers(battle, creature, Condition.PRONE)


@compiled
def may_step(battle: Battle, book: Book, creature: int, square: int) -> bool:
    """Whether a creature may shift one square to a square."""
    at = int(battle.creatures[creature].square)
    if square == at or not may_shift(battle, creature):
        return False
    for k in range(int(book.map.num_neighbours[at])):
        if int(book.map.neighbours[at, k]) == square:
            return fits(battle, book, creature, square)
    return False


@compiled
def may_follow(battle: Battle, book: Book, creature: int, square: int) -> bool:
    """Whether a creature may follow to a square: one that the creature moved by force left, reached along the others.

    Source: rounds 6, Out of the Way.
    """
    if is_stuck(battle, creature) or not fits(battle, book, creature, square):
        return False
    at = int(battle.creatures[creature].square)
    for k in range(MAX_TRAIL):
        left = int(battle.trail[k])
        if left == NOBODY or square_gap(book, at, left) > 1:
            return False
        if left == square:
            return True
        at = left
    return False
