"""A battle as text: the board in box-drawing characters, the heroes, the enemies, and who is still to act."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from brimstone_env.core.render.board import BRIGHT, MUTED, Place, floor_of
from brimstone_env.core.render.figures import health_colour
from brimstone_env.core.render.looks import GOLD, LEGAL
from brimstone_env.core.render.palette import hex_colour, ink_on, lighter
from brimstone_env.core.render.text_board import CELL, MARGIN, Line, bar, extent, write_board
from brimstone_env.core.render.text_grid import PLAIN, Style, TextGrid
from brimstone_env.rounds.drawing.scene import FigureScene, Scene, listed

LIST_WIDTH = 56
GRAVE = hex_colour("a9c46c")


def draw_text(scene: Scene, book: Any, colour: bool, width: int) -> str:
    """The text picture of a scene; see `picture.draw_ansi`."""
    floor = floor_of(book)
    lists = list_lines(scene)
    _, _, rows, columns = extent(floor)
    board_width = MARGIN + columns * (CELL + 1) + 1
    beside = board_width + 2 + LIST_WIDTH <= width
    board_height = 2 * rows + 2
    height = 2 + (max(board_height, len(lists)) if beside else board_height + 1 + len(lists))
    grid = TextGrid(height, board_width + 2 + LIST_WIDTH if beside else max(board_width, LIST_WIDTH, width))
    at = grid.write(0, 0, scene.headline, Style(BRIGHT, bold=True))
    grid.write(0, at, f"  {scene.question}", Style(GOLD))
    write_board(grid, board_signs(scene), floor, 2)
    row, column = (2, board_width + 2) if beside else (board_height + 3, 0)
    for i, line in enumerate(lists):
        at = column
        for text, style in line:
            at = grid.write(row + i, at, text, style)
    return grid.render(colour)


def board_signs(scene: Scene) -> dict[Place, tuple[str, Style]]:
    """What is on each square: a hero's initials on its colour, an enemy's letter and number, `o` where one may go.

    `~` is ground where a rotting zombie fell. `>` stands before whose turn it is, `*` before whom an action may name.
    """
    step = (" o", Style(lighter(LEGAL, 0.4), bold=True))
    signs: dict[Place, tuple[str, Style]] = dict.fromkeys(scene.graves, (" ~", Style(GRAVE, bold=True)))
    signs |= dict.fromkeys(scene.steps, step)
    signs |= dict.fromkeys(set(scene.steps) & set(scene.graves), (" o~", step[1]))
    for figure in (*scene.enemies, *scene.heroes):
        if figure.place is None:
            continue
        ground = figure.colour if figure.look is None else figure.look.colour
        mark = ">" if figure.active else "*" if figure.chosen else " "
        sign = (f"{mark + figure.label:<{CELL}}"[:CELL], Style(ink_on(ground), ground, True))
        for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)) if figure.wide else ((0, 0),):
            signs[figure.place[0] + down, figure.place[1] + across] = sign
    return signs


def list_lines(scene: Scene) -> list[Line]:
    """The heroes, the living enemies, Malice, and who is still to act."""
    lines: list[Line] = []
    for hero in scene.heroes:
        lines += hero_lines(hero)
    lines.append([])
    lines += [enemy_line(enemy, count) for enemy, count in listed(scene.enemies)]
    lines.append([(f"Malice {scene.malice}", Style(MUTED))])
    order = ", ".join(scene.order) or "nobody"
    lines += [[(line, PLAIN)] for line in wrap(f"Still to act: {order}", LIST_WIDTH)]
    return lines


def hero_lines(hero: FigureScene) -> list[Line]:
    """A hero: name and conditions, then Stamina, resource, surges and Recoveries."""
    words = ("dead",) if hero.place is None else hero.words
    first: Line = [
        (">" if hero.active else " ", Style(GOLD, bold=True)),
        (f" {hero.title} ", Style(ink_on(hero.colour), hero.colour, True)),
        (f" hero {hero.creature}", Style(MUTED)),
        (f"  {', '.join(words)}", Style(GOLD)),
    ]
    shown = max(hero.stamina, 0)
    second: Line = [
        ("  Stamina ", Style(MUTED)),
        *bar(shown, hero.most, health_colour(shown / max(hero.most, 1))),
        (f" resource {hero.resource}  surges {hero.surges}  recoveries {hero.recoveries}", PLAIN),
    ]
    return [first, second]


def enemy_line(enemy: FigureScene, count: int) -> Line:
    """An enemy, or a squad of so many: label, kind, Stamina and conditions."""
    look = enemy.look
    ground = enemy.colour if look is None else look.colour
    return [
        (">" if enemy.active else " ", Style(GOLD, bold=True)),
        (f"{enemy.label if count == 1 or look is None else look.letter:<4}", Style(ink_on(ground), ground, True)),
        (f" {enemy.title}{'' if count == 1 else f' x {count}'} ", Style(MUTED) if enemy.acted else PLAIN),
        (f"{enemy.stamina}/{enemy.most}", Style(health_colour(enemy.stamina / max(enemy.most, 1)))),
        (f"  {', '.join(enemy.words)}", Style(GOLD)),
    ]
