"""A creature's turn: what it may still do, and what begins and ends with it."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_frame import begin_ability
from brimstone_env.rounds.aiming import has_aim, has_edged_aim
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_COMMON,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    NUM_SHARED_ABILITIES,
    Common,
    Condition,
    Decision,
    Event,
    Kind,
    Status,
    Verb,
)
from brimstone_env.rounds.common import begin_common, can_use_common
from brimstone_env.rounds.conditions import end_of_turn_conditions, is_spent, speed_of, suffers
from brimstone_env.rounds.creatures import calm, is_alive
from brimstone_env.rounds.critical import end_extra
from brimstone_env.rounds.effect_codes import Effect, Trigger
from brimstone_env.rounds.elementalist import can_use_kept
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import buy_feature, offer_malice
from brimstone_env.rounds.movement import begin_move, fill_reach
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.resources import can_pay, pay, renew_harm
from brimstone_env.rounds.triggers import begin_hero_turn, offer
from brimstone_env.rounds.turn_frame import TurnMode, TurnStage
from brimstone_env.rounds.villain import end_effect, offer_villain


@compiled
def step_turn(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of a turn.

    Source: D17; D18. rounds 3, budget.
    """
    frame = top_frame(battle.stack)
    creature = int(frame.enemy)
    if frame.stage == TurnStage.BEGIN:
        open_turn(battle, book, dice, creature, int(frame.mode))
        frame.stage = TurnStage.MALICE
        if creature < MAX_HEROES:
            begin_hero_turn(battle, creature)
            return Status.CALL
    if frame.stage == TurnStage.MALICE:
        frame.stage = TurnStage.ACT
        if frame.mode == TurnMode.WHOLE and creature >= MAX_HEROES and offer_malice(battle, book, creature):
            return Status.WAIT
    if frame.stage == TurnStage.ACT:
        if is_alive(battle, creature) and can_go_on(battle, book, creature, int(frame.mode)):
            ask(battle, Decision.TURN, creature, NOBODY, NOBODY, int(frame.mode))
            return Status.WAIT
        frame.stage = TurnStage.END
    if frame.stage == TurnStage.EXTRA:
        return step_extra(battle, book)
    if frame.stage == TurnStage.END:
        close_turn(battle, book, dice, creature, int(frame.mode))
        frame.stage = TurnStage.VILLAIN
        if creature < MAX_HEROES and offer(battle, book, Trigger.TURN_ENDED, creature, creature, NOBODY):
            return Status.CALL
    if frame.stage == TurnStage.VILLAIN:
        frame.stage = TurnStage.OVER
        if frame.mode == TurnMode.WHOLE and offer_villain(battle, book, creature):
            return Status.WAIT
    return Status.DONE


@compiled
def step_extra(battle: Battle, book: Book) -> int:
    """One more main action after a critical hit, or the move or maneuver that it becomes; it may be let be.

    Source: rounds 2, critical hit. rounds 3, conversion.
    """
    frame = top_frame(battle.stack)
    creature = int(frame.enemy)
    if frame.index == 0 and is_alive(battle, creature) and can_go_on(battle, book, creature, TurnMode.EXTRA):
        ask(battle, Decision.TURN, creature, NOBODY, NOBODY, TurnMode.EXTRA)
        return Status.WAIT
    end_extra(battle)
    return Status.DONE


@compiled
def open_turn(battle: Battle, book: Book, dice: Dice, creature: int, mode: int) -> None:
    """A turn begins: the budget is whole, defending is over, heroes gain their resource.

    Source: rounds 3, budget; defend. rounds 5, start of own turn.
    """
    log_event(dice, Event.TURN, creature, 0, 0)
    figure = battle.creatures[creature]
    battle.acting = creature
    figure.main = 1
    figure.maneuver = int(mode == TurnMode.WHOLE)
    figure.move = 1
    figure.steps = 0
    figure.moved = 0
    figure.busy = 0
    figure.shifting = 0
    figure.defending = 0
    end_aid(battle, creature)
    calm(battle, creature)
    figure.early = int(battle.next_up == creature)
    battle.next_up = NOBODY
    renew_harm(battle)


@compiled
def end_aid(battle: Battle, creature: int) -> None:
    """Whom a creature aided against is no longer distracted.

    Source: rounds 3, aid attack.
    """
    for other in range(MAX_CREATURES):
        if battle.creatures[other].aided == creature:
            battle.creatures[other].aided = NOBODY


