"""The one road that changes a battle from outside: an action, as the answer to the pending decision."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import top_frame
from brimstone_env.rounds.ability_frame import aim_at, begin_ability, use_ability
from brimstone_env.rounds.ability_harm import SURGES_OF_POTENCY
from brimstone_env.rounds.aiming import mark_area
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    NOBODY,
    Common,
    Decision,
    Frame,
    Side,
    Use,
    Verb,
)
from brimstone_env.rounds.effects import answer_effect
from brimstone_env.rounds.initiative import swap_places
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.pending import ask, clear_pending
from brimstone_env.rounds.round import apply_next
from brimstone_env.rounds.squad_action import join_strike
from brimstone_env.rounds.surprise import set_first
from brimstone_env.rounds.triggers import answer_react
from brimstone_env.rounds.turn import apply_turn, spend_malice
from brimstone_env.rounds.villain import spend_villain


@compiled
def apply_action(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """Take a legal action. What follows from it is left to `advance`."""
    kind = int(battle.pending.kind)
    above = int(top_frame(battle.stack).kind)
    if above == Frame.EFFECT:
        answer_effect(battle, book, action)
    elif above == Frame.REACTION:
        answer_react(battle, book, dice, action)
    elif kind == Decision.TURN:
        apply_turn(battle, book, dice, action)
    elif kind == Decision.TARGET:
        apply_target(battle, action)
    elif kind == Decision.AREA:
        apply_area(battle, book, action)
    elif is_number(kind):
        apply_number(battle, kind, action)
    elif kind == Decision.REACT:
        if action == Verb.REACT:
            strike_leaver(battle)
    elif kind == Decision.MALICE:
        spend_malice(battle, book, dice, action)
    elif kind == Decision.VILLAIN:
        apply_villain(battle, book, dice, action)
    else:
        apply_order(battle, book, dice, kind, action)
        return
    clear_pending(battle)


@compiled
def is_number(kind: int) -> bool:
    """Whether a decision is answered with a number that the frame on top waits for."""
    chosen = kind == Decision.SURGES or kind == Decision.POTENCY
    return chosen or kind == Decision.STABILITY or kind == Decision.FORCE


@compiled
def apply_number(battle: Battle, kind: int, action: int) -> None:
    """Take a number: surges, a potency raised or not, squares that a target resists, or the way in which it is moved.

    Source: rounds 2, surges. rounds 3, forced move.
    """
    if kind == Decision.SURGES:
        apply_surges(battle, action - FIRST_NUMBER)
    elif kind == Decision.POTENCY:
        raise_potency(battle, action - FIRST_NUMBER)
    elif kind == Decision.STABILITY:
        top_frame(battle.stack).amount -= action - FIRST_NUMBER
    else:
        top_frame(battle.stack).extra = NOBODY if action == Verb.PASS else action - FIRST_NUMBER


@compiled
def apply_order(battle: Battle, book: Book, dice: Dice, kind: int, action: int) -> None:
    """Take an action about the order of turns.

    Source: D14; D16; D24; D30.
    """
    hero, other = int(battle.pending.creature), int(battle.pending.target)
    asked = int(battle.pending.amount)
    clear_pending(battle)
    if kind == Decision.SIDE:
        set_first(battle, dice, int(Side.HEROES) if action == Verb.HEROES_FIRST else int(Side.ENEMIES))
    elif kind == Decision.NEXT:
        apply_next(battle, book, action - FIRST_CREATURE, asked)
    elif kind == Decision.VOTE:
        battle.votes[hero] = action - FIRST_CREATURE
    elif kind == Decision.SWAP:
        if action != Verb.PASS:
            ask(battle, Decision.AGREE, action - FIRST_CREATURE, hero, NOBODY, 0)
    elif action == Verb.REACT:
        swap_places(battle, hero, other)


@compiled
def apply_target(battle: Battle, action: int) -> None:
    """Aim the ability on top at a creature, or at nobody more.

    Source: rounds 2, several targets. rounds 8, squad action.
    """
    frame = top_frame(battle.stack)
    if frame.mode == Use.SQUAD:
        if action != Verb.PASS:
            join_strike(battle, int(battle.pending.creature), action - FIRST_CREATURE)
    elif action == Verb.PASS:
        frame.index = 99
    else:
        aim_at(battle, action - FIRST_CREATURE)
        frame.index += 1


@compiled
def apply_area(battle: Battle, book: Book, action: int) -> None:
    """Lay the area of the ability on top.

    Source: rounds 6.
    """
    frame = top_frame(battle.stack)
    frame.square = int(book.map.square_at[action - FIRST_SQUARE])
    frame.index = 1
    mark_area(battle, book, int(frame.enemy), int(frame.square), int(frame.slot))


@compiled
def apply_surges(battle: Battle, surges: int) -> None:
    """Spend surges on the damage to the target that is dealt with.

    Source: rounds 2, surges.
    """
    frame = top_frame(battle.stack)
    frame.amount = surges
    frame.points += surges
    battle.creatures[frame.enemy].surges -= surges


@compiled
def raise_potency(battle: Battle, raised: int) -> None:
    """Spend two surges to raise the potency against the target that is dealt with by 1, or do not.

    Source: rounds 2, surges.
    """
    frame = top_frame(battle.stack)
    frame.flag = raised
    battle.creatures[frame.enemy].surges -= SURGES_OF_POTENCY * raised


@compiled
def strike_leaver(battle: Battle) -> None:
    """An opportunity attack at who leaves.

    Source: rounds 3, opportunity attack.
    """
    foe, leaver = int(battle.pending.creature), int(battle.pending.target)
    use_ability(battle, foe, Common.MELEE_FREE_STRIKE, leaver, Use.OPPORTUNITY)


@compiled
def apply_villain(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """Begin the villain action that the Director chose, if he chose one.

    Source: rounds 9, villain actions.
    """
    if action == Verb.PASS:
        return
    leader = int(battle.pending.creature)
    row = spend_villain(battle, book, dice, leader, action - FIRST_ABILITY)
    begin_ability(battle, leader, row, Use.GRANTED)
