"""The plan of a book: who fights and where they start. `make_book` puts tables, map and scenario together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import GridMap, parse_drawing
from brimstone_env.rounds.book import RuleOptions, Tables, find_kind, new_book
from brimstone_env.rounds.book_layout import Plan
from brimstone_env.rounds.codes import MAX_HEROES, MAX_SQUADS, NOBODY
from brimstone_env.rounds.scenario import MOST_OF_SQUAD, Corners, EnemyRow, Scenario

SIDE_BITS = {"heroes": 1, "enemies": 2}


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
        InputError: if the scenario names what the tables do not have, or somebody has no place to start.
    """
    where = f"scenario {scenario.name}"
    try:
        grids = parse_drawing(scenario.map.drawing, scenario.map.walls)[0]
    except InputError as error:
        raise InputError(f"{where}, its map: {error}") from error
    books = new_book(tables, grids, options)
    book = books[0]
    book.rules.victories = scenario.victories
    book.rules.last_turn = scenario.last_round
    book.rules.surprise = sum(SIDE_BITS[side] for side in set(scenario.surprise))
    _fill_party(book.plan, tables, scenario, where)
    fill_enemies(book.plan, grids[0], tables, scenario.enemies, where)
    _fill_area(book.plan, grids[0], scenario.hero_area, SIDE_BITS["heroes"])
    _fill_area(book.plan, grids[0], scenario.enemy_area, SIDE_BITS["enemies"])
    _check_room(book, where)
    books.flags.writeable = False
    return books


def _fill_party(plan: Plan, tables: Tables, scenario: Scenario, where: str) -> None:
    plan.num_heroes = len(scenario.party)
    for hero, name in enumerate(scenario.party):
        plan.places[hero].kind = find_kind(tables, name, "heroes", where)
        plan.places[hero].surprised = int(hero in scenario.surprised_heroes)


def fill_enemies(plan: Plan, grid: GridMap, tables: Tables, rows: tuple[EnemyRow, ...], where: str) -> None:
    """Write the enemies: minions of a row are a squad, a captain belongs to the squad of its group.

    Raises:
        InputError: if a row names an unknown monster or square, or a squad or captain cannot be.

    Source: D32. rounds 8, squad; captain.
    """
    creature = MAX_HEROES
    squads: dict[int, int] = {}  # by group
    num_squads = 0
    for row in sorted(rows, key=lambda row: row.captain):
        kind = find_kind(tables, row.type, "enemies", where)
        minion = "minion" in tables.kinds[kind].traits
        squad = NOBODY
        if minion:
            _check_squad(row, num_squads, where)
            squad = num_squads
            squads[row.group] = squad
            num_squads += 1
        elif row.captain:
            squad = _captains_squad(row, squads, where)
        for i in range(row.count):
            place = plan.places[creature]
            place.kind = kind
            place.group = row.group - 1
            place.squad = squad
            place.captain = int(row.captain)
            place.surprised = int(row.surprised)
            place.square = find_square(grid, row.at[i], f"{where}, {row.type}") if row.at else NOBODY
            creature += 1
    plan.num_enemies = creature - MAX_HEROES


def _check_squad(row: EnemyRow, num_squads: int, where: str) -> None:
    if row.captain:
        raise InputError(f"{where}: a minion ({row.type}) is no captain")
    if row.count > MOST_OF_SQUAD:
        raise InputError(f"{where}: a squad of {row.count} {row.type}, allowed are {MOST_OF_SQUAD}")
    if num_squads == MAX_SQUADS:
        raise InputError(f"{where}: more squads of minions than {MAX_SQUADS}")


def _captains_squad(row: EnemyRow, squads: dict[int, int], where: str) -> int:
    """The squad of a captain's group, which has no other captain then."""
    if row.count > 1 or row.group not in squads:
        raise InputError(f"{where}: a captain is one creature whose group has a squad of minions, not {row.type}")
    return squads.pop(row.group)


def find_square(grid: GridMap, at: tuple[int, int], where: str) -> int:
    """The square at a row and column.

    Raises:
        InputError: if there is no floor.
    """
    square = int(grid.square_at[at[0] * 16 + at[1]])
    if square == NOBODY:
        raise InputError(f"{where}: {at[0]},{at[1]} is no floor")
    return square


def _fill_area(plan: Plan, grid: GridMap, corners: Corners, bit: int) -> None:
    """Mark the floor squares of a rectangle as squares on which a side starts."""
    (top, left), (bottom, right) = corners
    for square in range(int(grid.num_squares)):
        row, column = int(grid.rows[square]), int(grid.cols[square])
        if min(top, bottom) <= row <= max(top, bottom) and min(left, right) <= column <= max(left, right):
            plan.starts[square] |= bit


def _check_room(book: Any, where: str) -> None:
    """Refuse areas that cannot hold those who start there, however the squares are drawn.

    A creature of two by two squares may find four squares spoilt by each figure before it.
    """
    for side, bit in SIDE_BITS.items():
        heroes = side == "heroes"
        room = int(((book.plan.starts & bit) != 0).sum())
        needed = 0
        for creature in range(len(book.plan.places)):
            place = book.plan.places[creature]
            if place.kind != NOBODY and place.square == NOBODY and (creature < MAX_HEROES) == heroes:
                wide = int(book.kinds[place.kind].width)
                needed += 1 if wide == 1 else 9
        if room < needed:
            raise InputError(
                f"{where}: the area of the {side} has {room} squares, {needed} are needed to be sure of room"
            )
