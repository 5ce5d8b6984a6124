"""The heroes' answer to every kind of decision."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.answers import (
    choose_force,
    choose_square,
    choose_surges,
    choose_target,
)
from brimstone_agents.scripted_rounds.order import choose_next
from brimstone_agents.scripted_rounds.reactions import choose_option, choose_reaction, choose_spending, last_number
from brimstone_agents.scripted_rounds.tactic import Tactic, Weight
from brimstone_agents.scripted_rounds.turn import choose_turn
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import NOBODY, NUM_ACTIONS, Decision, Verb
from brimstone_env.rounds.layout import Battle, Book


@compiled
def choose_action(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The action of a tactic at the pending decision; the battle is not changed.

    Args:
        battle: a position at a decision.
        book: the book.
        mask: int8 (NUM_ACTIONS,), the legal actions.
        tactic: the tactic.
    """
    action = preferred(battle, book, mask, tactic)
    if action != NOBODY and mask[action] == 1:
        return action
    return first_legal(mask)


@compiled
def preferred(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """What the tactic would do, legal or not; NOBODY without an opinion."""
    kind = int(battle.pending.kind)
    if kind == Decision.TURN:
        return choose_turn(battle, book, mask, tactic)
    if kind == Decision.REACT:
        return choose_reaction(battle, book, mask, tactic)
    if kind == Decision.TARGET:
        return choose_target(battle, book, mask, tactic)
    if kind == Decision.NEXT or kind == Decision.VOTE:
        return choose_next(battle, book, mask, tactic)
    if kind == Decision.SURGES:
        return choose_surges(battle, book, mask, tactic)
    if kind == Decision.AREA:
        return choose_square(battle, book, mask, tactic)
    if kind == Decision.FORCE:
        return choose_force(battle, book, mask, tactic)
    return preferred_number(battle, book, mask, tactic, kind)


@compiled
def preferred_number(battle: Battle, book: Book, mask: IntArray, tactic: Tactic, kind: int) -> int:
    """The same for decisions about an amount, or yes or no."""
    if kind == Decision.SIDE:
        return int(Verb.ENEMIES_FIRST) if tactic.weights[Weight.WAIT] > 0 else int(Verb.HEROES_FIRST)
    if kind == Decision.SPEND:
        return choose_spending(battle, book, mask, tactic)
    if kind == Decision.OPTION:
        return choose_option(battle, book, mask, tactic)
    if kind == Decision.STABILITY or kind == Decision.POTENCY:
        return last_number(mask)
    if kind == Decision.AGREE:
        return int(Verb.REACT)
    return NOBODY


@compiled
def first_legal(mask: IntArray) -> int:
    """The least legal action, but passing before all others."""
    if mask[Verb.PASS] == 1:
        return int(Verb.PASS)
    for action in range(NUM_ACTIONS):
        if mask[action] == 1:
            return action
    return int(Verb.END)
