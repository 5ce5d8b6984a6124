"""The printed tables: a folder of TOML files, read and checked row by row.

Users copy the folder (`export_tables`), change it and pass it to `load_tables`. The row of an entry is its number in
records; `*_ids` go from name to row, `*_names` back.
"""

from __future__ import annotations

import functools
import shutil
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from brimstone_env.battle.codes import NUM_RESULTS, NUM_USES
from brimstone_env.battle.fallen_rows import LootRow, ResultRow, check_rolls
from brimstone_env.battle.hero_rows import HeroRow, ItemRow, TokenRow, UpgradeRow
from brimstone_env.battle.layout import NUM_CLASSES, NUM_DECKS, NUM_ITEMS, NUM_LOOT, NUM_TYPES, NUM_UPGRADES
from brimstone_env.battle.table_rows import DeckRow, EnemyRow, MapRow, NamedRow
from brimstone_env.battle.threat_decks import all_cards, check_decks
from brimstone_env.core.configs import allowed_words, checked, read_toml
from brimstone_env.core.errors import InputError

FOLDER = Path(__file__).parent / "tables"
MAX_MAPS = 1000
N = TypeVar("N", bound=NamedRow)


@dataclass(frozen=True)
class Tables:
    """All printed facts, by row.

    Attributes:
        folder: where they were read from.
        heroes: hero classes.
        items: items.
        enemies: enemy types.
        decks: threat decks.
        maps: maps.
        tokens: kinds of side bag tokens; the first is thrown as dynamite.
        upgrades: starting upgrades of the hero classes.
        injuries: rows of the injury table, in the order of their rolls.
        madness: rows of the madness table, likewise.
        loot: cards of the loot deck, with their copies.
    """

    folder: Path
    heroes: tuple[HeroRow, ...]
    items: tuple[ItemRow, ...]
    enemies: tuple[EnemyRow, ...]
    decks: tuple[DeckRow, ...]
    maps: tuple[MapRow, ...]
    tokens: tuple[TokenRow, ...]
    upgrades: tuple[UpgradeRow, ...]
    injuries: tuple[ResultRow, ...]
    madness: tuple[ResultRow, ...]
    loot: tuple[LootRow, ...]

    @cached_property
    def class_names(self) -> tuple[str, ...]:
        """Hero classes by row."""
        return tuple(row.name for row in self.heroes)

    @cached_property
    def item_names(self) -> tuple[str, ...]:
        """Items by row."""
        return tuple(row.name for row in self.items)

    @cached_property
    def type_names(self) -> tuple[str, ...]:
        """Enemy types by row."""
        return tuple(row.name for row in self.enemies)

    @cached_property
    def deck_names(self) -> tuple[str, ...]:
        """Threat decks by row."""
        return tuple(row.name for row in self.decks)

    @cached_property
    def map_names(self) -> tuple[str, ...]:
        """Maps by row."""
        return tuple(row.name for row in self.maps)

    @cached_property
    def token_names(self) -> tuple[str, ...]:
        """Side bag tokens by row."""
        return tuple(row.name for row in self.tokens)

    @cached_property
    def upgrade_names(self) -> tuple[str, ...]:
        """Starting upgrades by row."""
        return tuple(row.name for row in self.upgrades)

    @cached_property
    def upgrade_ids(self) -> dict[str, int]:
        """Row of each starting upgrade."""
        return _ids(self.upgrade_names)

    @cached_property
    def loot_cards(self) -> tuple[LootRow, ...]:
        """The cards of the loot deck, each copy by itself."""
        return tuple(row for row in self.loot for _ in range(row.copies))

    @cached_property
    def token_ids(self) -> dict[str, int]:
        """Row of each side bag token."""
        return _ids(self.token_names)

    @cached_property
    def class_ids(self) -> dict[str, int]:
        """Row of each hero class."""
        return _ids(self.class_names)

    @cached_property
    def item_ids(self) -> dict[str, int]:
        """Row of each item."""
        return _ids(self.item_names)

    @cached_property
    def type_ids(self) -> dict[str, int]:
        """Row of each enemy type."""
        return _ids(self.type_names)

    @cached_property
    def deck_ids(self) -> dict[str, int]:
        """Row of each threat deck."""
        return _ids(self.deck_names)

    @cached_property
    def map_ids(self) -> dict[str, int]:
        """Row of each map."""
        return _ids(self.map_names)

    def to_rows(self) -> dict[str, list[dict[str, Any]]]:
        """All rows as plain values that JSON can hold, by the word of their file's rows (`hero`, `item` ...)."""
        kinds: dict[str, tuple[NamedRow, ...]] = {
            "hero": self.heroes,
            "item": self.items,
            "enemy": self.enemies,
            "deck": self.decks,
            "map": self.maps,
            "token": self.tokens,
            "upgrade": self.upgrades,
            "injury": self.injuries,
            "madness": self.madness,
            "loot": self.loot,
        }
        return {kind: [row.model_dump(mode="json", exclude_none=True) for row in rows] for kind, rows in kinds.items()}


def _ids(names: tuple[str, ...]) -> dict[str, int]:
    return {name: row for row, name in enumerate(names)}


# --- reading --------------------------------------------------------------------------------------------------------


