"""A battle as text: the board in box-drawing characters, then the party, the enemies and the order of the turn."""

from __future__ import annotations

from collections import defaultdict
from textwrap import wrap
from typing import Any

from brimstone_env.battle.codes import BOARD_SIDE, Outcome
from brimstone_env.battle.drawing.questions import plural
from brimstone_env.battle.drawing.scene import EnemyFigure, EnemyGroup, HeroFigure, Scene
from brimstone_env.core.render.board import BRIGHT, MUTED, Place, floor_of
from brimstone_env.core.render.figures import health_colour
from brimstone_env.core.render.looks import GOLD, HEALTH, LEGAL, SANITY
from brimstone_env.core.render.palette import ink_on, lighter
from brimstone_env.core.render.text_board import CELL, MARGIN, Line, bar, extent, write_board
from brimstone_env.core.render.text_grid import PLAIN, Style, TextGrid

LIST_WIDTH = 50


def draw_text(scene: Scene, book: Any, colour: bool, width: int) -> str:
    """The text picture of a scene; see `picture.draw_ansi`."""
    floor = floor_of(book)
    lists = list_lines(scene)
    _, _, rows, columns = extent(floor)
    board_width = MARGIN + columns * (CELL + 1) + 1
    beside = board_width + 2 + LIST_WIDTH <= width
    board_height = 2 * rows + 2
    grid = TextGrid(
        2 + (max(board_height, len(lists)) if beside else board_height + 1 + len(lists)),
        board_width + 2 + LIST_WIDTH if beside else max(board_width, LIST_WIDTH, width),
    )
    write_header(grid, scene)
    write_board(grid, board_signs(scene), floor, 2)
    row, column = (2, board_width + 2) if beside else (board_height + 3, 0)
    for i, line in enumerate(lists):
        at = column
        for text, style in line:
            at = grid.write(row + i, at, text, style)
    return grid.render(colour)


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
