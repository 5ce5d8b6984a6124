"""The board: floor squares, walls, tiles, and what follows from them (neighbours, sight, distances).

A map is drawn on a grid of at most 16 x 16 cells; its floor squares are numbered by row, then column. All tables are
computed once per map; rules only look things up. Reachable squares depend on who stands where and live with the rules
of movement.

A drawing: ``#`` is no floor, a small letter is floor of the tile with that letter, ``+`` is a doorway square, which
belongs to every tile that it touches orthogonally. Thin walls stand between two squares.
"""

from __future__ import annotations

import string
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.records import IntArray, field, new_records, record

SIDE = 16
MAX_SQUARES = SIDE * SIDE
UNREACHABLE = 255

NO_FLOOR = "#"
DOORWAY = "+"
LETTERS = string.ascii_lowercase
SIGNS = NO_FLOOR + DOORWAY + LETTERS
ALL_BITS = tuple(1 << i for i in range(len(LETTERS)))

Direction = tuple[int, int]  # rows down, columns right
Wall = Sequence[Sequence[int]]  # two squares, each (row, column)
Cells = NDArray[np.bool_]  # (16, 16)

ORTHOGONAL: tuple[Direction, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, 1), (1, -1))


@record
class GridMap:
    """A map's geometry."""

    num_squares: int = field(np.int16, 0, MAX_SQUARES, "floor squares")
    rows: IntArray = field(np.int16, 0, SIDE - 1, "row of each square", shape=MAX_SQUARES)
    cols: IntArray = field(np.int16, 0, SIDE - 1, "column of each square", shape=MAX_SQUARES)
    cell: IntArray = field(np.int16, 0, MAX_SQUARES - 1, "row * 16 + column of each square", shape=MAX_SQUARES)
    square_at: IntArray = field(
        np.int16, -1, MAX_SQUARES - 1, "square of each cell, -1 for no floor", shape=MAX_SQUARES
    )
    doorway: IntArray = field(np.int8, 0, 1, "1: a doorway square", shape=MAX_SQUARES)
    neighbours: IntArray = field(
        np.int16, -1, MAX_SQUARES - 1, "adjacent squares in ascending order, -1 after the last", shape=(MAX_SQUARES, 8)
    )
    num_neighbours: IntArray = field(np.int8, 0, 8, "how many", shape=MAX_SQUARES)
    adjacent: IntArray = field(np.uint8, 0, 1, "1: the two squares are adjacent", shape=(MAX_SQUARES, MAX_SQUARES))
    distance: IntArray = field(
        np.uint8, 0, 255, "walking distance past walls, figures ignored; 255 for none", shape=(MAX_SQUARES, MAX_SQUARES)
    )
    sight: IntArray = field(np.uint8, 0, 1, "1: a line of sight, centre to centre", shape=(MAX_SQUARES, MAX_SQUARES))
    tiles: IntArray = field(np.int32, 0, 2**30, "bits of the tiles that the square belongs to", shape=MAX_SQUARES)
    near_tiles: IntArray = field(np.int32, 0, 2**30, "... and of their neighbouring tiles", shape=MAX_SQUARES)
    block: IntArray = field(
        np.int16,
        -1,
        MAX_SQUARES - 1,
        "the four squares of a 2 x 2 figure with this base, -1 if not all are floor",
        shape=(MAX_SQUARES, 4),
    )
    footing: IntArray = field(
        np.int16,
        -1,
        MAX_SQUARES - 1,
        "the four squares of a 2 x 2 figure of which this one is a corner (0 top left .. 3 bottom right), itself first "
        "and again for each that has no floor; -1 if fewer than two have floor",
        shape=(MAX_SQUARES, 4, 4),
    )


# --- reading a drawing ----------------------------------------------------------------------------------------------


