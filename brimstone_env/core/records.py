"""Record classes: one commented line a field, from which dtype, documentation and range checks are made.

A record class is written like a dataclass. Its annotations tell mypy what a rule sees (an ``int``, an array, a
nested record); the ``field`` on the right says how it is stored::

    @record
    class Hero:
        health: int = field(np.int8, 0, 60, "points of Health left")
        items: IntArray = field(np.int16, -1, 63, "rows of `book.items`, -1 for none", shape=8)

``dtype_of(Hero)`` is the NumPy dtype; nothing ever makes an instance of ``Hero``: instances are NumPy records.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[Any]
R = TypeVar("R")


class Records(Generic[R]):
    """An array of nested records, as mypy sees it; at run time a NumPy array."""

    def __getitem__(self, index: int | tuple[int, ...]) -> R:
        raise TypeError("Records is a type annotation, not a container")

    def __setitem__(self, index: int | tuple[int, ...], value: R) -> None:
        raise TypeError("Records is a type annotation, not a container")

    def __len__(self) -> int:
        raise TypeError("Records is a type annotation, not a container")


@dataclass(frozen=True)
class Field:
    """How one field of a record is stored.

    Attributes:
        name: the field's name.
        kind: a NumPy scalar type, or a record class for nested records.
        low: least allowed value (numbers only).
        high: greatest allowed value (numbers only).
        doc: meaning and unit, for people.
        shape: () for a single value, else the array's shape.
    """

    name: str
    kind: Any
    low: int
    high: int
    doc: str
    shape: tuple[int, ...]


def field(kind: Any, low: int = 0, high: int = 0, doc: str = "", shape: int | tuple[int, ...] = ()) -> Any:
    """Declare a field: its storage type, least and greatest value, meaning, and shape."""
    dims = (shape,) if isinstance(shape, int) else tuple(shape)
    return Field("", kind, low, high, doc, dims)


def record(cls: type[R]) -> type[R]:
    """Turn an annotated class into a record class; adds ``FIELDS`` and ``DTYPE``.

    Raises:
        TypeError: if a field's range does not fit its storage type, or its name is one that NumPy's own records use.
    """
    fields = []
    for name, value in vars(cls).items():
        if isinstance(value, Field):
            fields.append(Field(name, value.kind, value.low, value.high, value.doc, value.shape))
    for item in fields:
        delattr(cls, item.name)
        if hasattr(np.void, item.name):
            raise TypeError(f"{cls.__name__}.{item.name}: NumPy's records have an attribute of this name")
        if not hasattr(item.kind, "FIELDS"):
            _check_range(cls.__name__, item)
    cls.FIELDS = tuple(fields)  # type: ignore[attr-defined]
    cls.DTYPE = _without_gaps(np.dtype([(f.name, _storage(f.kind), f.shape) for f in fields], align=True))  # type: ignore[attr-defined]
    return cls


def _storage(kind: Any) -> np.dtype[Any]:
    return dtype_of(kind) if hasattr(kind, "DTYPE") else np.dtype(kind)


def _without_gaps(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with a field for every gap that alignment leaves.

    NumPy does not copy gaps: without this, equal battles would not have equal bytes after ``array.copy()``.
    """
    parts: list[tuple[str, Any]] = []
    end = 0
    fields: dict[str, Any] = dict(dtype.fields or {})
    for name in [*(dtype.names or ()), ""]:
        offset = fields[name][1] if name else dtype.itemsize
        if offset > end:
            parts.append((f"gap{end}", np.dtype((np.uint8, (offset - end,)))))
        if name:
            parts.append((name, fields[name][0]))
            end = offset + fields[name][0].itemsize
    return np.dtype(parts, align=True)


def _check_range(owner: str, item: Field) -> None:
    info = np.iinfo(item.kind)
    if not info.min <= item.low <= item.high <= info.max:
        raise TypeError(f"{owner}.{item.name}: range {item.low}..{item.high} does not fit {np.dtype(item.kind)}")


def dtype_of(cls: type[Any]) -> np.dtype[Any]:
    """The NumPy dtype of a record class."""
    dtype: np.dtype[Any] = vars(cls)["DTYPE"]
    return dtype


def fields_of(cls: type[Any]) -> tuple[Field, ...]:
    """The fields of a record class, in order."""
    fields: tuple[Field, ...] = vars(cls)["FIELDS"]
    return fields


def new_records(cls: type[Any], count: int) -> NDArray[Any]:
    """``count`` zeroed records as a record array (attributes work uncompiled too)."""
    return as_records(np.zeros(count, dtype_of(cls)))


def as_records(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory as a record array, whose elements allow ``record.field`` in uncompiled code."""
    return array.view(np.recarray)


def copy_records(records: NDArray[Any]) -> NDArray[Any]:
    """A writable copy of (n,) records, made byte by byte: NumPy's own copy goes field by field, 30 times slower."""
    raw = np.ascontiguousarray(records).view(np.ndarray).view(np.dtype((np.void, records.dtype.itemsize)))
    return as_records(raw.copy().view(records.dtype))


def find_faults(cls: type[Any], value: Any, path: str = "") -> Iterator[str]:
    """Yield a sentence for each field of one record that is outside its declared range."""
    for item in fields_of(cls):
        here = f"{path}.{item.name}" if path else item.name
        stored = value[item.name]
        if hasattr(item.kind, "FIELDS"):
            if item.shape:
                for i, nested in enumerate(stored.reshape(-1)):
                    yield from find_faults(item.kind, nested, f"{here}[{i}]")
            else:
                yield from find_faults(item.kind, stored, here)
            continue
        numbers = np.asarray(stored)
        if numbers.min() < item.low or numbers.max() > item.high:
            yield f"{here} holds {stored}, allowed {item.low}..{item.high}"


def describe(cls: type[Any]) -> list[tuple[str, str, str, str]]:
    """Rows (field, storage, range, meaning) of a record class, for generated pages."""
    rows = []
    for item in fields_of(cls):
        nested = hasattr(item.kind, "FIELDS")
        kind = item.kind.__name__ if nested else np.dtype(item.kind).name
        shape = "".join(f"[{n}]" for n in item.shape)
        rows.append((item.name, kind + shape, "" if nested else f"{item.low}..{item.high}", item.doc))
    return rows
