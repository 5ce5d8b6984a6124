"""The runner of rule cases: a position, scripted dice, actions, and what must hold after them.

It knows no game: positions, names, commands and the view come from a `Game`. A case's own keys are `CASE_KEYS`; all
others are the game's position.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from brimstone_env.core.configs import read_toml
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import AbsentError, Game, find_game
from brimstone_env.core.notation import look_up, script_fault, script_leftovers, toml_value
from brimstone_env.core.records import copy_records

CASE_KEYS = ("name", "rules", "game", "do", "expect", "legal", "illegal", "error")
NAMES_SHOWN = 24  # legal actions named in a message


@dataclass(frozen=True)
class CaseResult:
    """How one case went.

    Attributes:
        name: the case's name.
        rules: the rules that it is about.
        faults: what differs, one sentence each; none when it passed.
    """

    name: str
    rules: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing differs."""
        return not self.faults

    def line(self) -> str:
        """The line that is printed for the case."""
        return f"ok {self.name}" if self.passed else f"FAIL {self.name}: {'; '.join(self.faults)}"


@dataclass
class Play:
    """A position that is being played.

    Attributes:
        game: the game.
        tables: its tables, for names.
        battles: the battle, an array of length 1.
        books: its book, an array of length 1.
        dice: the dice table, an array of length 1.
    """

    game: Game
    tables: Any
    battles: NDArray[Any]
    books: NDArray[Any]
    dice: NDArray[Any]

    def view(self) -> dict[str, Any]:
        """The public view of the battle."""
        return self.game.view(self.battles[0], self.books[0], self.tables, None)

    def legal_names(self) -> list[str]:
        """Names of the legal actions."""
        mask = self.game.mask(self.battles, self.books, self.dice)[0]
        legal = mask.nonzero()[0].tolist()
        return [self.game.action_name(index, self.battles[0], self.books[0], self.tables) for index in legal]

    def steps_of(self, name: str) -> list[int]:
        """The one or two actions that a name stands for; raises `InputError` where it stands for none."""
        return self.game.expand_name(name, self.battles[0], self.books[0], self.tables)

    def is_legal(self, steps: list[int]) -> bool:
        """Whether the actions may be taken one after the other, with no other decision between them."""
        if not self.game.mask(self.battles, self.books, self.dice)[0, steps[0]]:
            return False
        return len(steps) == 1 or self.after(steps[0]).is_legal(steps[1:])

    def after(self, action: int) -> Play:
        """A copy in which the action was taken, and in which decisions with a single option are asked too."""
        books = self.game.keep_single(self.books)
        copy = Play(self.game, self.tables, copy_records(self.battles), books, copy_records(self.dice))
        copy.game.run("step", copy.battles, copy.books, copy.dice, action)
        return copy

    def perform(self, entry: str) -> None:
        """Carry out one entry of `do`: a command, or an action by its name.

        Raises:
            InputError: if it is no command and no action, or not legal.
        """
        if entry in self.game.case_commands:
            self.game.run(entry, self.battles, self.books, self.dice)
            return
        steps = self.steps_of(entry)
        if not self.is_legal(steps):
            raise InputError(f"is not legal, legal are: {shorten(self.legal_names())}")
        if len(steps) == 2 and self.is_forced_after(steps[0]):
            steps = steps[:1]  # the engine takes the only option, which is the named one: `is_legal` has seen to it
        for step in steps:
            self.game.run("step", self.battles, self.books, self.dice, step)

    def is_forced_after(self, action: int) -> bool:
        """Whether the decision that follows an action has one option, which the engine then takes by itself."""
        if self.game.keep_single(self.books).tobytes() == self.books.tobytes():
            return False
        copy = self.after(action)
        return int(self.game.mask(copy.battles, copy.books, copy.dice)[0].sum()) == 1


def shorten(names: list[str]) -> str:
    """Names with commas between, the first few of them."""
    shown = ", ".join(names[:NAMES_SHOWN]) or "none"
    return shown if len(names) <= NAMES_SHOWN else f"{shown} and {len(names) - NAMES_SHOWN} more"


# --- one case -------------------------------------------------------------------------------------------------------


def run_case(case: Mapping[str, Any], tables_of: Callable[[Game], Any], where: str = "case") -> CaseResult:
    """Run one case.

    Args:
        case: the case, as read from TOML.
        tables_of: gives a game's tables.
        where: its source, for messages.

    Returns:
        How it went; whatever a person wrote wrongly in the case is a fault of the case.
    """
    name = str(case.get("name", where))
    try:
        check_case(case)
        faults = tuple(find_faults(case, tables_of, name))
    except InputError as error:
        faults = (str(error),)
    rules = case.get("rules", ())
    return CaseResult(name, tuple(map(str, rules)) if isinstance(rules, list) else (), faults)


