"""Pictures of a battle: `draw_rgb` as pixels (Pillow, no display), `draw_ansi` as text for a terminal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.rounds.drawing.scene import read_scene


def draw_rgb(battle: Any, book: Any, tables: Any, mask: NDArray[Any] | None = None) -> NDArray[np.uint8]:
    """A battle as pixels.

    Args:
        battle: one record of `Battle`.
        book: the record of `Book` that it is played with.
        tables: the printed facts, for names.
        mask: (NUM_ACTIONS,) legal actions; squares and creatures that they name are marked. None: no marks.

    Returns:
        (860, 1280, 3) uint8; a fresh array.

    Raises:
        InputError: if Pillow is not installed.
    """
    from brimstone_env.rounds.drawing.frame import draw_frame

    return draw_frame(read_scene(battle, book, tables, mask), book)


def draw_ansi(
    battle: Any,
    book: Any,
    tables: Any,
    colour: bool = True,
    width: int = 140,
    mask: NDArray[Any] | None = None,
) -> str:
    """A battle as text: the board in box-drawing characters, heroes and enemies beside or below it.

    Args:
        battle: one record of `Battle`.
        book: the record of `Book` that it is played with.
        tables: the printed facts, for names.
        colour: whether to use a terminal's 256 colours; without them the text holds no escape sequences.
        width: characters of a line; the lists stand below the board if they have no room beside it.
        mask: (NUM_ACTIONS,) legal actions; squares and creatures that they name are marked. None: no marks.
    """
    from brimstone_env.rounds.drawing.text import draw_text

    return draw_text(read_scene(battle, book, tables, mask), book, colour, width)
