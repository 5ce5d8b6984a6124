"""How exposed the heroes are: which enemies get at whom, and what that is expected to cost.

Enemies that keep a target strike it for certain. The others choose evenly among the heroes that they can get to; how
many get at a hero is limited by the squares next to it that they can walk to, which is what doorways, corridors and
heroes in the way are good for.
"""

from __future__ import annotations

import functools
import operator

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted.board import Board, Geometry, SeenEnemy, SeenHero
from brimstone_agents.scripted.odds import strike_wounds

Numbers = NDArray[np.float64]
Bits = int  # a set of squares: bit k for square k


def wounds_on(enemy: SeenEnemy, hero: SeenHero) -> float:
    """Expected wounds of one attack of an enemy on a hero."""
    return strike_wounds(enemy.combat, enemy.to_hit, enemy.damage, enemy.six_hits, enemy.smash, hero.defense)


def party_wounds(board: Board, squares: NDArray[np.int64]) -> Numbers:
    """Wounds that each standing hero is expected to take from one attack of all enemies.

    Args:
        board: the position.
        squares: (k,) squares where the deciding hero may stand; the other heroes stay.

    Returns:
        (k, heroes) in the order of ``board.standing()``.
    """
    heroes, enemies = board.standing(), board.enemies
    if not enemies:
        return np.zeros((len(squares), len(heroes)))
    geometry = board.geometry
    places = np.tile([hero.square for hero in heroes], (len(squares), 1))
    mine = next(i for i, hero in enumerate(heroes) if hero.slot == board.hero)
    places[:, mine] = squares
    where = np.array([enemy.square for enemy in enemies])
    strike = np.array([[wounds_on(enemy, hero) for enemy in enemies] for hero in heroes])
    moves = np.array([enemy.move + 1 for enemy in enemies])
    share = np.array([max(enemy.share, 1) for enemy in enemies])
    targets = np.array([[enemy.target == hero.slot for enemy in enemies] for hero in heroes])

    near = geometry.adjacent[places][:, :, where]
    keeps = near & targets
    loose = ~keeps.any(axis=1)
    room, shared = count_room(board, places, mine)
    open_to = room[:, :, None] > 0
    reached = (geometry.distance[places][:, :, where] <= moves) & open_to & loose[:, None, :]
    chance = reached / np.maximum(reached.sum(axis=1, keepdims=True), 1)
    settled = (keeps / share).sum(axis=2)
    attackers = (chance / share).sum(axis=2)
    fits = part(room - settled, attackers)
    crowd = (fits * attackers).sum(axis=1)
    fits *= part(shared - settled.sum(axis=1), crowd)[:, None]
    wounds: Numbers = (keeps * strike).sum(axis=2) + fits * (chance * strike).sum(axis=2)
    return wounds


def part(space: Numbers, wanted: Numbers) -> Numbers:
    """The part, 0..1, of what is wanted that there is space for."""
    fits: Numbers = np.clip(space / np.maximum(wanted, 1e-9), 0.0, 1.0)
    return fits


def count_room(board: Board, places: NDArray[np.int64], mine: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Squares next to each hero on which enemies could stand.

    Args:
        board: the position.
        places: (k, heroes) squares of the standing heroes, which differ in column ``mine`` only.
        mine: column of the deciding hero.

    Returns:
        (k, heroes) squares next to each hero that enemies can walk to past the heroes (all free ones if some enemies
        pass through figures), and (k,) such squares next to any hero.
    """
    geometry = board.geometry
    passing = any(enemy.pass_through for enemy in board.enemies)
    start = to_bits([enemy.square for enemy in board.enemies])
    others = [int(square) for i, square in enumerate(places[0]) if i != mine]
    floor = (1 << len(geometry.cell)) - 1 & ~to_bits(others)
    reached = floor if passing else flood(geometry, start, floor)
    room = np.zeros(places.shape, np.int64)
    shared = np.zeros(len(places), np.int64)
    for k, row in enumerate(places.tolist()):
        square = row[mine]
        there = reached & ~(1 << square)
        if not passing and reached >> square & 1 and may_cut(geometry, square, there):
            there = flood(geometry, start & there, there)
        beside = [geometry.near_bits[place] & there for place in row]
        room[k] = [bits.bit_count() for bits in beside]
        shared[k] = functools.reduce(operator.or_, beside).bit_count()
    return room, shared


def to_bits(squares: list[int]) -> Bits:
    """A set of squares as bits."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def flood(geometry: Geometry, start: Bits, floor: Bits) -> Bits:
    """All squares of ``floor`` that can be walked to from ``start``, the start included."""
    seen = frontier = start
    near_bits = geometry.near_bits
    while frontier:
        lowest = frontier & -frontier
        found = near_bits[lowest.bit_length() - 1] & floor & ~seen
        seen |= found
        frontier = frontier ^ lowest | found
    return seen


def may_cut(geometry: Geometry, square: int, reached: Bits) -> bool:
    """Whether standing on a square may cut the walked squares in two: its neighbours do not hang together."""
    beside = geometry.near_bits[square] & reached
    return bool(beside) and flood(geometry, beside & -beside, beside) != beside
