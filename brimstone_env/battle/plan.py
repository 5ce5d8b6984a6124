"""The plan of a book: what a scenario sets up on its map. `make_book` puts tables, map and scenario together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from brimstone_env.battle.arrival_plan import (
    check_room,
    fill_events,
    fill_last_stand,
    fill_places,
    fill_stages,
    read_starts,
)
from brimstone_env.battle.book import (
    RuleOptions,
    Tables,
    fill_card,
    find_name,
    find_upgrade,
    new_book,
    options_of,
)
from brimstone_env.battle.codes import MAX_STARTS
from brimstone_env.battle.event_rows import ThreatRow
from brimstone_env.battle.layout import Plan
from brimstone_env.battle.scenario import NO_UPGRADE, Scenario
from brimstone_env.battle.table_rows import BoardRow, CardRow, MapRow
from brimstone_env.battle.threat_decks import Epic, drawn_deck, party_deck
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import UNREACHABLE, GridMap, parse_drawing


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
    first = scenario.stages[0].starts if scenario.stages else None
    _fill_party(plan, grids[0], tables, scenario, first or scenario.starts or board.starts, where)
    epic = options_of(options).epic
    size = len(scenario.party)
    if scenario.last_stand is not None:
        fill_last_stand(plan, grids[0], tables, scenario.last_stand, size, epic, where)
        set_party_deck(plan, tables, size, scenario.last_stand.deck)
    elif scenario.stages:
        fill_stages(plan, grids[0], tables, scenario.stages, (board.tile, board.entrance), size, epic, where)
        set_party_deck(plan, tables, size, scenario.stages[0].deck)
    else:
        _fill_threat(plan, tables, scenario, epic, where)
        fill_events(plan, grids[0], tables, scenario.events, size, epic, where)
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


def _fill_party(
    plan: Plan, grid: GridMap, tables: Tables, scenario: Scenario, starts: Sequence[Sequence[int]], where: str
) -> None:
    """Write heroes, their squares, upgrades and side bags, and the revive tokens.

    Source: B64, B71, facts 1b, 5.
    """
    size = len(scenario.party)
    plan.num_heroes = size
    plan.classes[:size] = [find_name(tables.class_ids, name, "hero", where) for name in scenario.party]
    plan.starts[:size] = read_starts(grid, starts, size, where)
    if scenario.random_starts:
        _fill_start_places(plan, grid, starts, where)
    plan.revive_tokens = scenario.starting_tokens
    for i, name in enumerate(scenario.upgrades):
        if name != NO_UPGRADE:
            plan.upgrades[i] = find_upgrade(tables, name, int(plan.classes[i]), f"{where}: upgrade of hero {i}")
    for i, names in enumerate(scenario.tokens):
        for name in names:
            plan.tokens[i, find_name(tables.token_ids, name, "token", where)] += 1


def _fill_start_places(plan: Plan, grid: GridMap, starts: Sequence[Sequence[int]], where: str) -> None:
    """Write the squares that each battle draws the heroes' own from."""
    if len(starts) > MAX_STARTS:
        raise InputError(f"{where}: starts has {len(starts)} squares, allowed with random_starts are {MAX_STARTS}")
    plan.num_start_places = len(starts)
    plan.start_places[: len(starts)] = read_starts(grid, starts, len(starts), where)


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
    starts = {f"hero {i}": int(plan.starts[i]) for i in range(plan.num_heroes)}
    starts |= {f"start {i}": int(plan.start_places[i]) for i in range(plan.num_start_places)}
    for who, start in starts.items():
        for place in places:
            if grid.distance[start, place] == UNREACHABLE:
                here = f"{grid.rows[start]},{grid.cols[start]}"
                there = f"{grid.rows[place]},{grid.cols[place]}"
                raise InputError(f"{where}: {who} at {here} is unreachable from {there}, where enemies are placed")


def _check_threat(tables: Tables, scenario: Scenario, epic: Epic, where: str) -> None:
    """Refuse a threat that could bring more than a battle holds.

    Raises:
        InputError: saying how many could come, and how many are allowed.
    """
    size = len(scenario.party)
    for i, stage in enumerate(scenario.stages):
        check_room(tables, [stage], set(), size, epic, f"{where}: stages.{i}", scenario.stages[0].deck)
    if scenario.last_stand is not None:
        stand = scenario.last_stand.deck
        check_room(tables, [ThreatRow(deck=stand)], set(), size, epic, where, stand)
    if scenario.is_delve:
        return
    if scenario.enemies:
        first = ThreatRow(enemies=scenario.enemies)
    else:
        first = ThreatRow(deck=scenario.deck, cards=scenario.cards)
    check_room(tables, [first, *scenario.events], set(), size, epic, where, scenario.deck)
