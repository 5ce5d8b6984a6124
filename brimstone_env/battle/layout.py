"""The records of Battle-v0: the battle (mutable, the whole truth); those of the book are in `book_layout.py`.

Squares are indices of floor squares, in order of row, then column (`book.map.cell` gives row * 16 + column).
"""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.book_layout import (
    NUM_CLASSES,
    NUM_DECKS,
    NUM_EFFECTS,
    NUM_ITEMS,
    NUM_LOOT,
    NUM_TYPES,
    NUM_UPGRADES,
    PARTY_DECK,
    SQUARE,
    Book,
    Card,
    Deck,
    Effect,
    EnemyType,
    Entry,
    HeroClass,
    Item,
    LootCard,
    Occasion,
    Plan,
    Result,
    Rules,
    Site,
    Stage,
    Token,
    Upgrade,
)
from brimstone_env.battle.codes import (
    MAX_BAG,
    MAX_CARDS,
    MAX_DICE,
    MAX_ENEMIES,
    MAX_EVENTS,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_ITEMS,
    MAX_SITES,
    MAX_SQUARES,
    MAX_STAGES,
    NUM_RESULTS,
    NUM_STATS,
    NUM_TOKENS,
)
from brimstone_env.core.dice import Pool, Streams
from brimstone_env.core.frames import Stack
from brimstone_env.core.records import IntArray, Records, field, record

__all__ = [
    "FREE",
    "HERO_HERE",
    "LARGE_HERE",
    "NUM_CLASSES",
    "NUM_DECKS",
    "NUM_EFFECTS",
    "NUM_ITEMS",
    "NUM_LOOT",
    "NUM_TYPES",
    "NUM_UPGRADES",
    "PARTY_DECK",
    "SMALL_HERE",
    "SQUARE",
    "Arrival",
    "Battle",
    "Book",
    "Card",
    "Deck",
    "Effect",
    "Enemy",
    "EnemyType",
    "Entry",
    "Group",
    "Hero",
    "HeroClass",
    "Item",
    "LootCard",
    "Occasion",
    "Pending",
    "Plan",
    "Result",
    "Rules",
    "Site",
    "Stage",
    "Token",
    "Upgrade",
]

# Values of `battle.board`: what stands on a square.
FREE = 0
HERO_HERE = 1
LARGE_HERE = 2  # a large or very large enemy
SMALL_HERE = 3  # 3 + n: n + 1 small or medium enemies


# --- the battle -----------------------------------------------------------------------------------------------------


