"""Putting figures and frames into an empty battle, for positions that people write.

A small compiled entry of its own, since the functions that place figures are compiled and Python cannot call them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import NOBODY
from brimstone_env.battle.figures import lift_enemy, put_enemy
from brimstone_env.battle.groups import add_group, apply_elite, find_group
from brimstone_env.battle.hero import place_hero
from brimstone_env.battle.injuries import gain_result
from brimstone_env.battle.layout import Battle
from brimstone_env.battle.placement import place_enemy
from brimstone_env.battle.upgrades import take_upgrade
from brimstone_env.core.compiled import entry
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.frames import push_frame
from brimstone_env.core.records import new_records

Array = NDArray[Any]
Rows = Sequence[tuple[int, ...]]


def new_battle(seed: int) -> Array:
    """An empty battle, as an array of length 1, with random streams from a seed."""
    battles = new_records(Battle, 1)
    battles["streams"]["state"] = stream_states(np.array([seed], np.int64))
    for slots in ("heroes", "enemies", "groups"):
        column = "class_id" if slots == "heroes" else "type_id"
        battles[slots][column] = NOBODY
    for field in ("seat", "hero", "enemy"):
        battles["pending"][field] = NOBODY
    return battles


def build(
    battles: Array,
    books: Array,
    heroes: Rows | None = None,
    groups: Rows | None = None,
    elite: Rows | None = None,
    enemies: Rows | None = None,
    frames: Rows | None = None,
    results: Rows | None = None,
) -> None:
    """Put heroes, enemy types, elite rows, enemies and frames into a battle, each in the given order.

    Args:
        battles: (1,) the battle.
        books: (1,) its book, read-only.
        heroes: (class, square), or (class, square, upgrade).
        groups: (type,), known ones are left as they are.
        elite: (type, row from 0).
        enemies: (type, square, target, lean); square NOBODY: a dead one.
        frames: (kind, hero, stage), the lowest first.
        results: (hero, 0 injury or 1 madness, row from 0), rows of the tables that heroes have; their numbers change.
    """
    upgraded = [(*row, NOBODY)[:3] for row in heroes or []]
    build_figures(
        battles, books, new_dice(), as_array(upgraded, 3), as_array(groups, 1), as_array(elite, 2),
        as_array(enemies, 4), as_array(frames, 3), as_array(results, 3),
    )  # fmt: skip


def as_array(rows: Rows | None, width: int) -> Array:
    """Rows of whole numbers as int64 (n, width)."""
    return np.array(rows or [], np.int64).reshape(-1, width)


@entry
def build_figures(
    battles: Array,
    books: Array,
    dice_table: Array,
    heroes: Array,
    groups: Array,
    elite: Array,
    enemies: Array,
    frames: Array,
    results: Array,
) -> None:
    """Put rows of whole numbers into the battle; see `build`."""
    battle = battles[0]
    book = books[0]
    dice = dice_table[0]
    for i in range(len(heroes)):
        hero_index = place_hero(battle, book, int(heroes[i, 0]), int(heroes[i, 1]))
        if heroes[i, 2] != NOBODY:
            take_upgrade(battle, book, hero_index, int(heroes[i, 2]))
    for i in range(len(results)):
        gain_result(book, battle.heroes[int(results[i, 0])], int(results[i, 2]), int(results[i, 1]) == 1)
    for i in range(len(groups)):
        add_group(battle, book, int(groups[i, 0]))
    for i in range(len(elite)):
        apply_elite(battle, book, dice, find_group(battle, int(elite[i, 0])), int(elite[i, 1]))
    for i in range(len(enemies)):
        type_id = int(enemies[i, 0])
        square = int(enemies[i, 1])
        if square != NOBODY:
            index = place_enemy(battle, book, dice, type_id, square, int(enemies[i, 2]))
            lift_enemy(battle, book, index)
            battle.enemies[index].lean = int(enemies[i, 3])
            put_enemy(battle, book, index, square)
            continue
        enemy = battle.enemies[battle.num_enemies]
        battle.num_enemies += 1
        enemy.type_id = type_id
        enemy.group = find_group(battle, type_id)
        enemy.square = NOBODY
        enemy.target = NOBODY
        battle.groups[enemy.group].placed += 1
    for i in range(len(frames)):
        frame = push_frame(battle.stack, int(frames[i, 0]), int(frames[i, 1]), NOBODY, 0)
        frame.stage = int(frames[i, 2])
