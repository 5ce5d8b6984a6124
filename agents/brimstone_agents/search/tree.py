"""The tree of a search: nodes by what is asked, whatever the dice said (open loop), edges by action.

A node stands for all positions that ask the same of the same hero with the same actions legal: what separates them
further is left to the mean over simulations. Nodes therefore need no counts of how often an action was available.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from brimstone_agents.scramble import scramble
from brimstone_agents.search.layout import MILLION, NOTHING, Settings, Tree, World
from brimstone_env.core.compiled import compiled
from brimstone_env.core.native import call_int
from brimstone_env.core.records import IntArray

USUAL_VARIANCE = 0.0625  # of the values of simulations, where `caution` counts as it is set
LEAST_CAUTION = 0.02  # part of it that is left where all values are alike
LEADER_SHARE = 0.5  # of the trust goes to the leading tactic, the rest to the others in equal parts


@compiled
def key_of(battle: Any, world: World) -> int:
    """A number for what is asked of a battle and what is legal there, by `world.mask`."""
    key = int(call_int(world.addresses[3], (battle,)))
    for action in range(len(world.mask)):
        if world.mask[action] == 1:
            key = scramble(key + action + 1)
    return key


@compiled
def add_node(tree: Tree, key: int) -> int:
    """A new node, or -1 when there is no room."""
    number = int(tree.used[0])
    if number >= len(tree.nodes):
        return NOTHING
    tree.used[0] = number + 1
    node = tree.nodes[number]
    node.key = key
    node.after = NOTHING
    node.first = NOTHING
    node.count = 0
    node.visits = 0
    node.total = 0
    return number


@compiled
def find_child(tree: Tree, edge_number: int, key: int) -> int:
    """The node that an edge led to and that has this key, -1 if it never did."""
    child = int(tree.edges[edge_number].child)
    while child != NOTHING:
        if tree.nodes[child].key == key:
            return child
        child = int(tree.nodes[child].after)
    return NOTHING


@compiled
def add_child(tree: Tree, edge_number: int, key: int) -> int:
    """A new node behind an edge, or -1 when there is no room."""
    number = add_node(tree, key)
    if number != NOTHING:
        tree.nodes[number].after = tree.edges[edge_number].child
        tree.edges[edge_number].child = number
    return number


@compiled
def expand(tree: Tree, number: int, world: World, place: int, settings: Settings, proposers: int) -> bool:
    """Give a node its edges, one for each action that is legal now; false when there is no room.

    Args:
        tree: the tree.
        number: the node.
        world: holds the legal actions.
        place: the simulation whose battle stands at the node.
        settings: how the search thinks.
        proposers: how many of the tactics say which action they would choose.
    """
    mask = world.mask
    count = 0
    for action in range(len(mask)):
        count += int(mask[action])
    first = int(tree.used[1])
    if first + count > len(tree.edges):
        return False
    tree.used[1] = first + count
    tree.nodes[number].first = first
    tree.nodes[number].count = count
    e = first
    for action in range(len(mask)):
        if mask[action] == 1:
            edge = tree.edges[e]
            edge.action = action
            edge.child = NOTHING
            edge.prior = 0
            edge.visits = 0
            edge.waiting = 0
            edge.total = 0
            edge.squares = 0
            e += 1
    spread_prior(tree, number, world.kinds, settings)
    propose(tree, number, world, place, settings, proposers)
    return True


@compiled
def spread_prior(tree: Tree, number: int, kinds: IntArray, settings: Settings) -> None:
    """The part of the prior that is not the tactics': evenly over the kinds of actions, then within each kind.

    Actions that are seldom tried, those of kinds below 0, get nothing.
    """
    first = int(tree.nodes[number].first)
    end = first + int(tree.nodes[number].count)
    different = 0
    last = len(kinds)
    for e in range(first, end):
        kind = int(kinds[tree.edges[e].action])
        different += int(kind != last)
        last = kind
    share = (1000 - int(settings.trust)) * 1000 // different
    e = first
    while e < end:
        kind = int(kinds[tree.edges[e].action])
        stop = e
        while stop < end and kinds[tree.edges[stop].action] == kind:
            stop += 1
        for k in range(e, stop):
            tree.edges[k].prior = share // (stop - e) if kind >= 0 else 0
        e = stop


@compiled
def propose(tree: Tree, number: int, world: World, place: int, settings: Settings, proposers: int) -> None:
    """The tactics' part of the prior: each gives its share to the action that it would choose.

    At the root all propose, and the leader's share is the greatest; below it only the leader does.
    """
    battle = world.works[place]
    book = world.books[battle.book_id]
    trust = int(settings.trust) * 1000
    leader = int(world.leader[0])
    for k in range(proposers):
        t = leader if proposers == 1 else k
        action = call_int(world.addresses[1], (battle, book, world.mask, world.tactics[t]))
        if proposers == 1:
            share = trust
        elif t == leader:
            share = int(trust * LEADER_SHARE)
        else:
            share = int(trust * (1.0 - LEADER_SHARE)) // (proposers - 1)
        first = int(tree.nodes[number].first)
        for e in range(first, first + int(tree.nodes[number].count)):
            if tree.edges[e].action == action:
                tree.edges[e].prior += share


@compiled
def greatest_prior(tree: Tree, number: int) -> int:
    """The greatest prior of a node's edges, in millionths."""
    first = int(tree.nodes[number].first)
    most = 1
    for e in range(first, first + int(tree.nodes[number].count)):
        most = max(most, int(tree.edges[e].prior))
    return most


