"""The book: the printed tables, the map and the scenario as one read-only record that the rules look up.

`load_tables` reads the tables, `plan.make_book` puts them together with a scenario. Tools that set up positions of
their own start from `new_book` and fill its plan with `arrival_plan.fill_places` and `fill_card`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from numpy.typing import NDArray
from pydantic import Field

from brimstone_env.battle.codes import MAX_DICE, MAX_HEROES, ItemKind, Stat, TurnOrder
from brimstone_env.battle.fallen_book import fill_fallen
from brimstone_env.battle.hero_rows import HeroRow, ItemRow, TokenRow, UpgradeRow, keyword_bits
from brimstone_env.battle.layout import (
    PARTY_DECK,
    Book,
    Card,
    EnemyType,
    HeroClass,
    Item,
    Plan,
    Token,
    Upgrade,
)
from brimstone_env.battle.table_files import Tables, export_tables, load_tables
from brimstone_env.battle.table_rows import (
    NEVER_CRITICAL,
    PARTY,
    SIZES,
    CardRow,
    EnemyRow,
    Flag,
    Row,
    Whole,
    parse_amount,
)
from brimstone_env.battle.threat_decks import Epic
from brimstone_env.core.configs import allowed_words, checked
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import fields_of, new_records

__all__ = [
    "RuleOptions",
    "Tables",
    "export_tables",
    "fill_card",
    "find_name",
    "find_upgrade",
    "load_tables",
    "new_book",
    "options_of",
]

ITEM_KINDS = {
    "gun": ItemKind.GUN,
    "hand-weapon": ItemKind.HAND_WEAPON,
    "badge": ItemKind.BADGE,
    "book": ItemKind.BOOK,
}
HERO_SEATS = 2**MAX_HEROES - 1


# --- options --------------------------------------------------------------------------------------------------------


class RuleOptions(Row):
    """Where sources differ, or users choose.

    Attributes:
        experience: when large enemies pay their base experience: `source`, for every wounding hit; `revised`, once per
            attack.
        enemy_order: which of equally near enemies moves first: `random`, or `players`: the players decide.
        keep_single: whether decisions with a single legal option are asked too.
        aftermath: whether the heroes catch their breath after the battle.
        epic: what parties of 1 and 2 draw from in place of an epic deck: `source`, the deck for 6 heroes; `always`, the
            epic deck.
        fixed_move: squares of every hero's movement; the roll then only says whether grit comes back. 0: as rolled.
        dice_cap: most dice of a hero's attack; 0: no cap.
        dynamite_chain: whether 10 wounds at once may set off the dynamite that a hero carries.
        turn_order: who is activated when: `initiative`, everyone by Initiative; `alternating`, the sides in turns, the
            players pick a hero, the enemies a type; `agility`, the sides in turns, each in the order of an Agility
            test. In the last two, heroes who are ambushed as a battle begins are surprised in its first turn.

    Source: B6, B23, B43, B67, N4, D16, D26, facts 0 (attack dice cap), 4d (fixed move), 5 (dynamite).
    """

    experience: Literal["source", "revised"] = "source"
    enemy_order: Literal["random", "players"] = "random"
    keep_single: Flag = False
    aftermath: Flag = False
    epic: Epic = "source"
    fixed_move: Whole = Field(default=0, ge=0, le=12)
    dice_cap: Whole = Field(default=0, ge=0, le=MAX_DICE)
    dynamite_chain: Flag = False
    turn_order: Literal["initiative", "alternating", "agility"] = "initiative"


def options_of(values: Mapping[str, Any] | RuleOptions | None, source: str = "options") -> RuleOptions:
    """Rule options from what a person wrote; None: the defaults.

    Raises:
        InputError: if a key or value is unknown.
    """
    if isinstance(values, RuleOptions):
        return values
    return checked(RuleOptions, dict(values or {}), source)


# --- the book -------------------------------------------------------------------------------------------------------


def new_book(
    tables: Tables, grids: NDArray[Any], options: RuleOptions | Mapping[str, Any] | None = None
) -> NDArray[Any]:
    """A book without a plan, still writable.

    Args:
        tables: the printed tables.
        grids: the map, a record array of `GridMap` of length 1 (`parse_drawing`).
        options: rule options; None: the defaults.

    Returns:
        A record array of `Book` of length 1, whose plan has no heroes, no enemies and no places.
    """
    books = new_records(Book, 1)
    books["map"][0] = grids[0]
    book = books[0]
    for i, hero in enumerate(tables.heroes):
        _fill_class(book.classes[i], hero, tables)
    for i, item in enumerate(tables.items):
        _fill_item(book.items[i], item)
    for i, enemy in enumerate(tables.enemies):
        _fill_type(book.types[i], enemy, tables)
    for i, deck in enumerate(tables.decks):
        book.decks[i].num_cards = len(deck.cards)
        for j, card in enumerate(deck.cards):
            fill_card(book.decks[i].cards[j], card, tables)
    for i, token in enumerate(tables.tokens):
        _fill_token(book.tokens[i], token)
    for i, upgrade in enumerate(tables.upgrades):
        _fill_upgrade(book.upgrades[i], upgrade, tables)
    fill_fallen(book, tables)
    _fill_rules(book, options_of(options))
    _blank_plan(book.plan)
    return books


def _blank_plan(plan: Plan) -> None:
    plan.classes[:] = -1
    plan.starts[:] = -1
    plan.start_places[:] = -1
    plan.upgrades[:] = -1
    for site in range(len(plan.sites)):
        plan.sites[site].places[:] = -1
        plan.sites[site].starts[:] = -1
        plan.sites[site].entrance = -1
    plan.deck = -1
    plan.party_deck = -1
    blank_card(plan.named)
    for rows in (plan.events, plan.stages):
        for i in range(len(rows)):
            rows[i].deck = -1
            blank_card(rows[i].named)


def blank_card(card: Card) -> None:
    """Make a zeroed card one that names nobody and draws from nowhere."""
    card.draw_deck = -1
    for i in range(len(card.entries)):
        card.entries[i].type_id = -1


def _fill_rules(book: Book, options: RuleOptions) -> None:
    rules = book.rules
    rules.revised_experience = int(options.experience == "revised")
    rules.players_order = int(options.enemy_order == "players")
    rules.keep_single = int(options.keep_single)
    rules.aftermath = int(options.aftermath)
    rules.fixed_move = options.fixed_move
    rules.dice_cap = options.dice_cap
    rules.dynamite_chain = int(options.dynamite_chain)
    rules.turn_order = TurnOrder[options.turn_order.upper()]
    rules.outside = HERO_SEATS


def _fill_class(hero: HeroClass, row: HeroRow, tables: Tables) -> None:
    values = row.model_dump()
    values["keywords"] = keyword_bits(row.keywords)
    for item in fields_of(HeroClass):
        if item.name in values and item.name not in ("skills", "items"):
            setattr(hero, item.name, int(values[item.name]))
    hero.skills[:] = list(values["skills"].values())
    hero.items[:] = -1
    hero.items[: len(row.items)] = [tables.item_ids[name] for name in row.items]


def _fill_item(item: Item, row: ItemRow) -> None:
    values = row.model_dump()
    values["kind"] = ITEM_KINDS[row.kind]
    values["range_squares"] = row.range
    values["needs"] = keyword_bits(row.needs)
    values["critical"] = NEVER_CRITICAL if row.critical == "never" or row.kind != "gun" else row.critical
    for part in fields_of(Item):
        if part.name in values:
            setattr(item, part.name, int(values[part.name]))


def _fill_token(token: Token, row: TokenRow) -> None:
    values = row.model_dump()
    values["needs"] = keyword_bits(row.needs)
    for item in fields_of(Token):
        setattr(token, item.name, int(values[item.name]))


def _fill_upgrade(upgrade: Upgrade, row: UpgradeRow, tables: Tables) -> None:
    values = row.model_dump()
    values["class_id"] = tables.class_ids[row.hero]
    values["item_id"] = -1 if row.item is None else tables.item_ids[row.item]
    for part in fields_of(Upgrade):
        setattr(upgrade, part.name, int(values[part.name]))


def _fill_type(enemy: EnemyType, row: EnemyRow, tables: Tables) -> None:
    enemy.figures = row.figures
    enemy.spawns = -1 if row.spawns is None else tables.type_ids[row.spawns]
    for name, value in row.stats.model_dump().items():
        enemy.stats[Stat[name.upper()]] = value
    enemy.stats[Stat.SIZE] = SIZES[row.size]
    for i, elite in enumerate(row.elite):
        changes = [(name, value, 0) for name, value in elite.add.items()]
        changes += [(name, value, 1) for name, value in elite.set.items()]
        for j in range(enemy.elite.shape[1]):  # type: ignore[attr-defined]
            effect = enemy.elite[i, j]  # type: ignore[index]
            effect.stat = -1
            if j < len(changes):
                name, effect.value, effect.sets = changes[j]
                effect.stat = Stat[name.upper()]


def fill_card(card: Card, row: CardRow, tables: Tables) -> None:
    """Write a threat card, or the enemies that a scenario or position names, into a zeroed `Card`.

    Raises:
        InputError: if the tables do not have one of its enemy types, or its deck.

    Source: B4, B5, facts 3 (cards that draw others).
    """
    blank_card(card)
    card.num_entries = len(row.enemies)
    card.ambush = int(row.ambush)
    if row.draw is not None:
        card.draws = row.draw.cards
        card.draw_elite = row.draw.elite
        card.draw_deck = PARTY_DECK
        if row.draw.deck != PARTY:
            card.draw_deck = find_name(tables.deck_ids, row.draw.deck, "threat deck", "a threat card")
    for i, (name, amount) in enumerate(row.enemies):
        entry = card.entries[i]
        entry.type_id = find_name(tables.type_ids, name, "enemy", "a threat card")
        entry.fixed, entry.peril, entry.d3, entry.d6 = parse_amount(amount)
        card.elite[i] = row.elite.get(name, 0)


def find_name(ids: Mapping[str, int], name: str, what: str, where: str) -> int:
    """The row that a name of the tables stands for.

    Raises:
        InputError: if the tables do not have it.
    """
    if name not in ids:
        raise InputError(f"{where}: unknown {what} {name!r}: {allowed_words(name, ids)}")
    return ids[name]


def find_upgrade(tables: Tables, name: str, class_id: int, where: str) -> int:
    """The row of a starting upgrade that a hero of this class may have.

    Raises:
        InputError: if the tables do not have it, or it is another class's.

    Source: facts 1b.
    """
    row = find_name(tables.upgrade_ids, name, "upgrade", where)
    if tables.class_ids[tables.upgrades[row].hero] != class_id:
        hero = tables.class_names[class_id]
        own = [upgrade.name for upgrade in tables.upgrades if upgrade.hero == hero]
        allowed = ", ".join(own) or "none"
        raise InputError(f"{where}: {name!r} is for the {tables.upgrades[row].hero}, allowed for the {hero}: {allowed}")
    return row
