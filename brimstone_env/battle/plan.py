"""The plan of a book: what a scenario sets up on its map. `make_book` puts tables, map and scenario together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.book import RuleOptions, Tables, fill_card, find_name, new_book, options_of
from brimstone_env.battle.codes import MAX_ENEMIES, MAX_GROUPS
from brimstone_env.battle.layout import Battle, Plan, Site
from brimstone_env.battle.scenario import Scenario
from brimstone_env.battle.table_rows import BoardRow, CardRow, MapRow
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
    _fill_party(plan, grids[0], tables, scenario, scenario.starts or board.starts, where)
    _fill_threat(plan, tables, scenario, options_of(options).epic, where)
    _check_reachable(plan, grids[0], where)
    _check_threat(plan, tables, scenario, where)
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
    for i in range(plan.num_heroes):
        start = int(plan.starts[i])
        for place in plan.sites[0].places[: plan.sites[0].num_places]:
            if grid.distance[start, place] == UNREACHABLE:
                here = f"{grid.rows[start]},{grid.cols[start]}"
                there = f"{grid.rows[place]},{grid.cols[place]}"
                raise InputError(f"{where}: hero {i} at {here} is unreachable from {there}, where enemies are placed")


def _check_threat(plan: Plan, tables: Tables, scenario: Scenario, where: str) -> None:
    """Refuse a threat that could bring more enemy types, figures or arrivals than a battle holds.

    Raises:
        InputError: saying how many could come, and how many are allowed.
    """
    heroes = len(scenario.party)
    if scenario.enemies:
        types = with_company(tables, [name for name, _ in scenario.enemies], heroes)
        arrivals = len(scenario.enemies)
    else:
        deck = tables.deck_names[plan.deck]
        types = list_types(tables, deck, heroes)
        arrivals = most_arrivals(tables, deck, scenario.cards, heroes)
    figures = sum(tables.enemies[tables.type_ids[name]].figures for name in types)
    for count, most, what in (
        (arrivals, MAX_ARRIVALS, "arrivals of enemies"),
        (len(types), MAX_GROUPS, "enemy types"),
        (figures, MAX_ENEMIES, "figures"),
    ):
        if count > most:
            raise InputError(f"{where}: the threat could bring {count} {what}, at most {most} are allowed")
