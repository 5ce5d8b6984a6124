"""What enemies do to heroes on their tile, merely by being there."""

from __future__ import annotations

from brimstone_env.battle.codes import Stat
from brimstone_env.battle.horror import tiles_of
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled


@compiled
def strongest_on_tile(battle: Battle, book: Book, hero_index: int, stat: int) -> int:
    """The highest number of one kind among the living enemies on a hero's tile, 0 for none; they do not add up.

    Differs: the source does not say whether several enemies of such a kind add up; here they do not.

    Source: N6, facts 2b (hungry dead 5).
    """
    here = int(book.map.tiles[battle.heroes[hero_index].square])
    most = 0
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 0:
            continue
        number = int(battle.groups[battle.enemies[e].group].stats[stat])
        if number > most and tiles_of(battle, book, e) & here != 0:
            most = number
    return most


@compiled
def dullness(battle: Battle, book: Book, hero_index: int) -> int:
    """What enemies on a hero's tile take off its to-hit dice; a natural 6 is still critical.

    Source: facts 2b (hungry dead 5).
    """
    return strongest_on_tile(battle, book, hero_index, Stat.DULL)
