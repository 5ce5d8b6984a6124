"""What the scripted agents read out of one observation: the map, the figures, the pending decision.

Everything here comes from the observation arrays, by the names of the feature table. The map's geometry (neighbours,
walking distances, lines of sight) is computed by ``core.grid`` from the floor and wall planes, once per map.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Observations
from brimstone_env.battle.codes import FIRST_SHOOT, FIRST_SQUARE, MAX_DICE
from brimstone_env.battle.features import (
    FIRST_GRADE,
    FIRST_HIT,
    FIRST_REROLLED,
    FIRST_VALUE,
    BattleFeature,
    BoardPlane,
    EnemyFeature,
    HeroFeature,
)
from brimstone_env.core.grid import SIDE, parse_drawing

NOBODY = -1
SIGNS = ("#", "a", "+")  # by value of the floor plane
EAST, SOUTH = 2, 4  # bits of the wall plane
G, H, E = BattleFeature, HeroFeature, EnemyFeature


@dataclass(frozen=True)
class Geometry:
    """The map as index tables over its n floor squares, numbered by row, then column.

    Attributes:
        cell: (n,) int, row * 16 + column of each square.
        square_at: (256,) int, square of each cell, -1 for no floor.
        adjacent: (n, n) bool, the two squares are adjacent.
        distance: (n, n) int, walking distance, figures ignored.
        chebyshev: (n, n) int, distance in squares, diagonals as one (range of guns).
        sight: (n, n) bool, a line of sight.
        doorways: squares that are doorways.
        near_bits: the adjacent squares of each square, as bits.
    """

    cell: NDArray[np.int64]
    square_at: NDArray[np.int64]
    adjacent: NDArray[np.bool_]
    distance: NDArray[np.int64]
    chebyshev: NDArray[np.int64]
    sight: NDArray[np.bool_]
    doorways: tuple[int, ...]
    near_bits: tuple[int, ...]


@lru_cache(maxsize=64)
def read_geometry(planes: bytes) -> Geometry:
    """The geometry of a map.

    Args:
        planes: the floor plane and the wall plane, 256 bytes each.
    """
    cells = np.frombuffer(planes, np.uint8).reshape(2, SIDE, SIDE).tolist()
    floor, walls = cells
    drawing = "\n".join("".join(SIGNS[value] for value in row) for row in floor)
    thin = [
        ((row, col), (row + down, col + right))
        for row in range(SIDE)
        for col in range(SIDE)
        for bit, down, right in ((EAST, 0, 1), (SOUTH, 1, 0))
        if walls[row][col] & bit and row + down < SIDE and col + right < SIDE
        if floor[row][col] and floor[row + down][col + right]
    ]
    grid = parse_drawing(drawing, thin)[0][0]
    count = int(grid.num_squares)
    rows, cols = grid.rows[:count].astype(np.int64), grid.cols[:count].astype(np.int64)
    return Geometry(
        cell=grid.cell[:count].astype(np.int64),
        square_at=grid.square_at.astype(np.int64),
        adjacent=grid.adjacent[:count, :count].astype(np.bool_),
        distance=grid.distance[:count, :count].astype(np.int64),
        chebyshev=np.maximum(abs(rows[:, None] - rows), abs(cols[:, None] - cols)),
        sight=grid.sight[:count, :count].astype(np.bool_),
        doorways=tuple(np.flatnonzero(grid.doorway[:count]).tolist()),
        near_bits=tuple(
            sum(1 << int(other) for other in grid.neighbours[square, : grid.num_neighbours[square]])
            for square in range(count)
        ),
    )


@dataclass(slots=True)
class SeenHero:
    """One hero of the observation; numbers as in ``HeroFeature``."""

    slot: int
    square: int
    standing: bool
    health: int
    max_health: int
    sanity: int
    max_sanity: int
    grit: int
    max_grit: int
    initiative: int
    combat: int
    ranged_to_hit: int
    melee_to_hit: int
    defense: int
    willpower: int
    activated: bool
    move_points: int
    escaped: int
    attacked: bool
    dead_eye: int
    badge_bonus: int
    badge_action: int | None  # using its unspent badge
    gun_range: int
    gun_shots: int
    gun_sides: int


@dataclass(slots=True)
class SeenEnemy:
    """One living enemy of the observation; numbers as in ``EnemyFeature``."""

    slot: int
    square: int
    lean: int  # corner of its 2 x 2 squares that `square` is
    health_left: int
    target: int  # slot of the hero it is after, NOBODY for none
    activated: bool
    initiative: int
    move: int
    escape: int
    health: int
    defense: int
    combat: int
    to_hit: int
    damage: int
    size: int
    fear: int
    terror: int
    unspeakable: int
    horror_damage: int
    smash: bool
    six_hits: int
    pass_through: bool
    share: int
    area: int
    tough: bool
    type_row: int


@dataclass(slots=True)
class SeenRoll:
    """The dice that lie on the table, as far as they may still be rerolled."""

    kind: int  # `Roll`, NOBODY for none
    dice: int
    sides: int
    need: int
    critical: int
    values: list[int]
    grades: list[int]
    rerollable: list[bool]

    @property
    def failures(self) -> int:
        """Failed dice that may still be rerolled."""
        return sum(1 for grade, may in zip(self.grades, self.rerollable, strict=True) if grade == 0 and may)


class Board:
    """One observation, read on demand.

    Attributes:
        geometry: the map.
        decision: what is asked, a ``Decision``.
        amount: hits, points or damage that it is about.
        hero: slot of the deciding hero, NOBODY without one.
        enemy: slot of the enemy that it is about, NOBODY without one.
        heroes: all heroes, by slot.
        enemies: the living enemies.
    """

    def __init__(self, observation: Observations) -> None:
        board = observation["board"]
        self.geometry = read_geometry(board[BoardPlane.FLOOR : BoardPlane.WALLS + 1].tobytes())
        self._row: list[int] = observation["battle"].tolist()
        self.decision: int = self._row[G.DECISION]
        self.amount: int = self._row[G.AMOUNT]
        self.hero: int = self._row[G.HERO] - 1
        self.enemy: int = self._row[G.ENEMY] - 1
        self.heroes: list[SeenHero] = _read_heroes(observation["heroes"][: self._row[G.HEROES]], self.geometry)
        self.enemies: list[SeenEnemy] = _read_enemies(observation["enemies"], self.geometry)

    @property
    def me(self) -> SeenHero:
        """The deciding hero; only for decisions that are about one."""
        return self.heroes[self.hero]

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return self._row[G.TURN]

    @property
    def next_hit_is_critical(self) -> bool:
        """Whether the hit that is being dealt, or is dealt next, is critical."""
        return next((grade for grade in self._row[FIRST_HIT : FIRST_HIT + MAX_DICE] if grade), 1) == 2

    @property
    def attack(self) -> int:
        """The attack that goes on: its item slot, NOBODY for melee, or less for none."""
        return self._row[G.ATTACK] - 2

    def standing(self) -> list[SeenHero]:
        """The heroes that are not knocked out."""
        return [hero for hero in self.heroes if hero.standing]

    def enemy_of_slot(self, slot: int) -> SeenEnemy | None:
        """The living enemy of a slot, None if nobody stands there any more."""
        return next((enemy for enemy in self.enemies if enemy.slot == slot), None)

    def striking(self) -> SeenEnemy | None:
        """One of the group that is activated now, None outside an enemy activation."""
        row = self._row[G.ACTIVE_GROUP]
        return next((enemy for enemy in self.enemies if row and enemy.type_row == row), None)

    def roll(self) -> SeenRoll:
        """The roll that the decision is about."""
        row, count = self._row, self._row[G.DICE]
        return SeenRoll(
            kind=row[G.ROLL] - 1,
            dice=count,
            sides=row[G.SIDES],
            need=row[G.NEED],
            critical=row[G.CRITICAL],
            values=row[FIRST_VALUE : FIRST_VALUE + count],
            grades=row[FIRST_GRADE : FIRST_GRADE + count],
            rerollable=[value == 0 for value in row[FIRST_REROLLED : FIRST_REROLLED + count]],
        )

    def squares_to_move_to(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The squares that the hero may move to now."""
        cells = np.flatnonzero(mask[FIRST_SQUARE : FIRST_SQUARE + SIDE * SIDE])
        return self.geometry.square_at[cells]

    def action_to(self, square: int) -> int:
        """The action of moving to a square."""
        return FIRST_SQUARE + int(self.geometry.cell[square])

    def occupied(self) -> set[int]:
        """Squares on which a figure stands (markers of knocked-out heroes do not count)."""
        squares = {hero.square for hero in self.heroes if hero.standing}
        return squares | {square for enemy in self.enemies for square in self.squares_of(enemy)}

    def squares_of(self, enemy: SeenEnemy) -> list[int]:
        """The squares that an enemy covers: for a very large one 2 x 2, as far as there is floor."""
        if enemy.size < VERY_LARGE:
            return [enemy.square]
        row, col = divmod(int(self.geometry.cell[enemy.square]), SIDE)
        top, left = row - enemy.lean // 2, col - enemy.lean % 2
        cells = [(top + down, left + right) for down in (0, 1) for right in (0, 1)]
        squares = [int(self.geometry.square_at[r * SIDE + c]) for r, c in cells if 0 <= r < SIDE and 0 <= c < SIDE]
        return [square for square in squares if square >= 0]

    def is_next_to(self, square: int, enemy: SeenEnemy) -> bool:
        """Whether an enemy is adjacent to a square."""
        return any(bool(self.geometry.adjacent[square, part]) for part in self.squares_of(enemy))


