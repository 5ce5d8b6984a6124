"""An ability from its aim to its effects, as a frame."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import top_frame
from brimstone_env.rounds.ability_frame import (
    AbilityStage,
    aim_at,
    has_targets,
    is_target,
    level_of,
    striker_of,
    tier_for,
)
from brimstone_env.rounds.ability_harm import MOST_SURGES, count_damage, damage_of, harm_target, may_raise, shove_target
from brimstone_env.rounds.ability_roll import asks_before_roll, refund_edge, roll_ability
from brimstone_env.rounds.aiming import can_aim, can_target, mark_area
from brimstone_env.rounds.codes import (
    MAX_ABILITIES,
    MAX_CREATURES,
    NOBODY,
    NUM_SHARED_ABILITIES,
    Common,
    Decision,
    Event,
    Reach,
    Status,
    Use,
)
from brimstone_env.rounds.common import charge_square
from brimstone_env.rounds.common_effects import start_common_effect
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.creatures import gap, is_alive
from brimstone_env.rounds.critical import end_ability
from brimstone_env.rounds.effect_codes import Trigger
from brimstone_env.rounds.effects import start_effect
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.movement import begin_move
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.squad_action import end_squad_action, next_striker
from brimstone_env.rounds.triggers import offer

FAR = 99


@compiled
def step_ability(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of an ability: aim, roll, then each target in turn, then what follows.

    Source: rounds 2, several targets. rounds 6. rounds 7.
    """
    frame = top_frame(battle.stack)
    if frame.stage == AbilityStage.AIM:
        return step_aim(battle, book, dice)
    stage = int(frame.stage)
    if stage == AbilityStage.ROLL or stage == AbilityStage.GUARDED or stage == AbilityStage.ASKED:
        return step_roll(battle, book, dice)
    if frame.stage == AbilityStage.NEXT:
        return step_next(battle, book)
    if frame.stage == AbilityStage.END:
        if frame.mode == Use.SQUAD:
            return end_squad_action(battle, book, dice)
        return end_ability(battle, book, dice)
    return step_target(battle, book, dice)


@compiled
def step_roll(battle: Battle, book: Book, dice: Dice) -> int:
    """Roll, once who may react was asked; an ability that has lost all its targets is over.

    Source: rounds 2, several targets. rounds 3, same trigger, several reactors.
    """
    frame = top_frame(battle.stack)
    user, row = int(frame.enemy), int(frame.slot)
    if frame.stage == AbilityStage.ROLL:
        end_charge(battle, user)
        drop_lost_targets(battle, book, user, row, int(frame.mode))
        if not has_targets(battle):
            frame.stage = AbilityStage.END
            return Status.CALL
        frame.stage = AbilityStage.GUARDED
        if asks_targets(battle, book, user, row):
            return Status.CALL
    if frame.stage == AbilityStage.GUARDED:
        frame.stage = AbilityStage.ASKED
        if asks_before_roll(battle, book, user, row):
            return Status.CALL
    refund_edge(battle, book, user, row, int(frame.mode))
    roll_ability(battle, book, dice, user, row)
    frame.index = 0
    frame.stage = AbilityStage.NEXT
    return Status.CALL