def parse_drawing(text: str, thin_walls: Iterable[Wall] = ()) -> tuple[NDArray[Any], str]:
    """Read a map drawing and compute its tables.

    Args:
        text: the drawing, a line a row, at most 16 x 16 characters.
        thin_walls: pairs of orthogonally neighbouring floor squares, each (row, column), with a wall between them.

    Returns:
        A record array of `GridMap` of length 1, and the letters of its tiles in alphabetical order.

    Raises:
        InputError: if the drawing is too large or ragged, has no floor or an unknown character, has a doorway that
            touches no tile, or a thin wall that is not between two neighbouring floor squares.
    """
    lines = _read_lines(text)
    signs = np.full((SIDE, SIDE), NO_FLOOR)
    for row, line in enumerate(lines):
        signs[row, : len(line)] = list(line)
    floor = signs != NO_FLOOR
    if not floor.any():
        raise InputError("the drawing has no floor: a small letter is floor of the tile of that letter")
    steps = _orthogonal_steps(floor, thin_walls)

    grids = new_records(GridMap, 1)
    grid = grids[0]
    _number_squares(grid, floor, signs)
    _set_neighbours(grid, steps)
    _set_distances(grid)
    _set_sight(grid, steps)
    _set_tiles(grid, signs, steps)
    _set_blocks(grid, steps)
    _set_footing(grid)
    letters = "".join(sorted(set(signs[floor].tolist()) - {DOORWAY}))
    return grids, letters


