"""The book: printed tables, options, the map and the scenario, as read-only records that the rules look up."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import (
    MAX_BAG,
    MAX_CARDS,
    MAX_DICE,
    MAX_ENEMIES,
    MAX_ENTRIES,
    MAX_EVENTS,
    MAX_HEROES,
    MAX_ITEMS,
    MAX_SITES,
    MAX_SQUARES,
    MAX_STAGES,
    MAX_STARTS,
    NUM_RESULTS,
    NUM_STATS,
    NUM_TOKENS,
)
from brimstone_env.core.grid import GridMap
from brimstone_env.core.records import IntArray, Records, field, record

NUM_CLASSES = 12
NUM_ITEMS = 40
NUM_TYPES = 24
NUM_DECKS = 12
NUM_UPGRADES = 32
NUM_LOOT = 12  # cards of the loot deck
NUM_EFFECTS = 2  # changes of one elite row
PARTY_DECK = -2  # instead of a deck: the one for the party's size
SQUARE = (-1, MAX_SQUARES - 1)


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
    no_guns: int = field(np.int8, 0, 1, "1: may use no guns")
    free_reroll: int = field(np.int8, 0, 1, "1: once per turn rerolls one to-hit die without grit")
    heal_bonus: int = field(np.int8, 0, 6, "points more when it heals another hero")
    keywords: int = field(np.int16, 0, 2**14, "bits of its keywords")


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
    rally_grit: int = field(np.int8, 0, 6, "... and grit that every hero recovers")
    needs: int = field(np.int16, 0, 2**14, "bits of keywords, one of which its user has, 0 for anyone")
    gear: int = field(np.int8, 0, 1, "1: in the gear deck")
    artifact: int = field(np.int8, 0, 1, "1: in the artifact deck")


@record
class Upgrade:
    """A starting upgrade of a hero class as printed: numbers that change, and what it lets the hero do."""

    class_id: int = field(np.int8, -1, NUM_CLASSES - 1, "row of `book.classes`")
    health: int = field(np.int8, -20, 20, "added to the most Health")
    sanity: int = field(np.int8, -20, 20, "added to the most Sanity")
    combat: int = field(np.int8, -6, 6, "added melee dice")
    damage: int = field(np.int8, -6, 6, "added to the damage of every hit")
    item_id: int = field(np.int8, -1, NUM_ITEMS - 1, "item that comes with it, -1 for none")
    fanning: int = field(np.int8, 0, 1, "1: 1 grit, once per turn, doubles a pistol's Shots")
    quickdraw: int = field(np.int8, 0, 1, "1: a free attack when new enemies are placed")
    reload: int = field(np.int8, 0, 1, "1: 2 grit bring back d6 Dead Eye shots")
    punch: int = field(np.int8, 0, 1, "1: 1 grit doubles a melee critical's damage")
    dodge: int = field(np.int8, 0, 1, "1: moves through figures, rerolls one defense die per turn")
    twin_guns: int = field(np.int8, 0, 1, "1: no penalty for the second of two guns")
    explosives: int = field(np.int8, 0, 1, "1: 2 grit make a dynamite token")
    redraw: int = field(np.int8, 0, 1, "1: may draw another loot card instead")
    guns: int = field(np.int8, 0, 1, "1: may use guns, whatever its class says")


@record
class Result:
    """A row of the injury or madness table, as added to a hero's numbers."""

    low: int = field(np.int8, 0, 12, "least roll of the row, 0 for no row")
    high: int = field(np.int8, 0, 12, "greatest roll of the row")
    dead: int = field(np.int8, 0, 1, "1: the hero is lost")
    combat: int = field(np.int8, -3, 3, "added melee dice")
    max_grit: int = field(np.int8, -3, 3, "added to the most grit")
    initiative: int = field(np.int8, -3, 3, "added Initiative")
    move: int = field(np.int8, -3, 3, "added to the move roll")
    skills: int = field(np.int8, -3, 3, "dice added to every test of a skill")
    hands: int = field(np.int8, -2, 2, "added hands")
    one_die: int = field(np.int8, 0, 1, "1: later rolls on the table use one die")
    no_ranged_critical: int = field(np.int8, 0, 1, "1: no criticals with guns")
    no_two_handed_critical: int = field(np.int8, 0, 1, "1: no criticals with two-handed things")
    turn_hits: int = field(np.int8, 0, 6, "hits on the hero at the start of each turn")
    loot_sanity: int = field(np.int8, 0, 1, "1: each loot draw is a die; on a 1 the hero loses 1 Sanity instead")
    harms: int = field(np.int8, 0, 6, "ending a move next to a hero: on a d6 of this or less that hero takes 3 hits")
    no_willpower: int = field(np.int8, 0, 1, "1: no Willpower against corruption")
    dark_sanity_d3: int = field(np.int8, 0, 3, "d3s of Sanity lost when the Darkness is not held back")


