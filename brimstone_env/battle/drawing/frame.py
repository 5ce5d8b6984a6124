"""A whole frame: the board, the figures on it, who is after whom, and the strips around."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import BOARD_SIDE
from brimstone_env.battle.drawing.panel import draw_footer, draw_header, draw_panel
from brimstone_env.battle.drawing.scene import EnemyFigure, Scene
from brimstone_env.battle.drawing.tokens import draw_enemy, draw_hero, draw_marker
from brimstone_env.core.render.board import Grid, Place, draw_board
from brimstone_env.core.render.canvas import Canvas
from brimstone_env.core.render.figures import draw_choice, draw_step
from brimstone_env.core.render.palette import lighter

# Where the figures of one square stand, as shares of a square from its middle, and their room as a share of it.
SHARED: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.0, 0.0),),
    2: ((-0.24, -0.12), (0.24, 0.12)),
    3: ((-0.25, -0.22), (0.25, -0.22), (0.0, 0.24)),
    4: ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)),
}
SHARED_ROOM = {1: 1.0, 2: 0.62, 3: 0.54, 4: 0.5}


def draw_frame(scene: Scene, book: Any) -> NDArray[np.uint8]:
    """The picture of a scene, (height, width, 3)."""
    canvas, grid = draw_board(book)
    spots = enemy_spots(scene, grid)
    for cell in scene.steps:
        draw_step(canvas, *grid.middle(divmod(cell, BOARD_SIDE)), grid.cell)
    draw_targets(canvas, scene, grid, spots)
    for hero in scene.heroes:
        if hero.knocked_out:
            draw_marker(canvas, hero, *grid.middle(hero.place), grid.cell)
    for enemy in scene.enemies:
        x, y, room = spots[enemy.index]
        group = scene.groups[enemy.group]
        draw_enemy(canvas, enemy, group.look, x, y, room, bool(group.elite), enemy.group == scene.group)
        if enemy.index in scene.choices:
            draw_choice(canvas, x, y - round(room * 0.06), round(room * 0.96))
    for hero in scene.heroes:
        if not hero.knocked_out:
            draw_hero(canvas, hero, *grid.middle(hero.place), grid.cell, hero.index == scene.hero)
    draw_header(canvas, scene)
    draw_panel(canvas, scene)
    draw_footer(canvas, scene)
    return canvas.to_array()


def enemy_spots(scene: Scene, grid: Grid) -> dict[int, tuple[int, int, int]]:
    """Middle (x, y) and room in pixels of every living enemy, by its index."""
    squares: dict[Place, list[EnemyFigure]] = defaultdict(list)
    for enemy in scene.enemies:
        squares[enemy.place].append(enemy)
    spots = {}
    for place, figures in squares.items():
        number = min(len(figures), 4)
        x, y = grid.middle(place)
        for i, enemy in enumerate(figures):
            if enemy.wide:
                spots[enemy.index] = (x + grid.cell // 2, y + grid.cell // 2, 2 * grid.cell)
                continue
            across, down = SHARED[number][i % number]
            room = round(grid.cell * SHARED_ROOM[number])
            spots[enemy.index] = (x + round(across * grid.cell), y + round(down * grid.cell), room)
    return spots


def draw_targets(canvas: Canvas, scene: Scene, grid: Grid, spots: dict[int, tuple[int, int, int]]) -> None:
    """A thin line from every enemy to the hero it is after, in the hero's colour."""
    for enemy in scene.enemies:
        if enemy.target < 0:
            continue
        hero = scene.heroes[enemy.target]
        x, y, _ = spots[enemy.index]
        end = grid.middle(hero.place)
        canvas.line((x, y), end, 4, (30, 24, 28), 0.5)
        canvas.line((x, y), end, 2, lighter(hero.colour, 0.1))