def _read_lines(text: str) -> list[str]:
    """The rows of a drawing, without blank lines around it and common indentation.

    Raises:
        InputError: if the drawing is empty, too large or ragged, or has an unknown character.
    """
    lines = [line.rstrip() for line in textwrap.dedent(text).splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise InputError("the drawing is empty: it needs at least one floor square")
    height, width = len(lines), max(map(len, lines))
    if height > SIDE or width > SIDE:
        raise InputError(f"the drawing has {height} rows and {width} columns, at most {SIDE} x {SIDE} are allowed")
    for row, line in enumerate(lines):
        if len(line) != width:
            raise InputError(f"row {row} of the drawing has {len(line)} squares, the widest row has {width}")
        for col, sign in enumerate(line):
            if sign not in SIGNS:
                raise InputError(f"{sign!r} at {row},{col} of the drawing is not a square: allowed are #, a-z and +")
    return lines


def _orthogonal_steps(floor: Cells, thin_walls: Iterable[Wall]) -> dict[Direction, Cells]:
    """For each orthogonal direction the cells, bool (16, 16), from which one square that way is open floor.

    Raises:
        InputError: if a thin wall is not between two neighbouring floor squares.
    """
    steps = {way: floor & _shifted(floor, way) for way in ORTHOGONAL}
    for first, second in thin_walls:
        one, other = (int(first[0]), int(first[1])), (int(second[0]), int(second[1]))
        name = f"the thin wall between {one[0]},{one[1]} and {other[0]},{other[1]}"
        for row, col in (one, other):
            if not (0 <= row < SIDE and 0 <= col < SIDE and floor[row, col]):
                raise InputError(f"{name} needs floor on both sides, but {row},{col} is no floor square")
        way = (other[0] - one[0], other[1] - one[1])
        if way not in steps:
            raise InputError(f"{name} is impossible: its squares must be neighbours in a row or column")
        steps[way][one] = False
        steps[(-way[0], -way[1])][other] = False
    return steps


def _shifted(cells: Cells, way: Direction) -> Cells:
    """What `cells`, bool (16, 16), holds at the cell `way` (rows, columns) from each cell; False off the grid."""
    padded = np.zeros((3 * SIDE, 3 * SIDE), bool)
    padded[SIDE : 2 * SIDE, SIDE : 2 * SIDE] = cells
    row, col = SIDE + way[0], SIDE + way[1]
    return padded[row : row + SIDE, col : col + SIDE]


def _ways_round(steps: dict[Direction, Cells], way: Direction) -> tuple[Cells, Cells]:
    """The cells from which each of the two ways round to the diagonal neighbour, by orthogonal steps, is open."""
    vertical, horizontal = (way[0], 0), (0, way[1])
    row_first = steps[vertical] & _shifted(steps[horizontal], vertical)
    column_first = steps[horizontal] & _shifted(steps[vertical], horizontal)
    return row_first, column_first


# --- tables ---------------------------------------------------------------------------------------------------------


def _number_squares(grid: GridMap, floor: Cells, signs: NDArray[np.str_]) -> None:
    """Number the floor squares by row, then column."""
    rows, cols = np.nonzero(floor)
    count = len(rows)
    grid.num_squares = count
    grid.rows[:count] = rows
    grid.cols[:count] = cols
    grid.cell[:count] = rows * SIDE + cols
    grid.square_at[:] = -1
    grid.square_at[grid.cell[:count]] = np.arange(count)
    grid.doorway[:count] = signs[rows, cols] == DOORWAY


def _set_neighbours(grid: GridMap, steps: dict[Direction, Cells]) -> None:
    """Fill `adjacent`, `neighbours` and `num_neighbours`.

    A diagonal step goes past the point where four cells meet. It is open only if both ways round by orthogonal steps
    are: no cell beside it lacks floor, and no thin wall touches that point. Otherwise a wall corner is in the way, and
    the two squares are not adjacent.

    Source: B28.
    """
    for way in ORTHOGONAL:
        _join(grid, grid.adjacent, steps[way], way)
    for way in DIAGONAL:
        row_first, column_first = _ways_round(steps, way)
        _join(grid, grid.adjacent, row_first & column_first, way)
    grid.neighbours[:] = -1
    for square in range(grid.num_squares):
        found = np.nonzero(grid.adjacent[square])[0]
        grid.neighbours[square, : len(found)] = found
        grid.num_neighbours[square] = len(found)


def _join(grid: GridMap, table: IntArray, cells: Cells, way: Direction) -> None:
    """Set `table[square, other] = 1` for each marked cell and the cell `way` from it."""
    rows, cols = np.nonzero(cells)
    ahead = (rows + way[0]) * SIDE + cols + way[1]
    table[grid.square_at[rows * SIDE + cols], grid.square_at[ahead]] = 1


def _set_distances(grid: GridMap) -> None:
    """Fill `distance`: steps between neighbours, figures ignored; walks of over 254 squares count as 254.

    Source: B28, N1.
    """
    count = int(grid.num_squares)
    step = grid.adjacent[:count, :count].astype(np.float32)
    reached = np.eye(count, dtype=bool)
    front = reached.copy()
    grid.distance[:] = UNREACHABLE
    grid.distance[np.arange(count), np.arange(count)] = 0
    length = 0
    while front.any():
        length += 1
        front = (front.astype(np.float32) @ step > 0) & ~reached
        reached |= front
        grid.distance[:count, :count][front] = min(length, UNREACHABLE - 1)


def _set_sight(grid: GridMap, steps: dict[Direction, Cells]) -> None:
    """Fill `sight`: whether the straight line between two centres crosses no wall.

    The line may touch the point where four cells meet, going from one cell to the one diagonally ahead. It then only
    grazes a wall that stands on one side of that point; it crosses a wall if there is wall on both sides (a cell
    without floor, or a thin wall that ends there). Figures never block. The table is symmetric.

    Source: B37.
    """
    passes = dict(steps)
    for way in DIAGONAL:
        row_first, column_first = _ways_round(steps, way)
        passes[way] = row_first | column_first
    squares = np.arange(grid.num_squares)
    grid.sight[squares, squares] = 1
    floor = np.reshape(grid.square_at, (SIDE, SIDE)) >= 0
    height, width = int(np.ptp(grid.rows[squares])), int(np.ptp(grid.cols[squares]))
    for rows in range(height + 1):
        for cols in range(-width, width + 1):
            clear = floor
            for at, way in _trace_line(rows, cols):
                clear = clear & _shifted(passes[way], at)
            if (rows, cols) != (0, 0) and clear.any():
                _join(grid, grid.sight, clear, (rows, cols))
                _join(grid, grid.sight, _shifted(clear, (-rows, -cols)), (-rows, -cols))


def _trace_line(rows: int, cols: int) -> Iterator[tuple[Direction, Direction]]:
    """The steps (cell left, direction) of the line from the centre of cell (0, 0) to that of cell (rows, cols).

    Exact: the boundary between rows i and i + 1 is crossed at (2 i + 1) / (2 rows) of the way, likewise for columns;
    where a row and a column are left at once, the step is diagonal.
    """
    down, right = (rows > 0) - (rows < 0), (cols > 0) - (cols < 0)
    i = j = 0
    while i < abs(rows) or j < abs(cols):
        row_ends, col_ends = (2 * i + 1) * abs(cols), (2 * j + 1) * abs(rows)
        leaves_row, leaves_col = row_ends <= col_ends, col_ends <= row_ends
        yield (i * down, j * right), (down if leaves_row else 0, right if leaves_col else 0)
        i += leaves_row
        j += leaves_col


def _set_tiles(grid: GridMap, signs: NDArray[np.str_], steps: dict[Direction, Cells]) -> None:
    """Fill `tiles` and `near_tiles`.

    A doorway square belongs to every tile that it touches orthogonally, with no wall between. Two tiles are neighbours
    if a square belongs to both, or if two adjacent squares belong to one each.

    Raises:
        InputError: if a doorway square touches no tile.

    Source: N6.
    """
    count = int(grid.num_squares)
    for square in range(count):
        row, col = int(grid.rows[square]), int(grid.cols[square])
        if signs[row, col] == DOORWAY:
            beside = [signs[row + way[0], col + way[1]] for way in ORTHOGONAL if steps[way][row, col]]
        else:
            beside = [signs[row, col]]
        for sign in beside:
            if sign != DOORWAY:
                grid.tiles[square] |= tile_bit(str(sign))
        if grid.tiles[square] == 0:
            raise InputError(f"the doorway square {row},{col} touches no tile: it needs a letter beside it")
    joined = dict.fromkeys(ALL_BITS, 0)
    for square in range(count):
        around = int(grid.tiles[square])
        for other in grid.neighbours[square, : grid.num_neighbours[square]]:
            around |= int(grid.tiles[other])
        for bit in _bits(int(grid.tiles[square])):
            joined[bit] |= around
    for square in range(count):
        for bit in _bits(int(grid.tiles[square])):
            grid.near_tiles[square] |= joined[bit]


def _set_blocks(grid: GridMap, steps: dict[Direction, Cells]) -> None:
    """Fill `block`: base, right, below, below right; -1 where floor is missing or a wall runs through.

    Source: B56.
    """
    grid.block[:] = -1
    row_first, column_first = _ways_round(steps, (1, 1))
    rows, cols = np.nonzero(row_first & column_first)
    corners = [grid.square_at[(rows + down) * SIDE + cols + right] for down, right in ((0, 0), (0, 1), (1, 0), (1, 1))]
    grid.block[corners[0]] = np.stack(corners, axis=-1)


def _set_footing(grid: GridMap) -> None:
    """Fill `footing`: where a 2 x 2 figure stands that may break walls and hang over the edge with half its squares.

    Source: B57.
    """
    grid.footing[:] = -1
    for square in range(int(grid.num_squares)):
        row, col = int(grid.rows[square]), int(grid.cols[square])
        for corner in range(4):
            top, left = row - corner // 2, col - corner % 2
            cells = [(top + down, left + right) for down, right in ((0, 0), (0, 1), (1, 0), (1, 1))]
            found = [
                int(grid.square_at[r * SIDE + c]) if 0 <= r < SIDE and 0 <= c < SIDE else -1
                for r, c in cells
                if (r, c) != (row, col)
            ]
            if max(found) >= 0:
                grid.footing[square, corner] = [square, *(other if other >= 0 else square for other in found)]


# --- tiles ----------------------------------------------------------------------------------------------------------


def tile_bit(letter: str) -> int:
    """The bit of a tile in `GridMap.tiles`: 1 for tile a, 2 for tile b, 4 for tile c ...

    Raises:
        InputError: if `letter` is not a small letter.
    """
    if len(letter) != 1 or letter not in LETTERS:
        raise InputError(f"a map tile is named by one small letter a-z, not {letter!r}")
    return 1 << LETTERS.index(letter)


def tile_letters(tiles: int) -> str:
    """The letters of the tiles whose bits are set, in alphabetical order."""
    return "".join(letter for letter in LETTERS if tiles & (1 << LETTERS.index(letter)))


def _bits(tiles: int) -> list[int]:
    return [bit for bit in ALL_BITS if tiles & bit]


def tile_squares(grid: GridMap, tile: int) -> list[int]:
    """The squares of the tiles whose bits are set in `tile`, doorway squares included, in ascending order."""
    return [int(square) for square in np.nonzero(np.asarray(grid.tiles) & tile)[0]]