@record
class LootCard:
    """A card of the loot deck: fixed + d6 x gold, fixed + d3 dark stone, gear or an artifact."""

    gold: int = field(np.int16, 0, 999, "gold")
    gold_d6: int = field(np.int16, 0, 999, "gold times a d6")
    dark_stone: int = field(np.int8, 0, 20, "pieces of dark stone")
    dark_stone_d3: int = field(np.int8, 0, 3, "... and d3s of them")
    gear: int = field(np.int8, 0, 1, "1: a card of the gear deck")
    artifact: int = field(np.int8, 0, 1, "1: a card of the artifact deck")
    experience: int = field(np.int16, 0, 999, "experience")


@record
class Token:
    """A kind of side bag token: what using it does."""

    heal_health_d6: int = field(np.int8, 0, 4, "d6s of Health healed")
    heal_sanity_d6: int = field(np.int8, 0, 4, "d6s of Sanity healed")
    grit: int = field(np.int8, 0, 4, "grit recovered")
    corruption_d3: int = field(np.int8, 0, 4, "d3s of corruption removed")
    flash: int = field(np.int8, 0, 9, "Initiative taken off all enemies until the end of the turn")
    ash: int = field(np.int8, 0, 9, "wounds, no Defense, to every adjacent enemy (a free attack)")
    shiv_d6: int = field(np.int8, 0, 4, "d6s of wounds, no Defense, to one adjacent enemy (a free attack)")
    spice_d3: int = field(np.int8, 0, 4, "d3s added to one hit's damage, for 1 wound")
    potion: int = field(np.int8, 0, 9, "added to one skill until the end of the turn")
    armor: int = field(np.int8, 0, 7, "Armor until the end of the turn")
    hatchet: int = field(np.int8, 0, 9, "damage of a thrown hatchet: one shot, Strength + 3 squares, melee to-hit")
    dynamite: int = field(np.int8, 0, 1, "1: thrown as dynamite")
    others: int = field(np.int8, 0, 1, "1: may be used on an adjacent hero")
    needs: int = field(np.int16, 0, 2**14, "bits of keywords, one of which its user has, 0 for anyone")


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
    spawns: int = field(np.int8, -1, NUM_TYPES - 1, "type that it brings (spawn, summon), -1 for none")
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
    draw_deck: int = field(np.int8, PARTY_DECK, NUM_DECKS - 1, "deck they are drawn from; -2: the party's own")
    draw_elite: int = field(np.int8, 0, 6, "elite levels of every type that the drawn cards bring")


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
    fixed_move: int = field(np.int8, 0, 12, "squares of movement instead of the roll, 0: as rolled")
    dice_cap: int = field(np.int8, 0, MAX_DICE, "most dice of a hero's attack, 0: no cap")
    dynamite_chain: int = field(np.int8, 0, 1, "1: 10 wounds at once may set off the dynamite that a hero carries")
    turn_order: int = field(np.int8, 0, 2, "`TurnOrder`")


@record
class Site:
    """A place of the map where enemies appear."""

    num_places: int = field(np.int16, 0, MAX_SQUARES, "squares of the tile where enemies are placed")
    places: IntArray = field(
        np.int16, *SQUARE, "... in the order in which they are filled (B9, B11)", shape=MAX_SQUARES
    )
    behind: int = field(np.int32, 0, 2**30, "bits of the tiles that the heroes came from (B12)")
    starts: IntArray = field(np.int16, *SQUARE, "squares of the heroes, -1: where they stand", shape=MAX_HEROES)
    tile: int = field(np.int32, 0, 2**30, "bit of the tile")
    entrance: int = field(np.int16, *SQUARE, "square of the entrance, -1 for none")


