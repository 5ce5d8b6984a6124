"""Answers to what is asked in the middle of things: targets, areas, surges, reactions, shoves, numbers."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.foes import damage_worth
from brimstone_agents.scripted_rounds.grants import best_commanded
from brimstone_agents.scripted_rounds.mending import neediest
from brimstone_agents.scripted_rounds.places import fill_plans, new_plans, place_worth
from brimstone_agents.scripted_rounds.shoves import shove_worth
from brimstone_agents.scripted_rounds.strikes import area_worth, best_target, fill_worths, is_harmful, new_worths
from brimstone_agents.scripted_rounds.tactic import Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    NUM_NUMBERS,
    Reach,
    Verb,
)
from brimstone_env.rounds.creatures import highest_characteristic
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.forced import NUM_WAYS
from brimstone_env.rounds.layout import Battle, Book

READY = 5  # of Heroic Resource: a turn that is yet to come in this round
SATED = 3  # of Heroic Resource: a surge that a hero has already


@compiled
def choose_target(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Whom an ability is used on, or whom it helps once it has been used."""
    row = int(battle.pending.ability)
    who = int(battle.pending.creature)
    if row != NOBODY and battle.pending.target != NOBODY:
        hero = choose_mate(battle, book, mask, tactic)
        if hero != NOBODY:
            return FIRST_CREATURE + hero
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
def choose_mate(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Which hero an ability helps that has been used: by what it gives; NOBODY if no hero is legal."""
    effect = int(book.abilities[battle.pending.ability].effect)
    allowed = 0
    for hero in range(MAX_HEROES):
        allowed |= int(mask[FIRST_CREATURE + hero]) << hero
    if effect == Effect.STRIKE_NOW:
        return best_commanded(battle, book, NOBODY, allowed, tactic)
    if effect == Effect.ANVIL:
        return best_commanded(battle, book, int(battle.pending.target), allowed, tactic)
    if effect == Effect.SURGE_ALLY or effect == Effect.SURGE_NEAR:
        return next_striker(battle, allowed)
    return neediest(battle, book, mask, FIRST_CREATURE, tactic)


@compiled
def next_striker(battle: Battle, allowed: int) -> int:
    """The hero, of those whose bits are set, who makes most of surges: one who has yet to act, with most resource."""
    best = NOBODY
    most = 0
    for hero in range(MAX_HEROES):
        if (allowed >> hero) & 1:
            creature = battle.creatures[hero]
            worth = READY * (1 - int(creature.acted)) + int(creature.resource) - SATED * int(creature.surges)
            if best == NOBODY or worth > most:
                most = worth
                best = hero
    return best


@compiled
def choose_square(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Where an area lies, or where a hero goes to outside its own move."""
    row = int(battle.pending.ability)
    who = int(battle.pending.creature)
    area = row != NOBODY and int(book.abilities[row].reach) >= Reach.CUBE and is_harmful(book, row)
    plans = new_plans()
    worths = new_worths()
    if area:
        fill_worths(battle, book, who, row, tactic, worths)
    else:
        fill_plans(battle, book, who, False, tactic, plans)
    best = NOBODY
    most = 0
    for cell in range(MAX_SQUARES):
        if mask[FIRST_SQUARE + cell] == 0:
            continue
        square = int(book.map.square_at[cell])
        if area:
            worth = area_worth(battle, book, who, row, square, worths)
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
