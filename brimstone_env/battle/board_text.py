"""The board and the book of a position: its map, thin walls, options, and for a set-up the threat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.arrival_plan import MAX_ARRIVALS, fill_places
from brimstone_env.battle.book import RuleOptions, Tables, new_book, options_of
from brimstone_env.battle.codes import MAX_ENEMIES, MAX_ENTRIES, MAX_GROUPS, MAX_HEROES, TurnOrder
from brimstone_env.battle.event_rows import MAX_DRAWN
from brimstone_env.battle.plan import set_party_deck
from brimstone_env.battle.plan_text import PLAN_KEYS, read_events, read_plan
from brimstone_env.battle.table_rows import parse_amount
from brimstone_env.battle.threat_decks import drawn_deck, list_types, most_arrivals, with_company
from brimstone_env.core.configs import allowed_words
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import SIDE, Wall, parse_drawing, tile_letters
from brimstone_env.core.notation import (
    check_keys,
    is_int,
    square_of,
    take_flag,
    take_int,
    take_list,
    take_table,
    take_word,
)

THREAT_KEYS = ("cards", "deck", "enemies", "tile", "ambush", "elite")


def read_book(data: Mapping[str, Any], tables: Tables, where: str) -> NDArray[Any]:
    """The book of a position, read-only, as an array of length 1.

    Args:
        data: the position.
        tables: the printed tables.
        where: its source, for error messages.

    Raises:
        InputError: if map, walls, options or threat cannot be used.
    """
    options = options_of(take_table(data.get("options", {}), f"{where}: options"), f"{where}: options")
    drawing, walls = read_map(data, tables, where)
    try:
        grids, _ = parse_drawing(drawing, walls)
    except InputError as error:
        raise InputError(f"{where}: map: {error}") from error
    if "entrance" in data:
        square_of(data["entrance"], grids[0], f"{where}: entrance")
    books = new_book(tables, grids, options)
    types = {row.get("type") for row in data.get("enemies", [])} & set(tables.type_names)
    if "threat" in data:
        types |= _fill_plan(books[0].plan, grids[0], data, tables, options, where)
    if any(key in data for key in PLAN_KEYS):
        _fill_first_site(books[0].plan, grids[0], data, tables, where)
        read_plan(books[0].plan, grids[0], data, tables, types, options.epic, where)
    books.flags.writeable = False
    return books


def read_map(data: Mapping[str, Any], tables: Tables, where: str) -> tuple[str, list[Wall]]:
    """The drawing and the thin walls of a position.

    Raises:
        InputError: if the map is neither a drawing nor one of the tables, or a wall is not a pair of squares.
    """
    drawing = data.get("map")
    if not isinstance(drawing, str):
        raise InputError(f"{where}: map is {drawing!r}, allowed is a drawing, or the name of a map of the tables")
    given = take_list(data.get("walls", []), f"{where}: walls")
    walls = [_read_wall(wall, f"{where}: walls.{i}") for i, wall in enumerate(given)]
    if drawing in tables.map_ids:
        row = tables.maps[tables.map_ids[drawing]]
        return row.drawing, [*row.walls, *walls]
    if "#" not in drawing and "\n" not in drawing:
        raise InputError(f"{where}: unknown map {drawing!r}: {allowed_words(drawing, tables.map_names)}")
    return drawing, walls


def _read_wall(wall: Any, where: str) -> Wall:
    pair = take_list(wall, where)
    if len(pair) == 2 and all(_is_square(square) for square in pair):
        return (pair[0][0], pair[0][1]), (pair[1][0], pair[1][1])
    raise InputError(f"{where} is {wall!r}, allowed is a pair of squares [[row, column], [row, column]]")


def _is_square(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(is_int(n) and 0 <= n < SIDE for n in value)


# --- a set-up -------------------------------------------------------------------------------------------------------


def _fill_first_site(plan: Any, grid: Any, data: Mapping[str, Any], tables: Tables, where: str) -> None:
    """The place of enemies for whom no other is named, if any event needs it and no threat has filled it.

    Source: B7.
    """
    events = read_events(data, where)
    if "threat" not in data and any(not row.ambush and row.tile is None for row in events):
        _fill_site(plan, grid, data, None, tables, where)


def _fill_site(plan: Any, grid: Any, data: Mapping[str, Any], tile: Any, tables: Tables, where: str) -> None:
    """Where the battle's enemies appear: on a tile, as the map says, or on the only one there is.

    Source: B7.
    """
    entrance = data.get("entrance")
    if data["map"] in tables.map_ids:
        row = tables.maps[tables.map_ids[data["map"]]]
        entrance, tile = entrance or row.entrance, tile or row.tile
    fill_places(plan.sites[0], grid, tile or _only_tile(data, entrance, grid, where), entrance, where)


def _fill_plan(
    plan: Any, grid: Any, data: Mapping[str, Any], tables: Tables, options: RuleOptions, where: str
) -> set[str]:
    """Write into the plan what a position's `threat` brings, and where. Gives the types.

    Source: B3, B4, B7.
    """
    threat = take_table(data["threat"], f"{where}: threat")
    check_keys(threat, THREAT_KEYS, f"{where}: threat")
    _fill_site(plan, grid, data, threat.get("tile"), tables, where)
    heroes = min(len(take_list(data.get("heroes", []), f"{where}: heroes")), MAX_HEROES)
    if "enemies" in threat:
        if "deck" in threat or "cards" in threat:
            raise InputError(f"{where}: threat has either enemies by name, or deck and cards")
        named = _fill_named(plan.named, threat, tables, f"{where}: threat")
        set_party_deck(plan, tables, heroes)
        types = set(with_company(tables, named, heroes))
    else:
        types = _fill_deck(plan, threat, heroes, tables, options, where)
    types |= {row.get("type") for row in data.get("enemies", [])} & set(tables.type_names)
    figures = sum(tables.enemies[tables.type_ids[name]].figures for name in types)
    if figures > MAX_ENEMIES or len(types) > MAX_GROUPS:
        raise InputError(
            f"{where}: the threat could bring {figures} figures of {len(types)} types, at most {MAX_ENEMIES} of "
            f"{MAX_GROUPS} are allowed"
        )
    return types


def _fill_named(card: Any, threat: Mapping[str, Any], tables: Tables, where: str) -> set[str]:
    """Enemies by name, as several cards may bring them: a type may be listed twice. Gives the types.

    Source: B4, B5, B14.
    """
    pairs = take_list(threat["enemies"], f"{where}.enemies")
    if not 1 <= len(pairs) <= MAX_ENTRIES:
        raise InputError(f"{where}.enemies: {len(pairs)} entries, allowed are 1 to {MAX_ENTRIES}")
    elite = dict(take_table(threat.get("elite", {}), f"{where}.elite"))
    names = []
    card.num_entries = len(pairs)
    card.ambush = take_flag(threat.get("ambush", False), f"{where}.ambush")
    for i, pair in enumerate(pairs):
        here = f"{where}.enemies.{i}"
        if not isinstance(pair, list) or len(pair) != 2:
            raise InputError(f"{here} is {pair!r}, allowed is [type, amount]")
        names.append(take_word(pair[0], "enemy", tables.type_names, here))
        entry = card.entries[i]
        entry.type_id = tables.type_ids[names[i]]
        try:
            entry.fixed, entry.peril, entry.d3, entry.d6 = parse_amount(pair[1])
        except ValueError as error:
            raise InputError(f"{here}: {error}") from error
        card.elite[i] = take_int(elite.pop(names[i], 0), 0, 6, f"{where}.elite.{names[i]}")
    if elite:
        raise InputError(f"{where}.elite: {next(iter(elite))!r} is not among the enemies: {', '.join(names)}")
    return set(names)


def _fill_deck(
    plan: Any, threat: Mapping[str, Any], heroes: int, tables: Tables, options: RuleOptions, where: str
) -> set[str]:
    """Cards of a deck, by default of the one for the party's size. Gives the types that they may bring.

    Source: B3, B6.
    """
    for key in ("ambush", "elite"):
        if key in threat:
            raise InputError(f"{where}: threat.{key} is for enemies by name; threat cards say it themselves")
    deck = threat.get("deck")
    if deck is not None:
        take_word(deck, "threat deck", tables.deck_names, f"{where}: threat.deck")
    deck = drawn_deck(tables, deck, max(heroes, 1), options.epic)
    plan.deck = tables.deck_ids[deck]
    set_party_deck(plan, tables, heroes, deck)
    most = min(MAX_DRAWN, len(tables.decks[plan.deck].cards))
    plan.num_cards = take_int(threat.get("cards", 1), 1, most, f"{where}: threat.cards")
    if most_arrivals(tables, deck, int(plan.num_cards), heroes) > MAX_ARRIVALS:
        raise InputError(f"{where}: threat.cards is {plan.num_cards}, so many could bring over {MAX_ARRIVALS} arrivals")
    return set(list_types(tables, deck, heroes))


def _only_tile(data: Mapping[str, Any], entrance: Any, grid: Any, where: str) -> str:
    """The tile where enemies appear, if nothing names it: beyond the entrance from the heroes, or the only one.

    Source: B7.
    """
    tiles = int(np.bitwise_or.reduce(grid.tiles))
    behind = 0
    if entrance is not None:
        tiles = int(grid.tiles[square_of(entrance, grid, f"{where}: entrance")])
    for i, row in enumerate(take_list(data.get("heroes", []), f"{where}: heroes")):
        here = f"{where}: heroes.{i}"
        square = square_of(take_table(row, here).get("at"), grid, f"{here}.at")
        behind |= 0 if grid.doorway[square] else int(grid.tiles[square])
    for letters in (tile_letters(tiles & ~behind), tile_letters(tiles)):
        if len(letters) == 1:
            return letters
    key = "threat.tile" if "threat" in data else "the tile of an event"
    raise InputError(f"{where}: {key} is missing, allowed are {', '.join(tile_letters(tiles))}")


# --- printing -------------------------------------------------------------------------------------------------------


def options_row(rules: Any) -> dict[str, Any]:
    """The options of a book that are not the usual ones."""
    chosen = {
        "experience": "revised" if rules.revised_experience else "source",
        "enemy_order": "players" if rules.players_order else "random",
        "keep_single": bool(rules.keep_single),
        "aftermath": bool(rules.aftermath),
        "fixed_move": int(rules.fixed_move),
        "dice_cap": int(rules.dice_cap),
        "dynamite_chain": bool(rules.dynamite_chain),
        "turn_order": TurnOrder(int(rules.turn_order)).name.lower(),
    }
    usual = RuleOptions().model_dump()
    return {key: value for key, value in chosen.items() if value != usual[key]}
