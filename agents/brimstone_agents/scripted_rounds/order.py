"""Who acts next: the heart of this game."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.mending import best_recovery, recovery_worth
from brimstone_agents.scripted_rounds.places import fill_plans, new_plans, worth_within
from brimstone_agents.scripted_rounds.tactic import HUNDRED, Order, Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import FIRST_CREATURE, MAX_ABILITIES, MAX_HEROES, NOBODY
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.layout import Battle, Book


@compiled
def choose_next(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The action that names the hero who acts next, NOBODY if no hero may."""
    best = NOBODY
    most = 0
    for hero in range(MAX_HEROES):
        if mask[FIRST_CREATURE + hero] == 1:
            urgency = urgency_of(battle, book, hero, tactic)
            if best == NOBODY or urgency > most:
                most = urgency
                best = FIRST_CREATURE + hero
    return best


@compiled
def mending_worth(battle: Battle, book: Book, hero: int, tactic: Tactic) -> int:
    """What a hero can do with its maneuver for who is hurt, itself or others."""
    kind = book.kinds[battle.creatures[hero].kind]
    most = recovery_worth(battle, book, hero, tactic) if battle.creatures[hero].stamina > 0 else 0
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row == NOBODY:
            break
        if book.abilities[row].effect == Effect.GRACE:
            most = max(most, best_recovery(battle, book, hero, int(book.abilities[row].distance), tactic))
    return most * int(tactic.weights[Weight.MEND_FIRST]) // HUNDRED


@compiled
def urgency_of(battle: Battle, book: Book, hero: int, tactic: Tactic) -> int:
    """How much it matters that a hero acts now."""
    creature = battle.creatures[hero]
    if tactic.order == Order.SLOT:
        return -hero
    share = int(creature.stamina) * HUNDRED // max(int(book.kinds[creature.kind].stamina), 1)
    if tactic.order == Order.HURT:
        return -share
    if tactic.order == Order.STURDY:
        return share
    plans = new_plans()
    fill_plans(battle, book, hero, True, tactic, plans)
    worth = mending_worth(battle, book, hero, tactic)
    worth += worth_within(battle, book, hero, speed_of(battle, book, hero), plans)
    return worth + (HUNDRED - share) * int(tactic.weights[Weight.HURRY]) // HUNDRED
