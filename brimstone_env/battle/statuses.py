"""Statuses of heroes: markers gained and lost, and what they take off a hero's numbers."""

from __future__ import annotations

from brimstone_env.battle.codes import Affliction, Event
from brimstone_env.battle.layout import Battle, Hero
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event

MOST_MARKERS = 20
NUM_AFFLICTIONS = len(Affliction)
BLEEDING_HEALTH = 3  # off the most Health, each marker


@compiled
def markers_of(hero: Hero, kind: int) -> int:
    """Markers of a status on a hero (venom and holds: 1 for the next activation, 2 for this one)."""
    if kind == Affliction.VENOM:
        return int(hero.venom)
    if kind == Affliction.HELD:
        return int(hero.held)
    if kind == Affliction.POISON:
        return int(hero.poison)
    if kind == Affliction.WEBBED:
        return int(hero.webbed)
    if kind == Affliction.STUNNED:
        return int(hero.stunned)
    if kind == Affliction.BURNING:
        return int(hero.burning)
    if kind == Affliction.BLEEDING:
        return int(hero.bleeding)
    return int(hero.ensnared)


@compiled
def set_markers(hero: Hero, kind: int, count: int) -> None:
    """Set the markers of a status on a hero."""
    if kind == Affliction.VENOM:
        hero.venom = count
    elif kind == Affliction.HELD:
        hero.held = count
    elif kind == Affliction.POISON:
        hero.poison = count
    elif kind == Affliction.WEBBED:
        hero.webbed = count
    elif kind == Affliction.STUNNED:
        hero.stunned = count
    elif kind == Affliction.BURNING:
        hero.burning = count
    elif kind == Affliction.BLEEDING:
        hero.bleeding = count
    else:
        hero.ensnared = count


@compiled
def gain_status(battle: Battle, dice: Dice, hero_index: int, kind: int, count: int) -> None:
    """A hero gets markers of a status. Venom and holds do not add up: they count in the next activation.

    Bleeding takes Health beyond what is then the most.

    Source: facts 5 (statuses).
    """
    hero = battle.heroes[hero_index]
    before = markers_of(hero, kind)
    after = min(before + count, MOST_MARKERS)
    if kind == Affliction.VENOM or kind == Affliction.HELD:
        after = 1
    if after == before or count == 0:
        return
    set_markers(hero, kind, after)
    log_event(dice, Event.STATUS, hero_index, kind, 1)
    hero.health = min(int(hero.health), most_health(hero))


@compiled
def lose_status(battle: Battle, dice: Dice, hero_index: int, kind: int, count: int) -> None:
    """Take markers of a status off a hero.

    Source: facts 5 (statuses).
    """
    if count == 0:
        return
    hero = battle.heroes[hero_index]
    set_markers(hero, kind, max(markers_of(hero, kind) - count, 0))
    log_event(dice, Event.STATUS, hero_index, kind, 0)


@compiled
def clear_statuses(hero: Hero) -> None:
    """Take every status off a hero."""
    for kind in range(NUM_AFFLICTIONS):
        set_markers(hero, kind, 0)


@compiled
def most_health(hero: Hero) -> int:
    """The most Health that a hero can have: 3 less for each bleeding marker, but at least 1.

    Differs: the source does not say that bleeding alone fells nobody.

    Source: facts 5 (bleeding).
    """
    return max(int(hero.max_health) - BLEEDING_HEALTH * int(hero.bleeding), 1)


@compiled
def defense_need(hero: Hero) -> int:
    """The least d6 that blocks a hit: 1 more for a stunned hero, and 1 more for an ensnared one.

    Differs: the source does not say whether several stun markers add up; here they do not.

    Source: B59, facts 5 (stunned, ensnared).
    """
    need = int(hero.defense)
    if hero.stunned > 0:
        need += 1
    if hero.ensnared > 0:
        need += 1
    return need
