"""The battle's vocabulary as integers: decisions, action blocks, frames, rolls, statistics, events.

Every number that a rule, a mask or a log uses has its name here. Values are part of saved battles and models: add at
the end, never renumber.
"""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.event_codes import Event as Event
from brimstone_env.battle.order_codes import Side as Side
from brimstone_env.battle.order_codes import TurnOrder as TurnOrder

# Capacities: nothing legal is ever cut off; a position that needs more is refused when loaded.
MAX_HEROES = 6
MAX_ENEMIES = 56
MAX_GROUPS = 8  # enemy types in one battle
MAX_SQUARES = 256  # floor squares of a map of 16 x 16
BOARD_SIDE = 16
MAX_DICE = 24  # dice of one roll
MAX_ITEMS = 8  # item slots of a hero
MAX_CARDS = 16  # cards of a threat deck
NUM_TOKENS = 16  # kinds of side bag tokens
MAX_BAG = 5  # tokens in a side bag
NUM_RESULTS = 12  # rows of the injury and madness tables
MAX_SITES = 8  # places of a map where enemies may appear
MAX_EVENTS = 8  # events of a scenario
MAX_STAGES = 8  # battles of a delve
MAX_STARTS = 24  # squares that the heroes' own are drawn from
MAX_ENTRIES = 4  # enemy types named by one threat card
NOBODY = -1
DYNAMITE = 0  # the kind of side bag token that is thrown
BADGE_NEXT = 1  # bits of `badge_bonus`
BADGE_NOW = 2


class Verb(IntEnum):
    """Actions that need no argument: the first block of the action space."""

    END = 0  # end the activation; also the filler action of a battle that is over
    END_MOVE = 1
    EXTRA_MOVE = 2  # 1 grit: d6 more squares
    MELEE = 3
    FREE_ATTACK = 4  # the next attack chosen is the free one
    KEEP = 5  # let a roll (or what was offered) be
    ROLL = 6  # reroll the marked dice
    REROLL_FAILURES = 7  # reroll every failed die at once
    DEAD_EYE = 8
    ASSIGN_ALL = 9  # all hits left go to the enemy chosen next
    TAKE_GRIT = 10
    TAKE_HEALING = 11
    LET_GO = 12
    RECOVER = 13
    DRAG = 14
    THROW_DYNAMITE = 15
    USE_REVIVE = 16
    SHOOT_BOTH = 17  # two one-handed guns in one attack
    USE_ABILITY = 18  # what the hero's class or upgrade offers now
    GO_ON = 19  # between two battles of a delve: on to the next one


# The action blocks, in order: (first index, size). Battle-v0 has NUM_ACTIONS = 400.
NUM_VERBS = 20
NUM_USES = 13
NUM_NUMBERS = 17
FIRST_SQUARE = NUM_VERBS  # row * 16 + column
FIRST_ENEMY = FIRST_SQUARE + BOARD_SIDE * BOARD_SIDE
FIRST_HERO = FIRST_ENEMY + MAX_ENEMIES
FIRST_DIE = FIRST_HERO + MAX_HEROES
FIRST_SHOOT = FIRST_DIE + MAX_DICE  # by item slot of the hero: shoot a gun, or use what is no gun (a badge)
FIRST_USE = FIRST_SHOOT + MAX_ITEMS  # by kind of side bag token, from kind 1 on (0, dynamite, is thrown: a verb)
FIRST_NUMBER = FIRST_USE + NUM_USES  # 0..16 points
NUM_ACTIONS = FIRST_NUMBER + NUM_NUMBERS


