"""The page of a benchmark: one HTML file that holds everything, pictures too, and links to nothing elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from math import isnan
from pathlib import Path

from brimstone_agents.benchmark.tables import Cell, Table, column_is_left

HERE = Path(__file__).parent
STYLE, SCRIPT = HERE / "page.css", HERE / "page.js"  # what the page looks like, and how its tables are sorted


def make_page(
    title: str,
    tables: Sequence[Table],
    facts: Sequence[tuple[str, str]],
    pictures: Mapping[str, bytes],
    dark_pictures: Mapping[str, bytes],
) -> str:
    """The page.

    Args:
        title: its heading.
        tables: what it shows, in order.
        facts: where the numbers come from, label and words.
        pictures: PNG files by name; each stands with the table whose name its name begins with.
        dark_pictures: the same names, for people who like dark pages.
    """
    parts = "\n".join(
        _section(table, [_picture(name, data, dark_pictures) for name, data in pictures.items() if _is_of(name, table)])
        for table in tables
    )
    links = " ".join(f'<a href="#{table.name}">{escape(table.title)}</a>' for table in tables)
    about = "\n".join(f"<dt>{escape(label)}</dt><dd>{_words(words)}</dd>" for label, words in facts)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
<nav>{links}</nav>
</header>
<main>
<dl>
{about}
</dl>
{parts}
</main>
<script>
{SCRIPT.read_text(encoding="utf-8")}</script>
</body>
</html>
"""


def _is_of(name: str, table: Table) -> bool:
    return name.startswith(f"{table.name}-")


def _section(table: Table, pictures: Sequence[str]) -> str:
    shown = _table(table)
    if table.is_long:
        shown = f"<details><summary>{len(table.rows):,} rows</summary>\n{shown}\n</details>"
    return "\n".join(
        [
            f'<section id="{table.name}">',
            f"<h2>{escape(table.title)}</h2>",
            *pictures,
            shown,
            f"<p>{_words(table.note)}</p>",
            "</section>",
        ]
    )


def _table(table: Table) -> str:
    left = column_is_left(table)
    heads = "".join(
        f'<th scope="col"{"" if is_left else " class=number"}><button type="button">{escape(heading)}</button></th>'
        for heading, is_left in zip(table.headings, left, strict=True)
    )
    rows = "\n".join(
        "<tr>" + "".join(_cell(cell, is_left) for cell, is_left in zip(row, left, strict=True)) + "</tr>"
        for row in table.rows
    )
    return f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>'


def _cell(cell: Cell, is_left: bool) -> str:
    marks = "" if is_left else " class=number"
    if cell.order is not None and not isnan(cell.order):
        marks += f' data-order="{cell.order:.6g}"'
    elif cell.order is not None:
        marks += ' data-order=""'
    if cell.shade is not None:
        marks += f' style="--shade:{100 * cell.shade:.0f}%"'
    return f"<td{marks}>{escape(cell.text)}</td>"


def _picture(name: str, data: bytes, dark_pictures: Mapping[str, bytes]) -> str:
    words = Path(name).stem.replace("-", ": ", 1)
    dark = ""
    if name in dark_pictures:
        dark = f'<source media="(prefers-color-scheme: dark)" srcset="{_data(dark_pictures[name])}">'
    return f'<picture>{dark}<img alt="{escape(words)}" src="{_data(data)}"></picture>'


def _data(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


def _words(words: str) -> str:
    """Words with `code` in strokes."""
    parts = escape(words).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
