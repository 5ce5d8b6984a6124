"""A creature of a position: its row of words and numbers, read and printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import place_of, take_flag, take_int, take_table, take_word
from brimstone_env.core.records import fields_of
from brimstone_env.rounds.book import Tables, find_kind
from brimstone_env.rounds.codes import MAX_ENEMIES, MAX_HEROES, NOBODY, Condition, Until
from brimstone_env.rounds.layout import Creature
from brimstone_env.rounds.names import creature_name
from brimstone_env.rounds.view import FLAGS, NUMBERS, OTHERS, condition_word, conditions_of, sources_of

STATE_NUMBERS = (*NUMBERS, "ward", "reckless", "once", "ever")
STATE_FLAGS = tuple(name for name in FLAGS if name != "alive")
STATE_KEYS = (*STATE_NUMBERS, *STATE_FLAGS, *OTHERS, "upkeep", "conditions", "sources", "dead", "active", "at")
HERO_KEYS = ("class", *STATE_KEYS)
ENEMY_KEYS = ("type", "group", "squad", "captain", *STATE_KEYS)
CONDITIONS = {condition_word(condition): int(condition) for condition in Condition}
UNTILS = {"end of turn": int(Until.END_OF_TURN), "save": int(Until.SAVE), "mended": int(Until.MENDED)}
CREATURES = {
    "nobody": NOBODY,
    **{f"hero {i}": i for i in range(MAX_HEROES)},
    **{f"enemy {i}": MAX_HEROES + i for i in range(MAX_ENEMIES)},
}
WHOLE_TURN = {"main": 1, "maneuver": 1, "move": 1, "acted": 1}


def read_creature(row: Mapping[str, Any], tables: Tables, hero: bool, where: str) -> int:
    """The row of a creature's kind in the tables.

    Raises:
        InputError: if there is none of that word on its side.
    """
    key = "class" if hero else "type"
    word = row.get(key)
    if not isinstance(word, str):
        raise InputError(f"{where}.{key} is {word!r}, allowed is the word of a {'hero' if hero else 'monster'}")
    return find_kind(tables, word, "heroes" if hero else "enemies", f"{where}.{key}")


def fill_creature(battle: Any, creature: int, row: Mapping[str, Any], tables: Tables, where: str) -> None:
    """Write what differs from an unhurt creature.

    Raises:
        InputError: if a value is out of range, or names nobody.
    """
    figure = battle.creatures[creature]
    limits = {item.name: item for item in fields_of(Creature)}
    usual = WHOLE_TURN if take_flag(row.get("active", False), f"{where}.active") else {}
    for name in STATE_NUMBERS:
        value = row.get(name, usual.get(name, int(getattr(figure, name))))
        setattr(figure, name, take_int(value, limits[name].low, limits[name].high, f"{where}.{name}"))
    for name in STATE_FLAGS:
        value = row.get(name, bool(usual.get(name, int(getattr(figure, name)))))
        setattr(figure, name, int(take_flag(value, f"{where}.{name}")))
    for name in OTHERS:
        setattr(figure, name, _take_creature(battle, row.get(name, "nobody"), f"{where}.{name}"))
    if "upkeep" in row:
        word = take_word(row["upkeep"], "ability", tables.ability_names, f"{where}.upkeep")
        figure.upkeep = tables.ability_ids[word]
    sources = take_table(row.get("sources", {}), f"{where}.sources")
    conditions = take_table(row.get("conditions", {}), f"{where}.conditions")
    for word, until in conditions.items():
        condition = CONDITIONS[take_word(word, "condition", CONDITIONS, f"{where}.conditions")]
        figure.until[condition] = UNTILS[take_word(until, "end", UNTILS, f"{where}.conditions.{word}")]
    for word, source in sources.items():
        if word not in conditions:
            raise InputError(f"{where}.sources: {word!r} is none of its conditions")
        figure.source[CONDITIONS[word]] = _take_creature(battle, source, f"{where}.sources.{word}")


def _take_creature(battle: Any, word: Any, where: str) -> int:
    """The index of a creature of the battle, -1 for `nobody`."""
    there = {
        name: i for name, i in CREATURES.items() if i == NOBODY or battle.creatures[i].kind != NOBODY
    }  # fmt: skip
    return there[take_word(word, "creature", there, where)]


def creature_row(battle: Any, creature: int, fresh: Any, book: Any, tables: Tables) -> dict[str, Any]:
    """A creature as a row: what differs from an unhurt one of its kind.

    Args:
        battle: the battle.
        creature: its index.
        fresh: the battle's creatures as they would be unhurt.
        book: the book.
        tables: names.
    """
    figure, unhurt = battle.creatures[creature], fresh[creature]
    row: dict[str, Any] = {"class" if creature < MAX_HEROES else "type": tables.kind_names[figure.kind]}
    row.update({"at": place_of(int(figure.square), book.map)} if figure.alive else {"dead": True})
    active = bool(battle.acting == creature)
    usual = WHOLE_TURN if active else {}
    if active:
        row["active"] = True
    for name in STATE_NUMBERS:
        if int(getattr(figure, name)) != usual.get(name, int(getattr(unhurt, name))):
            row[name] = int(getattr(figure, name))
    for name in STATE_FLAGS:
        if int(getattr(figure, name)) != usual.get(name, int(getattr(unhurt, name))):
            row[name] = bool(getattr(figure, name))
    row.update({name: creature_name(int(getattr(figure, name))) for name in OTHERS if getattr(figure, name) != NOBODY})
    if figure.upkeep != NOBODY:
        row["upkeep"] = tables.ability_names[figure.upkeep]
    if conditions_of(figure):
        row["conditions"] = conditions_of(figure)
    if sources_of(figure):
        row["sources"] = sources_of(figure)
    return row
