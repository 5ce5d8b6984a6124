"""What the Director holds an outcome to be worth, in hundredths of a point of a hero's Stamina."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Ability, Book
from brimstone_env.rounds.codes import NOBODY
from brimstone_env.rounds.creatures import has_captain
from brimstone_env.rounds.layout import Battle

POINT = 100  # one point of Stamina
DYING = 400  # a hero who starts dying loses Catch Breath, and bleeds
DEAD = 1500
SHOVED = 20  # a square of forced movement
# What a condition is worth, by `Condition`, on a creature that does not have it yet.
CONDITION_WORTH = (350, 600, 300, 300, 250, 500, 200, 150, 400, 350)
BEST_EDGE = 2
LEAST_HIGH = 19  # natural results from here on are always tier 3
HIGH_WAYS = 3  # ways of a hundred to roll them


@compiled
def ways_at_least(least: int) -> int:
    """Ways of a hundred in which two d10 come to so much or more.

    Source: rounds 2, power roll.
    """
    if least <= 2:
        return 100
    if least <= 11:
        return 100 - (least - 2) * (least - 1) // 2
    if least <= 20:
        return (21 - least) * (22 - least) // 2
    return 0


@compiled
def tier_ways(bonus: int, edges: int, tier: int) -> int:
    """Ways of a hundred in which a power roll comes out at a tier.

    Args:
        bonus: what is added to the dice.
        edges: -2 double bane .. 2 double edge.
        tier: 1..3.

    Source: rounds 2, tiers, natural 19-20, edges and banes.
    """
    if edges == 1 or edges == -1:
        bonus += 2 * edges
    third = ways_at_least(min(17 - bonus, LEAST_HIGH))
    second = ways_at_least(min(12 - bonus, LEAST_HIGH)) - third
    first = 100 - second - third
    if edges == BEST_EDGE:
        third += second
        second = first
        first = 0
    elif edges == -BEST_EDGE:
        first += second
        second = third - HIGH_WAYS
        third = HIGH_WAYS
    if tier == 1:
        return first
    return second if tier == 2 else third


@compiled
def harm_worth(battle: Battle, book: Book, target: int, damage: int) -> int:
    """What damage to a hero is worth: each point that it still has, and more if it starts dying or dies of it.

    Source: rounds 4, dying, death.
    """
    creature = battle.creatures[target]
    most = int(book.kinds[creature.kind].stamina)
    cushion = int(creature.temporary)
    left = int(creature.stamina)
    last = left + most // 2
    lost = min(max(damage - cushion, 0), max(last, 0))
    worth = lost * POINT
    if left > 0 and lost >= left:
        worth += DYING
    if lost > 0 and lost >= last:
        worth += DEAD
    return worth


@compiled
def is_affected(battle: Battle, book: Book, ability: Ability, target: int, tier: int) -> bool:
    """Whether the ability's condition would take hold of a target at a tier.

    Source: rounds 2, potency.
    """
    if ability.condition == NOBODY or ability.until[tier - 1] == 0:
        return False
    creature = battle.creatures[target]
    if creature.until[ability.condition] > 0:
        return False
    if ability.resisted == NOBODY:
        return True
    return bool(book.kinds[creature.kind].characteristics[ability.resisted] < ability.potency[tier - 1])


@compiled
def tier_worth(battle: Battle, book: Book, ability: Ability, target: int, tier: int, extra: int) -> int:
    """What an ability does to a target at a tier; `extra` is damage on top."""
    damage = int(ability.damage[tier - 1])
    worth = 0
    if damage > 0:
        worth += harm_worth(battle, book, target, damage + extra)
    if is_affected(battle, book, ability, target, tier):
        worth += CONDITION_WORTH[int(ability.condition)]
    if ability.shove > 0:
        worth += SHOVED * int(ability.shoves[tier - 1])
    return worth


@compiled
def ability_worth(battle: Battle, book: Book, who: int, row: int, target: int, edges: int) -> int:
    """What a monster's ability is expected to be worth against one target.

    Args:
        battle: the battle.
        book: the book.
        who: the creature that uses it.
        row: row of `book.abilities`.
        target: creature it is used on.
        edges: -2 double bane .. 2 double edge.
    """
    ability = book.abilities[row]
    extra = strike_extra(battle, book, who, row)
    if ability.rolls == 0:
        return tier_worth(battle, book, ability, target, 1, extra)
    bonus = int(ability.bonus)
    total = 0
    for tier in range(1, 4):
        ways = tier_ways(bonus, edges, tier)
        if ways > 0:
            total += ways * tier_worth(battle, book, ability, target, tier, extra)
    return total // 100


@compiled
def fill_ability_worth(
    battle: Battle, book: Book, who: int, row: int, target: int, ways: IntArray, worth_out: IntArray
) -> None:
    """`ability_worth` with several numbers of edges at once.

    Args:
        battle: the battle.
        book: the book.
        who: the creature that uses it.
        row: row of `book.abilities`.
        target: creature it is used on.
        ways: int64 (n, 3): `tier_ways` by number of edges and tier.
        worth_out: int64 (n,).
    """
    ability = book.abilities[row]
    extra = strike_extra(battle, book, who, row)
    first = tier_worth(battle, book, ability, target, 1, extra)
    if ability.rolls == 0:
        for k in range(len(worth_out)):
            worth_out[k] = first
        return
    second = tier_worth(battle, book, ability, target, 2, extra)
    third = tier_worth(battle, book, ability, target, 3, extra)
    for k in range(len(worth_out)):
        worth_out[k] = (ways[k, 0] * first + ways[k, 1] * second + ways[k, 2] * third) // 100


@compiled
def strike_extra(battle: Battle, book: Book, who: int, row: int) -> int:
    """Damage that a captain adds to a minion's strike.

    Source: rounds 7, with captain.
    """
    creature = battle.creatures[who]
    if book.abilities[row].strike == 0 or not has_captain(battle, book, who):
        return 0
    return int(book.kinds[creature.kind].captain_damage)
