"""What observations of all games show of a board: floor, walls, distances and sight from a square."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.compiled import compiled
from brimstone_env.core.grid import MAX_SQUARES, SIDE, UNREACHABLE, GridMap

Bytes = NDArray[np.uint8]

BYTE = 255  # greatest value of a uint8: larger numbers are shown as this
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
NO_SQUARE = -1


@compiled
def wall_bits(grid: GridMap, square: int, cell: int) -> int:
    """Sides of a floor square that nobody can cross.

    Source: B28.
    """
    bits = 0
    if cell < SIDE or is_wall(grid, square, cell - SIDE):
        bits += NORTH
    if cell % SIDE == SIDE - 1 or is_wall(grid, square, cell + 1):
        bits += EAST
    if cell >= MAX_SQUARES - SIDE or is_wall(grid, square, cell + SIDE):
        bits += SOUTH
    if cell % SIDE == 0 or is_wall(grid, square, cell - 1):
        bits += WEST
    return bits


@compiled
def is_wall(grid: GridMap, square: int, other_cell: int) -> bool:
    """Whether a wall parts a square from the cell beside it."""
    other = int(grid.square_at[other_cell])
    return other == NO_SQUARE or int(grid.adjacent[square, other]) == 0


@compiled
def shown_distance(distance: int) -> int:
    """A walking distance as the observation shows it: + 1, 0 for no way."""
    if distance == UNREACHABLE:
        return 0
    return min(distance + 1, BYTE)


@compiled
def clear_bytes(values: Bytes) -> None:
    """Zero a row of bytes."""
    for i in range(values.size):
        values[i] = 0
