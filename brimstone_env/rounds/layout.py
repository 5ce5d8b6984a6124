"""The records of Rounds-v0: the battle (mutable, the whole truth); those of the book are in `book_layout.py`.

Squares are indices of floor squares, in order of row, then column. A creature of size 2 covers 2 x 2 squares; its
square is the one at the top left.
"""

from __future__ import annotations

import numpy as np

from brimstone_env.core.dice import Pool, Streams
from brimstone_env.core.frames import FrameRecord, Stack
from brimstone_env.core.records import IntArray, Records, field, record
from brimstone_env.rounds.book_layout import NUM_ABILITIES, NUM_KINDS, Book
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_ENEMIES,
    MAX_FRAMES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_LEVELS,
    MAX_SQUADS,
    MAX_SQUARES,
    MAX_TRAIL,
    NOBODY,
    NUM_ACTIONS,
    NUM_CONDITIONS,
)

__all__ = ["Battle", "Book", "Creature", "Group", "Pending", "Squad"]

WHO = (NOBODY, MAX_CREATURES - 1)


@record
class DeepStack(Stack):
    """The stack of interrupted rules, deeper than that of other games: actions off turn lie in the middle of others."""

    depth: int = field(np.int8, 0, MAX_FRAMES, "frames in use")
    frames: Records[FrameRecord] = field(FrameRecord, shape=MAX_FRAMES, doc="the frames, bottom first")


@record
class Creature:
    """One creature: a hero, or an enemy of the heroes."""

    kind: int = field(np.int16, NOBODY, NUM_KINDS - 1, "row of `book.kinds`, -1 in a free slot")
    alive: int = field(np.int8, 0, 1, "1: in the battle")
    square: int = field(np.int16, NOBODY, MAX_SQUARES - 1, "where it is, -1 for nowhere")
    stamina: int = field(np.int16, -200, 999, "Stamina; of minions the squad has it")
    temporary: int = field(np.int16, 0, 99, "temporary Stamina")
    recoveries: int = field(np.int8, 0, 20, "Recoveries left")
    resource: int = field(np.int8, -9, 99, "Heroic Resource in hand")
    surges: int = field(np.int8, 0, 99, "surges in hand")
    squad: int = field(np.int8, NOBODY, MAX_SQUADS - 1, "row of `squads`, -1 for none")
    group: int = field(np.int8, NOBODY, MAX_GROUPS - 1, "row of `groups`, -1 for none (heroes)")
    acted: int = field(np.int8, 0, 1, "1: had its turn in this round")
    surprised: int = field(np.int8, 0, 1, "1: until the end of the first round")
    total: int = field(np.int16, -9, 99, "what its Agility test came to (alternative order)")
    place: int = field(np.int8, 0, MAX_CREATURES, "place in its side's order, from 1 (alternative order)")
    reacted: int = field(np.int8, 0, 1, "1: used its triggered action of this round")
    main: int = field(np.int8, 0, 9, "main actions left in its turn")
    maneuver: int = field(np.int8, 0, 1, "maneuvers left in its turn")
    move: int = field(np.int8, 0, 1, "move actions left in its turn")
    steps: int = field(np.int8, 0, 99, "squares left of the move that is under way or split")
    moved: int = field(np.int8, 0, 1, "1: took a move action this turn")
    busy: int = field(np.int8, 0, 1, "1: did the one thing that a dazed creature may do")
    shifting: int = field(np.int8, 0, 1, "1: the move is a shift")
    defending: int = field(np.int8, 0, 1, "1: ability rolls against it have a double bane until its next turn")
    aided: int = field(np.int8, *WHO, "who aids the next ally's roll against it, -1 for nobody")
    hidden: int = field(np.int8, 0, 1, "1: hidden")
    risen: int = field(np.int8, 0, 1, "1: rose again already")
    once: int = field(np.int16, 0, 2**15 - 1, "bits of what it did in this round (gains of its resource)")
    ever: int = field(np.int16, 0, 2**15 - 1, "bits of what it did in this battle")
    marked: int = field(np.int8, *WHO, "whom it has marked, -1 for nobody")
    edge: int = field(np.int8, 0, 9, "edges of its next ability roll")
    ward: int = field(np.int8, 0, 9, "by how much the potencies of the ability under way are lower against it")
    upkeep: int = field(np.int16, NOBODY, NUM_ABILITIES - 1, "ability that it keeps up, -1 for none")
    upkeep_at: int = field(np.int8, *WHO, "whom the ability kept up is aimed at, -1 for nobody")
    harmed: int = field(np.int16, 0, 2**15 - 1, "damage taken in this turn")
    early: int = field(np.int8, 0, 1, "1: began its last turn out of order (Hesitation Is Weakness)")
    reckless: int = field(np.int8, 0, 1, "1: until its inciter's next turn an edge on its strikes and on those at it")
    inciter: int = field(np.int8, *WHO, "who made it reckless, -1 for nobody")
    struck: int = field(np.int8, 0, 1, "1: takes part in the action of its squad that is under way")
    until: IntArray = field(np.int8, 0, 3, "how each condition ends (`Until`), 0 for none", shape=NUM_CONDITIONS)
    source: IntArray = field(np.int8, *WHO, "who imposed each condition, -1 for nobody", shape=NUM_CONDITIONS)


