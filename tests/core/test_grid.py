"""Geometry of maps: hand-made boards, and brute-force twins on random small boards."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import SIDE, UNREACHABLE, GridMap, parse_drawing, tile_bit, tile_letters, tile_squares
from brimstone_env.core.notation import draw_map, thin_walls
from brimstone_env.core.placement import behind_tiles, placement_order, view_direction, view_rows
from brimstone_env.core.records import find_faults

ROOM_AND_PASSAGE = """
########
#bbbbbb#
#bbbbbb#
#bbbbbb#
#bbbbbb#
###++###
###aa###
###aa###
########
"""


def read(text, walls=()):
    return parse_drawing(text, walls)[0][0]


def at(grid, row, col):
    return int(grid.square_at[row * SIDE + col])


def where(grid, squares):
    return [(int(grid.rows[s]), int(grid.cols[s])) for s in squares]


def are_adjacent(grid, one, other):
    return bool(grid.adjacent[at(grid, *one), at(grid, *other)])


def sees(grid, one, other):
    return bool(grid.sight[at(grid, *one), at(grid, *other)])


# --- brute-force twins ----------------------------------------------------------------------------------------------


@st.composite
def boards(draw):
    """A small drawing of one tile with holes, and thin walls between some of its squares."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    signs = draw(st.lists(st.sampled_from("#aaaab"), min_size=height * width, max_size=height * width))
    lines = ["".join(signs[row * width : (row + 1) * width]) for row in range(height)]
    pairs = [((r, c), (r + dr, c + dc)) for r in range(height) for c in range(width) for dr, dc in ((0, 1), (1, 0))]
    inside = [
        (a, b) for a, b in pairs if b[0] < height and b[1] < width and "#" not in (sign(lines, a), sign(lines, b))
    ]
    walls = draw(st.lists(st.sampled_from(inside), max_size=6, unique=True)) if inside else []
    return lines, walls


def sign(lines, cell):
    row, col = cell
    return lines[row][col] if 0 <= row < len(lines) and 0 <= col < len(lines[0]) else "#"


def wall_segments(lines, walls):
    """All walls as pairs of grid corners (row, column), the edge of the floor included."""
    segments = set()
    for row in range(-1, len(lines)):
        for col in range(-1, len(lines[0])):
            for other in ((row, col + 1), (row + 1, col)):
                ends = (sign(lines, (row, col)), sign(lines, other))
                is_thin = ((row, col), other) in walls
                if is_thin or ends.count("#") == 1:
                    start = (row, col + 1) if other[0] == row else (row + 1, col)
                    segments.add((start, (row + 1, col + 1)))
    return segments


def cross(a, b, c):
    """Which side of the line a-b the point c is on."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meets(a, b, c, d):
    """Whether the segments a-b and c-d properly cross."""
    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0


def sees_by_segments(segments, one, other):
    """The straight line between two centres; where it goes through a wall's end, it may be nudged past to one side."""
    half = Fraction(1, 2)
    a, b = (one[0] + half, one[1] + half), (other[0] + half, other[1] + half)
    if any(meets(a, b, c, d) for c, d in segments):
        return False
    ends = {end for segment in segments for end in segment}
    for end in ends:
        if cross(a, b, end) != 0 or not min(a[0], b[0]) < end[0] < max(a[0], b[0]):
            continue
        along = (Fraction(b[0] - a[0], 100), Fraction(b[1] - a[1], 100))
        blocked = []
        for side in (Fraction(1, 1000), Fraction(-1, 1000)):
            near = (end[0] - along[1] * side, end[1] + along[0] * side)
            start, stop = (near[0] - along[0], near[1] - along[1]), (near[0] + along[0], near[1] + along[1])
            blocked.append(any(meets(start, stop, c, d) for c, d in segments if end in (c, d)))
        if all(blocked):
            return False
    return True


