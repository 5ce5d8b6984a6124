"""Dice: random streams inside the record, rolls by kind, and what the caller's dice table makes of them.

A roll has a kind. In play mode it is drawn from a named stream of the record; in script mode, kinds that are listed
take their results from a queue (rule cases, worked examples, "what if"). Rules do not compare raw dice with
thresholds: they ask for a pool with what is needed, and read grades (miss, hit, critical). That is also what lets
odds be enumerated by classes instead of single dice (`branching`).

Streams are MRG32k3a (L'Ecuyer 1999): three numbers modulo m1 and three modulo m2, all products below 2**53, so that the
same source gives the same dice compiled and not, without an overflow.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.branching import (
    MOST_WEIGHT,
    PATH_LENGTH,
    branch_evenly,
    branch_grade,
    branch_marked,
    common_divisor,
)
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import MAX_FRAMES
from brimstone_env.core.records import IntArray, field, new_records, record

NUM_STREAMS = 3
NUM_KINDS = 40  # capacity: roll kinds of a game
SCRIPT_LENGTH = 128
NUM_EVENTS = 2048
EVENT_WIDTH = 4  # code and three arguments
MAX_POOL = 24
MODULUS_1 = 4294967087
MODULUS_2 = 4294944443
NO_CRITICAL = 99  # a critical threshold that no die reaches


class Mode(IntEnum):
    """Where results come from."""

    PLAY = 0
    SCRIPT = 1
    ENUMERATE = 2  # every way that they can fall, one after the other


class Grade(IntEnum):
    """What a die of a pool came to."""

    MISS = 0
    HIT = 1
    CRITICAL = 2


class Fault(IntEnum):
    """What went wrong with a script, or with an enumeration."""

    NONE = 0
    RAN_DRY = 1  # a listed kind had no result left
    OUT_OF_RANGE = 2  # a result that this roll cannot have
    TOO_LONG = 3  # more rolls in one go than an enumeration can hold


@record
class Streams:
    """The random streams of a battle."""

    state: IntArray = field(np.int64, 0, MODULUS_1 - 1, "MRG32k3a state by stream", shape=(NUM_STREAMS, 6))


@record
class Pool:
    """The dice of the roll that was made last."""

    kind: int = field(np.int8, 0, NUM_KINDS - 1, "roll kind")
    hero: int = field(np.int8, -1, 15, "hero whose dice they are, -1 for none")
    count: int = field(np.int8, 0, MAX_POOL, "dice in the pool")
    sides: int = field(np.int8, 0, 20, "sides of each die")
    need: int = field(np.int8, 0, 99, "least result that hits; 0: every die counts, by its value")
    critical: int = field(np.int8, 0, 99, "least result that is critical")
    marks: int = field(np.int8, 0, MAX_POOL, "dice marked for the reroll")
    values: IntArray = field(np.int8, 0, 20, "results", shape=MAX_POOL)
    grades: IntArray = field(np.int8, 0, 2, "miss, hit, critical", shape=MAX_POOL)
    rerolled: IntArray = field(np.int8, 0, 1, "1: was rerolled, or may not be", shape=MAX_POOL)
    marked: IntArray = field(np.int8, 0, 1, "1: will be rerolled", shape=MAX_POOL)


@record
class Dice:
    """The caller's dice table: mode, script, the path of an enumeration, and the log of what happened."""

    mode: int = field(np.int8, 0, 2, "play, script or enumerate")
    fault: int = field(np.int8, 0, 3, "first fault of the script or the enumeration")
    fault_kind: int = field(np.int8, 0, NUM_KINDS - 1, "roll kind of that fault")
    scripted: IntArray = field(np.int8, 0, 1, "1: the kind takes its results from the script", shape=NUM_KINDS)
    lengths: IntArray = field(np.int16, 0, SCRIPT_LENGTH, "results listed", shape=NUM_KINDS)
    used: IntArray = field(np.int16, 0, SCRIPT_LENGTH, "results used up", shape=NUM_KINDS)
    script: IntArray = field(np.int8, 0, 127, "results by kind", shape=(NUM_KINDS, SCRIPT_LENGTH))
    floor: int = field(np.int8, 0, MAX_FRAMES, "rules pause when fewer frames than this are left; 0: never (odds)")
    counted: IntArray = field(
        np.int8, 0, 1, "1: only the number of dice of each grade matters in rolls of the kind", shape=NUM_KINDS
    )
    path: IntArray = field(np.int16, 0, 2**15 - 1, "enumerate: branch taken by each roll", shape=PATH_LENGTH)
    widths: IntArray = field(np.int16, 0, 2**15 - 1, "enumerate: branches of each roll", shape=PATH_LENGTH)
    path_length: int = field(np.int16, 0, PATH_LENGTH, "enumerate: rolls of the path")
    num_branches: int = field(np.int16, 0, PATH_LENGTH, "enumerate: rolls of this run so far")
    numerator: int = field(np.int64, 0, MOST_WEIGHT, "enumerate: weight of this run")
    denominator: int = field(np.int64, 0, MOST_WEIGHT, "enumerate: ... and what it is a fraction of")
    logging: int = field(np.int8, 0, 1, "1: events are logged")
    lost_events: int = field(np.int32, 0, 2**31 - 1, "events beyond the log's length")
    num_events: int = field(np.int32, 0, NUM_EVENTS, "events logged")
    events: IntArray = field(np.int16, -(2**15), 2**15 - 1, "code, a, b, c", shape=(NUM_EVENTS, EVENT_WIDTH))


