"""What an observation of a battle holds: one row for each number, from which space, page and labels are made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.board_planes import BYTE
from brimstone_env.core.game import Plane
from brimstone_env.core.records import fields_of
from brimstone_env.rounds.book_layout import NUM_ABILITIES, NUM_KINDS, CreatureKind, Rules
from brimstone_env.rounds.codes import (
    BOARD_SIDE,
    MAX_CREATURES,
    MAX_ENEMIES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_SQUADS,
    Decision,
    Frame,
    Outcome,
    Shove,
    Until,
)
from brimstone_env.rounds.effect_codes import Trigger
from brimstone_env.rounds.features import (
    NUM_ENEMY_FEATURES,
    NUM_HERO_FEATURES,
    NUM_PLANES,
    BattleFeature,
    BoardPlane,
    CreatureFeature,
    EnemyFeature,
    HeroFeature,
)
from brimstone_env.rounds.layout import Battle, Creature, Squad

LEAST_CHARACTERISTIC = -5
MOST_CHARACTERISTIC = 5
MOST_NATURAL = 20
MOST_STAGE = 31


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
    """The greatest value that the record declares for a field, at most what a byte holds."""
    return min(next(item.high for item in fields_of(record) if item.name == name), BYTE)


def _row(leaf: str, column: IntEnum, high: int, meaning: str, rule: str) -> Feature:
    return Feature(leaf, int(column), column.name.lower(), int(high), meaning, rule)


_C, _H, _E, _B, _P = CreatureFeature, HeroFeature, EnemyFeature, BattleFeature, BoardPlane
_SPREAD = MOST_CHARACTERISTIC - LEAST_CHARACTERISTIC
_LAST = BOARD_SIDE - 1
_SOMEBODY = MAX_CREATURES  # a creature's index + 1

_PLANES = (
    (_P.FLOOR, 2, "1 floor, 2 where a rotting zombie fell: difficult terrain", "rounds 7"),
    (_P.WALLS, 15, "sides that nobody can cross: bits 1 north, 2 east, 4 south, 8 west", "rounds 3"),
    (_P.HERO, MAX_HEROES, "living hero here: slot + 1", "D1"),
    (_P.ENEMY, NUM_KINDS, "living enemy here: row of `book.kinds` + 1", "D1"),
    (_P.GROUP, MAX_GROUPS, "its group + 1", "D32"),
    (_P.STAMINA, BYTE, "Stamina left of who stands here, of minions the squad's", "rounds 4"),
    (_P.WAITING, 1, "1: who stands here has still to act in this round", "D19"),
    (_P.DECIDING, 1, "1: the deciding creature stands here", "rounds 3"),
    (_P.TARGET, 2, "2: the creature that the decision is about, 1: a target of the ability under way", "rounds 2"),
    (_P.DISTANCE, BYTE, "walking distance from the deciding creature + 1, figures ignored; 0 for no way", "rounds 3"),
    (_P.SIGHT, 1, "1: in the deciding creature's line of effect", "rounds 3"),
)
_CREATURES = (
    (_C.ALIVE, 1, "1: in the battle; else the whole row is 0", "rounds 4"),
    (_C.KIND, NUM_KINDS, "row of `book.kinds` + 1", "rounds 7"),
    (_C.ROW, _LAST, "row of its square, the top left one", "rounds 3"),
    (_C.COL, _LAST, "column of its square", "rounds 3"),
    (_C.STAMINA, BYTE, "Stamina left; of minions what the squad has", "rounds 4"),
    (_C.MAX_STAMINA, BYTE, "Stamina when unhurt", "rounds 4"),
    (_C.TEMPORARY, most(Creature, "temporary"), "temporary Stamina", "rounds 4"),
    (_C.WINDED, 1, "1: winded", "rounds 4"),
    (_C.ACTED, 1, "1: had its turn in this round", "D19"),
    (_C.ACTING, 1, "1: it is its turn", "D17"),
    (_C.DECIDING, 1, "1: the pending decision is about it", "rounds 3"),
    (_C.ASKED_ABOUT, 1, "1: the other creature that the decision is about", "rounds 3"),
    (_C.SURPRISED, 1, "1: surprised", "D7"),
    (_C.REACTED, 1, "1: used its triggered action of this round", "rounds 3"),
    (_C.MAIN, most(Creature, "main"), "main actions left", "rounds 3"),
    (_C.MANEUVER, 1, "maneuvers left", "rounds 3"),
    (_C.MOVE, 1, "move actions left", "rounds 3"),
    (_C.STEPS, most(Creature, "steps"), "squares left of the move under way", "rounds 3"),
    (_C.MOVED, 1, "1: took a move action this turn", "rounds 3"),
    (_C.BUSY, 1, "1: did the one thing that a dazed creature may do", "rounds 4"),
    (_C.SHIFTING, 1, "1: the move under way is a shift", "rounds 3"),
    (_C.DEFENDING, 1, "1: defends", "rounds 3"),
    (_C.AIDED, _SOMEBODY, "who aids the next roll against it, + 1", "rounds 3"),
    (_C.HIDDEN, 1, "1: hidden", "rounds 3"),
    (_C.SPEED, BYTE, "speed as it stands", "rounds 3"),
    (_C.STABILITY, most(CreatureKind, "stability"), "stability", "rounds 3"),
    (_C.MIGHT, _SPREAD, "Might + 5", "rounds 2"),
    (_C.AGILITY, _SPREAD, "Agility + 5", "rounds 2"),
    (_C.REASON, _SPREAD, "Reason + 5", "rounds 2"),
    (_C.INTUITION, _SPREAD, "Intuition + 5", "rounds 2"),
    (_C.PRESENCE, _SPREAD, "Presence + 5", "rounds 2"),
    (_C.BLEEDING, max(Until), "bleeding, and how it ends: 1 end of turn, 2 save, 3 by what mends it", "rounds 4"),
    (_C.DAZED, max(Until), "dazed, likewise", "rounds 4"),
    (_C.FRIGHTENED, max(Until), "frightened, likewise", "rounds 4"),
    (_C.GRABBED, max(Until), "grabbed, likewise", "rounds 4"),
    (_C.PRONE, max(Until), "prone, likewise", "rounds 4"),
    (_C.RESTRAINED, max(Until), "restrained, likewise", "rounds 4"),
    (_C.SLOWED, max(Until), "slowed, likewise", "rounds 4"),
    (_C.TAUNTED, max(Until), "taunted, likewise", "rounds 4"),
    (_C.WEAKENED, max(Until), "weakened, likewise", "rounds 4"),
    (_C.NO_STANDING, max(Until), "cannot stand up, likewise", "rounds 6"),
    (_C.FEARED, _SOMEBODY, "of whom it is frightened, + 1", "rounds 4"),
    (_C.GRABBER, _SOMEBODY, "who grabs it, + 1", "rounds 4"),
    (_C.TAUNTER, _SOMEBODY, "who taunts it, + 1", "rounds 4"),
    (_C.TARGET, 1, "1: a target of the ability under way", "rounds 2"),
    (_C.TIER, 3, "the outcome of that ability's roll against it", "rounds 2"),
    (_C.ADJACENT, 1, "1: next to the deciding creature", "rounds 3"),
    (_C.SIGHT, 1, "1: in the deciding creature's line of effect", "rounds 3"),
    (_C.DISTANCE, BYTE, "walking distance from the deciding creature + 1, 0 for no way", "rounds 3"),
    (_C.TOTAL, most(Creature, "total"), "total of its Agility test (alternative order)", "D26"),
    (_C.PLACE, most(Creature, "place"), "place in its side's order (alternative order)", "D27"),
)
_HEROES = (
    (_H.BELOW, BYTE, "points of Stamina below 0", "rounds 4"),
    (_H.RECOVERIES, most(Creature, "recoveries"), "Recoveries left", "rounds 4"),
    (_H.RESOURCE_KIND, most(CreatureKind, "resource"), "`Resource`", "rounds 5"),
    (_H.RESOURCE, most(Creature, "resource"), "Heroic Resource in hand", "rounds 5"),
    (_H.DEBT, 9, "Heroic Resource below 0", "rounds 5"),
    (_H.SURGES, most(Creature, "surges"), "surges in hand", "rounds 2"),
    (_H.MARKED, _SOMEBODY, "whom it has marked, + 1", "rounds 6"),
    (_H.EDGE, most(Creature, "edge"), "edges of its next roll", "rounds 6"),
    (_H.WARD, most(Creature, "ward"), "by how much potencies are lower against it now", "rounds 6"),
    (_H.UPKEEP, NUM_ABILITIES, "ability that it keeps up: row + 1", "rounds 6"),
    (_H.UPKEEP_AT, _SOMEBODY, "at whom, + 1", "rounds 6"),
    (_H.HARMED, BYTE, "damage taken in this turn", "rounds 6"),
    (_H.EARLY, 1, "1: began its last turn out of order", "rounds 6"),
    (_H.VOTE, MAX_HEROES, "whom it wants to act next, + 1", "D24"),
    (_H.ONCE, BYTE, "bits of what it gained its resource for in this round", "rounds 5"),
    (_H.EVER, BYTE, "bits of what it gained its resource for in this battle", "rounds 5"),
)
_ENEMIES = (
    (_E.GROUP, MAX_GROUPS, "its group + 1", "D32"),
    (_E.GROUP_ACTED, 1, "1: its group has acted in this round", "D33"),
    (_E.SQUAD, MAX_SQUADS, "its squad + 1", "rounds 8"),
    (_E.SQUAD_STAMINA, BYTE, "Stamina of its squad", "rounds 8"),
    (_E.SQUAD_LIVING, most(Squad, "living"), "minions left of its squad", "rounds 8"),
    (_E.CAPTAIN, 1, "1: captain of its squad", "rounds 8"),
    (_E.LED, 1, "1: a minion with a captain", "rounds 8"),
    (_E.MINION, 1, "1: a minion", "rounds 8"),
    (_E.LEADER, 1, "1: a leader, who has villain actions", "rounds 9"),
    (_E.CRAFTY, 1, "1: its moves provoke nobody", "rounds 7"),
    (_E.RISEN, 1, "1: rose again already", "rounds 7"),
    (_E.RECKLESS, most(Creature, "reckless"), "1: its strikes have an edge, and those at it", "rounds 7"),
    (_E.FREE_STRIKE, most(CreatureKind, "free_strike"), "damage of its free strike", "rounds 7"),
    (_E.REACH, BYTE, "squares of its first ability in melee", "rounds 7"),
    (_E.RANGE, BYTE, "squares of its first ability at range", "rounds 7"),
    (_E.LOW_DAMAGE, BYTE, "damage of its first ability at tier 1", "rounds 7"),
    (_E.MID_DAMAGE, BYTE, "damage of its first ability at tier 2", "rounds 7"),
    (_E.HIGH_DAMAGE, BYTE, "damage of its first ability at tier 3", "rounds 7"),
    (_E.WIDTH, most(CreatureKind, "width"), "squares across", "rounds 3"),
)
_BATTLE = (
    (_B.DECISION, max(Decision), "what the pending decision asks: `Decision`", "rounds 3"),
    (_B.SEAT, MAX_HEROES + 1, "who decides: hero slot + 1, 7 for the Director, 0 for nobody", "D23"),
    (_B.CREATURE, _SOMEBODY, "the creature that it is about, + 1", "rounds 3"),
    (_B.TARGET, _SOMEBODY, "the other creature that it is about, + 1", "rounds 3"),
    (_B.ABILITY, NUM_ABILITIES, "the ability that it is about: row + 1", "rounds 6"),
    (_B.AMOUNT, BYTE, "squares, damage or points that it is about", "rounds 3"),
    (_B.ROUND, BYTE, "number of the round, 255 for more", "D2"),
    (_B.OUTCOME, max(Outcome), "0 undecided, 1 won, 2 lost", "rounds 4"),
    (_B.HEROES, MAX_HEROES, "heroes in the battle", "D1"),
    (_B.STANDING, MAX_HEROES, "heroes alive", "rounds 4"),
    (_B.ENEMIES, MAX_ENEMIES, "living enemies", "D1"),
    (_B.GROUPS, MAX_GROUPS, "groups of enemies", "D32"),
    (_B.FIRST_SIDE, 1, "side that goes first in a round: 0 heroes, 1 enemies", "D35"),
    (_B.SIDE, 1, "side that picks next", "D18"),
    (_B.ACTING, _SOMEBODY, "whose turn it is, + 1", "D17"),
    (_B.NEXT_UP, _SOMEBODY, "who acts next whatever the order, + 1", "rounds 6"),
    (_B.WAITING_HEROES, MAX_HEROES, "living heroes that have still to act", "D21"),
    (_B.WAITING_GROUPS, MAX_GROUPS, "groups that have still to act", "D21"),
    (_B.MALICE, BYTE, "the Director's Malice", "rounds 9"),
    (_B.VILLAIN_0, 1, "1: the first villain action was used", "rounds 9"),
    (_B.VILLAIN_1, 1, "1: the second was used", "rounds 9"),
    (_B.VILLAIN_2, 1, "1: the third was used", "rounds 9"),
    (_B.VILLAIN_NOW, 1, "1: a villain action was used in this round", "rounds 9"),
    (_B.VICIOUS, most(Battle, "vicious"), "damage more of the next strike", "rounds 9"),
    (_B.BRUTAL, 1, "1: the next potency is 1 higher", "rounds 9"),
    (_B.HURRIED, most(Battle, "hurried"), "squares by which goblins are faster this round", "rounds 9"),
    (_B.MIST, 1, "1: green mist covers the map", "rounds 9"),
    (_B.VOTES_LEFT, BYTE, "votes until the Director picks", "D24"),
    (_B.ORDER, most(Rules, "order"), "0 sides choose, 1 order by Agility tests", "D26"),
    (_B.USER, _SOMEBODY, "who uses the ability under way, + 1", "rounds 6"),
    (_B.USED, NUM_ABILITIES, "the ability under way: row + 1", "rounds 6"),
    (_B.NATURAL, MOST_NATURAL, "what its two d10 came to, 0 before the roll", "rounds 2"),
    (_B.HIT, BYTE, "damage that is about to be taken", "rounds 4"),
    (_B.LIFT, most(Battle, "lift"), "edges given to the roll that is about to be made", "rounds 6"),
    (_B.SHOVE, max(Shove), "forced movement under way: 1 push, 2 pull, 3 slide", "rounds 3"),
    (_B.SHOVED, _SOMEBODY, "whom it moves, + 1", "rounds 3"),
    (_B.SQUARES, BYTE, "squares of it", "rounds 3"),
    (_B.RULE, max(Frame), "the rule that asks: `Frame`", "rounds 3"),
    (_B.QUESTION, MOST_STAGE, "how far that rule has come", "rounds 3"),
    (_B.EVENT, max(Trigger) + 1, "event that is reacted to: `Trigger` + 1", "rounds 3"),
)
OBSERVATION_FIELDS: tuple[Feature, ...] = (
    *(_row("board", *row) for row in _PLANES),
    *(_row("heroes", *row) for row in (*_CREATURES, *_HEROES)),
    *(_row("enemies", *row) for row in (*_CREATURES, *_ENEMIES)),
    *(_row("battle", *row) for row in _BATTLE),
)


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
