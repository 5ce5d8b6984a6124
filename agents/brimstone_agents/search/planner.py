"""A planner: the buffers of the kernel, and the calls that search one position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.batch import Match
from brimstone_agents.playbook import TacticCommand, playbook_of
from brimstone_agents.search.entry import Command, search_many
from brimstone_agents.search.layout import MAX_DEPTH, MILLION, NUM_COUNTERS, Edge, Node, Tree, World
from brimstone_env.core.dice import new_dice
from brimstone_env.core.game import Game
from brimstone_env.core.records import copy_records, new_records

EDGES_A_NODE = 24  # room in a tree; most decisions have fewer answers
LEAST_ROOM = 2000
MOST_NODES = 100_000
COMPARED_AT_ONCE = 48  # playouts of tactics between two looks at the clock
KEPT_NODES = 4000  # most that is kept of a tree for the next decision


@dataclass(frozen=True)
class Option:
    """What a search found out about one legal action.

    Attributes:
        action: the action.
        visits: simulations that tried it.
        mean: their mean reward, -1 to 1; the root's where there were none.
        error: standard error of the mean, 0 for fewer than two simulations.
        prior: how likely it was the best before anything was tried, 0 to 1.
    """

    action: int
    visits: int
    mean: float
    error: float
    prior: float


@dataclass
class Lead:
    """Which tactic leads in a battle, and what that rests on.

    Attributes:
        tactic: the leader, a row of the tactics.
        evidence: int64 (t, 2), playouts of each tactic and the sum of their values in millionths; old ones count less.
    """

    tactic: int
    evidence: NDArray[np.int64]

    def fade(self, memory: int) -> None:
        """Let what is known count less: so many thousandths of what it counted."""
        self.evidence[:] = self.evidence * memory // 1000


def new_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for so many nodes and edges."""
    return Tree(new_records(Node, nodes), new_records(Edge, edges), np.zeros(2, np.int64))


def trim(tree: Tree) -> Tree:
    """A copy of a tree without the room that it does not use."""
    nodes, edges = int(tree.used[0]), int(tree.used[1])
    return Tree(copy_records(tree.nodes[:nodes]), copy_records(tree.edges[:edges]), tree.used.copy())


def find_addresses(match: Match, tactics: NDArray[Any]) -> NDArray[np.int64]:
    """Where `play_action`, `choose_action`, `expected_score` and `decision_key` lie in this process."""
    game = match.game
    battles = new_records(game.record, 1)
    found = np.zeros(3, np.int64)
    masks = np.zeros((1, game.num_actions), np.int8)
    think_many = playbook_of(game).think_many
    think_many(TacticCommand.ADDRESSES, battles, match.books, masks, tactics[:1], found, np.zeros(1, np.float64))
    return np.array([game.play_address(match.books), *found], np.int64)