def check_case(case: Mapping[str, Any]) -> None:
    """Check the case's own keys.

    Raises:
        InputError: if one is missing or of the wrong type.
    """
    for key in ("name", "game"):
        if not isinstance(case.get(key), str):
            raise InputError(f"{key}: {case.get(key)!r} is not a text")
    for key in ("rules", "do", "legal", "illegal"):
        value = case.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InputError(f"{key}: {value!r} is not a list of texts")
    if not isinstance(case.get("expect", {}), Mapping):
        raise InputError(f"expect: {case['expect']!r} is not a table of values by path")
    if not isinstance(case.get("error", ""), str):
        raise InputError(f"error: {case['error']!r} is not a text")


def find_faults(case: Mapping[str, Any], tables_of: Callable[[Game], Any], name: str) -> Iterator[str]:
    """Play a case and yield a sentence for everything that differs."""
    game = find_game(case["game"])
    tables = tables_of(game)
    position = {key: value for key, value in case.items() if key not in CASE_KEYS}
    try:
        play = Play(game, tables, *game.parse_position(position, tables, name))
    except InputError as error:
        yield from refusal_faults(case, str(error))
        return
    if "error" in case:
        yield f"the position was to be refused with {case['error']!r}, and was loaded"
        return
    fault = play_entries(play, case.get("do", []))
    if fault is not None:
        yield fault
        return
    yield from script_leftovers(play.dice[0], game.roll_kinds)
    yield from expect_faults(play.view(), case.get("expect", {}))
    yield from legal_faults(play, case)


def refusal_faults(case: Mapping[str, Any], message: str) -> Iterator[str]:
    """What differs in a case whose position was refused."""
    if "error" not in case:
        yield f"the position was refused: {message}"
    elif case["error"] not in message:
        yield f"the position was refused, but the message does not contain {case['error']!r}: {message}"


def play_entries(play: Play, entries: list[str]) -> str | None:
    """Carry out the entries of `do`; the first thing that goes wrong, or None."""
    fault = script_fault(play.dice[0], play.game.roll_kinds)
    if fault is not None:
        return f"before the first entry of `do`: {fault}"
    for number, entry in enumerate(entries, 1):
        try:
            play.perform(entry)
            fault = script_fault(play.dice[0], play.game.roll_kinds)
        except InputError as error:
            fault = str(error)
        if fault is not None:
            return f"entry {number} of `do`, `{entry}`: {fault}"
    return None


def expect_faults(view: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[str]:
    """Sentences about paths of the view that are not as expected."""
    for path, value in expected.items():
        try:
            found = look_up(view, path)
        except InputError as error:
            yield f"expect {error}"
            continue
        if found != value:
            yield f"{path} is {show(found)}, expected {show(value)}"


def show(value: Any) -> str:
    """A value of the view in a message."""
    return "nothing" if value is None else toml_value(value)


def legal_faults(play: Play, case: Mapping[str, Any]) -> Iterator[str]:
    """Sentences about names that should be legal and are not, or the other way round."""
    for name in case.get("legal", []):
        if not name_is_legal(play, name):
            yield f"`{name}` is not legal, legal are: {shorten(play.legal_names())}"
    for name in case.get("illegal", []):
        if name_is_legal(play, name):
            yield f"`{name}` is legal"


def name_is_legal(play: Play, name: str) -> bool:
    """Whether an action of that name may be taken now; a name that stands for nothing here may not.

    Raises:
        InputError: if it is not the name of any action.
    """
    try:
        steps = play.steps_of(name)
    except AbsentError:
        return False
    return play.is_legal(steps)


# --- files ----------------------------------------------------------------------------------------------------------


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file.

    Raises:
        InputError: if the file cannot be read, or holds anything but `[[case]]` tables.
    """
    data = read_toml(path)
    cases = data.get("case")
    if set(data) != {"case"} or not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise InputError(f"{path}: a file of cases holds [[case]] tables and nothing else, found {', '.join(data)}")
    return cases


def run_file(path: Path, tables: Path | None = None) -> Iterator[CaseResult]:
    """Run all cases of a file, one after the other.

    Args:
        path: the file.
        tables: a folder of tables instead of the ones that come with the games.

    Yields:
        The result of each case.

    Raises:
        InputError: if the file or the tables cannot be read.
    """
    tables_of = functools.cache(lambda game_name: find_game(game_name).load_tables(tables))
    for number, case in enumerate(read_cases(path), 1):
        yield run_case(case, lambda game: tables_of(game.name), f"case {number}")


def run_files(paths: list[Path], tables: Path | None = None, say: Callable[[str], None] = print) -> bool:
    """Run the cases of several files; say a line for each and a closing count.

    Returns:
        Whether all passed.
    """
    passed = failed = 0
    for path in paths:
        for result in run_file(path, tables):
            say(result.line())
            passed += result.passed
            failed += not result.passed
    say(f"{passed} passed, {failed} failed")
    return failed == 0
