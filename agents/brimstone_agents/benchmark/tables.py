"""Tables as people read them, in Markdown or on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan

from brimstone_agents.benchmark.scores import Estimate

NONE = "-"  # no figure


@dataclass(frozen=True)
class Cell:
    """One cell.

    Attributes:
        text: what is shown.
        order: what it is sorted by; None: its text.
        shade: 0..1, how strongly it is coloured on the page; None: not at all.
    """

    text: str
    order: float | None = None
    shade: float | None = None


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        name: one word, its anchor on the page.
        title: its heading.
        headings: of its columns.
        rows: as many cells each as there are headings.
        note: what one must know to read it, in a sentence or several.
        is_long: whether it is shown folded.
    """

    name: str
    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    is_long: bool = field(default=False, kw_only=True)


def text(value: str) -> Cell:
    """A cell of words."""
    return Cell(value)


def whole(value: int) -> Cell:
    """A cell with a whole number."""
    return Cell(f"{value:,}", value)


def number(value: float, digits: int = 2) -> Cell:
    """A cell with a number."""
    return Cell(NONE if isnan(value) else f"{value:,.{digits}f}", value)


def percent(value: float, shade: float | None = None) -> Cell:
    """A cell with a share in percent, whole ones."""
    return Cell(NONE if isnan(value) else f"{value:.0%}", value, shade)


def with_interval(figure: Estimate, digits: int = 2, scale: float = 1.0) -> Cell:
    """A cell with a figure and its interval, the figure alone if it is the same in every draw.

    Args:
        figure: the figure.
        digits: behind the point.
        scale: what it is multiplied with, 100 for percent.
    """
    if isnan(figure.value):
        return Cell(NONE, figure.value)
    value, low, high = (_plain(end * scale, digits) for end in (figure.value, figure.low, figure.high))
    interval = "" if isnan(figure.low) or figure.low == figure.high else f" ({low} to {high})"
    return Cell(f"{value}{interval}", figure.value)


def _plain(value: float, digits: int) -> str:
    """A number without a minus sign before nothing."""
    shown = f"{value:.{digits}f}"
    return shown.lstrip("-") if float(shown) == 0 else shown


def p_value(value: float) -> Cell:
    """A cell with a p-value."""
    return Cell("< 0.0001" if value < 0.0001 else f"{value:.4f}", value)


def to_markdown(table: Table) -> str:
    """The table in Markdown: rows of equal width, without title and note."""
    rows = [list(table.headings), *([cell.text for cell in row] for row in table.rows)]
    widths = [max(3, *(len(row[column]) for row in rows)) for column in range(len(table.headings))]
    lines = ["| " + " | ".join(_padded(row, widths, column_is_left(table))) + " |" for row in rows]
    rules = [
        "-" * width if left else "-" * (width - 1) + ":"
        for width, left in zip(widths, column_is_left(table), strict=True)
    ]
    return "\n".join([lines[0], "| " + " | ".join(rules) + " |", *lines[1:]])


def column_is_left(table: Table) -> list[bool]:
    """Which columns hold words: those are set to the left, numbers to the right."""
    return [all(row[column].order is None for row in table.rows) for column in range(len(table.headings))]


def _padded(row: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> list[str]:
    return [f"{cell:{'<' if is_left else '>'}{width}}" for cell, width, is_left in zip(row, widths, left, strict=True)]
