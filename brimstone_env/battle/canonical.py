"""One form for battles that differ only in their random streams or in which of two like enemies has which slot."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from brimstone_env.battle.codes import ActivationStage, Frame
from brimstone_env.battle.layout import Battle, Enemy
from brimstone_env.core.compiled import compiled, entry


@compiled
def is_ordered(battle: Battle) -> bool:
    """Whether the order of enemy slots matters just now: a group acts, or horror is counted enemy by enemy."""
    for i in range(battle.stack.depth):
        frame = battle.stack.frames[i]
        if frame.kind == Frame.GROUP or frame.kind == Frame.STRIKE or frame.kind == Frame.TURN_END:
            return True
        if frame.kind == Frame.TOKEN or frame.kind == Frame.QUICKDRAW:
            return True
        counts = frame.stage < ActivationStage.MOVE_ROLL or frame.stage == ActivationStage.ESCAPE_HITS
        if frame.kind == Frame.ACTIVATION and counts:
            return True
    return False


@compiled
def comes_before(one: Enemy, other: Enemy, one_paid: int, other_paid: int) -> bool:
    """Whether one enemy belongs before another of its type: the living first, by square, wounds, target."""
    if one.alive != other.alive:
        return bool(one.alive > other.alive)
    if one.square != other.square:
        return bool(one.square < other.square)
    if one.wounds != other.wounds:
        return bool(one.wounds < other.wounds)
    if one.target != other.target:
        return bool(one.target < other.target)
    if one.lean != other.lean:
        return bool(one.lean < other.lean)
    if one.shared != other.shared:
        return bool(one.shared < other.shared)
    return one_paid < other_paid


@compiled
def swap_slots(battle: Battle, one: int, other: int) -> None:
    """Let two enemies of a type trade slots; whatever names them follows."""
    first, second = battle.enemies[one], battle.enemies[other]
    first.square, second.square = int(second.square), int(first.square)
    first.wounds, second.wounds = int(second.wounds), int(first.wounds)
    first.target, second.target = int(second.target), int(first.target)
    first.lean, second.lean = int(second.lean), int(first.lean)
    first.alive, second.alive = int(second.alive), int(first.alive)
    first.shared, second.shared = int(second.shared), int(first.shared)
    battle.paid[one], battle.paid[other] = int(battle.paid[other]), int(battle.paid[one])
    for i in range(battle.stack.depth):
        frame = battle.stack.frames[i]
        frame.enemy = swapped(int(frame.enemy), one, other)
        frame.chosen = swapped(int(frame.chosen), one, other)
    battle.pending.enemy = swapped(int(battle.pending.enemy), one, other)


@compiled
def swapped(index: int, one: int, other: int) -> int:
    """Where a slot's number points after a swap."""
    if index == one:
        return other
    if index == other:
        return one
    return index


@compiled
def make_canonical(battle: Battle) -> None:
    """Bring a battle into its canonical form, in place.

    Streams and the count of decisions are zeroed. Enemies of a type are put in order of square, wounds and target
    (the living first) among the slots that the type has, unless their order matters at this moment.
    """
    for stream in range(battle.streams.state.shape[0]):
        for k in range(battle.streams.state.shape[1]):
            battle.streams.state[stream, k] = 0
    battle.num_decisions = 0
    if is_ordered(battle):
        return
    for one in range(battle.num_enemies):
        for other in range(one + 1, battle.num_enemies):
            if battle.enemies[one].group != battle.enemies[other].group:
                continue
            if comes_before(battle.enemies[other], battle.enemies[one], int(battle.paid[other]), int(battle.paid[one])):
                swap_slots(battle, one, other)


@entry
def canonical_many(battles: NDArray[Any]) -> None:
    """Bring (n,) battles into their canonical form, in place; copy first what should stay."""
    for i in range(len(battles)):
        make_canonical(battles[i])
