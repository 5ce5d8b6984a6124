"""What an observation of a battle holds: one row for each number, from which space, page and labels are made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import (
    BOARD_SIDE,
    MAX_BAG,
    MAX_DICE,
    MAX_ENEMIES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_ITEMS,
    MAX_STAGES,
    NUM_RESULTS,
    NUM_TOKENS,
    Decision,
    Outcome,
    Roll,
    Size,
)
from brimstone_env.battle.features import (
    BYTE,
    D6_NEED,
    FIRST_GRADE,
    FIRST_HIT,
    FIRST_MARKED,
    FIRST_REROLLED,
    FIRST_VALUE,
    NUM_ENEMY_FEATURES,
    NUM_HERO_FEATURES,
    NUM_PLANES,
    BattleFeature,
    BoardPlane,
    EnemyFeature,
    HeroFeature,
)
from brimstone_env.battle.layout import NUM_CLASSES, NUM_ITEMS, NUM_TYPES, NUM_UPGRADES, Battle, Hero, Item
from brimstone_env.core.dice import Grade, Pool
from brimstone_env.core.game import Plane
from brimstone_env.core.records import fields_of

NUM_SKILLS = 6
MOST_MOVE_BONUS = 6  # injuries take away or add at most so many squares


@dataclass(frozen=True)
class Feature:
    """One number of the observation.

    Attributes:
        leaf: key of the observation Dict.
        index: plane of `board`, else column.
        name: the label, unique within its leaf.
        high: greatest value; the least is 0.
        meaning: what it says, for people.
        rule: the rule that makes it matter.
    """

    leaf: str
    index: int
    name: str
    high: int
    meaning: str
    rule: str


def most(record: type[Any], name: str) -> int:
    """The greatest value that the record declares for a field."""
    return next(item.high for item in fields_of(record) if item.name == name)


def _row(column: IntEnum, high: int, meaning: str, rule: str) -> Feature:
    return Feature(_LEAVES[type(column)], int(column), column.name.lower(), int(high), meaning, rule)


def _hero(column: HeroFeature, meaning: str, rule: str, source: str | None = None) -> Feature:
    return _row(column, most(Hero, source or column.name.lower()), meaning, rule)


def _dice(first: int, name: str, high: int, meaning: str, rule: str) -> tuple[Feature, ...]:
    return tuple(
        Feature("battle", first + i, f"{name}_{i}", int(high), f"die {i}: {meaning}", rule) for i in range(MAX_DICE)
    )


_LEAVES = {BoardPlane: "board", HeroFeature: "heroes", EnemyFeature: "enemies", BattleFeature: "battle"}
_B, _H, _E, _G = BoardPlane, HeroFeature, EnemyFeature, BattleFeature
_SIDE = BOARD_SIDE - 1

OBSERVATION_FIELDS: tuple[Feature, ...] = (
    _row(_B.FLOOR, 2, "0 no floor, 1 floor, 2 doorway", "B10"),
    _row(_B.WALLS, 15, "sides of the floor square that cannot be crossed: 1 north + 2 east + 4 south + 8 west", "B28"),
    _row(_B.HERO, MAX_HEROES, "standing hero: its slot + 1", "B28"),
    _row(_B.FALLEN, MAX_HEROES, "markers of knocked-out heroes here", "B28"),
    _row(_B.DECIDING, 2, "1: the deciding hero is here; 2: where it wants to go, if it escapes", "B29"),
    _row(_B.ENEMY, NUM_TYPES, "type of the enemies here: row of `book.types` + 1", "B56"),
    _row(_B.COUNT, MAX_ENEMIES, "living enemies here", "N10"),
    _row(_B.HEALTH, BYTE, "wounds that the weakest enemy here can still take, 255 for more", "B42"),
    _row(_B.HUNTERS, MAX_ENEMIES, "enemies here whose target is the deciding hero", "B53"),
    _row(_B.ESCAPE, D6_NEED, "highest escape value among the enemies next to the square", "B29"),
    _row(_B.DISTANCE, BYTE, "walking distance from the deciding hero + 1, figures ignored; 0 for no way", "N1"),
    _row(_B.SIGHT, 1, "1: in the deciding hero's line of sight", "B37"),
    _row(_H.PRESENT, 1, "1: the slot holds a hero", "B71"),
    _row(_H.CLASS, NUM_CLASSES, "row of `book.classes` + 1", "B71"),
    _row(_H.ROW, _SIDE, "row of its square", "B28"),
    _row(_H.COL, _SIDE, "column of its square", "B28"),
    _hero(_H.HEALTH, "Health left", "B27"),
    _hero(_H.MAX_HEALTH, "Health when unhurt", "B27"),
    _hero(_H.SANITY, "Sanity left", "B27"),
    _hero(_H.MAX_SANITY, "Sanity when unhurt", "B27"),
    _hero(_H.GRIT, "grit in hand", "B41"),
    _hero(_H.MAX_GRIT, "most grit", "B41"),
    _hero(_H.INITIATIVE, "Initiative (7 - its rank with turn_order = agility)", "B23"),
    _hero(_H.COMBAT, "melee dice", "B32"),
    _hero(_H.RANGED_TO_HIT, "least die that hits with a gun", "B35"),
    _hero(_H.MELEE_TO_HIT, "least die that hits in melee", "B35"),
    _hero(_H.DEFENSE, "least die that blocks a hit", "B59"),
    _hero(_H.WILLPOWER, "least die that withstands a horror hit", "B27"),
    _hero(_H.AGILITY, "dice of Agility", "B16", "skills"),
    _hero(_H.KNOCKED_OUT, "1: knocked out", "B27"),
    _hero(_H.ACTIVATED, "1: has been activated this turn", "B23"),
    _row(_H.ACTIVE, 1, "1: its activation goes on", "B23"),
    _row(_H.DECIDING, 1, "1: the pending decision is about it", "B23"),
    _hero(_H.MOVE_POINTS, "squares of movement left", "B28"),
    _hero(_H.MOVED, "1: the movement of this activation is over", "B28"),
    _hero(_H.ATTACKED, "1: the ordinary attack of this activation is used", "B32"),
    _hero(_H.EXTRA_ATTACKED, "1: the extra attack of this turn is used", "B44"),
    _hero(_H.DOUBLE_SHOT, "Double Shot this turn: 1 one more shot is due, 2 used", "B32"),
    _hero(_H.ESCAPED, "highest escape value beaten this turn", "B29"),
    _row(_H.ESCAPE, D6_NEED, "highest escape value among the enemies next to it", "B29"),
    _row(_H.HUNTERS, MAX_ENEMIES, "enemies whose target it is", "B53"),
    _hero(_H.VENOM, "Void Venom: 1 from the next activation on, 2 in this one", "B14"),
    _hero(_H.HELD, "may not move: 1 in the next activation, 2 in this one", "B14"),
    _hero(_H.DEAD_EYE, "Dead Eye shots left", "N11"),
    _hero(_H.BADGE_BONUS, "Marshal Badge counts: bits 1 in the next activation, 2 in this one", "B33"),
    _row(_H.CARRIES_DARK_STONE, 1, "1: it carries dark stone", "B70"),
    _row(_H.GUN_RANGE, most(Item, "range_squares"), "Range of the gun with the longest, 0 without a gun", "B34"),
    _row(_H.GUN_SHOTS, most(Item, "shots"), "Shots of that gun", "B34"),
    _row(_H.GUN_SIDES, most(Item, "sides"), "sides of that gun's dice", "B35"),
    _row(_H.FREE_ATTACK, 1, "1: an item gives it a free attack that is not yet spent", "B44"),
    _row(_H.RALLY, MAX_ITEMS, "item slot + 1 of a badge that is not yet spent, 0 for none", "B33"),
    *(_row(_H(_H.ITEM_0 + i), NUM_ITEMS, f"item slot {i}: row of `book.items` + 1", "B33") for i in range(MAX_ITEMS)),
    _hero(_H.CUNNING, "dice of Cunning", "B45", "skills"),
    _hero(_H.SPIRIT, "dice of Spirit", "B45", "skills"),
    _hero(_H.STRENGTH, "dice of Strength", "B45", "skills"),
    _hero(_H.LORE, "dice of Lore", "B45", "skills"),
    _hero(_H.LUCK, "dice of Luck", "B45", "skills"),
    _hero(_H.POISON, "poison markers", "B23"),
    _hero(_H.WEBBED, "web markers", "B28"),
    _hero(_H.STUNNED, "stun markers", "B59"),
    _hero(_H.BURNING, "fire markers", "B23"),
    _hero(_H.BLEEDING, "bleeding markers", "B23"),
    _hero(_H.ENSNARED, "snare markers", "B28"),
    _hero(_H.CORRUPTION, "corruption points", "B27"),
    _row(_H.UPGRADE, NUM_UPGRADES, "row of `book.upgrades` + 1", "B44"),
    _hero(_H.ABILITY_USED, "1: its once-per-turn ability is used this turn", "B44"),
    _hero(_H.HANDS, "hands", "B33"),
    _row(_H.MOVE_BONUS, 2 * MOST_MOVE_BONUS, "squares added to the move roll + 6", "B28"),
    _hero(_H.ARMOR, "least d6 that stops a wound, 0 for none", "B60"),
    _hero(_H.SPIRIT_ARMOR, "least d6 that stops a lost point of Sanity, 0 for none", "B27"),
    _row(_H.POTION, NUM_SKILLS, "skill raised until the end of the turn + 1", "B45"),
    _row(_H.DRAGGING, MAX_HEROES, "slot + 1 of the hero whose marker it drags", "B31"),
    _hero(_H.DEAD, "1: lost for good", "B68"),
    *(_row(_H(_H.TOKEN_0 + i), MAX_BAG, f"side bag tokens of kind {i}", "B45") for i in range(NUM_TOKENS)),
    *(_row(_H(_H.INJURY_0 + i), 9, f"injuries by row {i} of `book.injuries`", "B68") for i in range(NUM_RESULTS)),
    *(_row(_H(_H.MADNESS_0 + i), 9, f"madness by row {i} of `book.madness`", "B68") for i in range(NUM_RESULTS)),
    _hero(_H.RECOVERED, "1: stood up this turn, counts as not activated when the battle ends", "N9"),
    _hero(_H.GRIP, "1: has taken hold of a marker and not dragged it a square yet", "B31"),
    _row(_E.ALIVE, 1, "1: on the board; else the whole row is 0", "B42"),
    _row(_E.TYPE, NUM_TYPES, "row of `book.types` + 1", "B48"),
    _row(_E.ROW, _SIDE, "row of its base square", "B56"),
    _row(_E.COL, _SIDE, "column of its base square", "B56"),
    _row(_E.HEALTH_LEFT, BYTE, "wounds that it can still take, 255 for more", "B42"),
    _row(_E.TARGET, MAX_HEROES, "slot of the hero it is after + 1", "B53"),
    _row(_E.DONE, 1, "1: has moved in this activation of its group", "B48"),
    _row(_E.STRIKES, 1, "1: its attack is still to come in this activation of its group", "B48"),
    _row(_E.SHARED, 1, "1: has its share of the hit that is being split", "B36"),
    _row(_E.ADJACENT, 1, "1: next to the deciding hero", "N1"),
    _row(_E.SIGHT, 1, "1: in the deciding hero's line of sight", "B37"),
    _row(_E.DISTANCE, BYTE, "walking distance from the deciding hero + 1; 0 for no way", "N1"),
    _row(_E.ACTIVATED, 1, "1: its group has been activated this turn", "B24"),
    _row(_E.ELITE, 6, "elite rows in force", "B14"),
    _row(_E.INITIATIVE, BYTE, "Initiative in this turn (9 - its rank with turn_order = agility)", "B18"),
    _row(_E.MOVE, BYTE, "squares of movement", "B49"),
    _row(_E.ESCAPE, D6_NEED, "least d6 that escapes it", "B29"),
    _row(_E.HEALTH, BYTE, "wounds that kill it", "B42"),
    _row(_E.DEFENSE, BYTE, "Defense", "B39"),
    _row(_E.COMBAT, MAX_DICE, "attack dice", "B58"),
    _row(_E.TO_HIT, D6_NEED, "least d6 that hits", "B58"),
    _row(_E.DAMAGE, BYTE, "wounds of an unblocked hit", "B60"),
    _row(_E.SIZE, max(Size), "0 small, 1 medium, 2 large, 3 very large", "B55"),
    _row(_E.FEAR, BYTE, "horror hits on an adjacent hero", "B26"),
    _row(_E.TERROR, BYTE, "horror hits on a hero on the same tile", "B26"),
    _row(_E.UNSPEAKABLE, BYTE, "horror hits on a hero on the same or a neighbouring tile", "B26"),
    _row(_E.HORROR_DAMAGE, BYTE, "Sanity lost to a horror hit", "B27"),
    _row(_E.SMASH, 1, "1: a to-hit 6 ignores the hero's Defense", "B58"),
    _row(_E.SIX_HITS, BYTE, "hits that a to-hit 6 counts as", "B58"),
    _row(_E.PASS_THROUGH, 1, "1: moves through figures", "N10"),
    _row(_E.NEW_TARGET, 1, "1: chooses a new target every turn", "N10"),
    _row(_E.SHARE, MAX_ENEMIES, "figures of the type that may stand on one square", "B49"),
    _row(_E.SPLIT, 1, "1: a hit may be split among the figures of the square", "B36"),
    _row(
        _E.SWARM, MAX_ENEMIES, "figures on one square from which each attacks all adjacent heroes, 0 for never", "B58"
    ),
    _row(_E.AREA, BYTE, "attacks every hero within so many squares, 0: its target only", "B58"),
    _row(_E.TOUGH, 1, "1: critical hits count as ordinary hits", "B47"),
    _row(_E.REGENERATION, BYTE, "wounds healed at the start of a turn", "B14"),
    _row(_E.VENOM, 1, "1: a wounded hero gets Void Venom", "B14"),
    _row(_E.HOLD, 1, "1: a wounded hero cannot move in its next activation", "B14"),
    _row(_E.GRASP, 1, "1: heroes who start next to it roll Agility", "B14"),
    _row(_E.DARK_STONE_COMBAT, MAX_DICE, "attack dice more against a hero who carries dark stone", "B14"),
    _row(_E.ARMOR, D6_NEED, "least d6 that stops a wound, 0 for none", "B39"),
    _row(_E.COVER, D6_NEED, "least d6 that stops a whole hit, 0 for none", "B39"),
    _row(_E.ENDURANCE, BYTE, "most wounds of one hit, 0 for no limit", "B39"),
    _row(_E.CRITICAL_DEFENSE, BYTE, "what a critical hit lowers Defense to", "B40"),
    _row(_E.RANGED_DEFENSE, BYTE, "Defense more against guns", "B39"),
    _row(_E.VARIABLE_DEFENSE, 1, "1: Defense is the current Initiative level", "B39"),
    _row(_E.VARIABLE_INITIATIVE, 1, "1: rolled (d6) at the start of each turn", "B23"),
    _row(_E.RANGE, BYTE, "squares, 0: no ranged attack", "B61"),
    _row(_E.SHOTS, BYTE, "dice of a ranged attack", "B61"),
    _row(_E.RANGED_TO_HIT, D6_NEED, "least d6 that hits at range", "B61"),
    _row(_E.RANGED_DAMAGE, BYTE, "wounds of an unblocked ranged hit", "B61"),
    _row(_E.RANGED_SIX, BYTE, "hits that a ranged 6 counts as", "B61"),
    _row(_E.RANGED_SIX_D6, 1, "1: a ranged 6 counts as d6 hits", "B61"),
    _row(_E.HIT_D6, 1, "1: each ranged hit becomes d6 hits", "B61"),
    _row(_E.VOLLEYS, BYTE, "ranged attacks in one activation", "B61"),
    _row(_E.DAMAGE_D6, BYTE, "d6s rolled for an unblocked hit's wounds, besides DAMAGE", "B60"),
    _row(_E.HIT_HORROR, BYTE, "horror hits that come with each hit", "B26"),
    _row(_E.GROUP_TERROR, 1, "1: fear and terror strike once for the group", "B26"),
    _row(_E.TURN_HORROR, BYTE, "horror hits on every hero at their activation", "B26"),
    _row(
        _E.PACK,
        D6_NEED,
        "least d6 at their activation that sends all after one hero (1-2: all choose anew), 0 for none",
        "B49",
    ),
    _row(_E.CONTACT_HITS, BYTE, "hits on each adjacent hero at their activation", "B14"),
    _row(_E.HEAL_ALONE, BYTE, "wounds healed at their activation while no hero is adjacent", "B14"),
    _row(_E.DEATH_WOUNDS, 1, "1: d3 wounds, no Defense, to adjacent heroes when destroyed", "B14"),
    _row(_E.DEATH_CORRUPTION, BYTE, "d6 corruption hits on heroes within so many squares when destroyed", "B14"),
    _row(_E.SPAWN, D6_NEED, "least d6 at the end of a turn that brings a new figure, 0 for none", "B14"),
    _row(_E.SPAWN_ROLLS, BYTE, "rolled so often", "B14"),
    _row(_E.END_POWERS, 1, "1: one of three powers at the end of a turn", "B14"),
    _row(_E.KNOCKOUT_HEAL, 1, "1: heals d6 when it knocks a hero out", "B14"),
    _row(_E.HIT_COUNT, BYTE, "hits that a hit counts as", "B14"),
    _row(_E.AURA_HEALTH, BYTE, "Health more for all other enemies while one of it lives", "B14"),
    _row(_E.ESCAPE_HITS, BYTE, "hits on a hero who fails to escape next to it", "B30"),
    _row(_E.ESCAPE_DAMAGE, BYTE, "Damage of those hits", "B30"),
    _row(_E.DULL, BYTE, "taken off the to-hit dice of heroes on its tile (a natural 6 is still critical)", "B35"),
    _row(_E.NO_GRIT, 1, "1: heroes on its tile cannot recover grit", "B41"),
    _row(_E.WOUND_CORRUPTION, BYTE, "d3s of corruption hits on a hero whom it wounds", "B14"),
    _row(_E.IMMOBILE, 1, "1: never moves", "B14"),
    _row(_E.POISON, BYTE, "poison markers that a wounded hero gets", "B14"),
    _row(_E.WEBBED, BYTE, "web markers that a wounded hero gets", "B14"),
    _row(_E.STUNNED, BYTE, "stun markers that a wounded hero gets", "B14"),
    _row(_E.BURNING, BYTE, "fire markers that a wounded hero gets", "B14"),
    _row(_E.BLEEDING, BYTE, "bleeding markers that a wounded hero gets", "B14"),
    _row(_E.ENSNARED, BYTE, "snare markers that a wounded hero gets", "B14"),
    _row(_E.LEAN, 3, "corner of its 2 x 2 squares that is the base, 0 top left .. 3 bottom right", "B57"),
    _row(_G.DECISION, Decision.SHIV, "what the pending decision asks: `Decision` (1 also: about the order)", "B23"),
    _row(_G.SEAT, MAX_HEROES + 1, "who decides: hero slot + 1, 7 for the enemy side, 0 for nobody", "B71"),
    _row(_G.HERO, MAX_HEROES, "the deciding hero's slot + 1", "B71"),
    _row(_G.ENEMY, MAX_ENEMIES, "slot + 1 of the enemy that the decision is about", "B48"),
    _row(_G.AMOUNT, BYTE, "hits, points or damage that the decision is about", "B36"),
    _row(_G.TURN, BYTE, "number of the turn, 255 for more", "B23"),
    _row(_G.OUTCOME, max(Outcome), "0 undecided, 1 won, 2 lost", "B65"),
    _row(_G.HEROES, MAX_HEROES, "heroes in the battle", "B71"),
    _row(_G.STANDING, MAX_HEROES, "heroes not knocked out", "B65"),
    _row(_G.ENEMIES, MAX_ENEMIES, "living enemies", "B66"),
    _row(_G.GROUPS, MAX_GROUPS, "enemy types in the battle so far", "B24"),
    _row(_G.REVIVE_TOKENS, most(Battle, "revive_tokens"), "revive tokens of the party", "B64"),
    _row(_G.MOVE_POINTS, most(Hero, "move_points"), "squares of movement that the deciding hero has left", "B28"),
    _row(_G.ACTIVE_GROUP, NUM_TYPES, "type whose group is activated now: row of `book.types` + 1", "B48"),
    _row(_G.ROLL, Roll.RESOLVE + 1, "kind of the roll that the decision is about: `Roll` + 1; 0 for none", "B41"),
    _row(_G.ROLLER, MAX_HEROES, "slot + 1 of the hero whose roll it is", "B41"),
    _row(_G.DICE, MAX_DICE, "dice of that roll", "B41"),
    _row(_G.SIDES, most(Pool, "sides"), "sides of its dice", "B35"),
    _row(_G.NEED, most(Pool, "need"), "least result that succeeds, 0 where the value counts", "B35"),
    _row(_G.CRITICAL, most(Pool, "critical"), "least result that is critical, 99 for never", "B40"),
    _row(_G.MARKS, MAX_DICE, "dice marked for the reroll", "B41"),
    _row(_G.ATTACK, MAX_ITEMS + 2, "attack that goes on: 0 none, 1 melee, 2 and up: item slot + 2, 10 thrown", "B32"),
    _row(_G.HITS, MAX_DICE, "hits of that attack, not yet dealt", "B36"),
    _row(_G.DIE, MAX_DICE, "number of the damage die that is being dealt, from 1", "B38"),
    _row(_G.DEALT_TO, MAX_ENEMIES, "slot + 1 of the enemy that the damage dice are for", "B38"),
    _row(_G.STRIKER, MAX_ENEMIES, "slot + 1 of the enemy that attacks", "B58"),
    _row(_G.UNBLOCKED, BYTE, "hits of its attack that get through so far, before the roll that is pending", "B60"),
    _row(_G.STAGE, MAX_STAGES, "battle of the delve, from 0", "B69"),
    _row(_G.STAGES, MAX_STAGES, "battles of the delve, 0 outside one", "B69"),
    _row(_G.LEVEL, most(Battle, "level"), "current Initiative level", "B23"),
    _row(_G.FLASH, most(Battle, "flash"), "Initiative taken off all enemies this turn", "B23"),
    _row(_G.ACTIVATIONS, BYTE, "activations begun this turn", "B23"),
    _row(_G.THREAT_CARDS, most(Battle, "threat_cards"), "cards that added enemies (for loot)", "B69"),
    _row(_G.MARKER, most(Battle, "marker"), "place of the Darkness marker (Last Stand)", "B2"),
    _row(_G.TRACK, BYTE, "steps of its track (Last Stand)", "B2"),
    _row(_G.KILLS, BYTE, "steps earned by kills (Last Stand)", "B2"),
    _row(_G.WARNINGS, BYTE, "bits of the sites where a warning lies (Last Stand)", "B2"),
    *_dice(FIRST_VALUE, "value", most(Pool, "values"), "result", "B41"),
    *_dice(FIRST_GRADE, "grade", max(Grade), "0 miss, 1 hit, 2 critical", "B40"),
    *_dice(FIRST_REROLLED, "rerolled", 1, "1: may not be rerolled", "B41"),
    *_dice(FIRST_MARKED, "marked", 1, "1: is marked for the reroll", "B41"),
    *_dice(FIRST_HIT, "hit", max(Grade), "a hit of the attack that is not yet dealt, 2: critical", "B36"),
)
STAT_HIGHS = tuple(row.high for row in OBSERVATION_FIELDS if row.leaf == "enemies" and row.index >= _E.INITIATIVE)


def highs(leaf: str) -> NDArray[np.uint8]:
    """Greatest value by plane or column of one leaf, as uint8 of shape (features,)."""
    return np.array([row.high for row in OBSERVATION_FIELDS if row.leaf == leaf], np.uint8)


def observation_planes() -> tuple[Plane, ...]:
    """The leaves in the order in which the compiled entries take their buffers."""
    cells = np.broadcast_to(highs("board")[:, None, None], (NUM_PLANES, BOARD_SIDE, BOARD_SIDE))
    heroes = np.broadcast_to(highs("heroes"), (MAX_HEROES, NUM_HERO_FEATURES))
    enemies = np.broadcast_to(highs("enemies"), (MAX_ENEMIES, NUM_ENEMY_FEATURES))
    leaves = {"board": cells, "heroes": heroes, "enemies": enemies, "battle": highs("battle")}
    return tuple(Plane(name, high.shape, np.uint8, high) for name, high in leaves.items())


def observation_rows() -> tuple[tuple[str, int, str, int, str], ...]:
    """The table as rows (leaf, index, name, greatest value, meaning)."""
    return tuple((row.leaf, row.index, row.name, row.high, row.meaning) for row in OBSERVATION_FIELDS)
