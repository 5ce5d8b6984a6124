"""The map tables against a geometry worked out by other means, on the printed maps and on random drawings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import brimstone_env
from brimstone_env.core.configs import read_toml
from brimstone_env.core.grid import SIDE, parse_drawing
from tests.second.geometry import UNSURE, Cell, adjacency, distances, plan_of, sight

MAPS = read_toml(Path(brimstone_env.__file__).parent / "battle" / "tables" / "maps.toml")["map"]


def random_drawing(seed: int) -> tuple[str, list[tuple[Cell, Cell]]]:
    """A drawing of at most 9 x 9 with ragged walls, and thin walls between floor squares."""
    rng = np.random.default_rng(seed)
    rows, cols = rng.integers(4, 10, 2)
    floor = rng.random((rows, cols)) < 0.75
    floor[0, 0] = True
    text = "\n".join("".join("a" if is_floor else "#" for is_floor in row) for row in floor)
    pairs = [((r, c), (r + d, c + 1 - d)) for r in range(rows) for c in range(cols) for d in (0, 1)]
    inside = [(a, b) for a, b in pairs if b[0] < rows and b[1] < cols and floor[a] and floor[b]]
    return text, [pair for pair in inside if rng.random() < 0.08]


def check_map(drawing: str, thin: list[tuple[Cell, Cell]]) -> int:
    """Compare every table; returns the number of pairs whose line of sight the rules leave open."""
    grid = parse_drawing(drawing, thin)[0][0]
    lines = drawing.strip().splitlines()
    plan = plan_of({(r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign != "#"}, thin)
    count = len(plan.cells)
    assert grid.num_squares == count
    assert [(r, c) for r, c in zip(grid.rows[:count], grid.cols[:count], strict=True)] == plan.cells
    assert [SIDE * r + c for r, c in plan.cells] == grid.cell[:count].tolist()
    near = adjacency(plan)
    assert (near == grid.adjacent[:count, :count]).all()
    assert (distances(near) == grid.distance[:count, :count]).all()
    for square in range(count):
        listed = grid.neighbours[square, : grid.num_neighbours[square]].tolist()
        assert listed == np.flatnonzero(near[square]).tolist()
    return check_sight(grid, plan)


def check_sight(grid, plan) -> int:
    """Sight is symmetric, and right wherever the line does not just touch the end of a wall."""
    unsure = 0
    for i, a in enumerate(plan.cells):
        for j, b in enumerate(plan.cells):
            expected = sight(plan, a, b)
            assert grid.sight[i, j] == grid.sight[j, i]
            if expected == UNSURE:
                unsure += 1
            else:
                assert grid.sight[i, j] == expected, (a, b)
            assert not grid.adjacent[i, j] or grid.sight[i, j], (a, b)
    return unsure


@pytest.mark.parametrize("name", [row["name"] for row in MAPS])
def test_printed_map(name: str) -> None:
    row = next(row for row in MAPS if row["name"] == name)
    check_map(row["drawing"], [])


@pytest.mark.parametrize("seed", range(25))
def test_random_drawing(seed: int) -> None:
    check_map(*random_drawing(seed))
