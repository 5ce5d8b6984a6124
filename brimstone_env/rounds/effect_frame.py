"""The frame of what is special about an ability: its fields, its questions, and the answers to them.

Fields of the frame: `enemy` the user, `slot` the ability, `chosen` its target (of a triggered ability the subject of
the event), `points` the tier, `mode` 1 for a triggered ability, `stage` the question it has come to; the answers are
`amount` (a number), `extra` (a creature, or an ability), `square`; `index` and `flag` are the effect's own.
"""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import FrameRecord, Stack, push_frame
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    NOBODY,
    Decision,
    Frame,
    Status,
    Verb,
)
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.pending import ask


@compiled
def push_effect(stack: Stack, user: int, ability: int, target: int, tier: int, triggered: int) -> None:
    """Put an ability's special part on the stack."""
    frame = push_frame(stack, Frame.EFFECT, NOBODY, user, ability)
    frame.chosen = target
    frame.points = tier
    frame.mode = triggered
    frame.extra = NOBODY
    frame.square = NOBODY


@compiled
def reaction_of(stack: Stack) -> FrameRecord:
    """The event that a triggered ability on top answers to: `enemy` its subject, `chosen` its doer."""
    return stack.frames[stack.depth - 2]


@compiled
def cause_of(stack: Stack) -> FrameRecord:
    """The interrupted rule that offered the event: what a triggered ability changes is written into it."""
    return stack.frames[stack.depth - 3]


@compiled
def question(battle: Battle, frame: FrameRecord, kind: int, amount: int) -> int:
    """Ask the user of the ability something; the answer moves the frame to its next stage."""
    ask(battle, kind, int(frame.enemy), int(frame.chosen), int(frame.slot), amount)
    return int(Status.WAIT)


@compiled
def question_for(battle: Battle, frame: FrameRecord, kind: int, creature: int, amount: int) -> int:
    """Ask somebody else something that the ability lets it do."""
    ask(battle, kind, creature, int(frame.chosen), int(frame.slot), amount)
    return int(Status.WAIT)


@compiled
def take_answer(battle: Battle, book: Book, frame: FrameRecord, action: int) -> None:
    """Write the answer to a question into the frame: -1 for a creature, ability or square that was passed over."""
    kind = int(battle.pending.kind)
    passed = action == Verb.PASS
    if kind == Decision.SPEND or kind == Decision.OPTION or kind == Decision.ENDING:
        frame.amount = 0 if passed else action - FIRST_NUMBER
    elif kind == Decision.TARGET:
        frame.extra = NOBODY if passed else action - FIRST_CREATURE
    elif kind == Decision.REACT:
        kind_row = book.kinds[battle.creatures[battle.pending.creature].kind]
        frame.extra = NOBODY if passed else int(kind_row.abilities[action - FIRST_ABILITY])
    else:
        frame.square = NOBODY if passed else int(book.map.square_at[action - FIRST_SQUARE])
    frame.stage += 1