@record
class Hero:
    """One hero in the battle. Numbers that injuries, items or upgrades may change are copied from its class."""

    class_id: int = field(np.int8, -1, NUM_CLASSES - 1, "row of `book.classes`, -1 in a free slot")
    square: int = field(np.int16, *SQUARE, "where the figure (or its marker) is")
    health: int = field(np.int16, 0, 99, "Health left")
    sanity: int = field(np.int16, 0, 99, "Sanity left")
    max_health: int = field(np.int16, 0, 99, "Health when unhurt")
    max_sanity: int = field(np.int16, 0, 99, "Sanity when unhurt")
    grit: int = field(np.int8, 0, 9, "grit in hand; one above the most only until the next decision")
    max_grit: int = field(np.int8, 0, 8, "most grit")
    initiative: int = field(np.int8, 0, 20, "Initiative")
    combat: int = field(np.int8, 0, 12, "melee dice")
    ranged_to_hit: int = field(np.int8, 0, 7, "least d6 that hits with a gun")
    melee_to_hit: int = field(np.int8, 0, 7, "least d6 that hits in melee")
    defense: int = field(np.int8, 0, 7, "least d6 that blocks a hit")
    willpower: int = field(np.int8, 0, 7, "least d6 that withstands a horror hit")
    skills: IntArray = field(
        np.int8, 0, 12, "dice of Agility, Cunning, Spirit, Strength, Lore, Luck, in this order", shape=6
    )
    items: IntArray = field(np.int8, -1, NUM_ITEMS - 1, "rows of `book.items`, -1 for an empty slot", shape=MAX_ITEMS)
    item_used: IntArray = field(np.int8, 0, 1, "1: the item's once-per-battle use is spent", shape=MAX_ITEMS)
    dead_eye: int = field(np.int8, 0, 6, "Dead Eye shots left")
    badge_bonus: int = field(np.int8, 0, 3, "bits: 1 a badge counts in the next activation, 2 in this one")
    knocked_out: int = field(np.int8, 0, 1, "1: knocked out, only a marker is on the board")
    activated: int = field(np.int8, 0, 1, "1: has been activated this turn")
    venom: int = field(np.int8, 0, 2, "Void Venom: 1 from the next activation on, 2 in this one")
    held: int = field(np.int8, 0, 2, "may not move: 1 in the next activation, 2 in this one")
    escaped: int = field(np.int8, 0, 7, "highest escape value beaten this turn, 0 for none")
    move_points: int = field(np.int8, 0, 60, "squares of movement left")
    moved: int = field(np.int8, 0, 1, "1: the movement of this activation is over")
    attacked: int = field(np.int8, 0, 1, "1: the ordinary attack of this activation is used")
    extra_attacked: int = field(np.int8, 0, 1, "1: the extra attack of this turn is used")
    double_shot: int = field(np.int8, 0, 2, "Double Shot this turn: 1 one more shot is due, 2 used")
    upgrade: int = field(np.int8, -1, NUM_UPGRADES - 1, "row of `book.upgrades`, -1 for none")
    ability_used: int = field(np.int8, 0, 1, "1: its once-per-turn ability is used this turn")
    tokens: IntArray = field(np.int8, 0, MAX_BAG, "side bag tokens by kind", shape=NUM_TOKENS)
    poison: int = field(np.int8, 0, 20, "poison markers")
    webbed: int = field(np.int8, 0, 20, "web markers: 1 move less each")
    stunned: int = field(np.int8, 0, 20, "stun markers: 1 off each defense die")
    burning: int = field(np.int8, 0, 20, "fire markers")
    bleeding: int = field(np.int8, 0, 20, "bleeding markers: 3 off the most Health each")
    ensnared: int = field(np.int8, 0, 20, "snare markers: no move, 1 off each defense die")
    corruption: int = field(np.int8, 0, 20, "corruption points")
    mutations: int = field(np.int8, 0, 20, "mutations gained")
    injuries: IntArray = field(np.int8, 0, 9, "how often by row of `book.injuries`", shape=NUM_RESULTS)
    madness: IntArray = field(np.int8, 0, 9, "how often by row of `book.madness`", shape=NUM_RESULTS)
    dead: int = field(np.int8, 0, 1, "1: lost for good")
    hands: int = field(np.int8, 0, 2, "hands")
    move_bonus: int = field(np.int8, -6, 6, "squares added to the move roll")
    armor: int = field(np.int8, 0, 7, "least d6 that stops a wound, 0 for none")
    spirit_armor: int = field(np.int8, 0, 7, "least d6 that stops a lost point of Sanity, 0 for none")
    cigar: int = field(np.int8, 0, 1, "1: the armor is a cigar's, until the end of the turn")
    potion: int = field(np.int8, -1, 5, "skill raised until the end of the turn, -1 for none")
    dragging: int = field(np.int8, -1, MAX_HEROES - 1, "hero whose marker it drags, -1 for none")
    dark_stone: int = field(np.int16, 0, 999, "pieces of dark stone")
    gold: int = field(np.int32, 0, 10**6, "gold in $")
    experience: int = field(np.int32, 0, 10**6, "experience gained")
    rally_next: int = field(np.int8, 0, 6, "dice that a badge adds in the next activation")
    rally_now: int = field(np.int8, 0, 6, "... in this one")
    recovered: int = field(np.int8, 0, 1, "1: stood up this turn: acts no more in it, but counts as not activated (N9)")
    grip: int = field(np.int8, 0, 1, "1: has taken hold of a marker and not dragged it a square yet")
    surprised: int = field(np.int8, 0, 1, "1: surprised until the end of turn 1 (option `turn_order`)")
    total: int = field(np.int8, 0, 72, "total of its test for the order, 0 before it (option `turn_order`)")
    rank: int = field(np.int8, 0, MAX_HEROES, "place in the order among the heroes, 0 before the test")
    tie: int = field(np.int8, 0, 72, "roll of the test that goes on")


