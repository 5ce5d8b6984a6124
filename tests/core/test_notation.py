"""People's texts: TOML values, squares, drawings, scripted dice, view paths."""

from __future__ import annotations

import pytest

from brimstone_env.core.dice import Fault
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import parse_drawing
from brimstone_env.core.notation import (
    check_keys,
    draw_map,
    format_script,
    look_up,
    parse_square,
    parse_toml,
    place_of,
    script_dice,
    script_fault,
    script_leftovers,
    square_of,
    square_text,
    take_flag,
    take_int,
    take_list,
    take_table,
    take_word,
    thin_walls,
    toml_line,
    toml_value,
)

KINDS = {"to_hit": 3, "damage": 4, "target": 28}
DRAWING = """
##########
#aaaa#bb##
#aaaa+bb##
#aaaa#bb##
##########
"""


@pytest.mark.parametrize(
    "value",
    [
        True,
        0,
        -7,
        "a word",
        'a "quoted" \\ text',
        [1, 2],
        [],
        {},
        {"void-spiders": [1], "a b": {"c": False}},
        [{"at": [1]}],
    ],
)
def test_printed_values_read_back(value):
    assert parse_toml(f"x = {toml_value(value)}", "test") == {"x": value}


def test_long_lists_and_texts_are_broken_over_lines():
    rows = [{"type": "tentacles", "at": [1, n]} for n in range(9)]
    text = toml_line("enemies", rows) + "\n" + toml_line("map", "##\n#a\n")
    assert parse_toml(text, "test") == {"enemies": rows, "map": "##\n#a\n"}
    assert max(map(len, text.splitlines())) < 100


def test_text_that_is_no_toml_is_refused_with_its_source():
    with pytest.raises(InputError, match=r"here\.toml is not TOML"):
        parse_toml("a = ", "here.toml")


@pytest.mark.parametrize(
    ("text", "square"),
    [("3,4", (3, 4)), ("0,15", (0, 15)), ("16,0", None), ("3", None), ("3,", None), ("-1,2", None), ("03,4", None)],
)
def test_squares_are_written_row_comma_column(text, square):
    assert parse_square(text) == square
    if square is not None:
        assert square_text(*square) == text


def test_square_of_names_the_square_that_is_no_floor():
    grid = parse_drawing(DRAWING)[0][0]
    assert place_of(square_of([2, 5], grid, "x"), grid) == [2, 5]
    for wrong in ([0, 0], [99, 1]):
        with pytest.raises(InputError, match=f"x: {wrong[0]},{wrong[1]} is not floor"):
            square_of(wrong, grid, "x")
    for wrong in ([1], "1,2", [True, 1], None, [1, 1.5]):
        with pytest.raises(InputError, match="is not a square"):
            square_of(wrong, grid, "x")


def test_a_map_is_drawn_as_it_was_read():
    walls = [[[1, 1], [1, 2]], [[1, 7], [2, 7]]]
    grids, _ = parse_drawing(DRAWING, walls)
    again, _ = parse_drawing(draw_map(grids[0]), thin_walls(grids[0]))
    assert thin_walls(grids[0]) == walls
    assert draw_map(grids[0]) == "#########\n#aaaa#bb#\n#aaaa+bb#\n#aaaa#bb#\n#########\n"
    assert again.tobytes() == grids.tobytes()


def test_values_are_checked_and_messages_say_what_is_allowed():
    assert take_int(3, 0, 3, "x") == 3
    assert take_flag(True, "x") is True
    assert take_list([1], "x") == [1]
    assert take_table({"a": 1}, "x") == {"a": 1}
    assert take_word("elite", "word", ["elite"], "x") == "elite"
    check_keys({"a": 1}, ("a", "b"), "x")
    with pytest.raises(InputError, match="x is 4, allowed is a whole number from 0 to 3"):
        take_int(4, 0, 3, "x")
    with pytest.raises(InputError, match="x is True"):
        take_int(True, 0, 3, "x")
    with pytest.raises(InputError, match="x is 1, allowed is true or false"):
        take_flag(1, "x")
    with pytest.raises(InputError, match="allowed is a list"):
        take_list("abc", "x")
    with pytest.raises(InputError, match="allowed is a table"):
        take_table([1], "x")
    with pytest.raises(InputError, match=r"x: unknown hero 'wizzard'.*did you mean 'wizard'"):
        take_word("wizzard", "hero", ["wizard", "monk"], "x")
    with pytest.raises(InputError, match=r"x: unknown key 'heros'.*did you mean 'heroes'"):
        check_keys({"heros": 1}, ("heroes", "map"), "x")
    with pytest.raises(InputError, match="is not a table"):
        check_keys(3, ("heroes",), "x")


# --- dice -----------------------------------------------------------------------------------------------------------


def test_a_script_without_faults():
    dice = script_dice({"to_hit": [4, 5], "target": []}, KINDS, "dice")
    assert script_leftovers(dice[0], KINDS) == ["dice.to_hit: [4, 5] left over"]
    assert script_fault(dice[0], KINDS) is None
    assert format_script(dice[0], KINDS) == {"to_hit": [4, 5], "target": []}


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ({"tohit": [1]}, "unknown kind of roll 'tohit'"),
        ({"to_hit": 4}, "not a list of results"),
        ({"to_hit": [4, -1]}, "not a list of results"),
        ({"to_hit": [True]}, "not a list of results"),
        ({"to_hit": [128]}, "from 0 to 127"),
        ({"to_hit": [1] * 200}, "at most 128"),
        ([4], "is not a table"),
    ],
)
def test_wrong_scripts_are_refused(script, message):
    with pytest.raises(InputError, match=message):
        script_dice(script, KINDS, "dice")


def test_faults_and_leftovers_of_a_script_become_sentences():
    dice = script_dice({"damage": [9], "to_hit": [4]}, KINDS, "dice")
    dice[0].used[KINDS["damage"]] = 1
    dice[0].fault, dice[0].fault_kind = Fault.OUT_OF_RANGE, KINDS["damage"]
    assert script_fault(dice[0], KINDS) == "dice.damage: result 9 (number 1) is out of this roll's range"
    dice[0].fault = Fault.RAN_DRY
    assert script_fault(dice[0], KINDS) == "dice.damage ran dry: 1 listed, and one more was rolled"


# --- view paths -----------------------------------------------------------------------------------------------------

VIEW = {"turn": 2, "heroes": [{"at": [1, 2]}], "count": {"void-spiders": 3}}


@pytest.mark.parametrize(
    ("path", "value"), [("turn", 2), ("heroes.0.at", [1, 2]), ("heroes.0.at.1", 2), ("count.void-spiders", 3)]
)
def test_paths_lead_into_the_view(path, value):
    assert look_up(VIEW, path) == value


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("trun", "the view has no 'trun', only turn, heroes, count"),
        ("heroes.1.at", "heroes has 1 entries"),
        ("heroes.first", "heroes has 1 entries"),
        ("heroes.0.helth", "heroes.0 has no 'helth'"),
        ("turn.now", "turn is 2 and has no 'now'"),
    ],
)
def test_wrong_paths_say_where_they_end(path, message):
    with pytest.raises(InputError, match=message):
        look_up(VIEW, path)
