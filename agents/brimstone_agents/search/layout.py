"""What a search works on: its tree, its settings, and the place where it plays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.records import IntArray, field, record

MILLION = 10**6  # values and priors are kept in millionths: sums of whole numbers are the same on every machine
NOTHING = -1
MAX_DEPTH = 96  # actions from the root to a leaf
NUM_COUNTERS = 8  # decisions of each hero in a turn, by index; the last: of nobody
LARGEST = 2**62


@record
class Node:
    """A decision that was met in the search: what was asked, and what was legal."""

    key: int = field(np.int64, 0, 2**32 - 1, "what is asked and what is legal, scrambled to a number")
    after: int = field(np.int32, NOTHING, 2**31 - 1, "the next node that the same edge led to, -1 for none")
    first: int = field(np.int32, NOTHING, 2**31 - 1, "its first edge, -1 while it has none")
    count: int = field(np.int16, 0, 400, "its edges: they lie side by side")
    visits: int = field(np.int32, 0, 2**31 - 1, "simulations that came through")
    total: int = field(np.int64, -LARGEST, LARGEST, "sum of their values, in millionths")


@record
class Edge:
    """A legal action of a node."""

    action: int = field(np.int16, 0, 399, "the action")
    child: int = field(np.int32, NOTHING, 2**31 - 1, "the node that it led to last for the first time, -1 for none")
    prior: int = field(np.int32, 0, MILLION, "how likely it is the best before anything is tried, in millionths")
    visits: int = field(np.int32, 0, 2**31 - 1, "simulations that took it")
    waiting: int = field(np.int32, 0, 2**31 - 1, "simulations that took it and whose value is still to come")
    total: int = field(np.int64, -LARGEST, LARGEST, "sum of their values, in millionths")
    squares: int = field(np.int64, 0, LARGEST, "sum of their squared values, in millionths")


@record
class Settings:
    """How a search thinks."""

    turns: int = field(np.int16, 0, 99, "a playout stops when so many new turns have begun; 0: at the next decision")
    exploration: int = field(np.int32, 0, 10**5, "constant of the selection rule, in thousandths")
    trust: int = field(np.int32, 0, 1000, "share of the prior that goes to the tactics' choices, in thousandths")
    caution: int = field(np.int32, 0, 10**5, "simulations as expected before that are added to those of each action")
    margin: int = field(np.int32, 0, 1000, "how much less is expected of what no tactic proposes, in thousandths")
    candidates: int = field(np.int16, 1, 400, "most actions that successive halving begins with")
    rounds: int = field(np.int16, 0, 9, "rounds of halving; 0: as many as leave one action")
    deepen: int = field(np.int8, 0, 1, "1: the tree grows below the root's actions")
    comparing: int = field(np.int32, 0, 1000, "share of the simulations that compares tactics, in thousandths")
    horizon: int = field(np.int16, 1, 999, "turns after which the playout of a tactic that is compared is scored")


class Tree(NamedTuple):
    """A tree in arrays that the caller made.

    Attributes:
        nodes: (n,) records of `Node`; 0 is the root.
        edges: (m,) records of `Edge`.
        used: int64 (2,), nodes and edges in use.
    """

    nodes: NDArray[Any]
    edges: NDArray[Any]
    used: IntArray


class World(NamedTuple):
    """Where simulations are played, and who plays on from their leaves.

    Attributes:
        works: (k,) records of `Battle`: one for each simulation that is under way.
        books: (m,) read-only records of `Book`.
        dice: (1,) record of `Dice`, in play mode.
        mask: int8 (actions,), the legal actions of the battle that was played last.
        tactics: (t,) records of `Tactic`: all propose actions at the root, one of them leads.
        leader: int64 (1,), the tactic that plays on from leaves and whose choices are trusted most.
        evidence: int64 (t, 2), playouts of each tactic, and the sum of their values in millionths.
        root_mask: int8 (actions,), the legal actions of the position.
        addresses: int64 (4,): where `play_action`, `choose_action`, `expected_score` and `decision_key` lie.
        kinds: int64 (actions,), the kind of each action, below 0 for those that are not tried unless a tactic does.
        counters: int64 (NUM_COUNTERS,), scratch.
        paths: int64 (k, 2, MAX_DEPTH), edges and nodes of the simulations that are under way.
        lengths: int64 (k,), how many edges each path has.
        turns_left: int64 (k,), how many more turns have to begin before each simulation is scored.
    """

    works: NDArray[Any]
    books: NDArray[Any]
    dice: NDArray[Any]
    mask: IntArray
    tactics: NDArray[Any]
    leader: IntArray
    evidence: IntArray
    root_mask: IntArray
    addresses: IntArray
    kinds: IntArray
    counters: IntArray
    paths: IntArray
    lengths: IntArray
    turns_left: IntArray
