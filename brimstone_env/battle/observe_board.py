"""The floor and the enemies in an observation: planes of the board, and the enemies' rows."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_GROUPS, NOBODY, Size, TurnOrder
from brimstone_env.battle.enemy_health import type_health
from brimstone_env.battle.feature_rows import STAT_HIGHS
from brimstone_env.battle.features import BYTE, SHOWN_STATS, BoardPlane, EnemyFeature, HeroFeature
from brimstone_env.battle.groups import current_initiative
from brimstone_env.battle.layout import Battle, Book, Enemy, Group
from brimstone_env.core.board_planes import Bytes, shown_distance, wall_bits
from brimstone_env.core.compiled import compiled
from brimstone_env.core.grid import MAX_SQUARES, GridMap

# Offsets of the planes in the flattened board.
FLOOR, WALLS, HERO, FALLEN, DECIDING, ENEMY, COUNT, HEALTH, HUNTERS, ESCAPE, DISTANCE, SIGHT = (
    int(plane) * MAX_SQUARES for plane in BoardPlane
)
NUM_SHOWN = len(SHOWN_STATS)
FIRST_STAT = int(EnemyFeature.INITIATIVE)
STATS = tuple(int(stat) for stat in SHOWN_STATS)


@compiled
def fill_floor(grid: GridMap, origin: int, cells: Bytes) -> None:
    """Floor and walls, and what the deciding hero could walk to and see.

    Source: B28, B37, N1.
    """
    for square in range(grid.num_squares):
        cell = int(grid.cell[square])
        cells[FLOOR + cell] = 1 + grid.doorway[square]
        if grid.num_neighbours[square] < 8:
            cells[WALLS + cell] = wall_bits(grid, square, cell)
    if origin == NOBODY:
        return
    distances = grid.distance[origin]
    sight = grid.sight[origin]
    for square in range(grid.num_squares):
        cell = int(grid.cell[square])
        cells[DISTANCE + cell] = shown_distance(int(distances[square]))
        cells[SIGHT + cell] = sight[square]


@compiled
def fill_enemies(battle: Battle, book: Book, origin: int, cells: Bytes, heroes_out: Bytes, enemies_out: Bytes) -> None:
    """The rows of the living enemies, their planes, and how many are after each hero."""
    last_group = NOBODY
    last_row = 0
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 0:
            continue
        group = battle.groups[enemy.group]
        row = enemies_out[e]
        if enemy.group == last_group:
            copy_stats(enemies_out[last_row], row)
        else:
            fill_stats(battle, book, int(enemy.group), row)
            last_group = int(enemy.group)
            last_row = e
        fill_enemy(battle, book, enemy, group, origin, row)
        if enemy.target != NOBODY:
            heroes_out[enemy.target, HeroFeature.HUNTERS] += 1
        mark_enemy(battle, book, enemy, row, cells)


@compiled
def fill_stats(battle: Battle, book: Book, group_index: int, row: Bytes) -> None:
    """The numbers that hold for every figure of a group; in an order by Agility its place stands for Initiative.

    Source: B14, B18.
    """
    group = battle.groups[group_index]
    for k in range(NUM_SHOWN):
        row[FIRST_STAT + k] = max(0, min(int(group.stats[STATS[k]]), STAT_HIGHS[k]))
    row[EnemyFeature.INITIATIVE] = min(current_initiative(battle, group_index), BYTE)
    if book.rules.turn_order == TurnOrder.AGILITY:
        row[EnemyFeature.INITIATIVE] = MAX_GROUPS + 1 - int(group.rank)
    elite = 0
    for k in range(6):
        elite += int(group.elite[k])
    row[EnemyFeature.ELITE] = elite
    row[EnemyFeature.TYPE] = group.type_id + 1
    row[EnemyFeature.ACTIVATED] = group.activated


@compiled
def copy_stats(source: Bytes, row: Bytes) -> None:
    """Copy the numbers of a group from the row of another of its figures."""
    row[EnemyFeature.TYPE] = source[EnemyFeature.TYPE]
    for k in range(EnemyFeature.ACTIVATED, FIRST_STAT + NUM_SHOWN):
        row[k] = source[k]


@compiled
def fill_enemy(battle: Battle, book: Book, enemy: Enemy, group: Group, origin: int, row: Bytes) -> None:
    """The numbers of one living figure, after those of its group.

    Source: B37, B42, B53, N1.
    """
    grid = book.map
    square = int(enemy.square)
    row[EnemyFeature.ALIVE] = 1
    row[EnemyFeature.ROW] = grid.rows[square]
    row[EnemyFeature.COL] = grid.cols[square]
    row[EnemyFeature.HEALTH_LEFT] = max(0, min(type_health(battle, int(enemy.group)) - int(enemy.wounds), BYTE))
    row[EnemyFeature.TARGET] = enemy.target + 1
    row[EnemyFeature.DONE] = enemy.done
    row[EnemyFeature.SHARED] = enemy.shared
    row[EnemyFeature.LEAN] = enemy.lean
    if origin == NOBODY:
        return
    row[EnemyFeature.DISTANCE] = shown_distance(int(grid.distance[origin, square]))
    row[EnemyFeature.ADJACENT] = grid.adjacent[origin, square]
    row[EnemyFeature.SIGHT] = grid.sight[origin, square]
    if row[EnemyFeature.SIZE] == Size.VERY_LARGE:
        for part in range(1, 4):
            here = int(grid.footing[square, enemy.lean, part])
            row[EnemyFeature.ADJACENT] |= grid.adjacent[origin, here]
            row[EnemyFeature.SIGHT] |= grid.sight[origin, here]


@compiled
def mark_enemy(battle: Battle, book: Book, enemy: Enemy, row: Bytes, cells: Bytes) -> None:
    """One living figure on the planes: on each square that it covers, and its escape value on those next to it.

    Source: B29, B56.
    """
    grid = book.map
    hunts = 1 if enemy.target != NOBODY and enemy.target == battle.pending.hero else 0
    escape = row[EnemyFeature.ESCAPE]
    parts = 4 if row[EnemyFeature.SIZE] == Size.VERY_LARGE else 1
    for part in range(parts):
        square = int(enemy.square) if part == 0 else int(grid.footing[enemy.square, enemy.lean, part])
        if part > 0 and square == enemy.square:
            continue  # beyond the edge of the map
        cell = int(grid.cell[square])
        left = row[EnemyFeature.HEALTH_LEFT]
        if cells[COUNT + cell] == 0 or left < cells[HEALTH + cell]:
            cells[HEALTH + cell] = left
        cells[ENEMY + cell] = row[EnemyFeature.TYPE]
        cells[COUNT + cell] += 1
        cells[HUNTERS + cell] += hunts
        neighbours = grid.neighbours[square]
        for k in range(grid.num_neighbours[square]):
            beside = ESCAPE + int(grid.cell[neighbours[k]])
            if cells[beside] < escape:
                cells[beside] = escape
