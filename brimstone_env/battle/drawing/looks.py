"""How enemy types look."""

from __future__ import annotations

from collections.abc import Sequence

from brimstone_env.core.render.looks import Look, spread_looks
from brimstone_env.core.render.palette import hex_colour

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


def looks_of(type_names: Sequence[str]) -> list[Look]:
    """The look of each enemy type, in the order of the names; unknown types get what is left."""
    return spread_looks(KNOWN_LOOKS, type_names)
