"""The book: the printed tables, the map and the scenario as one read-only record that the rules look up.

`load_tables` reads the tables, `make_book` puts them together with a scenario. Tools that set up positions of their own
start from `new_book` and fill its plan with `fill_places` and `fill_card`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import MAX_ENEMIES, MAX_GROUPS, MAX_HEROES, ItemKind, Stat
from brimstone_env.battle.layout import (
    Battle,
    Book,
    Card,
    EnemyType,
    HeroClass,
    Item,
    Plan,
    Site,
    Token,
)
from brimstone_env.battle.scenario import Scenario
from brimstone_env.battle.table_files import Tables, export_tables, load_tables
from brimstone_env.battle.table_rows import (
    NEVER_CRITICAL,
    SIZES,
    BoardRow,
    CardRow,
    EnemyRow,
    Flag,
    HeroRow,
    ItemRow,
    MapRow,
    Row,
    TokenRow,
    keyword_bits,
    parse_amount,
)
from brimstone_env.core.configs import allowed_words, checked
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import UNREACHABLE, GridMap, parse_drawing, tile_bit, tile_letters
from brimstone_env.core.notation import square_of
from brimstone_env.core.placement import behind_tiles, placement_order
from brimstone_env.core.records import fields_of, new_records

__all__ = [
    "RuleOptions",
    "Tables",
    "export_tables",
    "fill_card",
    "fill_places",
    "find_name",
    "load_tables",
    "make_book",
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
MAX_ARRIVALS = next(item.shape[0] for item in fields_of(Battle) if item.name == "arrivals")


# --- options --------------------------------------------------------------------------------------------------------


class RuleOptions(Row):
    """Where sources differ, or users choose.

    Attributes:
        experience: when large enemies pay their base experience: `source`, for every wounding hit; `revised`, once per
            attack.
        enemy_order: which of equally near enemies moves first: `random`, or `players`: the players decide.
        keep_single: whether decisions with a single legal option are asked too.
        aftermath: whether the heroes catch their breath after the battle.

    Source: B43, B67, N4.
    """

    experience: Literal["source", "revised"] = "source"
    enemy_order: Literal["random", "players"] = "random"
    keep_single: Flag = False
    aftermath: Flag = False


def options_of(values: Mapping[str, Any] | RuleOptions | None, source: str = "options") -> RuleOptions:
    """Rule options from what a person wrote; None: the defaults.

    Raises:
        InputError: if a key or value is unknown.
    """
    if isinstance(values, RuleOptions):
        return values
    return checked(RuleOptions, dict(values or {}), source)


# --- the book -------------------------------------------------------------------------------------------------------


def make_book(
    tables: Tables, scenario: Scenario, options: RuleOptions | Mapping[str, Any] | None = None
) -> NDArray[Any]:
    """The book of a scenario.

    Args:
        tables: the printed tables.
        scenario: who meets whom where.
        options: rule options; None: the defaults.

    Returns:
        A read-only record array of `Book` of length 1.

    Raises:
        InputError: if the scenario names what the tables do not have, if figures begin where there is no floor or
            cannot reach each other, or if the threat could bring more than a battle holds.
    """
    where = f"scenario {scenario.name}"
    board = _find_board(tables, scenario, where)
    grids = _read_board(board, where)
    books = new_book(tables, grids, options)
    plan = books[0].plan
    fill_places(plan.sites[0], grids[0], scenario.tile or board.tile, scenario.entrance or board.entrance, where)
    _fill_party(plan, grids[0], tables, scenario, scenario.starts or board.starts, where)
    _fill_threat(plan, tables, scenario, where)
    _check_reachable(plan, grids[0], where)
    _check_threat(tables, scenario, where)
    books.flags.writeable = False
    return books


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
        _fill_type(book.types[i], enemy)
    for i, deck in enumerate(tables.decks):
        book.decks[i].num_cards = len(deck.cards)
        for j, card in enumerate(deck.cards):
            fill_card(book.decks[i].cards[j], card, tables)
    for i, token in enumerate(tables.tokens):
        _fill_token(book.tokens[i], token)
    _fill_rules(book, options_of(options))
    _blank_plan(book.plan)
    return books


def _blank_plan(plan: Plan) -> None:
    plan.classes[:] = -1
    plan.starts[:] = -1
    plan.upgrades[:] = -1
    for site in range(len(plan.sites)):
        plan.sites[site].places[:] = -1
        plan.sites[site].starts[:] = -1
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
    rules.outside = HERO_SEATS


def _fill_class(hero: HeroClass, row: HeroRow, tables: Tables) -> None:
    values = row.model_dump()
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
    values["critical"] = NEVER_CRITICAL if row.critical == "never" or row.kind != "gun" else row.critical
    for part in fields_of(Item):
        if part.name in values:
            setattr(item, part.name, int(values[part.name]))


def _fill_token(token: Token, row: TokenRow) -> None:
    values = row.model_dump()
    values["needs"] = keyword_bits(row.needs)
    for item in fields_of(Token):
        setattr(token, item.name, int(values[item.name]))


def _fill_type(enemy: EnemyType, row: EnemyRow) -> None:
    enemy.figures = row.figures
    enemy.spawns = -1
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

    Source: B4, B5.
    """
    blank_card(card)
    card.num_entries = len(row.enemies)
    card.ambush = int(row.ambush)
    if row.draw is not None:
        card.draws = row.draw.cards
        card.draw_deck = find_name(tables.deck_ids, row.draw.deck, "threat deck", "a threat card")
    for i, (name, amount) in enumerate(row.enemies):
        entry = card.entries[i]
        entry.type_id = find_name(tables.type_ids, name, "enemy", "a threat card")
        entry.fixed, entry.peril, entry.d3, entry.d6 = parse_amount(amount)
        card.elite[i] = row.elite.get(name, 0)


