"""The words of the option `turn_order`. Values are part of saved battles: add at the end."""

from __future__ import annotations

from enum import IntEnum


class TurnOrder(IntEnum):
    """Who is activated when: the option `turn_order`."""

    INITIATIVE = 0  # descending Initiative
    ALTERNATING = 1  # the sides in turns, each picks
    AGILITY = 2  # the sides in turns, each in the order of a test


class Side(IntEnum):
    """The two sides of a battle."""

    NONE = 0  # not decided
    HEROES = 1
    ENEMIES = 2
