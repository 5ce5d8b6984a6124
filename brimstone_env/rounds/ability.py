"""An ability from its aim to its effects, as a frame; whom it is paid by and when it may be used."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.core.frames import top_frame
from brimstone_env.rounds.ability_frame import (
    aim_at,
    attackers_of,
    clear_targets,
    is_target,
    level_of,
    set_tier,
    striker_of,
    tier_for,
)
from brimstone_env.rounds.aiming import can_aim, can_target, has_aim, has_edge, is_in_melee, mark_area
from brimstone_env.rounds.codes import (
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    NUM_CHARACTERISTICS,
    Common,
    Condition,
    Decision,
    Event,
    Frame,
    Kind,
    Reach,
    Roll,
    Shove,
    Status,
    Stream,
    Use,
)
from brimstone_env.rounds.common import charge_square
from brimstone_env.rounds.common_effects import start_common_effect
from brimstone_env.rounds.conditions import impose, resists, speed_of, suffers
from brimstone_env.rounds.creatures import (
    characteristic,
    has_captain,
    highest_characteristic,
    is_alive,
    is_minion,
    width_of,
)
from brimstone_env.rounds.edges import banes_against, edges_against
from brimstone_env.rounds.effect_codes import Trigger
from brimstone_env.rounds.effects import start_effect
from brimstone_env.rounds.forced import begin_shove
from brimstone_env.rounds.harm import bleed, hurt_by
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.movement import begin_move
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.power import CRITICAL, log_tier, roll_power, tier_of
from brimstone_env.rounds.resources import cost_of, gain, take_edges
from brimstone_env.rounds.triggers import offer

MOST_SURGES = 3  # on one damage roll


class AbilityStage(IntEnum):
    """How far an ability has come."""

    AIM = 0
    ROLL = 1
    NEXT = 2  # the next target
    SURGES = 3
    HARM = 4
    SHOVE = 5
    EFFECT = 6
    END = 7
    ASKED = 8  # who may react to the roll was asked
    LAND = 9  # who may react to the damage was asked


@compiled
def roll_bonus(battle: Battle, book: Book, user: int, row: int) -> int:
    """What is added to an ability's power roll: a monster's printed bonus, or the best of a hero's characteristics.

    Source: rounds 2, power roll.
    """
    ability = book.abilities[row]
    if ability.characteristics == 0:
        return int(ability.bonus)
    best = -5
    for which in range(NUM_CHARACTERISTICS):
        if (int(ability.characteristics) >> which) & 1:
            best = max(best, characteristic(battle, book, user, which))
    return best


@compiled
def is_fixed(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Whether an ability is a monster's free strike, which is not rolled.

    Source: rounds 3, monster free strike.
    """
    free = row == Common.MELEE_FREE_STRIKE or row == Common.RANGED_FREE_STRIKE
    return free and int(book.kinds[battle.creatures[user].kind].free_strike) > 0