def steps_by_segments(segments, one, other):
    """Adjacent: side by side without a wall between, or diagonal without any wall at the corner between."""
    down, right = other[0] - one[0], other[1] - one[1]
    if max(abs(down), abs(right)) != 1:
        return False
    corner = (max(one[0], other[0]), max(one[1], other[1]))
    if down and right:
        return not any(corner in segment for segment in segments)
    end = (corner[0] + 1, corner[1]) if down == 0 else (corner[0], corner[1] + 1)
    return (corner, end) not in segments


def walk_lengths(neighbours, start):
    lengths, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbours[here]:
            if there not in lengths:
                lengths[there] = lengths[here] + 1
                queue.append(there)
    return lengths


@settings(max_examples=100, deadline=None)
@given(boards())
def test_tables__agree_with_brute_force(board):
    lines, walls = board
    cells = [(r, c) for r, line in enumerate(lines) for c, s in enumerate(line) if s != "#"]
    if not cells:
        with pytest.raises(InputError, match="no floor"):
            read("\n".join(lines))
        return
    grid = read("\n".join(lines), walls)
    segments = wall_segments(lines, walls)
    assert where(grid, range(grid.num_squares)) == cells
    near = {i: [j for j, b in enumerate(cells) if steps_by_segments(segments, a, b)] for i, a in enumerate(cells)}
    for i, a in enumerate(cells):
        assert list(grid.neighbours[i][: grid.num_neighbours[i]]) == near[i]
        assert (grid.neighbours[i][grid.num_neighbours[i] :] == -1).all()
        assert list(np.nonzero(grid.adjacent[i])[0]) == near[i]
        lengths = walk_lengths(near, i)
        for j, b in enumerate(cells):
            assert grid.distance[i, j] == lengths.get(j, UNREACHABLE)
            assert grid.sight[i, j] == grid.sight[j, i] == sees_by_segments(segments, a, b), (a, b)
    check_blocks(grid, cells, near)


def check_blocks(grid, cells, near):
    """A 2 x 2 figure stands where its four squares are floor and all adjacent to each other."""
    for i, (row, col) in enumerate(cells):
        spots = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
        squares = [cells.index(spot) if spot in cells else None for spot in spots]
        fits = None not in squares and all(j in near[k] for j in squares for k in squares if j != k)
        assert list(grid.block[i]) == (squares if fits else [-1] * 4)


@settings(max_examples=30, deadline=None)
@given(boards())
def test_draw_map__parses_back_to_the_same_map(board):
    lines, walls = board
    if set("".join(lines)) == {"#"}:
        return
    grids, _ = parse_drawing("\n".join(lines), walls)
    again, _ = parse_drawing(draw_map(grids[0]), thin_walls(grids[0]))
    assert again.tobytes() == grids.tobytes()


# --- hand-made boards -----------------------------------------------------------------------------------------------


def test_adjacent__not_around_a_wall_corner():
    grid = read("""
        aaa
        a#a
        aaa
    """)
    assert not are_adjacent(grid, (0, 1), (1, 0))  # the wall covers the corner (facts 9c, case 36)
    assert not are_adjacent(grid, (2, 1), (1, 2))
    assert are_adjacent(grid, (0, 0), (0, 1))
    assert grid.distance[at(grid, 0, 1), at(grid, 1, 0)] == 2


def test_adjacent__not_past_the_end_of_a_thin_wall():
    grid = read("aaa\naaa\naaa", [((0, 0), (0, 1))])
    assert not are_adjacent(grid, (0, 0), (0, 1))
    assert not are_adjacent(grid, (0, 0), (1, 1))
    assert not are_adjacent(grid, (0, 1), (1, 0))
    assert are_adjacent(grid, (0, 1), (1, 2))


def test_sight__a_corner_may_be_grazed_but_not_squeezed_through():
    grazed = read("aa\n#a")
    assert not are_adjacent(grazed, (0, 0), (1, 1))
    assert sees(grazed, (0, 0), (1, 1))
    squeezed = read("a#\n#a")
    assert not sees(squeezed, (0, 0), (1, 1))


