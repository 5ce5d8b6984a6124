"""A battle as text: the board in box-drawing characters, then the party, the enemies and the order of the turn."""

from __future__ import annotations

from collections import defaultdict
from textwrap import wrap
from typing import Any

from brimstone_env.battle.codes import BOARD_SIDE, Outcome
from brimstone_env.battle.drawing.board import BRIGHT, DOOR, MUTED, WALL, Floor, floor_colour, floor_of
from brimstone_env.battle.drawing.looks import GOLD, HEALTH, LEGAL, SANITY
from brimstone_env.battle.drawing.questions import plural
from brimstone_env.battle.drawing.scene import EnemyFigure, EnemyGroup, HeroFigure, Place, Scene
from brimstone_env.battle.drawing.tokens import health_colour
from brimstone_env.core.grid import tile_letters
from brimstone_env.core.render.palette import Colour, darker, ink_on, lighter
from brimstone_env.core.render.text_grid import PLAIN, Style, TextGrid

CELL = 4  # characters of a square, without the wall on its left
BAR = 8  # characters of a bar
LIST_WIDTH = 50
MARGIN = 3  # characters for row numbers
FLOOR_SHADE = 0.72  # how much darker the floor is than in the picture
# Box-drawing characters by the walls that meet in a corner: above, right, below, left.
CORNERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


def draw_text(scene: Scene, book: Any, colour: bool, width: int) -> str:
    """The text picture of a scene; see `picture.draw_ansi`."""
    floor = floor_of(book)
    lists = list_lines(scene)
    top, left, rows, columns = extent(floor)
    board_width = MARGIN + columns * (CELL + 1) + 1
    beside = board_width + 2 + LIST_WIDTH <= width
    board_height = 2 * rows + 2
    grid = TextGrid(
        2 + (max(board_height, len(lists)) if beside else board_height + 1 + len(lists)),
        board_width + 2 + LIST_WIDTH if beside else max(board_width, LIST_WIDTH, width),
    )
    write_header(grid, scene)
    write_board(grid, scene, floor, (top, left), (rows, columns), 2)
    row, column = (2, board_width + 2) if beside else (board_height + 3, 0)
    for i, line in enumerate(lists):
        at = column
        for text, style in line:
            at = grid.write(row + i, at, text, style)
    return grid.render(colour)


def extent(floor: Floor) -> tuple[int, int, int, int]:
    """First row, first column, rows and columns of the part of the grid that has floor."""
    rows, columns = [place[0] for place in floor.tiles], [place[1] for place in floor.tiles]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def write_header(grid: TextGrid, scene: Scene) -> None:
    """Turn, whose turn it is, the question, and the dice that it is about."""
    at = grid.write(0, 0, f"Turn {scene.turn}", Style(bold=True))
    over = scene.outcome != Outcome.UNDECIDED
    ink = GOLD if over else scene.heroes[scene.asked].colour if scene.asked >= 0 else BRIGHT
    at = grid.write(0, at, f"  {scene.headline}", Style(lighter(ink, 0.2), bold=True))
    at = grid.write(0, at, f": {scene.question}")
    if scene.dice:
        at = grid.write(0, at, f"  [{scene.roll}]")
        for die in scene.dice:
            style = (Style(MUTED), Style(BRIGHT, bold=True), Style(GOLD, bold=True))[die.grade]
            at = grid.write(0, at, f" {die.value}{'*' if die.marked else ''}{'!' if die.grade == 2 else ''}", style)


# --- the board ------------------------------------------------------------------------------------------------------


def write_board(
    grid: TextGrid, scene: Scene, floor: Floor, corner: Place, size: tuple[int, int], first_line: int
) -> None:
    """The board from a line on: column numbers, then two lines for each row of squares and one that closes it."""
    (top, left), (rows, columns) = corner, size
    for column in range(columns):
        grid.write(first_line, MARGIN + column * (CELL + 1) + 2, f"{left + column:>2}", Style(MUTED))
    signs = board_signs(scene)
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


def _write_square(
    grid: TextGrid, floor: Floor, place: Place, line: int, at: int, sign: tuple[str, Style] | None
) -> None:
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


