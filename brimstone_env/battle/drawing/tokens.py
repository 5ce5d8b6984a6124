"""Figures: heroes are discs, enemies have the shape of their type; bars, marks and glows around them."""

from __future__ import annotations

from brimstone_env.battle.drawing.looks import GOLD, HALO, HEALTH, LEGAL, SANITY, Look
from brimstone_env.battle.drawing.scene import EnemyFigure, HeroFigure
from brimstone_env.core.render.canvas import Canvas, text_width
from brimstone_env.core.render.palette import BLACK, WHITE, Colour, darker, hex_colour, ink_on, lighter, mix

INK = hex_colour("17131a")
BAR_GROUND = hex_colour("2b2328")
HEALTHY, HURT, DYING = hex_colour("4cc46a"), hex_colour("f0b429"), hex_colour("e5484d")
FALLEN = hex_colour("6f676b")
STATUS_COLOURS = {"venom": hex_colour("7ac70c"), "held": hex_colour("a78bfa"), "badge": hex_colour("ffd24a")}


def fit_label(text: str, width: int, largest: int) -> int:
    """The largest font size up to ``largest`` in which a label is at most ``width`` pixels wide (8 at least)."""
    size = largest
    while size > 8 and text_width(text, size, True) > width:
        size -= 1
    return size


def draw_disc(canvas: Canvas, x: int, y: int, size: int, colour: Colour, label: str, dim: bool = False) -> None:
    """A hero's disc, its middle at (x, y)."""
    left, top = x - size // 2, y - size // 2
    fill = mix(colour, FALLEN, 0.55) if dim else colour
    canvas.shape("circle", left + 1, top + 2, size, BLACK, 0, 0.35)
    canvas.shape("circle", left, top, size, INK)
    canvas.shape("circle", left, top, size, WHITE, 1.5)
    canvas.shape("circle", left, top, size, darker(fill, 0.18), 1.5 + size / 16)
    canvas.shape("circle", left, top - max(1, size // 24), size, fill, 2.5 + size / 16)
    font = fit_label(label, round(size * 0.66), round(size * 0.46))
    canvas.text(x, y, label, font, ink_on(fill), "mm", bold=True)


def draw_shape(canvas: Canvas, x: int, y: int, size: int, look: Look, label: str, elite: bool = False) -> None:
    """An enemy's figure, its middle at (x, y); elite ones have a golden rim."""
    left, top = x - size // 2, y - size // 2
    rim = GOLD if elite else lighter(look.colour, 0.55)
    canvas.shape(look.shape, left + 1, top + 2, size, BLACK, 0, 0.4)
    canvas.shape(look.shape, left, top, size, INK)
    canvas.shape(look.shape, left, top, size, rim, max(1.0, size / 32))
    canvas.shape(look.shape, left, top, size, look.colour, max(2.0, size / 32 + size / (18 if elite else 24)))
    if label:
        font = fit_label(label, round(size * 0.68), max(10, round(size * 0.36)))
        canvas.text(x, y, label, font, WHITE, "mm", bold=True)


def draw_star(canvas: Canvas, x: int, y: int, size: int) -> None:
    """The elite mark, a golden star with its middle at (x, y)."""
    canvas.shape("star", x - size // 2, y - size // 2, size, INK)
    canvas.shape("star", x - size // 2, y - size // 2, size, GOLD, max(1.5, size / 9))


def draw_turn_glow(canvas: Canvas, x: int, y: int, size: int, strong: bool = True) -> None:
    """The glow around a figure whose turn it is; a ring too if it is the one that acts."""
    box = round(size * 1.7)
    canvas.glow(x - box // 2, y - box // 2, box, size / 9, HALO, 0.95 if strong else 0.8)
    if strong:
        ring = round(size * 1.22)
        canvas.ring(x - ring // 2, y - ring // 2, ring, max(2.0, size / 18), GOLD)


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


def draw_fallen(canvas: Canvas, x: int, y: int, size: int, colour: Colour) -> None:
    """A crossed-out grey disc with a coloured rim, in a box of ``size`` pixels."""
    canvas.shape("circle", x, y, size, INK)
    canvas.shape("circle", x, y, size, colour, 1.2)
    canvas.shape("circle", x, y, size, darker(FALLEN, 0.4), 1.2 + max(2.0, size / 11))
    middle, arm = size // 2, round(size * 0.2)
    for down in (-1, 1):
        start, end = (x + middle - arm, y + middle - down * arm), (x + middle + arm, y + middle + down * arm)
        canvas.line(start, end, max(2.0, size / 11), lighter(FALLEN, 0.5))


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


def health_colour(share: float) -> Colour:
    """Green for healthy, amber for hurt, red for nearly dead."""
    if share > 0.66:
        return HEALTHY
    return HURT if share > 0.34 else DYING


def draw_choice(canvas: Canvas, x: int, y: int, size: int) -> None:
    """A ring around a figure that the pending decision may name."""
    canvas.ring(x - size // 2, y - size // 2, size, max(2.0, size / 14), LEGAL)


def draw_step(canvas: Canvas, x: int, y: int, cell: int) -> None:
    """A dot on a square that the hero may move to."""
    size = max(8, cell // 5)
    canvas.shape("circle", x - size // 2, y - size // 2, size, WHITE, 0, 0.8)
    canvas.shape("circle", x - size // 2, y - size // 2, size, LEGAL, 1.6)