class Decision(IntEnum):
    """What the pending decision asks."""

    NONE = 0  # the battle is over, or paused by a rule case
    ACTIVATE = 1  # which hero is activated next, of equal Initiative or (option `turn_order`) of all
    REROLL = 2  # spend grit on which dice of the roll just made
    MOVE = 3  # where to, or more movement, or enough
    ATTACK = 4  # attack with what, or end the activation
    FREE_ATTACK = 5  # with what to make the free attack
    ASSIGN = 6  # to whom the next hit goes
    ASSIGN_ALL = 7  # to whom all hits left go
    DEAD_EYE = 8  # add 2 damage to this pistol hit?
    SPLIT = 9  # how much of this hit's damage to the target, the rest to others on its square
    SPLIT_TARGET = 10  # who on the square takes the rest
    HEAL = 11  # how many points to Health, the rest to Sanity
    REVIVE = 12  # use a revive token on the hero just knocked out?
    FIRST = 13  # which of the equally near enemies goes first (option)
    BREATH = 14  # after the battle: healing or grit
    RECOVER = 15  # which knocked-out hero to recover
    DRAG = 16  # which marker to drag along
    THROW = 17  # on which square the dynamite is thrown
    TOKEN_HERO = 18  # on which hero a token is used
    SKILL = 19  # which skill a token raises: the number block, by `Hero.skills`
    BOOST = 20  # add to this hit's damage by a token or an ability?
    MAIN_GUN = 21  # the first of two guns
    OFF_GUN = 22  # the second one
    FAN = 23  # which pistol to fan
    QUICKDRAW = 24  # new enemies came: a free attack now, with what?
    REDRAW = 25  # another loot card instead of this one?
    BETWEEN = 26  # between two battles of a delve
    SHIV = 27  # which enemy a token strikes
    FIRST_SIDE = 28  # which side acts first in every turn (option `turn_order`)
    SWAP = 29  # with whom a hero changes places in the order (option `turn_order`)
    AGREE = 30  # whether the other one is willing


class Outcome(IntEnum):
    """How the battle stands."""

    UNDECIDED = 0
    WON = 1
    LOST = 2


class Frame(IntEnum):
    """Kinds of interrupted rules on the stack."""

    NONE = 0
    SETUP = 1
    TURN = 2
    ACTIVATION = 3  # of a hero
    ROLL = 4  # a hero's roll that grit may change
    ATTACK = 5  # a hero's
    GROUP = 6  # activation of all enemies of one type
    STRIKE = 7  # one enemy's attack
    KNOCKOUT = 8
    COMFORT = 9  # end of turn: Comforting Presence
    AFTERMATH = 10
    DYNAMITE = 11
    TOKEN = 12
    RECOVERY = 13  # a knocked-out hero comes to: injury, madness, healing
    ARRIVAL = 14  # enemies come while the battle goes on
    TURN_END = 15  # what enemies do at the end of a turn
    BETWEEN = 16  # between two battles of a delve
    LOOT = 17
    HORROR = 18  # horror or corruption hits outside the start of an activation
    BLAST = 19  # wounds without Defense to several figures
    STATUS = 20  # statuses at the start of an activation
    WOUND = 21  # a hero's armor stops wounds, or lost Sanity
    QUICKDRAW = 22  # free attacks on new enemies
    ABILITY = 23  # a roll of the hero's class or upgrade
    HITS = 24  # hits on a hero that no enemy deals
    HARM = 25  # hatred strikes the heroes next to one whose movement is over
    DRAG = 26  # whose marker a hero drags
    DEATH = 27  # what a destroyed enemy does to the heroes around it
    CHAIN = 28  # a hero took so many wounds that its dynamite may go off
    APPEARANCE = 29  # horror that strikes the heroes when enemies appear


class TurnStage(IntEnum):
    """How far a turn has come."""

    BEGIN = 0
    PICK = 1  # the next figure is activated
    COMFORT = 2
    END = 3
    POWERS = 4  # what enemies do at the end of a turn
    DARK = 5  # the Darkness was not held back
    TEST = 6  # the next hero tests Agility for the order
    TESTED = 7
    SWAP = 8  # the next hero may change places in the order


class ActivationStage(IntEnum):
    """How far a hero's activation has come."""

    BEGIN = 0
    HORROR = 1
    HORROR_ROLLED = 2
    GRASP = 3
    GRASP_ROLLED = 4
    MOVE_ROLL = 5
    MOVE_ROLLED = 6
    MOVE = 7  # the movement decision
    ESCAPE_ROLLED = 8
    EXTRA_ROLLED = 9
    ATTACK = 10  # the attack decision
    FREE_ATTACK = 11  # which free attack
    END = 12
    ESCAPE_HITS = 13  # who failed to escape is hit by enemies that punish it
    FAN = 14  # which pistol is fanned
    MAIN_GUN = 15  # the first of two guns
    OFF_GUN = 16  # the second one


