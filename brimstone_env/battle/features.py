"""The columns of an observation of a battle; what each means and how great it can be stands in `feature_rows.py`.

Four leaves, all uint8: ``board`` planes of 16 x 16 cells, a row of features for each ``heroes`` slot and each
``enemies`` slot, and the features of the ``battle`` itself with the pending decision. Least value is always 0;
greatest values come from the rules' own limits. "The deciding hero" is the hero that the pending decision is about.
"""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import MAX_DICE, Stat

BYTE = 255  # greatest value of a uint8: larger numbers are shown as this
D6_NEED = 7  # a threshold that a d6 may need; 7 cannot be reached


class BoardPlane(IntEnum):
    """Planes of the leaf `board`."""

    FLOOR = 0
    WALLS = 1
    HERO = 2
    FALLEN = 3
    DECIDING = 4
    ENEMY = 5
    COUNT = 6
    HEALTH = 7
    HUNTERS = 8
    ESCAPE = 9
    DISTANCE = 10
    SIGHT = 11


class HeroFeature(IntEnum):
    """Columns of the leaf `heroes`; each hero slot is a row."""

    PRESENT = 0
    CLASS = 1
    ROW = 2
    COL = 3
    HEALTH = 4
    MAX_HEALTH = 5
    SANITY = 6
    MAX_SANITY = 7
    GRIT = 8
    MAX_GRIT = 9
    INITIATIVE = 10
    COMBAT = 11
    RANGED_TO_HIT = 12
    MELEE_TO_HIT = 13
    DEFENSE = 14
    WILLPOWER = 15
    AGILITY = 16
    KNOCKED_OUT = 17
    ACTIVATED = 18
    ACTIVE = 19
    DECIDING = 20
    MOVE_POINTS = 21
    MOVED = 22
    ATTACKED = 23
    EXTRA_ATTACKED = 24
    DOUBLE_SHOT = 25
    ESCAPED = 26
    ESCAPE = 27
    HUNTERS = 28
    VENOM = 29
    HELD = 30
    DEAD_EYE = 31
    BADGE_BONUS = 32
    CARRIES_DARK_STONE = 33
    GUN_RANGE = 34
    GUN_SHOTS = 35
    GUN_SIDES = 36
    FREE_ATTACK = 37
    RALLY = 38
    ITEM_0 = 39
    ITEM_1 = 40
    ITEM_2 = 41
    ITEM_3 = 42
    ITEM_4 = 43
    ITEM_5 = 44
    ITEM_6 = 45
    ITEM_7 = 46
    CUNNING = 47
    SPIRIT = 48
    STRENGTH = 49
    LORE = 50
    LUCK = 51
    POISON = 52
    WEBBED = 53
    STUNNED = 54
    BURNING = 55
    BLEEDING = 56
    ENSNARED = 57
    CORRUPTION = 58
    UPGRADE = 59
    ABILITY_USED = 60
    HANDS = 61
    MOVE_BONUS = 62
    ARMOR = 63
    SPIRIT_ARMOR = 64
    POTION = 65
    DRAGGING = 66
    DEAD = 67
    TOKEN_0 = 68
    TOKEN_1 = 69
    TOKEN_2 = 70
    TOKEN_3 = 71
    TOKEN_4 = 72
    TOKEN_5 = 73
    TOKEN_6 = 74
    TOKEN_7 = 75
    TOKEN_8 = 76
    TOKEN_9 = 77
    TOKEN_10 = 78
    TOKEN_11 = 79
    TOKEN_12 = 80
    TOKEN_13 = 81
    TOKEN_14 = 82
    TOKEN_15 = 83
    INJURY_0 = 84
    INJURY_1 = 85
    INJURY_2 = 86
    INJURY_3 = 87
    INJURY_4 = 88
    INJURY_5 = 89
    INJURY_6 = 90
    INJURY_7 = 91
    INJURY_8 = 92
    INJURY_9 = 93
    INJURY_10 = 94
    INJURY_11 = 95
    MADNESS_0 = 96
    MADNESS_1 = 97
    MADNESS_2 = 98
    MADNESS_3 = 99
    MADNESS_4 = 100
    MADNESS_5 = 101
    MADNESS_6 = 102
    MADNESS_7 = 103
    MADNESS_8 = 104
    MADNESS_9 = 105
    MADNESS_10 = 106
    MADNESS_11 = 107
    RECOVERED = 108
    GRIP = 109


