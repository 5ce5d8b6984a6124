"""Outlines of tokens, as polygons in the unit square (x to the right, y down); the canvas scales them."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

Point = tuple[float, float]
Outline = tuple[Point, ...]


def regular(corners: int, turn: float = 0.0, radius: float = 0.5) -> Outline:
    """A regular polygon around the middle; ``turn`` 0 puts a corner on top, 0.5 the middle of a side."""
    step = 2 * pi / corners
    return tuple((0.5 + radius * sin(step * (i + turn)), 0.5 - radius * cos(step * (i + turn))) for i in range(corners))


def star(points: int, inner: float, turn: float = 0.0) -> Outline:
    """A star; ``inner`` is the radius of the notches as a share of the points' radius."""
    step = pi / points
    radii = (0.5, 0.5 * inner)
    return tuple(
        (0.5 + radii[i % 2] * sin(step * (i + turn)), 0.5 - radii[i % 2] * cos(step * (i + turn)))
        for i in range(2 * points)
    )


def circle() -> Outline:
    """A circle."""
    return regular(48)


def spider() -> Outline:
    """A round body with eight short legs."""
    points = []
    for leg in range(8):
        middle = 2 * pi * (leg + 0.5) / 8
        for shift, radius in ((-0.30, 0.37), (-0.10, 0.5), (0.10, 0.5), (0.30, 0.37)):
            points.append((0.5 + radius * sin(middle + shift), 0.5 - radius * cos(middle + shift)))
    return tuple(points)


def drop() -> Outline:
    """A drop: pointed above, round below."""
    arc = [(0.5 + 0.38 * sin(a), 0.6 - 0.38 * cos(a)) for a in (pi * (0.3 + 1.4 * i / 24) for i in range(25))]
    return ((0.5, 0.02), *arc)


def shield() -> Outline:
    """A shield: flat above, pointed below."""
    return ((0.1, 0.08), (0.9, 0.08), (0.9, 0.52), (0.72, 0.8), (0.5, 0.98), (0.28, 0.8), (0.1, 0.52))


def fang() -> Outline:
    """A triangle that points down, with blunt corners."""
    return ((0.12, 0.08), (0.88, 0.08), (0.97, 0.2), (0.57, 0.93), (0.43, 0.93), (0.03, 0.2))


def wave() -> Outline:
    """A wavy disc with six soft bumps."""
    turns = [2 * pi * i / 72 for i in range(72)]
    return tuple((0.5 + (0.44 + 0.06 * cos(6 * a)) * sin(a), 0.5 - (0.44 + 0.06 * cos(6 * a)) * cos(a)) for a in turns)


def wings() -> Outline:
    """Two raised wings."""
    return (
        (0.0, 0.2), (0.28, 0.12), (0.4, 0.3), (0.5, 0.22), (0.6, 0.3), (0.72, 0.12), (1.0, 0.2), (0.9, 0.6),
        (0.72, 0.58), (0.62, 0.74), (0.5, 0.92), (0.38, 0.74), (0.28, 0.58), (0.1, 0.6),
    )  # fmt: skip


def horned() -> Outline:
    """A broad head with two horns."""
    return (
        (0.08, 0.0), (0.26, 0.16), (0.74, 0.16), (0.92, 0.0), (0.98, 0.34), (0.94, 0.72), (0.74, 0.96), (0.26, 0.96),
        (0.06, 0.72), (0.02, 0.34),
    )  # fmt: skip


def cross() -> Outline:
    """A thick upright cross."""
    a, b = 0.28, 0.72
    return ((a, 0), (b, 0), (b, a), (1, a), (1, b), (b, b), (b, 1), (a, 1), (a, b), (0, b), (0, a), (a, a))


SHAPES: dict[str, Callable[[], Outline]] = {
    "circle": circle,
    "spider": spider,
    "drop": drop,
    "wave": wave,
    "spikes": lambda: star(8, 0.68),
    "horned": horned,
    "wings": wings,
    "shield": shield,
    "fang": fang,
    "diamond": lambda: regular(4),
    "square": lambda: regular(4, 0.5, 0.62),
    "pentagon": lambda: regular(5, 0.0, 0.52),
    "hexagon": lambda: regular(6),
    "octagon": lambda: regular(8, 0.5, 0.52),
    "cross": cross,
    "star": lambda: star(5, 0.5),
    "burst": lambda: star(12, 0.8),
}


def outline_of(name: str) -> Outline:
    """The outline with this name (a key of ``SHAPES``)."""
    return SHAPES[name]()