class Planner:
    """Searches one position after the other; it is made for one thread.

    Args:
        match: what is played.
        settings: (1,) record of `Settings`.
        tactics: (t,) records of `Tactic`: the first leads until another one fares better, all propose actions.
        simulations: how many a position gets at most, which is what the tree has room for.
        leaves: simulations that may be under way at once.
    """

    def __init__(
        self, match: Match, settings: NDArray[Any], tactics: NDArray[Any], simulations: int, leaves: int = 1
    ) -> None:
        game: Game = match.game
        self.match = match
        self.settings = settings
        self.world = World(
            works=new_records(game.record, leaves),
            books=match.books,
            dice=new_dice(),
            mask=np.zeros(game.num_actions, np.int8),
            tactics=tactics,
            leader=np.zeros(1, np.int64),
            evidence=np.zeros((len(tactics), 2), np.int64),
            root_mask=np.zeros(game.num_actions, np.int8),
            addresses=find_addresses(match, tactics),
            kinds=playbook_of(game).action_kinds(game.num_actions),
            counters=np.zeros(NUM_COUNTERS, np.int64),
            paths=np.zeros((leaves, 2, MAX_DEPTH), np.int64),
            lengths=np.zeros(leaves, np.int64),
            turns_left=np.zeros(leaves, np.int64),
        )
        nodes = min(2 * simulations + KEPT_NODES, MOST_NODES)
        self.tree = new_tree(nodes, nodes * EDGES_A_NODE)
        self.kept = new_tree(KEPT_NODES, KEPT_NODES * EDGES_A_NODE)
        self.nothing = new_tree(1, 1)
        self.roots = new_records(game.record, 1)
        self.values = np.zeros(leaves, np.int64)
        self._numbers = np.zeros(3, np.int64)

    def call(self, command: Command, number: int = 0, seed: int = 0, kept: Tree | None = None) -> int:
        """One call of the kernel for the present position; see `search_many`."""
        self._numbers[:] = number, seed, 0
        search_many(
            int(command), self.roots, self.world, self.tree, kept or self.nothing, self.settings, self._numbers,
            self.values,
        )  # fmt: skip
        return int(self._numbers[2])

    def compare(
        self, battles: NDArray[Any], mask: NDArray[Any], lead: Lead, playouts: int, seed: int, until: float = inf
    ) -> int:
        """Compare the tactics by so many playouts from a position; the leader plays on from the leaves of its search.

        Args:
            battles: (1,) the position, with fresh dice and not over.
            mask: (actions,) its legal actions.
            lead: what is known of the tactics from earlier decisions; what is found out is added.
            playouts: how many at most.
            seed: their dice follow from it.
            until: reading of `time.perf_counter` at which no more are begun.

        Returns:
            How many there were.
        """
        self.roots[...] = battles
        self.world.root_mask[:] = mask
        self.world.leader[0] = lead.tactic
        self.world.evidence[:] = lead.evidence
        played, wanted = 0, playouts if until == inf else min(playouts, COMPARED_AT_ONCE)
        while played + wanted <= playouts and time.perf_counter() < until:
            done = self.call(Command.COMPARE, wanted, seed + played)
            played += done
            if done == 0 or until == inf:
                break
        lead.tactic = int(self.world.leader[0])
        lead.evidence[:] = self.world.evidence
        return played

    def begin(self, battles: NDArray[Any], mask: NDArray[Any], kept: Tree | None = None) -> int:
        """Take a position, (1,) with fresh dice and not over, and its (actions,) mask.

        Returns:
            The simulations that are known of it from what was kept.
        """
        self.roots[...] = battles
        self.world.mask[:] = mask
        self.world.root_mask[:] = mask
        return self.call(Command.BEGIN, kept=kept)

    def keep(self, action: int) -> Tree:
        """What is known of what comes after an action, for the next `begin`."""
        first = int(self.tree.nodes["first"][0])
        actions = self.tree.edges["action"][first : first + int(self.tree.nodes["count"][0])]
        self.call(Command.KEEP, first + int(np.flatnonzero(actions == action)[0]), kept=self.kept)
        return trim(self.kept)

    def follow(self) -> int:
        """What the leading tactic does in the position."""
        chosen = np.zeros(1, np.int64)
        leader = int(self.world.leader[0])
        tactic = self.world.tactics[leader : leader + 1]
        masks = self.world.root_mask[np.newaxis].copy()
        think_many = playbook_of(self.match.game).think_many
        think_many(TacticCommand.CHOOSE, self.roots, self.match.books, masks, tactic, chosen, np.zeros(0, np.float64))
        return int(chosen[0])

    def best(self) -> int:
        """The action that is best by what is known so far."""
        return int(self.tree.edges["action"][self.call(Command.BEST)])

    def options(self) -> list[Option]:
        """The legal actions and what is known of them so far."""
        root = self.tree.nodes[0]
        edges = self.tree.edges[int(root["first"]) : int(root["first"]) + int(root["count"])]
        mean_of_all = int(root["total"]) / max(int(root["visits"]), 1) / MILLION
        return [_read_option(edge, mean_of_all) for edge in edges]


def _read_option(edge: Any, mean_of_all: float) -> Option:
    visits = int(edge["visits"])
    mean = int(edge["total"]) / visits / MILLION if visits else mean_of_all
    spread = max(int(edge["squares"]) / visits / MILLION - mean * mean, 0.0) if visits else 0.0
    error = (spread / (visits - 1)) ** 0.5 if visits > 1 else 0.0
    return Option(int(edge["action"]), visits, mean, error, int(edge["prior"]) / MILLION)