@compiled
def close_turn(battle: Battle, book: Book, dice: Dice, creature: int, mode: int) -> None:
    """A turn ends: what lasts until its end is over, and the creature saves against the rest.

    Source: rounds 2, saving throw. rounds 4, EoT.
    """
    figure = battle.creatures[creature]
    if is_alive(battle, creature) and mode == TurnMode.WHOLE:
        end_effect(battle, book, dice, creature)
        end_of_turn_conditions(battle, dice, creature)
    if mode == TurnMode.WHOLE:
        figure.main = 0
    figure.maneuver = 0
    figure.move = 0
    figure.steps = 0
    figure.shifting = 0
    battle.acting = NOBODY
    log_event(dice, Event.TURN_END, creature, 0, 0)


@compiled
def has_main(battle: Battle, creature: int) -> bool:
    """Whether a main action is left."""
    return bool(battle.creatures[creature].main > 0) and not is_spent(battle, creature)


@compiled
def has_maneuver(battle: Battle, creature: int) -> bool:
    """Whether a maneuver is left, or a main action that can become one.

    Source: rounds 3, conversion.
    """
    figure = battle.creatures[creature]
    return bool(figure.maneuver > 0 or figure.main > 0) and not is_spent(battle, creature)


@compiled
def has_move(battle: Battle, creature: int) -> bool:
    """Whether a move action is left, or a main action that can become one.

    Source: rounds 3, conversion.
    """
    figure = battle.creatures[creature]
    return bool(figure.move > 0 or figure.main > 0) and not is_spent(battle, creature)


@compiled
def take_main(battle: Battle, creature: int) -> None:
    """Use up a main action."""
    battle.creatures[creature].main -= 1
    battle.creatures[creature].busy = 1


@compiled
def take_maneuver(battle: Battle, creature: int) -> None:
    """Use up a maneuver, or the main action in its place.

    Source: rounds 3, conversion.
    """
    figure = battle.creatures[creature]
    if figure.maneuver > 0:
        figure.maneuver -= 1
    else:
        figure.main -= 1
    figure.busy = 1


@compiled
def take_move(battle: Battle, book: Book, creature: int, shift: bool) -> None:
    """Use up a move action, or the main action in its place, for so many squares.

    Source: rounds 3, conversion; move actions.
    """
    figure = battle.creatures[creature]
    if figure.move > 0:
        figure.move -= 1
    else:
        figure.main -= 1
    figure.busy = 1
    figure.moved = 1
    figure.shifting = int(shift)
    figure.steps = speed_of(battle, book, creature)
    if shift:
        figure.steps = min(int(book.kinds[figure.kind].disengage), int(figure.steps))


@compiled
def can_use_own(battle: Battle, book: Book, creature: int, row: int) -> bool:
    """Whether a creature can use one of its own abilities as an action of its turn.

    Source: D5. rounds 3, budget. rounds 5, heroic ability. rounds 9.
    """
    ability = book.abilities[row]
    if ability.kind == Kind.MAIN:
        if not has_main(battle, creature):
            return False
    elif ability.kind != Kind.MANEUVER or not has_maneuver(battle, creature):
        return False
    if ability.effect == Effect.KEPT and not can_use_kept(battle, book, creature):
        return False
    if creature < MAX_HEROES:
        if not can_pay(battle, book, creature, row, False):
            return can_pay(battle, book, creature, row, True) and has_edged_aim(battle, book, creature, row)
    elif int(ability.cost) > int(battle.malice):
        return False
    return has_aim(battle, book, creature, row)


