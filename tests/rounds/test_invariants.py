"""Battles played at random, both sides: what must hold of Stamina, squads, the board and the stack all the time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from brimstone_env.core.dice import new_dice
from brimstone_env.core.records import new_records
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_FRAMES,
    MAX_HEROES,
    NOBODY,
    Condition,
    Frame,
    Outcome,
    Trait,
    Until,
)
from brimstone_env.rounds.game import GAME
from brimstone_env.rounds.layout import Battle

TABLES = GAME.load_tables()
DECISIONS, SEEDS = 200, 2
EVERY_SEAT = (1 << (MAX_HEROES + 1)) - 1


def faults(battle: Any, book: Any) -> list[str]:
    """What does not hold in a battle."""
    found = []
    if not 0 <= battle.stack.depth < MAX_FRAMES:
        found.append("stack")
    for i in range(MAX_CREATURES):
        figure = battle.creatures[i]
        if figure.kind != NOBODY and figure.alive:
            found += [f"{fault} of creature {i}" for fault in creature_faults(battle, book, i)]
        elif figure.square != NOBODY or figure.until.any():
            found.append(f"remains of creature {i}")
    for number in range(int(battle.num_squads)):
        found += [f"{fault} of squad {number}" for fault in squad_faults(battle, book, number)]
    for square in np.flatnonzero(battle.board != NOBODY).tolist():
        if not battle.creatures[battle.board[square]].alive:
            found.append(f"somebody dead on square {square}")
    return found


def creature_faults(battle: Any, book: Any, index: int) -> list[str]:
    """What does not hold of a living creature."""
    figure, found = battle.creatures[index], []
    kind = book.kinds[figure.kind]
    if battle.board[figure.square] != index and not is_passing(battle, index):
        found.append("square")
    if kind.traits & Trait.MINION:
        return found
    if not figure.stamina <= kind.stamina:
        found.append("too much Stamina")
    if index < MAX_HEROES:
        if figure.stamina <= -(kind.stamina // 2):
            found.append("death")
        if (figure.stamina <= 0) != (figure.until[Condition.BLEEDING] == Until.MENDED):
            found.append("bleeding while dying")
    elif figure.stamina <= 0:
        found.append("death")
    return found


def is_passing(battle: Any, index: int) -> bool:
    """Whether a creature is in the middle of a move, which may lead through another one's square."""
    frames = battle.stack.frames[: battle.stack.depth]
    return any(frame.kind == Frame.MOVE and frame.enemy == index for frame in frames)


def squad_faults(battle: Any, book: Any, number: int) -> list[str]:
    """What does not hold of a squad: as many minions live as the pool has Stamina for."""
    squad = battle.squads[number]
    each = int(book.kinds[squad.kind].stamina)
    minions = [
        figure
        for figure in battle.creatures[MAX_HEROES:]
        if figure.alive and figure.squad == number and book.kinds[figure.kind].traits & Trait.MINION
    ]
    found = []
    if len(minions) != squad.living:
        found.append(f"living {squad.living}, not {len(minions)}")
    if not (squad.living - 1) * each < squad.stamina <= squad.living * each and squad.living > 0:
        found.append(f"pool {squad.stamina}")
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("scenario", ["rounds-quick", "rounds-standard", "rounds-horde", "rounds-ogres"])
def test_what_must_hold_holds_at_every_decision(scenario: str) -> None:
    books = GAME.make_book(TABLES, GAME.load_scenario(scenario), {})
    for seed in range(SEEDS):
        battles, dice = new_records(Battle, 1), new_dice()
        rng = np.random.default_rng(seed)
        GAME.run("reset", battles, books, dice, seed=seed)
        battles["outside"] = EVERY_SEAT
        for _ in range(DECISIONS):
            mask = GAME.mask(battles, books, dice)[0]
            action = int(rng.choice(np.flatnonzero(mask)))
            GAME.run("step", battles, books, dice, action)
            assert not faults(battles[0], books[0])
            if battles[0].outcome != Outcome.UNDECIDED:
                break