VERY_LARGE = 3


def _read_heroes(rows: NDArray[Any], geometry: Geometry) -> list[SeenHero]:
    square_at = geometry.square_at
    return [
        SeenHero(
            slot=slot,
            square=int(square_at[row[H.ROW] * SIDE + row[H.COL]]),
            standing=row[H.KNOCKED_OUT] == 0,
            health=row[H.HEALTH],
            max_health=row[H.MAX_HEALTH],
            sanity=row[H.SANITY],
            max_sanity=row[H.MAX_SANITY],
            grit=row[H.GRIT],
            max_grit=row[H.MAX_GRIT],
            initiative=row[H.INITIATIVE],
            combat=row[H.COMBAT],
            ranged_to_hit=row[H.RANGED_TO_HIT],
            melee_to_hit=row[H.MELEE_TO_HIT],
            defense=row[H.DEFENSE],
            willpower=row[H.WILLPOWER],
            activated=row[H.ACTIVATED] == 1,
            move_points=row[H.MOVE_POINTS],
            escaped=row[H.ESCAPED],
            attacked=row[H.ATTACKED] == 1,
            dead_eye=row[H.DEAD_EYE],
            badge_bonus=row[H.BADGE_BONUS],
            badge_action=FIRST_SHOOT + int(row[H.RALLY]) - 1 if row[H.RALLY] else None,
            gun_range=row[H.GUN_RANGE],
            gun_shots=row[H.GUN_SHOTS],
            gun_sides=row[H.GUN_SIDES],
        )
        for slot, row in enumerate(rows.tolist())
    ]


