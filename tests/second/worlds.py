"""What the fuzz plays: any party of the printed classes, on every map, against every deck and any named enemies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.book import RuleOptions, Tables, load_tables
from brimstone_env.battle.codes import MAX_ENEMIES
from brimstone_env.battle.plan import make_book
from brimstone_env.battle.scenario import load_scenario
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import as_records
from tests.second.house import bend_book

COUNT = 208  # battles side by side
MOST_TRIES = 50
DELVES = 0.2  # so many worlds are of the other environment
AMOUNTS = ("peril", "d3", "peril+peril", 1, 2)
NUMBERS = {"fixed_move": (0, 0, 4), "dice_cap": (0, 0, 8)}  # options that are numbers

# The largest map there is, 256 squares without a wall; and a cramped one of thin walls, corners and single squares.
FIELD = {
    "drawing": "\n".join(["a" * 16] * 16),
    "tile": "a",
    "starts": [[13, 7], [13, 8], [14, 7], [14, 8], [15, 7], [15, 8]],
}
MAZE = {
    "drawing": "bbb#bbbb\nb#bbb#bb\nbbbbbbb#\n#b#bb#bb\nbbb+bbbb\n###a####\naaaaa###\na#aaa###\naaaa####",
    "walls": [
        [[0, 1], [0, 2]],
        [[1, 2], [2, 2]],
        [[2, 3], [2, 4]],
        [[4, 6], [4, 7]],
        [[6, 1], [6, 2]],
        [[7, 2], [7, 3]],
    ],
    "tile": "b",
    "entrance": [4, 3],
    "starts": [[6, 3], [6, 4], [7, 3], [7, 4], [8, 2], [8, 3]],
}


@dataclass(frozen=True)
class World:
    """One book of the fuzz.

    Attributes:
        scenario: the scenario's values.
        options: rule options.
        house: seed of what is bent in its book; None: as printed.
    """

    scenario: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)
    house: int | None = None


def pick_options(rng: np.random.Generator) -> dict[str, Any]:
    """Rule options: every one has its default, or another value, about as often."""
    options: dict[str, Any] = {}
    for name, item in RuleOptions.model_fields.items():
        words = get_args(item.annotation) if get_origin(item.annotation) is Literal else ()
        if words:
            options[name] = words[int(rng.integers(len(words)))]
        elif name in NUMBERS:
            options[name] = NUMBERS[name][int(rng.integers(len(NUMBERS[name])))]
        else:
            options[name] = bool(rng.integers(2))
    options["keep_single"] = bool(rng.random() < 0.2)
    options["turn_order"] = "initiative"  # the second opinion knows no other order; tests of their own do
    return options


def pick_enemies(tables: Tables, rng: np.random.Generator, types: int = 3) -> dict[str, Any]:
    """Up to so many enemy types by name, often elite, sometimes in ambush; no more figures than a battle holds."""
    enemies: list[Any] = []
    room = MAX_ENEMIES
    for i in rng.permutation(len(tables.enemies))[: int(rng.integers(1, types + 1))]:
        row = tables.enemies[i]
        if row.figures <= room:
            room -= row.figures
            enemies.append([row.name, 1 if row.figures == 1 else AMOUNTS[int(rng.integers(len(AMOUNTS)))]])
    return {
        "enemies": enemies,
        "elite": {name: int(rng.integers(1, 5)) for name, _ in enemies if rng.random() < 0.7},
        "ambush": bool(rng.random() < 0.4),
    }


def pick_events(tables: Tables, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Up to two things that come while the battle goes on: named enemies or cards, once or again and again."""
    events = []
    for _ in range(int(rng.integers(0, 3))):
        event: dict[str, Any] = {"turn": int(rng.integers(1, 5)), "after": int(rng.integers(0, 4))}
        if rng.random() < 0.5:
            event["every"] = int(rng.integers(1, 4))
        if rng.random() < 0.6:
            event |= pick_enemies(tables, rng, 1)
        else:
            event |= {"deck": tables.deck_names[int(rng.integers(len(tables.deck_names)))], "cards": 1}
            event["ambush"] = bool(rng.random() < 0.4)
        events.append(event)
    return events


def pick_scenario(tables: Tables, rng: np.random.Generator, boards: Sequence[Any], index: int) -> dict[str, Any]:
    """A party of one to six (sizes and maps take turns) against named enemies, or cards of any deck."""
    size = 1 + index % 6
    party = [tables.class_names[i] for i in rng.integers(0, len(tables.class_names), size)]
    scenario: dict[str, Any] = {"name": f"fuzz-{index}", "map": boards[index % len(boards)], "party": party}
    if rng.random() < 0.4:
        scenario["events"] = pick_events(tables, rng)
    if rng.random() < 0.5:
        return scenario | pick_enemies(tables, rng)
    deck = tables.deck_names[int(rng.integers(len(tables.deck_names)))]
    return scenario | {"deck": deck, "cards": int(rng.integers(1, 4))}


def pick_delve(tables: Tables, rng: np.random.Generator, boards: Sequence[Any], index: int) -> dict[str, Any]:
    """A delve of two to four battles, easy ones before harder ones, or a last stand."""
    party = [tables.class_names[i] for i in rng.integers(0, len(tables.class_names), 1 + index % 6)]
    if rng.random() < 0.35:
        shipped = load_scenario("last-stand").model_dump(exclude_unset=True, exclude={"party", "name", "title"})
        return shipped | {"name": f"fuzz-{index}", "party": party}
    stages: list[dict[str, Any]] = []
    for _ in range(int(rng.integers(1, 4))):
        weak = ("hellbats", "hungry-dead", "void-spiders")[int(rng.integers(3))]
        stages.append({"enemies": [[weak, int(rng.integers(1, 3))]], "ambush": bool(rng.integers(2))})
    stages.append({"deck": tables.deck_names[int(rng.integers(len(tables.deck_names)))], "elite": int(rng.integers(3))})
    return {"name": f"fuzz-{index}", "map": boards[index % len(boards)], "party": party, "stages": stages}


def list_worlds(seed: int, tables: Tables, count: int = COUNT) -> list[World]:
    """So many worlds that can be played; half of them as printed, half with house rules."""
    rng = np.random.default_rng(seed)
    boards: list[Any] = [*tables.map_names, FIELD, MAZE]
    boards = [boards[i] for i in rng.permutation(len(boards))]
    return [pick_world(tables, rng, boards, i) for i in range(count)]


def pick_world(tables: Tables, rng: np.random.Generator, boards: Sequence[Any], index: int) -> World:
    """A world that can be played: what a battle cannot hold is refused, and drawn again."""
    for _ in range(MOST_TRIES):
        house = int(rng.integers(2**31)) if index % 2 else None
        pick = pick_delve if rng.random() < DELVES else pick_scenario
        try:
            world = World(pick(tables, rng, boards, index), pick_options(rng), house)
            make_book(tables, load_scenario(world.scenario), world.options)
        except InputError:
            continue
        return world
    raise AssertionError(f"no scenario of world {index} can be played")


def make_books(worlds: Sequence[World], tables: Tables | None = None) -> NDArray[Any]:
    """One book a world, read-only."""
    tables = load_tables(None) if tables is None else tables
    made = []
    for world in worlds:
        book = make_book(tables, load_scenario(world.scenario), world.options).copy()
        if world.house is not None:
            bend_book(book[0], tables, np.random.default_rng(world.house))
        made.append(book)
    books = as_records(np.concatenate(made))
    books.flags.writeable = False
    return books