def new_dice() -> NDArray[Any]:
    """One dice table in play mode without a log, as an array of length 1."""
    return new_records(Dice, 1)


def stream_states(seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Starting states of all streams for each seed.

    Args:
        seeds: (n,) episode seeds, 0 or more.

    Returns:
        (n, NUM_STREAMS, 6) states; distinct seeds and streams are unrelated (SplitMix64 finaliser).
    """
    words = NUM_STREAMS * 6
    with np.errstate(over="ignore"):
        counter = np.arange(1, words + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed = mix(seeds.astype(np.uint64)[:, None] + np.uint64(0x632BE59BD9B4E019))
        mixed = mix(mixed + counter)
    modulus = np.array([MODULUS_1] * 3 + [MODULUS_2] * 3, dtype=np.uint64)
    states = mixed.reshape(-1, NUM_STREAMS, 6) % (modulus - np.uint64(1)) + np.uint64(1)
    return states.astype(np.int64)


def mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble 64-bit numbers, each to one of its own (SplitMix64 finaliser); overflows wrap."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def draw(streams: Streams, stream: int, count: int) -> int:
    """A number from 0 to ``count - 1``, from one of the record's streams."""
    state = streams.state[stream]
    one = (1403580 * state[1] - 810728 * state[0]) % MODULUS_1
    two = (527612 * state[5] - 1370589 * state[3]) % MODULUS_2
    state[0] = state[1]
    state[1] = state[2]
    state[2] = one
    state[3] = state[4]
    state[4] = state[5]
    state[5] = two
    return int(((one - two) % MODULUS_1) * count // MODULUS_1)


@compiled
def log_event(dice: Dice, code: int, a: int, b: int, c: int) -> None:
    """Write one entry of the event log, if the caller keeps one."""
    if dice.logging == 0:
        return
    if dice.num_events == NUM_EVENTS:
        dice.lost_events += 1
        return
    row = dice.events[dice.num_events]
    row[0] = code
    row[1] = a
    row[2] = b
    row[3] = c
    dice.num_events += 1


@compiled
def take_scripted(dice: Dice, kind: int, low: int, high: int) -> int:
    """The next result of a listed kind; a missing or impossible one is noted as the script's fault."""
    used = dice.used[kind]
    if used >= dice.lengths[kind]:
        if dice.fault == 0:
            dice.fault = 1
            dice.fault_kind = kind
        return low
    dice.used[kind] = used + 1
    result = int(dice.script[kind, used])
    if result < low or result > high:
        if dice.fault == 0:
            dice.fault = 2
            dice.fault_kind = kind
        return low
    return result


DIE_EVENT = 3  # the event code of a die, the same in every game


@compiled
def draw_any(streams: Streams, dice: Dice, stream: int, count: int) -> int:
    """A number from 0 to ``count - 1`` for a choice that no script names."""
    if dice.mode == 2:
        return branch_evenly(dice, count)
    return draw(streams, stream, count)


@compiled
def take_result(streams: Streams, dice: Dice, stream: int, kind: int, low: int, count: int) -> int:
    """One of ``count`` results from ``low`` on, from where the table's mode takes it."""
    if dice.mode == 1 and dice.scripted[kind] == 1:
        return take_scripted(dice, kind, low, low + count - 1)
    return low + draw_any(streams, dice, stream, count)


@compiled
def roll_die(streams: Streams, dice: Dice, stream: int, kind: int, sides: int) -> int:
    """Roll one die of a kind: 1..sides (a d3 and the peril die have rolls of their own)."""
    if dice.mode == 0:
        result = 1 + draw(streams, stream, sides)
    else:
        result = take_result(streams, dice, stream, kind, 1, sides)
    log_event(dice, DIE_EVENT, kind, result, sides)
    return result


@compiled
def pick(streams: Streams, dice: Dice, stream: int, kind: int, count: int) -> int:
    """Pick one of ``count`` equal candidates, 0..count-1. One candidate: no roll."""
    if count <= 1:
        return 0
    if dice.mode == 0:
        result = draw(streams, stream, count)
    else:
        result = take_result(streams, dice, stream, kind, 0, count)
    log_event(dice, DIE_EVENT, kind, result, count)
    return result


@compiled
def roll_sum(streams: Streams, dice: Dice, stream: int, kind: int, count: int, sides: int) -> int:
    """Roll dice of which only the sum matters, on a table say; a scripted result is the sum."""
    if dice.mode == 1 and dice.scripted[kind] == 1:
        total = take_scripted(dice, kind, count, count * sides)
        log_event(dice, DIE_EVENT, kind, total, count * sides)
        return total
    total = 0
    for _ in range(count):
        total += roll_die(streams, dice, stream, kind, sides)
    return total


@compiled
def roll_check(streams: Streams, dice: Dice, stream: int, kind: int, sides: int, need: int) -> bool:
    """Roll one die that must reach ``need``, beside a pool that stays on the table.

    Returns:
        Whether it does.
    """
    if dice.mode != 2:
        return roll_die(streams, dice, stream, kind, sides) >= need
    misses = min(max(need - 1, 0), sides)
    common = common_divisor(misses, sides)
    passed = branch_grade(dice, misses // common, (sides - misses) // common, 0) == 1
    log_event(dice, DIE_EVENT, kind, need if passed else 1, sides)
    return passed


@compiled
def grade_die(pool: Pool, index: int) -> None:
    """Grade one die of the pool: a critical always hits."""
    value = pool.values[index]
    if value >= pool.critical:
        pool.grades[index] = 2
    elif value >= pool.need:
        pool.grades[index] = 1
    else:
        pool.grades[index] = 0


@compiled
def roll_pool(
    pool: Pool,
    streams: Streams,
    dice: Dice,
    stream: int,
    kind: int,
    hero: int,
    count: int,
    sides: int,
    need: int,
    critical: int,
) -> None:
    """Roll ``count`` dice at once and grade them; the pool holds the roll until the next one."""
    clear_pool(pool)
    pool.kind = kind
    pool.hero = hero
    pool.count = count
    pool.sides = sides
    pool.need = need
    pool.critical = critical
    for i in range(count):
        pool.marked[i] = 1
    roll_marked(pool, streams, dice, stream)


@compiled
def roll_marked(pool: Pool, streams: Streams, dice: Dice, stream: int) -> None:
    """Roll the marked dice, by index, and grade them; marks are taken off."""
    if dice.mode == 2 and pool.need > 0:
        branch_marked(pool, dice)
    for i in range(pool.count):
        if pool.marked[i] == 1:
            if dice.mode != 2 or pool.need == 0:
                pool.values[i] = roll_die(streams, dice, stream, int(pool.kind), int(pool.sides))
            pool.marked[i] = 0
            grade_die(pool, i)


@compiled
def clear_pool(pool: Pool) -> None:
    """Take the dice off the table once the rule that rolled them has read them."""
    pool.kind = 0
    pool.hero = 0
    pool.count = 0
    pool.sides = 0
    pool.need = 0
    pool.critical = 0
    pool.marks = 0
    for i in range(MAX_POOL):
        pool.values[i] = 0
        pool.grades[i] = 0
        pool.rerolled[i] = 0
        pool.marked[i] = 0


@compiled
def reroll_marked(pool: Pool, streams: Streams, dice: Dice, stream: int) -> None:
    """Roll the marked dice again, by index; none of them may be rerolled a second time."""
    for i in range(pool.count):
        if pool.marked[i] == 1:
            pool.rerolled[i] = 1
    roll_marked(pool, streams, dice, stream)
    pool.marks = 0


@compiled
def count_grade(pool: Pool, least: int) -> int:
    """Dice of the pool graded at least ``least``."""
    total = 0
    for i in range(pool.count):
        if pool.grades[i] >= least:
            total += 1
    return total


@compiled
def sum_values(pool: Pool) -> int:
    """The dice of the pool added up."""
    total = 0
    for i in range(pool.count):
        total += int(pool.values[i])
    return total
