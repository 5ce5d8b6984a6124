"""The runner of rule cases, on a small game that is not a battle: what it checks, and what its sentences say.

The game: a heap of stones. `take one` and `take N` take stones; `take all` asks how many heaps of one stone are left
standing (`leave N`, at most one less than there were), a second decision that is skipped when only `leave 0` is legal.
`roll` takes a die's worth. The command `shake` rolls without an action.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from brimstone_env.core import cases
from brimstone_env.core.cases import CaseResult, read_cases, run_case, run_file, run_files
from brimstone_env.core.dice import Streams, take_scripted
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import AbsentError, Game
from brimstone_env.core.notation import script_dice
from brimstone_env.core.records import field, new_records, record

KINDS = {"die": 0}
COMMANDS = {"step": 0, "shake": 1, "observe": 2}
take_result = getattr(take_scripted, "py_func", take_scripted)


@record
class Heap:
    streams: Streams = field(Streams, doc="random streams")
    stones: int = field(np.int16, 0, 99, "stones left")
    leaving: int = field(np.int8, 0, 1, "1: `take all` was chosen, how many are left is asked")
    outcome: int = field(np.int8, 0, 1, "1: no stone is left")


@record
class HeapBook:
    keep_single: int = field(np.int8, 0, 1, "1: decisions with one legal option are asked too")


NAMES = ("take one", "take two", "take all", "roll", "leave 0", "leave 1", "leave 2")


def fill_mask(heap, mask):
    mask[:] = 0
    if heap.leaving:
        mask[4 : 4 + min(3, heap.stones)] = 1
    else:
        mask[:4] = (heap.stones >= 1, heap.stones >= 2, heap.stones >= 1, 1)


def apply(heap, book, dice, action):
    if action < 2:
        heap.stones -= action + 1
    elif action == 2:
        heap.leaving = 1
        if heap.stones == 1 and not book.keep_single:
            apply(heap, book, dice, 4)
    elif action == 3:
        heap.stones -= min(int(heap.stones), take_result(dice, KINDS["die"], 1, 6))
    else:
        heap.stones = action - 4
        heap.leaving = 0
    heap.outcome = heap.stones == 0


def run_many(command, heaps, books, dice, actions, seeds, applied_out, masks_out):
    mask = np.zeros(len(NAMES), np.int8)
    fill_mask(heaps[0], mask)
    if command == COMMANDS["step"] and mask[actions[0]]:
        apply(heaps[0], books[0], dice[0], actions[0])
        applied_out[0] = 1
    elif command == COMMANDS["shake"]:
        apply(heaps[0], books[0], dice[0], 3)
    if len(masks_out):
        fill_mask(heaps[0], masks_out[0])


def expand_name(name, battle, book, tables):
    if name.startswith("take all but "):
        return [2, 4 + int(name.removeprefix("take all but "))]
    if name == "take three":
        raise AbsentError("action 'take three' is for another day")
    if name not in NAMES:
        raise InputError(f"{name!r} is not the name of an action")
    return [NAMES.index(name)]


def parse_position(data, tables, where):
    if data["stones"] > 99:
        raise InputError(f"{where}: stones is {data['stones']}, allowed are 0 to 99")
    heaps, books = new_records(Heap, 1), new_records(HeapBook, 1)
    heaps["stones"] = data["stones"]
    return heaps, books, script_dice(data.get("dice", {}), KINDS, f"{where}: dice")


def keep_single(books):
    kept = books.copy()
    kept["keep_single"] = 1
    return kept


def view(battle, book, tables, viewer):
    return {"stones": int(battle.stones), "outcome": ("undecided", "won")[battle.outcome], "nobody": None}


@pytest.fixture(autouse=True)
def heap_game(monkeypatch):
    values = {item.name: None for item in dataclasses.fields(Game)}
    values.update(
        name="heap",
        num_actions=len(NAMES),
        record=Heap,
        roll_kinds=KINDS,
        commands=COMMANDS,
        case_commands=("shake",),
        run_many=run_many,
        load_tables=lambda folder: folder,
        keep_single=keep_single,
        action_name=lambda index, battle, book, tables: NAMES[index],
        expand_name=expand_name,
        view=view,
        parse_position=parse_position,
        observation_planes=tuple,
    )
    game = Game(**values)

    def find_game(name):
        if name != "heap":
            raise InputError(f"game: unknown game {name!r}")
        return game

    monkeypatch.setattr(cases, "find_game", find_game)


def run(**case) -> CaseResult:
    return run_case({"name": "a case", "game": "heap", **case}, lambda game: None)


def fault_of(**case) -> str:
    """What differs, in a case that must fail."""
    result = run(**case)
    assert not result.passed
    assert result.line().startswith("FAIL a case: ")
    return "; ".join(result.faults)


# --- what passes ----------------------------------------------------------------------------------------------------


def test_actions_dice_expectations_and_masks():
    result = run(
        rules=["X1"],
        stones=9,
        dice={"die": [4]},
        do=["take one", "roll", "take two"],
        expect={"stones": 2, "outcome": "undecided"},
        legal=["take two", "take all but 1"],
        illegal=["leave 0", "take all but 2", "take three"],
    )
    assert result == CaseResult("a case", ("X1",), ())
    assert result.line() == "ok a case"


def test_a_position_as_it_stands():
    assert run(stones=1, expect={"stones": 1}, legal=["take one"], illegal=["take two"]).passed


def test_commands_are_carried_out():
    assert run(stones=9, dice={"die": [6]}, do=["shake"], expect={"stones": 3}).passed


def test_the_second_step_of_a_composite_name_is_taken_by_us_or_by_the_engine():
    assert run(stones=5, do=["take all but 2"], expect={"stones": 2}).passed
    assert run(stones=1, do=["take all but 0"], expect={"stones": 0, "outcome": "won"}).passed


def test_a_second_step_that_the_engine_takes_must_be_the_named_one():
    assert "`take all but 1`: is not legal" in fault_of(stones=1, do=["take all but 1"])


def test_a_refused_position_passes_by_its_message():
    assert run(stones=100, error="stones is 100").passed


# --- what fails -----------------------------------------------------------------------------------------------------


def test_values_that_differ_are_named_with_what_was_expected():
    fault = fault_of(stones=3, do=["take one"], expect={"stones": 3, "outcome": "won", "nobody": "x", "heap.0": 1})
    assert "stones is 2, expected 3" in fault
    assert 'outcome is "undecided", expected "won"' in fault
    assert 'nobody is nothing, expected "x"' in fault
    assert "expect heap.0: the view has no 'heap'" in fault


def test_an_illegal_entry_is_named_with_what_is_legal():
    fault = fault_of(stones=1, do=["take one", "take one"])
    assert fault == "entry 2 of `do`, `take one`: is not legal, legal are: roll"


def test_an_unknown_name_fails_wherever_it_stands():
    assert "entry 1 of `do`, `tke one`: 'tke one' is not the name" in fault_of(stones=1, do=["tke one"])
    assert "'tke one' is not the name" in fault_of(stones=1, legal=["tke one"])
    assert "'tke one' is not the name" in fault_of(stones=1, illegal=["tke one"])


def test_masks_that_differ_are_named():
    assert "`take two` is not legal, legal are: take one, take all, roll" in fault_of(stones=1, legal=["take two"])
    assert "`take one` is legal" in fault_of(stones=1, illegal=["take one"])


def test_faults_of_the_script_stop_the_case():
    assert "`roll`: dice.die ran dry: 0 listed" in fault_of(stones=9, dice={"die": []}, do=["roll"])
    assert "result 7 (number 1) is out of this roll's range" in fault_of(stones=9, dice={"die": [7]}, do=["roll"])
    assert fault_of(stones=9, dice={"die": [1, 2]}, do=["roll"]) == "dice.die: [2] left over"
    assert "unknown kind of roll 'dye'" in fault_of(stones=9, dice={"dye": [1]})


def test_refusals_that_were_not_expected_or_say_something_else():
    assert "the position was refused: " in fault_of(stones=100)
    assert "does not contain 'pebbles'" in fault_of(stones=100, error="pebbles")
    assert "was loaded" in fault_of(stones=1, error="stones")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("game", "chess", "unknown game 'chess'"),
        ("game", None, "game: None is not a text"),
        ("do", "take one", "do: 'take one' is not a list of texts"),
        ("legal", [3], "legal: [3] is not a list of texts"),
        ("expect", [1], "expect: [1] is not a table"),
        ("error", 5, "error: 5 is not a text"),
    ],
)
def test_a_case_that_is_written_wrongly_fails_with_a_sentence(key, value, message):
    assert message in fault_of(stones=1, **{key: value})


# --- files ----------------------------------------------------------------------------------------------------------

FILE = """
[[case]]
name = "one"
game = "heap"
stones = 2
do = ["take two"]
expect = { outcome = "won" }

[[case]]
name = "two"
game = "heap"
stones = 2
expect = { stones = 1 }
"""


def test_a_file_is_run_case_by_case_and_counted(tmp_path: Path):
    path = tmp_path / "cases.toml"
    path.write_text(FILE)
    assert [(result.name, result.passed) for result in run_file(path)] == [("one", True), ("two", False)]
    lines: list[str] = []
    assert not run_files([path, path], say=lines.append)
    assert lines[0] == "ok one"
    assert lines[-1] == "2 passed, 2 failed"


def test_a_file_of_something_else_is_refused(tmp_path: Path):
    path = tmp_path / "other.toml"
    path.write_text("[[cases]]\nname = 'x'\n")
    with pytest.raises(InputError, match=r"holds \[\[case\]\] tables and nothing else, found cases"):
        read_cases(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_cases(tmp_path / "missing.toml")
