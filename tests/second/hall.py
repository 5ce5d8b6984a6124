"""Hand-made positions for tests of the second opinion."""

from __future__ import annotations

from typing import Any

from brimstone_env.battle.codes import (
    FIRST_ENEMY,
    FIRST_SQUARE,
    NUM_ACTIONS,
    ItemKind,
    Size,
    Stat,
)
from brimstone_env.battle.layout import HERO_HERE, LARGE_HERE, SMALL_HERE, Battle, Book
from brimstone_env.core.frames import push_frame
from brimstone_env.core.grid import SIDE, parse_drawing
from brimstone_env.core.records import new_records
from tests.second.check import is_legal
from tests.second.faults import find_fault
from tests.second.wrong import Wrong

HALL = """
##########
#aaaaaaaa#
#aaaaaaaa#
#aaaaaaaa#
##########
"""
GUN, BADGE, HOLD_OUT = 0, 1, 2


class Position:
    """A battle and its book, filled by hand."""

    def __init__(self, drawing: str = HALL) -> None:
        self.book: Any = new_records(Book, 1)[0]
        self.battle: Any = new_records(Battle, 1)[0]
        self.book.map = parse_drawing(drawing)[0][0]
        self.battle.outside = 127
        gun, badge, hold_out = (self.book.items[i] for i in range(3))
        gun.kind, gun.range_squares = ItemKind.GUN, 3
        badge.kind, badge.rally = ItemKind.BADGE, 2
        hold_out.kind, hold_out.range_squares, hold_out.light, hold_out.free_attack = ItemKind.GUN, 2, 1, 1

    def square(self, row: int, col: int) -> int:
        return int(self.book.map.square_at[row * SIDE + col])

    def add_hero(self, at: tuple[int, int], items: tuple[int, ...] = (GUN,), **values: int) -> Any:
        hero = self.battle.heroes[int(self.battle.num_heroes)]
        hero.square, hero.items[:] = self.square(*at), -1
        hero.items[: len(items)] = items
        hero.health = hero.sanity = hero.max_health = hero.max_sanity = 10
        hero.max_grit, hero.grit = 2, 1
        hero.upgrade = hero.dragging = hero.potion = -1
        for name, value in values.items():
            hero[name] = value
        self.battle.num_heroes += 1
        self.battle.num_standing += 1 - hero.knocked_out
        if hero.knocked_out:
            hero.health = 0
        else:
            self.battle.board[hero.square] = HERO_HERE
        return hero

    def add_enemy(self, at: tuple[int, int], group: int = 0, escape: int = 4, size: int = Size.MEDIUM) -> Any:
        index = int(self.battle.num_enemies)
        enemy, row = self.battle.enemies[index], self.battle.groups[group]
        enemy.square, enemy.alive, enemy.group, enemy.type_id, enemy.target = self.square(*at), 1, group, group, -1
        row.type_id, row.stats[Stat.ESCAPE], row.stats[Stat.SIZE], row.stats[Stat.HEALTH] = group, escape, size, 3
        kind = self.book.types[group]
        kind.stats[:] = row.stats
        kind.elite["stat"] = -1
        row.alive += 1
        row.placed += 1
        self.battle.num_groups = max(int(self.battle.num_groups), group + 1)
        self.battle.num_enemies += 1
        self.battle.num_alive += 1
        for k in range(4 if size == Size.VERY_LARGE else 1):
            square = enemy.square if size != Size.VERY_LARGE else self.book.map.block[enemy.square, k]
            self.battle.board[square] = LARGE_HERE if size >= Size.LARGE else SMALL_HERE
        return enemy

    def ask(self, kind: int, frame: int, hero: int = 0, amount: int = 0, item: int = -1, enemy: int = -1) -> None:
        push_frame(self.battle.stack, frame, hero, enemy, item)
        pending = self.battle.pending
        pending.kind, pending.seat, pending.hero, pending.enemy, pending.amount = kind, 0, hero, enemy, amount

    def legal(self) -> set[int]:
        return {action for action in range(NUM_ACTIONS) if is_legal(self.battle, self.book, action)}

    def legal_squares(self) -> set[tuple[int, int]]:
        cells = [a - FIRST_SQUARE for a in self.legal() if FIRST_SQUARE <= a < FIRST_ENEMY]
        return {(cell // SIDE, cell % SIDE) for cell in cells}

    def fault(self) -> str:
        return Wrong(find_fault(self.battle, self.book)).name
