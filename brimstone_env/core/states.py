"""Saved states of environments: a line of JSON (what they belong to, counters) and the bytes of the battles."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import Prepared
from brimstone_env.core.readings import bytes_of

STATE_VERSION = 1


def pack_state(prepared: Prepared, head: dict[str, Any], battles: NDArray[Any]) -> bytes:
    """A saved state.

    Args:
        prepared: what is played.
        head: counters and generators, plain values.
        battles: (n,) battles.
    """
    whole = {"state": STATE_VERSION} | prepared.identity | head
    return json.dumps(whole).encode() + b"\n" + bytes_of(battles).tobytes()


def unpack_state(prepared: Prepared, state: bytes, count: int) -> tuple[dict[str, Any], NDArray[Any]]:
    """Take a saved state apart.

    Args:
        prepared: what is played.
        state: what `pack_state` returned.
        count: battles that it must hold.

    Returns:
        The head, and (count,) read-only battles.

    Raises:
        InputError: if it is no state, or belongs to something else.
    """
    mine = {"state": STATE_VERSION} | prepared.identity
    try:
        line, record = state.split(b"\n", 1)
        head = json.loads(line)
        said = {key: head[key] for key in mine}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise InputError("state is none that get_state() returned") from None
    for key, value in mine.items():
        if said[key] != value:
            raise InputError(f"state is of another {key}: {said[key]!r}, this environment has {value!r}")
    dtype = prepared.game.record.DTYPE
    if len(record) != count * dtype.itemsize:
        raise InputError(f"state holds {len(record) // dtype.itemsize} battles, this environment has {count}")
    return head, np.frombuffer(record, dtype)


def save_generator(generator: np.random.Generator) -> dict[str, Any]:
    """A random generator as plain values."""
    return dict(generator.bit_generator.state)


def restore_generator(saved: dict[str, Any]) -> np.random.Generator:
    """The generator that `save_generator` was given."""
    generator = np.random.Generator(np.random.PCG64(0))
    generator.bit_generator.state = saved
    return generator