def test_sight__walls_block_and_thin_walls_too():
    assert not sees(read("a#a"), (0, 0), (0, 2))
    walled = read("aaaa\naaaa", [((0, 1), (0, 2))])
    assert not sees(walled, (0, 0), (0, 3))
    assert not sees(walled, (0, 1), (0, 2))
    assert sees(walled, (1, 0), (1, 3))
    assert sees(walled, (0, 1), (1, 2))  # past the wall's end
    crossed = read("aa\naa", [((0, 0), (0, 1)), ((1, 0), (1, 1))])
    assert not sees(crossed, (0, 0), (1, 1))


def test_distance__a_snake_over_the_whole_board_is_still_reachable():
    walls = [((r, c), (r + 1, c)) for r in range(15) for c in range(16) if c != (15 if r % 2 == 0 else 0)]
    grid = read("\n".join(["a" * 16] * 16), walls)
    assert grid.distance[at(grid, 0, 0), at(grid, 0, 15)] == 15
    assert grid.distance[at(grid, 0, 0), at(grid, 1, 15)] == 16
    assert grid.distance[at(grid, 0, 0), at(grid, 15, 0)] == UNREACHABLE - 1  # 255 steps, stored as 254


def test_tiles__a_doorway_belongs_to_every_tile_it_touches():
    grid = read("""
        bb##ee
        bb++ee
        ##aa##
        ##++##
        ##cc##
        ##++##
    """)
    a, b, c, e = (tile_bit(letter) for letter in "abce")
    assert grid.tiles[at(grid, 1, 2)] == a | b
    assert grid.tiles[at(grid, 1, 3)] == a | e
    assert grid.tiles[at(grid, 3, 2)] == a | c
    assert grid.tiles[at(grid, 5, 2)] == c  # the open end of a passage
    assert grid.near_tiles[at(grid, 0, 0)] == a | b | e  # b and e: the two doorway squares are adjacent
    assert grid.near_tiles[at(grid, 4, 2)] == a | c
    assert grid.near_tiles[at(grid, 3, 2)] == a | b | c | e
    assert list(grid.doorway[: grid.num_squares]).count(1) == 6
    assert tile_letters(int(a | e)) == "ae"
    assert where(grid, tile_squares(grid, e)) == [(0, 4), (0, 5), (1, 3), (1, 4), (1, 5)]


def test_tiles__adjacent_squares_make_neighbours_and_thin_walls_part_them():
    assert read("ab").near_tiles[0] == 3
    assert read("ab", [((0, 0), (0, 1))]).near_tiles[0] == 1
    assert read("a#b").near_tiles[0] == 1
    assert read("b+a", [((0, 0), (0, 1))]).tiles[1] == 1


def test_parse_drawing__ranges_hold_and_indentation_does_not_matter():
    grids, letters = parse_drawing(ROOM_AND_PASSAGE)
    assert letters == "ab"
    assert not list(find_faults(GridMap, grids[0]))
    indented = "\n".join("    " + line for line in ROOM_AND_PASSAGE.strip().splitlines())
    assert parse_drawing(indented)[0].tobytes() == grids.tobytes()


@pytest.mark.parametrize(
    ("text", "walls", "message"),
    [
        ("", (), "the drawing is empty"),
        ("##\n##", (), "no floor"),
        ("a" * 17, (), "1 rows and 17 columns, at most 16 x 16"),
        ("\n".join("a" * 17), (), "17 rows and 1 columns"),
        ("aaa\naa", (), "row 1 of the drawing has 2 squares, the widest row has 3"),
        ("aA", (), "'A' at 0,1 of the drawing is not a square"),
        ("a.a", (), "'.' at 0,1"),
        ("a\n+\n+\n+\nb", (), "doorway square 2,0 touches no tile"),
        ("aaa", [((0, 0), (0, 2))], "thin wall between 0,0 and 0,2 is impossible"),
        ("aa\naa", [((0, 0), (1, 1))], "must be neighbours in a row or column"),
        ("a#", [((0, 0), (0, 1))], "0,1 is no floor square"),
        ("aa", [((0, 0), (0, -1))], "0,-1 is no floor square"),
    ],
)
def test_parse_drawing__refuses_bad_drawings(text, walls, message):
    with pytest.raises(InputError) as caught:
        parse_drawing(text, walls)
    assert message in str(caught.value)


