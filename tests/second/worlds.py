"""What the fuzz plays: every party of the four classes, on every map, against every deck and named enemies."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.plan import make_book
from brimstone_env.battle.scenario import load_scenario
from brimstone_env.core.records import as_records

CLASSES = ("gunslinger", "us-marshal", "saloon-girl", "bandido")
DECKS = ("low", "medium", "high")
FOES = ("void-spiders", "stranglers", "tentacles", "night-terrors")
GRIT = ((1, 2), (0, 2), (3, 3), (2, 2), (6, 6))  # (at the start, at most), on top of the printed pair

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


def list_parties() -> list[tuple[str, ...]]:
    """Every party of 1 to 6 heroes of the four classes, repeats included: 209."""
    sizes = range(1, 7)
    return [party for size in sizes for party in itertools.combinations_with_replacement(CLASSES, size)]


def named_enemies(rng: np.random.Generator) -> dict[str, Any]:
    """One to three enemy types by name, often elite, sometimes in ambush, sometimes with a very large one."""
    types = rng.permutation(FOES)[: rng.integers(1, 4)]
    amounts = ("peril", "d3", "peril+peril", 2)
    enemies: list[Any] = [[str(name), amounts[rng.integers(len(amounts))]] for name in types]
    if rng.random() < 0.3:
        enemies.append(["goliath", 1])
    return {
        "enemies": enemies,
        "elite": {str(name): int(rng.integers(1, 5)) for name in types if rng.random() < 0.7},
        "ambush": bool(rng.random() < 0.4),
    }


def list_scenarios(seed: int, maps: tuple[str, ...]) -> list[dict[str, Any]]:
    """A scenario for every party; maps and decks take turns, every third names its enemies.

    Args:
        seed: decides the order of heroes, the named enemies and what goes with what.
        maps: names of the printed maps; two boards of the fuzz's own are added.
    """
    rng = np.random.default_rng(seed)
    boards: list[Any] = [*maps, FIELD, MAZE]
    scenarios = []
    for i, party in enumerate(list_parties()):
        heroes = [str(name) for name in rng.permutation(party)]
        scenario: dict[str, Any] = {"name": f"fuzz-{i}", "map": boards[(i + seed) % len(boards)], "party": heroes}
        if rng.random() < 0.35:
            scenario |= named_enemies(rng)
        else:
            scenario |= {"deck": DECKS[int(rng.integers(3))], "cards": int(rng.integers(1, 4))}
        scenarios.append(scenario)
    return scenarios


def options_for(index: int) -> dict[str, Any]:
    """The rule options of the ``index``-th scenario: all eight combinations take turns."""
    return {
        "experience": ("source", "revised")[index & 1],
        "enemy_order": ("random", "players")[index >> 1 & 1],
        "keep_single": bool(index >> 2 & 1),
    }


def make_books(scenarios: list[dict[str, Any]], tables: Any = None) -> NDArray[Any]:
    """One book a scenario, with options and grit that vary, read-only."""
    tables = load_tables(None) if tables is None else tables
    made = []
    for i, scenario in enumerate(scenarios):
        book = make_book(tables, load_scenario(scenario), options_for(i)).copy()
        if i % 3:
            grit, most = GRIT[i % len(GRIT)]
            book["classes"]["grit"] = grit
            book["classes"]["max_grit"] = most
        made.append(book)
    books = as_records(np.concatenate(made))
    books.flags.writeable = False
    return books
