"""The printed tables: a folder of TOML files, read and checked row by row.

The row of an entry is its number in records; `*_ids` go from name to row, `*_names` back.
"""

from __future__ import annotations

import functools
import shutil
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from brimstone_env.core.configs import allowed_words, checked, read_toml
from brimstone_env.core.errors import InputError
from brimstone_env.rounds.book_layout import NUM_ABILITIES, NUM_KINDS
from brimstone_env.rounds.codes import Common
from brimstone_env.rounds.table_rows import AbilityRow, KindRow, NamedRow, word_of

FOLDER = Path(__file__).parent / "tables"
ABILITY_FILES = ("common-abilities", "hero-abilities", "monster-abilities", "domain-abilities")
KIND_FILES = ("heroes", "monsters", "hero-choices")
N = TypeVar("N", bound=NamedRow)


@dataclass(frozen=True)
class Tables:
    """All printed facts, by row.

    Attributes:
        folder: where they were read from.
        kinds: heroes, then kinds of monsters, then heroes with other choices.
        abilities: abilities, the common ones first.
    """

    folder: Path
    kinds: tuple[KindRow, ...]
    abilities: tuple[AbilityRow, ...]

    @cached_property
    def kind_names(self) -> tuple[str, ...]:
        """Creatures by row."""
        return tuple(row.name for row in self.kinds)

    @cached_property
    def ability_names(self) -> tuple[str, ...]:
        """Abilities by row."""
        return tuple(row.name for row in self.abilities)

    @cached_property
    def kind_ids(self) -> dict[str, int]:
        """Row of each kind of creature."""
        return {name: i for i, name in enumerate(self.kind_names)}

    @cached_property
    def ability_ids(self) -> dict[str, int]:
        """Row of each ability."""
        return {name: i for i, name in enumerate(self.ability_names)}

    def to_rows(self) -> dict[str, list[dict[str, Any]]]:
        """All rows as plain values that JSON can hold, by the word of their file's rows."""
        kinds: dict[str, tuple[NamedRow, ...]] = {"kind": self.kinds, "ability": self.abilities}
        return {word: [row.model_dump(mode="json", exclude_none=True) for row in rows] for word, rows in kinds.items()}


def load_tables(folder: str | Path | None = None) -> Tables:
    """Read the tables of a folder, or those that come with the package.

    Raises:
        InputError: if a file is missing, or a row is wrong; one sentence says what.
    """
    if folder is None:
        return _own_tables()
    return _read_tables(Path(folder))


def export_tables(folder: str | Path) -> None:
    """Copy the tables of the package into a folder, to be changed there.

    Raises:
        InputError: if one of the files is there already.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(FOLDER.glob("*.toml")):
        if (target / path.name).exists():
            raise InputError(f"{target / path.name} is there already, and is not overwritten")
    for path in sorted(FOLDER.glob("*.toml")):
        shutil.copyfile(path, target / path.name)


@functools.cache
def _own_tables() -> Tables:
    return _read_tables(FOLDER)


def _read_tables(folder: Path) -> Tables:
    abilities = _read_rows(folder, ABILITY_FILES, "ability", AbilityRow, NUM_ABILITIES)
    kinds = _read_rows(folder, KIND_FILES, "kind", KindRow, NUM_KINDS)
    tables = Tables(folder, kinds, abilities)
    _check_common(tables)
    _check_abilities(tables)
    return tables


def _read_rows(folder: Path, names: tuple[str, ...], word: str, model: type[N], most: int) -> tuple[N, ...]:
    rows: list[N] = []
    for name in names:
        path = folder / f"{name}.toml"
        values = read_toml(path)
        if list(values) != [word] or not isinstance(values[word], list):
            raise InputError(f"{path}: its rows are written as [[{word}]], and nothing else")
        for i, row in enumerate(values[word]):
            label = row.get("name", f"number {i + 1}") if isinstance(row, dict) else f"number {i + 1}"
            rows.append(checked(model, row, f"{path}, {word} {label}"))
    for name, count in Counter(row.name for row in rows).items():
        if count > 1:
            raise InputError(f"{folder}: the {word} {name!r} is there {count} times, allowed is once")
    if len(rows) > most:
        raise InputError(f"{folder}: {len(rows)} rows of kind {word}, allowed are {most}")
    return tuple(rows)


def _check_common(tables: Tables) -> None:
    wanted = [word_of(common) for common in Common]
    if list(tables.ability_names[: len(wanted)]) != wanted:
        raise InputError(f"{tables.folder}/common-abilities.toml: its rows are, in order, {', '.join(wanted)}")


def _check_abilities(tables: Tables) -> None:
    for kind in tables.kinds:
        for name in kind.abilities:
            if name not in tables.ability_ids:
                allowed = allowed_words(name, tables.ability_ids)
                raise InputError(f"{tables.folder}: {kind.name} has an unknown ability {name!r}: {allowed}")
