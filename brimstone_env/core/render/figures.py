"""Figures in pictures: discs, shapes, stars, glows, markers of the fallen, rings of what may be chosen."""

from __future__ import annotations

from brimstone_env.core.render.canvas import Canvas, text_width
from brimstone_env.core.render.looks import GOLD, HALO, LEGAL, Look
from brimstone_env.core.render.palette import BLACK, WHITE, Colour, darker, hex_colour, ink_on, lighter, mix

INK = hex_colour("17131a")
BAR_GROUND = hex_colour("2b2328")
HEALTHY, HURT, DYING = hex_colour("4cc46a"), hex_colour("f0b429"), hex_colour("e5484d")
FALLEN = hex_colour("6f676b")


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


def draw_fallen(canvas: Canvas, x: int, y: int, size: int, colour: Colour) -> None:
    """A crossed-out grey disc with a coloured rim, in a box of ``size`` pixels."""
    canvas.shape("circle", x, y, size, INK)
    canvas.shape("circle", x, y, size, colour, 1.2)
    canvas.shape("circle", x, y, size, darker(FALLEN, 0.4), 1.2 + max(2.0, size / 11))
    middle, arm = size // 2, round(size * 0.2)
    for down in (-1, 1):
        start, end = (x + middle - arm, y + middle - down * arm), (x + middle + arm, y + middle + down * arm)
        canvas.line(start, end, max(2.0, size / 11), lighter(FALLEN, 0.5))


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
