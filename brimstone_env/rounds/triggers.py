"""Triggered actions: when something happens, each creature that may react is asked, heroes first."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    Decision,
    Event,
    Frame,
    Kind,
    Status,
    Verb,
)
from brimstone_env.rounds.conditions import may_trigger
from brimstone_env.rounds.conduit import is_guided
from brimstone_env.rounds.creatures import are_foes, is_alive
from brimstone_env.rounds.effect_codes import Effect, Trigger
from brimstone_env.rounds.effect_frame import push_effect
from brimstone_env.rounds.elementalist import may_assist, repeat_kept
from brimstone_env.rounds.fury import can_turn_force
from brimstone_env.rounds.harm import bleed
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.monster_codes import MonsterEffect
from brimstone_env.rounds.monster_effects import can_shield
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.resources import can_pay, end_upkeep, pay
from brimstone_env.rounds.shadow import can_hesitate
from brimstone_env.rounds.tactician import can_parry, can_recover
from brimstone_env.rounds.teleport import may_shift
from brimstone_env.rounds.turn_gain import gain_for_turn

ASKING = 0  # stages of the frame
ASKED = 1
SETTLED = 2


@compiled
def offer(battle: Battle, book: Book, trigger: int, doer: int, subject: int, row: int) -> bool:
    """Ask everybody who may react to an event; call it with the interrupted rule's frame on top.

    Args:
        battle: the battle.
        book: the book.
        trigger: `Trigger`.
        doer: who does it, -1 for nobody.
        subject: to whom.
        row: the ability that is used, -1 for none.

    Returns:
        Whether anybody is asked: a frame was put on top.

    Source: rounds 3, triggered action; same trigger, several reactors.
    """
    for creature in range(MAX_CREATURES):
        if can_react(battle, book, creature, trigger, doer, subject, row):
            push_reaction(battle, trigger, doer, subject, row)
            return True
    return False


@compiled
def push_reaction(battle: Battle, trigger: int, doer: int, subject: int, row: int) -> None:
    """Put an event on the stack."""
    frame = push_frame(battle.stack, Frame.REACTION, NOBODY, subject, row)
    frame.chosen = doer
    frame.mode = trigger
    frame.extra = NOBODY


@compiled
def begin_hero_turn(battle: Battle, hero: int) -> None:
    """Put the start of a hero's turn on the stack: what it keeps up, its prayer, and what its resource grows by.

    Source: rounds 5, gain at turn start. rounds 6, persistent.
    """
    push_reaction(battle, Trigger.TURN_START, hero, hero, NOBODY)


@compiled
def can_react(battle: Battle, book: Book, creature: int, trigger: int, doer: int, subject: int, row: int) -> bool:
    """Whether a creature has something to answer an event with."""
    if not is_alive(battle, creature):
        return False
    kind = book.kinds[battle.creatures[creature].kind]
    if (int(kind.triggers) >> trigger) & 1 == 0:
        return False
    for slot in range(MAX_ABILITIES):
        own = int(kind.abilities[slot])
        if own == NOBODY:
            return False
        if may_answer(battle, book, creature, own, trigger, doer, subject, row):
            return True
    return False


@compiled
def may_answer(
    battle: Battle, book: Book, creature: int, own: int, trigger: int, doer: int, subject: int, row: int
) -> bool:
    """Whether a creature may answer an event with one of its abilities.

    A triggered action is used once a round, a free one as often as it is paid for.

    Source: D8; rounds 3, triggered action; free triggered action.
    """
    ability = book.abilities[own]
    effect = int(ability.effect)
    if ability.trigger != trigger:
        return False
    if trigger == Trigger.TURN_START:
        return creature == doer and (effect == Effect.PRAYER or own == int(battle.creatures[creature].upkeep))
    if ability.kind == Kind.TRIGGERED or ability.kind == Kind.FREE_TRIGGERED:
        if not may_trigger(battle, creature):
            return False
        if ability.kind == Kind.TRIGGERED and battle.creatures[creature].reacted == 1:
            return False
    if creature < MAX_HEROES and not can_pay(battle, book, creature, own, False):
        return False
    return fits_event(battle, book, creature, own, effect, doer, subject, row)


@compiled
def fits_event(
    battle: Battle, book: Book, creature: int, own: int, effect: int, doer: int, subject: int, row: int
) -> bool:
    """Whether an ability's own terms are met by an event.

    Source: rounds 6.
    """
    if effect == Effect.PARRY:
        return can_parry(battle, book, creature, subject)
    if effect == Effect.CONFUSION:
        return creature == subject
    if effect == Effect.GUIDANCE:
        return is_guided(battle, book, creature, doer, own) and int(book.abilities[row].damage[0]) > 0
    if effect == Effect.LINES:
        return can_turn_force(battle, book, creature, subject)
    if effect == Effect.EXPLOSION:
        return may_assist(battle, book, creature, doer, own)
    if effect == Effect.HESITATION:
        return can_hesitate(battle, creature, doer)
    if effect == MonsterEffect.MEAT_SHIELD:
        return can_shield(battle, book, creature, subject, doer)
    return fits_mark(battle, book, creature, effect, doer, subject)


@compiled
def fits_mark(battle: Battle, book: Book, creature: int, effect: int, doer: int, subject: int) -> bool:
    """Whether a benefit of a Tactician's mark has a use: somebody of its side damages the creature that it marked.

    Source: rounds 6, Mark.
    """
    if doer == NOBODY or are_foes(doer, creature) or battle.creatures[creature].marked != subject:
        return False
    if effect == Effect.MARK_RECOVERY:
        return can_recover(battle, book, doer)
    if effect == Effect.MARK_SHIFT:
        return may_shift(battle, doer)
    if effect == Effect.MARK_TAUNT:
        return doer == creature
    return True


@compiled
def step_reaction(battle: Battle, book: Book, dice: Dice) -> int:
    """Ask the next creature that may react to the event on top of the stack.

    Heroes are asked before enemies, each by index, and each uses one ability at most.

    Source: rounds 3, same trigger, several reactors. rounds 4, bleeding.
    Differs: who takes damage is asked when an ability deals it; what villain actions, Malice, slams, splinters of bone,
    mist and prayers deal comes at once. The players' own order among them is their index.
    """
    frame = top_frame(battle.stack)
    trigger, doer, subject, row = int(frame.mode), int(frame.chosen), int(frame.enemy), int(frame.slot)
    if frame.extra != NOBODY:
        bleed(battle, book, dice, int(frame.extra))
        frame.extra = NOBODY
    while frame.stage == ASKING and frame.index < MAX_CREATURES:
        if can_react(battle, book, int(frame.index), trigger, doer, subject, row):
            ask(battle, Decision.REACT, int(frame.index), subject, row, 0)
            return Status.WAIT
        frame.index += 1
    if trigger != Trigger.TURN_START or frame.stage == SETTLED or not is_alive(battle, doer):
        return Status.DONE
    frame.stage = SETTLED
    gain_for_turn(battle, book, dice, doer, bool(frame.flag == 1))
    if is_alive(battle, doer):
        repeat_kept(battle, book, doer)
    return Status.CALL


@compiled
def fill_react(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Mark what the creature that is asked may answer the event with, and that it may let it be.

    Returns:
        How many there are.
    """
    frame = top_frame(battle.stack)
    creature = int(battle.pending.creature)
    kind = book.kinds[battle.creatures[creature].kind]
    trigger, doer, subject, row = int(frame.mode), int(frame.chosen), int(frame.enemy), int(frame.slot)
    mask_out[Verb.PASS] = 1
    count = 1
    for slot in range(MAX_ABILITIES):
        own = int(kind.abilities[slot])
        if own != NOBODY and may_answer(battle, book, creature, own, trigger, doer, subject, row):
            mask_out[FIRST_ABILITY + slot] = 1
            count += 1
    return count


@compiled
def answer_react(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """A creature lets the event be, or uses an ability; what is kept up ends when it is let be.

    Source: rounds 3, triggered action. rounds 5, off-turn use still costs. rounds 6, persistent.
    """
    frame = top_frame(battle.stack)
    creature = int(battle.pending.creature)
    frame.index = creature + 1
    if action == Verb.PASS:
        if frame.mode == Trigger.TURN_START:
            end_upkeep(battle, creature)
        return
    own = int(book.kinds[battle.creatures[creature].kind].abilities[action - FIRST_ABILITY])
    if own == int(battle.creatures[creature].upkeep):
        return
    if book.abilities[own].kind == Kind.TRIGGERED:
        battle.creatures[creature].reacted = 1
        frame.extra = creature
    if creature < MAX_HEROES:
        pay(battle, book, creature, own, False)
    log_event(dice, Event.USE, creature, own, 0)
    push_effect(battle.stack, creature, own, int(frame.enemy), 0, 1)
