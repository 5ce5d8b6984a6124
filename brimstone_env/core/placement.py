"""Where arriving figures are put on a map tile: rows as seen from the entrance, checkerboard order, the tile behind.

Computed once per map and entrance; the rules only read the resulting order.
"""

from __future__ import annotations

from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import ORTHOGONAL, Direction, GridMap, tile_letters, tile_squares


def view_direction(grid: GridMap, tile: int, entrance: int) -> Direction:
    """The direction (rows, columns) in which someone in the entrance looks into the tile.

    It leads from the entrance to a square of the tile that is no doorway; among several, the one in which the tile
    reaches furthest, then north, east, south, west.

    Args:
        grid: the map.
        tile: bit of the tile.
        entrance: a square of the doorway through which the heroes came; -1 for none: seen from below the drawing.

    Raises:
        InputError: if the entrance is not a square of the tile.

    Source: B9, N2.
    """
    if entrance < 0:
        return ORTHOGONAL[0]
    row, col = int(grid.rows[entrance]), int(grid.cols[entrance])
    if not int(grid.tiles[entrance]) & tile:
        raise InputError(f"the entrance {row},{col} is not a square of tile {tile_letters(tile)}")
    squares = tile_squares(grid, tile)

    def depth(way: Direction) -> int:
        return max((int(grid.rows[s]) - row) * way[0] + (int(grid.cols[s]) - col) * way[1] for s in squares)

    inward = []
    for other in grid.neighbours[entrance, : grid.num_neighbours[entrance]]:
        way = (int(grid.rows[other]) - row, int(grid.cols[other]) - col)
        if way in ORTHOGONAL and int(grid.tiles[other]) & tile and not grid.doorway[other]:
            inward.append(way)
    return max(sorted(inward, key=ORTHOGONAL.index) or ORTHOGONAL, key=depth)


def view_rows(grid: GridMap, tile: int, entrance: int) -> list[list[int]]:
    """The squares of a tile in rows across the view from the entrance: furthest row first, each from left to right.

    Source: B9, N2.
    """
    ahead = view_direction(grid, tile, entrance)
    right = (ahead[1], -ahead[0])
    rows: dict[int, list[tuple[int, int]]] = {}
    for square in tile_squares(grid, tile):
        row, col = int(grid.rows[square]), int(grid.cols[square])
        rows.setdefault(row * ahead[0] + col * ahead[1], []).append((row * right[0] + col * right[1], square))
    return [[square for _, square in sorted(rows[depth])] for depth in sorted(rows, reverse=True)]


def placement_order(grid: GridMap, tile: int, entrance: int) -> list[int]:
    """The squares of a tile in the order in which arriving enemies fill them.

    First every other square in a checkerboard, which starts on the leftmost square of the furthest row, row by row;
    then the gaps, in the same order. Squares of doorways count as squares of the tile.

    Args:
        grid: the map.
        tile: bit of the tile.
        entrance: a square of the doorway through which the heroes came; -1 for none: seen from below the drawing.

    Raises:
        InputError: if the entrance is not a square of the tile.

    Source: B9, B10, B11, N2.
    """
    squares = [square for row in view_rows(grid, tile, entrance) for square in row]
    if not squares:
        return []

    def colour(square: int) -> int:
        return int(grid.rows[square] + grid.cols[square]) % 2

    first = colour(squares[0])
    return [s for s in squares if colour(s) == first] + [s for s in squares if colour(s) != first]


def behind_tiles(grid: GridMap, tile: int, entrance: int) -> int:
    """Bits of the tiles that the heroes came from: those beyond the doorway of the entrance.

    An entrance that is no doorway leads to the other tiles next to it. 0 where nothing lies beyond (the open end of a
    tile), and for no entrance (-1).

    Source: B12.
    """
    if entrance < 0:
        return 0
    doorway = [entrance]
    for square in doorway:  # grows while it is read: the squares of one doorway hang together
        for other in grid.neighbours[square, : grid.num_neighbours[square]]:
            if grid.doorway[entrance] and grid.doorway[other] and int(other) not in doorway:
                doorway.append(int(other))
    around = doorway if grid.doorway[entrance] else grid.neighbours[entrance, : grid.num_neighbours[entrance]]
    tiles = 0
    for square in around:
        tiles |= int(grid.tiles[square])
    return tiles & ~tile
