"""What is special about the Tactician's abilities."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import FrameRecord
from brimstone_env.rounds.ability_frame import use_ability
from brimstone_env.rounds.aiming import can_aim, has_aim
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Characteristic, Condition, Decision, Kind, Status, Until, Use
from brimstone_env.rounds.conditions import impose, may_trigger
from brimstone_env.rounds.creatures import are_adjacent, characteristic, gap, gap_to_square, is_alive, sees, sees_square
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.effect_frame import question, question_for, reaction_of
from brimstone_env.rounds.harm import spend_recovery
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.teleport import go_to, may_step

COMMAND = 10  # squares within which a Tactician's allies are helped


@compiled
def is_ally_near(battle: Battle, book: Book, user: int, other: int, most: int) -> bool:
    """Whether a creature is another one of the user's side, within so many squares and in line of effect."""
    if other == user or not is_alive(battle, other) or (other < MAX_HEROES) != (user < MAX_HEROES):
        return False
    return gap(battle, book, user, other) <= most and sees(battle, book, user, other)


@compiled
def can_recover(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a creature has a Recovery and a use for it."""
    figure = battle.creatures[creature]
    return bool(figure.alive == 1 and figure.recoveries > 0) and bool(figure.stamina < book.kinds[figure.kind].stamina)


@compiled
def may_inspire(battle: Battle, book: Book, frame: FrameRecord, other: int) -> bool:
    """Whether an Inspiring Strike may help a creature: at tier 3 an ally, before that the user too, to recover.

    Source: rounds 6, Inspiring Strike.
    """
    user = int(frame.enemy)
    if frame.points == 3:
        return is_ally_near(battle, book, user, other, COMMAND)
    near = other == user or is_ally_near(battle, book, user, other, COMMAND)
    return near and can_recover(battle, book, other)


@compiled
def step_inspire(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Inspiring Strike: whom it helps; at tier 3 each of the two may spend a Recovery, and both have an edge.

    Stages: 0 whom, 1 does the ally recover, 2 does the user.

    Source: rounds 6, Inspiring Strike.
    Differs: who recovers before tier 3 is one decision; a Recovery that brings nothing is not offered.
    """
    user = int(frame.enemy)
    if frame.stage == 0:
        return question(battle, frame, Decision.TARGET, 0)
    ally = int(frame.extra)
    if frame.points < 3:
        if ally != NOBODY:
            spend_recovery(battle, book, dice, ally)
        return Status.DONE
    if frame.stage == 1:
        battle.creatures[user].edge = 1
        if ally != NOBODY:
            battle.creatures[ally].edge = 1
            if can_recover(battle, book, ally):
                return question_for(battle, frame, Decision.SPEND, ally, 1)
        frame.amount = 0
        frame.stage = 2
    if frame.stage == 2:
        if frame.amount == 1:
            spend_recovery(battle, book, dice, ally)
        frame.amount = 0
        if can_recover(battle, book, user):
            return question(battle, frame, Decision.SPEND, 1)
    if frame.amount == 1:
        spend_recovery(battle, book, dice, user)
    return Status.DONE


@compiled
def is_signature(book: Book, row: int) -> bool:
    """Whether an ability is a signature ability: a main action with a power roll that costs nothing.

    Source: rounds 5, ability costs.
    """
    if row == NOBODY:
        return False
    ability = book.abilities[row]
    return bool(ability.kind == Kind.MAIN and ability.cost == 0 and ability.rolls == 1) and bool(
        ability.effect != Effect.BASIC
    )


@compiled
def can_grant(battle: Battle, book: Book, frame: FrameRecord, ally: int, row: int) -> bool:
    """Whether the ability lets an ally use one of its own: a signature ability that has a target.

    Source: rounds 6, Strike Now; Hammer and Anvil. D8.
    """
    if not is_signature(book, row) or not may_trigger(battle, ally):
        return False
    if book.abilities[frame.slot].effect == Effect.STRIKE_NOW:
        return has_aim(battle, book, ally, row)
    return bool(book.abilities[row].strike == 1) and can_aim(battle, book, ally, int(frame.chosen), row)


@compiled
def may_command(battle: Battle, book: Book, frame: FrameRecord, ally: int) -> bool:
    """Whether the ability may let an ally act: within 10, not let act by it before, with something to use.

    Source: rounds 6, Strike Now; Hammer and Anvil.
    """
    if not is_ally_near(battle, book, int(frame.enemy), ally, COMMAND) or (int(frame.square) >> ally) & 1:
        return False
    kind = book.kinds[battle.creatures[ally].kind]
    for slot in range(len(kind.abilities)):
        if can_grant(battle, book, frame, ally, int(kind.abilities[slot])):
            return True
    return False


@compiled
def step_command(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Strike Now, Hammer and Anvil: allies one after the other use signature abilities, off their turns.

    Stages: 0 which ally, 1 which ability, 2 it is used. `index` counts the allies, `square` holds their bits.

    Source: rounds 6, Strike Now; Hammer and Anvil.
    """
    ability = book.abilities[frame.slot]
    anvil = bool(ability.effect == Effect.ANVIL)
    if frame.stage == 0:
        if frame.square == NOBODY:
            frame.square = 0
        if frame.index >= int(ability.amount[int(frame.points) - 1]) or (anvil and not is_alive(battle, frame.chosen)):
            return Status.DONE
        return question(battle, frame, Decision.TARGET, int(frame.index))
    if frame.stage == 1:
        if frame.extra == NOBODY:
            return Status.DONE
        frame.square = int(frame.square) | (1 << int(frame.extra))
        frame.amount = int(frame.extra)
        return question_for(battle, frame, Decision.REACT, int(frame.extra), 0)
    ally, row = int(frame.amount), int(frame.extra)
    frame.stage = 0
    frame.index += 1
    if row != NOBODY:
        if anvil and frame.points > 1:
            battle.creatures[ally].edge = 1
        use_ability(battle, ally, row, int(frame.chosen) if anvil else NOBODY, Use.GRANTED)
    return Status.CALL


@compiled
def mark(battle: Battle, frame: FrameRecord) -> int:
    """Mark a target; the mark before it ends.

    Source: rounds 6, Mark.
    """
    battle.creatures[frame.enemy].marked = frame.chosen
    return Status.DONE


@compiled
def can_parry_from(battle: Battle, book: Book, user: int, subject: int, square: int) -> bool:
    """Whether a Parry helps from a square: the user's own, or one step away, beside the one who is hit.

    Source: rounds 6, Parry.
    """
    if square != int(battle.creatures[user].square) and not may_step(battle, book, user, square):
        return False
    if subject == user:
        return True
    return gap_to_square(battle, book, subject, square) == 1 and sees_square(battle, book, subject, square)


@compiled
def can_parry(battle: Battle, book: Book, user: int, subject: int) -> bool:
    """Whether a Parry helps somebody: the user, or an ally within 2 whom it stands beside after a step at most.

    Source: rounds 6, Parry.
    """
    if (subject < MAX_HEROES) != (user < MAX_HEROES) or gap(battle, book, user, subject) > 2:
        return False
    if subject == user or are_adjacent(battle, book, user, subject):
        return True
    at = int(battle.creatures[user].square)
    for k in range(int(book.map.num_neighbours[at])):
        if can_parry_from(battle, book, user, subject, int(book.map.neighbours[at, k])):
            return True
    return False


@compiled
def step_parry(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Parry: a shifted step, or none; then the damage is halved, and potencies are 1 lower against the subject.

    Source: rounds 6, Parry. rounds 4, halving.
    Differs: only squares are offered from which it helps.
    """
    if frame.stage == 0:
        return question(battle, frame, Decision.AREA, 1)
    go_to(battle, book, dice, int(frame.enemy), int(frame.square))
    battle.hit = int(battle.hit) // 2
    battle.creatures[frame.chosen].ward = 1
    return Status.DONE


@compiled
def step_mark_damage(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """A marked target takes more damage: twice the Tactician's Reason.

    Source: rounds 6, Mark.
    """
    battle.hit += 2 * characteristic(battle, book, int(frame.enemy), Characteristic.REASON)
    return Status.DONE


@compiled
def step_mark_recovery(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Who damages a marked target spends a Recovery.

    Source: rounds 6, Mark.
    """
    spend_recovery(battle, book, dice, int(reaction_of(battle.stack).chosen))
    return Status.DONE


@compiled
def step_mark_taunt(battle: Battle, dice: Dice, frame: FrameRecord) -> int:
    """A marked target is taunted by the Tactician who damages it.

    Source: rounds 6, Mark.
    """
    impose(battle, dice, int(frame.chosen), Condition.TAUNTED, Until.END_OF_TURN, int(frame.enemy))
    return Status.DONE


@compiled
def step_mark_shift(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Who damages a marked target shifts up to Reason squares, step by step.

    Stages: 0 which square, 1 go there.

    Source: rounds 6, Mark.
    """
    doer = int(reaction_of(battle.stack).chosen)
    if frame.stage == 1:
        if frame.square == NOBODY:
            return Status.DONE
        go_to(battle, book, dice, doer, int(frame.square))
        frame.index += 1
        frame.stage = 0
    if frame.index >= characteristic(battle, book, int(frame.enemy), Characteristic.REASON):
        return Status.DONE
    return question_for(battle, frame, Decision.AREA, doer, 1)
