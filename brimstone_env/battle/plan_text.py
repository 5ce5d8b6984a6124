"""What a position says about enemies that are still to come, and about how far things have come: read and printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from brimstone_env.battle.arrival_plan import check_room, fill_events, fill_last_stand, fill_stages
from brimstone_env.battle.book import Tables
from brimstone_env.battle.codes import MAX_EVENTS, MAX_HEROES, MAX_STAGES, NOBODY, Outcome
from brimstone_env.battle.event_rows import LastStandRow, PositionEventRow, StageRow
from brimstone_env.battle.plan import set_party_deck
from brimstone_env.battle.threat_decks import Epic
from brimstone_env.battle.view import SIDES, active_hero
from brimstone_env.core.configs import checked
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import tile_letters
from brimstone_env.core.notation import place_of, take_int, take_list, take_word

PLAN_KEYS = ("events", "stages", "last_stand")
RANGES = {"activations": (0, 999), "level": (0, 20), "score": (-1000, 1000), "marker": (0, 127), "kills": (0, 999)}
SIDE_KEYS = ("first_side", "next_side")
PROGRESS_KEYS = (*RANGES, *SIDE_KEYS)
LIST_KEYS = ("stage", "warnings")


def read_events(data: Mapping[str, Any], where: str) -> tuple[PositionEventRow, ...]:
    """The events of a position.

    Raises:
        InputError: if there are too many, or one of them is wrong.
    """
    rows = take_list(data.get("events", []), f"{where}: events")
    if len(rows) > MAX_EVENTS:
        raise InputError(f"{where}: {len(rows)} events, at most {MAX_EVENTS} are allowed")
    return tuple(checked(PositionEventRow, row, f"{where}: events.{i}") for i, row in enumerate(rows))


def read_stages(data: Mapping[str, Any], where: str) -> tuple[StageRow, ...]:
    """The battles of the delve that a position is part of.

    Raises:
        InputError: if there are too many, or one of them is wrong.
    """
    rows = take_list(data.get("stages", []), f"{where}: stages")
    if len(rows) > MAX_STAGES:
        raise InputError(f"{where}: {len(rows)} stages, at most {MAX_STAGES} are allowed")
    return tuple(checked(StageRow, row, f"{where}: stages.{i}") for i, row in enumerate(rows))


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

    Source: B2, B22, facts 8.
    """
    for key in ("threat", "events", "last_stand"):
        if key in data and "stages" in data:
            raise InputError(f"{where}: stages say which enemies come, {key} cannot stand beside them")
    heroes = max(1, min(len(take_list(data.get("heroes", []), f"{where}: heroes")), MAX_HEROES))
    if plan.party_deck == NOBODY:
        set_party_deck(plan, tables, heroes)
    plan.num_sites = max(int(plan.num_sites), 1)
    events = read_events(data, where)
    fill_events(plan, grid, tables, events, heroes, epic, where)
    own = None if plan.party_deck == NOBODY else tables.deck_names[plan.party_deck]
    check_room(tables, events, types, heroes, epic, where, own)
    if "stages" in data:
        stages = read_stages(data, where)
        fill_stages(plan, grid, tables, stages, _usual_place(data, grid, tables), heroes, epic, where)
        for i, row in enumerate(stages):
            check_room(tables, [row], set(), heroes, epic, f"{where}: stages.{i}", own)
    if "last_stand" in data:
        stand = checked(LastStandRow, data["last_stand"], f"{where}: last_stand")
        fill_last_stand(plan, grid, tables, stand, heroes, epic, where)


def _usual_place(data: Mapping[str, Any], grid: Any, tables: Tables) -> tuple[str, Any]:
    """The tile and the entrance of a battle of a delve that names none."""
    if data["map"] in tables.map_ids:
        row = tables.maps[tables.map_ids[data["map"]]]
        return row.tile, row.entrance
    return tile_letters(int(np.bitwise_or.reduce(grid.tiles)))[0], None


# --- how far things have come ---------------------------------------------------------------------------------------


def fill_progress(battle: Any, book: Any, data: Mapping[str, Any], where: str) -> None:
    """Set the counters of turn, battle and delve; what is not said follows from the figures and the plan."""
    plan = book.plan
    battle.stage = take_int(data.get("stage", 0), 0, max(int(plan.num_stages) - 1, 0), f"{where}: stage")
    battle.site = plan.stages[battle.stage].site
    for name, value in usual_progress(battle, plan, data_active(data)).items():
        least, most = RANGES[name]
        setattr(battle, name, take_int(data.get(name, value), least, most, f"{where}: {name}"))
    for name in SIDE_KEYS:
        setattr(battle, name, SIDES.index(take_word(data.get(name, SIDES[0]), "side", SIDES, f"{where}: {name}")))
    for site in take_list(data.get("warnings", []), f"{where}: warnings"):
        battle.warnings[take_int(site, 1, max(int(plan.num_sites) - 1, 1), f"{where}: warnings")] = 1
    before = turn_before(battle, bool(data.get("between_turns", False)) or "threat" in data)
    for i, row in enumerate(read_events(data, where)):
        battle.events[i] = usual_times(plan.events[i], before) if row.come is None else row.come


def data_active(data: Mapping[str, Any]) -> int:
    """The hero in its activation, NOBODY for none."""
    return next((i for i, row in enumerate(data["heroes"]) if row.get("active", False)), NOBODY)


def usual_progress(battle: Any, plan: Any, active: int) -> dict[str, int]:
    """The counters of a battle as figures and plan show them: all who were activated, the active hero's Initiative."""
    flags = [*battle.heroes[: battle.num_heroes], *battle.groups[: battle.num_groups]]
    won = 100 * int(battle.stage) // max(int(plan.num_stages), 1)
    return {
        "activations": sum(int(figure.activated) for figure in flags),
        "level": 0 if active == NOBODY else int(battle.heroes[active].initiative),
        "score": {Outcome.UNDECIDED: won, Outcome.WON: 100, Outcome.LOST: won - 100}[Outcome(int(battle.outcome))],
        "marker": int(plan.places_to_hold),
        "kills": 0,
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
    usual = usual_progress(battle, plan, active_hero(battle))
    progress: dict[str, Any] = {
        name: int(getattr(battle, name)) for name in RANGES if getattr(battle, name) != usual[name]
    }
    progress |= {name: SIDES[getattr(battle, name)] for name in SIDE_KEYS if getattr(battle, name)}
    rows: dict[str, Any] = {"events": events, "stage": int(battle.stage), **progress}
    rows["stages"] = [_stage_row(plan, plan.stages[i], book.map, tables) for i in range(plan.num_stages)]
    if plan.last_stand:
        rows["last_stand"] = _stand_row(plan, book.map, tables)
    rows["warnings"] = [site for site in range(plan.num_sites) if battle.warnings[site]]
    return rows


def _stage_row(plan: Any, stage: Any, grid: Any, tables: Tables) -> dict[str, Any]:
    site = plan.sites[stage.site]
    row = {**_source_row(stage, tables), **_site_row(site, grid)}
    if stage.deck == NOBODY and stage.named.ambush:
        row["ambush"] = True
    if stage.elite:
        row["elite"] = int(stage.elite)
    starts = [place_of(int(square), grid) for square in site.starts if square != NOBODY]
    return {**row, "starts": starts} if starts else row


def _stand_row(plan: Any, grid: Any, tables: Tables) -> dict[str, Any]:
    entries = [_site_row(plan.sites[i], grid) for i in range(1, plan.num_sites)]
    return {"places": int(plan.places_to_hold), "deck": tables.deck_names[plan.deck], "entries": entries}


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
