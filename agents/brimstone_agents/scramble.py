"""One number for another: for keys and for seeds in compiled kernels."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled

WORD = 0xFFFFFFFF
MULTIPLIER = 0x45D9F3B


@compiled
def scramble(number: int) -> int:
    """A number of 32 bits for another one, each for one of its own; no product leaves 64 bits."""
    number &= WORD
    number = ((number ^ (number >> 16)) * MULTIPLIER) & WORD
    number = ((number ^ (number >> 16)) * MULTIPLIER) & WORD
    return number ^ (number >> 16)
