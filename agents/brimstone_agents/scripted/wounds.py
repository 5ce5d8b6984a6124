"""What dice are expected to do: hits on enemies, and enemies' attacks on heroes.

Nothing here rolls: these are expectations, from the numbers of figures and weapons.
"""

from __future__ import annotations

from brimstone_env.battle.codes import Stat
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

D3_MEAN = 2.0
D6_MEAN = 3.5
SIX = 6.0


@compiled
def mean_damage(sides: int, bonus: int, defense: int) -> float:
    """Wounds that a damage die is expected to deal past a Defense, however many the enemy can take."""
    most = max(sides + bonus - defense, 0)
    least = max(1 + bonus - defense, 0)
    count = min(most, sides)  # results that wound, and the least wounds among them
    low = max(least, 1)
    return float(count * (low + most)) / float(2 * sides) if count > 0 else 0.0


@compiled
def capped_damage(sides: int, bonus: int, defense: int, left: int) -> float:
    """... when the enemy can take no more than ``left`` wounds."""
    total = 0
    for result in range(1, sides + 1):
        total += min(max(result + bonus - defense, 0), left)
    return float(total) / float(sides)


@compiled
def kill_chance(sides: int, bonus: int, defense: int, left: int) -> float:
    """The chance that a damage die deals ``left`` wounds or more."""
    least = left + defense - bonus  # the result that does it
    return float(min(max(sides + 1 - least, 0), sides)) / float(sides)


@compiled
def pass_chance(need: int) -> float:
    """The chance that a d6 comes to ``need`` or more."""
    return float(min(max(7 - need, 0), 6)) / SIX


@compiled
def blow_hits(stats: IntArray, unblocked: float) -> float:
    """Unblocked hits of one enemy's blows on one hero.

    Args:
        stats: the numbers of its group, by `Stat`.
        unblocked: the chance that the hero does not block a hit.
    """
    ordinary = float(max(6 - stats[Stat.TO_HIT], 0)) / SIX * unblocked
    six = 1.0 if stats[Stat.SMASH] == 1 else float(stats[Stat.SIX_HITS]) * unblocked
    return float(stats[Stat.COMBAT]) * float(max(stats[Stat.HIT_COUNT], 1)) * (ordinary + six / SIX)


@compiled
def blow_wounds(stats: IntArray, unblocked: float) -> float:
    """Wounds of one enemy's blows on one hero; see ``blow_hits``."""
    each = float(stats[Stat.DAMAGE]) + D6_MEAN * float(stats[Stat.DAMAGE_D6])
    return blow_hits(stats, unblocked) * each


@compiled
def shot_wounds(stats: IntArray, unblocked: float) -> float:
    """Wounds of one enemy's shots on one hero in one activation; see ``blow_hits``."""
    ordinary = float(max(6 - stats[Stat.RANGED_TO_HIT], 0)) / SIX
    six = D6_MEAN if stats[Stat.RANGED_SIX_D6] == 1 else float(stats[Stat.RANGED_SIX])
    hits = float(stats[Stat.SHOTS]) * (ordinary + six / SIX)
    if stats[Stat.HIT_D6] == 1:
        hits *= D6_MEAN
    return float(max(stats[Stat.VOLLEYS], 1)) * hits * unblocked * float(stats[Stat.RANGED_DAMAGE])


@compiled
def strike_wounds(stats: IntArray, unblocked: float) -> float:
    """Wounds of one enemy's attack on one hero: blows or shots, whichever do more."""
    wounds = blow_wounds(stats, unblocked)
    if stats[Stat.RANGE] > 0:
        wounds = max(wounds, shot_wounds(stats, unblocked))
    return wounds
