"""Odds by playing: many battles at once from one position, each with dice of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.chances import GO_ON, Stage
from brimstone_env.core.dice import Mode, mix, stream_states
from brimstone_env.core.outcomes import Row
from brimstone_env.core.readings import bytes_of
from brimstone_env.core.records import as_records, new_records

BATCH = 8192  # battles that are played at once
Choose = Callable[[Any, int, NDArray[np.int8]], int]


def sample_rows(
    stage: Stage, action: int, samples: int, seed: int, choose: Choose, before: Any
) -> tuple[tuple[Row, Fraction], ...]:
    """Outcomes of an action with their shares.

    Args:
        stage: the battle.
        action: the action, or GO_ON minus a command.
        samples: how many battles are played.
        seed: of their dice.
        choose: `(battle, kind of decision, mask) -> action`; like dice on the table have the form of
            `Stage.normalise`.
        before: the battle that facts are told against.
    """
    counts: dict[Row, int] = {}
    for start in range(0, samples, BATCH):
        battles = play(stage, action, min(BATCH, samples - start), seed * samples + start, choose)
        facts = stage.rules.measure(before, battles, stage.books[0])
        rows, times = np.unique(facts, axis=0, return_counts=True)
        for row, count in zip(map(tuple, rows.tolist()), times.tolist(), strict=True):
            counts[row] = counts.get(row, 0) + count
    return tuple((row, Fraction(count, samples)) for row, count in sorted(counts.items()))


def play(stage: Stage, action: int, count: int, first_seed: int, choose: Choose) -> NDArray[Any]:
    """Battles after an action and all that follows from it, each with dice of its own."""
    battles = new_records(stage.game.record, count)
    bytes_of(battles)[:] = bytes_of(stage.first)[0]
    battles["streams"]["state"] = stream_states(np.arange(first_seed, first_seed + count))
    dice = stage.new_dice(Mode.PLAY)
    if action < GO_ON:
        words = {number: word for word, number in stage.game.commands.items()}
        stage.call(words[GO_ON - action], battles, dice, np.zeros(count, np.int64))
    else:
        stage.call("step", battles, dice, np.full(count, action, np.int64))
    while True:
        waiting = np.flatnonzero((battles["pending"]["kind"] != 0) & ~stage.is_over(battles))
        if len(waiting) == 0:
            return battles
        answer(stage, battles, waiting, dice, choose)


def answer(stage: Stage, battles: NDArray[Any], waiting: NDArray[np.intp], dice: NDArray[Any], choose: Choose) -> None:
    """Answer the decisions that wait, one for all battles that look alike."""
    part = as_records(battles[waiting])
    stage.normalise(part)
    streams = part["streams"]["state"].copy()
    part["streams"]["state"] = stage.first["streams"]["state"]
    part["num_decisions"] = stage.first["num_decisions"]
    _, places, same = np.unique(fingerprints(part), return_index=True, return_inverse=True)
    alike = as_records(part[places])
    masks = stage.masks(alike, dice)
    kinds = alike["pending"]["kind"].tolist()
    chosen = np.array([choose(alike[i], kinds[i], masks[i]) for i in range(len(alike))], np.int64)
    part["streams"]["state"] = streams
    stage.call("step", part, dice, chosen[same])
    bytes_of(battles)[waiting] = bytes_of(part)


def fingerprints(battles: NDArray[Any]) -> NDArray[np.uint64]:
    """A number for each battle, the same for equal ones (and hardly ever for others)."""
    words = np.ascontiguousarray(bytes_of(battles)).view(np.uint64)
    with np.errstate(over="ignore"):
        factors = mix(np.arange(1, words.shape[1] + 1, dtype=np.uint64)) | np.uint64(1)
        return np.asarray((words * factors).sum(axis=1, dtype=np.uint64))
