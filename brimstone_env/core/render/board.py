"""The board without figures: floor by tile, walls, thin walls, doorways, coordinates. Drawn once per map."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from brimstone_env.core.grid import SIDE
from brimstone_env.core.render.canvas import Canvas
from brimstone_env.core.render.palette import Colour, darker, hex_colour, lighter, mix

Place = tuple[int, int]  # row, column of the 16 x 16 grid
WIDTH, HEIGHT = 1280, 860
HEADER, FOOTER, PANEL = 72, 60, 376  # pixels of the strips above, below and right of the board
GROUND = hex_colour("1d1a1c")
STRIP = hex_colour("272327")
EDGE = hex_colour("3a3439")
ROCK = hex_colour("4a3f3a")
WALL = hex_colour("8d7a66")
DOOR = hex_colour("a9743a")
MUTED = hex_colour("9a9096")
BRIGHT = hex_colour("f2ece4")
FLOORS: tuple[Colour, ...] = tuple(
    hex_colour(text) for text in ("d9cdb8", "c4cfbd", "bfcad6", "dcc3b8", "cfc4d8", "d6d3a8", "b9d2cd", "d3bfc6")
)
SIDES: tuple[Place, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
MAX_CELL = 76


@dataclass(frozen=True)
class Grid:
    """Where the map lies in the picture.

    Attributes:
        top: first row of the map that has floor.
        left: first column that has floor.
        rows: rows from there.
        columns: columns from there.
        cell: pixels of a square's side.
        x: pixels left of the first column.
        y: pixels above the first row.
    """

    top: int
    left: int
    rows: int
    columns: int
    cell: int
    x: int
    y: int

    def corner(self, place: Place) -> tuple[int, int]:
        """Top left pixel (x, y) of a square."""
        return self.x + (place[1] - self.left) * self.cell, self.y + (place[0] - self.top) * self.cell

    def middle(self, place: Place) -> tuple[int, int]:
        """Middle pixel (x, y) of a square."""
        x, y = self.corner(place)
        return x + self.cell // 2, y + self.cell // 2


@dataclass(frozen=True)
class Floor:
    """The floor of a map, for pictures.

    Attributes:
        tiles: bits of the tiles of each square of the floor, by place.
        doors: the doorway squares.
        open_sides: pairs (place, place) of squares side by side without a wall between.
    """

    tiles: dict[Place, int]
    doors: frozenset[Place]
    open_sides: frozenset[tuple[Place, Place]]

    def is_open(self, place: Place, side: Place) -> bool:
        """Whether one can step from a square to the one beside it."""
        return (place, (place[0] + side[0], place[1] + side[1])) in self.open_sides


def map_key(book: Any) -> tuple[bytes, ...]:
    """What tells one map from another in a picture."""
    grid, count = book["map"], int(book["map"]["num_squares"])
    return tuple(grid[name][:count].tobytes() for name in ("cell", "tiles", "doorway", "neighbours"))


_floors: dict[tuple[bytes, ...], Floor] = {}


def floor_of(book: Any) -> Floor:
    """The floor of a book's map; read once per map."""
    key = map_key(book)
    if key not in _floors:
        if len(_floors) > 64:
            _floors.clear()
        _floors[key] = _read_floor(book["map"])
    return _floors[key]


def _read_floor(grid: Any) -> Floor:
    count = int(grid["num_squares"])
    places = [divmod(int(cell), SIDE) for cell in grid["cell"][:count]]
    sides = set()
    for square, place in enumerate(places):
        for other in grid["neighbours"][square]:
            if other >= 0 and places[other] in [(place[0] + down, place[1] + across) for down, across in SIDES]:
                sides.add((place, places[other]))
    return Floor(
        tiles={place: int(grid["tiles"][square]) for square, place in enumerate(places)},
        doors=frozenset(place for square, place in enumerate(places) if grid["doorway"][square]),
        open_sides=frozenset(sides),
    )