@record
class Squad:
    """A squad of minions, which share their Stamina."""

    stamina: int = field(np.int16, 0, 999, "Stamina of all together")
    full: int = field(np.int8, 0, 8, "minions at the start")
    living: int = field(np.int8, 0, 8, "minions left")
    captain: int = field(np.int8, *WHO, "its captain, -1 for none")
    kind: int = field(np.int16, NOBODY, NUM_KINDS - 1, "row of `book.kinds`")


@record
class Group:
    """Enemies who act together."""

    acted: int = field(np.int8, 0, 1, "1: all of it had their turns in this round")
    members: int = field(np.int8, 0, MAX_ENEMIES, "living members")
    total: int = field(np.int16, -9, 99, "what its Agility test came to (alternative order)")
    place: int = field(np.int8, 0, MAX_CREATURES, "place in the order of the Director's groups (alternative order)")


@record
class Pending:
    """The decision that is asked."""

    kind: int = field(np.int8, 0, 31, "`Decision`")
    seat: int = field(np.int8, 0, MAX_HEROES, "who decides: a hero, or the Director")
    hero: int = field(np.int8, NOBODY, MAX_HEROES - 1, "the hero whose decision it is, -1 for the Director's")
    creature: int = field(np.int8, *WHO, "the creature it is about")
    target: int = field(np.int8, *WHO, "the other creature it is about, -1 for none")
    ability: int = field(np.int16, NOBODY, NUM_ABILITIES - 1, "row of `book.abilities`, -1 for none")
    amount: int = field(np.int16, 0, 999, "squares, damage or points it is about")


