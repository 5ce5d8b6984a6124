"""How figures look in every game: the heroes' colours, colours with a meaning, and what a figure's look is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from brimstone_env.core.render.palette import Colour, hex_colour
from brimstone_env.core.render.shapes import SHAPES

# By hero slot: bright, told apart by brightness too.
HERO_COLOURS: tuple[Colour, ...] = tuple(
    hex_colour(text) for text in ("3d8bfd", "ffb020", "ff5d8f", "22c58b", "9be22d", "2ed3ee")
)
GOLD = hex_colour("ffd24a")  # elite, grit, critical hits
GLOW = hex_colour("fff3b0")  # whose turn it is, in words
HALO = hex_colour("ffab1a")  # ... and around figures
LEGAL = hex_colour("16a34a")  # squares and figures that an action may name
HEALTH = hex_colour("e5484d")
SANITY = hex_colour("5aa9ff")
SMALL_WORDS = ("of", "the", "and")


@dataclass(frozen=True)
class Look:
    """How an enemy type looks.

    Attributes:
        letter: the letter on its figures.
        shape: a name of `core.render.shapes.SHAPES`.
        colour: the fill.
    """

    letter: str
    shape: str
    colour: Colour


SPARE_COLOURS = tuple(hex_colour(text) for text in ("8b3a62", "2f6f4f", "7a5230", "44618c", "80632a", "5b3f8c"))


def spread_looks(known: Mapping[str, Look], type_names: Sequence[str]) -> list[Look]:
    """The look of each type, in the order of the names; unknown ones get what is left, no letter twice."""
    taken = {known[name].letter for name in type_names if name in known}
    looks = []
    for row, name in enumerate(type_names):
        if name in known:
            looks.append(known[name])
            continue
        wanted = name.upper() + ascii_uppercase
        letter = next((c for c in wanted if c in ascii_uppercase and c not in taken), "?")
        taken.add(letter)
        shapes = [shape for shape in SHAPES if shape != "circle"]  # circles are heroes
        looks.append(Look(letter, shapes[row % len(shapes)], SPARE_COLOURS[row % len(SPARE_COLOURS)]))
    return looks


def initials(title: str) -> str:
    """The first letters of a name's words, at most two: "US Marshal" is "UM"."""
    words = [word for word in title.replace("-", " ").split() if word.lower() not in SMALL_WORDS]
    return "".join(word[0].upper() for word in words[:2])
