"""Finding, reading and checking the files that people write: scenarios, training settings, tables.

Configs are TOML, in one folder a kind (`scenarios`, `train`, `benchmark`). An installed wheel carries them inside the
package; in a source tree they lie beside it. Whatever is wrong with a file becomes one sentence (`InputError`).
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from brimstone_env.core.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PACKAGE = Path(__file__).parent.parent
FOLDERS = (PACKAGE / "_configs", PACKAGE.parent / "configs")  # in a wheel; in a source tree
M = TypeVar("M", bound=BaseModel)

LONGEST_VALUE = 60  # characters of a wrong value that a message shows
# Parts of a fault's place that are no keys: branches of a union (by type, or a tag in brackets), "the key itself".
BRANCH = re.compile(r"\(.*\)|\[key\]|(constrained-)?(int|str)|(literal|function)\S*\[.*\]")
# What is allowed instead, in plain words, by pydantic's kind of fault.
ALLOWED = {
    "greater_than_equal": "allowed is at least {ge}",
    "less_than_equal": "allowed is at most {le}",
    "greater_than": "allowed is more than {gt}",
    "less_than": "allowed is less than {lt}",
    "literal_error": "allowed is {expected}",
    "int_type": "allowed is a whole number",
    "float_type": "allowed is a number",
    "bool_type": "allowed is true or false",
    "string_type": "allowed is a text",
    "string_too_short": "allowed are at least {min_length} characters",
    "string_too_long": "allowed are at most {max_length} characters",
    "tuple_type": "allowed is a list",
    "list_type": "allowed is a list",
    "dict_type": "allowed is a table of keys and values",
    "model_type": "allowed is a table of keys and values",
    "too_short": "allowed are at least {min_length} entries",
    "too_long": "allowed are at most {max_length} entries",
}


def list_configs(kind: str) -> list[str]:
    """The names of all configs of a kind, in alphabetical order."""
    return sorted({path.stem for folder in FOLDERS for path in (folder / kind).glob("*.toml")})


def find_config(kind: str, name: str) -> Path:
    """The file of a config.

    Args:
        kind: the folder: `scenarios`, `train`, `benchmark`.
        name: the file's name without `.toml`.

    Raises:
        InputError: if there is no such config; the sentence lists those that there are.
    """
    for folder in FOLDERS:
        path = folder / kind / f"{name}.toml"
        if path.is_file():
            return path
    raise InputError(f"there is no config {name!r} in {kind}: {allowed_words(name, list_configs(kind))}")


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises:
        InputError: if the file cannot be read, or is not TOML.
    """
    path = Path(path)
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start})") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}") from error


def allowed_words(word: str, words: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the nearest known one, if any is near, and all that are allowed."""
    known = list(words)
    near = difflib.get_close_matches(word, known, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}allowed: {', '.join(known) or 'none'}"


def checked(model: type[M], values: Any, source: str) -> M:
    """Make a model of what a person wrote.

    Args:
        model: the pydantic model.
        values: what was read, usually a dict.
        source: where it comes from, the first words of the error message (a file and row, say).

    Raises:
        InputError: one sentence that names source, key, value and what is allowed, for the first fault.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise InputError(f"{source}: {explain_error(model, error)}") from error


def explain_error(model: type[BaseModel], error: ValidationError) -> str:
    """One fault of what failed to become a model, in words: key, value and what is allowed.

    An unknown key comes before all other faults, since a misspelt key is also a missing one.
    """
    faults = error.errors(include_url=False)
    return _explain(model, next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0]))


def _explain(model: type[BaseModel], fault: ErrorDetails) -> str:
    """One fault in words."""
    place, inner = _follow(model, fault["loc"])
    key = ".".join(place)
    if fault["type"] == "extra_forbidden":
        return f"unknown key {key!r}: {allowed_words(str(fault['loc'][-1]), inner.model_fields)}"
    if fault["type"] == "missing":
        return f"key {key!r} is missing"
    start = f"{key}: " if key else ""
    if fault["type"] == "value_error":
        return start + str(fault.get("ctx", {}).get("error", fault["msg"]))
    value = repr(fault["input"])
    shown = value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 3] + "..."
    allowed = ALLOWED.get(fault["type"])
    message = allowed.format(**fault.get("ctx", {})) if allowed else fault["msg"][0].lower() + fault["msg"][1:]
    if fault["type"] in ("greater_than_equal", "less_than_equal"):
        message = _range_of(inner, fault["loc"]) or message
    return f"{key or 'it'} is {shown}, {message}"


def _range_of(model: type[BaseModel], place: tuple[int | str, ...]) -> str | None:
    """The range of the field of a model that a fault is in, in words; None if the field has not one range."""
    name = next((part for part in reversed(place) if part in model.model_fields), None)
    if name is None:
        return None
    field = model.model_fields[str(name)]
    marks = [*field.metadata, *_marks_in(field.annotation)]
    lows = {mark.ge for mark in marks if getattr(mark, "ge", None) is not None}
    highs = {mark.le for mark in marks if getattr(mark, "le", None) is not None}
    return f"allowed is {lows.pop()} to {highs.pop()}" if len(lows) == len(highs) == 1 else None


def _marks_in(annotation: Any) -> list[Any]:
    """The marks (least and greatest value) of all `Annotated` parts of an annotation."""
    marks: list[Any] = []
    for mark in getattr(annotation, "__metadata__", ()):
        marks += getattr(mark, "metadata", [mark])
    for part in get_args(annotation):
        marks += _marks_in(part)
    return marks


def _follow(model: type[BaseModel], place: tuple[int | str, ...]) -> tuple[list[str], type[BaseModel]]:
    """The keys on the way to `place` as people write them, and the innermost model there.

    What a fault's place says about the branches of a union is left out.
    """
    here = model
    for part in place:
        if isinstance(part, str) and part in here.model_fields:
            here = _model_in(here.model_fields[part].annotation) or here
    return [str(part) for part in place if not BRANCH.fullmatch(str(part))], here


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The first model that an annotation mentions (`tuple[Row, ...]`, `str | Row`), None if there is none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(part) for part in get_args(annotation))
    return next((inner for inner in found if inner is not None), None)
