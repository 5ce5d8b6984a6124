"""The book: the printed tables, the map and options as one read-only record that the rules look up.

`load_tables` reads the tables; tools that set up positions of their own start from `new_book` and fill its plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from brimstone_env.core.configs import allowed_words, checked
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import new_records
from brimstone_env.rounds.book_layout import Ability, Book, CreatureKind, Plan, Rules
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY
from brimstone_env.rounds.table_files import Tables, export_tables, load_tables
from brimstone_env.rounds.table_rows import (
    AIMS,
    CHARACTERISTICS,
    CONDITIONS,
    DAMAGE_TYPES,
    EFFECTS,
    KEYWORDS,
    KINDS,
    REACHES,
    RESOURCES,
    SHOVES,
    SIDES,
    SIZES,
    TRAITS,
    TRIGGERS,
    UNTILS,
    AbilityRow,
    Flag,
    KindRow,
    Row,
    Whole,
)

__all__ = ["RuleOptions", "Tables", "export_tables", "find_kind", "load_tables", "new_book", "options_of"]

ORDERS = ("alternating", "agility")
DIRECTORS = ("simple", "standard", "ruthless")
DEFAULT_LAST_TURN = 30
HERO_SEATS = (1 << MAX_HEROES) - 1  # played from outside unless the caller says otherwise


class RuleOptions(Row):
    """Where the rules leave a choice, or users do.

    Attributes:
        order: who acts next: `alternating`, the sides pick in turn; `agility`, by tests at the start.
        timer: votes of the heroes on who acts next before the Director picks; 0: no timer, one of them decides.
        director: how well the Director plays: `simple`, `standard`, `ruthless`.
        keep_single: whether decisions with a single legal option are asked too.

    Source: D23 to D30.
    """

    order: Literal["alternating", "agility"] = "alternating"
    timer: Whole = Field(default=0, ge=0, le=999)
    director: Literal["simple", "standard", "ruthless"] = "standard"
    keep_single: Flag = False


def options_of(values: Mapping[str, Any] | RuleOptions | None, source: str = "options") -> RuleOptions:
    """Rule options from what a person wrote; None: the defaults.

    Raises:
        InputError: if a key or value is unknown.
    """
    if isinstance(values, RuleOptions):
        return values
    return checked(RuleOptions, dict(values or {}), source)


def new_book(
    tables: Tables, grids: NDArray[Any], options: RuleOptions | Mapping[str, Any] | None = None
) -> NDArray[Any]:
    """A book without a plan, still writable.

    Args:
        tables: the printed tables.
        grids: the map, a record array of `GridMap` of length 1 (`parse_drawing`).
        options: rule options; None: the defaults.

    Returns:
        A record array of `Book` of length 1, whose plan places nobody.
    """
    books = new_records(Book, 1)
    books["map"][0] = grids[0]
    book = books[0]
    for i in range(len(book.abilities)):
        _blank_ability(book.abilities[i])
    for i in range(len(book.kinds)):
        book.kinds[i].abilities[:] = NOBODY
        book.kinds[i].potency = NOBODY
    for i, ability in enumerate(tables.abilities):
        _fill_ability(book.abilities[i], ability)
        if ability.summons is not None:
            book.abilities[i].summons = find_kind(tables, ability.summons, "enemies", f"ability {ability.name}")
    for i, kind in enumerate(tables.kinds):
        _fill_kind(book.kinds[i], kind, tables)
        for row in book.kinds[i].abilities[: len(kind.abilities)]:
            if book.abilities[row].trigger != NOBODY:
                book.kinds[i].triggers |= 1 << int(book.abilities[row].trigger)
    _fill_rules(book.rules, options_of(options))
    blank_plan(book.plan)
    return books


def blank_plan(plan: Plan) -> None:
    """Make a zeroed plan one that places nobody."""
    for i in range(len(plan.places)):
        place = plan.places[i]
        place.kind = NOBODY
        place.square = NOBODY
        place.group = NOBODY
        place.squad = NOBODY


def find_kind(tables: Tables, name: str, side: str, where: str) -> int:
    """The row of a hero (`side` is `heroes`) or a monster.

    Raises:
        InputError: if the tables do not have it on that side.
    """
    words = [row.name for row in tables.kinds if row.side == side]
    if name not in words:
        what = "hero" if side == "heroes" else "monster"
        raise InputError(f"{where}: unknown {what} {name!r}: {allowed_words(name, words)}")
    return tables.kind_ids[name]


def _blank_ability(ability: Ability) -> None:
    ability.resisted = NOBODY
    ability.condition = NOBODY
    ability.summons = NOBODY
    ability.trigger = NOBODY


def _fill_rules(rules: Rules, options: RuleOptions) -> None:
    rules.keep_single = int(options.keep_single)
    rules.order = ORDERS.index(options.order)
    rules.timer = options.timer
    rules.director = DIRECTORS.index(options.director)
    rules.last_turn = DEFAULT_LAST_TURN
    rules.outside = HERO_SEATS


def _fill_ability(ability: Ability, row: AbilityRow) -> None:
    ability.kind = KINDS[row.kind]
    ability.reach = REACHES[row.reach]
    ability.aim = AIMS[row.aim]
    ability.damage_type = DAMAGE_TYPES[row.type]
    ability.shove = SHOVES[row.shove]
    ability.effect = EFFECTS[row.effect]
    ability.trigger = TRIGGERS.get(int(ability.effect), NOBODY)
    for name in ("cost", "melee", "distance", "span", "targets", "bonus", "damage_dice", "adds", "kitted"):
        setattr(ability, name, int(getattr(row, name)))
    for name in KEYWORDS:
        setattr(ability, name, int(name in row.keywords))
    ability.rolls = int(row.rolls or len(row.roll) > 0)
    ability.characteristics = sum(1 << CHARACTERISTICS[word] for word in row.roll)
    ability.damage[:] = row.damage
    ability.shoves[:] = row.shoves
    ability.potency[:] = row.potency
    ability.amount[:] = row.amount
    ability.until[:] = [UNTILS[word] for word in row.until]
    ability.condition = NOBODY if row.condition is None else CONDITIONS[row.condition]
    ability.resisted = NOBODY if row.resisted is None else CHARACTERISTICS[row.resisted]


def _fill_kind(kind: CreatureKind, row: KindRow, tables: Tables) -> None:
    kind.side = SIDES[row.side]
    kind.width, kind.weight = SIZES[row.size]
    for name in (
        "stamina", "recoveries", "speed", "stability", "disengage", "free_strike", "reach", "distance", "value", "level"
    ):  # fmt: skip
        setattr(kind, name, int(getattr(row, name)))
    kind.characteristics[:] = row.characteristics
    kind.traits = sum(TRAITS[word] for word in row.traits)
    kind.resource = RESOURCES[row.resource]
    kind.resource_each = row.gain
    kind.potency = int(np.argmax(row.characteristics)) if row.side == "heroes" else NOBODY
    for word, amount in row.immunity.items():
        kind.immunity[DAMAGE_TYPES[word]] = amount
    kind.abilities[: len(row.abilities)] = [tables.ability_ids[name] for name in row.abilities]
    kind.kit_melee[:] = row.kit.melee
    kind.kit_ranged[:] = row.kit.ranged
    kind.kit_magic[:] = row.kit.magic
    for name in ("speed", "damage", "distance", "edge"):
        setattr(kind, f"captain_{name}", int(getattr(row.captain, name)))
