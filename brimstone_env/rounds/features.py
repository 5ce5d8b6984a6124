"""The columns of an observation of a battle; what each means and how great it can be stands in `feature_rows.py`.

Four leaves, all uint8: ``board`` planes of 16 x 16 cells, a row of features for each ``heroes`` slot and each
``enemies`` slot, and the features of the ``battle`` itself with the pending decision. Heroes and enemies begin with the
same columns (`CreatureFeature`); their own follow. Least value is always 0; greatest values come from the rules' own
limits. "The deciding creature" is the one that the pending decision is about.
"""

from __future__ import annotations

from enum import IntEnum


class BoardPlane(IntEnum):
    """Planes of the leaf `board`."""

    FLOOR = 0
    WALLS = 1
    HERO = 2
    ENEMY = 3
    GROUP = 4
    STAMINA = 5
    WAITING = 6
    DECIDING = 7
    TARGET = 8
    DISTANCE = 9
    SIGHT = 10


class CreatureFeature(IntEnum):
    """The first columns of the leaves `heroes` and `enemies`."""

    ALIVE = 0
    KIND = 1
    ROW = 2
    COL = 3
    STAMINA = 4
    MAX_STAMINA = 5
    TEMPORARY = 6
    WINDED = 7
    ACTED = 8
    ACTING = 9
    DECIDING = 10
    ASKED_ABOUT = 11
    SURPRISED = 12
    REACTED = 13
    MAIN = 14
    MANEUVER = 15
    MOVE = 16
    STEPS = 17
    MOVED = 18
    BUSY = 19
    SHIFTING = 20
    DEFENDING = 21
    AIDED = 22
    HIDDEN = 23
    SPEED = 24
    STABILITY = 25
    MIGHT = 26
    AGILITY = 27
    REASON = 28
    INTUITION = 29
    PRESENCE = 30
    BLEEDING = 31
    DAZED = 32
    FRIGHTENED = 33
    GRABBED = 34
    PRONE = 35
    RESTRAINED = 36
    SLOWED = 37
    TAUNTED = 38
    WEAKENED = 39
    NO_STANDING = 40
    FEARED = 41
    GRABBER = 42
    TAUNTER = 43
    TARGET = 44
    TIER = 45
    ADJACENT = 46
    SIGHT = 47
    DISTANCE = 48
    TOTAL = 49
    PLACE = 50


NUM_SHARED = len(CreatureFeature)


class HeroFeature(IntEnum):
    """Columns of the leaf `heroes` after those of `CreatureFeature`."""

    BELOW = NUM_SHARED
    RECOVERIES = NUM_SHARED + 1
    RESOURCE_KIND = NUM_SHARED + 2
    RESOURCE = NUM_SHARED + 3
    DEBT = NUM_SHARED + 4
    SURGES = NUM_SHARED + 5
    MARKED = NUM_SHARED + 6
    EDGE = NUM_SHARED + 7
    WARD = NUM_SHARED + 8
    UPKEEP = NUM_SHARED + 9
    UPKEEP_AT = NUM_SHARED + 10
    HARMED = NUM_SHARED + 11
    EARLY = NUM_SHARED + 12
    VOTE = NUM_SHARED + 13
    ONCE = NUM_SHARED + 14
    EVER = NUM_SHARED + 15


class EnemyFeature(IntEnum):
    """Columns of the leaf `enemies` after those of `CreatureFeature`."""

    GROUP = NUM_SHARED
    GROUP_ACTED = NUM_SHARED + 1
    SQUAD = NUM_SHARED + 2
    SQUAD_STAMINA = NUM_SHARED + 3
    SQUAD_LIVING = NUM_SHARED + 4
    CAPTAIN = NUM_SHARED + 5
    LED = NUM_SHARED + 6
    MINION = NUM_SHARED + 7
    LEADER = NUM_SHARED + 8
    CRAFTY = NUM_SHARED + 9
    RISEN = NUM_SHARED + 10
    RECKLESS = NUM_SHARED + 11
    FREE_STRIKE = NUM_SHARED + 12
    REACH = NUM_SHARED + 13
    RANGE = NUM_SHARED + 14
    LOW_DAMAGE = NUM_SHARED + 15
    MID_DAMAGE = NUM_SHARED + 16
    HIGH_DAMAGE = NUM_SHARED + 17
    WIDTH = NUM_SHARED + 18


class BattleFeature(IntEnum):
    """Columns of the leaf `battle`."""

    DECISION = 0
    SEAT = 1
    CREATURE = 2
    TARGET = 3
    ABILITY = 4
    AMOUNT = 5
    ROUND = 6
    OUTCOME = 7
    HEROES = 8
    STANDING = 9
    ENEMIES = 10
    GROUPS = 11
    FIRST_SIDE = 12
    SIDE = 13
    ACTING = 14
    NEXT_UP = 15
    WAITING_HEROES = 16
    WAITING_GROUPS = 17
    MALICE = 18
    VILLAIN_0 = 19
    VILLAIN_1 = 20
    VILLAIN_2 = 21
    VILLAIN_NOW = 22
    VICIOUS = 23
    BRUTAL = 24
    HURRIED = 25
    MIST = 26
    VOTES_LEFT = 27
    ORDER = 28
    USER = 29
    USED = 30
    NATURAL = 31
    HIT = 32
    LIFT = 33
    SHOVE = 34
    SHOVED = 35
    SQUARES = 36
    RULE = 37
    QUESTION = 38
    EVENT = 39


NUM_PLANES = len(BoardPlane)
NUM_HERO_FEATURES = NUM_SHARED + len(HeroFeature)
NUM_ENEMY_FEATURES = NUM_SHARED + len(EnemyFeature)
NUM_BATTLE_FEATURES = len(BattleFeature)