@record
class Enemy:
    """One enemy figure. Its slot stays its own until the battle ends."""

    type_id: int = field(np.int8, -1, NUM_TYPES - 1, "row of `book.types`, -1 in a free slot")
    group: int = field(np.int8, 0, MAX_GROUPS - 1, "its row of `battle.groups`")
    square: int = field(np.int16, *SQUARE, "base square, -1 when dead")
    wounds: int = field(np.int16, 0, 999, "wounds taken")
    target: int = field(np.int8, -1, MAX_HEROES - 1, "hero it is after, -1 for none")
    alive: int = field(np.int8, 0, 1, "1: on the board")
    done: int = field(np.int8, 0, 1, "1: has moved in this activation of its group")
    shared: int = field(np.int8, 0, 1, "1: has its share of the hit that is being split")
    lean: int = field(np.int8, 0, 3, "corner of its 2 x 2 squares that is the base, 0 top left .. 3 bottom right")
    fresh: int = field(np.int8, 0, 1, "1: just placed, while heroes may draw on it")


@record
class Group:
    """All enemies of one type in this battle, with the numbers that hold for them now (elite rows included)."""

    type_id: int = field(np.int8, -1, NUM_TYPES - 1, "row of `book.types`, -1 in a free slot")
    alive: int = field(np.int8, 0, MAX_ENEMIES, "living figures")
    placed: int = field(np.int8, 0, MAX_ENEMIES, "figures placed so far")
    elite: IntArray = field(np.int8, 0, 1, "1: this row of the elite table is in force", shape=6)
    activated: int = field(np.int8, 0, 1, "1: has been activated this turn")
    ambush: int = field(np.int8, 0, 4, "added Initiative this turn, for an ambush")
    rolled: int = field(np.int8, 0, 6, "Initiative rolled this turn (variable Initiative), 0 for none")
    short: int = field(np.int8, 0, 1, "1: a lack of figures makes it elite once all are placed")
    short_turn: int = field(
        np.int16, 0, 2**15 - 1, "turn + 1 in which a lack of figures last made it elite, 0 for never"
    )
    stats: IntArray = field(np.int16, -50, 500, "numbers by `Stat`", shape=NUM_STATS)
    total: int = field(np.int16, 0, 6 * MAX_DICE, "total of its test for the order, 0 before it (option `turn_order`)")
    rank: int = field(np.int8, 0, MAX_GROUPS, "place in the order among the types, 0 before the test")


@record
class Pending:
    """The decision that is pending."""

    kind: int = field(np.int8, 0, 63, "`Decision`")
    seat: int = field(np.int8, -1, MAX_HEROES, "who decides: hero index, 6 for the enemy side")
    hero: int = field(np.int8, -1, MAX_HEROES - 1, "hero it is about")
    enemy: int = field(np.int8, -1, MAX_ENEMIES - 1, "enemy it is about")
    amount: int = field(np.int16, 0, 999, "hits, points or damage it is about")


@record
class Arrival:
    """Figures that a threat card brings, before they are placed."""

    type_id: int = field(np.int8, -1, NUM_TYPES - 1, "row of `book.types`")
    count: int = field(np.int8, 0, MAX_ENEMIES, "figures still to be placed")
    ambush: int = field(np.int8, 0, 1, "1: they ambush")