# --- the plan -------------------------------------------------------------------------------------------------------


def find_name(ids: Mapping[str, int], name: str, what: str, where: str) -> int:
    """The row that a name of the tables stands for.

    Raises:
        InputError: if the tables do not have it.
    """
    if name not in ids:
        raise InputError(f"{where}: unknown {what} {name!r}: {allowed_words(name, ids)}")
    return ids[name]


def _find_board(tables: Tables, scenario: Scenario, where: str) -> BoardRow:
    """The map of the scenario: its own, or one of the tables."""
    if isinstance(scenario.map, BoardRow):
        return scenario.map
    return tables.maps[find_name(tables.map_ids, scenario.map, "map", where)]


def _read_board(board: BoardRow, where: str) -> NDArray[Any]:
    """A map's geometry; faults of the drawing name scenario and map."""
    try:
        return parse_drawing(board.drawing, board.walls)[0]
    except InputError as error:
        name = board.name if isinstance(board, MapRow) else "its own"
        raise InputError(f"{where}, map {name}: {error}") from error


def fill_places(site: Site, grid: GridMap, tile: str, entrance: Sequence[int] | None, where: str) -> None:
    """Write where arriving enemies are placed.

    Args:
        site: the row of `plan.sites`.
        grid: the map.
        tile: letter of the map tile where enemies appear.
        entrance: row and column of a square of the doorway through which the heroes came; None: the tile is seen from
            below the drawing, and nothing lies behind.
        where: source, for the error message.

    Raises:
        InputError: if the map has no such tile, or the entrance is not a square of it.

    Source: B7, B9, B11, B12.
    """
    bit = tile_bit(tile)
    square = -1 if entrance is None else square_of(entrance, grid, f"{where}: entrance")
    letters = tile_letters(int(np.bitwise_or.reduce(grid.tiles)))
    if tile not in letters:
        raise InputError(f"{where}: tile is {tile!r}, which the map does not have: allowed {', '.join(letters)}")
    try:
        places = placement_order(grid, bit, square)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    site.num_places = len(places)
    site.places[:] = -1
    site.places[: len(places)] = places
    site.behind = behind_tiles(grid, bit, square)


def _fill_party(
    plan: Plan, grid: GridMap, tables: Tables, scenario: Scenario, starts: Sequence[Sequence[int]], where: str
) -> None:
    """Write heroes, their squares and the revive tokens.

    Source: B64, B71.
    """
    size = len(scenario.party)
    if len(starts) < size:
        raise InputError(f"{where}: the map has {len(starts)} starts, but the party has {size} heroes")
    squares = [square_of(start, grid, f"{where}: start {i}") for i, start in enumerate(starts[:size])]
    for i, square in enumerate(squares):
        if square in squares[:i]:
            row, col = starts[i]
            raise InputError(f"{where}: heroes {squares.index(square)} and {i} both start at {row},{col}")
    plan.num_heroes = size
    plan.classes[:size] = [find_name(tables.class_ids, name, "hero", where) for name in scenario.party]
    plan.starts[:size] = squares
    plan.revive_tokens = scenario.starting_tokens


def _fill_threat(plan: Plan, tables: Tables, scenario: Scenario, where: str) -> None:
    """Write the deck and how many cards are drawn, or the named enemies.

    Source: B3, B4.
    """
    deck = scenario.drawn_deck
    if deck is None:
        for name, _ in scenario.enemies:
            find_name(tables.type_ids, name, "enemy", where)
        row = CardRow(enemies=scenario.enemies, ambush=scenario.ambush, elite=scenario.elite, source=where)
        fill_card(plan.named, row, tables)
        return
    plan.deck = find_name(tables.deck_ids, deck, "threat deck", where)
    plan.num_cards = scenario.cards
    size = len(tables.decks[plan.deck].cards)
    if size < scenario.cards:
        raise InputError(f"{where}: cards is {scenario.cards}, but the deck {deck!r} has only {size}")


def _check_reachable(plan: Plan, grid: GridMap, where: str) -> None:
    """Refuse a map on which heroes and arriving enemies could never meet.

    Raises:
        InputError: naming the first hero, and the first place that has no way to it.
    """
    for i in range(plan.num_heroes):
        start = int(plan.starts[i])
        for place in plan.sites[0].places[: plan.sites[0].num_places]:
            if grid.distance[start, place] == UNREACHABLE:
                here = f"{grid.rows[start]},{grid.cols[start]}"
                there = f"{grid.rows[place]},{grid.cols[place]}"
                raise InputError(f"{where}: hero {i} at {here} is unreachable from {there}, where enemies are placed")


def _check_threat(tables: Tables, scenario: Scenario, where: str) -> None:
    """Refuse a threat that could bring more enemy types, figures or arrivals than a battle holds.

    Raises:
        InputError: saying how many could come, and how many are allowed.
    """
    deck = scenario.drawn_deck
    if deck is None:
        types = {name for name, _ in scenario.enemies}
        arrivals = len(scenario.enemies)
    else:
        types = set(tables.list_types(deck))
        arrivals = tables.most_arrivals(deck, scenario.cards)
    figures = sum(tables.enemies[tables.type_ids[name]].figures for name in types)
    for count, most, what in (
        (arrivals, MAX_ARRIVALS, "arrivals of enemies"),
        (len(types), MAX_GROUPS, "enemy types"),
        (figures, MAX_ENEMIES, "figures"),
    ):
        if count > most:
            raise InputError(f"{where}: the threat could bring {count} {what}, at most {most} are allowed")
