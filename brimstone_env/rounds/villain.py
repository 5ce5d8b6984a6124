"""Villain actions: a leader acts at the end of another creature's turn, once a round, each action once a battle."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    NUM_CONDITIONS,
    DamageType,
    Decision,
    Event,
    Kind,
    Trait,
    Until,
    Verb,
)
from brimstone_env.rounds.conditions import end_condition
from brimstone_env.rounds.creatures import has_trait
from brimstone_env.rounds.harm import lose_stamina
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.pending import ask

NUM_VILLAIN_ACTIONS = 3
COST_OF_END = 5


@compiled
def villain_number(book: Book, kind: int, slot: int) -> int:
    """Which of its kind's villain actions an ability slot is, from 0; NOBODY if it is none."""
    number = NOBODY
    for before in range(slot + 1):
        row = int(book.kinds[kind].abilities[before])
        if row != NOBODY and book.abilities[row].kind == Kind.VILLAIN:
            number += 1
            if before == slot:
                return min(number, NUM_VILLAIN_ACTIONS - 1)
    return NOBODY


@compiled
def may_act_as_villain(battle: Battle, book: Book, leader: int, slot: int) -> bool:
    """Whether a leader has a villain action in a slot that it has not used, and may use one this round.

    Source: rounds 9, villain actions.
    """
    if battle.creatures[leader].alive == 0 or battle.villain_turn == battle.turn:
        return False
    number = villain_number(book, int(battle.creatures[leader].kind), slot)
    return number != NOBODY and bool(battle.villain[number] == 0)


@compiled
def find_leader(battle: Battle, book: Book) -> int:
    """The living leader, NOBODY if there is none.

    Source: rounds 9, villain actions.
    Differs: of several leaders only the first one has villain actions, until it falls.
    """
    for creature in range(MAX_HEROES, MAX_CREATURES):
        if battle.creatures[creature].alive == 1 and has_trait(battle, book, creature, Trait.LEADER):
            return creature
    return NOBODY


@compiled
def offer_villain(battle: Battle, book: Book, ended: int) -> bool:
    """At the end of a creature's turn, ask the Director whether another one, the leader, uses a villain action.

    Args:
        battle: the battle.
        book: the book.
        ended: whose turn ended.

    Source: rounds 9, villain actions.
    """
    leader = find_leader(battle, book)
    if leader == NOBODY or battle.num_standing == 0:
        return False
    if leader == ended:
        return False
    for slot in range(MAX_ABILITIES):
        if may_act_as_villain(battle, book, leader, slot):
            ask(battle, Decision.VILLAIN, leader, NOBODY, NOBODY, 0)
            return True
    return False


@compiled
def fill_villain(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """The villain actions that are left, or none.

    Source: rounds 9, villain actions.
    """
    leader = int(battle.pending.creature)
    mask_out[Verb.PASS] = 1
    count = 1
    for slot in range(MAX_ABILITIES):
        if may_act_as_villain(battle, book, leader, slot):
            mask_out[FIRST_ABILITY + slot] = 1
            count += 1
    return count


@compiled
def end_effect(battle: Battle, book: Book, dice: Dice, creature: int) -> None:
    """At the end of its turn a leader loses 5 Stamina to end one effect that a saving throw could end.

    Source: rounds 7, End Effect.
    Differs: it always does so while it outlives that, for the first condition that there is.
    """
    figure = battle.creatures[creature]
    if not has_trait(battle, book, creature, Trait.LEADER) or figure.stamina <= COST_OF_END:
        return
    for condition in range(NUM_CONDITIONS):
        if figure.until[condition] == Until.SAVE:
            log_event(dice, Event.DAMAGE, creature, COST_OF_END, DamageType.PLAIN)
            lose_stamina(battle, book, dice, creature, COST_OF_END, DamageType.PLAIN)
            end_condition(battle, dice, creature, condition)
            return


@compiled
def spend_villain(battle: Battle, book: Book, dice: Dice, leader: int, slot: int) -> int:
    """Use up a villain action.

    Returns:
        Its row of `book.abilities`, which the engine then carries out.

    Source: rounds 9, villain actions.
    """
    kind = int(battle.creatures[leader].kind)
    battle.villain[villain_number(book, kind, slot)] = 1
    battle.villain_turn = battle.turn
    row = int(book.kinds[kind].abilities[slot])
    log_event(dice, Event.USE, leader, row, slot)
    return row
