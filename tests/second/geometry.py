"""A map's geometry worked out a second time, by exact arithmetic on wall segments and by other algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
UNSURE = 2  # the line of sight touches the end of a wall: the rules do not say


@dataclass(frozen=True)
class Plan:
    """Floor cells in order, and the walls between cells as unit segments between grid corners.

    Attributes:
        cells: floor cells (row, column), by row, then column.
        walls: segments, each the frozenset of its two corners (row, column); cell (r, c) has corners (r..r+1, c..c+1).
    """

    cells: list[Cell]
    walls: frozenset[frozenset[Cell]]


def edge_between(a: Cell, b: Cell) -> frozenset[Cell]:
    """The segment that two orthogonally neighbouring cells share."""
    (row, col), (other_row, other_col) = min(a, b), max(a, b)
    if row == other_row:
        return frozenset({(row, other_col), (row + 1, other_col)})
    return frozenset({(other_row, col), (other_row, col + 1)})


def plan_of(floor: set[Cell], thin: list[tuple[Cell, Cell]]) -> Plan:
    """Walls stand where floor ends, and where a thin wall is named."""
    walls = {edge_between(a, b) for a, b in thin}
    for row, col in floor:
        for other in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if other not in floor:
                walls.add(edge_between((row, col), other))
    return Plan(sorted(floor), frozenset(walls))


def are_adjacent(plan: Plan, a: Cell, b: Cell) -> bool:
    """Side by side without a wall between, or diagonal without any wall at the common corner."""
    down, across = b[0] - a[0], b[1] - a[1]
    if max(abs(down), abs(across)) != 1:
        return False
    if down == 0 or across == 0:
        return edge_between(a, b) not in plan.walls
    corner = (max(a[0], b[0]), max(a[1], b[1]))
    return not any(corner in wall for wall in plan.walls)


def adjacency(plan: Plan) -> NDArray[np.uint8]:
    """(n, n) 1 where two squares are adjacent."""
    return np.array([[are_adjacent(plan, a, b) for b in plan.cells] for a in plan.cells], np.uint8)


def distances(adjacent: NDArray[Any]) -> NDArray[np.int64]:
    """(n, n) walking distances by Floyd and Warshall; 255 where there is no way."""
    table = np.where(adjacent == 1, 1, 255).astype(np.int64)
    np.fill_diagonal(table, 0)
    for via in range(len(table)):
        table = np.minimum(table, table[:, via, None] + table[None, via, :])
    return np.minimum(table, 255)


def sight(plan: Plan, a: Cell, b: Cell) -> int:
    """1: the line from centre to centre meets no wall, 0: it crosses one, UNSURE: it touches the end of one."""
    start, end = (2 * a[0] + 1, 2 * a[1] + 1), (2 * b[0] + 1, 2 * b[1] + 1)
    answer = 1
    for wall in plan.walls:
        one, two = ((2 * row, 2 * col) for row, col in wall)
        sides = _side(start, end, one) * _side(start, end, two), _side(one, two, start) * _side(one, two, end)
        if sides[0] < 0 and sides[1] < 0:
            return 0
        if sides[0] == 0 and sides[1] < 0:
            answer = UNSURE
    return answer


def _side(a: Cell, b: Cell, point: Cell) -> int:
    """The side of the line a-b that a point lies on: -1, 0, 1."""
    return int(np.sign((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])))
