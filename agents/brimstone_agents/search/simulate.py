"""Simulations: down the tree, on by a tactic, and the value back up; by selection, or by successive halving."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scramble import scramble
from brimstone_agents.search.fresh_dice import begin_dice, deal_dice
from brimstone_agents.search.layout import MAX_DEPTH, NOTHING, Settings, Tree, World
from brimstone_agents.search.playout import is_decided, play_on, score
from brimstone_agents.search.tree import (
    add_child,
    caution_at,
    cautious_value,
    credit,
    expand,
    find_child,
    greatest_prior,
    key_of,
    select_edge,
)
from brimstone_env.core.compiled import compiled
from brimstone_env.core.native import call_int
from brimstone_env.core.records import IntArray


@compiled
def descend(
    tree: Tree, world: World, roots: NDArray[Any], place: int, settings: Settings, base: int, forced: int
) -> int:
    """Play one simulation from the root to a leaf of the tree.

    Args:
        tree: the tree, its root with edges.
        world: where it is played.
        roots: (1,) the position that is searched.
        place: which simulation of those under way.
        settings: how the search thinks.
        base: the dice follow from it and from how often the root's action was tried.
        forced: edge of the root that it begins with, -1 for the one that selection takes.

    Returns:
        The seed of its dice. `world.works[place]` stands at the leaf.
    """
    world.works[place] = roots[0]
    battle = world.works[place]
    book, dice, mask = world.books[battle.book_id], world.dice[0], world.mask
    edge = forced if forced >= 0 else select_edge(tree, 0, settings)
    seed = scramble(base + int(tree.edges[edge].visits) + int(tree.edges[edge].waiting))
    begin_dice(battle, world.counters, seed)
    turn, turns_left, depth = int(battle.turn), int(settings.turns), 0
    while True:
        tree.edges[edge].waiting += 1
        world.paths[place, 0, depth] = edge
        world.paths[place, 1, depth] = NOTHING
        depth += 1
        deal_dice(battle, world.counters, seed)
        call_int(world.addresses[0], (battle, book, dice, int(tree.edges[edge].action), mask))
        if battle.turn != turn:
            turn = int(battle.turn)
            turns_left -= 1
        if settings.deepen == 0 or turns_left <= 0 or depth == MAX_DEPTH or is_decided(battle):
            break
        key = key_of(battle, world)
        child = find_child(tree, edge, key)
        if child == NOTHING:
            world.paths[place, 1, depth - 1] = add_child(tree, edge, key)
            break
        world.paths[place, 1, depth - 1] = child
        if tree.nodes[child].first == NOTHING and not expand(tree, child, world, place, settings, 1):
            break
        edge = select_edge(tree, child, settings)
    world.lengths[place] = depth
    world.turns_left[place] = turns_left
    return seed


@compiled
def simulate(tree: Tree, world: World, roots: NDArray[Any], settings: Settings, base: int, forced: int) -> None:
    """One whole simulation; see `descend`."""
    seed = descend(tree, world, roots, 0, settings, base, forced)
    play_on(world, 0, int(world.leader[0]), int(world.turns_left[0]), seed)
    credit(tree, world, 0, score(world, 0))


@compiled
def sort_edges(order: IntArray, values: NDArray[np.float64], count: int) -> None:
    """Put the first edges of the order in order of their values, the greatest first; equal ones stay as they are."""
    for i in range(1, count):
        edge, value = order[i], values[i]
        k = i
        while k > 0 and values[k - 1] < value:
            order[k] = order[k - 1]
            values[k] = values[k - 1]
            k -= 1
        order[k] = edge
        values[k] = value


@compiled
def halve(tree: Tree, world: World, roots: NDArray[Any], settings: Settings, base: int, simulations: int) -> int:
    """Successive halving: the likeliest actions share the simulations equally; the better half goes on; and so on.

    The n-th simulation of every action plays with the same dice.

    Returns:
        How many simulations were played, at most `simulations`, but at least one for each action in the first round.
    """
    first, count = int(tree.nodes[0].first), int(tree.nodes[0].count)
    order = np.zeros(count, np.int64)
    values = np.zeros(count, np.float64)
    for i in range(count):
        order[i] = first + i
        values[i] = float(tree.edges[first + i].prior)
    sort_edges(order, values, count)
    most = greatest_prior(tree, 0)
    likely = count
    while likely > 2 and values[likely - 1] == 0.0:
        likely -= 1
    alive = min(likely, int(settings.candidates))
    rounds = int(settings.rounds)
    if rounds == 0:
        while (1 << rounds) < alive:
            rounds += 1
    played = 0
    for number in range(rounds):
        share = max(1, (simulations - played) // ((rounds - number) * alive))
        for _ in range(share):
            for i in range(alive):
                if played < simulations or number == 0:
                    simulate(tree, world, roots, settings, base, int(order[i]))
                    played += 1
        caution = caution_at(tree, 0, settings)
        for i in range(alive):
            values[i] = cautious_value(tree, 0, int(order[i]), settings, most, caution)
        sort_edges(order, values, alive)
        alive = (alive + 1) // 2
    return played