def load_tables(folder: str | Path | None = None) -> Tables:
    """Read the printed tables.

    Args:
        folder: a folder like the one that `export_tables` writes; None: the tables that come with the package.

    Raises:
        InputError: if a file is missing or is not TOML, or a row is wrong; one sentence names file, row, key, value and
            what is allowed.
    """
    return _load_shipped() if folder is None else _load(Path(folder))


@functools.cache
def _load_shipped() -> Tables:
    return _load(FOLDER)


def _load(folder: Path) -> Tables:
    if not folder.is_dir():
        raise InputError(f"the tables folder {folder} does not exist")
    tables = Tables(
        folder=folder,
        heroes=_read_rows(folder / "heroes.toml", "hero", HeroRow, NUM_CLASSES),
        items=_read_rows(folder / "items.toml", "item", ItemRow, NUM_ITEMS),
        enemies=_read_rows(folder / "enemies.toml", "enemy", EnemyRow, NUM_TYPES),
        decks=_read_rows(folder / "threat.toml", "deck", DeckRow, NUM_DECKS),
        maps=_read_rows(folder / "maps.toml", "map", MapRow, MAX_MAPS),
        tokens=_read_rows(folder / "tokens.toml", "token", TokenRow, NUM_USES + 1),
        upgrades=_read_rows(folder / "upgrades.toml", "upgrade", UpgradeRow, NUM_UPGRADES),
        injuries=_read_rows(folder / "injuries.toml", "injury", ResultRow, NUM_RESULTS),
        madness=_read_rows(folder / "madness.toml", "madness", ResultRow, NUM_RESULTS),
        loot=_read_rows(folder / "loot.toml", "loot", LootRow, NUM_LOOT),
    )
    check_rolls(tables.injuries, str(folder / "injuries.toml"))
    check_rolls(tables.madness, str(folder / "madness.toml"))
    if len(tables.loot_cards) > NUM_LOOT:
        count = len(tables.loot_cards)
        raise InputError(f"{folder / 'loot.toml'}: copies add up to {count} cards, at most {NUM_LOOT} are allowed")
    _check_names(tables)
    check_decks(tables)
    return tables


def _read_rows(path: Path, kind: str, model: type[N], most: int) -> tuple[N, ...]:
    """The rows of one file, a `[[kind]]` each."""
    data = read_toml(path)
    for key in data:
        if key != kind:
            raise InputError(f"{path}: unknown key {key!r}: {allowed_words(key, [kind])}")
    values = data.get(kind, [])
    if not isinstance(values, list) or not 1 <= len(values) <= most:
        count = len(values) if isinstance(values, list) else "none"
        raise InputError(f"{path}: rows of [[{kind}]] are {count}, allowed are 1 to {most}")
    rows = tuple(checked(model, value, _place(path, kind, i, value)) for i, value in enumerate(values))
    for name, count in Counter(row.name for row in rows).items():
        if count > 1:
            raise InputError(f"{path}: {kind} name {name!r} is used {count} times, every row needs a name of its own")
    return rows


def _place(path: Path, kind: str, index: int, value: Any) -> str:
    """File and row for an error message; rows are counted from 1."""
    name = value.get("name") if isinstance(value, dict) else None
    return f"{path}, {kind} {index + 1}" + (f" ({name})" if isinstance(name, str) else "")


def _check_names(tables: Tables) -> None:
    """Refuse items, enemies and decks that a row names but no row has."""
    for i, hero in enumerate(tables.heroes):
        for item in hero.items:
            _check_name(item, tables.item_ids, "items", f"{tables.folder / 'heroes.toml'}, hero {i + 1} ({hero.name})")
    for i, upgrade in enumerate(tables.upgrades):
        where = f"{tables.folder / 'upgrades.toml'}, upgrade {i + 1} ({upgrade.name})"
        _check_name(upgrade.hero, tables.class_ids, "hero", where)
        if upgrade.item is not None:
            _check_name(upgrade.item, tables.item_ids, "item", where)
    for deck, number, card in all_cards(tables):
        where = f"{tables.folder / 'threat.toml'}, deck {deck.name}, card {number}"
        for enemy, _ in card.enemies:
            _check_name(enemy, tables.type_ids, "enemies", where)
    for i, row in enumerate(tables.enemies):
        if row.spawns is not None:
            place = f"{tables.folder / 'enemies.toml'}, enemy {i + 1} ({row.name})"
            _check_name(row.spawns, tables.type_ids, "spawns", place)


def _check_name(name: str, ids: dict[str, int], key: str, where: str) -> None:
    if name not in ids:
        raise InputError(f"{where}: {key} has the unknown name {name!r}: {allowed_words(name, ids)}")


# --- writing --------------------------------------------------------------------------------------------------------


def export_tables(folder: str | Path) -> list[Path]:
    """Copy the tables that come with the package into a folder, to be changed there.

    Args:
        folder: it is made if it does not exist.

    Returns:
        The files written.

    Raises:
        InputError: if the folder holds one of the files already, or cannot be written.
    """
    target = Path(folder)
    sources = sorted(FOLDER.glob("*.toml"))
    for source in sources:
        if (target / source.name).exists():
            raise InputError(f"{target / source.name} exists already: choose an empty folder")
    try:
        target.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copyfile(source, target / source.name)) for source in sources]
    except OSError as error:
        raise InputError(f"the tables cannot be written to {target}: {error.strerror}") from error
