"""The book of Rounds-v0: what is printed (kinds of creatures, abilities), the map, options and the scenario's plan."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.grid import GridMap
from brimstone_env.core.records import IntArray, Records, field, record
from brimstone_env.rounds.codes import (
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_SQUADS,
    MAX_SQUARES,
    NOBODY,
    NUM_CHARACTERISTICS,
    NUM_CONDITIONS,
    NUM_DAMAGE_TYPES,
)

NUM_KINDS = 24
NUM_ABILITIES = 96
NUM_TIERS = 3


@record
class CreatureKind:
    """A hero of the tables, or a kind of monster."""

    side: int = field(np.int8, 0, 1, "`Side`")
    stamina: int = field(np.int16, 0, 999, "Stamina when unhurt, kit included")
    recoveries: int = field(np.int8, 0, 20, "Recoveries at the start")
    speed: int = field(np.int8, 0, 15, "squares of a move action")
    width: int = field(np.int8, 1, 2, "1 or 2 squares wide")
    weight: int = field(np.int8, 0, 3, "0 small, 1 medium, 2 large, 3 for size 2: who may knock back or grab whom")
    stability: int = field(np.int8, 0, 9, "squares by which it may shorten forced movement")
    disengage: int = field(np.int8, 1, 9, "squares of a Disengage")
    characteristics: IntArray = field(
        np.int8, -5, 5, "Might, Agility, Reason, Intuition, Presence", shape=NUM_CHARACTERISTICS
    )
    free_strike: int = field(np.int8, 0, 20, "damage of a monster's free strike; 0: heroes roll")
    reach: int = field(np.int8, 1, 9, "squares of its melee free strike")
    distance: int = field(np.int8, 0, 30, "squares of its ranged free strike")
    value: int = field(np.int16, 0, 99, "encounter value")
    level: int = field(np.int8, 1, 10, "level")
    traits: int = field(np.int16, 0, 2**15 - 1, "bits of `Trait`")
    resource: int = field(np.int8, 0, 9, "`Resource` of a hero")
    resource_each: int = field(np.int8, 0, 9, "gained at the start of its turns; 0: a d3")
    potency: int = field(
        np.int8, NOBODY, NUM_CHARACTERISTICS - 1, "characteristic of a hero's potencies, -1 for monsters"
    )
    immunity: IntArray = field(np.int8, 0, 20, "damage not taken, by type", shape=NUM_DAMAGE_TYPES)
    abilities: IntArray = field(
        np.int16, NOBODY, NUM_ABILITIES - 1, "rows of `abilities`, -1 after the last", shape=MAX_ABILITIES
    )
    triggers: int = field(np.int16, 0, 127, "bits of the events (`Trigger`) that some ability of its answers to")
    kit_melee: IntArray = field(np.int8, 0, 60, "damage of a hero's kit in melee, by tier", shape=NUM_TIERS)
    kit_ranged: IntArray = field(np.int8, 0, 60, "damage of a hero's kit at range, by tier", shape=NUM_TIERS)
    kit_magic: IntArray = field(np.int8, 0, 60, "damage of a hero's magic abilities more, by tier", shape=NUM_TIERS)
    captain_speed: int = field(np.int8, 0, 9, "squares faster with a captain")
    captain_damage: int = field(np.int8, 0, 9, "strike damage more with a captain")
    captain_distance: int = field(np.int8, 0, 9, "ranged distance more with a captain")
    captain_edge: int = field(np.int8, 0, 1, "1: strikes have an edge with a captain")


@record
class Ability:
    """What a creature can do."""

    kind: int = field(np.int8, 0, 7, "`Kind`")
    cost: int = field(np.int8, 0, 20, "Heroic Resource, or Malice")
    reach: int = field(np.int8, 0, 7, "`Reach`")
    aim: int = field(np.int8, 0, 3, "`Aim`")
    melee: int = field(np.int8, 0, 20, "squares in melee, 0 for none")
    distance: int = field(np.int8, 0, 30, "squares at range, 0 for none")
    span: int = field(np.int8, 0, 20, "side of a cube, length of a line, radius of a burst")
    targets: int = field(np.int8, 0, 9, "most single targets")
    strike: int = field(np.int8, 0, 1, "1: a strike")
    weapon: int = field(np.int8, 0, 1, "1: a weapon ability")
    magic: int = field(np.int8, 0, 1, "1: a magic ability")
    charge: int = field(np.int8, 0, 1, "1: may be used in a charge")
    rolls: int = field(np.int8, 0, 1, "1: a power roll")
    characteristics: int = field(np.int8, 0, 31, "bits of those of which the greatest is added to the roll (heroes)")
    bonus: int = field(np.int8, 0, 9, "added to the roll (monsters)")
    adds: int = field(np.int8, 0, 1, "1: the characteristic is added to the damage as well")
    damage: IntArray = field(np.int8, 0, 60, "damage by tier", shape=NUM_TIERS)
    kitted: int = field(np.int8, 0, 1, "1: the damage includes that of the kit")
    damage_dice: int = field(np.int8, 0, 9, "d6s of damage on top")
    damage_type: int = field(np.int8, 0, NUM_DAMAGE_TYPES - 1, "`DamageType`")
    shove: int = field(np.int8, 0, 3, "`Shove`")
    shoves: IntArray = field(np.int8, 0, 20, "squares of forced movement by tier", shape=NUM_TIERS)
    resisted: int = field(
        np.int8, NOBODY, NUM_CHARACTERISTICS - 1, "characteristic of the potency, -1: nothing resists"
    )
    potency: IntArray = field(np.int8, -9, 9, "value by tier: lower characteristics are affected", shape=NUM_TIERS)
    condition: int = field(np.int8, NOBODY, NUM_CONDITIONS - 1, "`Condition` imposed, -1 for none")
    until: IntArray = field(np.int8, 0, 3, "`Until` by tier, 0: not at this tier", shape=NUM_TIERS)
    effect: int = field(np.int8, 0, 100, "`Effect`: what is special")
    trigger: int = field(np.int8, NOBODY, 6, "`Trigger`: the event that it answers to, -1 for none")
    amount: IntArray = field(np.int8, 0, 60, "numbers of the effect by tier", shape=NUM_TIERS)
    summons: int = field(np.int16, NOBODY, NUM_KINDS - 1, "row of `kinds` of those who appear, -1 for none")


@record
class Rules:
    """Options."""

    keep_single: int = field(np.int8, 0, 1, "1: decisions with one legal option are asked too")
    order: int = field(np.int8, 0, 1, "0: sides alternate and choose; 1: by Agility tests (D26)")
    timer: int = field(np.int16, 0, 999, "votes of the heroes on who is next before the Director picks; 0: no timer")
    director: int = field(np.int8, 0, 2, "0 simple, 1 standard, 2 ruthless")
    surprise: int = field(np.int8, 0, 3, "bits: 1 all heroes are surprised, 2 all enemies")
    victories: int = field(np.int8, 0, 20, "Victories of each hero")
    last_turn: int = field(np.int16, 1, 999, "the battle is lost at the end of this round")
    outside: int = field(np.int16, 0, 127, "bits of the seats that are played from outside")


@record
class Place:
    """A creature that is placed at the start."""

    kind: int = field(np.int16, NOBODY, NUM_KINDS - 1, "row of `kinds`")
    square: int = field(np.int16, NOBODY, MAX_SQUARES - 1, "where, -1: drawn from the side's squares")
    group: int = field(np.int8, NOBODY, MAX_GROUPS - 1, "group of enemies")
    squad: int = field(np.int8, NOBODY, MAX_SQUADS - 1, "squad of minions")
    captain: int = field(np.int8, 0, 1, "1: captain of the squad")
    surprised: int = field(np.int8, 0, 1, "1: surprised")


@record
class Plan:
    """Who fights, and where they start."""

    num_heroes: int = field(np.int8, 0, MAX_HEROES, "heroes")
    num_enemies: int = field(np.int8, 0, MAX_CREATURES, "enemies")
    places: Records[Place] = field(Place, shape=MAX_CREATURES, doc="heroes, then enemies, by creature index")
    starts: IntArray = field(
        np.int8, 0, 3, "bits: squares that the heroes (1), the enemies (2) are placed on", shape=MAX_SQUARES
    )


@record
class Book:
    """All that is read-only in a battle."""

    map: GridMap = field(GridMap, doc="the map")
    rules: Rules = field(Rules, doc="options")
    plan: Plan = field(Plan, doc="the scenario")
    kinds: Records[CreatureKind] = field(CreatureKind, shape=NUM_KINDS, doc="heroes and monsters")
    abilities: Records[Ability] = field(Ability, shape=NUM_ABILITIES, doc="abilities, the common ones first")
