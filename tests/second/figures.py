"""Where figures stand and where heroes can walk, counted from the figures and found by relaxation over all squares."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import BOARD_SIDE, MAX_SQUARES, Size, Stat
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

FAR = 1000  # costs of a square that cannot be reached


# --- where figures stand ----------------------------------------------------------------------------------------------


@compiled
def count_covered(battle: Battle, enemy: int) -> int:
    """Squares that an enemy's figure covers: 4 for a very large one."""
    figure = battle.enemies[enemy]
    size = int(battle.groups[figure.group].stats[Stat.SIZE])
    return 4 if size == Size.VERY_LARGE else 1


@compiled
def covered_square(battle: Battle, book: Book, enemy: int, index: int) -> int:
    """The ``index``-th square that an enemy's figure covers, -1 where that corner hangs over the edge (B56, B57)."""
    figure = battle.enemies[enemy]
    base = int(figure.square)
    if count_covered(battle, enemy) == 1 or base < 0:
        return base
    row = int(book.map.rows[base]) - int(figure.lean) // 2 + index // 2
    col = int(book.map.cols[base]) - int(figure.lean) % 2 + index % 2
    if row < 0 or row >= BOARD_SIDE or col < 0 or col >= BOARD_SIDE:
        return -1
    return int(book.map.square_at[row * BOARD_SIDE + col])


@compiled
def health_with_auras(battle: Battle, enemy: int) -> int:
    """The wounds that kill an enemy: its Health, and what the auras of other living enemies add, each type's once."""
    own = int(battle.enemies[enemy].group)
    total = int(battle.groups[own].stats[Stat.HEALTH])
    for g in range(battle.num_groups):
        others = 0
        for i in range(battle.num_enemies):
            if i != enemy and battle.enemies[i].alive == 1 and battle.enemies[i].group == g:
                others = 1
        total += others * int(battle.groups[g].stats[Stat.AURA_HEALTH])
    return total


@compiled
def fill_occupied(battle: Battle, book: Book, occupied: IntArray) -> None:
    """Count the figures on each square, (MAX_SQUARES,); markers of knocked-out heroes are no figures (B28)."""
    for square in range(MAX_SQUARES):
        occupied[square] = 0
    for i in range(battle.num_heroes):
        if battle.heroes[i].knocked_out == 0:
            occupied[battle.heroes[i].square] += 1
    for i in range(battle.num_enemies):
        if battle.enemies[i].alive == 1:
            for k in range(count_covered(battle, i)):
                square = covered_square(battle, book, i, k)
                if square >= 0:
                    occupied[square] += 1


@compiled
def is_beside(battle: Battle, book: Book, enemy: int, square: int) -> bool:
    """Whether a living enemy is adjacent to a square."""
    if battle.enemies[enemy].alive == 0:
        return False
    for k in range(count_covered(battle, enemy)):
        other = covered_square(battle, book, enemy, k)
        if other >= 0 and book.map.adjacent[square, other] == 1:
            return True
    return False


@compiled
def is_in_range(battle: Battle, book: Book, enemy: int, square: int, reach: int) -> bool:
    """Whether a living enemy is in a gun's range, counted to its base square, and any of it in line of sight (B56)."""
    figure = battle.enemies[enemy]
    if figure.alive == 0:
        return False
    across = abs(int(book.map.cols[square]) - int(book.map.cols[figure.square]))
    along = abs(int(book.map.rows[square]) - int(book.map.rows[figure.square]))
    if max(across, along) > reach:
        return False
    for k in range(count_covered(battle, enemy)):
        other = covered_square(battle, book, enemy, k)
        if other >= 0 and book.map.sight[square, other] == 1:
            return True
    return False


@compiled
def find_frame(battle: Battle, kind: int) -> int:
    """The index of the topmost frame of a kind, -1 if there is none."""
    for i in range(battle.stack.depth):
        depth = battle.stack.depth - 1 - i
        if battle.stack.frames[depth].kind == kind:
            return depth
    return -1


# --- walks ------------------------------------------------------------------------------------------------------------


@compiled
def escape_value(battle: Battle, enemy: int) -> int:
    """The least d6 that escapes this enemy."""
    return int(battle.groups[battle.enemies[enemy].group].stats[Stat.ESCAPE])


@compiled
def escaped_after_roll(battle: Battle, book: Book, hero: Hero) -> int:
    """The escape value that counts as beaten once the hero may leave its square (B29: the highest beside it)."""
    beaten = int(hero.escaped)
    for i in range(battle.num_enemies):
        if is_beside(battle, book, i, hero.square):
            beaten = max(beaten, escape_value(battle, i))
    return beaten


@compiled
def fill_stops(battle: Battle, book: Book, beaten: int, stops: IntArray) -> None:
    """Mark the squares next to an enemy of an escape value above ``beaten``: a walk ends there (B29)."""
    for square in range(MAX_SQUARES):
        stops[square] = 0
    for i in range(battle.num_enemies):
        if battle.enemies[i].alive == 0 or escape_value(battle, i) <= beaten:
            continue
        for k in range(count_covered(battle, i)):
            base = covered_square(battle, book, i, k)
            if base >= 0:
                for j in range(book.map.num_neighbours[base]):
                    stops[book.map.neighbours[base, j]] = 1


@compiled
def relax(book: Book, square: int, start: int, stops: IntArray, costs: IntArray) -> int:
    """The least cost of ``square`` by way of a neighbour that a walk may leave (B29)."""
    best = FAR
    for j in range(book.map.num_neighbours[square]):
        other = int(book.map.neighbours[square, j])
        if other == start or stops[other] == 0:
            best = min(best, int(costs[other]) + 1)
    return best


@compiled
def fill_walks(battle: Battle, book: Book, hero: Hero, costs: IntArray) -> None:
    """Squares of movement that each square costs the hero, (MAX_SQUARES,), FAR where no walk leads.

    Figures block, but for a hero who dodges: it passes through them, and ends where nobody is (facts 1b).
    A hero who drags somebody goes one square at a time, which costs 2 (B31).
    Relaxation: after k sweeps over all squares every walk of k squares is known.
    """
    occupied = np.zeros(MAX_SQUARES, np.int64)
    stops = np.zeros(MAX_SQUARES, np.int64)
    fill_occupied(battle, book, occupied)
    fill_stops(battle, book, escaped_after_roll(battle, book, hero), stops)
    for square in range(MAX_SQUARES):
        costs[square] = FAR
    start = int(hero.square)
    costs[start] = 0
    if hero.dragging >= 0:
        for j in range(book.map.num_neighbours[start]):
            square = int(book.map.neighbours[start, j])
            if occupied[square] == 0:
                costs[square] = 2
        return
    dodges = hero.upgrade >= 0 and book.upgrades[hero.upgrade].dodge == 1
    changed = True
    while changed:
        changed = False
        for square in range(book.map.num_squares):
            if occupied[square] > 0 and (not dodges or stops[square] == 1):
                continue
            cost = relax(book, square, start, stops, costs)
            if cost < costs[square]:
                costs[square] = cost
                changed = True
    for square in range(book.map.num_squares):
        if occupied[square] > 0 and square != start:
            costs[square] = FAR
