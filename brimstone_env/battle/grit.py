"""Recovering grit."""

from __future__ import annotations

from brimstone_env.battle.codes import Event, Stat
from brimstone_env.battle.horror import tiles_of
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event


@compiled
def can_recover_grit(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether no enemy on the hero's tile keeps it from recovering grit.

    Source: facts 2b (hell vermin 4).
    """
    tiles = int(book.map.tiles[battle.heroes[hero_index].square])
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        forbids = enemy.alive == 1 and battle.groups[enemy.group].stats[Stat.NO_GRIT] == 1
        if forbids and tiles_of(battle, book, e) & tiles != 0:
            return False
    return True


@compiled
def recover_grit(battle: Battle, book: Book, dice: Dice, hero_index: int, points: int) -> None:
    """A hero recovers grit, up to its most.

    Source: B41, facts 2b (hell vermin 4).
    """
    hero = battle.heroes[hero_index]
    gained = min(points, int(hero.max_grit) - int(hero.grit))
    if gained > 0 and can_recover_grit(battle, book, hero_index):
        hero.grit += gained
        log_event(dice, Event.GRIT, hero_index, gained, 0)