def grid_of(floor: Floor) -> Grid:
    """Where a map lies in the picture: as large as fits, in the middle of its part."""
    rows, columns = [place[0] for place in floor.tiles], [place[1] for place in floor.tiles]
    top, left = min(rows), min(columns)
    down, across = max(rows) - top + 1, max(columns) - left + 1
    room_x, room_y = WIDTH - PANEL - 76, HEIGHT - HEADER - FOOTER - 68
    cell = min(MAX_CELL, room_x // across, room_y // down)
    x = (WIDTH - PANEL - across * cell) // 2 + 8
    y = HEADER + (HEIGHT - HEADER - FOOTER - down * cell) // 2 + 6
    return Grid(top, left, down, across, cell, x, y)


@lru_cache(maxsize=16)
def _drawn(key: tuple[bytes, ...]) -> tuple[Canvas, Grid]:
    floor = _floors[key]
    grid = grid_of(floor)
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    _draw_rock(canvas, floor, grid)
    for place in floor.tiles:
        _draw_square(canvas, floor, grid, place)
    for place in floor.tiles:
        _draw_thin_walls(canvas, floor, grid, place)
    _draw_coordinates(canvas, grid)
    _draw_strips(canvas)
    return canvas, grid


def draw_board(book: Any) -> tuple[Canvas, Grid]:
    """A fresh canvas with the empty board, and where the map lies on it."""
    floor_of(book)
    canvas, grid = _drawn(map_key(book))
    return canvas.copy(), grid


def floor_colour(tiles: int) -> Colour:
    """The tint of a tile; of a doorway the mix of its tiles."""
    tints = [FLOORS[bit % len(FLOORS)] for bit in range(31) if tiles >> bit & 1] or [FLOORS[0]]
    colour = tints[0]
    for n, tint in enumerate(tints[1:], start=2):
        colour = mix(colour, tint, 1 / n)
    return colour


def _draw_rock(canvas: Canvas, floor: Floor, grid: Grid) -> None:
    """The walls: three widening bands under the floor, darkest outside."""
    wall = max(5, grid.cell // 9)
    for extra, colour in ((wall + 7, ROCK), (wall + 2, darker(ROCK, 0.55)), (wall, WALL), (2, darker(WALL, 0.55))):
        for place in floor.tiles:
            x, y = grid.corner(place)
            side = grid.cell + 2 * extra
            canvas.rounded(x - extra, y - extra, side, side, extra * 0.6, colour)


def _draw_square(canvas: Canvas, floor: Floor, grid: Grid, place: Place) -> None:
    x, y = grid.corner(place)
    colour = floor_colour(floor.tiles[place])
    if place in floor.doors:
        _draw_doorway(canvas, floor, grid, place)
        return
    if (place[0] * 7 + place[1] * 3) % 5 == 0:  # slabs are not all of one shade
        colour = darker(colour, 0.025)
    canvas.rectangle(x, y, grid.cell, grid.cell, darker(colour, 0.16))
    canvas.rectangle(x, y, grid.cell - 1, grid.cell - 1, lighter(colour, 0.22))
    canvas.rectangle(x + 1, y + 1, grid.cell - 2, grid.cell - 2, colour)


def _draw_doorway(canvas: Canvas, floor: Floor, grid: Grid, place: Place) -> None:
    """Planks laid across the way through, and a sill towards each tile."""
    x, y = grid.corner(place)
    cell = grid.cell
    across = any(
        floor.is_open(place, side) and (place[0], place[1] + side[1]) not in floor.doors for side in ((0, 1), (0, -1))
    )
    canvas.rectangle(x, y, cell, cell, DOOR)
    planks = 5
    for i in range(1, planks):
        offset = round(i * cell / planks)
        if across:
            canvas.rectangle(x + offset, y, 1, cell, darker(DOOR, 0.3))
        else:
            canvas.rectangle(x, y + offset, cell, 1, darker(DOOR, 0.3))
    sill = max(3, cell // 16)
    for down, right in SIDES:
        beside = (place[0] + down, place[1] + right)
        if not floor.is_open(place, (down, right)) or beside in floor.doors:
            continue
        box = _side_box(x, y, cell, (down, right), sill)
        canvas.rectangle(*box, darker(DOOR, 0.55))


def _side_box(x: int, y: int, cell: int, side: Place, thickness: int) -> tuple[int, int, int, int]:
    """The strip (x, y, width, height) of a square along one of its sides, inside it."""
    down, right = side
    if down:
        return x, y if down < 0 else y + cell - thickness, cell, thickness
    return x if right < 0 else x + cell - thickness, y, thickness, cell


def _draw_thin_walls(canvas: Canvas, floor: Floor, grid: Grid, place: Place) -> None:
    """Walls between two squares of floor, to the right and below."""
    x, y = grid.corner(place)
    half = max(2, grid.cell // 16)
    for side in ((0, 1), (1, 0)):
        beside = (place[0] + side[0], place[1] + side[1])
        if beside not in floor.tiles or floor.is_open(place, side):
            continue
        for extra, colour in ((1, darker(WALL, 0.6)), (0, WALL)):
            t = half + extra
            if side == (0, 1):
                canvas.rounded(x + grid.cell - t, y - t, 2 * t, grid.cell + 2 * t, t * 0.8, colour)
            else:
                canvas.rounded(x - t, y + grid.cell - t, grid.cell + 2 * t, 2 * t, t * 0.8, colour)


def _draw_coordinates(canvas: Canvas, grid: Grid) -> None:
    """Row numbers on the left and column numbers above, as the names of squares have them."""
    gap = max(5, grid.cell // 9) + 18
    size = 13 if grid.cell >= 40 else 11
    for row in range(grid.rows):
        y = grid.y + row * grid.cell + grid.cell // 2
        canvas.text(grid.x - gap, y, str(grid.top + row), size, MUTED, "mm")
    for column in range(grid.columns):
        x = grid.x + column * grid.cell + grid.cell // 2
        canvas.text(x, grid.y - gap, str(grid.left + column), size, MUTED, "mm")


def _draw_strips(canvas: Canvas) -> None:
    """The empty header, footer and side panel."""
    canvas.rectangle(0, 0, WIDTH, HEADER, STRIP)
    canvas.rectangle(0, HEADER - 2, WIDTH, 2, EDGE)
    canvas.rectangle(0, HEIGHT - FOOTER, WIDTH - PANEL, FOOTER, STRIP)
    canvas.rectangle(0, HEIGHT - FOOTER, WIDTH - PANEL, 2, EDGE)
    canvas.rectangle(WIDTH - PANEL, HEADER, PANEL, HEIGHT - HEADER, STRIP)
    canvas.rectangle(WIDTH - PANEL, HEADER - 2, 2, HEIGHT - HEADER, EDGE)
