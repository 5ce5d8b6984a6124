"""A grid of characters with colours, for pictures in a terminal."""

from __future__ import annotations

from dataclasses import dataclass

from brimstone_env.core.render.palette import Colour, terminal_index

RESET = "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """How a character looks.

    Attributes:
        ink: colour of the character, None for the terminal's own.
        ground: colour behind it, None for the terminal's own.
        bold: whether it is bold.
    """

    ink: Colour | None = None
    ground: Colour | None = None
    bold: bool = False

    def code(self) -> str:
        """The escape sequence that switches to this style."""
        parts = ["0"]
        if self.bold:
            parts.append("1")
        if self.ink is not None:
            parts.append(f"38;5;{terminal_index(self.ink)}")
        if self.ground is not None:
            parts.append(f"48;5;{terminal_index(self.ground)}")
        return "\x1b[" + ";".join(parts) + "m"


PLAIN = Style()


class TextGrid:
    """Characters in rows and columns; writing outside is cut off."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self._characters = [[" "] * columns for _ in range(rows)]
        self._styles = [[PLAIN] * columns for _ in range(rows)]

    def write(self, row: int, column: int, text: str, style: Style = PLAIN) -> int:
        """Write text from (row, column) to the right; returns the column after it."""
        for i, character in enumerate(text):
            if 0 <= row < self.rows and 0 <= column + i < self.columns:
                self._characters[row][column + i] = character
                self._styles[row][column + i] = style
        return column + len(text)

    def fill(self, row: int, column: int, width: int, style: Style, character: str = " ") -> None:
        """Fill ``width`` characters of a row."""
        self.write(row, column, character * width, style)

    def render(self, colour: bool) -> str:
        """The grid as lines of text without trailing blanks; escape sequences only with ``colour``."""
        lines = []
        for characters, styles in zip(self._characters, self._styles, strict=True):
            lines.append(_coloured_line(characters, styles) if colour else "".join(characters).rstrip())
        return "\n".join(lines)


def _coloured_line(characters: list[str], styles: list[Style]) -> str:
    last = len(characters)
    while last and characters[last - 1] == " " and styles[last - 1].ground is None:
        last -= 1
    parts, current = [], PLAIN
    for character, style in zip(characters[:last], styles[:last], strict=True):
        if style != current:
            parts.append(style.code())
            current = style
        parts.append(character)
    if current != PLAIN:
        parts.append(RESET)
    return "".join(parts)