def _read_enemies(rows: NDArray[Any], geometry: Geometry) -> list[SeenEnemy]:
    square_at = geometry.square_at
    slots = np.flatnonzero(rows[:, E.ALIVE])
    return [
        SeenEnemy(
            slot=slot,
            square=int(square_at[row[E.ROW] * SIDE + row[E.COL]]),
            lean=row[E.LEAN],
            health_left=row[E.HEALTH_LEFT],
            target=row[E.TARGET] - 1,
            activated=row[E.ACTIVATED] == 1,
            initiative=row[E.INITIATIVE],
            move=row[E.MOVE],
            escape=row[E.ESCAPE],
            health=row[E.HEALTH],
            defense=row[E.DEFENSE],
            combat=row[E.COMBAT],
            to_hit=row[E.TO_HIT],
            damage=row[E.DAMAGE],
            size=row[E.SIZE],
            fear=row[E.FEAR],
            terror=row[E.TERROR],
            unspeakable=row[E.UNSPEAKABLE],
            horror_damage=row[E.HORROR_DAMAGE],
            smash=row[E.SMASH] == 1,
            six_hits=row[E.SIX_HITS],
            pass_through=row[E.PASS_THROUGH] == 1,
            share=row[E.SHARE],
            area=row[E.AREA],
            tough=row[E.TOUGH] == 1,
            type_row=row[E.TYPE],
        )
        for slot, row in zip(slots.tolist(), rows[slots].tolist(), strict=True)
    ]


def legal_in(mask: NDArray[np.bool_], first: int, size: int) -> list[int]:
    """The legal actions of one block of the action space."""
    return [first + int(k) for k in np.flatnonzero(mask[first : first + size])]