class EnemyFeature(IntEnum):
    """Columns of the leaf `enemies`; each enemy slot is a row, all zeros while nobody stands there."""

    ALIVE = 0
    TYPE = 1
    ROW = 2
    COL = 3
    HEALTH_LEFT = 4
    TARGET = 5
    DONE = 6
    STRIKES = 7
    SHARED = 8
    ADJACENT = 9
    SIGHT = 10
    DISTANCE = 11
    ACTIVATED = 12  # from here on: the same for every figure of the group
    ELITE = 13
    INITIATIVE = 14  # from here on: `SHOWN_STATS`, in this order
    MOVE = 15
    ESCAPE = 16
    HEALTH = 17
    DEFENSE = 18
    COMBAT = 19
    TO_HIT = 20
    DAMAGE = 21
    SIZE = 22
    FEAR = 23
    TERROR = 24
    UNSPEAKABLE = 25
    HORROR_DAMAGE = 26
    SMASH = 27
    SIX_HITS = 28
    PASS_THROUGH = 29
    NEW_TARGET = 30
    SHARE = 31
    SPLIT = 32
    SWARM = 33
    AREA = 34
    TOUGH = 35
    REGENERATION = 36
    VENOM = 37
    HOLD = 38
    GRASP = 39
    DARK_STONE_COMBAT = 40
    ARMOR = 41
    COVER = 42
    ENDURANCE = 43
    CRITICAL_DEFENSE = 44
    RANGED_DEFENSE = 45
    VARIABLE_DEFENSE = 46
    VARIABLE_INITIATIVE = 47
    RANGE = 48
    SHOTS = 49
    RANGED_TO_HIT = 50
    RANGED_DAMAGE = 51
    RANGED_SIX = 52
    RANGED_SIX_D6 = 53
    HIT_D6 = 54
    VOLLEYS = 55
    DAMAGE_D6 = 56
    HIT_HORROR = 57
    GROUP_TERROR = 58
    TURN_HORROR = 59
    PACK = 60
    CONTACT_HITS = 61
    HEAL_ALONE = 62
    DEATH_WOUNDS = 63
    DEATH_CORRUPTION = 64
    SPAWN = 65
    SPAWN_ROLLS = 66
    END_POWERS = 67
    KNOCKOUT_HEAL = 68
    HIT_COUNT = 69
    AURA_HEALTH = 70
    ESCAPE_HITS = 71
    ESCAPE_DAMAGE = 72
    DULL = 73
    NO_GRIT = 74
    WOUND_CORRUPTION = 75
    IMMOBILE = 76
    POISON = 77
    WEBBED = 78
    STUNNED = 79
    BURNING = 80
    BLEEDING = 81
    ENSNARED = 82
    LEAN = 83  # the figure's own again


class BattleFeature(IntEnum):
    """Columns of the leaf `battle`; the dice follow at `FIRST_VALUE` and the like."""

    DECISION = 0
    SEAT = 1
    HERO = 2
    ENEMY = 3
    AMOUNT = 4
    TURN = 5
    OUTCOME = 6
    HEROES = 7
    STANDING = 8
    ENEMIES = 9
    GROUPS = 10
    REVIVE_TOKENS = 11
    MOVE_POINTS = 12
    ACTIVE_GROUP = 13
    ROLL = 14
    ROLLER = 15
    DICE = 16
    SIDES = 17
    NEED = 18
    CRITICAL = 19
    MARKS = 20
    ATTACK = 21
    HITS = 22
    DIE = 23
    DEALT_TO = 24
    STRIKER = 25
    UNBLOCKED = 26
    STAGE = 27
    STAGES = 28
    LEVEL = 29
    FLASH = 30
    ACTIVATIONS = 31
    THREAT_CARDS = 32
    MARKER = 33
    TRACK = 34
    KILLS = 35
    WARNINGS = 36


# The dice of the pending roll and the hits of the attack that goes on: blocks of one number for each die.
FIRST_VALUE = len(BattleFeature)
FIRST_GRADE = FIRST_VALUE + MAX_DICE
FIRST_REROLLED = FIRST_GRADE + MAX_DICE
FIRST_MARKED = FIRST_REROLLED + MAX_DICE
FIRST_HIT = FIRST_MARKED + MAX_DICE
NUM_PLANES = len(BoardPlane)
NUM_HERO_FEATURES = len(HeroFeature)
NUM_ENEMY_FEATURES = len(EnemyFeature)
NUM_BATTLE_FEATURES = FIRST_HIT + MAX_DICE

# The columns of `group.stats` that an enemy's row shows, in the order of `Stat`; the others matter to its arrival and
# to experience only.
UNSHOWN_STATS = (
    Stat.EXPERIENCE,
    Stat.EXPERIENCE_EACH,
    Stat.ALWAYS_AMBUSH,
    Stat.ARRIVAL_HORROR,
    Stat.ARRIVAL_CARD,
)
SHOWN_STATS = tuple(stat for stat in Stat if stat not in UNSHOWN_STATS)
