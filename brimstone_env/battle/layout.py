"""The records of Battle-v0: the battle (mutable, the whole truth) and the book (read-only tables and map).

Squares are indices of floor squares, in order of row, then column (`book.map.cell` gives row * 16 + column).
"""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import (
    MAX_CARDS,
    MAX_DICE,
    MAX_ENEMIES,
    MAX_ENTRIES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_ITEMS,
    MAX_SQUARES,
    NUM_STATS,
)
from brimstone_env.core.dice import Pool, Streams
from brimstone_env.core.frames import Stack
from brimstone_env.core.grid import GridMap
from brimstone_env.core.records import IntArray, Records, field, record

NUM_CLASSES = 8
NUM_ITEMS = 40
NUM_TYPES = 24
NUM_DECKS = 6
NUM_EFFECTS = 2  # changes of one elite row
SQUARE = (-1, MAX_SQUARES - 1)

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
    dark_stone: int = field(np.int16, 0, 999, "pieces of dark stone")
    gold: int = field(np.int32, 0, 10**6, "gold in $")
    experience: int = field(np.int32, 0, 10**6, "experience gained")


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


@record
class Group:
    """All enemies of one type in this battle, with the numbers that hold for them now (elite rows included)."""

    type_id: int = field(np.int8, -1, NUM_TYPES - 1, "row of `book.types`, -1 in a free slot")
    alive: int = field(np.int8, 0, MAX_ENEMIES, "living figures")
    placed: int = field(np.int8, 0, MAX_ENEMIES, "figures placed so far")
    elite: IntArray = field(np.int8, 0, 1, "1: this row of the elite table is in force", shape=6)
    activated: int = field(np.int8, 0, 1, "1: has been activated this turn")
    ambush: int = field(np.int8, 0, 4, "added Initiative this turn, for an ambush")
    short: int = field(np.int8, 0, 1, "1: a lack of figures makes it elite once all are placed")
    short_turn: int = field(
        np.int16, 0, 2**15 - 1, "turn + 1 in which a lack of figures last made it elite, 0 for never"
    )
    stats: IntArray = field(np.int16, -50, 500, "numbers by `Stat`", shape=NUM_STATS)


@record
class Pending:
    """The decision that is pending."""

    kind: int = field(np.int8, 0, 31, "`Decision`")
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


# --- the book -------------------------------------------------------------------------------------------------------


@record
class HeroClass:
    """A hero class as printed."""

    health: int = field(np.int16, 0, 99, "Health")
    sanity: int = field(np.int16, 0, 99, "Sanity")
    max_grit: int = field(np.int8, 0, 8, "most grit")
    grit: int = field(np.int8, 0, 8, "grit at the start")
    initiative: int = field(np.int8, 0, 20, "Initiative")
    combat: int = field(np.int8, 0, 12, "melee dice")
    ranged_to_hit: int = field(np.int8, 0, 7, "least d6 that hits with a gun")
    melee_to_hit: int = field(np.int8, 0, 7, "least d6 that hits in melee")
    defense: int = field(np.int8, 0, 7, "least d6 that blocks a hit")
    willpower: int = field(np.int8, 0, 7, "least d6 that withstands a horror hit")
    skills: IntArray = field(np.int8, 0, 12, "dice of the six skills", shape=6)
    items: IntArray = field(np.int8, -1, NUM_ITEMS - 1, "starting items", shape=MAX_ITEMS)
    dead_eye: int = field(np.int8, 0, 6, "Dead Eye shots")
    move_bonus: int = field(np.int8, 0, 6, "squares added to the move roll (Fast)")
    grit_on: int = field(np.int8, 0, 6, "a move roll of this or less gives back 1 grit")
    comfort: int = field(np.int8, 0, 1, "1: Comforting Presence")
    double_shot: int = field(np.int8, 0, 1, "1: Double Shot")
    light_guns_only: int = field(np.int8, 0, 1, "1: may use light guns only")


@record
class Item:
    """An item as printed."""

    kind: int = field(np.int8, 0, 4, "`ItemKind`")
    range_squares: int = field(np.int8, 0, 30, "Range of a gun")
    shots: int = field(np.int8, 0, 12, "Shots of a gun")
    sides: int = field(np.int8, 0, 20, "sides of its to-hit and damage dice")
    critical: int = field(np.int8, 0, 99, "least to-hit die that is critical, 99 for never")
    damage: int = field(np.int8, 0, 4, "damage added to each hit")
    combat: int = field(np.int8, 0, 6, "melee dice added while in hand")
    hands: int = field(np.int8, 0, 2, "hands it needs")
    pistol: int = field(np.int8, 0, 1, "1: a pistol")
    shotgun: int = field(np.int8, 0, 1, "1: a shotgun")
    light: int = field(np.int8, 0, 1, "1: a light gun")
    free_attack: int = field(np.int8, 0, 1, "1: gives one free attack per battle")
    rally: int = field(np.int8, 0, 6, "once per adventure: shots or melee dice added for every hero's next activation")


