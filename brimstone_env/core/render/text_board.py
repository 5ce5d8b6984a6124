"""The board as text, in box-drawing characters, and bars of blocks."""

from __future__ import annotations

from collections.abc import Mapping

from brimstone_env.core.grid import tile_letters
from brimstone_env.core.render.board import DOOR, MUTED, WALL, Floor, Place, floor_colour
from brimstone_env.core.render.palette import Colour, darker, lighter
from brimstone_env.core.render.text_grid import PLAIN, Style, TextGrid

CELL = 4  # characters of a square, without the wall on its left
BAR = 8  # characters of a bar
MARGIN = 3  # characters for row numbers
FLOOR_SHADE = 0.72  # how much darker the floor is than in the picture
# Box-drawing characters by the walls that meet in a corner: above, right, below, left.
CORNERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
Line = list[tuple[str, Style]]
Sign = tuple[str, Style]  # at most CELL characters, and how they look


def extent(floor: Floor) -> tuple[int, int, int, int]:
    """First row, first column, rows and columns of the part of the grid that has floor."""
    rows, columns = [place[0] for place in floor.tiles], [place[1] for place in floor.tiles]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def write_board(grid: TextGrid, signs: Mapping[Place, Sign], floor: Floor, first_line: int) -> None:
    """The board from a line on: column numbers, then two lines for each row of squares and one that closes it.

    `signs` is what stands on squares, by place.
    """
    top, left, rows, columns = extent(floor)
    for column in range(columns):
        grid.write(first_line, MARGIN + column * (CELL + 1) + 2, f"{left + column:>2}", Style(MUTED))
    for row in range(rows + 1):
        line = first_line + 1 + 2 * row
        for column in range(columns + 1):
            place, at = (top + row, left + column), MARGIN + column * (CELL + 1)
            _write_corner(grid, floor, place, line, at)
            _write_side(grid, floor, place, line, at + 1, CELL, (-1, 0), "━")
            _write_side(grid, floor, place, line + 1, at, 1, (0, -1), "┃")
            if place in floor.tiles:
                _write_square(grid, floor, place, line + 1, at + 1, signs.get(place))
        if row < rows:
            grid.write(line + 1, 0, f"{top + row:>2}", Style(MUTED))


def _write_square(grid: TextGrid, floor: Floor, place: Place, line: int, at: int, sign: Sign | None) -> None:
    """One square: what stands on it, else the letter of its tile, or planks in a doorway."""
    ground = floor_style(floor, place)
    text = "░" * CELL if place in floor.doors else f" {tile_letters(floor.tiles[place])[:1]}"
    grid.write(line, at, f"{text:<{CELL}}", Style(lighter(ground.ground or WALL, 0.25), ground.ground))
    if sign is not None:
        text, style = sign
        grid.write(line, at, text, Style(style.ink, style.ground or ground.ground, style.bold))


def floor_style(floor: Floor, place: Place) -> Style:
    """The ground of a square."""
    if place in floor.doors:
        return Style(ground=darker(DOOR, 0.45))
    return Style(ground=darker(floor_colour(floor.tiles[place]), FLOOR_SHADE))


def has_wall(floor: Floor, one: Place, other: Place) -> bool:
    """Whether a wall stands between two squares side by side of which at least one is floor."""
    if one not in floor.tiles and other not in floor.tiles:
        return False
    return (one, other) not in floor.open_sides


def _write_side(
    grid: TextGrid, floor: Floor, place: Place, line: int, at: int, width: int, side: Place, sign: str
) -> None:
    """What is between a square and the one above it, or the one to its left."""
    beside = (place[0] + side[0], place[1] + side[1])
    if has_wall(floor, place, beside):
        grid.write(line, at, sign * width, Style(WALL))
    elif place in floor.tiles and beside in floor.tiles:
        ground = floor_style(floor, place if place not in floor.doors else beside).ground
        grid.fill(line, at, width, Style(ground=ground))


def _write_corner(grid: TextGrid, floor: Floor, place: Place, line: int, at: int) -> None:
    """The corner above and to the left of a square."""
    row, column = place
    above, before, across = (row - 1, column), (row, column - 1), (row - 1, column - 1)
    walls = (
        has_wall(floor, across, above),
        has_wall(floor, above, place),
        has_wall(floor, before, place),
        has_wall(floor, across, before),
    )
    sign = CORNERS[sum(1 << i for i, wall in enumerate(walls) if wall)]
    if sign != " ":
        grid.write(line, at, sign, Style(WALL))
    elif place in floor.tiles:
        grid.write(line, at, " ", floor_style(floor, place))


def bar(value: int, most: int, colour: Colour) -> Line:
    """A bar of BAR / 2 blocks and its numbers."""
    half = BAR // 2
    filled = 0 if value == 0 else max(1, round(half * value / max(1, most)))
    return [
        ("█" * filled, Style(colour)),
        ("░" * (half - filled), Style(darker(colour, 0.5))),
        (f" {value}/{most}".ljust(6), PLAIN),
    ]
