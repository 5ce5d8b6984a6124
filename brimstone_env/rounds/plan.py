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
BIG_SQUARES = 4
SPOILT_BY_BIG = 9  # places of two by two squares that a creature of two by two squares leaves no room for


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
    """Refuse squares that are taken twice, and areas that cannot hold who starts there, however squares are drawn.

    Who has a square of its own is placed first, then the big, each of whom may spoil nine places of another one.
    """
    taken = _fixed_squares(book, where)
    for side, bit in SIDE_BITS.items():
        area = [at for at in range(int(book.map.num_squares)) if int(book.plan.starts[at]) & bit and at not in taken]
        places = [at for at in area if _is_room(book, at, taken)]
        drawn = _drawn_near(book, side, area)
        big = sum(book.kinds[place.kind].width > 1 for place in drawn)
        needed = len(drawn) + BIG_SQUARES * big - big
        if len(area) < needed:
            raise InputError(
                f"{where}: the area of the {side} has {len(area)} squares, {needed} are needed to be sure of room"
            )
        if big and len(places) <= SPOILT_BY_BIG * (big - 1):
            raise InputError(
                f"{where}: the area of the {side} has {len(places)} places of two by two squares, "
                f"{SPOILT_BY_BIG * (big - 1) + 1} are needed to be sure of room"
            )


def _fixed_squares(book: Any, where: str) -> set[int]:
    """The squares of those who have one of their own.

    Raises:
        InputError: if two share one, or a big creature does not fit.
    """
    taken: set[int] = set()
    for place in book.plan.places:
        if place.kind == NOBODY or place.square == NOBODY:
            continue
        wide = book.kinds[place.kind].width > 1
        under = [int(square) for square in book.map.block[place.square]] if wide else [int(place.square)]
        if NOBODY in under or taken.intersection(under):
            at = f"{int(book.map.rows[place.square])},{int(book.map.cols[place.square])}"
            raise InputError(f"{where}: no room for a creature at {at}")
        taken.update(under)
    return taken


def _is_room(book: Any, at: int, taken: set[int]) -> bool:
    """Whether two by two squares from one on are free floor."""
    under = [int(square) for square in book.map.block[at]]
    return NOBODY not in under and not taken.intersection(under)


def _drawn_near(book: Any, side: str, area: list[int]) -> list[Any]:
    """Who may be drawn onto squares of a side's area: its own, and those of the other side who can come that near."""
    own_bit = SIDE_BITS[side]
    others = [at for at in range(int(book.map.num_squares)) if int(book.plan.starts[at]) & ~own_bit]
    near = {False: set(others), True: {int(square) for at in others for square in book.map.block[at]}}
    found = []
    for creature in range(len(book.plan.places)):
        place = book.plan.places[creature]
        if place.kind == NOBODY or place.square != NOBODY:
            continue
        own = (creature < MAX_HEROES) == (side == "heroes")
        if own or near[bool(book.kinds[place.kind].width > 1)].intersection(area):
            found.append(place)
    return found