@record
class Battle:
    """A battle, whole."""

    streams: Streams = field(Streams, doc="random streams")
    stack: DeepStack = field(DeepStack, doc="interrupted rules")
    pool: Pool = field(Pool, doc="dice of the last roll")
    pending: Pending = field(Pending, doc="the pending decision")
    book_id: int = field(np.int16, 0, 2**15 - 1, "row of the books it is played with")
    outcome: int = field(np.int8, 0, 2, "`Outcome`")
    turn: int = field(np.int16, 0, 2**15 - 1, "number of the round, 0 before the first")
    num_decisions: int = field(np.int32, 0, 2**31 - 1, "actions applied from outside")
    halt: int = field(np.int8, 0, 3, "`Halt` (rule cases)")
    outside: int = field(np.int16, 0, 127, "bits of the seats that are played from outside")
    num_heroes: int = field(np.int8, 0, MAX_HEROES, "heroes in the battle")
    num_standing: int = field(np.int8, 0, MAX_HEROES, "heroes alive")
    num_enemies: int = field(np.int8, 0, MAX_ENEMIES, "enemy slots in use")
    num_alive: int = field(np.int8, 0, MAX_ENEMIES, "living enemies")
    num_groups: int = field(np.int8, 0, MAX_GROUPS, "rows of `groups` in use")
    num_squads: int = field(np.int8, 0, MAX_SQUADS, "rows of `squads` in use")
    score: int = field(np.int16, -1000, 1000, "reward so far, in hundredths")
    first_side: int = field(np.int8, 0, 1, "`Side` that goes first in every round")
    side: int = field(np.int8, 0, 1, "`Side` that picks next")
    acting: int = field(np.int8, *WHO, "whose turn it is, -1 between turns")
    malice: int = field(np.int16, 0, 999, "Malice of the Director")
    villain: IntArray = field(np.int8, 0, 1, "1: the villain action was used", shape=3)
    villain_turn: int = field(np.int16, 0, 2**15 - 1, "round of the last villain action")
    hit: int = field(np.int16, 0, 2**15 - 1, "damage that is about to be taken, 0 at most other times")
    lift: int = field(np.int8, 0, 9, "edges given to the power roll that is about to be made")
    next_up: int = field(np.int8, *WHO, "who acts next whatever the order, -1 for nobody")
    trail: IntArray = field(
        np.int16, NOBODY, MAX_SQUARES - 1, "squares left by the last creature moved by force, -1 after", shape=MAX_TRAIL
    )
    vicious: int = field(np.int8, 0, 99, "damage more of the next strike of who bought it")
    vicious_by: int = field(np.int8, *WHO, "whose turn it was bought in, -1 for nobody's")
    vicious_turn: int = field(np.int16, 0, 2**15 - 1, "round in which that was bought last")
    brutal: int = field(np.int8, 0, 1, "1: the next potency of who bought it is 1 higher")
    brutal_by: int = field(np.int8, *WHO, "whose turn it was bought in, -1 for nobody's")
    hurried: int = field(np.int8, 0, 9, "squares by which goblins are faster this round")
    mist: int = field(np.int8, 0, 1, "1: green mist makes the map difficult terrain for all but goblins this round")
    votes: IntArray = field(np.int8, NOBODY, MAX_HEROES - 1, "whom each hero wants to act next", shape=MAX_HEROES)
    votes_left: int = field(np.int16, 0, 999, "votes until the Director picks (option `timer`)")
    targets: IntArray = field(
        np.int8, 0, 1, "1: the ability under way is aimed at it, by level", shape=(MAX_LEVELS, MAX_CREATURES)
    )
    attackers: IntArray = field(
        np.int8, 0, 8, "minions of the squad that strike it together, by level", shape=(MAX_LEVELS, MAX_CREATURES)
    )
    strikers: IntArray = field(
        np.int8,
        0,
        MAX_CREATURES - 1,
        "who strikes it, the first of several, by level",
        shape=(MAX_LEVELS, MAX_CREATURES),
    )
    tiers: IntArray = field(
        np.int8, 0, 3, "outcome of the power roll by target, by level", shape=(MAX_LEVELS, MAX_CREATURES)
    )
    edged: IntArray = field(
        np.int8, 0, 1, "1: the power roll against it had an edge, by level", shape=(MAX_LEVELS, MAX_CREATURES)
    )
    graves: IntArray = field(np.int8, 0, 1, "1: a rotting zombie fell there: its ground grasps", shape=MAX_SQUARES)
    board: IntArray = field(
        np.int8, NOBODY, MAX_CREATURES - 1, "who covers each square, -1 for nobody", shape=MAX_SQUARES
    )
    creatures: Records[Creature] = field(Creature, shape=MAX_CREATURES, doc="heroes, then enemies")
    squads: Records[Squad] = field(Squad, shape=MAX_SQUADS, doc="squads of minions")
    groups: Records[Group] = field(Group, shape=MAX_GROUPS, doc="groups of enemies")


assert NUM_ACTIONS <= 400
