"""Colours: three numbers 0..255, how to mix them, and their nearest neighbours in a terminal's 256 colours."""

from __future__ import annotations

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
CUBE_STEPS = (0, 95, 135, 175, 215, 255)  # the six levels of a terminal's colour cube


def hex_colour(text: str) -> Colour:
    """The colour written as six hexadecimal digits, ``#`` in front or not."""
    digits = text.removeprefix("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(one: Colour, two: Colour, share: float) -> Colour:
    """``one`` with ``share`` (0..1) of ``two`` mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, two, strict=True))
    return red, green, blue


def lighter(colour: Colour, share: float) -> Colour:
    """The colour with ``share`` of white."""
    return mix(colour, WHITE, share)


def darker(colour: Colour, share: float) -> Colour:
    """The colour with ``share`` of black."""
    return mix(colour, BLACK, share)


def ink_on(colour: Colour) -> Colour:
    """Near-black or white, whichever reads better on ``colour``."""
    brightness = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return (24, 20, 18) if brightness > 150 else WHITE


def terminal_index(colour: Colour) -> int:
    """The entry 16..255 of a terminal's 256 colours that is nearest to ``colour``."""
    levels = [min(range(6), key=lambda i: abs(CUBE_STEPS[i] - part)) for part in colour]
    cube = 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    cube_error = sum((CUBE_STEPS[i] - part) ** 2 for i, part in zip(levels, colour, strict=True))
    grey = min(range(24), key=lambda i: abs(8 + 10 * i - sum(colour) / 3))
    grey_error = sum((8 + 10 * grey - part) ** 2 for part in colour)
    return 232 + grey if grey_error < cube_error else cube
