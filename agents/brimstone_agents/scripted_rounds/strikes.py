"""What a hero's ability is expected to be worth against an enemy, and whom it is best aimed at."""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted_rounds.foes import POINT, damage_worth, is_foe, preference
from brimstone_agents.scripted_rounds.shoves import best_shove
from brimstone_agents.scripted_rounds.tactic import HUNDRED, Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_harm import damage_at
from brimstone_env.rounds.ability_roll import is_fixed, roll_bonus
from brimstone_env.rounds.aiming import can_target, is_in_area, is_in_melee
from brimstone_env.rounds.book_layout import NUM_TIERS
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    Aim,
    Reach,
)
from brimstone_env.rounds.conditions import resists
from brimstone_env.rounds.creatures import gap
from brimstone_env.rounds.director_worth import CONDITION_WORTH, tier_ways
from brimstone_env.rounds.edges import banes_against, edges_against
from brimstone_env.rounds.harm import after_immunity
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.power import net_edges
from brimstone_env.rounds.resources import cost_of

DICE_MEAN = 350  # of a d6 of damage, in hundredths
NEVER = -(10**6)
ENOUGH = 3  # of a Heroic Resource: what is beyond is spent more freely


@compiled
def is_harmful(book: Book, row: int) -> bool:
    """Whether an ability is aimed at enemies and does something to them by its numbers."""
    ability = book.abilities[row]
    if ability.aim != Aim.ENEMY and ability.aim != Aim.ANY:
        return False
    return ability.reach != Reach.SELF and bool(ability.damage[0] > 0 or ability.rolls == 1)


@compiled
def tier_worth(
    battle: Battle, book: Book, who: int, row: int, enemy: int, tier: int, melee: bool, placed: bool, tactic: Tactic
) -> int:
    """What an ability does to an enemy at a tier; see `strike_worth`."""
    ability = book.abilities[row]
    worth = 0
    if ability.damage[tier - 1] > 0:
        damage = damage_at(battle, book, who, row, tier, melee)
        damage += int(ability.damage_dice) * DICE_MEAN // HUNDRED
        worth += damage_worth(
            battle, book, enemy, after_immunity(battle, book, enemy, damage, int(ability.damage_type)), tactic
        )
    conditions = 0
    if ability.condition != NOBODY and ability.until[tier - 1] > 0:
        affected = battle.creatures[enemy].until[ability.condition] == 0
        if affected and not resists(battle, book, enemy, int(ability.resisted), int(ability.potency[tier - 1])):
            conditions += int(CONDITION_WORTH[int(ability.condition)])
    if ability.shove > 0:
        squares = int(ability.shoves[tier - 1])
        shoved = best_shove(battle, book, who, enemy, int(ability.shove), squares, placed, tactic)
        worth += shoved * int(tactic.weights[Weight.SLAM]) // HUNDRED
    return worth + conditions * int(tactic.weights[Weight.CONDITION]) // HUNDRED


@compiled
def strike_worth(
    battle: Battle, book: Book, who: int, row: int, enemy: int, edges: int, melee: bool, placed: bool, tactic: Tactic
) -> int:
    """What an ability is expected to be worth against one enemy.

    Args:
        battle: the battle.
        book: the book.
        who: the hero.
        row: row of `book.abilities`.
        enemy: creature it is used on.
        edges: -2 double bane .. 2 double edge.
        melee: whether it is used in melee.
        placed: whether the hero already stands where it will use it from.
        tactic: the tactic.
    """
    if book.abilities[row].rolls == 0 or is_fixed(battle, book, who, row):
        return tier_worth(battle, book, who, row, enemy, 1, melee, placed, tactic)
    bonus = roll_bonus(battle, book, who, row)
    total = 0
    for tier in range(1, NUM_TIERS + 1):
        ways = tier_ways(bonus, edges, tier)
        if ways > 0:
            total += ways * tier_worth(battle, book, who, row, enemy, tier, melee, placed, tactic)
    return total // 100


@compiled
def worth_here(battle: Battle, book: Book, who: int, row: int, enemy: int, tactic: Tactic) -> int:
    """What an ability is worth against an enemy from where both stand."""
    ability = book.abilities[row]
    melee = is_in_melee(battle, book, who, enemy, row)
    edges = edges_against(battle, book, who, enemy, ability, melee) + int(battle.creatures[who].edge)
    net = net_edges(edges, banes_against(battle, book, who, enemy, ability, melee))
    return strike_worth(battle, book, who, row, enemy, net, melee, True, tactic)


