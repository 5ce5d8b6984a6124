"""What a position says about enemies that are still to come, and about how far things have come: read and printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brimstone_env.battle.book import Tables
from brimstone_env.battle.codes import MAX_EVENTS, MAX_HEROES, NOBODY, Outcome
from brimstone_env.battle.event_rows import PositionEventRow
from brimstone_env.battle.plan import check_room, fill_events, set_party_deck
from brimstone_env.battle.threat_decks import Epic
from brimstone_env.battle.view import active_hero
from brimstone_env.core.configs import checked
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import tile_letters
from brimstone_env.core.notation import place_of, take_int, take_list

PLAN_KEYS = ("events",)
RANGES = {"activations": (0, 999), "level": (0, 20), "score": (-1000, 1000)}
PROGRESS_KEYS = tuple(RANGES)


def read_events(data: Mapping[str, Any], where: str) -> tuple[PositionEventRow, ...]:
    """The events of a position.

    Raises:
        InputError: if there are too many, or one of them is wrong.
    """
    rows = take_list(data.get("events", []), f"{where}: events")
    if len(rows) > MAX_EVENTS:
        raise InputError(f"{where}: {len(rows)} events, at most {MAX_EVENTS} are allowed")
    return tuple(checked(PositionEventRow, row, f"{where}: events.{i}") for i, row in enumerate(rows))


def read_plan(
    plan: Any, grid: Any, data: Mapping[str, Any], tables: Tables, types: set[str], epic: Epic, where: str
) -> None:
    """Write into the plan what a position says about enemies that are still to come.

    Args:
        plan: the plan; row 0 of its sites is filled if an event needs it.
        grid: the map.
        data: the position.
        tables: the printed tables.
        types: enemy types that are in the battle already, or that its threat may bring.
        epic: the option.
        where: source, for error messages.

    Source: B2, B22.
    """
    heroes = max(1, min(len(take_list(data.get("heroes", []), f"{where}: heroes")), MAX_HEROES))
    events = read_events(data, where)
    plan.num_sites = max(int(plan.num_sites), 1)
    if plan.party_deck == NOBODY:
        set_party_deck(plan, tables, heroes)
    fill_events(plan, grid, tables, events, epic, where, heroes)
    check_room(tables, events, types, heroes, epic, where)


# --- how far things have come ---------------------------------------------------------------------------------------


def fill_progress(battle: Any, book: Any, data: Mapping[str, Any], where: str) -> None:
    """Set the counters of turn and battle; what is not said follows from the figures."""
    for name, value in usual_progress(battle, data_active(data)).items():
        most = {"activations": 999, "level": 20, "score": 1000}[name]
        setattr(
            battle, name, take_int(data.get(name, value), -most if name == "score" else 0, most, f"{where}: {name}")
        )
    before = turn_before(battle, bool(data.get("between_turns", False)) or "threat" in data)
    for i, row in enumerate(read_events(data, where)):
        battle.events[i] = usual_times(book.plan.events[i], before) if row.come is None else row.come


def data_active(data: Mapping[str, Any]) -> int:
    """The hero in its activation, NOBODY for none."""
    return next((i for i, row in enumerate(data["heroes"]) if row.get("active", False)), NOBODY)


def usual_progress(battle: Any, active: int) -> dict[str, int]:
    """The counters of a battle as its figures show them: all who have been activated, the active hero's Initiative."""
    flags = [*battle.heroes[: battle.num_heroes], *battle.groups[: battle.num_groups]]
    return {
        "activations": sum(int(figure.activated) for figure in flags),
        "level": 0 if active == NOBODY else int(battle.heroes[active].initiative),
        "score": {Outcome.UNDECIDED: 0, Outcome.WON: 100, Outcome.LOST: -100}[Outcome(int(battle.outcome))],
    }


def turn_before(battle: Any, over: bool) -> int:
    """The last turn that is over."""
    return int(battle.turn) if over else int(battle.turn) - 1


def usual_times(event: Any, before: int) -> int:
    """How often an event should have come up to the end of a turn."""
    if event.turn == 0 or before < event.turn:
        return 0
    return min(1 + ((before - int(event.turn)) // int(event.every) if event.every else 0), 127)


# --- printing -------------------------------------------------------------------------------------------------------


def plan_rows(battle: Any, book: Any, tables: Tables, between: bool) -> dict[str, Any]:
    """The keys of a position about what is still to come and how far things have come; the inverse of reading them."""
    plan = book.plan
    before = turn_before(battle, between)
    events = []
    for i in range(plan.num_events):
        row = _event_row(plan, plan.events[i], book.map, tables)
        if battle.events[i] != usual_times(plan.events[i], before):
            row["come"] = int(battle.events[i])
        events.append(row)
    usual = usual_progress(battle, active_hero(battle))
    progress = {name: int(getattr(battle, name)) for name in PROGRESS_KEYS if getattr(battle, name) != usual[name]}
    return {"events": events, **progress}


def _event_row(plan: Any, event: Any, grid: Any, tables: Tables) -> dict[str, Any]:
    row: dict[str, Any] = {"turn": int(event.turn)}
    row.update({name: int(getattr(event, name)) for name in ("every", "after") if getattr(event, name)})
    if event.ambush:
        row["ambush"] = True
    row.update(_source_row(event, tables))
    if event.deck == NOBODY:
        elite = {pair[0]: int(event.named.elite[i]) for i, pair in enumerate(row["enemies"]) if event.named.elite[i]}
        row.update({"elite": elite} if elite else {})
    row.update(_site_row(plan.sites[event.site], grid))
    return row


def _source_row(source: Any, tables: Tables) -> dict[str, Any]:
    """The deck and its cards, or the enemies by name."""
    if source.deck != NOBODY:
        return {"deck": tables.deck_names[source.deck], "cards": int(source.num_cards)}
    entries = source.named.entries[: source.named.num_entries]
    return {"enemies": [[tables.type_names[entry.type_id], _amount_text(entry)] for entry in entries]}


def _amount_text(entry: Any) -> str:
    """An amount as people write it."""
    dice = ["peril"] * int(entry.peril) + ["d3"] * int(entry.d3) + ["d6"] * int(entry.d6)
    return "+".join([*dice, str(int(entry.fixed))] if entry.fixed else dice)


def _site_row(site: Any, grid: Any) -> dict[str, Any]:
    """The tile and the entrance of a place; nothing for one that was never filled."""
    if site.tile == 0:
        return {}
    row: dict[str, Any] = {"tile": tile_letters(int(site.tile))[0]}
    if site.entrance != NOBODY:
        row["entrance"] = place_of(int(site.entrance), grid)
    return row