@compiled
def can_advance(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a creature can take a move action, if none that leads anywhere is under way: it can move at all.

    Source: rounds 3, move actions.
    Differs: a move is used up, as far as it leads anywhere, before the next one begins.
    """
    return has_move(battle, creature) and speed_of(battle, book, creature) > 0


@compiled
def can_go_on(battle: Battle, book: Book, creature: int, mode: int) -> bool:
    """Whether anything is left to do in a turn besides ending it; who has a main action can defend, say."""
    if mode != TurnMode.MINION and can_take_common(battle, book, creature, Common.DEFEND):
        return True
    if can_advance(battle, book, creature):
        return True
    mask = np.zeros(FIRST_COMMON + 200, np.int8)
    return fill_turn(battle, book, creature, mode, mask) > 1


@compiled
def fill_turn(battle: Battle, book: Book, creature: int, mode: int, mask_out: IntArray) -> int:
    """Mark what a creature can do in its turn, its end included. Returns how many actions there are.

    Source: rounds 3, budget; conversion; move actions.
    """
    mask_out[Verb.END] = 1
    count = 1
    figure = battle.creatures[creature]
    squares = fill_squares(battle, book, creature, mask_out) if figure.steps > 0 else 0
    count += squares
    if squares == 0 and can_advance(battle, book, creature):
        mask_out[Verb.ADVANCE] = 1
        count += 1
        if not suffers(battle, creature, Condition.SLOWED):
            mask_out[Verb.DISENGAGE] = 1
            count += 1
    if mode == TurnMode.MINION:
        return count + fill_minion_maneuvers(battle, book, creature, mask_out)
    kind = book.kinds[figure.kind]
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row != NOBODY and can_use_own(battle, book, creature, row):
            mask_out[FIRST_ABILITY + slot] = 1
            count += 1
    for common in range(NUM_SHARED_ABILITIES):
        if can_take_common(battle, book, creature, common):
            mask_out[FIRST_COMMON + common] = 1
            count += 1
    return count


@compiled
def fill_minion_maneuvers(battle: Battle, book: Book, creature: int, mask_out: IntArray) -> int:
    """Mark what a minion can do for itself instead of striking with its squad: stand up, escape a grab.

    Source: rounds 8, squad maneuvers.
    Differs: minions use no other maneuvers; neither as a squad nor alone.
    """
    count = 0
    for common in range(NUM_SHARED_ABILITIES):
        alone = common == Common.STAND_UP or common == Common.ESCAPE_GRAB
        if alone and can_take_common(battle, book, creature, common):
            mask_out[FIRST_COMMON + common] = 1
            count += 1
    return count


@compiled
def can_take_common(battle: Battle, book: Book, creature: int, common: int) -> bool:
    """Whether a creature can use a common main action or maneuver now."""
    main = int(book.abilities[common].kind) == Kind.MAIN
    if main and not has_main(battle, creature):
        return False
    if not main and not has_maneuver(battle, creature):
        return False
    return can_use_common(battle, book, creature, common)


@compiled
def fill_squares(battle: Battle, book: Book, creature: int, mask_out: IntArray) -> int:
    """Mark the squares to which a creature can go on with the move that is under way. Returns how many."""
    reach = np.zeros(MAX_SQUARES, np.int8)
    count = fill_reach(battle, book, creature, int(battle.creatures[creature].steps), reach)
    for square in range(int(book.map.num_squares)):
        if reach[square] == 1:
            mask_out[FIRST_SQUARE + int(book.map.cell[square])] = 1
    return count


@compiled
def apply_turn(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """Do what was chosen in a turn.

    Source: rounds 3, budget.
    """
    creature = int(battle.pending.creature)
    frame = top_frame(battle.stack)
    if action == Verb.END and frame.stage == TurnStage.EXTRA:
        frame.index = 1
    elif action == Verb.END:
        frame.stage = TurnStage.END
    elif action == Verb.ADVANCE or action == Verb.DISENGAGE:
        take_move(battle, book, creature, action == Verb.DISENGAGE)
    elif FIRST_SQUARE <= action < FIRST_SQUARE + MAX_SQUARES:
        begin_move(battle, creature, int(book.map.square_at[action - FIRST_SQUARE]), False)
    elif FIRST_ABILITY <= action < FIRST_ABILITY + MAX_ABILITIES:
        use_own(
            battle, book, creature, int(book.kinds[battle.creatures[creature].kind].abilities[action - FIRST_ABILITY])
        )
    else:
        common = action - FIRST_COMMON
        if int(book.abilities[common].kind) == Kind.MAIN:
            take_main(battle, creature)
        else:
            take_maneuver(battle, creature)
        begin_common(battle, book, dice, creature, common)


@compiled
def use_own(battle: Battle, book: Book, creature: int, row: int) -> None:
    """Pay for one of a creature's own abilities and begin it.

    Source: D5. rounds 5, heroic ability. rounds 9.
    """
    if int(book.abilities[row].kind) == Kind.MAIN:
        take_main(battle, creature)
    else:
        take_maneuver(battle, creature)
    if creature < MAX_HEROES:
        pay(battle, book, creature, row, False)
    else:
        battle.malice -= int(book.abilities[row].cost)
    begin_ability(battle, creature, row, 0)


@compiled
def spend_malice(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """Buy what the Director chose at the start of a turn, or nothing.

    Source: rounds 9.
    """
    if action != Verb.PASS:
        buy_feature(battle, book, dice, int(battle.pending.creature), action - FIRST_ABILITY)