@record
class Occasion:
    """An event of the scenario: enemies that come while the battle goes on."""

    turn: int = field(np.int16, 0, 999, "turn in which it comes, 0: never")
    every: int = field(np.int16, 0, 999, "... and again after so many turns, 0: once")
    after: int = field(np.int8, 0, 99, "activations of that turn after which it comes, 0: as the turn begins")
    site: int = field(np.int8, 0, MAX_SITES - 1, "row of `sites`")
    deck: int = field(np.int8, PARTY_DECK, NUM_DECKS - 1, "deck, -1 when the enemies are named, -2: the party's own")
    num_cards: int = field(np.int8, 0, 3, "cards drawn from the deck")
    ambush: int = field(np.int8, 0, 1, "1: all that it brings ambush")
    named: Card = field(Card, doc="the named enemies (deck = -1)")


@record
class Stage:
    """One battle of a delve."""

    site: int = field(np.int8, 0, MAX_SITES - 1, "row of `sites`")
    deck: int = field(np.int8, PARTY_DECK, NUM_DECKS - 1, "deck, -1 when the enemies are named, -2: the party's own")
    num_cards: int = field(np.int8, 0, 3, "cards drawn from the deck")
    named: Card = field(Card, doc="the named enemies (deck = -1)")
    elite: int = field(np.int8, 0, 6, "elite levels of every type that comes")


@record
class Plan:
    """What the scenario sets up."""

    num_heroes: int = field(np.int8, 0, MAX_HEROES, "heroes")
    classes: IntArray = field(np.int8, -1, NUM_CLASSES - 1, "their classes", shape=MAX_HEROES)
    starts: IntArray = field(np.int16, *SQUARE, "their squares", shape=MAX_HEROES)
    num_start_places: int = field(np.int8, 0, MAX_STARTS, "squares that theirs are drawn from, 0: they are `starts`")
    start_places: IntArray = field(np.int16, *SQUARE, "... those squares", shape=MAX_STARTS)
    num_cards: int = field(np.int8, 0, 3, "threat cards drawn from the deck")
    deck: int = field(np.int8, -1, NUM_DECKS - 1, "deck, -1 when the enemies are named")
    named: Card = field(Card, doc="the named enemies (deck = -1)")
    revive_tokens: int = field(np.int8, 0, 9, "revive tokens of the party")
    party_deck: int = field(np.int8, -1, NUM_DECKS - 1, "deck for the party's size, -1 for none")
    upgrades: IntArray = field(np.int8, -1, NUM_UPGRADES - 1, "starting upgrades by hero, -1: none", shape=MAX_HEROES)
    tokens: IntArray = field(np.int8, 0, MAX_BAG, "side bag tokens at the start", shape=(MAX_HEROES, NUM_TOKENS))
    num_sites: int = field(np.int8, 0, MAX_SITES, "rows of `sites` in use; row 0 is the battle's")
    sites: Records[Site] = field(Site, shape=MAX_SITES, doc="where enemies appear")
    num_events: int = field(np.int8, 0, MAX_EVENTS, "rows of `events` in use")
    events: Records[Occasion] = field(Occasion, shape=MAX_EVENTS, doc="what comes while the battle goes on")
    num_stages: int = field(np.int8, 0, MAX_STAGES, "battles of a delve; 0: a single battle")
    stages: Records[Stage] = field(Stage, shape=MAX_STAGES, doc="the battles of a delve")
    last_stand: int = field(np.int8, 0, 1, "1: sites 1 and up are entry points that warnings lead through (Last Stand)")
    places_to_hold: int = field(np.int8, 0, 99, "steps of the Darkness marker's track (Last Stand)")


@record
class Book:
    """Everything printed, the map, and the scenario; read-only."""

    map: GridMap = field(GridMap, doc="the map")
    classes: Records[HeroClass] = field(HeroClass, shape=NUM_CLASSES, doc="hero classes")
    items: Records[Item] = field(Item, shape=NUM_ITEMS, doc="items")
    types: Records[EnemyType] = field(EnemyType, shape=NUM_TYPES, doc="enemy types")
    decks: Records[Deck] = field(Deck, shape=NUM_DECKS, doc="threat decks")
    upgrades: Records[Upgrade] = field(Upgrade, shape=NUM_UPGRADES, doc="starting upgrades")
    injuries: Records[Result] = field(Result, shape=NUM_RESULTS, doc="injury table")
    madness: Records[Result] = field(Result, shape=NUM_RESULTS, doc="madness table")
    loot: Records[LootCard] = field(LootCard, shape=NUM_LOOT, doc="loot deck")
    num_loot: int = field(np.int8, 0, NUM_LOOT, "cards of the loot deck")
    tokens: Records[Token] = field(Token, shape=NUM_TOKENS, doc="side bag tokens")
    rules: Rules = field(Rules, doc="options")
    plan: Plan = field(Plan, doc="the scenario")