@compiled
def asks_targets(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Ask a target of a strike whether it reacts before the roll, if one of them can.

    Source: rounds 7, Goblin Monarch.
    """
    if book.abilities[row].strike == 0:
        return False
    for target in range(MAX_CREATURES):
        if is_target(battle, target) and offer(battle, book, Trigger.TARGETED, user, target, row):
            return True
    return False


@compiled
def step_target(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of what an ability does to the target that it deals with.

    Source: rounds 2, surges. rounds 6. rounds 7.
    """
    frame = top_frame(battle.stack)
    user, row, target = int(frame.enemy), int(frame.slot), int(frame.chosen)
    if frame.stage == AbilityStage.POTENCY:
        frame.stage = AbilityStage.HARM
        if may_raise(battle, book, user, target, row):
            ask(battle, Decision.POTENCY, user, target, row, 1)
            return Status.WAIT
    if frame.stage == AbilityStage.HARM:
        frame.stage = AbilityStage.LAND
        count_damage(battle, book, dice, user, target, row, int(frame.amount))
        if battle.hit > 0 and offer(battle, book, Trigger.DAMAGED, user, target, row):
            return Status.CALL
    if frame.stage == AbilityStage.LAND:
        frame.stage = AbilityStage.SHOVE
        harm_target(battle, book, dice, striker_of(battle, target), target, row, int(frame.amount), int(frame.flag))
        return Status.CALL
    if frame.stage == AbilityStage.SHOVE:
        frame.stage = AbilityStage.EFFECT
        shove_target(battle, book, striker_of(battle, target), target, row)
        return Status.CALL
    frame.stage = AbilityStage.NEXT
    if row < NUM_SHARED_ABILITIES:
        start_common_effect(battle, book, dice, user, target, row, tier_for(battle, target))
    else:
        start_effect(battle, book, dice, user, target, row, tier_for(battle, target))
    return Status.CALL


@compiled
def step_aim(battle: Battle, book: Book, dice: Dice) -> int:
    """Choose targets: one after the other, or an area; what is aimed at its user needs no choice.

    Source: rounds 3, charge. rounds 6. rounds 8, squad action.
    """
    frame = top_frame(battle.stack)
    user, row = int(frame.enemy), int(frame.slot)
    ability = book.abilities[row]
    if frame.mode == Use.SQUAD:
        minion = next_striker(battle, book)
        if minion != NOBODY:
            ask(battle, Decision.TARGET, minion, NOBODY, row, 1)
            return Status.WAIT
    elif ability.reach == Reach.SELF:
        aim_at(battle, user)
    elif ability.reach == Reach.BURST:
        mark_area(battle, book, user, int(battle.creatures[user].square), row)
    elif ability.reach != Reach.CREATURES:
        if frame.index == 0:
            ask(battle, Decision.AREA, user, NOBODY, row, 0)
            return Status.WAIT
    elif row == Common.CHARGE:
        if frame.index == 0:
            ask(battle, Decision.TARGET, user, NOBODY, row, 0)
            return Status.WAIT
        charge_ahead(battle, book, dice, user)
        return Status.CALL
    elif frame.index < int(ability.targets) and has_more_aims(battle, book, user, row):
        ask(battle, Decision.TARGET, user, NOBODY, row, int(frame.index))
        return Status.WAIT
    log_event(dice, Event.USE, user, int(frame.slot), 0)
    frame.stage = AbilityStage.ROLL
    return Status.CALL


@compiled
def charge_ahead(battle: Battle, book: Book, dice: Dice, user: int) -> None:
    """A charge: the straight way to the target first, then what the charge ends with.

    Source: rounds 3, charge.
    """
    frame = top_frame(battle.stack)
    figure = battle.creatures[user]
    log_event(dice, Event.USE, user, int(frame.slot), 0)
    frame.slot = charge_ability(battle, book, user)
    frame.stage = AbilityStage.ROLL
    for target in range(MAX_CREATURES):
        if is_target(battle, target):
            square = charge_square(battle, book, user, target)
            frame.flag = 1
            frame.points = figure.shifting
            frame.amount = figure.steps
            figure.steps = speed_of(battle, book, user)
            figure.shifting = 0
            begin_move(battle, user, square, True)
            return


@compiled
def end_charge(battle: Battle, user: int) -> None:
    """What was left of a move before a charge is there again after it.

    Source: rounds 3, charge.
    """
    frame = top_frame(battle.stack)
    if frame.flag == 1:
        battle.creatures[user].steps = frame.amount
        battle.creatures[user].shifting = frame.points
        frame.flag = 0
        frame.points = 0


@compiled
def drop_lost_targets(battle: Battle, book: Book, user: int, row: int, use: int) -> None:
    """A charge that was stopped on the way, or whose user fell, strikes nobody."""
    if book.abilities[row].reach != Reach.CREATURES or use == Use.SQUAD:
        return
    for target in range(MAX_CREATURES):
        if is_target(battle, target) and (not is_alive(battle, user) or not can_aim(battle, book, user, target, row)):
            battle.targets[level_of(battle), target] = 0


@compiled
def charge_ability(battle: Battle, book: Book, creature: int) -> int:
    """What a charge ends with: the creature's own ability for charges, or a melee free strike.

    Source: rounds 3, charge.
    """
    kind = book.kinds[battle.creatures[creature].kind]
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row != NOBODY and book.abilities[row].charge == 1 and book.abilities[row].cost == 0:
            return row
    return int(Common.MELEE_FREE_STRIKE)


@compiled
def has_more_aims(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Whether somebody who is no target yet can be aimed at."""
    for target in range(MAX_CREATURES):
        if not is_target(battle, target) and can_target(battle, book, user, target, row):
            return True
    return False


@compiled
def take_nearest(battle: Battle, book: Book, user: int) -> int:
    """The nearest target of a line that is left, -1 after the last; it is none of those left any more.

    Source: rounds 6, Thunder Roar.
    """
    level = level_of(battle)
    best, least = NOBODY, FAR
    for target in range(MAX_CREATURES):
        if is_target(battle, target) and is_alive(battle, target):
            away = gap(battle, book, user, target)
            if away < least:
                best, least = target, away
    if best != NOBODY:
        battle.targets[level, best] = 0
    return best


@compiled
def step_next(battle: Battle, book: Book) -> int:
    """Go to the next target; before its damage a hero may spend surges.

    Source: rounds 2, surges.
    """
    frame = top_frame(battle.stack)
    user, row = int(frame.enemy), int(frame.slot)
    battle.creatures[frame.chosen].ward = 0
    while frame.index < MAX_CREATURES:
        target = int(frame.index)
        frame.index += 1
        if book.abilities[row].reach == Reach.LINE:
            target = take_nearest(battle, book, user)
        elif not is_target(battle, target):
            continue
        if target != NOBODY and is_alive(battle, target):
            frame.chosen = target
            frame.amount = 0
            frame.flag = 0
            frame.stage = AbilityStage.POTENCY
            left = min(MOST_SURGES - int(frame.points), int(battle.creatures[user].surges))
            if left > 0 and damage_of(battle, book, user, target, row) > 0:
                ask(battle, Decision.SURGES, user, target, row, left)
                return Status.WAIT
            return Status.CALL
    frame.stage = AbilityStage.END
    return Status.CALL
