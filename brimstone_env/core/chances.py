"""The tree of what may come of an action: every way that the dice fall, every choice that is worth a look.

A state is a battle between two chances. Equal states are one, whatever dice led to them, so that the tree stays small;
their chances are exact fractions. Choices that a policy leaves open are taken so that the objective's expected value is
greatest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.dice import Mode, new_dice, stream_states
from brimstone_env.core.game import Game, OddsRules
from brimstone_env.core.outcomes import Row
from brimstone_env.core.readings import bytes_of, plain, read_field
from brimstone_env.core.records import as_records, copy_records, new_records

Key = bytes  # a state: which bytes of the record differ from the first battle's, and their values
Branches = list[tuple[Key, Fraction]]
Value = tuple[Fraction, ...]
ROOM = 1024  # battles that are filled, or measured, at once
GO_ON = -1  # instead of an action: what follows the last one
ROOT: Key = b"-"  # the first battle, when the action is still to be taken; no state's key has this length
ZERO = Fraction(0)


class TooManyError(Exception):
    """There are more outcomes than the limit allows."""


@dataclass(frozen=True)
class Guide:
    """How the decisions on the way are answered.

    Attributes:
        choose: `(battle, kind, mask) -> actions`: the policy's, or those among which the best one is taken.
        value: `(row of facts) -> numbers`: the first is made as great as may be, then the second ...
        policy: all this in words.
    """

    choose: Callable[[Any, int, NDArray[np.int8]], list[int]]
    value: Callable[[Row], tuple[int, ...]]
    policy: str


class Look(NamedTuple):
    """What tells where battles stand: plain arrays that follow the battles' memory."""

    outcome: NDArray[Any]
    kind: NDArray[Any]
    depth: NDArray[Any]
    dice: NDArray[Any]
    need: NDArray[Any]


LOOK_FIELDS = (("outcome",), ("pending", "kind"), ("stack", "depth"), ("pool", "count"), ("pool", "need"))


def look_at(battles: NDArray[Any]) -> Look:
    """Where battles stand."""
    return Look(*(read_field(battles, path) for path in LOOK_FIELDS))


class Stage:
    """A battle as odds see it: what is decided in it, where that ends, and the calls that carry it out.

    Attributes:
        game: the game.
        books: its book, under which decisions with one legal option are asked too.
        first: the battle, an array of length 1.
        rules: the game's part of odds.
    """

    def __init__(self, game: Game, books: NDArray[Any], battles: NDArray[Any]) -> None:
        assert game.odds is not None
        self.game = game
        self.rules: OddsRules = game.odds
        self.books = game.keep_single(books)
        self.first = copy_records(battles)
        self.floor = max(1, self.rules.floor(self.first[0]))
        self.counted = self.rules.counted(self.first[0])
        self._planes = [np.zeros((0, *plane.shape), plane.dtype) for plane in game.observation_planes()]
        self._no_masks = np.zeros((0, game.num_actions), np.int8)
        self._no_numbers = stream_states(np.zeros(1, np.int64))
        self._rests = np.isin(np.arange(len(game.decisions) + 1), list(self.rules.resting))

    def new_dice(self, mode: Mode) -> NDArray[Any]:
        """A dice table for this battle."""
        dice = new_dice()
        dice["mode"] = mode
        dice["floor"] = self.floor
        dice["counted"][0, self.counted] = 1
        return dice

    def call(
        self,
        command: str,
        battles: NDArray[Any],
        dice: NDArray[Any],
        actions: NDArray[np.int64],
        numbers: NDArray[np.int64] | None = None,
        masks: NDArray[np.int8] | None = None,
    ) -> NDArray[np.int32]:
        """One call of the game's entry, without observations."""
        applied = np.zeros(len(battles), np.int32)
        seeds = self._no_numbers if numbers is None else numbers
        masks = self._no_masks if masks is None else masks
        batch = (plain(battles), plain(self.books), plain(dice), actions, seeds, applied, masks)
        self.game.run_many(self.game.commands[command], *batch, *self._planes)
        return applied

    def masks(self, battles: NDArray[Any], dice: NDArray[Any]) -> NDArray[np.int8]:
        """The (n, num_actions) legal actions of battles."""
        masks = np.zeros((len(battles), self.game.num_actions), np.int8)
        self.call("observe", battles, dice, np.zeros(len(battles), np.int64), masks=masks)
        return masks

    def is_over(self, look: Look) -> NDArray[np.bool_]:
        """Which battles have come to the end of what was decided."""
        over = self._rests[look.kind] | (look.depth < self.floor)
        if self.first["outcome"][0] == 0:
            over |= look.outcome != 0
        return np.asarray(over)

    def take(self, action: int, dice: NDArray[Any]) -> None:
        """Go on to the decision that an action leads to without a die."""
        self.call("step", self.first, dice, np.full(1, action, np.int64))

    def normalise(self, battles: NDArray[Any], look: Look) -> None:
        """Give like dice on the table the same form: the least value of their grade, and counted kinds in order."""
        rolled = (look.dice > 0) & (look.need > 0)
        if rolled.any():
            pools = plain(battles)["pool"]
            for i in np.flatnonzero(rolled).tolist():
                normalise_pool(pools[i], bool(int(pools[i]["kind"]) in self.counted))


