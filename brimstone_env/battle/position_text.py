"""Printing a battle as a position: TOML that reads back to the same battle, random streams aside.

Only what a position can say is printed: a battle between two activations, in a hero's movement or attack decision, in
the choice of which hero is next, or over. In the middle of a roll or an attack `format_position`
refuses; such a battle is saved as its bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.board_text import options_row
from brimstone_env.battle.book import Tables
from brimstone_env.battle.building import build, new_battle
from brimstone_env.battle.codes import MAX_HEROES, NOBODY, Decision, Frame, Halt, Outcome, TurnStage
from brimstone_env.battle.hero_text import hero_row
from brimstone_env.battle.layout import Book
from brimstone_env.battle.plan_text import PROGRESS_KEYS, plan_rows
from brimstone_env.battle.view import DECISIONS, ENEMY_SIDE, OUTCOMES, active_hero, elite_rows
from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import draw_map, place_of, thin_walls, toml_line
from brimstone_env.core.records import new_records

HALT_WORDS = {Halt.NEVER: "never", Halt.BETWEEN: "between", Halt.AT_HERO: "at hero"}


def format_position(battle: Any, book: Any, tables: Tables) -> str:
    """A battle as a position's text.

    Args:
        battle: the battle.
        book: its book.
        tables: the tables that the book was made from, for names.

    Returns:
        TOML, a key a line; `parse_position` makes the same bytes of it, `streams` aside (and `pool`, the dice of a roll
        that is long over).

    Raises:
        InputError: if the battle is in the middle of something that a position cannot say.
    """
    check_sayable(battle)
    rows: dict[str, Any] = {
        "map": draw_map(book.map),
        "walls": thin_walls(book.map),
        "heroes": _hero_rows(battle, book, tables),
        "enemies": _enemy_rows(battle, book, tables),
        "elite": {
            tables.type_names[group.type_id]: elite_rows(group)
            for group in battle.groups[: battle.num_groups]
            if any(group.elite)
        },
        "groups": _group_rows(battle, tables),
        "turn": int(battle.turn),
        "outcome": OUTCOMES[battle.outcome],
        "between_turns": _is_between_turns(battle),
        "halt": HALT_WORDS[Halt(int(battle.halt))],
        "outside": [seat for seat in range(ENEMY_SIDE + 1) if int(battle.outside) >> seat & 1],
        "revive_tokens": int(battle.revive_tokens),
        "flash": int(battle.flash),
        "threat_cards": int(battle.threat_cards),
        "decisions": int(battle.num_decisions),
        "drawn": _drawn_rows(battle, tables),
        **plan_rows(battle, book, tables, _is_between_turns(battle)),
        "options": options_row(book.rules),
    }
    usual = {"turn": 1, "outcome": "undecided", "halt": "between", "outside": list(range(MAX_HEROES))}
    usual |= dict.fromkeys(PROGRESS_KEYS)
    return "".join(
        toml_line(key, value) + "\n" for key, value in rows.items() if (value != usual[key] if key in usual else value)
    )


def check_sayable(battle: Any) -> None:
    """Refuse a battle that a position cannot say.

    Raises:
        InputError: saying what is going on.
    """
    kinds = [int(frame.kind) for frame in battle.stack.frames[: battle.stack.depth]]
    decision = int(battle.pending.kind)
    if battle.outcome != Outcome.UNDECIDED and not kinds:
        return
    if kinds == [Frame.TURN] and decision in (Decision.NONE, Decision.ACTIVATE):
        return
    if kinds == [Frame.TURN, Frame.ACTIVATION] and decision in (Decision.MOVE, Decision.ATTACK):
        return
    doing = "nothing that is pending" if not kinds else Frame(kinds[-1]).name.lower()
    raise InputError(
        f"a position cannot say this moment (in the middle of: {doing}; decision: {DECISIONS[decision]}), allowed are "
        "a hero's movement or attack decision, and moments between activations"
    )


def _is_between_turns(battle: Any) -> bool:
    return bool(battle.stack.depth > 0 and battle.stack.frames[0].stage == TurnStage.BEGIN)


def _hero_rows(battle: Any, book: Any, tables: Tables) -> list[dict[str, Any]]:
    count = int(battle.num_heroes)
    fresh = new_battle(0)
    places = [(int(hero.class_id), int(hero.square), int(hero.upgrade)) for hero in battle.heroes[:count]]
    results = [row for i in range(count) for row in _result_rows(battle.heroes[i], i)]
    build(fresh, book_array(book), heroes=places, results=results)
    active = active_hero(battle)
    return [hero_row(battle.heroes[i], fresh[0].heroes[i], i == active, book.map, tables) for i in range(count)]


def _result_rows(hero: Any, hero_index: int) -> list[tuple[int, int, int]]:
    """The rows of the injury and madness tables that a hero has, as `build` takes them."""
    return [
        (hero_index, which, row)
        for which, counts in enumerate((hero.injuries, hero.madness))
        for row, count in enumerate(counts)
        for _ in range(int(count))
    ]


def book_array(book: Any) -> NDArray[Any]:
    """A book as a read-only array of length 1."""
    books = new_records(Book, 1)
    books[0] = book
    books.flags.writeable = False
    return books


def _enemy_rows(battle: Any, book: Any, tables: Tables) -> list[dict[str, Any]]:
    rows = []
    for enemy in battle.enemies[: battle.num_enemies]:
        row: dict[str, Any] = {"type": tables.type_names[enemy.type_id]}
        row.update({"at": place_of(int(enemy.square), book.map)} if enemy.alive else {"dead": True})
        if enemy.wounds:
            row["wounds"] = int(enemy.wounds)
        if enemy.target != NOBODY:
            row["target"] = int(enemy.target)
        if enemy.lean:
            row["lean"] = int(enemy.lean)
        rows.append(row)
    return rows


def _group_rows(battle: Any, tables: Tables) -> list[dict[str, Any]]:
    """The enemy types, unless the list of enemies says all about them."""
    rows: list[dict[str, Any]] = []
    for i in range(battle.num_groups):
        group = battle.groups[i]
        row: dict[str, Any] = {"type": tables.type_names[group.type_id]}
        if group.activated:
            row["activated"] = True
        if group.rolled:
            row["rolled"] = int(group.rolled)
        if group.ambush:
            row["ambush"] = int(group.ambush)
        if group.total:
            row["total"] = int(group.total)
        if group.rank:
            row["rank"] = int(group.rank)
        if group.short_turn:
            row["short_turn"] = int(group.short_turn)
        if group.placed != np.count_nonzero(battle.enemies["group"][: battle.num_enemies] == i):
            row["placed"] = int(group.placed)
        rows.append(row)
    types = [int(enemy.type_id) for enemy in battle.enemies[: battle.num_enemies]]
    listed = [{"type": tables.type_names[type_id]} for type_id in dict.fromkeys(types)]
    return [] if rows == listed else rows


def _drawn_rows(battle: Any, tables: Tables) -> dict[str, list[int]]:
    rows = {name: np.flatnonzero(battle.drawn[i]).tolist() for i, name in enumerate(tables.deck_names)}
    return {name: cards for name, cards in rows.items() if cards}