@record
class Effect:
    """One change that an elite row makes."""

    stat: int = field(np.int8, -1, NUM_STATS - 1, "`Stat` that changes, -1 for none")
    sets: int = field(np.int8, 0, 1, "1: set to the value, 0: add it")
    value: int = field(np.int16, -50, 500, "the value")


@record
class EnemyType:
    """An enemy type as printed."""

    stats: IntArray = field(np.int16, -50, 500, "numbers by `Stat`", shape=NUM_STATS)
    figures: int = field(np.int8, 0, MAX_ENEMIES, "figures in the box")
    elite: Records[Effect] = field(Effect, shape=(6, NUM_EFFECTS), doc="the elite table, rows 1..6")


@record
class Entry:
    """Enemies that a threat card names: fixed + peril dice + d3s + d6s."""

    type_id: int = field(np.int8, -1, NUM_TYPES - 1, "row of `book.types`")
    fixed: int = field(np.int8, 0, MAX_ENEMIES, "figures without a roll")
    peril: int = field(np.int8, 0, 4, "peril dice")
    d3: int = field(np.int8, 0, 4, "d3")
    d6: int = field(np.int8, 0, 4, "d6")


@record
class Card:
    """A threat card, or the enemies that a scenario names."""

    num_entries: int = field(np.int8, 0, MAX_ENTRIES, "enemy types named")
    entries: Records[Entry] = field(Entry, shape=MAX_ENTRIES, doc="the enemies")
    ambush: int = field(np.int8, 0, 1, "1: they ambush")
    elite: IntArray = field(np.int8, 0, 6, "elite levels by entry", shape=MAX_ENTRIES)
    draws: int = field(np.int8, 0, 4, "cards drawn instead")
    draw_deck: int = field(np.int8, -1, NUM_DECKS - 1, "deck they are drawn from")


@record
class Deck:
    """A threat deck."""

    num_cards: int = field(np.int8, 0, MAX_CARDS, "cards")
    cards: Records[Card] = field(Card, shape=MAX_CARDS, doc="the cards")


@record
class Rules:
    """The options where sources differ or users choose."""

    revised_experience: int = field(np.int8, 0, 1, "1: base experience once per attack (B43)")
    players_order: int = field(np.int8, 0, 1, "1: players choose among equally near enemies (N4)")
    keep_single: int = field(np.int8, 0, 1, "1: decisions with one legal option are asked too")
    aftermath: int = field(np.int8, 0, 1, "1: heroes catch their breath after the battle (B67)")
    outside: int = field(np.int16, 0, 127, "bits of the seats that are played from outside")


@record
class Plan:
    """What the scenario sets up."""

    num_heroes: int = field(np.int8, 0, MAX_HEROES, "heroes")
    classes: IntArray = field(np.int8, -1, NUM_CLASSES - 1, "their classes", shape=MAX_HEROES)
    starts: IntArray = field(np.int16, *SQUARE, "their squares", shape=MAX_HEROES)
    num_cards: int = field(np.int8, 0, 3, "threat cards drawn from the deck")
    deck: int = field(np.int8, -1, NUM_DECKS - 1, "deck, -1 when the enemies are named")
    named: Card = field(Card, doc="the named enemies (deck = -1)")
    revive_tokens: int = field(np.int8, 0, 9, "revive tokens of the party")
    num_places: int = field(np.int16, 0, MAX_SQUARES, "squares of the tile where enemies are placed")
    places: IntArray = field(
        np.int16, *SQUARE, "... in the order in which they are filled (B9, B11)", shape=MAX_SQUARES
    )
    behind: int = field(np.int32, 0, 2**30, "bits of the tiles that the heroes came from (B12)")


@record
class Book:
    """Everything printed, the map, and the scenario; read-only."""

    map: GridMap = field(GridMap, doc="the map")
    classes: Records[HeroClass] = field(HeroClass, shape=NUM_CLASSES, doc="hero classes")
    items: Records[Item] = field(Item, shape=NUM_ITEMS, doc="items")
    types: Records[EnemyType] = field(EnemyType, shape=NUM_TYPES, doc="enemy types")
    decks: Records[Deck] = field(Deck, shape=NUM_DECKS, doc="threat decks")
    rules: Rules = field(Rules, doc="options")
    plan: Plan = field(Plan, doc="the scenario")
