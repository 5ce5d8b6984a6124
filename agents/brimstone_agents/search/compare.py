"""Which tactic leads: whole tactics are played on from the position, and the one that fares best is followed.

A single action seldom decides a battle, a tactic often does: playouts tell tactics apart long before they tell actions
apart. What is found out at one decision still counts, a little less, at the next ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scramble import scramble
from brimstone_agents.search.fresh_dice import begin_dice
from brimstone_agents.search.layout import MILLION, Settings, World
from brimstone_agents.search.playout import play_on, score
from brimstone_env.core.compiled import compiled

CALM = 8.0  # playouts of a tactic as good as the mean that are added to those of each
LOYALTY = 0.02 * MILLION  # how much better another tactic must fare to take the lead
FINALISTS = 3  # tactics that the second half of the playouts is for


@compiled
def play_tactic(world: World, roots: NDArray[Any], number: int, settings: Settings, seed: int) -> None:
    """One playout of a tactic from the position, kept as evidence."""
    world.works[0] = roots[0]
    world.mask[:] = world.root_mask
    begin_dice(world.works[0], world.counters, seed)
    play_on(world, 0, number, int(settings.horizon), seed)
    world.evidence[number, 0] += 1
    world.evidence[number, 1] += score(world, 0)


@compiled
def worth_of_tactic(world: World, number: int) -> float:
    """What a tactic is held to be worth, in millionths: the mean of its playouts, drawn towards that of all."""
    played, total = 0, 0
    for t in range(len(world.tactics)):
        played += int(world.evidence[t, 0])
        total += int(world.evidence[t, 1])
    mean = float(total) / max(played, 1)
    return (float(world.evidence[number, 1]) + CALM * mean) / (float(world.evidence[number, 0]) + CALM)


@compiled
def rank_of(world: World, number: int) -> int:
    """How many tactics are held to be worth more; of equal ones the earlier comes first."""
    own = worth_of_tactic(world, number)
    rank = 0
    for t in range(len(world.tactics)):
        other = worth_of_tactic(world, t)
        if other > own or (other == own and t < number):
            rank += 1
    return rank


@compiled
def compare_tactics(world: World, roots: NDArray[Any], settings: Settings, base: int, playouts: int) -> int:
    """Play all tactics equally often for half of the playouts, the best ones for the other half, and name the leader.

    The n-th playout of every tactic plays with the same dice.

    Returns:
        How many playouts there were.
    """
    count = len(world.tactics)
    played = 0
    rounds = playouts // 2 // count
    for number in range(rounds):
        for t in range(count):
            play_tactic(world, roots, t, settings, scramble(base + number))
            played += 1
    finalists = min(FINALISTS, count)
    chosen = np.zeros(count, np.int64)
    while played + finalists <= playouts:
        seed = scramble(base + rounds)
        rounds += 1
        for t in range(count):
            chosen[t] = int(rank_of(world, t) < finalists)
        for t in range(count):
            if chosen[t] == 1:
                play_tactic(world, roots, t, settings, seed)
                played += 1
    leader = int(world.leader[0])
    for t in range(count):
        if rank_of(world, t) == 0 and worth_of_tactic(world, t) > worth_of_tactic(world, leader) + LOYALTY:
            world.leader[0] = t
    world.mask[:] = world.root_mask
    return played
