"""Plans: what is preferred at each decision of a battle, counted from its start, and nothing else.

A plan is a list of numbers, one a decision. A number stands for an order of all actions, from which the first legal one
is taken: an order that is as good as drawn at random, and always the same for the same number. A plan of random numbers
thus plays like the random agent, except that the same battle always goes the same way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError

FORMAT = 1  # of the file
LARGEST = 2**31 - 1
# Multipliers and shifts of the finaliser of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
# generators, 2014), which spreads every bit of its argument over all bits of the result.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)


def preferences(numbers: NDArray[np.int64], actions: int) -> NDArray[np.int64]:
    """How much each action is liked under each number.

    Args:
        numbers: any shape, 0 to `LARGEST`.
        actions: size of the game's action space; an action is liked as much in a greater one.

    Returns:
        int64, the shape of the numbers and (actions,) behind it, 1 or more: the highest legal one is taken.
    """
    mixed = (numbers[..., None] * 2**16 + np.arange(actions)).astype(np.uint64) * GOLDEN
    mixed = _fold(mixed, 30) * FIRST_MULTIPLIER
    mixed = _fold(mixed, 27) * SECOND_MULTIPLIER
    return (_fold(mixed, 31) >> np.uint64(2)).astype(np.int64) + 1


def _fold(words: NDArray[np.uint64], shift: int) -> NDArray[np.uint64]:
    folded: NDArray[np.uint64] = words ^ (words >> np.uint64(shift))
    return folded


@dataclass(frozen=True)
class Plan:
    """A plan.

    Attributes:
        numbers: one a decision; after the last the first comes again.
        origin: how it came about: suite, battles, seeds, scores. For people; nothing is read from it.
    """

    numbers: tuple[int, ...]
    origin: Mapping[str, Any] = field(default_factory=dict)


def write_plan(plan: Plan, path: Path) -> None:
    """Write a plan as JSON, whole or not at all.

    Raises:
        InputError: if it cannot be written.
    """
    text = json.dumps({"format": FORMAT, "numbers": list(plan.numbers), "origin": dict(plan.origin)})
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(text.replace('"origin"', '\n"origin"') + "\n", encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def read_plan(path: Path) -> Plan:
    """Read a plan.

    Raises:
        InputError: if the file cannot be read, or holds no plan of this version.
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path}: is no plan of `brimstone open-loop`, allowed is JSON") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InputError(f"{path}: format is not {FORMAT}, the only one allowed here")
    numbers = values.get("numbers")
    if not isinstance(numbers, list) or not numbers or not all(_is_number(number) for number in numbers):
        raise InputError(f"{path}: numbers is no list of whole numbers from 0 to {LARGEST}")
    return Plan(tuple(numbers), values.get("origin") or {})


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST
