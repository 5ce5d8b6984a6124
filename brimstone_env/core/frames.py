"""The stack of interrupted rules.

A rule that may be interrupted (by a reroll, a choice, a trigger) keeps all it needs in a frame of the record, and is
written as steps: each step does what it can and returns DONE (take the frame off), WAIT (a decision is pending) or
CALL (go on with whatever is on top). So a battle can be saved, cloned and restored at every decision.
"""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import Records, field, record

MAX_FRAMES = 10


@record
class FrameRecord:
    """One interrupted rule."""

    kind: int = field(np.int8, 0, 63, "which rule; 0 for a free slot")
    stage: int = field(np.int8, 0, 31, "how far it has come")
    hero: int = field(np.int8, -1, 15, "hero it is about")
    enemy: int = field(np.int8, -1, 127, "enemy it is about")
    chosen: int = field(np.int8, -1, 127, "enemy chosen, while `enemy` may be another for a moment")
    slot: int = field(np.int8, -1, 127, "item slot, group or other index it is about")
    index: int = field(np.int16, -1, 1023, "counter: how many were dealt with, or who is next")
    amount: int = field(np.int16, 0, 1023, "counter: hits, damage or points still to be dealt with")
    extra: int = field(np.int16, -1, 1023, "counter of the rule's own")
    square: int = field(np.int16, -1, 1023, "square it is about")
    points: int = field(np.int16, 0, 1023, "damage of the hit that is being dealt")
    flag: int = field(np.int8, 0, 1, "yes or no of the rule's own")
    mode: int = field(np.int8, 0, 15, "variant of the rule")


@record
class Stack:
    """The frames of a battle; `depth` of them are in use, the last is on top."""

    depth: int = field(np.int8, 0, MAX_FRAMES, "frames in use")
    frames: Records[FrameRecord] = field(FrameRecord, shape=MAX_FRAMES, doc="the frames, bottom first")


@compiled
def top_frame(stack: Stack) -> FrameRecord:
    """The frame on top."""
    return stack.frames[stack.depth - 1]


@compiled
def push_frame(stack: Stack, kind: int, hero: int, enemy: int, slot: int) -> FrameRecord:
    """Put a new frame on top and return it. The stack is deep enough for every chain of rules there is."""
    frame = stack.frames[stack.depth]
    stack.depth += 1
    frame.kind = kind
    frame.stage = 0
    frame.hero = hero
    frame.enemy = enemy
    frame.chosen = enemy
    frame.slot = slot
    frame.index = 0
    frame.amount = 0
    frame.extra = 0
    frame.square = 0
    frame.points = 0
    frame.flag = 0
    frame.mode = 0
    return frame


@compiled
def pop_frame(stack: Stack) -> None:
    """Take the top frame off and zero its slot, so that equal battles have equal bytes."""
    stack.depth -= 1
    frame = stack.frames[stack.depth]
    frame.kind = 0
    frame.stage = 0
    frame.hero = 0
    frame.enemy = 0
    frame.chosen = 0
    frame.slot = 0
    frame.index = 0
    frame.amount = 0
    frame.extra = 0
    frame.square = 0
    frame.points = 0
    frame.flag = 0
    frame.mode = 0


@compiled
def clear_frames(stack: Stack) -> None:
    """Take every frame off."""
    while stack.depth > 0:
        pop_frame(stack)
