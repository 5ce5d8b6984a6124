"""Every way that dice can fall, one after the other: what `Mode.ENUMERATE` makes of a roll.

The dice table holds a path: which branch each roll takes, in the order of the rolls. A run follows the path, takes the
first branch of every roll beyond it, and notes how many branches each roll had; `next_path` then goes on to the next
path, until all were taken. The weight of a run is a fraction, whose terms are multiplied up as branches are taken.

Dice with something to reach branch by grade (miss, hit, critical), die by die, or, where only the number of dice of
each grade matters (`Dice.counted`), by these numbers: six dice of three grades are 28 branches instead of 729.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brimstone_env.core.compiled import compiled

if TYPE_CHECKING:
    from brimstone_env.core.dice import Dice, Pool

PATH_LENGTH = 64
MOST_WEIGHT = 2**62  # products of sides above it do not fit the table's 64-bit numbers


@compiled
def start_path(dice: Dice) -> None:
    """The next run takes the first branch of every roll."""
    dice.path_length = 0
    start_run(dice)


@compiled
def start_run(dice: Dice) -> None:
    """Go back to the first roll of the path."""
    dice.num_branches = 0
    dice.numerator = 1
    dice.denominator = 1


@compiled
def next_path(dice: Dice) -> bool:
    """Go on to the path that follows the one just run; false when it was the last."""
    while dice.path_length > 0:
        last = int(dice.path_length) - 1
        if dice.path[last] + 1 < dice.widths[last]:
            dice.path[last] += 1
            start_run(dice)
            return True
        dice.path_length = last
    return False


@compiled
def branch(dice: Dice, width: int) -> int:
    """The branch that this run takes where there are ``width``, 0..width-1; a path too long is the table's fault."""
    at = int(dice.num_branches)
    if width <= 1:
        return 0
    if at >= PATH_LENGTH:
        dice.fault = 3
        return 0
    if at >= dice.path_length:
        dice.path[at] = 0
        dice.path_length = at + 1
    dice.widths[at] = width
    dice.num_branches = at + 1
    return int(dice.path[at])


@compiled
def weigh(dice: Dice, weight: int, total: int) -> None:
    """Multiply the run's weight by ``weight / total``; one that no longer fits is the table's fault."""
    if dice.denominator > MOST_WEIGHT // total:
        dice.fault = 3
        return
    dice.numerator *= weight
    dice.denominator *= total


@compiled
def branch_evenly(dice: Dice, count: int) -> int:
    """One of ``count`` results of equal weight, 0..count-1."""
    taken = branch(dice, count)
    weigh(dice, 1, count)
    return taken


@compiled
def branch_marked(pool: Pool, dice: Dice) -> None:
    """Let the marked dice of a pool, which have something to reach, fall by grade.

    A die's value is then the least one of its grade.
    """
    sides = int(pool.sides)
    criticals = min(max(sides - int(pool.critical) + 1, 0), sides)
    misses = min(max(min(int(pool.need), int(pool.critical)) - 1, 0), sides)
    hits = sides - misses - criticals
    common = common_divisor(common_divisor(misses, hits), criticals)
    misses, hits, criticals = misses // common, hits // common, criticals // common
    count = 0
    for i in range(pool.count):
        count += int(pool.marked[i])
    if dice.counted[pool.kind] == 1 and fits(misses + hits + criticals, count):
        branch_by_count(pool, dice, count, misses, hits, criticals)
        return
    for i in range(pool.count):
        if pool.marked[i] == 1:
            pool.values[i] = value_of_grade(pool, branch_grade(dice, misses, hits, criticals))


@compiled
def branch_grade(dice: Dice, misses: int, hits: int, criticals: int) -> int:
    """Let one die fall by grade, each of the given weight; grades of no weight are no branch."""
    taken = branch(dice, int(misses > 0) + int(hits > 0) + int(criticals > 0))
    grade = 0
    weights = (misses, hits, criticals)
    for k in range(3):
        if weights[k] > 0:
            if taken == 0:
                grade = k
                break
            taken -= 1
    weigh(dice, weights[grade], misses + hits + criticals)
    return grade


@compiled
def branch_by_count(pool: Pool, dice: Dice, count: int, misses: int, hits: int, criticals: int) -> None:
    """Let ``count`` marked dice fall by how many of each grade there are: misses first, then hits, then criticals."""
    critical = 0
    if criticals > 0:
        critical = branch(dice, count + 1) if misses + hits > 0 else count
    left = count - critical
    hit = 0
    if hits > 0:
        hit = branch(dice, left + 1) if misses > 0 else left
    weight = choices(count, critical) * choices(left, hit)
    weight *= power(criticals, critical) * power(hits, hit) * power(misses, left - hit)
    weigh(dice, weight, power(misses + hits + criticals, count))
    place = 0
    for i in range(pool.count):
        if pool.marked[i] == 1:
            grade = 0 if place < left - hit else 1 if place < left else 2
            pool.values[i] = value_of_grade(pool, grade)
            place += 1


@compiled
def value_of_grade(pool: Pool, grade: int) -> int:
    """The least result of a die of the pool that has this grade."""
    if grade == 2:
        return max(int(pool.critical), 1)
    if grade == 1:
        return max(int(pool.need), 1)
    return 1


@compiled
def common_divisor(one: int, other: int) -> int:
    """The greatest number that divides both."""
    while other > 0:
        one, other = other, one % other
    return one


@compiled
def fits(base: int, exponent: int) -> bool:
    """Whether a power is within `MOST_WEIGHT`."""
    left = MOST_WEIGHT
    for _ in range(exponent):
        left //= base
    return left > 0


@compiled
def power(base: int, exponent: int) -> int:
    """``base`` times itself, ``exponent`` times."""
    product = 1
    for _ in range(exponent):
        product *= base
    return product


@compiled
def choices(count: int, chosen: int) -> int:
    """In how many ways so many dice of ``count`` can be chosen."""
    ways = 1
    for k in range(chosen):
        ways = ways * (count - k) // (k + 1)
    return ways
