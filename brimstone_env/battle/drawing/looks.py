"""How heroes and enemy types look: colours, shapes, letters. Unknown types get what is left."""

from __future__ import annotations

from collections.abc import Sequence
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


KNOWN_LOOKS: dict[str, Look] = {
    "void-spiders": Look("V", "spider", hex_colour("7b3fc4")),
    "stranglers": Look("S", "drop", hex_colour("b3262e")),
    "tentacles": Look("T", "wave", hex_colour("0f7f78")),
    "night-terrors": Look("N", "spikes", hex_colour("33397a")),
    "goliath": Look("G", "horned", hex_colour("6b3f1d")),
    "hellbats": Look("H", "wings", hex_colour("c2410c")),
    "hungry-dead": Look("D", "shield", hex_colour("5f7330")),
    "corpse-piles": Look("C", "octagon", hex_colour("6e5a4e")),
    "slashers": Look("L", "fang", hex_colour("9d174d")),
    "harbinger": Look("A", "burst", hex_colour("8a1c7c")),
    "void-hounds": Look("O", "pentagon", hex_colour("4b5fc0")),
    "hell-vermin": Look("R", "hexagon", hex_colour("8f5a12")),
    "targa-pylons": Look("P", "diamond", hex_colour("1f78a8")),
    "custodians": Look("U", "cross", hex_colour("566474")),
    "guardian": Look("I", "square", hex_colour("3f4a56")),
    "bandits": Look("B", "star", hex_colour("a8431f")),
    "auto-turrets": Look("X", "square", hex_colour("75751f")),
}
SPARE_COLOURS = tuple(hex_colour(text) for text in ("8b3a62", "2f6f4f", "7a5230", "44618c", "80632a", "5b3f8c"))


def looks_of(type_names: Sequence[str]) -> list[Look]:
    """The look of each enemy type, in the order of the names; no letter twice while letters last."""
    taken = {KNOWN_LOOKS[name].letter for name in type_names if name in KNOWN_LOOKS}
    looks = []
    for row, name in enumerate(type_names):
        if name in KNOWN_LOOKS:
            looks.append(KNOWN_LOOKS[name])
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
