"""The exact mask of the pending decision."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_frame import attackers_of, is_target
from brimstone_env.rounds.aiming import can_target, fill_areas
from brimstone_env.rounds.codes import (
    FIRST_CREATURE,
    FIRST_NUMBER,
    MAX_CREATURES,
    MAX_HEROES,
    NUM_ACTIONS,
    Common,
    Decision,
    Frame,
    Outcome,
    Use,
    Verb,
)
from brimstone_env.rounds.common import fill_charges
from brimstone_env.rounds.creatures import is_alive
from brimstone_env.rounds.effects import fill_effect
from brimstone_env.rounds.forced import fill_ways_to_force
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import fill_malice
from brimstone_env.rounds.round import fill_next
from brimstone_env.rounds.triggers import fill_react
from brimstone_env.rounds.turn import fill_turn
from brimstone_env.rounds.villain import fill_villain
from brimstone_env.rounds.waiting import is_waiting_hero

MOST_TOGETHER = 3  # minions of a squad that strike one target


@compiled
def fill_legal(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Write the mask of the pending decision.

    Args:
        battle: the battle.
        book: the book.
        mask_out: int8 (NUM_ACTIONS,): 1 where legal. When the battle is over only `end` is 1 (a filler that does
            nothing); when nothing is asked (a paused rule case) all are 0.

    Returns:
        How many actions are legal.
    """
    for action in range(NUM_ACTIONS):
        mask_out[action] = 0
    kind = int(battle.pending.kind)
    if kind == Decision.NONE:
        mask_out[Verb.END] = int(battle.outcome != Outcome.UNDECIDED)
        return int(mask_out[Verb.END])
    above = int(top_frame(battle.stack).kind)
    if above == Frame.EFFECT:
        return fill_effect(battle, book, mask_out)
    if above == Frame.REACTION:
        return fill_react(battle, book, mask_out)
    if kind == Decision.TURN:
        return fill_turn(battle, book, int(battle.pending.creature), int(battle.pending.amount), mask_out)
    if kind == Decision.NEXT:
        return fill_next(battle, book, mask_out)
    if kind == Decision.TARGET:
        return fill_target(battle, book, mask_out)
    if kind == Decision.AREA:
        return fill_areas(battle, book, int(battle.pending.creature), int(battle.pending.ability), mask_out)
    if kind == Decision.FORCE:
        return fill_ways_to_force(battle, book, mask_out)
    if kind == Decision.SURGES or kind == Decision.STABILITY or kind == Decision.POTENCY:
        return fill_amounts(battle, mask_out)
    return fill_offer(battle, book, mask_out, kind)


@compiled
def fill_offer(battle: Battle, book: Book, mask_out: IntArray, kind: int) -> int:
    """Mark what the Director is offered, or the answers to a question about the order of turns."""
    if kind == Decision.MALICE:
        return fill_malice(battle, book, mask_out)
    if kind == Decision.VILLAIN:
        return fill_villain(battle, book, mask_out)
    return fill_order(battle, mask_out, kind)


@compiled
def fill_order(battle: Battle, mask_out: IntArray, kind: int) -> int:
    """Mark the answers to questions about the order of turns, and to offers that are taken or not.

    Source: D14; D24; D30. rounds 3, opportunity attack.
    """
    if kind == Decision.SIDE:
        mask_out[Verb.HEROES_FIRST] = 1
        mask_out[Verb.ENEMIES_FIRST] = 1
        return 2
    if kind == Decision.REACT or kind == Decision.AGREE:
        mask_out[Verb.REACT] = 1
        mask_out[Verb.PASS] = 1
        return 2
    count = 0
    for hero in range(MAX_HEROES):
        if kind == Decision.VOTE:
            legal = is_waiting_hero(battle, hero)
        else:
            legal = is_alive(battle, hero) and hero != int(battle.pending.creature)
        if legal:
            mask_out[FIRST_CREATURE + hero] = 1
            count += 1
    if kind == Decision.SWAP:
        mask_out[Verb.PASS] = 1
        count += 1
    return count


@compiled
def fill_amounts(battle: Battle, mask_out: IntArray) -> int:
    """Mark the numbers from 0 to what the decision is about. Returns how many there are."""
    for number in range(int(battle.pending.amount) + 1):
        mask_out[FIRST_NUMBER + number] = 1
    return int(battle.pending.amount) + 1


@compiled
def fill_target(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Mark the creatures at which an ability can be aimed; after the first target there may be enough.

    Source: rounds 2, several targets. rounds 8, squad action.
    """
    user, row = int(battle.pending.creature), int(battle.pending.ability)
    if row == Common.CHARGE:
        return fill_charges(battle, book, user, FIRST_CREATURE, mask_out)
    squad = top_frame(battle.stack).mode == Use.SQUAD
    count = 0
    for target in range(MAX_CREATURES):
        if not is_alive(battle, target):
            continue
        taken = attackers_of(battle, target) >= MOST_TOGETHER if squad else is_target(battle, target)
        if not taken and can_target(battle, book, user, target, row):
            mask_out[FIRST_CREATURE + target] = 1
            count += 1
    if battle.pending.amount > 0:
        mask_out[Verb.PASS] = 1
        count += 1
    return count
