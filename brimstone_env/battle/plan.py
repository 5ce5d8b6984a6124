"""The plan of a book: what a scenario sets up on its map. `make_book` puts tables, map and scenario together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.book import (
    RuleOptions,
    Tables,
    fill_card,
    find_name,
    find_upgrade,
    new_book,
    options_of,
)
from brimstone_env.battle.codes import MAX_ENEMIES, MAX_GROUPS, NOBODY
from brimstone_env.battle.event_rows import EntryPoint, EventRow, ThreatRow
from brimstone_env.battle.layout import Battle, Occasion, Plan, Site, Stage
from brimstone_env.battle.scenario import NO_UPGRADE, Scenario
from brimstone_env.battle.table_rows import BoardRow, CardRow, EliteLevels, MapRow
from brimstone_env.battle.threat_decks import Epic, drawn_deck, list_types, most_arrivals, party_deck, with_company
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import UNREACHABLE, GridMap, parse_drawing, tile_bit, tile_letters
from brimstone_env.core.notation import square_of
from brimstone_env.core.placement import behind_tiles, placement_order
from brimstone_env.core.records import fields_of

MAX_ARRIVALS = next(item.shape[0] for item in fields_of(Battle) if item.name == "arrivals")


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
    plan.num_sites = 1
    _fill_party(plan, grids[0], tables, scenario, scenario.starts or board.starts, where)
    epic = options_of(options).epic
    _fill_threat(plan, tables, scenario, epic, where)
    fill_events(plan, grids[0], tables, scenario.events, epic, where)
    _check_reachable(plan, grids[0], where)
    _check_threat(tables, scenario, epic, where)
    books.flags.writeable = False
    return books


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
    site.tile = bit
    site.entrance = square


def _fill_party(
    plan: Plan, grid: GridMap, tables: Tables, scenario: Scenario, starts: Sequence[Sequence[int]], where: str
) -> None:
    """Write heroes, their squares, upgrades and side bags, and the revive tokens.

    Source: B64, B71, facts 1b, 5.
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
    for i, name in enumerate(scenario.upgrades):
        if name != NO_UPGRADE:
            plan.upgrades[i] = find_upgrade(tables, name, int(plan.classes[i]), f"{where}: upgrade of hero {i}")
    for i, names in enumerate(scenario.tokens):
        for name in names:
            plan.tokens[i, find_name(tables.token_ids, name, "token", where)] += 1


def _fill_threat(plan: Plan, tables: Tables, scenario: Scenario, epic: Epic, where: str) -> None:
    """Write the deck and how many cards are drawn, or the named enemies.

    Source: B3, B4, B6.
    """
    heroes = len(scenario.party)
    deck = scenario.deck
    if deck is not None:
        find_name(tables.deck_ids, deck, "threat deck", where)
    set_party_deck(plan, tables, heroes, deck)
    if scenario.enemies:
        for name, _ in scenario.enemies:
            find_name(tables.type_ids, name, "enemy", where)
        row = CardRow(enemies=scenario.enemies, ambush=scenario.ambush, elite=scenario.elite, source=where)
        fill_card(plan.named, row, tables)
        return
    plan.deck = tables.deck_ids[drawn_deck(tables, deck, heroes, epic)]
    plan.num_cards = scenario.cards
    size = len(tables.decks[plan.deck].cards)
    if size < scenario.cards:
        name = tables.deck_names[plan.deck]
        raise InputError(f"{where}: cards is {scenario.cards}, but the deck {name!r} has only {size}")


def set_party_deck(plan: Plan, tables: Tables, heroes: int, deck: str | None = None) -> None:
    """Write which deck is the party's own, of the set that a deck belongs to (None: of the first set).

    Source: B3.
    """
    usual = party_deck(tables, heroes, deck)
    plan.party_deck = -1 if usual is None else tables.deck_ids[usual]


def _check_reachable(plan: Plan, grid: GridMap, where: str) -> None:
    """Refuse a map on which heroes and arriving enemies could never meet.

    Raises:
        InputError: naming the first hero, and the first place that has no way to it.
    """
    sites = [plan.sites[i] for i in range(plan.num_sites)]
    places = [int(place) for site in sites for place in site.places[: site.num_places]]
    for i in range(plan.num_heroes):
        start = int(plan.starts[i])
        for place in places:
            if grid.distance[start, place] == UNREACHABLE:
                here = f"{grid.rows[start]},{grid.cols[start]}"
                there = f"{grid.rows[place]},{grid.cols[place]}"
                raise InputError(f"{where}: hero {i} at {here} is unreachable from {there}, where enemies are placed")


