"""The injury, madness and loot tables as records of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brimstone_env.battle.fallen_rows import HIGHEST_ROLL, ResultRow
from brimstone_env.battle.layout import Book, LootCard, Result
from brimstone_env.core.records import Records, fields_of

if TYPE_CHECKING:
    from brimstone_env.battle.table_files import Tables


def fill_fallen(book: Book, tables: Tables) -> None:
    """Write the injury, madness and loot tables into a zeroed book.

    Source: B68, B69.
    """
    _fill_results(book.injuries, tables.injuries)
    _fill_results(book.madness, tables.madness)
    book.num_loot = len(tables.loot_cards)
    for i, card in enumerate(tables.loot_cards):
        for item in fields_of(LootCard):
            setattr(book.loot[i], item.name, int(getattr(card, item.name)))


def _fill_results(results: Records[Result], rows: tuple[ResultRow, ...]) -> None:
    for i in range(len(results)):
        if i >= len(rows):
            results[i].low = HIGHEST_ROLL  # a row that no roll hits: its greatest roll is below its least
            results[i].high = 1
            continue
        for item in fields_of(Result):
            setattr(results[i], item.name, int(getattr(rows[i], item.name)))
