"""The end of an ability: bleeding, and the extra main action of a critical hit."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import top_frame
from brimstone_env.rounds.ability_frame import clear_targets
from brimstone_env.rounds.codes import MAX_FRAMES, MAX_LEVELS, Characteristic, Frame, Kind, Status, Use
from brimstone_env.rounds.creatures import is_alive
from brimstone_env.rounds.harm import bleed
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import end_brutal
from brimstone_env.rounds.power import CRITICAL
from brimstone_env.rounds.turn_frame import TurnMode, TurnStage

PHYSICAL = (1 << Characteristic.MIGHT) | (1 << Characteristic.AGILITY)
DEEPEST = MAX_FRAMES - 8  # frames below which a whole action fits on the stack
# What the budget of a turn is kept as while an extra main action is under way.
MANEUVER, MOVE, BUSY, SHIFTING, MAIN = 1, 2, 4, 8, 16


@compiled
def end_ability(battle: Battle, book: Book, dice: Dice) -> int:
    """After an ability: the bleeding lose Stamina; a critical hit gives another main action at once.

    Source: rounds 2, critical hit. rounds 4, bleeding.
    Differs: in the middle of ten interrupted rules or three abilities an extra main action is lost.
    """
    frame = top_frame(battle.stack)
    user, row, natural, use = int(frame.enemy), int(frame.slot), int(frame.extra), int(frame.mode)
    ability = book.abilities[row]
    clear_targets(battle)
    if not is_alive(battle, user):
        return Status.DONE
    end_brutal(battle, book, user, row)
    if is_tiring(book, row, use):
        bleed(battle, book, dice, user)
    if natural >= CRITICAL and ability.kind == Kind.MAIN and is_alive(battle, user) and has_room(battle):
        begin_extra(battle, user)
        return Status.CALL
    return Status.DONE


@compiled
def is_tiring(book: Book, row: int, use: int) -> bool:
    """Whether the bleeding lose Stamina by an ability: a main action, a triggered one, a roll with Might or Agility.

    Source: rounds 4, bleeding.
    """
    ability = book.abilities[row]
    if ability.rolls == 1 and (int(ability.characteristics) & PHYSICAL) != 0:
        return True
    return (ability.kind == Kind.MAIN and use == Use.TURN) or bool(ability.kind == Kind.TRIGGERED)


@compiled
def has_room(battle: Battle) -> bool:
    """Whether a whole action fits on the stack in place of the ability on top."""
    under = 0
    for depth in range(int(battle.stack.depth)):
        under += int(battle.stack.frames[depth].kind == Frame.ABILITY)
    return under <= MAX_LEVELS // 2 and bool(battle.stack.depth <= DEEPEST)


@compiled
def begin_extra(battle: Battle, creature: int) -> None:
    """The frame on top becomes one more main action; what is left of the creature's turn waits meanwhile.

    A dazed creature may use it although it did its one thing.

    Source: rounds 2, critical hit.
    """
    frame = top_frame(battle.stack)
    figure = battle.creatures[creature]
    frame.kind = Frame.TURN
    frame.stage = TurnStage.EXTRA
    frame.mode = TurnMode.EXTRA
    frame.index = 0
    frame.amount = figure.steps
    frame.points = MANEUVER * int(figure.maneuver) + MOVE * int(figure.move) + BUSY * int(figure.busy)
    frame.points += SHIFTING * int(figure.shifting) + MAIN * int(figure.main)
    figure.main = 1
    figure.maneuver = 0
    figure.move = 0
    figure.busy = 0
    figure.steps = 0
    figure.shifting = 0


@compiled
def end_extra(battle: Battle) -> None:
    """What was left of the creature's turn is there again.

    Source: rounds 2, critical hit.
    """
    frame = top_frame(battle.stack)
    figure = battle.creatures[frame.enemy]
    kept = int(frame.points)
    figure.steps = frame.amount
    figure.maneuver = int(kept & MANEUVER != 0)
    figure.move = int(kept & MOVE != 0)
    figure.busy = int(kept & BUSY != 0)
    figure.shifting = int(kept & SHIFTING != 0)
    figure.main = kept // MAIN
