"""Keeping the part of a tree that what was chosen leads to, for the next decision."""

from __future__ import annotations

import numpy as np

from brimstone_agents.search.layout import NOTHING, Tree
from brimstone_agents.search.tree import add_node
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray


@compiled
def graft(source: Tree, number: int, only_edge: int, target: Tree) -> None:
    """Make a node of one tree the root of another one, with all that lies below it as far as there is room.

    Args:
        source: the tree that the node is in.
        number: the node.
        only_edge: the one edge of it that is taken along, -1 for all.
        target: the other tree; what it held is gone.
    """
    target.used[0] = 0
    target.used[1] = 0
    origins = np.zeros(len(target.nodes), np.int64)
    copy_node(source, number, target, origins)
    done = 0
    while done < target.used[0]:
        origin = source.nodes[origins[done]]
        first, count = int(origin.first), int(origin.count)
        if done == 0 and only_edge != NOTHING:
            first, count = only_edge, 1
        if first != NOTHING and int(target.used[1]) + count <= len(target.edges):
            copy_edges(source, first, count, done, target, origins)
        done += 1


@compiled
def copy_node(source: Tree, number: int, target: Tree, origins: IntArray) -> int:
    """Copy a node without its edges; its new number, or -1 when there is no room."""
    new = add_node(target, int(source.nodes[number].key))
    if new != NOTHING:
        origins[new] = number
        target.nodes[new].visits = source.nodes[number].visits
        target.nodes[new].total = source.nodes[number].total
    return new


@compiled
def copy_edges(source: Tree, first: int, count: int, number: int, target: Tree, origins: IntArray) -> None:
    """Give a node of the target its edges, and copy the nodes that these lead to."""
    place = int(target.used[1])
    target.used[1] = place + count
    target.nodes[number].first = place
    target.nodes[number].count = count
    for k in range(count):
        target.edges[place + k] = source.edges[first + k]
        edge = target.edges[place + k]
        edge.waiting = 0
        child = int(edge.child)
        edge.child = NOTHING
        while child != NOTHING:
            new = copy_node(source, child, target, origins)
            if new == NOTHING:
                break
            target.nodes[new].after = edge.child
            edge.child = new
            child = int(source.nodes[child].after)
