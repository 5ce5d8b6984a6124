"""The frame of a turn: how far it has come, whose it is, and beginning it."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import push_frame
from brimstone_env.rounds.codes import NOBODY, Frame
from brimstone_env.rounds.layout import Battle


class TurnStage(IntEnum):
    """How far a turn has come."""

    BEGIN = 0
    MALICE = 1  # the Director may spend Malice
    ACT = 2
    END = 3
    VILLAIN = 4  # a leader may use a villain action
    OVER = 5
    EXTRA = 9  # no turn: one more main action after a critical hit


class TurnMode(IntEnum):
    """Whose turn it is."""

    WHOLE = 0
    MINION = 1  # the move of one minion, whose squad acts together afterwards
    EXTRA = 2  # one main action, in the middle of whatever goes on


@compiled
def begin_turn(battle: Battle, creature: int, mode: int) -> None:
    """Put a creature's turn on the stack."""
    frame = push_frame(battle.stack, Frame.TURN, NOBODY, creature, NOBODY)
    frame.mode = mode
