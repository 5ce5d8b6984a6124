"""What is special about the Fury's abilities."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import FrameRecord
from brimstone_env.rounds.codes import MAX_TRAIL, NOBODY, Characteristic, Condition, Decision, Shove, Status
from brimstone_env.rounds.conditions import suffers
from brimstone_env.rounds.creatures import are_adjacent, characteristic, is_alive
from brimstone_env.rounds.effect_frame import cause_of, question
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.teleport import go_to


@compiled
def step_follow(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Out of the Way: the user may follow through the squares that the target left.

    Source: rounds 6, Out of the Way.
    Differs: nobody strikes the user for it; the facts do not say that it is a move.
    """
    if frame.stage == 0:
        return question(battle, frame, Decision.AREA, 0)
    go_to(battle, book, dice, int(frame.enemy), int(frame.square))
    for k in range(MAX_TRAIL):
        battle.trail[k] = NOBODY
    return Status.DONE


@compiled
def may_take_force(battle: Battle, book: Book, user: int, subject: int, other: int) -> bool:
    """Whether forced movement can be turned from its subject to another creature: beside the user, no bigger.

    Source: rounds 6, Lines of Force. rounds 4, restrained.
    """
    if other in (subject, user) or not is_alive(battle, other):
        return False
    if suffers(battle, other, Condition.RESTRAINED):
        return False
    weight = int(book.kinds[battle.creatures[subject].kind].weight)
    if int(book.kinds[battle.creatures[other].kind].weight) > weight:
        return False
    return are_adjacent(battle, book, user, other)


@compiled
def can_turn_force(battle: Battle, book: Book, user: int, subject: int) -> bool:
    """Whether Lines of Force has a use: its user or a creature beside is moved, and another one can be instead.

    Source: rounds 6, Lines of Force.
    """
    if subject != user and not are_adjacent(battle, book, user, subject):
        return False
    for other in range(len(battle.creatures)):
        if may_take_force(battle, book, user, subject, other):
            return True
    return False


@compiled
def step_lines(battle: Battle, book: Book, dice: Dice, frame: FrameRecord) -> int:
    """Lines of Force: another target, further by Might (for 1 ferocity by twice as much), by a push if one likes.

    Stages: 0 who, 1 for how much, 2 push instead, 3 done.

    Source: rounds 6, Lines of Force.
    """
    user = int(frame.enemy)
    force = cause_of(battle.stack)
    if frame.stage == 0:
        return question(battle, frame, Decision.TARGET, 0)
    if frame.stage == 1:
        if battle.creatures[user].resource > 0:
            return question(battle, frame, Decision.SPEND, 1)
        frame.amount = 0
        frame.stage = 2
    if frame.stage == 2:
        battle.creatures[user].resource -= frame.amount
        force.amount += characteristic(battle, book, user, Characteristic.MIGHT) * (1 + int(frame.amount))
        frame.amount = 0
        if force.mode != Shove.PUSH:
            return question(battle, frame, Decision.OPTION, 1)
    if frame.amount == 1:
        force.mode = Shove.PUSH
    if frame.extra != NOBODY:
        force.enemy = frame.extra
        force.slot = user
    return Status.DONE