def board_signs(scene: Scene) -> dict[Place, tuple[str, Style]]:
    """What is on each square: at most CELL characters, and their style.

    A hero is its initials on its colour, `>` before the one whose turn it is; a marker is `x` and initials. An enemy
    is its letter and number; several on one square are their number, `x` and the letter. `o` is a square to move to.
    """
    signs: dict[Place, tuple[str, Style]] = {}
    for cell in scene.steps:
        signs[divmod(cell, BOARD_SIDE)] = (" o", Style(lighter(LEGAL, 0.4), bold=True))
    squares: dict[Place, list[EnemyFigure]] = defaultdict(list)
    for hero in scene.heroes:
        if hero.knocked_out:
            signs[hero.place] = (f"x{hero.initials}"[:CELL], Style(lighter(hero.colour, 0.2)))
    for enemy in scene.enemies:
        for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)) if enemy.wide else ((0, 0),):
            squares[enemy.place[0] + down, enemy.place[1] + across].append(enemy)
    for place, figures in squares.items():
        group = scene.groups[figures[0].group]
        text = figures[0].label if len(figures) == 1 else f"{len(figures)}x{group.look.letter}"
        if group.elite and len(text) < CELL - 1:
            text += "+"
        signs[place] = (f"{text:^{CELL}}"[:CELL], Style(lighter(group.look.colour, 0.75), group.look.colour, True))
    for hero in scene.heroes:
        if not hero.knocked_out:
            mark = ">" if hero.index == scene.hero else " "
            style = Style(ink_on(hero.colour), hero.colour, True)
            signs[hero.place] = (f"{mark + hero.initials:<{CELL}}"[:CELL], style)
    return signs


# --- the lists ------------------------------------------------------------------------------------------------------

Line = list[tuple[str, Style]]


def list_lines(scene: Scene) -> list[Line]:
    """The party, the enemies and the order of the turn."""
    lines: list[Line] = []
    for hero in scene.heroes:
        lines += hero_lines(hero, active=hero.index == scene.hero)
    if scene.revive_tokens:
        lines.append([(plural(scene.revive_tokens, "revive token"), PLAIN)])
    lines.append([])
    for group in scene.groups:
        lines += group_lines(scene, group)
    if scene.outcome == Outcome.UNDECIDED:
        names = [scene.heroes[i].initials if kind == "hero" else scene.groups[i].title for kind, i in scene.order]
        lines.append([])
        lines += [[(line, PLAIN)] for line in wrap(f"Still to act: {', '.join(names) or 'nobody'}", LIST_WIDTH)]
    return lines


def hero_lines(hero: HeroFigure, active: bool) -> list[Line]:
    """A hero: name and statuses, then Health, Sanity and grit."""
    words = (*(["knocked out"] if hero.knocked_out else []), *hero.statuses)
    mark = ">" if active else " "
    name = f" {hero.title} "
    first: Line = [
        (mark, Style(GOLD, bold=True)),
        (name, Style(ink_on(hero.colour), hero.colour, True)),
        (f" hero {hero.index}", Style(MUTED)),
        (f"  {', '.join(words)}" if words else "", Style(GOLD)),
    ]
    second: Line = [
        ("  Health ", Style(MUTED)),
        *bar(hero.health, hero.max_health, HEALTH),
        ("  Sanity ", Style(MUTED)),
        *bar(hero.sanity, hero.max_sanity, SANITY),
        ("  " + "●" * hero.grit + "○" * max(0, hero.max_grit - hero.grit), Style(GOLD)),
    ]
    return [first, second]


def group_lines(scene: Scene, group: EnemyGroup) -> list[Line]:
    """An enemy type: name and numbers, then each hurt or hunting figure."""
    first: Line = [
        (">" if group.index == scene.group else " ", Style(GOLD, bold=True)),
        (f" {group.look.letter} ", Style(lighter(group.look.colour, 0.75), group.look.colour, True)),
        (f" {group.title} ", Style(bold=True)),
        (f"{group.alive} of {group.placed}", PLAIN),
        (f"  elite {', '.join(map(str, group.elite))}" if group.elite else "", Style(GOLD)),
    ]
    lines = [first]
    if group.alive:
        numbers = [f"Initiative {group.initiative}", f"Defense {group.defense}", *([group.blow] if group.blow else [])]
        lines.append([(f"    {', '.join(numbers)}", Style(MUTED))])
        if group.shot:
            lines.append([(f"    Shoots {group.shot}", Style(MUTED))])
    for enemy in scene.enemies:
        if enemy.group == group.index and (enemy.target >= 0 or enemy.health_left < enemy.max_health):
            lines.append(enemy_line(scene, enemy))
    return lines


def enemy_line(scene: Scene, enemy: EnemyFigure) -> Line:
    """A figure: where it is, its Health left, whom it is after."""
    share = enemy.health_left / max(1, enemy.max_health)
    line: Line = [
        (f"    {enemy.label:<4}", Style(bold=True)),
        (f"at {enemy.base[0]},{enemy.base[1]}".ljust(9), PLAIN),
        *bar(enemy.health_left, enemy.max_health, health_colour(share)),
    ]
    if enemy.target >= 0:
        hero = scene.heroes[enemy.target]
        line += [(" after ", Style(MUTED)), (hero.initials, Style(lighter(hero.colour, 0.2), bold=True))]
    return line


def bar(value: int, most: int, colour: Colour) -> Line:
    """A bar of BAR / 2 blocks and its numbers."""
    half = BAR // 2
    filled = 0 if value == 0 else max(1, round(half * value / max(1, most)))
    return [
        ("█" * filled, Style(colour)),
        ("░" * (half - filled), Style(darker(colour, 0.5))),
        (f" {value}/{most}".ljust(6), PLAIN),
    ]