def test_tile_bit__refuses_what_is_no_letter():
    for word in ("", "A", "ab", "+"):
        with pytest.raises(InputError, match="one small letter"):
            tile_bit(word)


# --- placement ------------------------------------------------------------------------------------------------------


def test_placement_order__the_worked_example():
    grid = read(ROOM_AND_PASSAGE)
    order = where(grid, placement_order(grid, tile_bit("b"), at(grid, 5, 3)))
    assert order[:6] == [(1, 1), (1, 3), (1, 5), (2, 2), (2, 4), (2, 6)]
    assert order[12:15] == [(5, 3), (1, 2), (1, 4)]  # the doorway counts; then the gaps, from the furthest row
    assert len(order) == len(set(order)) == 26
    assert behind_tiles(grid, tile_bit("b"), at(grid, 5, 4)) == tile_bit("a")


@pytest.mark.parametrize("turns", range(4))
def test_placement_order__turns_with_the_map(turns):
    signs = np.array([list(line) for line in ROOM_AND_PASSAGE.split()])
    numbers = np.arange(signs.size).reshape(signs.shape)
    turned, moved = np.rot90(signs, turns), np.rot90(numbers, turns)
    grid = read("\n".join("".join(line) for line in turned))
    row, col = (int(i[0]) for i in np.nonzero(moved == numbers[5, 3]))
    order = placement_order(grid, tile_bit("b"), at(grid, row, col))
    original = read(ROOM_AND_PASSAGE)
    expected = where(original, placement_order(original, tile_bit("b"), at(original, 5, 3)))
    assert [int(moved[place]) for place in where(grid, order)] == [int(numbers[place]) for place in expected]


def test_placement_order__starts_left_in_a_narrow_furthest_row():
    grid = read("""
        ##bb##
        bbbbbb
        ##++##
    """)
    entrance = at(grid, 2, 2)
    assert where(grid, view_rows(grid, 2, entrance)[0]) == [(0, 2), (0, 3)]
    assert where(grid, placement_order(grid, 2, entrance)) == [
        *[(0, 2), (1, 1), (1, 3), (1, 5), (2, 2)],
        *[(0, 3), (1, 0), (1, 2), (1, 4), (2, 3)],
    ]


def test_view_direction__without_a_doorway_looks_where_the_tile_reaches_furthest():
    grid = read("aaaa\naaaa\n##aa")
    assert view_direction(grid, 1, at(grid, 0, 0)) == (0, 1)
    assert view_direction(grid, 1, at(grid, 2, 2)) == (-1, 0)
    assert view_direction(grid, 1, -1) == (-1, 0)
    assert placement_order(grid, 2, -1) == []


def test_view_direction__refuses_an_entrance_of_another_tile():
    grid = read(ROOM_AND_PASSAGE)
    with pytest.raises(InputError, match="the entrance 7,3 is not a square of tile b"):
        placement_order(grid, tile_bit("b"), at(grid, 7, 3))


def test_behind_tiles__open_ends_lead_nowhere_and_open_borders_to_the_tiles_beside():
    grid = read("bb\n++")
    assert behind_tiles(grid, tile_bit("b"), at(grid, 1, 0)) == 0
    assert behind_tiles(grid, tile_bit("b"), -1) == 0
    bordered = read("aabb")
    assert behind_tiles(bordered, tile_bit("b"), at(bordered, 0, 2)) == tile_bit("a")
