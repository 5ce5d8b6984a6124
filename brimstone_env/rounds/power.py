"""Power rolls: two d10, edges and banes, tiers."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.rounds.codes import Event, Roll, Stream
from brimstone_env.rounds.layout import Battle

EDGE = 2
TIER_2 = 12
TIER_3 = 17
CRITICAL = 19


@compiled
def roll_power(battle: Battle, dice: Dice) -> int:
    """Roll two d10: the natural result.

    Source: rounds 2, power roll.
    """
    first = roll_die(battle.streams, dice, Stream.DICE, Roll.POWER, 10)
    return first + roll_die(battle.streams, dice, Stream.DICE, Roll.POWER, 10)


@compiled
def net_edges(edges: int, banes: int) -> int:
    """Edges less banes, each counting as two at most: 2 and -2 are a double edge and a double bane.

    Source: rounds 2, mixing.
    """
    return min(edges, 2) - min(banes, 2)


@compiled
def tier_of(natural: int, bonus: int, edges: int, banes: int) -> int:
    """The outcome of a power roll, 1 to 3.

    Args:
        natural: what the two d10 came to.
        bonus: characteristic and bonuses.
        edges: edges of the roll, as many as there are.
        banes: its banes.

    Source: rounds 2, tiers; natural 19 or 20; edge and bane; double edge and double bane.
    """
    if natural >= CRITICAL:
        return 3
    net = net_edges(edges, banes)
    total = natural + bonus
    if abs(net) == 1:
        total += EDGE * net
    tier = 3 if total >= TIER_3 else 2 if total >= TIER_2 else 1
    if net == 2:
        tier = min(tier + 1, 3)
    elif net == -2:
        tier = max(tier - 1, 1)
    return tier


@compiled
def opposed_total(natural: int, bonus: int, edges: int, banes: int) -> int:
    """What a roll comes to where totals are compared: double edges and banes count 4.

    Source: rounds 2, opposed test; Agility test in D26.
    Differs: the source says nothing of edges in the tests of D26; they count as in opposed tests.
    """
    return natural + bonus + EDGE * net_edges(edges, banes)


@compiled
def log_tier(dice: Dice, creature: int, target: int, tier: int) -> None:
    """Write an outcome into the log."""
    log_event(dice, Event.TIER, creature, target, tier)
