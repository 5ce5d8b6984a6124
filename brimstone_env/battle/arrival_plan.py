"""Where and when enemies come, as the plan of a book holds it: places, events, the battles of a delve, a last stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from brimstone_env.battle.book import Tables, fill_card, find_name
from brimstone_env.battle.codes import MAX_ENEMIES, MAX_GROUPS, MAX_HEROES, NOBODY
from brimstone_env.battle.event_rows import EventRow, LastStandRow, StageRow, ThreatRow
from brimstone_env.battle.layout import Battle, Occasion, Plan, Site, Stage
from brimstone_env.battle.table_rows import CardRow, EliteLevels
from brimstone_env.battle.threat_decks import Epic, drawn_deck, list_types, most_arrivals, party_deck, with_company
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import GridMap, tile_bit, tile_letters
from brimstone_env.core.notation import square_of
from brimstone_env.core.placement import behind_tiles, placement_order
from brimstone_env.core.records import fields_of

MAX_ARRIVALS = next(item.shape[0] for item in fields_of(Battle) if item.name == "arrivals")


# --- places ---------------------------------------------------------------------------------------------------------


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


def find_site(
    plan: Plan, grid: GridMap, tile: str, entrance: Sequence[int] | None, starts: Sequence[int], where: str
) -> int:
    """The row of `plan.sites` for a tile, its entrance and the squares of the heroes; a new one if there is none yet.

    Raises:
        InputError: if the map has no such tile, the entrance is not a square of it, or there are too many places.

    Source: B7.
    """
    square = NOBODY if entrance is None else square_of(entrance, grid, f"{where}: entrance")
    squares = [*starts, *[NOBODY] * (MAX_HEROES - len(starts))]
    for i in range(plan.num_sites):
        site = plan.sites[i]
        if site.tile == tile_bit(tile) and site.entrance == square and list(site.starts) == squares:
            return i
    if plan.num_sites == len(plan.sites):
        raise InputError(f"{where}: more than {len(plan.sites)} places where enemies appear")
    site = plan.sites[plan.num_sites]
    fill_places(site, grid, tile, entrance, where)
    site.starts[:] = squares
    plan.num_sites += 1
    return int(plan.num_sites) - 1


def read_starts(grid: GridMap, starts: Sequence[Sequence[int]], size: int, where: str) -> list[int]:
    """The squares on which a party begins.

    Raises:
        InputError: if there are too few, one is no floor, or two heroes would share one.

    Source: B71.
    """
    if len(starts) < size:
        raise InputError(f"{where}: the map has {len(starts)} starts, but the party has {size} heroes")
    squares = [square_of(start, grid, f"{where}: start {i}") for i, start in enumerate(starts[:size])]
    for i, square in enumerate(squares):
        if square in squares[:i]:
            row, col = starts[i]
            raise InputError(f"{where}: heroes {squares.index(square)} and {i} both start at {row},{col}")
    return squares


# --- enemies --------------------------------------------------------------------------------------------------------


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
    plan: Plan, grid: GridMap, tables: Tables, rows: Sequence[EventRow], heroes: int, epic: Epic, where: str
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
        event.site = 0
        if row.tile is not None or row.entrance is not None:
            tile = row.tile or tile_letters(int(plan.sites[0].tile))[0]
            event.site = find_site(plan, grid, tile, row.entrance, [], here)
        fill_source(event, row, row.elite, tables, heroes, epic, here)


def fill_stages(
    plan: Plan,
    grid: GridMap,
    tables: Tables,
    rows: Sequence[StageRow],
    usual: tuple[str, Sequence[int] | None],
    heroes: int,
    epic: Epic,
    where: str,
) -> None:
    """Write the battles of a delve: who comes, where, and where the heroes then stand.

    Args:
        plan: the plan.
        grid: the map.
        tables: the printed tables.
        rows: the battles.
        usual: tile and entrance where a battle names none.
        heroes: heroes in the party.
        epic: the option.
        where: source, for error messages.

    Source: B3, B4, B6, B7.
    """
    plan.num_stages = len(rows)
    plan.num_sites = 0
    for i, row in enumerate(rows):
        here = f"{where}: stages.{i}"
        stage = plan.stages[i]
        stage.elite = row.elite
        starts = [] if row.starts is None or i == 0 else read_starts(grid, row.starts, heroes, here)
        tile, entrance = usual if row.tile is None and row.entrance is None else (row.tile or usual[0], row.entrance)
        stage.site = find_site(plan, grid, tile, entrance, starts, here)
        fill_source(stage, row, {}, tables, heroes, epic, here)


def fill_last_stand(
    plan: Plan, grid: GridMap, tables: Tables, row: LastStandRow, heroes: int, epic: Epic, where: str
) -> None:
    """Write the entry points, the deck, and where the Darkness marker begins.

    Source: facts 8 (Last Stand).
    """
    here = f"{where}: last_stand"
    find_name(tables.deck_ids, row.deck, "threat deck", here)
    plan.last_stand = 1
    plan.places_to_hold = row.places
    plan.deck = tables.deck_ids[drawn_deck(tables, row.deck, heroes, epic)]
    plan.num_cards = 1
    for entry in row.entries:
        known = int(plan.num_sites)
        if find_site(plan, grid, entry.tile, entry.entrance, [], here) < known:
            raise InputError(f"{here}: the entry point on tile {entry.tile!r} is there twice, or is the battle's own")


def check_room(
    tables: Tables,
    rows: Sequence[ThreatRow],
    types: set[str],
    heroes: int,
    epic: Epic,
    where: str,
    own: str | None = None,
) -> None:
    """Refuse rows of one battle that could bring more enemy types, figures or arrivals than a battle holds.

    Args:
        tables: the printed tables.
        rows: what may come.
        types: enemy types that are there already.
        heroes: heroes in the party.
        epic: the option.
        where: source, for the error message.
        own: a deck of the set from which cards for the party's own deck are drawn; None: the first set.

    Raises:
        InputError: saying how many could come, and how many are allowed.
    """
    arrivals = 0
    usual = party_deck(tables, heroes, own)
    for row in rows:
        if row.enemies:
            types = types | set(with_company(tables, [name for name, _ in row.enemies], heroes, own))
            arrivals = max(arrivals, len(row.enemies))
        else:
            deck = drawn_deck(tables, row.deck, heroes, epic)
            types = types | set(list_types(tables, deck, heroes))
            if usual is not None and usual != party_deck(tables, heroes, deck):
                types = types | set(list_types(tables, usual, heroes))
            arrivals = max(arrivals, most_arrivals(tables, deck, row.cards, heroes))
    figures = sum(tables.enemies[tables.type_ids[name]].figures for name in types)
    for count, most, what in (
        (arrivals, MAX_ARRIVALS, "arrivals of enemies"),
        (len(types), MAX_GROUPS, "enemy types"),
        (figures, MAX_ENEMIES, "figures"),
    ):
        if count > most:
            raise InputError(f"{where}: the threat could bring {count} {what}, at most {most} are allowed")
