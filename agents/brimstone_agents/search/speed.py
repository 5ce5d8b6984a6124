"""How many playouts a second the search plays: for `brimstone bench`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from brimstone_agents.batch import Batch, Match
from brimstone_agents.playbook import QUICK_ROLLOUTS, USUAL_ROLLOUTS, playbook_of
from brimstone_agents.search.agent import make_settings
from brimstone_agents.search.entry import Command
from brimstone_agents.search.planner import Planner
from brimstone_agents.simulator import Simulator

Row = tuple[str, float, str, float | None]  # what, value, unit, budget
TURNS = 2
POSITIONS = 16
BUDGET = 4000  # playouts a second on one core: 8,000 on two


def measure_search(match: Match, playouts: int, runs: int) -> Iterator[Row]:
    """Playouts truncated at two turns, from the first decisions of battles, by the tactics that are made for it.

    Args:
        match: what is played.
        playouts: how many a run, for each thread.
        runs: of which the best counts.
    """
    batch = Batch(match, POSITIONS)
    batch.reset(np.arange(POSITIONS))
    battles, masks = Simulator(match, batch.battles).positions(), batch.masks.copy()
    cores = len(os.sched_getaffinity(0))
    for rollouts in (USUAL_ROLLOUTS, QUICK_ROLLOUTS):
        tactics = playbook_of(match.game).tactic_rows(rollouts)
        settings = make_settings(turns=TURNS, trust=600, candidates=400)
        planners = [Planner(match, settings, tactics, playouts) for _ in range(cores)]

        def play(planner: Planner) -> int:
            played = 0
            for i in range(POSITIONS):
                planner.begin(battles[i : i + 1], masks[i])
                played += planner.call(Command.HALVE, playouts // POSITIONS, i)
            return played

        for threads in sorted({1, cores}):
            best = max(time_playouts(play, planners[:threads]) for _ in range(runs + 1))
            where = "one core" if threads == 1 else f"{threads} cores"
            budget = BUDGET * threads if threads <= 2 else None
            yield f"search, playouts of {TURNS} turns by `{rollouts}`, {where}", best, "playouts/s", budget


def time_playouts(play: Callable[[Planner], int], planners: list[Planner]) -> float:
    """Playouts a second of all planners at once, each on a thread of its own."""
    started = time.perf_counter()
    with ThreadPoolExecutor(len(planners)) as pool:
        played = sum(pool.map(play, planners))
    return played / (time.perf_counter() - started)
