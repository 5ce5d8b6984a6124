"""Figures: heroes are discs, enemies have the shape of their type; bars, marks and glows around them."""

from __future__ import annotations

from brimstone_env.battle.drawing.scene import EnemyFigure, HeroFigure
from brimstone_env.core.render.canvas import Canvas, text_width
from brimstone_env.core.render.figures import (
    BAR_GROUND,
    INK,
    draw_disc,
    draw_fallen,
    draw_shape,
    draw_star,
    draw_turn_glow,
    health_colour,
)
from brimstone_env.core.render.looks import GOLD, HEALTH, SANITY, Look
from brimstone_env.core.render.palette import hex_colour

STATUS_COLOURS = {"venom": hex_colour("7ac70c"), "held": hex_colour("a78bfa"), "badge": hex_colour("ffd24a")}


def draw_hero(canvas: Canvas, hero: HeroFigure, x: int, y: int, cell: int, active: bool) -> None:
    """A standing hero on the square whose middle is (x, y): disc, bars, grit, statuses."""
    size = round(cell * 0.7)
    middle = y - round(cell * 0.09)
    if active:
        draw_turn_glow(canvas, x, middle, size)
    draw_disc(canvas, x, middle, size, hero.colour, hero.initials)
    width, height = round(cell * 0.82), max(3, cell // 14)
    left, top = x - width // 2, y + cell // 2 - 2 * height - 4
    canvas.rectangle(left - 1, top - 1, width + 2, 2 * height + 3, INK)
    canvas.bar(left, top, width, height, hero.health / max(1, hero.max_health), HEALTH, BAR_GROUND)
    canvas.bar(left, top + height + 1, width, height, hero.sanity / max(1, hero.max_sanity), SANITY, BAR_GROUND)
    dot = max(6, cell // 7)
    for i in range(hero.grit):
        draw_grit(canvas, x + cell // 2 - dot - 1, y - cell // 2 + 2 + i * (dot + 1), dot, True)
    shown = [word for word in hero.statuses if word in STATUS_COLOURS]
    for i, word in enumerate(shown):
        draw_status(canvas, x - cell // 2 + 2, y - cell // 2 + 2 + i * (dot + 3), dot + 3, word)


def draw_grit(canvas: Canvas, x: int, y: int, size: int, filled: bool) -> None:
    """A grit dot in a box of ``size`` pixels; hollow if it is spent."""
    canvas.shape("circle", x, y, size, INK if filled else hex_colour("57504f"))
    canvas.shape("circle", x, y, size, GOLD if filled else hex_colour("2b272a"), 1.2)


def draw_status(canvas: Canvas, x: int, y: int, size: int, word: str) -> None:
    """A status as a small square with its first letter."""
    colour = STATUS_COLOURS[word]
    canvas.rounded(x, y, size, size, 2, INK)
    canvas.rounded(x + 1, y + 1, size - 2, size - 2, 2, colour)
    canvas.text(x + size // 2, y + size // 2, word[0].upper(), max(8, size - 3), INK, "mm", bold=True)


def draw_marker(canvas: Canvas, hero: HeroFigure, x: int, y: int, cell: int) -> None:
    """The marker of a knocked-out hero: flat, grey, crossed out, with the hero's colour around it."""
    size = round(cell * 0.6)
    top = y - round(cell * 0.4)
    draw_fallen(canvas, x - size // 2, top, size, hero.colour)
    font = max(9, round(cell * 0.22))
    width, height = text_width(hero.initials, font, True) + 10, font + 4
    tag = top + size - height // 3
    canvas.rounded(x - width // 2, tag, width, height, 4, INK)
    canvas.text(x, tag + height // 2, hero.initials, font, hero.colour, "mm", bold=True)


def draw_enemy(
    canvas: Canvas, enemy: EnemyFigure, look: Look, x: int, y: int, room: int, elite: bool, active: bool
) -> None:
    """A living enemy in a box of ``room`` pixels around (x, y): figure, number, Health left, elite mark."""
    size = round(room * 0.8)
    middle = y - round(room * 0.06)
    if active:
        draw_turn_glow(canvas, x, middle, size, strong=False)
    draw_shape(canvas, x, middle, size, look, enemy.label, elite)
    width, height = round(room * 0.7), max(3, min(6, room // 13))
    left, top = x - width // 2, y + room // 2 - height - 3
    share = enemy.health_left / max(1, enemy.max_health)
    canvas.rectangle(left - 1, top - 1, width + 2, height + 2, INK)
    canvas.bar(left, top, width, height, share, health_colour(share), BAR_GROUND)
    if elite:
        draw_star(canvas, x + round(size * 0.42), middle - round(size * 0.4), max(11, round(room * 0.26)))
