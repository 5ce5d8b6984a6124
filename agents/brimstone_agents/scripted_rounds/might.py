"""What a side can do: the damage that its creatures are expected to deal in a round, and the Stamina that they have."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_roll import roll_bonus
from brimstone_env.rounds.book_layout import NUM_KINDS, Book
from brimstone_env.rounds.codes import MAX_ABILITIES, MAX_HEROES, NOBODY, Aim, Common, Condition, Kind, Reach
from brimstone_env.rounds.creatures import is_minion
from brimstone_env.rounds.director_worth import tier_ways
from brimstone_env.rounds.layout import Battle

AREA_TARGETS = 1.5  # creatures that an area is expected to catch, against one target
UNKNOWN = -1.0
# What part of its might a condition takes from a creature, by `Condition`: of the sum at most `MOST_HINDERED`.
HINDERS = (0.1, 0.4, 0.15, 0.15, 0.15, 0.3, 0.1, 0.1, 0.25, 0.15)
MOST_HINDERED = 0.6


@compiled
def ability_might(battle: Battle, book: Book, who: int, row: int) -> float:
    """Damage that an ability is expected to deal, without edges and banes."""
    ability = book.abilities[row]
    bonus = roll_bonus(battle, book, who, row)
    total = 3.5 * float(ability.damage_dice)
    for tier in range(1, 4):
        damage = int(ability.damage[tier - 1])
        if damage > 0:
            damage += bonus * int(ability.adds) + kit_of(battle, book, who, row, tier)
        ways = 100 * int(tier == 1) if ability.rolls == 0 else tier_ways(bonus, 0, tier)
        total += 0.01 * float(ways * damage)
    if ability.reach != Reach.CREATURES:
        return total * AREA_TARGETS
    return total * (1.0 + 0.5 * float(max(int(ability.targets), 1) - 1))


@compiled
def kit_of(battle: Battle, book: Book, who: int, row: int, tier: int) -> int:
    """What a hero's kit adds at a tier where the ability reaches furthest; see `ability_harm.kit_damage`."""
    ability = book.abilities[row]
    if who >= MAX_HEROES or ability.kitted == 1:
        return 0
    kind = book.kinds[battle.creatures[who].kind]
    if ability.magic == 1:
        return int(kind.kit_magic[tier - 1])
    if ability.weapon == 0:
        return 0
    if ability.distance > 0:
        return int(kind.kit_ranged[tier - 1])
    return int(kind.kit_melee[tier - 1])


@compiled
def creature_might(battle: Battle, book: Book, who: int) -> float:
    """Damage that a creature deals in a turn with the best of its main actions that cost nothing.

    Minions strike together: each adds its free strike.
    """
    kind = book.kinds[battle.creatures[who].kind]
    best = float(kind.free_strike)
    if is_minion(battle, book, who):
        return best
    if who < MAX_HEROES:
        best = ability_might(battle, book, who, int(Common.MELEE_FREE_STRIKE))
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row == NOBODY:
            break
        ability = book.abilities[row]
        if ability.kind == Kind.MAIN and ability.cost == 0 and ability.aim != Aim.ALLY:
            best = max(best, ability_might(battle, book, who, row))
    return best


@compiled
def hindrance(battle: Battle, who: int) -> float:
    """What part of a creature's might its conditions take."""
    total = 0.0
    creature = battle.creatures[who]
    for condition in range(len(HINDERS)):
        if creature.until[condition] > 0 and (condition != Condition.BLEEDING or creature.stamina > 0):
            total += float(HINDERS[condition])
    return min(total, MOST_HINDERED)


@compiled
def new_mights() -> IntArray:
    """Room for what `might_of` remembers, by row of `book.kinds`."""
    mights = np.empty(NUM_KINDS, np.float64)
    mights[:] = UNKNOWN
    return mights


@compiled
def might_of(battle: Battle, book: Book, who: int, mights: IntArray) -> float:
    """`creature_might`, remembered by kind."""
    kind = int(battle.creatures[who].kind)
    if mights[kind] < 0.0:
        mights[kind] = creature_might(battle, book, who)
    return float(mights[kind])