@record
class Battle:
    """A battle, whole."""

    streams: Streams = field(Streams, doc="random streams")
    stack: Stack = field(Stack, doc="interrupted rules")
    pool: Pool = field(Pool, doc="dice of the last roll")
    pending: Pending = field(Pending, doc="the pending decision")
    book_id: int = field(np.int16, 0, 2**15 - 1, "row of the books it is played with")
    outcome: int = field(np.int8, 0, 2, "`Outcome`")
    turn: int = field(np.int16, 0, 2**15 - 1, "number of the turn, 0 before the first")
    num_decisions: int = field(np.int32, 0, 2**31 - 1, "actions applied from outside")
    halt: int = field(np.int8, 0, 3, "`Halt` (rule cases)")
    outside: int = field(np.int16, 0, 127, "bits of the seats that are played from outside")
    num_heroes: int = field(np.int8, 0, MAX_HEROES, "heroes in the battle")
    num_standing: int = field(np.int8, 0, MAX_HEROES, "heroes not knocked out")
    num_enemies: int = field(np.int8, 0, MAX_ENEMIES, "enemy slots in use")
    num_alive: int = field(np.int8, 0, MAX_ENEMIES, "living enemies")
    num_groups: int = field(np.int8, 0, MAX_GROUPS, "rows of `groups` in use")
    revive_tokens: int = field(np.int8, 0, 9, "revive tokens of the party")
    threat_cards: int = field(np.int8, 0, 99, "cards that added enemies (for loot)")
    stage: int = field(np.int8, 0, MAX_STAGES, "battle of the delve, from 0")
    site: int = field(np.int8, 0, MAX_SITES - 1, "row of `plan.sites` where enemies appear")
    score: int = field(np.int16, -1000, 1000, "reward so far, in hundredths")
    level: int = field(np.int8, 0, 20, "current Initiative level: of who was activated last")
    activations: int = field(np.int16, 0, 999, "activations begun this turn")
    flash: int = field(np.int8, 0, 20, "Initiative taken off all enemies until the end of the turn")
    cut: int = field(np.int8, 0, 1, "1: an ambush ends the turn as soon as it is placed")
    first_side: int = field(np.int8, 0, 2, "`Side` that acts first in every turn (option `turn_order`)")
    next_side: int = field(np.int8, 0, 2, "`Side` that acts next (option `turn_order`)")
    events: IntArray = field(np.int8, 0, 127, "how often each event of the plan has come", shape=MAX_EVENTS)
    warnings: IntArray = field(np.int8, 0, 1, "1: a warning marker lies at the site (Last Stand)", shape=MAX_SITES)
    marker: int = field(np.int8, 0, 127, "place of the Darkness marker (Last Stand)")
    kills: int = field(np.int16, 0, 999, "steps earned by kills towards the marker's next move (Last Stand)")
    loot: IntArray = field(np.int8, 0, 1, "1: the loot card was drawn", shape=NUM_LOOT)
    hits: IntArray = field(np.int8, 0, 2, "grades of the hits of the attack that goes on", shape=MAX_DICE)
    paid: IntArray = field(
        np.int8, 0, 1, "1: base experience was paid in this attack (option `experience`)", shape=MAX_ENEMIES
    )
    drawn: IntArray = field(np.int8, 0, 1, "1: the card was drawn", shape=(NUM_DECKS, MAX_CARDS))
    arrivals: Records[Arrival] = field(Arrival, shape=12, doc="figures still to be placed")
    num_arrivals: int = field(np.int8, 0, 12, "rows of `arrivals` in use")
    board: IntArray = field(
        np.int8, 0, 60, "what stands on each square: free, hero, large, 3 + n small", shape=MAX_SQUARES
    )
    heroes: Records[Hero] = field(Hero, shape=MAX_HEROES, doc="the party")
    enemies: Records[Enemy] = field(Enemy, shape=MAX_ENEMIES, doc="the enemies, in order of placement")
    groups: Records[Group] = field(Group, shape=MAX_GROUPS, doc="the enemy types, in order of placement")
