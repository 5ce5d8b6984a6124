"""What is special about the Conduit's abilities."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import FrameRecord
from brimstone_env.rounds.aiming import can_aim
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, NUM_CONDITIONS, Condition, Decision, Status, Until
from brimstone_env.rounds.conditions import end_condition, suffers
from brimstone_env.rounds.effect_frame import question, reaction_of
from brimstone_env.rounds.harm import spend_recovery
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.tactician import can_recover


class Grace(IntEnum):
    """What piety adds to a Healing Grace; the numbers of its decision."""

    ENOUGH = 0
    ANOTHER = 1  # one more ally
    ENDING = 2  # an effect on the target ends
    STANDING = 3  # the target stands up
    RECOVERY = 4  # another Recovery


NUM_GRACES = len(Grace)


@compiled
def has_ending(battle: Battle, creature: int) -> bool:
    """Whether some effect on a creature ends by a save or with its turn."""
    for condition in range(NUM_CONDITIONS):
        if can_end(battle, creature, condition):
            return True
    return False


@compiled
def can_end(battle: Battle, creature: int, condition: int) -> bool:
    """Whether a condition is one that a Healing Grace can end.

    Source: rounds 6, Healing Grace.
    """
    until = int(battle.creatures[creature].until[condition])
    return until == Until.END_OF_TURN or until == Until.SAVE


@compiled
def may_grace(battle: Battle, book: Book, frame: FrameRecord, other: int) -> bool:
    """Whether a Healing Grace may be extended to a creature: one in reach that it did not help yet.

    Source: rounds 6, Healing Grace.
    """
    if other >= MAX_HEROES or (int(frame.square) >> other) & 1:
        return False
    return can_aim(battle, book, int(frame.enemy), other, int(frame.slot)) and can_recover(battle, book, other)


@compiled
def has_grace(battle: Battle, book: Book, frame: FrameRecord, option: int) -> bool:
    """Whether one of the things that piety adds has a use now.

    Source: rounds 6, Healing Grace.
    """
    target = int(frame.chosen)
    if option == Grace.ANOTHER:
        for other in range(MAX_HEROES):
            if may_grace(battle, book, frame, other):
                return True
        return False
    if option == Grace.ENDING:
        return has_ending(battle, target)
    if option == Grace.STANDING:
        return suffers(battle, target, Condition.PRONE) and not suffers(battle, target, Condition.NO_STANDING)
    if option == Grace.RECOVERY:
        return can_recover(battle, book, target)
    return option == Grace.ENOUGH


@compiled
def count_graces(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """How many of the things that piety adds have a use now, to be content among them."""
    count = 0
    for option in range(NUM_GRACES):
        count += int(has_grace(battle, book, frame, option))
    return count


@compiled
def step_grace(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Healing Grace: a Recovery, then for each piety one thing more.

    Stages: 0 the Recovery, 1 ask for more, 2 what it is, 3 the further ally or the effect that ends. `square` holds
    the bits of those helped, `index` the option.

    Source: rounds 6, Healing Grace.
    Differs: what piety adds concerns the ally helped last; what brings nothing is not offered.
    """
    user, target = int(frame.enemy), int(frame.chosen)
    if frame.stage == 0:
        frame.square = 1 << target
        spend_recovery(battle, book, dice, target)
        frame.stage = 1
    if frame.stage == 1:
        if battle.creatures[user].resource <= 0 or count_graces(battle, book, frame) == 1:
            return Status.DONE
        return question(battle, frame, Decision.OPTION, 0)
    if frame.stage == 2:
        return begin_grace(battle, book, dice, frame)
    if frame.index == Grace.ANOTHER:
        frame.chosen = frame.extra
        frame.square = int(frame.square) | (1 << int(frame.extra))
        spend_recovery(battle, book, dice, int(frame.extra))
    else:
        end_condition(battle, dice, target, int(frame.amount))
    frame.stage = 1
    return Status.CALL


@compiled
def begin_grace(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Pay 1 piety for one thing more, and do it, or ask for whom or what.

    Source: rounds 6, Healing Grace.
    """
    option = int(frame.amount)
    if option == Grace.ENOUGH:
        return Status.DONE
    battle.creatures[frame.enemy].resource -= 1
    frame.index = option
    if option == Grace.ANOTHER:
        return question(battle, frame, Decision.TARGET, 1)
    if option == Grace.ENDING:
        return question(battle, frame, Decision.ENDING, 0)
    if option == Grace.STANDING:
        end_condition(battle, dice, int(frame.chosen), Condition.PRONE)
    else:
        spend_recovery(battle, book, dice, int(frame.chosen))
    frame.stage = 1
    return Status.CALL


@compiled
def step_guidance(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """Word of Guidance: an edge on an ally's roll, a double one for 1 piety.

    Source: rounds 6, Word of Guidance.
    """
    user = int(frame.enemy)
    if frame.stage == 0:
        if battle.creatures[user].resource > 0:
            return question(battle, frame, Decision.SPEND, 1)
        frame.amount = 0
    battle.creatures[user].resource -= frame.amount
    battle.lift += 1 + int(frame.amount)
    return Status.DONE


@compiled
def pray(battle: Battle, frame: FrameRecord) -> int:
    """The user prays before it rolls for piety.

    Source: rounds 5, Conduit.
    """
    reaction_of(battle.stack).flag = 1
    return Status.DONE


@compiled
def is_guided(battle: Battle, book: Book, user: int, doer: int, row: int) -> bool:
    """Whether a Word of Guidance may help a roll: an ally's, in reach, for an ability that deals damage.

    Source: rounds 6, Word of Guidance.
    """
    if doer in (NOBODY, user) or doer >= MAX_HEROES:
        return False
    return can_aim(battle, book, user, doer, row)