@compiled
def step_ability(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of an ability: aim, roll, then each target in turn, then what follows.

    Source: rounds 2, several targets. rounds 6. rounds 7.
    """
    frame = top_frame(battle.stack)
    user, row = int(frame.enemy), int(frame.slot)
    if frame.stage == AbilityStage.AIM:
        return step_aim(battle, book, dice)
    if frame.stage == AbilityStage.ROLL:
        frame.stage = AbilityStage.ASKED
        drop_lost_targets(battle, book, user, row, int(frame.mode))
        if asks_before_roll(battle, book, user, row):
            return Status.CALL
    if frame.stage == AbilityStage.ASKED:
        refund_edge(battle, book, user, row, int(frame.mode))
        roll_ability(battle, book, dice, user, row)
        frame.index = 0
        frame.stage = AbilityStage.NEXT
    if frame.stage == AbilityStage.NEXT:
        return step_next(battle, book)
    if frame.stage == AbilityStage.HARM:
        frame.stage = AbilityStage.LAND
        count_damage(battle, book, dice, user, int(frame.chosen), row, int(frame.amount))
        if battle.hit > 0 and offer(battle, book, Trigger.DAMAGED, user, int(frame.chosen), row):
            return Status.CALL
    if frame.stage == AbilityStage.LAND:
        frame.stage = AbilityStage.SHOVE
        target = int(frame.chosen)
        harm_target(battle, book, dice, striker_of(battle, target), target, row, int(frame.amount))
        return Status.CALL
    if frame.stage == AbilityStage.SHOVE:
        frame.stage = AbilityStage.EFFECT
        shove_target(battle, book, striker_of(battle, int(frame.chosen)), int(frame.chosen), row)
        return Status.CALL
    if frame.stage == AbilityStage.EFFECT:
        frame.stage = AbilityStage.NEXT
        target = int(frame.chosen)
        if row < len(Common):
            start_common_effect(battle, book, dice, user, target, row, tier_for(battle, target))
            return Status.CALL
        start_effect(battle, book, dice, user, target, row, tier_for(battle, target))
        return Status.CALL
    return end_ability(battle, book, dice)


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
            figure.steps = speed_of(battle, book, user)
            figure.shifting = 0
            begin_move(battle, user, square)
            return


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
def next_striker(battle: Battle, book: Book) -> int:
    """The next minion of the squad that may still choose whom it strikes, -1 after the last.

    Source: rounds 8, squad action.
    """
    frame = top_frame(battle.stack)
    squad = int(battle.creatures[frame.enemy].squad)
    while frame.index < MAX_CREATURES:
        minion = int(frame.index)
        frame.index += 1
        figure = battle.creatures[minion]
        ready = figure.alive == 1 and figure.squad == squad and figure.main > 0 and is_minion(battle, book, minion)
        if ready and has_aim(battle, book, minion, int(frame.slot)):
            return minion
    return NOBODY


@compiled
def has_more_aims(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Whether somebody who is no target yet can be aimed at."""
    for target in range(MAX_CREATURES):
        if not is_target(battle, target) and can_target(battle, book, user, target, row):
            return True
    return False


@compiled
def roll_ability(battle: Battle, book: Book, dice: Dice, user: int, row: int) -> None:
    """Roll once, and read the tier for each target; the natural roll stays in the frame.

    Source: rounds 2, several targets; natural 19 or 20. rounds 3, aid attack. rounds 8, squad action.
    """
    frame = top_frame(battle.stack)
    ability = book.abilities[row]
    frame.extra = 0
    if ability.rolls == 0 or is_fixed(battle, book, user, row):
        for target in range(MAX_CREATURES):
            set_tier(battle, target, int(is_target(battle, target)))
        return
    natural = roll_power(battle, dice)
    frame.extra = natural
    bonus = roll_bonus(battle, book, user, row)
    for target in range(MAX_CREATURES):
        if is_target(battle, target):
            striker = striker_of(battle, target)
            melee = is_in_melee(battle, book, striker, target, row)
            edges = edges_against(battle, book, striker, target, ability, melee) + int(battle.lift)
            banes = banes_against(battle, book, striker, target, ability, melee)
            set_tier(battle, target, tier_of(natural, bonus, edges, banes))
            log_tier(dice, user, target, tier_for(battle, target))
            battle.creatures[target].aided = NOBODY
    battle.lift = 0


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
        if is_target(battle, target) and is_alive(battle, target):
            frame.chosen = target
            frame.amount = 0
            frame.stage = AbilityStage.HARM
            left = min(MOST_SURGES - int(frame.points), int(battle.creatures[user].surges))
            if left > 0 and damage_of(battle, book, user, target, row) > 0:
                ask(battle, Decision.SURGES, user, target, row, left)
                return Status.WAIT
            return Status.CALL
    frame.stage = AbilityStage.END
    return Status.CALL


@compiled
def damage_of(battle: Battle, book: Book, user: int, target: int, row: int) -> int:
    """The damage of an ability to a target at the tier that was rolled, without dice and surges.

    Source: rounds 3, free strikes. rounds 6. rounds 7, with captain. rounds 8, squad action.
    """
    ability = book.abilities[row]
    kind = book.kinds[battle.creatures[user].kind]
    if is_fixed(battle, book, user, row):
        return int(kind.free_strike)
    tier = tier_for(battle, target)
    if tier == 0 or int(ability.damage[tier - 1]) == 0:
        return 0
    damage = int(ability.damage[tier - 1])
    if ability.adds == 1:
        damage += roll_bonus(battle, book, user, row)
    damage += kit_damage(battle, book, user, target, row, tier)
    if ability.strike == 1 and has_captain(battle, book, user):
        damage += int(kind.captain_damage)
    return damage + (attackers_of(battle, target) - 1) * int(kind.free_strike) * int(attackers_of(battle, target) > 1)


@compiled
def kit_damage(battle: Battle, book: Book, user: int, target: int, row: int, tier: int) -> int:
    """What a hero's kit adds to the rolled damage of a weapon ability, in melee or at range.

    Source: rounds 6, kits.
    """
    ability = book.abilities[row]
    if user >= MAX_HEROES or ability.weapon == 0 or ability.kitted == 1:
        return 0
    kind = book.kinds[battle.creatures[user].kind]
    if ability.reach != Reach.CREATURES or is_in_melee(battle, book, user, target, row):
        return int(kind.kit_melee[tier - 1])
    return int(kind.kit_ranged[tier - 1])


@compiled
def asks_before_roll(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Gather the edges that were given for a roll before it is made, and ask who may give more.

    Returns:
        Whether anybody is asked.

    Source: rounds 6, Word of Guidance.
    """
    if book.abilities[row].rolls == 0 or is_fixed(battle, book, user, row):
        return False
    battle.lift = take_edges(battle, user)
    return offer(battle, book, Trigger.ROLLING, user, NOBODY, row)


@compiled
def refund_edge(battle: Battle, book: Book, user: int, row: int, use: int) -> None:
    """A Shadow whose roll turns out to have an edge gets 1 insight of the cost back.

    Source: rounds 5, Shadow.
    """
    if user >= MAX_HEROES or use != Use.TURN:
        return
    spared = cost_of(battle, book, user, row, False) - cost_of(battle, book, user, row, True)
    if spared == 0:
        return
    for target in range(MAX_CREATURES):
        if is_target(battle, target) and has_edge(battle, book, user, target, row):
            gain(battle, user, spared)
            return


@compiled
def count_damage(battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, surges: int) -> None:
    """Count the damage that an ability is about to deal to a target.

    Source: rounds 2, surges. rounds 6.
    """
    damage = damage_of(battle, book, user, target, row) + surges * highest_characteristic(battle, book, user)
    for _ in range(int(book.abilities[row].damage_dice)):
        damage += roll_die(battle.streams, dice, Stream.DICE, Roll.DAMAGE, 6)
    battle.hit = damage


@compiled
def harm_target(battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, surges: int) -> None:
    """Damage a target, then impose the condition if its characteristic does not withstand it.

    Source: rounds 2, potency; surges. rounds 8, area damage.
    """
    ability = book.abilities[row]
    tier = tier_for(battle, target)
    damage = int(battle.hit)
    battle.hit = 0
    if ability.reach != Reach.CREATURES and is_minion(battle, book, target):
        damage = min(damage, int(book.kinds[battle.creatures[target].kind].stamina))
    hurt_by(battle, book, dice, user, target, damage, int(ability.damage_type), surges)
    if not is_alive(battle, target) or ability.condition == NOBODY or tier == 0 or ability.until[tier - 1] == 0:
        return
    potency = int(ability.potency[tier - 1]) - int(battle.creatures[target].ward)
    if not resists(battle, book, target, int(ability.resisted), potency):
        impose(battle, dice, target, int(ability.condition), int(ability.until[tier - 1]), user)


@compiled
def shove_target(battle: Battle, book: Book, user: int, target: int, row: int) -> None:
    """Put the forced movement of an ability on the stack, if the target is still there.

    Source: rounds 3, forced move; bigger pusher.
    """
    ability = book.abilities[row]
    tier = tier_for(battle, target)
    if ability.shove == Shove.NONE or tier == 0 or not is_alive(battle, target):
        return
    squares = int(ability.shoves[tier - 1])
    if squares == 0 or suffers(battle, target, Condition.RESTRAINED):
        return
    if ability.weapon == 1 and ability.melee > 0 and width_of(battle, book, user) > width_of(battle, book, target):
        squares += 1
    begin_shove(battle, user, target, int(ability.shove), squares)


@compiled
def end_ability(battle: Battle, book: Book, dice: Dice) -> int:
    """After an ability: a critical hit gives another main action at once; the bleeding lose Stamina.

    Source: rounds 2, critical hit. rounds 4, bleeding.
    """
    frame = top_frame(battle.stack)
    user, row, natural, use = int(frame.enemy), int(frame.slot), int(frame.extra), int(frame.mode)
    ability = book.abilities[row]
    figure = battle.creatures[user]
    clear_targets(battle)
    if not is_alive(battle, user):
        return Status.DONE
    critical = natural >= CRITICAL and ability.kind == Kind.MAIN
    physical = int(ability.rolls) == 1 and (int(ability.characteristics) & 3) != 0
    if ability.kind == Kind.MAIN or ability.kind == Kind.TRIGGERED or physical:
        bleed(battle, book, dice, user)
    if critical and is_alive(battle, user) and use != Use.SQUAD:
        if battle.acting == user:
            figure.main += 1
            figure.busy = 0
        else:
            frame.kind = Frame.TURN
            frame.stage = 9
            figure.main = 1
            return Status.CALL
    return Status.DONE