class Status(IntEnum):
    """What a step of a frame came to."""

    DONE = 0  # the frame is finished and is taken off
    WAIT = 1  # a decision is pending
    CALL = 2  # go on with whatever frame is on top now


class Halt(IntEnum):
    """Where the engine stops besides decisions (rule cases only)."""

    NEVER = 0
    BETWEEN = 1  # before the next figure is activated
    AT_HERO = 2  # run on until a hero has a decision of its activation (then BETWEEN)
    AT_GROUP = 3  # skip heroes, activate the next enemy group (then BETWEEN)


class Command(IntEnum):
    """What an entry call does with each battle of the batch."""

    STEP = 0  # apply the action and go on
    SET_UP = 1  # rule cases: `set up`
    START = 2  # rule cases: `start`
    ENEMIES = 3  # rule cases: `enemies`
    NEXT = 4  # rule cases: `next`
    RESET = 5  # a fresh battle from the scenario, run to its first decision
    RESET_OVER = 6  # RESET, but only battles that are over
    OBSERVE = 7  # change nothing, fill the buffers
    PLAYOUT = 8  # random legal actions until the battle is over
    ENUMERATE = 9  # odds: one step of the first battle, the others become what may come of it
    ADDRESS = 10  # where `play_action` lies, for planners


class Roll(IntEnum):
    """Kinds of rolls and random picks; the words of logs and scripts are the lower-case names."""

    MOVE = 0
    EXTRA_MOVE = 1
    ESCAPE = 2
    TO_HIT = 3
    DAMAGE = 4
    DEFENSE = 5
    WILLPOWER = 6
    AGILITY = 7
    CUNNING = 8
    SPIRIT = 9
    STRENGTH = 10
    LORE = 11
    LUCK = 12
    ENEMY_TO_HIT = 13
    ENEMY_DAMAGE = 14
    ARMOR = 15
    PERIL = 16
    AMOUNT = 17
    ELITE = 18
    BOUNCES = 19
    DIRECTION = 20
    DYNAMITE = 21
    HEAL = 22
    INJURY = 23
    MADNESS = 24
    THREAT = 25
    LOOT = 26
    ABILITY = 27
    TARGET = 28
    FIRST = 29
    SQUARE = 30
    STATUS = 31  # dice of a hero's statuses
    COVER = 32
    SPIRIT_ARMOR = 33
    EVENT = 34  # dice of a scenario's events
    HOLD_BACK = 35
    RESOLVE = 36  # dice against a hero's own madness: greed, hatred
    SIDE = 37  # the d10 for who says which side is first
    GROUP_AGILITY = 38  # an enemy type's test for the order


class Affliction(IntEnum):
    """The statuses of heroes, as `Event.STATUS` names them."""

    VENOM = 0
    HELD = 1
    POISON = 2
    WEBBED = 3
    STUNNED = 4
    BURNING = 5
    BLEEDING = 6
    ENSNARED = 7


class Stream(IntEnum):
    """The named random streams of a battle."""

    SET_UP = 0  # cards, amounts, elite rolls, placement
    DICE = 1  # every die that heroes and enemies roll
    CHOICE = 2  # the enemies' random choices


