"""What Python calls: the compiled kernel of all searches.

It knows the few fields that the battles of all games have, but no rules: rules and tactics are called by their
addresses (`core.native`), so that a change in the search compiles in seconds. For each game it is compiled once.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from numpy.typing import NDArray

from brimstone_agents.search.compare import compare_tactics
from brimstone_agents.search.graft import graft
from brimstone_agents.search.layout import NOTHING, Settings, Tree, World
from brimstone_agents.search.simulate import descend, halve, simulate
from brimstone_agents.search.tree import add_node, best_edge, credit, expand, find_child, key_of, propose, spread_prior
from brimstone_env.core.compiled import compiled, entry_of_games
from brimstone_env.core.records import IntArray

Array = NDArray[Any]


class Command(IntEnum):
    """What the kernel does."""

    BEGIN = 0  # make the tree of a position, from what was kept where that leads here
    SELECT = 1  # simulations by selection
    HALVE = 2  # simulations by successive halving
    DESCEND = 3  # simulations down to leaves, which somebody else plays on and scores
    CREDIT = 4  # the values of these
    KEEP = 5  # keep what an edge of the root leads to
    BEST = 6  # which edge of the root is best by what is known
    COMPARE = 7  # playouts of whole tactics, to see which one leads


@compiled
def begin_tree(tree: Tree, kept: Tree, world: World, roots: Array, settings: Settings) -> int:
    """Make the tree of a position, whose legal actions lie in `world.mask`.

    Returns:
        The simulations that the new root has already.
    """
    world.works[0] = roots[0]
    key = key_of(world.works[0], world)
    found = NOTHING
    if kept.used[1] > 0:
        found = find_child(kept, 0, key)
    if found != NOTHING and kept.nodes[found].first != NOTHING:
        graft(kept, found, NOTHING, tree)
        spread_prior(tree, 0, world.kinds, settings)
        propose(tree, 0, world, 0, settings, len(world.tactics))
        return int(tree.nodes[0].visits)
    tree.used[0] = 0
    tree.used[1] = 0
    add_node(tree, key)
    expand(tree, 0, world, 0, settings, len(world.tactics))
    return 0


@entry_of_games
def search_many(
    command: int,
    roots: Array,
    world: World,
    tree: Tree,
    kept: Tree,
    settings_table: Array,
    numbers: IntArray,
    values: IntArray,
) -> None:
    """Carry out one command for one position.

    Args:
        command: a `Command`.
        roots: (1,) record array of `Battle`: the position, not over.
        world: where simulations are played; `mask` and `root_mask` hold the legal actions of the position at BEGIN.
        tree: the position's tree.
        kept: another one: KEEP writes it, BEGIN reads it.
        settings_table: (1,) record array of `Settings`.
        numbers: int64 (3,): how many simulations (KEEP: which edge), the seed of their dice, and what comes back: the
            simulations that were played, at BEGIN those that the root has already, at BEST the edge.
        values: int64 (k,), for CREDIT: values of the simulations under way, in millionths.
    """
    settings = settings_table[0]
    count, base = int(numbers[0]), int(numbers[1])
    if command == Command.COMPARE:
        numbers[2] = compare_tactics(world, roots, settings, base, count)
    elif command == Command.BEGIN:
        numbers[2] = begin_tree(tree, kept, world, roots, settings)
    elif command == Command.SELECT:
        for _ in range(count):
            simulate(tree, world, roots, settings, base, NOTHING)
        numbers[2] = count
    elif command == Command.HALVE:
        numbers[2] = halve(tree, world, roots, settings, base, count)
    elif command == Command.DESCEND:
        for place in range(count):
            descend(tree, world, roots, place, settings, base, NOTHING)
    elif command == Command.CREDIT:
        for place in range(count):
            credit(tree, world, place, int(values[place]))
    elif command == Command.KEEP:
        graft(tree, 0, count, kept)
    else:
        numbers[2] = best_edge(tree, settings)
