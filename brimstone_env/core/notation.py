"""Reading and writing people's texts, the same for every game: TOML, squares, drawings, scripted dice, view paths."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.configs import allowed_words
from brimstone_env.core.dice import SCRIPT_LENGTH, Fault, new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import SIDE, GridMap

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

LARGEST_RESULT = 127
LINE_LENGTH = 100  # beyond it, a list or table of a printed text is broken over several lines


# --- TOML -----------------------------------------------------------------------------------------------------------


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """A TOML text as a dict.

    Args:
        text: the TOML.
        where: its source, for the error message.

    Raises:
        InputError: if it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where} is not TOML: {error}") from error


def toml_value(value: Any) -> str:
    """A value as TOML on one line: bool, int, str, list or dict of these."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        inner = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return "[" + ", ".join(toml_value(item) for item in value) + "]"


def toml_key(key: str) -> str:
    """A key as TOML, quoted where it must be."""
    bare = key != "" and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if bare else toml_value(key)


def toml_line(key: str, value: Any) -> str:
    """`key = value`; a list that would be too long has one item a line, a text of several lines is written as such."""
    if isinstance(value, str) and "\n" in value:
        return f'{toml_key(key)} = """\n{value}"""'
    line = f"{toml_key(key)} = {toml_value(value)}"
    if len(line) <= LINE_LENGTH or isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        return line
    items = "".join(f"    {toml_value(item)},\n" for item in value)
    return f"{toml_key(key)} = [\n{items}]"


# --- values that a person wrote ---------------------------------------------------------------------------------------


def check_keys(data: Any, allowed: Iterable[str], where: str) -> None:
    """Refuse what is no table, or has an unknown key.

    Raises:
        InputError: naming the key and what is allowed.
    """
    if not isinstance(data, Mapping):
        raise InputError(f"{where}: {data!r} is not a table of keys and values")
    known = list(allowed)
    for key in data:
        if key not in known:
            raise InputError(f"{where}: unknown key {key!r}: {allowed_words(str(key), known)}")


def is_int(value: Any) -> bool:
    """Whether a value read from TOML is a whole number (and not true or false)."""
    return isinstance(value, int) and not isinstance(value, bool)


def take_int(value: Any, low: int, high: int, where: str) -> int:
    """A whole number within bounds.

    Raises:
        InputError: if it is not.
    """
    if not is_int(value) or not low <= value <= high:
        raise InputError(f"{where} is {value!r}, allowed is a whole number from {low} to {high}")
    return int(value)


def take_flag(value: Any, where: str) -> bool:
    """Yes or no.

    Raises:
        InputError: if it is neither true nor false.
    """
    if not isinstance(value, bool):
        raise InputError(f"{where} is {value!r}, allowed is true or false")
    return value


def take_list(value: Any, where: str) -> list[Any]:
    """A list.

    Raises:
        InputError: if it is none.
    """
    if not isinstance(value, list | tuple):
        raise InputError(f"{where} is {value!r}, allowed is a list")
    return list(value)


def take_table(value: Any, where: str) -> Mapping[str, Any]:
    """A table of keys and values.

    Raises:
        InputError: if it is none.
    """
    if not isinstance(value, Mapping):
        raise InputError(f"{where} is {value!r}, allowed is a table of keys and values")
    return value


def take_word(value: Any, what: str, allowed: Iterable[str], where: str) -> str:
    """One of the allowed words.

    Args:
        value: what the person wrote.
        what: what such words are called.
        allowed: the words.
        where: source and key, for the error message.

    Raises:
        InputError: if it is none of them.
    """
    known = list(allowed)
    if not isinstance(value, str) or value not in known:
        raise InputError(f"{where}: unknown {what} {value!r}: {allowed_words(str(value), known)}")
    return value


# --- squares and drawings -------------------------------------------------------------------------------------------


def square_text(row: int, col: int) -> str:
    """A square as people write it, `R,C`."""
    return f"{row},{col}"


def parse_square(text: str) -> tuple[int, int] | None:
    """The (row, column) that `R,C` says, or None if it is no square of a board."""
    row, comma, col = text.partition(",")
    if not comma or not (_is_number(row) and _is_number(col)):
        return None
    return (int(row), int(col)) if int(row) < SIDE and int(col) < SIDE else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4 and str(int(text)) == text


def square_of(data: Any, grid: GridMap, where: str) -> int:
    """The floor square that `[row, column]` names.

    Args:
        data: what the person wrote.
        grid: the map.
        where: source and key, for the error message.

    Returns:
        Index of the floor square.

    Raises:
        InputError: if it is no pair of numbers, or no floor.
    """
    if not (isinstance(data, Sequence) and len(data) == 2 and all(is_int(n) for n in data)):
        raise InputError(f"{where}: {data!r} is not a square, expected [row, column]")
    row, col = int(data[0]), int(data[1])
    if not (0 <= row < SIDE and 0 <= col < SIDE) or grid.square_at[row * SIDE + col] < 0:
        raise InputError(f"{where}: {square_text(row, col)} is not floor of the map")
    return int(grid.square_at[row * SIDE + col])


def place_of(square: int, grid: GridMap) -> list[int]:
    """`[row, column]` of a floor square."""
    return [int(grid.rows[square]), int(grid.cols[square])]


def draw_map(grid: GridMap) -> str:
    """The drawing of a map: `#`, tile letters, `+` for doorways; one line a row, each ending in a line break."""
    count = int(grid.num_squares)
    height = int(grid.rows[:count].max()) + 2
    width = int(grid.cols[:count].max()) + 2
    cells = [["#"] * min(width, SIDE) for _ in range(min(height, SIDE))]
    for square in range(count):
        tile = int(grid.tiles[square])
        letter = "+" if grid.doorway[square] else chr(ord("a") + tile.bit_length() - 1)
        cells[int(grid.rows[square])][int(grid.cols[square])] = letter
    return "".join("".join(row) + "\n" for row in cells)


def thin_walls(grid: GridMap) -> list[list[list[int]]]:
    """The thin walls of a map: pairs of squares side by side with a wall between, in reading order."""
    walls = []
    for square in range(int(grid.num_squares)):
        row, col = place_of(square, grid)
        for other_row, other_col in ((row, col + 1), (row + 1, col)):
            if other_row >= SIDE or other_col >= SIDE:
                continue
            other = int(grid.square_at[other_row * SIDE + other_col])
            if other >= 0 and not grid.adjacent[square, other]:
                walls.append([[row, col], [other_row, other_col]])
    return walls


# --- scripted dice --------------------------------------------------------------------------------------------------


def script_dice(script: Any, roll_kinds: Mapping[str, int], where: str) -> NDArray[Any]:
    """A dice table that takes the listed kinds from a script, and rolls the others.

    Args:
        script: results by kind, `{"to_hit": [4, 5], "target": []}`; an empty list says that there is no such roll.
        roll_kinds: the game's roll kinds by word.
        where: its source and key, for the error message.

    Returns:
        A dice record array of length 1.

    Raises:
        InputError: for an unknown kind, or results that are no list of numbers from 0 to 127.
    """
    dice = new_dice()
    if not isinstance(script, Mapping):
        raise InputError(f"{where}: {script!r} is not a table of results by kind")
    for word, results in script.items():
        if word not in roll_kinds:
            raise InputError(f"{where}: unknown kind of roll {word!r}, allowed are {', '.join(roll_kinds)}")
        if not isinstance(results, list) or not all(is_int(n) and 0 <= n <= LARGEST_RESULT for n in results):
            raise InputError(f"{where}.{word}: {results!r} is not a list of results from 0 to {LARGEST_RESULT}")
        if len(results) > SCRIPT_LENGTH:
            raise InputError(f"{where}.{word}: {len(results)} results, at most {SCRIPT_LENGTH} are allowed")
        _script_kind(dice[0], roll_kinds[word], results)
    return dice


def _script_kind(dice: Any, kind: int, results: list[int]) -> None:
    dice.mode = 1
    dice.scripted[kind] = 1
    dice.lengths[kind] = len(results)
    for i, result in enumerate(results):
        dice.script[kind, i] = result


def script_fault(dice: Any, roll_kinds: Mapping[str, int]) -> str | None:
    """What went wrong with the scripted dice so far, as a sentence without an end; None if nothing did."""
    if dice.fault == Fault.NONE:
        return None
    word = _word_of(int(dice.fault_kind), roll_kinds)
    if dice.fault == Fault.RAN_DRY:
        return f"dice.{word} ran dry: {int(dice.lengths[dice.fault_kind])} listed, and one more was rolled"
    used = int(dice.used[dice.fault_kind])
    result = int(dice.script[dice.fault_kind, used - 1])
    return f"dice.{word}: result {result} (number {used}) is out of this roll's range"


def script_leftovers(dice: Any, roll_kinds: Mapping[str, int]) -> list[str]:
    """Sentences, without an end, about scripted results that no roll has used."""
    rows = []
    for word, kind in roll_kinds.items():
        left = int(dice.lengths[kind]) - int(dice.used[kind])
        if dice.scripted[kind] and left > 0:
            results = [int(n) for n in dice.script[kind, int(dice.used[kind]) : int(dice.lengths[kind])]]
            rows.append(f"dice.{word}: {results} left over")
    return rows


def format_script(dice: Any, roll_kinds: Mapping[str, int]) -> dict[str, list[int]]:
    """The results of a dice table that are still to come, as `script_dice` takes them."""
    return {
        word: [int(n) for n in dice.script[kind, int(dice.used[kind]) : int(dice.lengths[kind])]]
        for word, kind in roll_kinds.items()
        if dice.mode == 1 and dice.scripted[kind]
    }


def _word_of(kind: int, roll_kinds: Mapping[str, int]) -> str:
    return next((word for word, number in roll_kinds.items() if number == kind), str(kind))


# --- view paths -----------------------------------------------------------------------------------------------------


def look_up(view: Mapping[str, Any], path: str) -> Any:
    """The value at a path of a view: keys and list indices with dots between, `heroes.0.at`.

    Raises:
        InputError: if the view has no such path; the message names what there is.
    """
    value: Any = view
    seen: list[str] = []
    for part in path.split("."):
        place = ".".join(seen) or "the view"
        if isinstance(value, Mapping):
            if part not in value:
                raise InputError(f"{path}: {place} has no {part!r}, only {', '.join(map(str, value)) or 'nothing'}")
            value = value[part]
        elif isinstance(value, list):
            if not _is_number(part) or int(part) >= len(value):
                raise InputError(f"{path}: {place} has {len(value)} entries, {part!r} is none of them")
            value = value[int(part)]
        else:
            raise InputError(f"{path}: {place} is {value!r} and has no {part!r}")
        seen.append(part)
    return cast(Any, value)
