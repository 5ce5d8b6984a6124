"""A battle's bytes: declared ranges of every number, free slots and padding that must be clean."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.layout import Battle
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray, dtype_of, fields_of


def leaves(cls: type[Any], base: int = 0, path: str = "") -> list[tuple[int, int, int, int, int, str]]:
    """Every number of a record: (offset, bytes, 1 if signed, low, high, path), nested ones included."""
    rows: list[tuple[int, int, int, int, int, str]] = []
    dtype = dtype_of(cls)
    assert dtype.fields is not None
    for item in fields_of(cls):
        offset = base + dtype.fields[item.name][1]
        count = int(np.prod(item.shape, dtype=np.int64)) if item.shape else 1
        nested = hasattr(item.kind, "FIELDS")
        width = dtype_of(item.kind).itemsize if nested else np.dtype(item.kind).itemsize
        for i in range(count):
            name = f"{path}{item.name}" + (f"[{i}]" if item.shape else "")
            if nested:
                rows += leaves(item.kind, offset + i * width, name + ".")
            else:
                signed = int(np.dtype(item.kind).kind == "i")
                rows.append((offset + i * width, width, signed, item.low, item.high, name))
    return rows


def range_table() -> NDArray[np.int64]:
    """(leaves, 4) offset, bytes, low and high of every number of a battle; all of them are signed."""
    rows = leaves(Battle)
    assert all(signed for _, _, signed, *_ in rows)
    return np.array([(offset, width, low, high) for offset, width, _, low, high, _ in rows], np.int64)


def padding_table() -> NDArray[np.int64]:
    """Offsets of the bytes of a battle that belong to no field; they must stay zero, or equal battles differ."""
    used = np.zeros(dtype_of(Battle).itemsize, bool)
    for offset, width, *_ in leaves(Battle):
        used[offset : offset + width] = True
    return np.flatnonzero(~used)


@compiled
def read_signed(raw: IntArray, offset: int, width: int) -> int:
    """A little-endian signed number from bytes, (itemsize,) uint8."""
    value = 0
    for i in range(width):
        value += int(raw[offset + i]) << (8 * i)
    if int(raw[offset + width - 1]) >= 128:
        value -= 1 << (8 * width)
    return value


@compiled
def find_range_fault(raw: IntArray, table: IntArray) -> int:
    """The first row of the range table whose number is out of range, -1 for none."""
    for row in range(table.shape[0]):
        offset = int(table[row, 0])
        width = int(table[row, 1])
        if width == 8:
            continue  # the streams: 18 numbers that the dice keep below their moduli
        value = read_signed(raw, offset, width)
        if value < table[row, 2] or value > table[row, 3]:
            return row
    return -1


def slot_table() -> NDArray[np.int64]:
    """(5, 4) offset, bytes a slot, slots and first byte of a free slot: heroes, enemies, groups, arrivals, frames."""
    fields = dtype_of(Battle).fields
    assert fields is not None
    rows = []
    for name, first in (("heroes", 255), ("enemies", 255), ("groups", 255), ("arrivals", 0)):
        dtype, offset = fields[name][:2]
        rows.append((offset, dtype.base.itemsize, dtype.shape[0], first))
    stack, base = fields["stack"][:2]
    dtype, offset = stack.fields["frames"][:2]
    rows.append((base + offset, dtype.base.itemsize, dtype.shape[0], 0))
    return np.array(rows, np.int64)


@compiled
def find_slot_fault(battle: Battle, raw: IntArray, slots: IntArray, padding: IntArray) -> int:
    """The row of the slot table with a free slot that is not clean, 5 for a byte of padding, -1 for none.

    A free slot is all zero but for its first byte, the class or type, which is -1 (0 in an arrival).
    """
    used = (
        int(battle.num_heroes),
        int(battle.num_enemies),
        int(battle.num_groups),
        int(battle.num_arrivals),
        int(battle.stack.depth),
    )
    for row in range(slots.shape[0]):
        stride = int(slots[row, 1])
        for slot in range(used[row], int(slots[row, 2])):
            start = int(slots[row, 0]) + slot * stride
            if raw[start] != slots[row, 3]:
                return row
            for k in range(1, stride):
                if raw[start + k] != 0:
                    return row
    for k in range(padding.shape[0]):
        if raw[padding[k]] != 0:
            return 5
    return -1
