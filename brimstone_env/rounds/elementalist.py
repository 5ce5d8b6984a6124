"""What is special about the Elementalist's abilities."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import FrameRecord
from brimstone_env.rounds.ability_frame import use_ability
from brimstone_env.rounds.aiming import can_aim, has_aim
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Characteristic, Decision, Status, Use
from brimstone_env.rounds.creatures import characteristic
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.effect_frame import cause_of, question
from brimstone_env.rounds.layout import Battle, Book


@compiled
def keep_up(battle: Battle, frame: FrameRecord) -> int:
    """What was used is kept up from now on; what was kept up before ends.

    Source: rounds 6, persistent.
    Differs: one ability is kept up at a time; the facts do not say whether two may be.
    """
    figure = battle.creatures[frame.enemy]
    figure.upkeep = frame.slot
    figure.upkeep_at = frame.chosen
    return Status.DONE


@compiled
def repeat_kept(battle: Battle, book: Book, user: int) -> bool:
    """The Flesh, a Crucible, kept up: it is rolled again at the start of the user's turn, if its target is in reach.

    Returns:
        Whether it is on the stack now.

    Source: rounds 6, The Flesh, a Crucible.
    """
    row, target = int(battle.creatures[user].upkeep), int(battle.creatures[user].upkeep_at)
    if row == NOBODY or book.abilities[row].effect != Effect.PERSIST_STRIKE or target == NOBODY:
        return False
    if not can_aim(battle, book, user, target, row):
        return False
    use_ability(battle, user, row, target, Use.GRANTED)
    return True


@compiled
def can_use_kept(battle: Battle, book: Book, user: int) -> bool:
    """Whether a creature keeps an area up that it can use again as a maneuver.

    Source: rounds 6, Conflagration.
    """
    row = int(battle.creatures[user].upkeep)
    if row == NOBODY or book.abilities[row].effect != Effect.PERSIST_AREA:
        return False
    return has_aim(battle, book, user, row)


@compiled
def use_kept(battle: Battle, frame: FrameRecord) -> int:
    """Use the area that is kept up again.

    Source: rounds 6, Conflagration.
    """
    if frame.stage == 1:
        return Status.DONE
    frame.stage = 1
    user = int(frame.enemy)
    use_ability(battle, user, int(battle.creatures[user].upkeep), NOBODY, Use.GRANTED)
    return Status.CALL


@compiled
def may_assist(battle: Battle, book: Book, user: int, doer: int, row: int) -> bool:
    """Whether an Explosive Assistance may help: the user or an ally in reach moves something by force.

    Source: rounds 6, Explosive Assistance.
    """
    if doer == NOBODY or doer >= MAX_HEROES:
        return False
    return can_aim(battle, book, user, doer, row)


@compiled
def step_explosion(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """Explosive Assistance: further by Reason, for 1 essence by twice as much.

    Source: rounds 6, Explosive Assistance.
    """
    user = int(frame.enemy)
    if frame.stage == 0:
        if battle.creatures[user].resource > 0:
            return question(battle, frame, Decision.SPEND, 1)
        frame.amount = 0
    battle.creatures[user].resource -= frame.amount
    cause_of(battle.stack).amount += characteristic(battle, book, user, Characteristic.REASON) * (1 + int(frame.amount))
    return Status.DONE
