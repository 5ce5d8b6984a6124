"""Faults of what lies on the table: the stack of rules, and the dice of the last roll."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_DICE, Frame, Outcome
from brimstone_env.battle.layout import Battle
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import MAX_FRAMES
from tests.second.wrong import Wrong


@compiled
def find_stack_fault(battle: Battle) -> int:
    """Faults of the stack of frames."""
    depth = int(battle.stack.depth)
    if depth < 0 or depth > MAX_FRAMES or (depth == 0 and battle.outcome == Outcome.UNDECIDED):
        return Wrong.DEPTH
    for i in range(depth):
        if battle.stack.frames[i].kind == Frame.NONE:
            return Wrong.FRAME_USED
    return Wrong.NOTHING


@compiled
def grade_of(value: int, need: int, critical: int) -> int:
    """What a die comes to: 2 critical, 1 hit, 0 miss."""
    if value >= critical:
        return 2
    return 1 if value >= need else 0


@compiled
def find_pool_fault(battle: Battle) -> int:
    """Faults of the dice of the last roll."""
    pool = battle.pool
    marks = 0
    for i in range(MAX_DICE):
        value = int(pool.values[i])
        if i >= pool.count:
            if value != 0 or pool.grades[i] != 0 or pool.rerolled[i] != 0 or pool.marked[i] != 0:
                return Wrong.POOL_FREE
            continue
        if value < 1 or value > pool.sides:
            return Wrong.POOL_VALUE
        if pool.grades[i] != grade_of(value, int(pool.need), int(pool.critical)):
            return Wrong.POOL_GRADE
        if pool.marked[i] == 1 and pool.rerolled[i] == 1:
            return Wrong.POOL_MARK
        marks += int(pool.marked[i])
    return Wrong.NOTHING if marks == pool.marks else Wrong.POOL_MARK
