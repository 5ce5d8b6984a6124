"""House rules for the fuzz: what users may write into their tables, at random, on the record of a book.

So abilities meet that no printed enemy, hero or item has together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone_env.battle.book import Tables
from brimstone_env.battle.codes import MAX_BAG, MAX_ITEMS, ItemKind, Size, Stat
from brimstone_env.battle.table_rows import EnemyStats

GRIT = ((1, 2), (0, 2), (3, 3), (2, 2), (6, 6))  # (at the start, at most)
BASE = 10  # stats below SIZE are every enemy's own numbers, the others are abilities
KEPT = {Stat.SIZE, Stat.SHARE, Stat.SPLIT, Stat.SWARM, Stat.AREA, Stat.IMMOBILE, Stat.ARRIVAL_CARD}
VALUES = {Stat.RANGE: (3, 6, 12), Stat.ARMOR: (4, 5, 6), Stat.COVER: (4, 5, 6), Stat.PACK: (3, 5, 6)}
BRINGERS = (Stat.SPAWN, Stat.SPAWN_ROLLS, Stat.END_POWERS)  # for types that have somebody to bring


def default_stats() -> dict[int, int]:
    """What a number of an enemy is if its row does not say."""
    fields = EnemyStats.model_fields
    return {Stat[name.upper()]: int(item.default) for name, item in fields.items() if isinstance(item.default, int)}


def limits_of(stat: int) -> tuple[int, int]:
    """The range in which the tables allow a number of an enemy, at most 4 above its least."""
    low, high = 0, 4
    for rule in EnemyStats.model_fields[Stat(stat).name.lower()].metadata:
        low = getattr(rule, "ge", low)
        high = min(high, getattr(rule, "le", high))
    return low, max(high, low)


def bend_enemy(enemy: Any, rng: np.random.Generator) -> None:
    """One to four abilities changed, and often Health, Combat and Initiative."""
    stats = enemy.stats
    others = [stat for stat in Stat if stat > BASE and stat not in KEPT]
    if enemy.spawns < 0:
        others = [stat for stat in others if stat not in BRINGERS]
    for stat in rng.permutation(others)[: int(rng.integers(1, 5))]:
        low, high = limits_of(int(stat))
        values = VALUES.get(Stat(int(stat)), tuple(range(low, high + 1)))
        stats[stat] = values[int(rng.integers(len(values)))]
    if stats[Stat.RANGE] > 0:
        stats[Stat.SHOTS] = max(int(stats[Stat.SHOTS]), 1)
        stats[Stat.RANGED_TO_HIT] = rng.integers(2, 7)
        stats[Stat.RANGED_DAMAGE] = rng.integers(1, 4)
    if stats[Stat.SIZE] <= Size.MEDIUM and rng.random() < 0.1:
        stats[Stat.SHARE] = rng.integers(1, 4)
        stats[Stat.SPLIT] = rng.integers(0, 2)
    if rng.random() < 0.3:
        stats[Stat.HEALTH] = rng.integers(1, 9)
    if rng.random() < 0.2:
        stats[Stat.COMBAT] = rng.integers(0, 7)
    if rng.random() < 0.2:
        stats[Stat.INITIATIVE] = rng.integers(0, 8)


def bend_heroes(book: Any, rng: np.random.Generator) -> None:
    """Grit, weak bodies and minds, and things in the empty slots."""
    guns = [i for i in range(len(book.items)) if book.items[i].kind != ItemKind.NONE]
    grit, most = GRIT[int(rng.integers(len(GRIT)))]
    weak = rng.random() < 0.3
    for i in range(len(book.classes)):
        row = book.classes[i]
        if row.health == 0:
            continue
        if rng.random() < 0.6:
            row.grit, row.max_grit = grit, most
        if weak:
            row.health, row.sanity = rng.integers(1, 6, 2)
        for slot in range(MAX_ITEMS):
            if row.items[slot] < 0 and rng.random() < 0.25:
                row.items[slot] = guns[int(rng.integers(len(guns)))]


def bend_bags(book: Any, tables: Tables, rng: np.random.Generator) -> None:
    """Up to five tokens in every bag, and an upgrade of the class."""
    plan = book.plan
    for h in range(plan.num_heroes):
        plan.tokens[h] = 0
        for kind in rng.integers(0, len(tables.tokens), int(rng.integers(0, MAX_BAG + 1))):
            plan.tokens[h, kind] += 1
        own = [k for k in range(len(tables.upgrades)) if book.upgrades[k].class_id == plan.classes[h]]
        if own and rng.random() < 0.8:
            plan.upgrades[h] = own[int(rng.integers(len(own)))]


def bend_book(book: Any, tables: Tables, rng: np.random.Generator) -> None:
    """Change a book, its plan included, as a table folder and a scenario of a user's own may.

    Args:
        book: the book's record, writable.
        tables: its tables.
        rng: decides what.
    """
    for i in range(len(book.types)):
        if book.types[i].stats[Stat.HEALTH] > 0 and rng.random() < 0.5:
            bend_enemy(book.types[i], rng)
    bend_heroes(book, rng)
    bend_bags(book, tables, rng)
