"""A battle as pixels: the board, the figures on it, and a list beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.render.board import (
    BRIGHT,
    EDGE,
    HEADER,
    HEIGHT,
    MUTED,
    PANEL,
    STRIP,
    WIDTH,
    Grid,
    Place,
    draw_board,
)
from brimstone_env.core.render.canvas import Canvas, fit_text
from brimstone_env.core.render.figures import (
    BAR_GROUND,
    draw_choice,
    draw_disc,
    draw_shape,
    draw_step,
    draw_turn_glow,
    health_colour,
)
from brimstone_env.core.render.looks import GOLD
from brimstone_env.core.render.palette import darker, hex_colour, mix
from brimstone_env.rounds.drawing.scene import FigureScene, Scene, listed

HERO_ROW = 58
ENEMY_ROW = 30
ROT = hex_colour("8f9a62")
LEFT = WIDTH - PANEL + 18


def draw_frame(scene: Scene, book: Any) -> NDArray[np.uint8]:
    """The picture of a scene, uint8 (height, width, 3)."""
    canvas, grid = draw_board(book)
    for place in scene.graves:
        draw_grave(canvas, grid, place)
    for place in scene.steps:
        draw_step(canvas, *grid.middle(place), grid.cell)
    for figure in sorted((*scene.enemies, *scene.heroes), key=lambda figure: figure.active):
        if figure.place is not None:
            draw_figure(canvas, grid, figure)
    canvas.text(24, HEADER // 2, scene.headline, 24, BRIGHT, bold=True)
    canvas.text(24, HEIGHT - 30, fit_text(scene.question, 18, WIDTH - PANEL - 48), 18, GOLD)
    draw_panel(canvas, scene)
    return canvas.to_array()


def draw_grave(canvas: Canvas, grid: Grid, place: Place) -> None:
    """A mound of rot where a rotting zombie fell: its ground grasps."""
    x, y = grid.corner(place)
    edge, cell = max(3, grid.cell // 12), grid.cell
    canvas.rounded(x + edge, y + edge, cell - 2 * edge, cell - 2 * edge, cell * 0.3, ROT)
    for across, down, share in ((0.3, 0.34, 0.16), (0.62, 0.28, 0.12), (0.5, 0.56, 0.2), (0.26, 0.66, 0.12)):
        side = round(cell * share)
        canvas.rounded(x + round(cell * across), y + round(cell * down), side, side, side * 0.5, darker(ROT, 0.3))


def draw_figure(canvas: Canvas, grid: Grid, figure: FigureScene) -> None:
    """A creature on its squares, with its Stamina below it."""
    assert figure.place is not None
    x, y = grid.middle(figure.place)
    room = grid.cell * (2 if figure.wide else 1)
    if figure.wide:
        x, y = x + grid.cell // 2, y + grid.cell // 2
    size = round(room * 0.74)
    if figure.active:
        draw_turn_glow(canvas, x, y, size)
    if figure.look is None:
        draw_disc(canvas, x, y, size, figure.colour, figure.label, dim=figure.stamina <= 0)
    else:
        draw_shape(canvas, x, y, size, figure.look, figure.label)
    if figure.chosen:
        draw_choice(canvas, x, y, round(room * 0.92))
    share = max(figure.stamina, 0) / max(figure.most, 1)
    width = round(room * 0.7)
    canvas.bar(
        x - width // 2, y + round(room * 0.38), width, max(4, grid.cell // 12), share, health_colour(share), BAR_GROUND
    )


def draw_panel(canvas: Canvas, scene: Scene) -> None:
    """The heroes, the living enemies as far as there is room, and the Director's Malice."""
    y = HEADER + 16
    for hero in scene.heroes:
        draw_hero_row(canvas, hero, y)
        y += HERO_ROW
    canvas.rectangle(LEFT, y, PANEL - 36, 1, EDGE)
    y += 12
    rows = listed(scene.enemies)
    for i, (enemy, count) in enumerate(rows):
        if y + ENEMY_ROW > HEIGHT - 66:
            canvas.text(LEFT, y + 10, f"and {len(rows) - i} more", 13, MUTED)
            break
        draw_enemy_row(canvas, enemy, count, y)
        y += ENEMY_ROW
    canvas.text(LEFT, HEIGHT - 30, f"Malice {scene.malice}", 15, MUTED)
    canvas.text(LEFT + 110, HEIGHT - 30, "pale names have acted in this round", 12, MUTED)


def draw_hero_row(canvas: Canvas, hero: FigureScene, y: int) -> None:
    """A hero in the list: disc, name, Stamina, what it has in hand, conditions."""
    if hero.active:
        canvas.rounded(LEFT - 8, y, PANEL - 20, HERO_ROW - 6, 8, mix(STRIP, GOLD, 0.13))
    gone = hero.place is None
    draw_disc(canvas, LEFT + 20, y + 24, 38, hero.colour, hero.label, dim=gone)
    words = "dead" if gone else ", ".join(hero.words)
    end = LEFT + 50 + canvas.text(LEFT + 50, y + 11, hero.title, 15, MUTED if gone or hero.acted else BRIGHT, bold=True)
    canvas.text(end + 10, y + 12, fit_text(words, 12, WIDTH - 18 - end - 10), 12, GOLD)
    share = max(hero.stamina, 0) / max(hero.most, 1)
    canvas.bar(LEFT + 50, y + 23, 150, 8, share, health_colour(share), BAR_GROUND)
    canvas.text(LEFT + 208, y + 27, f"{hero.stamina}/{hero.most}", 12, BRIGHT)
    note = f"resource {hero.resource}   surges {hero.surges}   recoveries {hero.recoveries}"
    canvas.text(LEFT + 50, y + 42, note, 12, MUTED)


def draw_enemy_row(canvas: Canvas, enemy: FigureScene, count: int, y: int) -> None:
    """An enemy or a squad in the list: figure, kind and number, Stamina (a squad's together), conditions."""
    assert enemy.look is not None
    draw_shape(canvas, LEFT + 12, y + 12, 24, enemy.look, enemy.label if count == 1 else enemy.look.letter)
    ink = GOLD if enemy.active else MUTED if enemy.acted else BRIGHT
    end = LEFT + 34 + canvas.text(LEFT + 34, y + 12, enemy.title if count == 1 else f"{enemy.title} x {count}", 13, ink)
    end += 8 + canvas.text(end + 8, y + 12, f"{enemy.stamina}/{enemy.most}", 12, MUTED)
    canvas.text(end + 10, y + 12, fit_text(", ".join(enemy.words), 12, max(WIDTH - 18 - end - 10, 1)), 12, GOLD)
