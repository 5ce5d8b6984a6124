"""A hero in a position's text: read into a fresh hero's record, and printed as what differs from a fresh hero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimstone_env.battle.book import Tables
from brimstone_env.battle.codes import BADGE_NEXT, BADGE_NOW, MAX_BAG, MAX_ITEMS, NOBODY
from brimstone_env.battle.layout import Hero
from brimstone_env.battle.statuses import BLEEDING_HEALTH, MOST_MARKERS
from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import (
    check_keys,
    is_int,
    place_of,
    take_flag,
    take_int,
    take_list,
    take_table,
    take_word,
)
from brimstone_env.core.records import Field, fields_of

NUMBERS = tuple(
    item for item in fields_of(Hero) if item.shape == () and item.name not in ("class_id", "square", "upgrade")
)
SKILLS = ("agility", "cunning", "spirit", "strength", "lore", "luck")
LASTING = {"void-venom": "venom", "held": "held"}  # from the next activation on, or in the one that goes on
MARKERS = ("poison", "webbed", "stunned", "burning", "bleeding", "ensnared")  # each time listed is a marker
STATUSES = (*LASTING, *MARKERS)
RESULT_KEYS = ("injuries", "madness")  # rows of the two tables, by the number that is rolled for them
HERO_KEYS = (
    "class",
    "at",
    "active",
    "items",
    "spent_items",
    "skills",
    "statuses",
    *RESULT_KEYS,
    "tokens",
    "upgrade",
    *(item.name for item in NUMBERS),
)


def is_flag(item: Field) -> bool:
    """Whether a number of a hero is a yes or no."""
    return item.high == 1


# --- reading --------------------------------------------------------------------------------------------------------


def fill_hero(hero: Any, row: Mapping[str, Any], active: bool, tables: Tables, where: str) -> None:
    """Set what a position says about a hero.

    Args:
        hero: the record of a fresh hero.
        row: the hero's table.
        active: whether it is in its activation.
        tables: names of items.
        where: source and place, for error messages.

    Raises:
        InputError: if a value is unknown, out of range or contradicts another.
    """
    hero.activated = active
    for item in NUMBERS:
        if item.name in row:
            setattr(hero, item.name, _read_number(row[item.name], item, f"{where}.{item.name}"))
    _fill_statuses(hero, row, active, where)
    if ("max_health" in row or hero.bleeding > 0) and "health" not in row:
        hero.health = max(int(hero.max_health) - BLEEDING_HEALTH * int(hero.bleeding), 1)
    if "max_sanity" in row and "sanity" not in row:
        hero.sanity = hero.max_sanity
    _fill_rally(hero, row, tables)
    _fill_items(hero, row, tables, where)
    _fill_tokens(hero, row, tables, where)
    _fill_skills(hero, row, where)
    _check_activation(hero, row, active, where)
    _check_tracks(hero, row, where)
    most = int(hero.max_grit) + active  # the point that a move roll gives back may exceed the most
    take_int(int(hero.grit), 0, most, f"{where}.grit")


def results_of(row: Mapping[str, Any], hero_index: int, tables: Tables, where: str) -> list[tuple[int, int, int]]:
    """The rows of the injury and madness tables that a position gives a hero, as `building.build` takes them.

    Raises:
        InputError: if a table has no row of that number.

    Source: B68.
    """
    found = []
    for which, key in enumerate(RESULT_KEYS):
        numbers = numbers_of(tables, key)
        for number in take_list(row.get(key, []), f"{where}.{key}"):
            if not is_int(number) or number not in numbers:
                allowed = ", ".join(map(str, numbers))
                raise InputError(f"{where}.{key}: {number!r} is not a row of the table, allowed are {allowed}")
            found.append((hero_index, which, numbers.index(number)))
    return found


def numbers_of(tables: Tables, key: str) -> list[int]:
    """The numbers of a table's rows: the highest roll of each."""
    return [result.high for result in (tables.injuries if key == "injuries" else tables.madness)]


def had_results(hero: Any, tables: Tables, key: str) -> list[int]:
    """The rows of a table that a hero has, by number, each as often as it has it."""
    counts = getattr(hero, key)
    return [number for i, number in enumerate(numbers_of(tables, key)) for _ in range(int(counts[i]))]


def _read_number(value: Any, item: Field, where: str) -> int:
    if is_flag(item) and not (value in (0, 1) and isinstance(value, int)):
        return take_flag(value, where)
    return int(value) if is_flag(item) else take_int(value, item.low, item.high, where)


def _fill_items(hero: Any, row: Mapping[str, Any], tables: Tables, where: str) -> None:
    if "items" in row:
        names = take_list(row["items"], f"{where}.items")
        if len(names) > MAX_ITEMS:
            raise InputError(f"{where}.items: {len(names)} items, at most {MAX_ITEMS} are allowed")
        hero.items[:] = NOBODY
        for slot, name in enumerate(names):
            hero.items[slot] = tables.item_ids[take_word(name, "item", tables.item_names, f"{where}.items")]
    for slot in take_list(row.get("spent_items", []), f"{where}.spent_items"):
        hero.item_used[take_int(slot, 0, MAX_ITEMS - 1, f"{where}.spent_items")] = 1


def _fill_skills(hero: Any, row: Mapping[str, Any], where: str) -> None:
    skills = take_table(row.get("skills", {}), f"{where}.skills")
    check_keys(skills, SKILLS, f"{where}.skills")
    for name, value in skills.items():
        hero.skills[SKILLS.index(name)] = take_int(value, 0, 12, f"{where}.skills.{name}")


