"""The vocabulary of Rounds-v0 as integers: decisions, action blocks, frames, rolls, conditions, events.

Every number that a rule, a mask or a log uses has its name here. Values are part of saved battles and models: add at
the end, never renumber.
"""

from __future__ import annotations

from enum import IntEnum

# Capacities: nothing legal is ever cut off; a position that needs more is refused when loaded.
MAX_HEROES = 6
MAX_ENEMIES = 40
MAX_CREATURES = MAX_HEROES + MAX_ENEMIES  # heroes first: creature MAX_HEROES + n is enemy n
MAX_GROUPS = 12
MAX_SQUADS = 8
MAX_SQUARES = 256
BOARD_SIDE = 16
MAX_ABILITIES = 12  # of one creature
MAX_TRAIL = 12  # squares of one forced move that are remembered
MAX_FRAMES = 24  # interrupted rules
MAX_LEVELS = 6  # abilities used in the middle of others
NOBODY = -1
DIRECTOR = MAX_HEROES  # the seat of the Director


class Side(IntEnum):
    """The two sides."""

    HEROES = 0
    ENEMIES = 1


class Verb(IntEnum):
    """Actions that need no argument: the first block of the action space."""

    END = 0  # end the turn; also the filler action of a battle that is over
    PASS = 1  # let what was offered be
    HEROES_FIRST = 2
    ENEMIES_FIRST = 3
    ADVANCE = 4  # a move action: up to speed
    DISENGAGE = 5  # a move action: shift
    REACT = 7  # use what was offered


# The action blocks, in order: (first index, size).
NUM_VERBS = 24
NUM_COMMON = 16
NUM_NUMBERS = 10
FIRST_SQUARE = NUM_VERBS  # row * 16 + column
FIRST_CREATURE = FIRST_SQUARE + BOARD_SIDE * BOARD_SIDE
FIRST_ABILITY = FIRST_CREATURE + MAX_CREATURES  # by slot of the acting creature
FIRST_COMMON = FIRST_ABILITY + MAX_ABILITIES  # what everybody can do, by `Common`
FIRST_NUMBER = FIRST_COMMON + NUM_COMMON  # 0..9
NUM_ACTIONS = FIRST_NUMBER + NUM_NUMBERS


class Common(IntEnum):
    """Main actions and maneuvers that every creature has; the first rows of `book.abilities`, in this order."""

    MELEE_FREE_STRIKE = 0
    RANGED_FREE_STRIKE = 1
    CHARGE = 2
    DEFEND = 3
    HEAL = 4
    AID_ATTACK = 5
    CATCH_BREATH = 6
    ESCAPE_GRAB = 7
    GRAB = 8
    KNOCKBACK = 9
    STAND_UP = 10
    HIDE = 11


NUM_SHARED_ABILITIES = len(Common)


class Decision(IntEnum):
    """What the pending decision asks."""

    NONE = 0  # the battle is over, or paused by a rule case
    SIDE = 1  # which side goes first
    NEXT = 2  # who acts next: a hero, or a creature of a group of enemies
    TURN = 3  # what to do in a turn, or end it
    TARGET = 4  # which creature an ability is used on
    AREA = 5  # where an area lies, or where to teleport
    SURGES = 6  # how many surges are spent on this damage
    REACT = 7  # use a triggered action now?
    FORCE = 8  # to which square a creature is pushed, pulled or slid
    STABILITY = 9  # by how much the target resists forced movement
    VOTE = 10  # whom a hero wants to act next, while time runs
    SWAP = 11  # with whom a hero swaps its place in the order
    AGREE = 12  # whether the other hero is willing to swap
    VILLAIN = 13  # use a villain action now?
    MALICE = 14  # spend Malice at the start of a turn?
    SPEND = 15  # how much more of the Heroic Resource is spent
    OPTION = 16  # which of the things that an ability offers
    ENDING = 17  # which condition ends, by `Condition`
    POTENCY = 18  # whether two surges raise a potency by 1


class Outcome(IntEnum):
    """How the battle stands."""

    UNDECIDED = 0
    WON = 1
    LOST = 2


class Frame(IntEnum):
    """Kinds of interrupted rules on the stack."""

    NONE = 0
    SETUP = 1
    ROUND = 2  # the order of turns
    GROUP = 3  # a group of enemies: its members one after the other
    TURN = 4  # one creature's turn
    MOVE = 5  # a move, square by square
    ABILITY = 6  # an ability from its choice to its effects
    REACTION = 7  # a triggered action is offered
    FORCE = 8  # forced movement
    SQUAD = 9  # the turn of a squad of minions
    EFFECT = 12  # what is special about an ability


class Status(IntEnum):
    """What a step of a frame came to."""

    DONE = 0
    WAIT = 1
    CALL = 2


class Halt(IntEnum):
    """Where the engine stops besides decisions (rule cases only)."""

    NEVER = 0
    BETWEEN = 1  # before the next turn
    AT_HERO = 2  # run on until a hero has a decision of its turn
    AT_ENEMY = 3  # let the next enemy act, passing over heroes


