"""What the fuzz of Rounds-v0 plays: the scenarios that come with it and drawn ones, under every option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.records import as_records
from brimstone_env.rounds.book import DIRECTORS, ORDERS, Tables
from brimstone_env.rounds.plan import make_book
from brimstone_env.rounds.scenario import list_scenarios, load_scenario

FIELD = """
############
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaa####aaa#
#aaa####aaa#
#aaaaaaaaaa#
#aa#aaaa#aa#
#aaaaaaaaaa#
#aaaaaaaaaa#
############
"""
CORRIDORS = """
##############
#aaaa###aaaaa#
#aaaa#aaa#aaa#
#aaaaaa#aaaaa#
#aa##a###aa#a#
#aaa#aaaaaaaa#
#a#aaa#a#aaaa#
#aaaa##a##aaa#
#aaaaaaaaaaaa#
##############
"""
AREAS = {FIELD: (((1, 1), (2, 10)), ((7, 1), (8, 10))), CORRIDORS: (((1, 1), (3, 4)), ((5, 7), (8, 12)))}
WALLS = (((5, 4), (5, 5)), ((5, 6), (5, 7)))
TIMERS = (0, 0, 1, 4, 7, 20)
MOST_TRIES = 50
MADE: dict[str, NDArray[Any]] = {}  # books by world
SHIPPED = 0.4  # share of worlds with a scenario that comes with the game
MOST_MONSTERS = 24


@dataclass(frozen=True)
class World:
    """What a book is made of, and who plays.

    Attributes:
        scenario: its values, or a shipped scenario's name.
        options: rule options.
        director: whether the Director's decisions are the fuzz's, not his own rules'.
        bent: whether battles begin with conditions, surges and wounds that no scenario gives.
    """

    scenario: Any
    options: dict[str, Any]
    director: bool
    bent: bool


def pick_options(rng: np.random.Generator) -> dict[str, Any]:
    """Rule options: every one has its default, or another value."""
    return {
        "order": ORDERS[int(rng.random() < 0.3)],
        "timer": TIMERS[int(rng.integers(len(TIMERS)))],
        "director": DIRECTORS[int(rng.integers(3))],
        "keep_single": bool(rng.random() < 0.2),
    }


def pick_enemies(tables: Tables, rng: np.random.Generator) -> list[dict[str, Any]]:
    """One to four groups: single monsters, squads of four or eight, captains."""
    monsters = [row for row in tables.kinds if row.side == "enemies"]
    rows: list[dict[str, Any]] = []
    room = int(rng.integers(3, MOST_MONSTERS))
    groups = int(rng.integers(1, 5))
    for group in range(1, groups + 1):
        squad = False
        for _ in range(int(rng.integers(1, 4))):
            row = monsters[int(rng.integers(len(monsters)))]
            minion = "minion" in row.traits
            if minion and squad:
                continue
            count = (4, 4, 8)[int(rng.integers(3))] if minion else 1
            if rows and rows[-1]["group"] == group and count > room:
                continue
            room -= count
            captain = squad and not minion and not any(r["captain"] for r in rows if r["group"] == group)
            squad = squad or minion
            rows.append({"type": row.name, "count": count, "group": group, "captain": bool(captain)})
            if captain and rng.random() < 0.3:
                rows[-1]["captain"] = False
            rows[-1]["surprised"] = bool(rng.random() < 0.15)
    return rows


def pick_scenario(tables: Tables, rng: np.random.Generator, index: int) -> dict[str, Any]:
    """A party of one to six against drawn groups on one of two maps."""
    heroes = [row.name for row in tables.kinds if row.side == "heroes"]
    size = 1 + index % 6
    drawing = (FIELD, CORRIDORS)[index % 2]
    here, there = AREAS[drawing] if rng.random() < 0.5 else AREAS[drawing][::-1]
    surprise = [side for side in ("heroes", "enemies") if rng.random() < 0.15]
    return {
        "name": f"fuzz-{index}",
        "map": {"drawing": drawing, "walls": WALLS if rng.random() < 0.3 and drawing == FIELD else ()},
        "party": [heroes[i] for i in rng.integers(0, len(heroes), size)],
        "enemies": pick_enemies(tables, rng),
        "hero_area": here,
        "enemy_area": there,
        "surprise": surprise,
        "surprised_heroes": [hero for hero in range(size) if rng.random() < 0.15],
        "victories": int(rng.integers(0, 7)),
        "last_round": int(rng.choice([3, 10, 30])),
    }


def pick_world(tables: Tables, rng: np.random.Generator, index: int) -> World:
    """A world that can be played: who finds no room is refused, and drawn again."""
    shipped = list_scenarios()
    for _ in range(MOST_TRIES):
        scenario: Any = pick_scenario(tables, rng, index)
        if rng.random() < SHIPPED:
            scenario = shipped[index % len(shipped)]
        world = World(scenario, pick_options(rng), bool(rng.random() < 0.6), bool(rng.random() < 0.3))
        try:
            make_book_of(world, tables)
        except InputError:
            continue
        return world
    raise AssertionError(f"no scenario of world {index} can be played")


def list_worlds(seed: int, tables: Tables, count: int) -> list[World]:
    """So many worlds that can be played."""
    rng = np.random.default_rng(seed)
    return [pick_world(tables, rng, index) for index in range(count)]


def make_books(worlds: Sequence[World], tables: Tables) -> NDArray[Any]:
    """One book a world, read-only."""
    books = as_records(np.concatenate([make_book_of(world, tables) for world in worlds]))
    books.flags.writeable = False
    return books


def make_book_of(world: World, tables: Tables) -> NDArray[Any]:
    """The book of a world; made once, since maps take their time."""
    key = repr(world)
    if key not in MADE:
        MADE[key] = make_book(tables, load_scenario(world.scenario), world.options)
    return MADE[key]