@compiled
def caution_at(tree: Tree, number: int, settings: Settings) -> float:
    """How many simulations what was expected counts as at a node: more, the further single simulations lie apart."""
    first = int(tree.nodes[number].first)
    visits, total, squares = 0, 0, 0
    for e in range(first, first + int(tree.nodes[number].count)):
        visits += int(tree.edges[e].visits)
        total += int(tree.edges[e].total)
        squares += int(tree.edges[e].squares)
    caution = float(settings.caution) + 1e-6
    if visits < 2:
        return caution
    mean = float(total) / visits / MILLION
    variance = float(squares) / visits / MILLION - mean * mean
    return caution * max(variance / USUAL_VARIANCE, LEAST_CAUTION)


@compiled
def cautious_value(tree: Tree, number: int, edge_number: int, settings: Settings, most: int, caution: float) -> float:
    """What an edge is held to be worth, in millionths: its mean, mixed with what was expected before.

    Values of single simulations lie far apart, values of actions close together: few simulations say little. What is
    expected is the node's mean, less the margin for actions that no tactic proposes.

    Args:
        tree: the tree.
        number: the node.
        edge_number: the edge.
        settings: how the search thinks.
        most: the node's greatest prior.
        caution: see `caution_at`.
    """
    node, edge = tree.nodes[number], tree.edges[edge_number]
    mean = float(node.total) / max(int(node.visits), 1)
    expected = mean - float(settings.margin) * 1000.0 * (1.0 - float(edge.prior) / most)
    return (float(edge.total) + caution * expected) / (float(edge.visits) + caution)


@compiled
def select_edge(tree: Tree, number: int, settings: Settings) -> int:
    """The edge that a simulation takes: a good value so far, or a good prior and few visits (PUCT).

    Visits that are under way count as visits, not as values.
    """
    node = tree.nodes[number]
    first = int(node.first)
    most = greatest_prior(tree, number)
    caution = caution_at(tree, number, settings)
    visits = 0
    for e in range(first, first + int(node.count)):
        visits += int(tree.edges[e].visits) + int(tree.edges[e].waiting)
    spread = float(settings.exploration) / 1000.0 * sqrt(float(visits) + 1.0)
    best = first
    best_value = -1e18
    for e in range(first, first + int(node.count)):
        edge = tree.edges[e]
        value = cautious_value(tree, number, e, settings, most, caution)
        value += spread * float(edge.prior) / (1.0 + int(edge.visits) + int(edge.waiting))
        if value > best_value:
            best_value = value
            best = e
    return best


@compiled
def best_edge(tree: Tree, settings: Settings) -> int:
    """The root's edge that is held to be worth most; of equal ones the one with the greater prior."""
    first = int(tree.nodes[0].first)
    most = greatest_prior(tree, 0)
    caution = caution_at(tree, 0, settings)
    best = first
    best_value = -1e18
    for e in range(first, first + int(tree.nodes[0].count)):
        value = cautious_value(tree, 0, e, settings, most, caution) + float(tree.edges[e].prior) * 1e-9
        if value > best_value:
            best_value = value
            best = e
    return best


@compiled
def credit(tree: Tree, world: World, place: int, value: int) -> None:
    """Add a simulation's value to all that it came through."""
    tree.nodes[0].visits += 1
    tree.nodes[0].total += value
    square = value * value // MILLION
    for depth in range(int(world.lengths[place])):
        edge = tree.edges[world.paths[place, 0, depth]]
        edge.waiting -= 1
        edge.visits += 1
        edge.total += value
        edge.squares += square
        number = int(world.paths[place, 1, depth])
        if number != NOTHING:
            tree.nodes[number].visits += 1
            tree.nodes[number].total += value