def _fill_statuses(hero: Any, row: Mapping[str, Any], active: bool, where: str) -> None:
    """Lasting statuses hold in the activation that goes on, or in the next one; of the others each name is a marker."""
    holds_now = active and ("move_points" in row or bool(row.get("moved", False)))
    for word in take_list(row.get("statuses", []), f"{where}.statuses"):
        take_word(word, "status", STATUSES, f"{where}.statuses")
        if word in LASTING:
            setattr(hero, LASTING[word], 2 if holds_now else 1)
        else:
            setattr(hero, word, take_int(int(getattr(hero, word)) + 1, 0, MOST_MARKERS, f"{where}.statuses"))


def _fill_rally(hero: Any, row: Mapping[str, Any], tables: Tables) -> None:
    """Dice of a badge that counts, if nothing is said about them: those of the best badge.

    Source: facts 1a.
    """
    most = max(item.rally for item in tables.items)
    for bit, name in ((BADGE_NEXT, "rally_next"), (BADGE_NOW, "rally_now")):
        if hero.badge_bonus & bit and name not in row:
            setattr(hero, name, most)


def _fill_tokens(hero: Any, row: Mapping[str, Any], tables: Tables, where: str) -> None:
    """The side bag, by names of tokens.

    Source: facts 1, 5.
    """
    names = take_list(row.get("tokens", []), f"{where}.tokens")
    if len(names) > MAX_BAG:
        raise InputError(f"{where}.tokens: {len(names)} tokens, at most {MAX_BAG} are allowed")
    for name in names:
        hero.tokens[tables.token_ids[take_word(name, "token", tables.token_names, f"{where}.tokens")]] += 1


def _check_activation(hero: Any, row: Mapping[str, Any], active: bool, where: str) -> None:
    if "move_points" in row and not (active or hero.activated):  # a won battle may end in the middle of a move
        raise InputError(f"{where}.move_points is {row['move_points']}, allowed only with active = true")
    if hero.moved and hero.move_points > 0:
        raise InputError(f"{where}.move_points is {row['move_points']}, but moved = true: its movement is over")
    if active and hero.knocked_out:
        raise InputError(f"{where}: a knocked-out hero cannot be active")
    if hero.dead and not hero.knocked_out:
        raise InputError(f"{where}: a hero lost for good is knocked out: knocked_out = true is missing")
    if hero.recovered and not hero.activated:
        raise InputError(f"{where}: a hero who stood up this turn acts no more in it: activated = true is missing")


def _check_tracks(hero: Any, row: Mapping[str, Any], where: str) -> None:
    """Health and Sanity within their tracks; 0 in one of them for a knocked-out hero, and only for one.

    A hero that is only said to be knocked out has lost its Health (its Sanity, if the Health is given).

    Source: B27, B68.
    """
    if hero.knocked_out and hero.health > 0 and hero.sanity > 0:
        if "health" in row and "sanity" in row:
            raise InputError(
                f"{where}: knocked_out is true, then health or sanity is 0, not {hero.health} and {hero.sanity}"
            )
        setattr(hero, "sanity" if "health" in row else "health", 0)
    for kind in ("health", "sanity"):
        value = int(getattr(hero, kind))
        if value == 0 and not hero.knocked_out:
            raise InputError(f"{where}.{kind} is 0, then the hero is knocked out: knocked_out = true is missing")
        take_int(value, 0, int(getattr(hero, f"max_{kind}")), f"{where}.{kind}")


# --- printing -------------------------------------------------------------------------------------------------------


def hero_row(hero: Any, fresh: Any, active: bool, grid: Any, tables: Tables) -> dict[str, Any]:
    """What a position's text says about a hero; the inverse of `fill_hero`.

    Args:
        hero: the hero.
        fresh: a fresh hero of the same class and upgrade with the same injuries and madness.
        active: whether it is in its activation.
        grid: the map.
        tables: names of classes and items.
    """
    row: dict[str, Any] = {"class": tables.class_names[hero.class_id], "at": place_of(int(hero.square), grid)}
    if hero.upgrade != NOBODY:
        row["upgrade"] = tables.upgrade_names[hero.upgrade]
    if active:
        row["active"] = True
        if not hero.moved:
            row["move_points"] = int(hero.move_points)
    for item in NUMBERS:
        value = int(getattr(hero, item.name))
        usual = int(active) if item.name == "activated" else int(getattr(fresh, item.name))
        if value != usual or (hero.knocked_out and item.name in ("health", "sanity")):
            row[item.name] = bool(value) if is_flag(item) else value
    for kind in ("health", "sanity"):
        if f"max_{kind}" in row:
            row[kind] = int(getattr(hero, kind))
    row.update(_list_row(hero, fresh, tables))
    return row


def _list_row(hero: Any, fresh: Any, tables: Tables) -> dict[str, Any]:
    row: dict[str, Any] = {key: numbers for key in RESULT_KEYS if (numbers := had_results(hero, tables, key))}
    if list(hero.items) != list(fresh.items):
        row["items"] = [tables.item_names[item] for item in hero.items if item != NOBODY]
    tokens = tokens_of(hero, tables)
    if tokens:
        row["tokens"] = tokens
    spent = [slot for slot in range(MAX_ITEMS) if hero.item_used[slot]]
    if spent:
        row["spent_items"] = spent
    skills = {name: int(hero.skills[i]) for i, name in enumerate(SKILLS) if hero.skills[i] != fresh.skills[i]}
    if skills:
        row["skills"] = skills
    return row


def tokens_of(hero: Any, tables: Tables) -> list[str]:
    """Names of the tokens in a hero's side bag, each as often as it is there."""
    return [name for kind, name in enumerate(tables.token_names) for _ in range(int(hero.tokens[kind]))]
