"""The board: floor squares, walls, tiles, and what follows from them (neighbours, sight, distances).

A map is drawn on a grid of at most 16 x 16 cells; its floor squares are numbered by row, then column. All tables are
computed once per map; rules only look things up. Reachable squares depend on who stands where and live with the rules
of movement.

A drawing: ``#`` is no floor, a small letter is floor of the tile with that letter, ``+`` is a doorway square, which
belongs to every tile that it touches orthogonally. Thin walls stand between two squares.
"""

from __future__ import annotations

import numpy as np

from brimstone_env.core.records import IntArray, field, record

SIDE = 16
MAX_SQUARES = SIDE * SIDE
UNREACHABLE = 255


@record
class GridMap:
    """A map's geometry."""

    num_squares: int = field(np.int16, 0, MAX_SQUARES, "floor squares")
    rows: IntArray = field(np.int16, 0, SIDE - 1, "row of each square", shape=MAX_SQUARES)
    cols: IntArray = field(np.int16, 0, SIDE - 1, "column of each square", shape=MAX_SQUARES)
    cell: IntArray = field(np.int16, 0, MAX_SQUARES - 1, "row * 16 + column of each square", shape=MAX_SQUARES)
    square_at: IntArray = field(np.int16, -1, MAX_SQUARES - 1, "square of each cell, -1 for no floor", shape=MAX_SQUARES)
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
        np.int16, -1, MAX_SQUARES - 1, "the four squares of a 2 x 2 figure with this base, -1 if not all are floor",
        shape=(MAX_SQUARES, 4),
    )
