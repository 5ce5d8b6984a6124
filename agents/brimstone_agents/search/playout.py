"""Playing a simulation on from a leaf of the tree, by a tactic, to a position that is scored."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone_agents.search.fresh_dice import deal_dice
from brimstone_agents.search.layout import MILLION, World
from brimstone_env.core.compiled import compiled
from brimstone_env.core.native import call_float, call_int

NONE = 0  # asked, in all games
UNDECIDED = 0  # outcome, in all games
MOST_DECISIONS = 1000  # of a playout: a tactic that never comes to an end is scored where it stands


@compiled
def is_decided(battle: Any) -> bool:
    """Whether nothing that is still asked changes the outcome."""
    return bool(battle.pending.kind == NONE or battle.outcome != UNDECIDED)


@compiled
def play_on(world: World, place: int, number: int, turns_left: int, seed: int) -> None:
    """Let a tactic play until so many more turns have begun or the battle is decided.

    Args:
        world: where it is played; `world.mask` holds what is legal now.
        place: the simulation.
        number: the tactic.
        turns_left: how many more turns have to begin.
        seed: its dice follow from it.
    """
    battle = world.works[place]
    book = world.books[battle.book_id]
    dice, mask, tactic = world.dice[0], world.mask, world.tactics[number]
    turn = int(battle.turn)
    decisions = 0
    while turns_left > 0 and not is_decided(battle) and decisions < MOST_DECISIONS:
        action = call_int(world.addresses[1], (battle, book, mask, tactic))
        deal_dice(battle, world.counters, seed)
        call_int(world.addresses[0], (battle, book, dice, action, mask))
        decisions += 1
        if battle.turn != turn:
            turn = int(battle.turn)
            turns_left -= 1


@compiled
def score(world: World, place: int) -> int:
    """What the position of a simulation is expected to come to, in millionths of the reward."""
    battle = world.works[place]
    book = world.books[battle.book_id]
    return int(np.rint(call_float(world.addresses[2], (battle, book)) * MILLION))