def _check_threat(tables: Tables, scenario: Scenario, epic: Epic, where: str) -> None:
    """Refuse a threat that could bring more than a battle holds.

    Raises:
        InputError: saying how many could come, and how many are allowed.
    """
    if scenario.enemies:
        first = ThreatRow(enemies=scenario.enemies)
    else:
        first = ThreatRow(deck=scenario.deck, cards=scenario.cards)
    check_room(tables, [first, *scenario.events], set(), len(scenario.party), epic, where)


def check_room(tables: Tables, rows: Sequence[ThreatRow], types: set[str], heroes: int, epic: Epic, where: str) -> None:
    """Refuse rows of one battle that could bring more enemy types, figures or arrivals than a battle holds.

    Raises:
        InputError: saying how many could come, and how many are allowed.
    """
    arrivals = 0
    for row in rows:
        if row.enemies:
            types = types | set(with_company(tables, [name for name, _ in row.enemies], heroes))
            arrivals = max(arrivals, len(row.enemies))
        else:
            deck = drawn_deck(tables, row.deck, heroes, epic)
            types = types | set(list_types(tables, deck, heroes))
            arrivals = max(arrivals, most_arrivals(tables, deck, row.cards, heroes))
    figures = sum(tables.enemies[tables.type_ids[name]].figures for name in types)
    for count, most, what in (
        (arrivals, MAX_ARRIVALS, "arrivals of enemies"),
        (len(types), MAX_GROUPS, "enemy types"),
        (figures, MAX_ENEMIES, "figures"),
    ):
        if count > most:
            raise InputError(f"{where}: the threat could bring {count} {what}, at most {most} are allowed")


# --- what comes later -----------------------------------------------------------------------------------------------


def find_site(plan: Plan, grid: GridMap, row: ThreatRow | EntryPoint, where: str) -> int:
    """The row of `plan.sites` for a tile and its entrance; a new one if there is none yet.

    Raises:
        InputError: if the map has no such tile, the entrance is not a square of it, or there are too many places.

    Source: B7.
    """
    if row.tile is None and row.entrance is None:
        return 0
    tile = row.tile or tile_letters(int(plan.sites[0].tile))[0]
    square = NOBODY if row.entrance is None else square_of(row.entrance, grid, f"{where}: entrance")
    for i in range(plan.num_sites):
        if plan.sites[i].tile == tile_bit(tile) and plan.sites[i].entrance == square:
            return i
    if plan.num_sites == len(plan.sites):
        raise InputError(f"{where}: more than {len(plan.sites)} places where enemies appear")
    fill_places(plan.sites[plan.num_sites], grid, tile, row.entrance, where)
    plan.num_sites += 1
    return int(plan.num_sites) - 1


def fill_source(
    target: Occasion | Stage, row: ThreatRow, elite: EliteLevels, tables: Tables, heroes: int, epic: Epic, where: str
) -> None:
    """Write the deck and how many cards are drawn, or the named enemies, of an event or a battle of a delve.

    Source: B3, B4, B6.
    """
    if row.enemies:
        for name, _ in row.enemies:
            find_name(tables.type_ids, name, "enemy", where)
        card = CardRow(enemies=row.enemies, ambush=row.ambush, elite=elite, source=where)
        fill_card(target.named, card, tables)
        target.deck = NOBODY
        return
    if row.deck is not None:
        find_name(tables.deck_ids, row.deck, "threat deck", where)
    deck = drawn_deck(tables, row.deck, heroes, epic)
    target.deck = tables.deck_ids[deck]
    target.num_cards = row.cards
    size = len(tables.decks[target.deck].cards)
    if size < row.cards:
        raise InputError(f"{where}: cards is {row.cards}, but the deck {deck!r} has only {size}")


def fill_events(
    plan: Plan, grid: GridMap, tables: Tables, rows: Sequence[EventRow], epic: Epic, where: str, heroes: int = 0
) -> None:
    """Write the events: what comes while the battle goes on, when and where.

    Source: B2, B22.
    """
    plan.num_events = len(rows)
    for i, row in enumerate(rows):
        here = f"{where}: events.{i}"
        event = plan.events[i]
        event.turn, event.every, event.after = row.turn, row.every, row.after
        event.ambush = int(row.ambush)
        event.site = find_site(plan, grid, row, here)
        fill_source(event, row, row.elite, tables, heroes or int(plan.num_heroes), epic, here)
