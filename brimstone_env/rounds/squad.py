"""Squads of minions: their turn, and their captains."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.rounds.ability_frame import begin_ability
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_HEROES, NOBODY, Frame, Kind, Status, Use
from brimstone_env.rounds.conditions import end_of_turn_conditions
from brimstone_env.rounds.creatures import is_alive, is_minion
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import offer_malice
from brimstone_env.rounds.turn_frame import TurnMode, begin_turn
from brimstone_env.rounds.villain import offer_villain


class SquadStage(IntEnum):
    """How far a squad's turn has come."""

    MOVE = 0  # its minions move, one after the other
    STRIKE = 1  # they strike together
    CAPTAIN = 2
    END = 3


NO_MINIONS = 1  # modes of the frame once the turn has begun
MINIONS = 2


@compiled
def begin_squad(battle: Battle, squad: int) -> None:
    """Put a squad's turn on the stack."""
    push_frame(battle.stack, Frame.SQUAD, NOBODY, NOBODY, squad)


@compiled
def is_of_squad(battle: Battle, book: Book, creature: int, squad: int) -> bool:
    """Whether a creature is a living minion of a squad."""
    if not is_alive(battle, creature) or battle.creatures[creature].squad != squad:
        return False
    return is_minion(battle, book, creature)


@compiled
def step_squad(battle: Battle, book: Book, dice: Dice) -> int:
    """The next step of a squad's turn: all minions move, all strike together, then its captain acts.

    Malice may be spent at the start of the minions' turn, and a leader may use a villain action at its end.

    Source: D33. rounds 8, minion turn; squad action; captain. rounds 9, basic; villain actions.
    Differs: the captain acts after its minions; the source leaves the order open.
    """
    frame = top_frame(battle.stack)
    squad = int(frame.slot)
    leader = first_minion(battle, book, squad)
    if frame.mode == 0:
        frame.mode = NO_MINIONS if leader == NOBODY else MINIONS
        if leader != NOBODY and offer_malice(battle, book, leader):
            return Status.WAIT
    if frame.stage == SquadStage.MOVE:
        while frame.index < MAX_CREATURES:
            minion = int(frame.index)
            frame.index += 1
            if is_of_squad(battle, book, minion, squad) and battle.creatures[minion].acted == 0:
                battle.creatures[minion].acted = 1
                begin_turn(battle, minion, TurnMode.MINION)
                return Status.CALL
        frame.stage = SquadStage.STRIKE
    if frame.stage == SquadStage.STRIKE:
        frame.stage = SquadStage.CAPTAIN
        row = squad_ability(book, int(battle.squads[squad].kind))
        if leader != NOBODY and row != NOBODY:
            begin_ability(battle, leader, row, Use.SQUAD)
            return Status.CALL
    if frame.stage == SquadStage.CAPTAIN:
        frame.stage = SquadStage.END
        end_squad(battle, book, dice, squad)
        if frame.mode == MINIONS and offer_villain(battle, book, NOBODY):
            return Status.WAIT
    if frame.stage == SquadStage.END:
        captain = int(battle.squads[squad].captain)
        if captain != NOBODY and is_alive(battle, captain) and battle.creatures[captain].acted == 0:
            battle.creatures[captain].acted = 1
            begin_turn(battle, captain, TurnMode.WHOLE)
            return Status.CALL
    return Status.DONE


@compiled
def first_minion(battle: Battle, book: Book, squad: int) -> int:
    """The living minion of a squad with the lowest index, -1 if none lives."""
    for creature in range(MAX_HEROES, MAX_CREATURES):
        if is_of_squad(battle, book, creature, squad):
            return creature
    return NOBODY


@compiled
def squad_ability(book: Book, kind: int) -> int:
    """What the minions of a kind do together: their signature ability.

    Source: rounds 8, squad action.
    """
    row = int(book.kinds[kind].abilities[0])
    if row == NOBODY or book.abilities[row].kind != Kind.MAIN:
        return NOBODY
    return row


@compiled
def end_squad(battle: Battle, book: Book, dice: Dice, squad: int) -> None:
    """The turn of the minions ends: conditions end, saves are made.

    Source: rounds 2, saving throw. rounds 4, EoT.
    """
    for creature in range(MAX_HEROES, MAX_CREATURES):
        if is_of_squad(battle, book, creature, squad):
            battle.creatures[creature].main = 0
            end_of_turn_conditions(battle, dice, creature)


@compiled
def renew_captains(battle: Battle, book: Book) -> None:
    """At the start of a round a squad whose captain is dead gets a new one from its group, if there is one.

    Source: rounds 8, captain.
    Differs: it is the first by index who is no minion, no captain and waits in the same group; languages are not
    modelled.
    """
    for squad in range(int(battle.num_squads)):
        row = battle.squads[squad]
        if row.living == 0 or row.captain == NOBODY or is_alive(battle, int(row.captain)):
            continue
        battle.creatures[row.captain].squad = NOBODY
        row.captain = NOBODY
        leader = first_minion(battle, book, squad)
        for creature in range(MAX_HEROES, MAX_CREATURES):
            figure = battle.creatures[creature]
            if not is_alive(battle, creature) or is_minion(battle, book, creature) or figure.squad != NOBODY:
                continue
            if row.captain == NOBODY and figure.group == battle.creatures[leader].group:
                row.captain = creature
                figure.squad = squad
