"""The action of a tactic in a position: every kind of decision goes to who knows about it."""

from __future__ import annotations

from brimstone_agents.scripted.glance import choose_square_quickly
from brimstone_agents.scripted.grit import choose_reroll
from brimstone_agents.scripted.help import (
    NOTHING,
    choose_between,
    choose_breath,
    choose_healing,
    choose_help,
    choose_needy,
    choose_strongest,
)
from brimstone_agents.scripted.stand import choose_square
from brimstone_agents.scripted.strike import choose_attack, choose_shot
from brimstone_agents.scripted.tactic import Stance, Tactic
from brimstone_agents.scripted.targets import (
    choose_aim,
    choose_boost,
    choose_dead_eye,
    choose_first_enemy,
    choose_split,
    choose_stabbed,
    choose_target,
)
from brimstone_env.battle.codes import NUM_ACTIONS, Decision, Verb
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray


@compiled
def choose_action(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The action that a tactic chooses, of the legal ones (there is at least one).

    No dice are rolled: the same position gives the same action.

    Args:
        battle: the position, with a pending decision; not changed.
        book: the book.
        mask: int8 (400,), the legal actions.
        tactic: the tactic.
    """
    kind = int(battle.pending.kind)
    if kind == Decision.MOVE or kind == Decision.ATTACK:
        return choose_in_activation(battle, book, mask, tactic, kind)
    if kind == Decision.REROLL:
        return choose_reroll(battle, book, mask, tactic)
    if kind == Decision.ASSIGN or kind == Decision.ASSIGN_ALL:
        return choose_target(battle, book, mask, tactic)
    if kind == Decision.DEAD_EYE:
        return choose_dead_eye(battle)
    if kind == Decision.SPLIT:
        return choose_split(battle, mask)
    if kind == Decision.SPLIT_TARGET or kind == Decision.FIRST:
        return choose_first_enemy(battle, mask)
    return choose_rarely(battle, book, mask, tactic, kind)


@compiled
def choose_in_activation(battle: Battle, book: Book, mask: IntArray, tactic: Tactic, kind: int) -> int:
    """What helps comes first, then the free attack, then movement or the attack."""
    found = choose_help(battle, book, mask, tactic)
    if found != NOTHING:
        return found
    if mask[Verb.FREE_ATTACK] == 1:
        return Verb.FREE_ATTACK
    if kind == Decision.ATTACK:
        return choose_attack(battle, book, mask, tactic)
    if battle.num_alive == 0:  # a last stand before anyone breaks in
        return Verb.END_MOVE
    if tactic.stance == Stance.QUICK:
        return choose_square_quickly(battle, book, mask, tactic)
    return choose_square(battle, book, mask, tactic)


@compiled
def choose_rarely(battle: Battle, book: Book, mask: IntArray, tactic: Tactic, kind: int) -> int:
    """The decisions that come seldom."""
    if kind == Decision.HEAL:
        return choose_healing(battle, mask)
    if kind == Decision.ACTIVATE or kind == Decision.RECOVER or kind == Decision.DRAG:
        return choose_strongest(battle, mask)
    if kind == Decision.TOKEN_HERO:
        return choose_needy(battle, book, mask, tactic)
    if kind == Decision.THROW:
        return choose_aim(battle, book, mask, tactic)
    if kind == Decision.BOOST:
        return choose_boost(battle, mask)
    if kind == Decision.SHIV:
        return choose_stabbed(battle, book, mask, tactic)
    if kind == Decision.BREATH:
        return choose_breath(battle, mask)
    if kind == Decision.BETWEEN:
        return choose_between(battle, book, mask, tactic)
    if kind == Decision.REVIVE:
        return Verb.USE_REVIVE
    if kind == Decision.REDRAW:
        return Verb.KEEP
    if kind == Decision.SKILL or kind >= Decision.FIRST_SIDE:  # heroes first; nobody changes places
        return first_legal(mask)
    return choose_shot(battle, book, mask, tactic)


@compiled
def first_legal(mask: IntArray) -> int:
    """The first legal action."""
    for action in range(NUM_ACTIONS):
        if mask[action] == 1:
            return action
    return 0
