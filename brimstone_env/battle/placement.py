"""Where figures are placed when a battle starts: the checkerboard, the gaps, and beyond."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import MAX_ENEMIES, NOBODY, Event, Roll, Size, Stat, Stream
from brimstone_env.battle.figures import distance_to_heroes, put_enemy
from brimstone_env.battle.groups import add_group, find_group
from brimstone_env.battle.layout import FREE, Battle, Book, Site
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick


@compiled
def place_enemy(battle: Battle, book: Book, dice: Dice, type_id: int, square: int, target: int) -> int:
    """Put a new figure into a slot of its type.

    Returns:
        The enemy's index.

    Source: B7, B19.
    """
    group_index = add_group(battle, book, type_id)
    index = find_slot(battle, book, group_index)
    battle.num_enemies = max(int(battle.num_enemies), index + 1)
    enemy = battle.enemies[index]
    enemy.type_id = type_id
    enemy.group = group_index
    enemy.wounds = 0
    enemy.alive = 1
    enemy.target = target
    enemy.lean = 0
    battle.groups[group_index].alive += 1
    battle.groups[group_index].placed = min(int(battle.groups[group_index].placed) + 1, MAX_ENEMIES)
    battle.num_alive += 1
    put_enemy(battle, book, index, square)
    log_event(dice, Event.PLACE, index, int(book.map.cell[square]), target)
    return index


@compiled
def find_slot(battle: Battle, book: Book, group_index: int) -> int:
    """The slot of a new figure: the next one until every figure of its type has had one, then the first dead one.

    So no more slots are taken than the types of the battle have figures.

    Source: B7.
    """
    group = battle.groups[group_index]
    if group.placed < book.types[group.type_id].figures and battle.num_enemies < MAX_ENEMIES:
        return int(battle.num_enemies)
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 0 and battle.enemies[e].group == group_index:
            return e
    return int(battle.num_enemies)


@compiled
def has_room(battle: Battle, book: Book, size: int, square: int) -> bool:
    """Whether a new figure of a size can stand with its base on a square.

    Source: B10, B56.
    """
    if size != Size.VERY_LARGE:
        return bool(battle.board[square] == FREE)
    for part in range(4):
        here = int(book.map.block[square, part])
        if here == NOBODY or battle.board[here] != FREE:
            return False
    return True


@compiled
def is_on_tile(book: Book, site: Site, size: int, square: int) -> bool:
    """Whether a figure of a size with its base on a square of the tile stands on it whole.

    Source: B7, B56.
    """
    if size != Size.VERY_LARGE:
        return True
    found = 0
    for i in range(site.num_places):
        for part in range(4):
            if site.places[i] == book.map.block[square, part]:
                found += 1
    return found == 4


@compiled
def place_type(battle: Battle, book: Book, dice: Dice, type_id: int, count: int) -> None:
    """Place figures in a checkerboard from the furthest row of the tile, then in the gaps, then beyond the entrance.

    Source: B7, B9, B10, B11, B12.
    """
    size = int(battle.groups[find_group(battle, type_id)].stats[Stat.SIZE])
    site = book.plan.sites[battle.site]
    for i in range(site.num_places):
        if count == 0:
            return
        square = int(site.places[i])
        if has_room(battle, book, size, square) and is_on_tile(book, site, size, square):
            place_enemy(battle, book, dice, type_id, square, NOBODY)
            count -= 1
    behind = int(site.behind)
    while count > 0:
        square = nearest_free(battle, book, dice, size, behind)
        if square == NOBODY and behind != 0:
            behind = 0  # the tile behind is full as well: anywhere
            continue
        if square == NOBODY:
            return
        place_enemy(battle, book, dice, type_id, square, NOBODY)
        count -= 1


@compiled
def nearest_free(battle: Battle, book: Book, dice: Dice, size: int, tiles: int) -> int:
    """The square with room that is nearest to any hero, on some tiles (0: anywhere); equal ones at random.

    Returns:
        The square, or NOBODY if there is no room.

    Source: B12, B20, N3.
    """
    score = np.full(book.map.num_squares, 999, np.int16)
    best = 999
    count = 0
    for square in range(book.map.num_squares):
        if tiles != 0 and int(book.map.tiles[square]) & tiles == 0:
            continue
        if not has_room(battle, book, size, square):
            continue
        score[square] = distance_to_heroes(battle, book, square)
        if score[square] < best:
            best = int(score[square])
            count = 0
        if score[square] == best:
            count += 1
    if count == 0:
        return NOBODY
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.SQUARE, count)
    for square in range(book.map.num_squares):
        if score[square] == best:
            if chosen == 0:
                return square
            chosen -= 1
    return NOBODY
