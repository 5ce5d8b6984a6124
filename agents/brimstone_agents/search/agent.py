"""What all agents that search have in common: a planner, a budget, and what was found out about each decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_agents.playbook import playbook_of
from brimstone_agents.search.entry import Command
from brimstone_agents.search.layout import Settings, Tree
from brimstone_agents.search.planner import Lead, Option, Planner
from brimstone_agents.simulator import Simulator
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import fields_of, new_records

SEEDS = 2**31  # decisions draw the seeds of their dice below this
TRIES = 12
MOST_CANDIDATES = 400
WHOLE = 1000  # of `comparing`: all simulations compare tactics
SLICE = 32  # simulations between two looks at the clock


class SearchAgent:
    """Thinks about every decision with more than one legal answer, on clones with fresh dice.

    Args:
        command: SELECT (a tree) or HALVE (successive halving).
        settings: (1,) record of `Settings`.
        rollouts: the tactic that plays on from leaves, until another one that the game has fares better.
        simulations: for each decision, at most.
        seconds: time for each decision, 0 for as long as the simulations take. With a time limit the choices depend on
            the machine.
        threads: decisions of a batch that are thought about at once.
        reuse: whether what was found out about later decisions is kept for them.
        memory: how much of what playouts said about the tactics still counts at the next decision, 0 to 1.

    Attributes:
        found: for each battle, what was found out about the options of its last decision.
    """

    def __init__(
        self,
        command: Command,
        settings: NDArray[Any],
        rollouts: str,
        simulations: int,
        seconds: float = 0.0,
        threads: int = 1,
        reuse: bool = False,
        memory: float = 0.0,
    ) -> None:
        check_number("simulations", simulations, 1, 10**7)
        check_number("threads", threads, 1, 256)
        check_number("seconds", seconds, 0, 10**6)
        check_number("memory", memory, 0, 1)
        self.memory = round(1000 * memory)
        self.command, self.settings, self.rollouts = command, settings, rollouts
        self.tactics: NDArray[Any] = np.zeros(0)  # those of the game that is played
        self.simulations, self.seconds, self.threads, self.reuse = simulations, seconds, threads, reuse
        self.simulator: Simulator | None = None
        self.planners: list[Planner] = []
        self.reset(1)

    def attach(self, simulator: Simulator) -> None:
        """Take the simulator of the battles that are played next.

        Raises:
            InputError: if the game has no tactic of the name `rollouts`.
        """
        if self.simulator is None or self.simulator.match is not simulator.match:
            self.tactics = playbook_of(simulator.match.game).tactic_rows(self.rollouts)
            self.reset(len(self._kept), self._seed)
            self.planners = [self.make_planner(simulator) for _ in range(self.threads)]
        self.simulator = simulator

    def make_planner(self, simulator: Simulator) -> Planner:
        """A planner for the simulator's battles."""
        return Planner(simulator.match, self.settings, self.tactics, self.simulations)

    def reset(self, count: int, seed: int = 0) -> None:
        """Forget all battles; every later choice follows from `seed`, the row, and the number of the call."""
        self._seed = seed
        self._calls = 0
        self._kept: list[Tree | None] = [None] * count
        self._leads = [Lead(0, np.zeros((len(self.tactics), 2), np.int64)) for _ in range(count)]
        self.found: list[list[Option]] = [[] for _ in range(count)]

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action for each battle."""
        actions: Actions = masks.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(masks.sum(axis=1) > 1).tolist()
        seeds, battles = self._next_positions(len(masks))

        def think(worker: int) -> None:
            for row in rows[worker :: self.threads]:
                actions[row] = self._think(self.planners[worker], row, battles[row : row + 1], masks[row], seeds[row])

        if self.threads == 1:
            think(0)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(think, range(self.threads)))
        return actions

    def ponder(self, row: int, mask: NDArray[np.bool_]) -> Iterator[tuple[int, list[Option]]]:
        """Think about one battle for as long as somebody asks for more, at most for the simulations of a decision.

        Args:
            row: which battle.
            mask: (actions,) bool, its legal actions.

        Yields:
            The action that is best so far, and what is known of all legal ones; again and again, with more simulations.
        """
        seeds, battles = self._next_positions(len(self._kept))
        planner = self.planners[0]
        played = self.take(planner, row, battles[row : row + 1], mask, int(seeds[row]))
        while True:
            if played < self.simulations:
                played += planner.call(self.command, min(SLICE, self.simulations - played), int(seeds[row]))
            options = planner.options()
            yield self.choose(planner, options), options
            if played >= self.simulations:
                return

    def take(self, planner: Planner, row: int, battles: NDArray[Any], mask: NDArray[Any], seed: int) -> int:
        """Give a position to a planner, and compare the tactics by their share of the simulations.

        Returns:
            The simulations of that share; what is left of it when all tactics had equally many is not played.
        """
        lead = self._leads[row]
        share = int(self.settings["comparing"][0])
        leader, playouts = lead.tactic, self.simulations * share // 1000
        if playouts > 0:
            lead.fade(self.memory)
            until = time.perf_counter() + self.seconds * share / 1000 if self.seconds > 0 else inf
            planner.compare(battles, mask, lead, playouts, seed, until)
        kept = self._kept[row] if lead.tactic == leader else None  # values under another leader are others
        planner.begin(battles, mask, kept)
        return playouts

    def choose(self, planner: Planner, options: list[Option]) -> int:
        """The action that is best by what the planner knows of its position, and says of the options.

        When all simulations compare tactics nothing is known of single actions, and the leader is followed.
        """
        if int(self.settings["comparing"][0]) == WHOLE:
            return planner.follow()
        return planner.best()

    def search(self, planner: Planner, simulations: int, seed: int) -> list[Option]:
        """Think about the planner's position within the budget, and say what was found out."""
        if simulations <= 0:
            return planner.options()
        if self.seconds <= 0:
            planner.call(self.command, simulations, seed)
            return planner.options()
        share = int(self.settings["comparing"][0]) / 1000  # of the time, spent already
        end, played = time.perf_counter() + self.seconds * (1 - share), 0
        while played < simulations and (played == 0 or time.perf_counter() < end):
            played += planner.call(self.command, min(SLICE, simulations - played), seed)
        return planner.options()

    def _next_positions(self, count: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
        """Seeds for the next decision of each battle, and the battles with fresh dice.

        Raises:
            InputError: if nobody gave the agent a simulator.
        """
        if self.simulator is None:
            raise InputError("a search needs a simulator, allowed is an arena or `simulator.act_in(env, agent, ...)`")
        self._calls += 1
        seeds = np.random.default_rng((self._seed, self._calls)).integers(1, SEEDS, size=count)
        return seeds, self.simulator.positions(int(seeds[0]))

    def _think(self, planner: Planner, row: int, battles: NDArray[Any], mask: NDArray[np.bool_], seed: Any) -> int:
        played = self.take(planner, row, battles, mask, int(seed))
        self.found[row] = self.search(planner, self.simulations - played, int(seed))
        action = self.choose(planner, self.found[row])
        if self.reuse:
            self._kept[row] = planner.keep(action)
        return action


def usual_candidates(simulations: int) -> int:
    """How many actions halving begins with: so many that each can be tried a dozen times, 4 at least."""
    return min(max(4, simulations // TRIES), MOST_CANDIDATES)


def check_number(name: str, value: float, least: float, most: float) -> None:
    """Refuse a setting outside its range.

    Raises:
        InputError: if it is.
    """
    if not least <= value <= most:
        raise InputError(f"{name} is {value}, allowed are {least:g} to {most:g}")


def make_settings(**values: int) -> NDArray[Any]:
    """A (1,) record of `Settings`; what is not given is at its least.

    Raises:
        InputError: if a value is outside its field's range.
    """
    settings = new_records(Settings, 1)
    for item in fields_of(Settings):
        value = values.get(item.name, item.low)
        check_number(item.name, value, item.low, item.high)
        settings[item.name] = value
    return settings