def normalise_pool(pool: Any, counted: bool) -> None:
    """See `Stage.normalise`; one pool of dice that have something to reach."""
    count = int(pool["count"])
    grades = pool["grades"][:count].copy()
    rerolled, marked = pool["rerolled"][:count].copy(), pool["marked"][:count].copy()
    order = np.lexsort((marked, rerolled, grades)) if counted else np.arange(count)
    values = np.array([1, max(int(pool["need"]), 1), max(int(pool["critical"]), 1)])
    pool["values"][:count] = values[grades[order]]
    pool["grades"][:count] = grades[order]
    pool["rerolled"][:count] = rerolled[order]
    pool["marked"][:count] = marked[order]


@dataclass
class Node:
    """A state in which something is decided or goes on.

    Attributes:
        options: actions, with what may come of each.
        best: which of them is taken.
    """

    options: list[tuple[int, Branches]]
    best: int = 0


class Tree:
    """What may come of an action, whole.

    Attributes:
        stage: the battle.
        guide: how decisions are answered.
        nodes: all states but the last ones, each after those that may come of it.
    """

    def __init__(self, stage: Stage, guide: Guide, limit: int) -> None:
        self.stage = stage
        self.guide = guide
        self.nodes: dict[Key, Node] = {}
        self._limit = limit
        self._dice = stage.new_dice(Mode.ENUMERATE)
        self._ends: dict[Key, bool] = {}
        self._first = bytes_of(stage.first)[0].copy()
        self._action = np.zeros(1, np.int64)
        self._count = 0
        self._battles = new_records(stage.game.record, ROOM + 1)
        self._bytes = bytes_of(self._battles)
        self._look = look_at(self._battles)
        self._weights = np.zeros((ROOM + 1, *stream_states(np.zeros(1, np.int64)).shape[1:]), np.int64)

    def explore(self, action: int) -> None:
        """Find all that may come of an action (or of a rule case's command, see `run_many`) of the first battle.

        Raises:
            TooManyError: if it is more than the limit.
        """
        root = Node([(action, self._expand(b"", action))])
        stack: list[tuple[Key, Node, list[Key]]] = [(ROOT, root, self._children(root))]
        begun = {ROOT}
        while stack:
            key, node, waiting = stack[-1]
            if not waiting:
                self.nodes[key] = node
                stack.pop()
                continue
            child = waiting.pop()
            if child in begun or self._ends[child]:
                continue
            options = self._options(child)
            if options is None:
                self._ends[child] = True
                continue
            begun.add(child)
            stack.append((child, options, self._children(options)))

    def solve(self, before: Any) -> list[tuple[Row, Fraction]]:
        """Choose the best options, and answer the facts of all outcomes (told against a battle), with their chances."""
        rows = self._measure([key for key, ends in self._ends.items() if ends], before)
        if any(len(node.options) > 1 for node in self.nodes.values()):
            self._choose_best({key: tuple(map(Fraction, self.guide.value(row))) for key, row in rows.items()})
        chances: dict[Key, Fraction] = {ROOT: Fraction(1)}
        found: dict[Row, Fraction] = {}
        for key in reversed(self.nodes):
            node, chance = self.nodes[key], chances.pop(key, ZERO)
            if chance == 0:
                continue
            for child, weight in node.options[node.best][1]:
                if self._ends[child]:
                    found[rows[child]] = found.get(rows[child], ZERO) + chance * weight
                else:
                    chances[child] = chances.get(child, ZERO) + chance * weight
        return sorted(found.items())

    def choose(self, battles: NDArray[Any]) -> list[int]:
        """The actions that are taken in battles which came of the first one and in which something is decided."""
        nodes = [self.nodes[key] for key in self.keys_of(battles)]
        return [node.options[node.best][0] for node in nodes]

    def keys_of(self, battles: NDArray[Any]) -> list[Key]:
        """The states that battles are in."""
        raw = bytes_of(battles)
        rows, places = np.nonzero(raw != self._first)
        values = raw[rows, places].tobytes()
        places = places.astype(np.uint16)
        edges = np.searchsorted(rows, np.arange(len(battles) + 1)).tolist()
        return [places[a:b].tobytes() + values[a:b] for a, b in pairwise(edges)]

    # --- exploring --------------------------------------------------------------------------------------------------

    def _load(self, row: int, key: Key) -> None:
        self._bytes[row] = self._first
        count = len(key) // 3
        self._bytes[row][np.frombuffer(key, np.uint16, count)] = np.frombuffer(key, np.uint8, count, 2 * count)

    def _expand(self, key: Key, action: int) -> Branches:
        """The different states that may come of one step of a state, with their weights."""
        self._load(0, key)
        self._action[0] = action
        self._dice["path_length"] = 0
        merged: dict[Key, Fraction] = {}
        while True:
            batch = (self._battles, self._dice, self._action)
            count = int(self.stage.call("enumerate", *batch, numbers=self._weights)[0])
            self._count += count
            if self._count > self._limit or self._dice["fault"][0]:
                raise TooManyError
            self._merge(slice(1, count + 1), merged)
            if self._dice["path_length"][0] == 0:
                return list(merged.items())

    def _merge(self, filled: slice, merged: dict[Key, Fraction]) -> None:
        """Add the battles that a step has filled to its states."""
        battles, look = plain(self._battles)[filled], Look(*(part[filled] for part in self._look))
        self.stage.normalise(battles, look)
        ends = self.stage.is_over(look).tolist()
        weights = self._weights[filled, 0, :2].tolist()
        for key, end, (part, whole) in zip(self.keys_of(battles), ends, weights, strict=True):
            merged[key] = merged.get(key, ZERO) + Fraction(part, whole)
            self._ends.setdefault(key, end)

    def _options(self, key: Key) -> Node | None:
        """The options of a state; None if nothing more happens in it."""
        self._load(0, key)
        kind = int(self._look.kind[0])
        if kind == 0:
            branches = self._expand(key, GO_ON)
            return None if branches == [(key, Fraction(1))] else Node([(GO_ON, branches)])
        battle = as_records(self._battles)[0]
        mask = self.stage.masks(self._battles[:1], self._dice)[0]
        return Node([(action, self._expand(key, action)) for action in self.guide.choose(battle, kind, mask)])

    @staticmethod
    def _children(node: Node) -> list[Key]:
        return [child for _, branches in node.options for child, _ in branches]

    # --- solving ----------------------------------------------------------------------------------------------------

    def _measure(self, keys: Sequence[Key], before: Any) -> dict[Key, Row]:
        """The facts of last states, told against a battle."""
        rows: dict[Key, Row] = {}
        for start in range(0, len(keys), ROOM):
            part = keys[start : start + ROOM]
            for i, key in enumerate(part):
                self._load(i, key)
            battles = as_records(self._battles[: len(part)])
            facts = self.stage.rules.measure(before, battles, self.stage.books[0])
            rows.update(zip(part, map(tuple, facts.tolist()), strict=True))
        return rows

    def _choose_best(self, values: dict[Key, Value]) -> None:
        """Give every state the option whose expected value is greatest, the last states first; equal: the first."""
        for key, node in self.nodes.items():
            found: Value | None = None
            for number, (_, branches) in enumerate(node.options):
                weighed = [[weight * term for term in values[child]] for child, weight in branches]
                value = tuple(sum(terms, ZERO) for terms in zip(*weighed, strict=True))
                if found is None or value > found:
                    node.best, found = number, value
            values[key] = found or ()