class Command(IntEnum):
    """What an entry call does with each battle of the batch."""

    STEP = 0
    SET_UP = 1
    START = 2
    ENEMIES = 3
    NEXT = 4
    RESET = 5
    RESET_OVER = 6
    OBSERVE = 7
    PLAYOUT = 8
    ENUMERATE = 9
    ADDRESS = 10


class Roll(IntEnum):
    """Kinds of rolls and random picks; the words of logs and scripts are the lower-case names."""

    FIRST = 0  # the d10 that says who chooses the side that goes first
    POWER = 1  # one d10 of a power roll
    SAVE = 2
    AGILITY = 3  # one d10 of a test for the alternative order
    RESOURCE = 4  # the d3 of a Heroic Resource
    DAMAGE = 5
    BLEEDING = 6
    SQUARE = 8  # where a figure stands at the start


class Characteristic(IntEnum):
    """The five characteristics."""

    MIGHT = 0
    AGILITY = 1
    REASON = 2
    INTUITION = 3
    PRESENCE = 4


NUM_CHARACTERISTICS = len(Characteristic)


class Use(IntEnum):
    """How an ability comes to be used."""

    TURN = 0  # an action of the creature's own turn
    OPPORTUNITY = 1  # a free strike at somebody who leaves
    GRANTED = 2  # somebody else's ability, or a trigger, lets it be used
    SQUAD = 3  # minions of a squad together


class Condition(IntEnum):
    """The conditions of creatures."""

    BLEEDING = 0
    DAZED = 1
    FRIGHTENED = 2
    GRABBED = 3
    PRONE = 4
    RESTRAINED = 5
    SLOWED = 6
    TAUNTED = 7
    WEAKENED = 8
    NO_STANDING = 9  # prone, and cannot stand up


NUM_CONDITIONS = len(Condition)


class Until(IntEnum):
    """How a condition ends."""

    NEVER = 0  # there is none
    END_OF_TURN = 1  # at the end of the creature's next turn
    SAVE = 2  # by a saving throw at the end of its turns
    MENDED = 3  # by what ends it: standing up, escaping, no longer dying


class Kind(IntEnum):
    """What an ability takes of a turn."""

    MAIN = 0
    MANEUVER = 1
    TRIGGERED = 2
    FREE_TRIGGERED = 3
    VILLAIN = 4
    FREE = 5  # a free strike off turn
    MALICE = 6  # bought with Malice at the start of a turn


class Reach(IntEnum):
    """Whom an ability is aimed at."""

    CREATURES = 0  # single targets
    SELF = 1
    CUBE = 2  # an area of size x size squares within the range
    LINE = 3  # size squares in a straight line from a square beside
    BURST = 4  # all within so many squares


class Aim(IntEnum):
    """Whose side the targets are on."""

    ENEMY = 0
    ALLY = 1
    ANY = 2
    SELF_OR_ALLY = 3


class DamageType(IntEnum):
    """Types of damage."""

    PLAIN = 0
    FIRE = 1
    HOLY = 2
    SONIC = 3
    CORRUPTION = 4
    POISON = 5
    PSYCHIC = 6


NUM_DAMAGE_TYPES = len(DamageType)


class Shove(IntEnum):
    """Kinds of forced movement."""

    NONE = 0
    PUSH = 1
    PULL = 2
    SLIDE = 3


class Stream(IntEnum):
    """The named random streams of a battle."""

    SET_UP = 0
    DICE = 1
    CHOICE = 2  # the Director's choices among equals


class Trait(IntEnum):
    """Bits of what is special about a kind of creature."""

    MINION = 1
    CRAFTY = 2  # its moves provoke no opportunity attacks
    LEADER = 4
    RISES = 8  # rises once at 1 Stamina
    GRASPS = 16  # where it dies the ground is difficult terrain that slows the first foe


class Resource(IntEnum):
    """Heroic Resources."""

    NONE = 0
    FOCUS = 1
    FEROCITY = 2
    INSIGHT = 3
    PIETY = 4
    ESSENCE = 5


class Event(IntEnum):
    """Entries of the log: (code, a, b, c)."""

    NONE = 0
    ROUND = 1  # a round begins: number, side that goes first
    TURN = 2  # a creature's turn begins: creature
    DIE = 3  # kind, result, sides
    USE = 4  # an ability is used: creature, ability, slot
    TIER = 5  # the outcome of a power roll: creature, target, tier
    DAMAGE = 6  # creature, amount, type
    CONDITION = 7  # creature, condition, until
    ENDED = 8  # a condition ended: creature, condition
    MOVED = 9  # creature, square, 1 forced
    DEAD = 10  # creature
    HEALED = 11  # creature, amount
    SIDE_FIRST = 12  # side
    TURN_END = 13  # creature
    SAVED = 14  # creature, condition
    SLAM = 15  # creature, creature or -1, damage
    OUTCOME = 16  # outcome
    MALICE = 17  # -1, Malice gained, Malice in all
    SHIELDED = 18  # creature, temporary Stamina in all
