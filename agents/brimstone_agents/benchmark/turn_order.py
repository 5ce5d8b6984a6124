"""``brimstone turn-order``: the same battles under the three orders of the option `turn_order`, compared.

Every agent plays the same episode seeds of every scenario under each order. A rate over several scenarios is the mean
of theirs, each counted alike; its interval is the normal one of a mean of independent strata.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.arena import RESULT, play_battles
from brimstone_agents.batch import load_match
from brimstone_agents.benchmark.behaviour import BEHAVIOUR, behaviours_of
from brimstone_agents.benchmark.mix import MIX, mix_of, show
from brimstone_agents.benchmark.suite import load_suite
from brimstone_agents.evaluate import format_rows, plain_number, progress_bar, write_rows
from brimstone_agents.intervals import Z_95, wilson
from brimstone_agents.roster import agent_name, make_agent
from brimstone_agents.rule_options import read_rule_options
from brimstone_agents.seeds import find_block
from brimstone_env.core.configs import allowed_words
from brimstone_env.core.errors import InputError

ORDERS = ("initiative", "alternating", "agility")
OPTION = "turn_order"


@dataclass(frozen=True)
class Played:
    """The battles of one agent under one order.

    Attributes:
        agent: its name.
        order: a word of `ORDERS`.
        results: records of dtype `RESULT` by scenario, the same seeds in each.
        behaviours: records of dtype `BEHAVIOUR`, all scenarios together; empty if they were not counted.
    """

    agent: str
    order: str
    results: dict[str, NDArray[Any]]
    behaviours: NDArray[Any] = field(default_factory=lambda: np.zeros(0, BEHAVIOUR))


def play_orders(
    specs: Sequence[str],
    scenarios: Sequence[str],
    seeds: NDArray[np.int64],
    options: dict[str, Any],
    counted: int,
    tables: str | None = None,
) -> Iterator[Played]:
    """Let agents play the same battles under each order.

    Args:
        specs: the agents.
        scenarios: names of scenarios.
        seeds: (n,) episode seeds of each of them.
        options: other options of the rules.
        counted: first battles of each scenario whose behaviour is counted.
        tables: folder of printed facts, None for the ones that come with the package.
    """
    for spec in specs:
        name, agent = agent_name(spec), make_agent(spec)
        for order in ORDERS:
            results, behaviours = {}, []
            with progress_bar(len(scenarios) * len(seeds), f"{name}, {order}") as bar:
                for scenario in scenarios:
                    match = load_match(scenario, tables, options={**options, OPTION: order})
                    actions: list[list[int]] = [[] for _ in range(min(counted, len(seeds)))]
                    results[scenario] = play_battles(agent, match, seeds, bar.update, actions)
                    behaviours.append(behaviours_of(match, results[scenario][: len(actions)], actions))
            yield Played(name, order, results, np.concatenate(behaviours))


# --- figures --------------------------------------------------------------------------------------------------------


def mean_rate(results: dict[str, NDArray[Any]]) -> tuple[float, float]:
    """The mean of the scenarios' win rates, and half the width of its 95 % interval.

    Each scenario's variance is that of a rate with one win and one loss added, so that it is not 0 where all was won.
    """
    rates = [float(rows["won"].mean()) for rows in results.values()]
    variances = []
    for rows in results.values():
        smooth = (float(rows["won"].sum()) + 1) / (len(rows) + 2)
        variances.append(smooth * (1 - smooth) / len(rows))
    return float(np.mean(rates)), Z_95 * sqrt(sum(variances)) / len(rates)


def mean_gain(results: dict[str, NDArray[Any]], base: dict[str, NDArray[Any]]) -> tuple[float, float]:
    """By how much the mean win rate is higher than under another order, paired by seeds, and half its interval."""
    gains, variances = [], []
    for name, rows in results.items():
        difference = rows["won"].astype(np.float64) - base[name]["won"]
        gains.append(float(difference.mean()))
        variances.append((float(difference.var()) + 2 / (len(rows) + 2) ** 2) / len(rows))
    return float(np.mean(gains)), Z_95 * sqrt(sum(variances)) / len(gains)


def overall_rows(played: Sequence[Played]) -> list[list[str]]:
    """The table over all scenarios: a row for each agent and order."""
    rows = [["agent", "order", "wins", "95 % interval", "v. initiative", "95 % interval", "turns", "decisions", "n"]]
    for one in played:
        base = next(other for other in played if (other.agent, other.order) == (one.agent, ORDERS[0]))
        rate, half = mean_rate(one.results)
        gain, spread = mean_gain(one.results, base.results)
        everything = np.concatenate(list(one.results.values()))
        is_base = one.order == ORDERS[0]
        rows.append(
            [
                one.agent,
                one.order,
                f"{rate:.1%}",
                f"{max(rate - half, 0):.1%} to {min(rate + half, 1):.1%}",
                "-" if is_base else f"{100 * gain:+.1f}",
                "-" if is_base else f"{100 * (gain - spread):+.1f} to {100 * (gain + spread):+.1f}",
                f"{everything['turns'].mean():.1f}",
                f"{everything['decisions'].mean():.0f}",
                f"{len(everything):,}",
            ]
        )
    return rows


def scenario_rows(played: Sequence[Played]) -> list[list[str]]:
    """The table by scenario: wins in percent and their intervals, a column for each order."""
    rows = [["agent", "scenario", *ORDERS]]
    for name in dict.fromkeys(one.agent for one in played):
        mine = [one for one in played if one.agent == name]
        for scenario in mine[0].results:
            cells = []
            for one in mine:
                won = one.results[scenario]["won"]
                low, high = wilson(int(won.sum()), len(won))
                cells.append(f"{100 * won.mean():.0f} ({100 * low:.0f} to {100 * high:.0f})")
            rows.append([name, scenario, *cells])
    return rows


def behaviour_rows(played: Sequence[Played]) -> list[list[str]]:
    """How agents played: a row for each figure, a column for each agent and order."""
    mixes = [mix_of(one.behaviours) for one in played]
    headings = ["behaviour", *(f"{one.agent}, {one.order}" for one in played)]
    return [headings, *([figure.heading, *(show(figure, mix[figure.name]) for mix in mixes)] for figure in MIX)]


# --- the command ----------------------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``."""
    if args.csv and not Path(args.csv).parent.is_dir():
        raise InputError(f"{args.csv}: its folder does not exist; nothing was played")
    suite = load_suite(args.suite)
    names = [row.name for row in suite.scenarios]
    for name in args.scenarios or []:
        if name not in names:
            raise InputError(f"--scenarios {name!r} is not in the suite: {allowed_words(name, names)}")
    options = read_rule_options(args.option)
    if OPTION in options:
        raise InputError(f"--option {OPTION}: all of {', '.join(ORDERS)} are played")
    seeds = find_block(suite.seeds).seeds(args.episodes)
    scenarios = args.scenarios or names
    played = list(play_orders(args.agents, scenarios, seeds, options, args.behaviours, args.tables))
    print("\n".join(format_rows(overall_rows(played))))
    print(
        f"\nmeans of {len(scenarios)} scenarios of {suite.name}, seeds {seeds[0]} to {seeds[-1]}; differences in points"
    )
    print("\n" + "\n".join(format_rows(scenario_rows(played))))
    if args.behaviours:
        print("\n" + "\n".join(format_rows(behaviour_rows(played))))
    if args.csv:
        write_rows(Path(args.csv), ["agent", "order", "scenario", *(RESULT.names or ())], csv_rows(played))
        print(f"one row a battle: {args.csv}", file=sys.stderr)
    return 0


def csv_rows(played: Sequence[Played]) -> Iterator[list[Any]]:
    """One row a battle: agent, order, scenario, then the fields of `RESULT`."""
    for one in played:
        for scenario, results in one.results.items():
            for row in results.tolist():
                yield [one.agent, one.order, scenario, *map(plain_number, row)]
