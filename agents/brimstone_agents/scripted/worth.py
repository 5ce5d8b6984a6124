"""What enemies are worth: the wounds and lost Sanity that one of them is expected to deal to the party in a turn."""

from __future__ import annotations

from brimstone_agents.scripted.wounds import D6_MEAN, pass_chance, strike_wounds
from brimstone_env.battle.codes import MAX_GROUPS, Size, Stat
from brimstone_env.battle.layout import Battle
from brimstone_env.battle.statuses import defense_need
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

MARKER_WOUNDS = 0.5  # what a marker of a status counts as
SPAWN_WORTH = 2.0  # what a figure that an enemy brings counts as
STRUCK_BY_AREA = 1.75  # heroes whom an attack that strikes all around is expected to reach
MARKERS = (
    Stat.VENOM, Stat.HOLD, Stat.POISON, Stat.WEBBED, Stat.STUNNED, Stat.BURNING, Stat.BLEEDING, Stat.ENSNARED,
)  # fmt: skip


@compiled
def unblocked_chance(battle: Battle, hero_index: int) -> float:
    """The chance that a hero does not block a hit."""
    return 1.0 - pass_chance(defense_need(battle.heroes[hero_index]))


@compiled
def mean_unblocked(battle: Battle) -> float:
    """... of the standing heroes on average."""
    total = 0.0
    count = 0
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0:
            total += unblocked_chance(battle, h)
            count += 1
    return total / float(max(count, 1))


@compiled
def total_fright(battle: Battle) -> float:
    """Sanity that the standing heroes together are expected to lose to one horror hit on each of them."""
    total = 0.0
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0:
            total += 1.0 - pass_chance(int(battle.heroes[h].willpower))
    return total


@compiled
def worth_of(battle: Battle, group: int, unblocked: float, fright: float) -> float:
    """Expected wounds and lost Sanity that one enemy of a group deals in a turn.

    Args:
        battle: the battle.
        group: its row of ``battle.groups``.
        unblocked: `mean_unblocked`.
        fright: `total_fright`.
    """
    stats = battle.groups[group].stats
    struck = strike_wounds(stats, unblocked)
    if stats[Stat.AREA] > 0 or stats[Stat.SWARM] > 0:
        struck *= STRUCK_BY_AREA
    hits = int(stats[Stat.FEAR] + stats[Stat.TERROR] + stats[Stat.UNSPEAKABLE] + stats[Stat.TURN_HORROR])
    if hits > 0:
        each = float(hits * int(stats[Stat.HORROR_DAMAGE])) * fright
        struck += each / float(max(battle.groups[group].alive, 1)) if stats[Stat.GROUP_TERROR] == 1 else each
    if stats[Stat.SIZE] >= Size.LARGE:
        struck += rare_worth(stats, unblocked)
    return struck


@compiled
def rare_worth(stats: IntArray, unblocked: float) -> float:
    """What large enemies do besides attacks: statuses, hits by touch, figures that they bring."""
    worth = float(stats[Stat.CONTACT_HITS]) * float(stats[Stat.DAMAGE]) * unblocked
    for stat in MARKERS:
        worth += MARKER_WOUNDS * float(min(stats[stat], 1))
    if stats[Stat.SPAWN] > 0:
        worth += SPAWN_WORTH * pass_chance(int(stats[Stat.SPAWN])) * float(max(stats[Stat.SPAWN_ROLLS], 1))
    if stats[Stat.END_POWERS] == 1:
        worth += D6_MEAN * unblocked
    return worth


@compiled
def fill_worths(battle: Battle, worths_out: IntArray) -> None:
    """The worth of one enemy of each group, (MAX_GROUPS,) float64; 0 where nobody lives."""
    unblocked = mean_unblocked(battle)
    fright = total_fright(battle)
    for g in range(MAX_GROUPS):
        worths_out[g] = 0.0
    for g in range(battle.num_groups):
        if battle.groups[g].alive > 0:
            worths_out[g] = worth_of(battle, g, unblocked, fright)
