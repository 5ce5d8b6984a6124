"""Odds by playing: many battles at once from one position, each with dice of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.chances import GO_ON, Stage, look_at
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
    known: dict[int, int] = {}
    for start in range(0, samples, BATCH):
        battles = play(stage, action, min(BATCH, samples - start), seed * samples + start, choose, known)
        facts = stage.rules.measure(before, battles, stage.books[0])
        rows, times = np.unique(facts, axis=0, return_counts=True)
        for row, count in zip(map(tuple, rows.tolist()), times.tolist(), strict=True):
            counts[row] = counts.get(row, 0) + count
    return tuple((row, Fraction(count, samples)) for row, count in sorted(counts.items()))


def play(
    stage: Stage, action: int, count: int, first_seed: int, choose: Choose, known: dict[int, int] | None = None
) -> NDArray[Any]:
    """Battles after an action and all that follows from it, each with dice of its own.

    Args:
        stage: the battle.
        action: the action, or GO_ON minus a command.
        count: how many.
        first_seed: of the dice of the first one.
        choose: answers the decisions on the way.
        known: its answers so far, by fingerprint.
    """
    battles = new_records(stage.game.record, count)
    bytes_of(battles)[:] = bytes_of(stage.first)[0]
    battles["streams"]["state"] = stream_states(np.arange(first_seed, first_seed + count))
    dice = stage.new_dice(Mode.PLAY)
    if action < GO_ON:
        words = {number: word for word, number in stage.game.commands.items()}
        stage.call(words[GO_ON - action], battles, dice, np.zeros(count, np.int64))
    else:
        stage.call("step", battles, dice, np.full(count, action, np.int64))
    look = look_at(battles)
    known = {} if known is None else known
    while True:
        waiting = np.flatnonzero((look.kind != 0) & ~stage.is_over(look))
        if len(waiting) == 0:
            return battles
        part = as_records(battles[waiting])
        answer(stage, part, dice, choose, known)
        bytes_of(battles)[waiting] = bytes_of(part)


def answer(stage: Stage, battles: NDArray[Any], dice: NDArray[Any], choose: Choose, known: dict[int, int]) -> None:
    """Answer the decisions that battles wait for, one for all that look alike."""
    stage.normalise(battles, look_at(battles))
    streams = battles["streams"]["state"].copy()
    battles["streams"]["state"] = stage.first["streams"]["state"]
    battles["num_decisions"] = stage.first["num_decisions"]
    prints, places, same = np.unique(fingerprints(battles), return_index=True, return_inverse=True)
    chosen = np.zeros(len(prints), np.int64)
    for i, (mark, place) in enumerate(zip(prints.tolist(), places.tolist(), strict=True)):
        if mark not in known:
            alike = as_records(battles[place : place + 1].copy())
            mask = stage.masks(alike, dice)[0]
            known[mark] = choose(alike[0], int(alike["pending"]["kind"][0]), mask)
        chosen[i] = known[mark]
    battles["streams"]["state"] = streams
    stage.call("step", battles, dice, chosen[same])


def fingerprints(battles: NDArray[Any]) -> NDArray[np.uint64]:
    """A number for each battle, the same for equal ones (and hardly ever for others)."""
    words = np.ascontiguousarray(bytes_of(battles)).view(np.uint64)
    with np.errstate(over="ignore"):
        factors = mix(np.arange(1, words.shape[1] + 1, dtype=np.uint64)) | np.uint64(1)
        return np.asarray((words * factors).sum(axis=1, dtype=np.uint64))