class Size(IntEnum):
    """Size of an enemy."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2
    VERY_LARGE = 3  # covers 2 x 2 squares, base square top left


class Stat(IntEnum):
    """Columns of an enemy type's numbers; an elite row adds to or sets one of them."""

    INITIATIVE = 0
    MOVE = 1  # squares
    ESCAPE = 2  # least d6 that escapes
    HEALTH = 3
    DEFENSE = 4
    COMBAT = 5  # attack dice
    TO_HIT = 6  # least d6 that hits
    DAMAGE = 7  # wounds per unblocked hit
    EXPERIENCE = 8  # base
    EXPERIENCE_EACH = 9  # per wound (large enemies), 0 for others
    SIZE = 10
    FEAR = 11  # horror hits on adjacent heroes
    TERROR = 12  # ... on heroes on the same tile
    UNSPEAKABLE = 13  # ... on the same or a neighbouring tile
    HORROR_DAMAGE = 14  # Sanity lost per failed horror hit
    SMASH = 15  # 1: a to-hit 6 ignores the hero's Defense
    SIX_HITS = 16  # hits that a to-hit 6 counts as
    PASS_THROUGH = 17  # 1: moves through figures
    NEW_TARGET = 18  # 1: chooses a new target every turn
    SHARE = 19  # figures of the type that may stand on one square
    SPLIT = 20  # 1: a hit may be split among the figures of the square
    SWARM = 21  # figures on one square from which each attacks all adjacent heroes (0: never)
    AREA = 22  # attacks every hero within so many squares (0: only its target)
    TOUGH = 23  # 1: critical hits count as ordinary hits
    REGENERATION = 24  # wounds healed at the start of a turn
    VENOM = 25  # 1: a wounded hero gets Void Venom
    HOLD = 26  # 1: a wounded hero cannot move in its next activation
    GRASP = 27  # 1: heroes who start next to it roll Agility 5+ or take d6 hits
    DARK_STONE_COMBAT = 28  # attack dice more against a hero who carries dark stone
    ALWAYS_AMBUSH = 29
    ARMOR = 30  # least d6 that stops a wound, 0 for none
    COVER = 31  # least d6 that stops a whole hit, 0 for none
    ENDURANCE = 32  # most wounds of one hit, 0 for no limit
    CRITICAL_DEFENSE = 33  # what a critical hit lowers Defense to
    RANGED_DEFENSE = 34  # Defense more against guns
    VARIABLE_DEFENSE = 35  # 1: Defense is the current Initiative level
    VARIABLE_INITIATIVE = 36  # 1: rolled (d6) at the start of each turn
    RANGE = 37  # squares, 0: no ranged attack
    SHOTS = 38  # dice of a ranged attack
    RANGED_TO_HIT = 39
    RANGED_DAMAGE = 40
    RANGED_SIX = 41  # hits that a ranged 6 counts as
    RANGED_SIX_D6 = 42  # 1: a ranged 6 counts as d6 hits
    HIT_D6 = 43  # 1: each ranged hit becomes d6 hits
    VOLLEYS = 44  # ranged attacks in one activation
    DAMAGE_D6 = 45  # d6s rolled for an unblocked hit's wounds, besides DAMAGE
    HIT_HORROR = 46  # horror hits that come with each hit
    GROUP_TERROR = 47  # 1: fear and terror strike once for the group
    ARRIVAL_HORROR = 48  # horror hits on every hero when they appear
    TURN_HORROR = 49  # horror hits on every hero at their activation
    PACK = 50  # on a d6 at their activation 1-2 all choose anew; this or more: all after one hero; 0: no roll
    CONTACT_HITS = 51  # hits on each adjacent hero at their activation
    HEAL_ALONE = 52  # wounds healed at their activation while no hero is adjacent
    DEATH_WOUNDS = 53  # 1: d3 wounds, no Defense, to adjacent heroes when destroyed
    DEATH_CORRUPTION = 54  # d6 corruption hits on heroes within so many squares when destroyed
    SPAWN = 55  # least d6 at the end of a turn that brings a new figure, 0 for none
    SPAWN_ROLLS = 56  # ... rolled so often
    END_POWERS = 57  # 1: one of three powers at the end of a turn
    KNOCKOUT_HEAL = 58  # 1: heals d6 when a hero is knocked out by it
    HIT_COUNT = 59  # hits that a hit counts as
    AURA_HEALTH = 60  # Health more for all other enemies while one of it lives
    ESCAPE_HITS = 61  # hits on a hero who fails to escape next to it
    ESCAPE_DAMAGE = 62  # ... and their Damage
    DULL = 63  # taken off the to-hit dice of heroes on its tile (a natural 6 is still critical)
    NO_GRIT = 64  # 1: heroes on its tile cannot recover grit
    WOUND_CORRUPTION = 65  # d3s of corruption hits on a hero whom it wounds
    ARRIVAL_CARD = 66  # 1: brings another threat card, by ambush
    IMMOBILE = 67
    POISON = 68  # markers that a wounded hero gets
    WEBBED = 69
    STUNNED = 70
    BURNING = 71
    BLEEDING = 72
    ENSNARED = 73


NUM_STATS = len(Stat)


class ItemKind(IntEnum):
    """What an item is."""

    NONE = 0
    GUN = 1
    HAND_WEAPON = 2
    BADGE = 3
    BOOK = 4
