"""Saved states of environments: a line of JSON (what they belong to, counters) and the bytes of the battles."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import Prepared

STATE_VERSION = 1


def pack_state(prepared: Prepared, head: dict[str, Any], battles: NDArray[Any]) -> bytes:
    """A saved state.

    Args:
        prepared: what is played.
        head: counters and generators, plain values.
        battles: (n,) battles.
    """
    return json.dumps(owner_of(prepared) | head).encode() + b"\n" + battles.tobytes()


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
    try:
        line, record = state.split(b"\n", 1)
        head = json.loads(line)
        said = {key: head[key] for key in owner_of(prepared)}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise InputError("state is none that get_state() returned") from None
    for key, value in owner_of(prepared).items():
        if said[key] != value:
            raise InputError(f"state is of another {key}: {said[key]!r}, this environment has {value!r}")
    dtype = prepared.game.record.DTYPE
    if len(record) != count * dtype.itemsize:
        raise InputError(f"state holds {len(record) // dtype.itemsize} battles, this environment has {count}")
    return head, np.frombuffer(record, dtype)


def owner_of(prepared: Prepared) -> dict[str, Any]:
    """What a state belongs to: it can only be restored where all this is the same."""
    game = prepared.game
    fields = hashlib.sha256(repr(game.record.DTYPE).encode()).hexdigest()[:16]
    return {
        "state": STATE_VERSION,
        "env": game.env_id,
        "version": game.version,
        "record": fields,
        "scenario and options": prepared.books_hash,
    }


def save_generator(generator: np.random.Generator) -> dict[str, Any]:
    """A random generator as plain values."""
    return dict(generator.bit_generator.state)


def restore_generator(saved: dict[str, Any]) -> np.random.Generator:
    """The generator that `save_generator` was given."""
    generator = np.random.Generator(np.random.PCG64(0))
    generator.bit_generator.state = saved
    return generator
