"""Answers to what is asked in the middle of things: targets, areas, surges, reactions, shoves, numbers."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.foes import damage_worth
from brimstone_agents.scripted_rounds.help import neediest
from brimstone_agents.scripted_rounds.places import fill_plans, new_plans, place_worth
from brimstone_agents.scripted_rounds.strikes import area_worth, best_target, is_harmful
from brimstone_agents.scripted_rounds.tactic import Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    NUM_NUMBERS,
    Reach,
    Verb,
)
from brimstone_env.rounds.creatures import highest_characteristic
from brimstone_env.rounds.forced import NUM_WAYS, OBJECT_HARM, square_that_way
from brimstone_env.rounds.layout import Battle, Book

SHOVED = 20  # a square of forced movement


@compiled
def choose_target(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Whom an ability is used on: an enemy by the tactic, without one the hero who needs it most."""
    row = int(battle.pending.ability)
    who = int(battle.pending.creature)
    helps = row != NOBODY and not is_harmful(book, row)
    hero = neediest(battle, book, mask, FIRST_CREATURE, tactic)
    if helps and hero != NOBODY:
        return FIRST_CREATURE + hero
    enemy = best_target(battle, book, who, row, mask, FIRST_CREATURE, tactic)
    if enemy != NOBODY:
        return FIRST_CREATURE + enemy
    if hero != NOBODY and (row == NOBODY or mask[Verb.PASS] == 0):
        return FIRST_CREATURE + hero
    return int(Verb.PASS)


@compiled
def choose_square(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Where an area lies, or where a hero goes to outside its own move."""
    row = int(battle.pending.ability)
    who = int(battle.pending.creature)
    area = row != NOBODY and int(book.abilities[row].reach) >= Reach.CUBE and is_harmful(book, row)
    plans = new_plans()
    if not area:
        fill_plans(battle, book, who, False, tactic, plans)
    best = NOBODY
    most = 0
    for cell in range(MAX_SQUARES):
        if mask[FIRST_SQUARE + cell] == 0:
            continue
        square = int(book.map.square_at[cell])
        if area:
            worth = area_worth(battle, book, who, row, square, tactic)
        else:
            worth = place_worth(battle, book, who, square, plans, tactic)
        if best == NOBODY or worth > most:
            most = worth
            best = FIRST_SQUARE + cell
    if best == NOBODY:
        return int(Verb.PASS)
    if not area and mask[Verb.PASS] == 1:
        stay = place_worth(battle, book, who, int(battle.creatures[who].square), plans, tactic)
        return best if most > stay else int(Verb.PASS)
    return best


@compiled
def choose_reaction(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Whether a triggered action is used: whenever it costs no more than the tactic gives for it."""
    if mask[Verb.REACT] == 1:
        return int(Verb.REACT)
    kind = book.kinds[battle.creatures[battle.pending.creature].kind]
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 1:
            cost = int(book.abilities[kind.abilities[slot]].cost)
            if cost * int(tactic.weights[Weight.PRICE]) <= 100:
                return FIRST_ABILITY + slot
    return int(Verb.PASS)


@compiled
def choose_surges(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """How many surges are spent on damage: so many that each buys what the tactic asks for."""
    target = int(battle.pending.target)
    each = highest_characteristic(battle, book, int(battle.pending.creature))
    if target < MAX_HEROES:
        return FIRST_NUMBER
    best = FIRST_NUMBER
    most = 0
    for number in range(NUM_NUMBERS):
        if mask[FIRST_NUMBER + number] == 0:
            continue
        damage = int(battle.hit) + number * each
        worth = damage_worth(battle, book, target, damage, tactic) - number * int(tactic.weights[Weight.SURGE])
        if number == 0 or worth > most:
            most = worth
            best = FIRST_NUMBER + number
    return best


@compiled
def choose_force(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The way in which a creature is shoved: into what hurts it most, else as far as may be; heroes are not shoved."""
    target = int(battle.pending.target)
    best = int(Verb.PASS) if mask[Verb.PASS] == 1 else NOBODY
    most = 0
    for way in range(NUM_WAYS):
        if mask[FIRST_NUMBER + way] == 1:
            worth = shove_worth(battle, book, target, way, int(battle.pending.amount), tactic)
            if best == NOBODY or worth > most:
                most = worth
                best = FIRST_NUMBER + way
    return best


@compiled
def shove_worth(battle: Battle, book: Book, target: int, way: int, squares: int, tactic: Tactic) -> int:
    """What it is worth to shove a creature that way."""
    if target < MAX_HEROES:
        return -1
    square = int(battle.creatures[target].square)
    left = squares
    while left > 0:
        onto = square_that_way(book, square, way)
        if onto == NOBODY:
            return damage_worth(battle, book, target, OBJECT_HARM + left, tactic)
        other = int(battle.board[onto])
        if other >= MAX_HEROES and other != target:
            return damage_worth(battle, book, target, left, tactic) + damage_worth(battle, book, other, left, tactic)
        if other != NOBODY and other != target:
            return 0
        square = onto
        left -= 1
    return SHOVED * squares


@compiled
def last_number(mask: IntArray) -> int:
    """The greatest legal number."""
    for number in range(NUM_NUMBERS - 1, -1, -1):
        if mask[FIRST_NUMBER + number] == 1:
            return FIRST_NUMBER + number
    return NOBODY
