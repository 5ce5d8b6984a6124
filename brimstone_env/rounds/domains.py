"""What a Conduit's domains do when a prayer is answered: those of Life and Protection."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import FrameRecord
from brimstone_env.rounds.aiming import can_aim
from brimstone_env.rounds.codes import (
    MAX_ABILITIES,
    MAX_HEROES,
    NOBODY,
    Characteristic,
    Condition,
    Decision,
    Event,
    Status,
)
from brimstone_env.rounds.conditions import end_condition, suffers
from brimstone_env.rounds.conduit import has_ending
from brimstone_env.rounds.creatures import characteristic
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.effect_frame import push_effect, question
from brimstone_env.rounds.harm import spend_recovery
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.tactician import can_recover


class Blessing(IntEnum):
    """What an answered prayer brings; the numbers of its decision."""

    NOTHING = 0
    RECOVERY = 1  # Life: somebody spends a Recovery
    ENDING = 2  # Life: an effect on somebody ends
    STANDING = 3  # Life: somebody stands up
    SHIELD = 4  # Life: temporary Stamina for somebody
    ALLY_SHIELD = 5  # Protection: more of it for an ally


NUM_BLESSINGS = len(Blessing)


@compiled
def begin_blessing(battle: Battle, book: Book, dice: Dice, hero: int) -> None:
    """A prayer is answered: put what the hero's domains do on the stack.

    Source: rounds 5, Conduit.
    Differs: the facts name no domains: ours are Life and Protection, and what else domains do for piety is left out.
    """
    kind = book.kinds[battle.creatures[hero].kind]
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row != NOBODY and book.abilities[row].effect == Effect.DOMAIN:
            log_event(dice, Event.USE, hero, row, slot)
            push_effect(battle.stack, hero, row, hero, 1, 0)
            return


@compiled
def temporary_of(battle: Battle, book: Book, frame: FrameRecord, option: int) -> int:
    """Temporary Stamina that a blessing brings: so many times Intuition as the table says, first Life, then Protection.

    Source: rounds 5, Conduit.
    """
    which = 1 if option == Blessing.ALLY_SHIELD else 0
    times = int(book.abilities[frame.slot].amount[which])
    return times * characteristic(battle, book, int(frame.enemy), Characteristic.INTUITION)


@compiled
def may_bless(battle: Battle, book: Book, frame: FrameRecord, option: int, other: int) -> bool:
    """Whether a blessing has a use for a creature in reach.

    Source: rounds 5, Conduit.
    """
    user = int(frame.enemy)
    if other >= MAX_HEROES or not can_aim(battle, book, user, other, int(frame.slot)):
        return False
    if option == Blessing.RECOVERY:
        return can_recover(battle, book, other)
    if option == Blessing.ENDING:
        return has_ending(battle, other)
    if option == Blessing.STANDING:
        return suffers(battle, other, Condition.PRONE) and not suffers(battle, other, Condition.NO_STANDING)
    if option == Blessing.ALLY_SHIELD and other == user:
        return False
    return int(battle.creatures[other].temporary) < temporary_of(battle, book, frame, option)


@compiled
def has_blessing(battle: Battle, book: Book, frame: FrameRecord, option: int) -> bool:
    """Whether a blessing has a use for anybody; there may always be none."""
    if option == Blessing.NOTHING:
        return True
    for other in range(MAX_HEROES):
        if may_bless(battle, book, frame, option, other):
            return True
    return False


@compiled
def step_blessing(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """An answered prayer: which blessing, for whom, and which effect ends.

    Stages: 0 which, 1 for whom, 2 it comes, 3 the effect that ends. `index` holds the blessing.

    Source: rounds 5, Conduit. rounds 4, temporary Stamina.
    """
    if frame.stage == 0:
        return question(battle, frame, Decision.OPTION, NUM_BLESSINGS - 1)
    if frame.stage == 1:
        frame.index = frame.amount
        if frame.index == Blessing.NOTHING:
            return Status.DONE
        return question(battle, frame, Decision.TARGET, 0)
    option, other = int(frame.index), int(frame.extra)
    if frame.stage == 2:
        frame.chosen = other
    if frame.stage == 2 and option == Blessing.ENDING:
        return question(battle, frame, Decision.ENDING, 0)
    if option == Blessing.RECOVERY:
        spend_recovery(battle, book, dice, other)
    elif option == Blessing.ENDING:
        end_condition(battle, dice, other, int(frame.amount))
    elif option == Blessing.STANDING:
        end_condition(battle, dice, other, Condition.PRONE)
    else:
        battle.creatures[other].temporary = temporary_of(battle, book, frame, option)
        log_event(dice, Event.SHIELDED, other, int(battle.creatures[other].temporary), 0)
    return Status.DONE