@compiled
def price_of(battle: Battle, book: Book, who: int, row: int, tactic: Tactic) -> int:
    """What the resource that an ability costs is worth: the less, the more of it is in hand."""
    plenty = max(int(battle.creatures[who].resource) - ENOUGH, 0) * int(tactic.weights[Weight.SPARE])
    return cost_of(battle, book, who, row, False) * max(int(tactic.weights[Weight.PRICE]) - plenty, 0)


@compiled
def best_strike(battle: Battle, book: Book, who: int, row: int, tactic: Tactic) -> int:
    """What a harmful ability is worth at its best aim, its price taken off; `NEVER` if it can be aimed at nobody."""
    if book.abilities[row].reach != Reach.CREATURES:
        worth = best_area(battle, book, who, row, tactic)
        return NEVER if worth == NEVER else worth - price_of(battle, book, who, row, tactic)
    best = second = 0
    found = False
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if is_foe(battle, enemy) and can_target(battle, book, who, enemy, row):
            found = True
            worth = worth_here(battle, book, who, row, enemy, tactic)
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
    if not found:
        return NEVER
    if book.abilities[row].targets > 1:
        best += second
    return best - price_of(battle, book, who, row, tactic)


@compiled
def best_target(battle: Battle, book: Book, who: int, row: int, mask: IntArray, first: int, tactic: Tactic) -> int:
    """The legal enemy that the tactic strikes with an ability, NOBODY if no enemy is legal.

    Args:
        battle: the battle.
        book: the book.
        who: the hero.
        row: row of `book.abilities`.
        mask: the legal actions.
        first: index of the action that names creature 0.
        tactic: the tactic.
    """
    best = NOBODY
    most = 0
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if mask[first + enemy] == 0:
            continue
        worth = preference(battle, book, who, enemy, tactic)
        if row != NOBODY and is_harmful(book, row):
            worth += worth_here(battle, book, who, row, enemy, tactic)
        else:
            worth += POINT * int(battle.creatures[enemy].stamina)
        if best == NOBODY or worth > most:
            most = worth
            best = enemy
    return best


@compiled
def area_worth(battle: Battle, book: Book, who: int, row: int, square: int, worths: IntArray) -> int:
    """What an ability is worth with its area at a square; `worths` as of `fill_worths`."""
    total = 0
    ability = book.abilities[row]
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if worths[enemy] != NEVER and is_in_area(battle, book, who, square, enemy, ability):
            total += int(worths[enemy])
    return total


@compiled
def fill_worths(battle: Battle, book: Book, who: int, row: int, tactic: Tactic, worths_out: IntArray) -> None:
    """What an ability is worth against each enemy, int64 (MAX_CREATURES,): `NEVER` for who is none, or out of reach."""
    ability = book.abilities[row]
    furthest = max(int(ability.distance), int(ability.melee), 1) + int(ability.span)
    for enemy in range(MAX_CREATURES):
        worths_out[enemy] = NEVER
        if enemy >= MAX_HEROES and is_foe(battle, enemy) and gap(battle, book, who, enemy) <= furthest:
            worths_out[enemy] = worth_here(battle, book, who, row, enemy, tactic)


@compiled
def new_worths() -> IntArray:
    """Room for `fill_worths`."""
    return np.empty(MAX_CREATURES, np.int64)


@compiled
def best_area(battle: Battle, book: Book, who: int, row: int, tactic: Tactic) -> int:
    """What an area is worth where it is worth most, `NEVER` if it can hold nobody."""
    worths = new_worths()
    fill_worths(battle, book, who, row, tactic, worths)
    most = NEVER
    at = int(battle.creatures[who].square)
    reach = max(int(book.abilities[row].distance), int(book.abilities[row].melee), 1)
    if worths.max() == NEVER:
        return NEVER
    for square in range(min(int(book.map.num_squares), MAX_SQUARES)):
        if book.map.distance[at, square] > reach or book.map.sight[at, square] == 0:
            continue
        worth = area_worth(battle, book, who, row, square, worths)
        if worth != 0:
            most = max(most, worth)
    return most
