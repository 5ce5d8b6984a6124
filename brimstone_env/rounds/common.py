"""Main actions and maneuvers that every creature has."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_frame import begin_ability
from brimstone_env.rounds.aiming import has_aim
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    Common,
    Condition,
    Event,
    Use,
)
from brimstone_env.rounds.conditions import end_condition, speed_of, suffers
from brimstone_env.rounds.creatures import are_adjacent, are_foes, end_of_foes, first_foe, fits, gap, is_alive
from brimstone_env.rounds.forced import NUM_WAYS, square_that_way
from brimstone_env.rounds.harm import bleed, is_dying, spend_recovery
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.movement import is_feared, step_cost


@compiled
def can_use_common(battle: Battle, book: Book, creature: int, common: int) -> bool:
    """Whether a common action makes sense for a creature now, as far as its rules go.

    Source: rounds 3, maneuvers; main actions. rounds 4, grabbed; prone; hero dying.
    """
    if common == Common.CATCH_BREATH:
        return (
            creature < MAX_HEROES and bool(battle.creatures[creature].recoveries > 0) and not is_dying(battle, creature)
        )
    if common == Common.STAND_UP:
        return suffers(battle, creature, Condition.PRONE) and not suffers(battle, creature, Condition.NO_STANDING)
    if common == Common.DEFEND:
        return True
    if common == Common.HEAL:
        return has_aim(battle, book, creature, common)
    if common == Common.CHARGE:
        return can_charge(battle, book, creature)
    if common == Common.ESCAPE_GRAB:
        return suffers(battle, creature, Condition.GRABBED)
    if common == Common.KNOCKBACK and suffers(battle, creature, Condition.GRABBED):
        return False
    if common == Common.HIDE:
        return False
    return has_aim(battle, book, creature, common)


@compiled
def begin_common(battle: Battle, book: Book, dice: Dice, creature: int, common: int) -> None:
    """Carry out a common action, or put it on the stack where it needs a target or a roll.

    Source: rounds 3, maneuvers; main actions.
    """
    figure = battle.creatures[creature]
    if common == Common.CATCH_BREATH or common == Common.STAND_UP or common == Common.DEFEND:
        log_event(dice, Event.USE, creature, common, 0)
    if common == Common.CATCH_BREATH:
        spend_recovery(battle, book, dice, creature)
    elif common == Common.STAND_UP:
        end_condition(battle, dice, creature, Condition.PRONE)
    elif common == Common.DEFEND:
        figure.defending = 1
        bleed(battle, book, dice, creature)
    else:
        begin_ability(battle, creature, common, Use.TURN)


@compiled
def charge_square(battle: Battle, book: Book, creature: int, target: int) -> int:
    """Where a straight charge at a creature ends, -1 if there is none: beside it, within speed.

    It goes through allies, but not over difficult terrain, which foes are, nor nearer to what the creature fears.

    Source: rounds 3, charge. rounds 4, frightened.
    Differs: a straight line is one of the eight ways of the board.
    """
    figure = battle.creatures[creature]
    start = int(figure.square)
    best = NOBODY
    speed = speed_of(battle, book, creature)
    if gap(battle, book, creature, target) > speed + 1:
        return NOBODY
    for way in range(NUM_WAYS):
        at = start
        for _ in range(speed):
            before, at = at, square_that_way(book, at, way)
            if at == NOBODY or step_cost(battle, book, creature, at) > 1:
                break
            if is_feared(battle, book, creature, before, at):
                break
            if not fits(battle, book, creature, at):
                continue  # an ally's square: it goes on through it
            figure.square = at
            beside = are_adjacent(battle, book, creature, target)
            figure.square = start
            if beside:
                best = at
                break
        if best != NOBODY:
            return best
    return best


@compiled
def can_charge_at(battle: Battle, book: Book, creature: int, target: int) -> bool:
    """Whether a foe can be charged at."""
    if not is_alive(battle, target) or not are_foes(creature, target):
        return False
    return charge_square(battle, book, creature, target) != NOBODY


@compiled
def can_charge(battle: Battle, book: Book, creature: int) -> bool:
    """Whether there is anybody to charge at.

    Source: rounds 3, charge.
    """
    if suffers(battle, creature, Condition.PRONE):
        return False
    for target in range(first_foe(creature), end_of_foes(creature)):
        if can_charge_at(battle, book, creature, target):
            return True
    return False


@compiled
def fill_charges(battle: Battle, book: Book, creature: int, first: int, mask_out: IntArray) -> int:
    """Mark the creatures that can be charged at, from an index on. Returns how many."""
    count = 0
    for target in range(MAX_CREATURES):
        if can_charge_at(battle, book, creature, target):
            mask_out[first + target] = 1
            count += 1
    return count
