"""The tables of a contest: the leaderboard, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.comparisons import Budgets, find_budgets, pair
from brimstone_agents.benchmark.contest import Contest
from brimstone_agents.benchmark.mix import figures_of, mix_of, show
from brimstone_agents.benchmark.results import counts_of
from brimstone_agents.benchmark.scores import DRAWS, LEAST_SPAN
from brimstone_agents.benchmark.statistics import iqm, optimality_gap
from brimstone_agents.benchmark.tables import (
    NONE,
    Cell,
    Table,
    number,
    p_value,
    percent,
    text,
    whole,
    with_interval,
)
from brimstone_agents.intervals import wilson


def make_tables(contest: Contest) -> list[Table]:
    """All tables of a contest, the leaderboard first; those with nothing in them are left out."""
    tables = [
        leaderboard(contest),
        budget_table(contest),
        scenario_table(contest),
        improvement_table(contest),
        behaviour_table(contest),
        speed_table(contest),
        win_rate_table(contest),
        paired_table(contest),
    ]
    return [table for table in tables if table.rows]


def leaderboard(contest: Contest) -> Table:
    """The agents that played every scenario, the best one first."""
    headings = ["agent", "score (IQM)", "train split", "test split", "optimality gap", "wins (95 % interval)", "n",
                "decisions/s"]  # fmt: skip
    rows = [
        [
            text(contest.titles[agent]),
            with_interval(contest.figure(agent, iqm)),
            with_interval(contest.figure(agent, iqm, "train")),
            with_interval(contest.figure(agent, iqm, "test")),
            with_interval(contest.figure(agent, optimality_gap)),
            _win_cell(contest, agent),
            _battles_cell(contest, agent),
            _rate(contest.rate(agent)),
        ]
        for agent in contest.ranking
    ]
    return Table("leaderboard", "Leaderboard", headings, rows, score_note(contest))


def score_note(contest: Contest) -> str:
    """What the scores of the leaderboard are."""
    if contest.normalised is None:
        return f"Scores are not normalised: `random` or {contest.suite.reference} did not play."
    titles, normalised = contest.titles, contest.normalised
    kept, count = int(normalised.kept.sum()), len(contest.scores.scenarios)
    left = (
        f" (left out, as both coincide there, within {LEAST_SPAN:g}: {', '.join(normalised.left_out)})"
        if normalised.left_out
        else ""
    )
    return (
        f"Scores are normalised scenario by scenario: 0 is `random`, 1 is `{titles[normalised.reference]}`; they count "
        f"in {kept} of {count} scenarios{left}. IQM is the mean of the middle half of an agent's scenarios. The "
        f"optimality gap is by how much scores fall short of 1 on average; near 1 and with few battles it is "
        f"overstated, since luck above 1 does not count. Intervals in brackets are 95 %: Wilson's for wins of all "
        f"battles together, else of a bootstrap of {DRAWS:,} draws of the same battles for all agents, stratified by "
        f"scenario; they are about the battles played, not about another training of the same agent, and left out "
        f"where an agent played one battle of a scenario only. n: scenarios x battles in each."
    )


def _battles_cell(contest: Contest, agent: int) -> Cell:
    count = np.count_nonzero(contest.scores.battles[agent])
    return Cell(f"{count} x {contest.battles_each(agent)}", float(contest.scores.battles[agent].sum()))


def _win_cell(contest: Contest, agent: int) -> Cell:
    rate = contest.win_rate(agent)
    return Cell(f"{rate.value:.1%} ({100 * rate.low:.1f} to {100 * rate.high:.1f})", rate.value)


def _rate(rate: float) -> Cell:
    return number(rate, 0 if rate >= 10 else 1)


def budget_table(contest: Contest) -> Table:
    """Agents that differ in how much they search, on the scenarios that all of them play."""
    headings = ["agent", "simulations", "scenarios", "battles in each", "score (mean)", "wins (95 % interval)",
                "better than the one before", "paired difference"]  # fmt: skip
    rows = [
        row
        for group in find_budgets(contest.scores.agents)
        for agents in budget_sets(contest, group)
        for row in _budget_rows(contest, group, agents)
    ]
    note = (
        "Agents with the same search and different budgets, compared where all of a set play. `better than the one "
        "before` is the probability of improvement; the paired difference is that of mean scores (-1..1) on the same "
        "episode seeds."
    )
    return Table("budgets", "What a larger search budget gives", headings, rows, note)


def budget_sets(contest: Contest, group: Budgets) -> list[list[int]]:
    """The agents of a group that played everything, and all of them if there are more; only sets of two or more."""
    agents = [contest.scores.agents.index(agent) for agent in group.agents]
    whole_ones = [agent for agent in agents if agent not in contest.partial]
    sets = [whole_ones] if whole_ones == agents else [whole_ones, agents]
    return [chosen for chosen in sets if len(chosen) > 1]


def common_scenarios(contest: Contest, agents: Sequence[int]) -> NDArray[np.bool_]:
    """(S,) bool, the scenarios that all of the agents play."""
    common: NDArray[np.bool_] = np.all(contest.scores.battles[list(agents)] > 0, axis=0)
    return common


def _budget_rows(contest: Contest, group: Budgets, agents: list[int]) -> Iterable[list[Cell]]:
    scores, common = contest.scores, common_scenarios(contest, agents)
    names = [name for name, kept in zip(scores.scenarios, common, strict=True) if kept]
    budgets = dict(zip(group.agents, group.budgets, strict=True))
    for place, agent in enumerate(agents):
        wins, count = int(scores.wins[agent, common].sum()), int(scores.battles[agent, common].sum())
        low, high = wilson(wins, count)
        before = [text(NONE), text(NONE)]
        if place:
            chance, _ = scores.improvement(agent, agents[place - 1], within=common)
            paired = pair(contest.battles, scores.agents[agent], scores.agents[agents[place - 1]], names)
            before = [with_interval(chance), with_interval(paired.difference)]
        yield [
            text(contest.titles[agent]),
            whole(budgets[scores.agents[agent]]),
            whole(len(names)),
            number(count / len(names), 0),
            with_interval(contest.mean_score(agent, common)),
            Cell(f"{wins / count:.1%} ({100 * low:.1f} to {100 * high:.1f})", wins / count),
            *before,
        ]


def scenario_table(contest: Contest) -> Table:
    """Win rates, scenarios down, agents across."""
    agents = [*contest.ranking, *contest.partial]
    scores = contest.scores
    rows = []
    for place, (name, split) in enumerate(zip(scores.scenarios, scores.splits, strict=True)):
        rates = [_rate_of(contest, agent, place) for agent in agents]
        rows.append([text(name), text(split), *(percent(rate, None if isnan(rate) else rate) for rate in rates)])
    note = "Share of battles won. Intervals and numbers of battles stand in the table of win rates."
    return Table(
        "scenarios", "Wins by scenario", ["scenario", "split", *(contest.titles[a] for a in agents)], rows, note
    )


def _rate_of(contest: Contest, agent: int, scenario: int) -> float:
    count = int(contest.scores.battles[agent, scenario])
    return int(contest.scores.wins[agent, scenario]) / count if count else float("nan")


def yardsticks(contest: Contest) -> list[int]:
    """The agents that all others are compared with, by rank: the best one and the reference, or the best two."""
    reference = [contest.normalised.reference] if contest.normalised else []
    chosen = list(dict.fromkeys([*contest.ranking[:1], *reference, *contest.ranking]))[:2]
    return [agent for agent in contest.ranking if agent in chosen]


def improvement_table(contest: Contest) -> Table:
    """How likely the best agents do better than each other one."""
    best = yardsticks(contest)
    headings = ["agent", *(f"{contest.titles[agent]} does better" for agent in best), "scenarios"]
    rows = []
    for other in [*contest.ranking, *contest.partial] if best else []:
        chances = [contest.scores.improvement(agent, other) for agent in best]
        if best != [other]:
            cells = [
                text(NONE) if agent == other else with_interval(chance)
                for agent, (chance, _) in zip(best, chances, strict=True)
            ]
            rows.append([text(contest.titles[other]), *cells, whole(chances[0][1])])
    note = (
        "The probability of improvement: how likely the agent of the column ends a battle with a better score than "
        "the agent of the row does in another battle of the same scenario, ties half, averaged over scenarios. Above "
        "0.5 it is the better one."
    )
    return Table("improvement", "Probability of improvement", headings, rows, note)


def behaviour_table(contest: Contest) -> Table:
    """How the agents fight."""
    rows = []
    figures = figures_of(contest.rows.dtype.names or ())
    for agent in [*contest.ranking, *contest.partial]:
        mix = mix_of(counts_of(contest.rows[contest.rows["agent"] == contest.scores.agents[agent]]))
        cells = [Cell(show(figure, mix[figure.name]), mix[figure.name]) for figure in figures]
        rows.append([text(contest.titles[agent]), *cells])
    note = "Over all battles of an agent together; agents that did not play every scenario stand at the end."
    return Table("behaviour", "How they fight", ["agent", *(figure.heading for figure in figures)], rows, note)


def speed_table(contest: Contest) -> Table:
    """How fast the agents decide."""
    rows = []
    for agent in [*contest.ranking, *contest.partial]:
        rate = contest.rate(agent)
        if not isnan(rate):
            rows.append([text(contest.titles[agent]), _rate(rate), number(1000 / rate, 3)])
    places = ", ".join(sorted({timing.where for timing in contest.timings}))
    note = f"One process on one core, the rules included; measured while the benchmark ran on: {places}."
    return Table("speed", "Speed", ["agent", "decisions/s", "ms a decision"], rows, note)


def win_rate_table(contest: Contest) -> Table:
    """Every agent in every scenario."""
    scores, rows = contest.scores, []
    for agent in [*contest.ranking, *contest.partial]:
        for place in np.flatnonzero(scores.battles[agent] > 0):
            wins, count = int(scores.wins[agent, place]), int(scores.battles[agent, place])
            low, high = wilson(wins, count)
            rows.append(
                [
                    text(contest.titles[agent]),
                    text(scores.scenarios[place]),
                    text(scores.splits[place]),
                    whole(count),
                    whole(wins),
                    Cell(f"{wins / count:.1%}", wins / count),
                    Cell(f"{100 * low:.1f} to {100 * high:.1f} %", low),
                    number(float(scores.means[agent, place])),
                    number(contest.normalised_score(agent, int(place))),
                ]
            )
    headings = ["agent", "scenario", "split", "n", "won", "win rate", "95 % interval", "score", "normalised"]
    note = "Intervals are Wilson's. Scores are the rewards of a battle together, -1..1, means over n battles."
    return Table("win-rates", "Win rates", headings, rows, note, is_long=True)


def paired_table(contest: Contest) -> Table:
    """Every two agents on the battles that both played."""
    rows, agents = [], [*contest.ranking, *contest.partial]
    for place, one in enumerate(agents):
        for other in agents[place + 1 :]:
            found = pair(
                contest.battles, contest.scores.agents[one], contest.scores.agents[other], contest.scores.scenarios
            )
            if not found.pairs:
                continue
            rows.append(
                [
                    text(contest.titles[one]),
                    text(contest.titles[other]),
                    whole(found.scenarios),
                    whole(found.pairs),
                    whole(found.better),
                    whole(found.worse),
                    with_interval(found.difference),
                    p_value(found.p_value),
                    with_interval(contest.scores.improvement(one, other)[0]),
                ]
            )
    headings = ["agent", "against", "scenarios", "pairs", "better", "worse", "difference of scores", "p",
                "probability of improvement"]  # fmt: skip
    note = (
        "Battles of the same episode seeds (the same start; the dice part with the first different choice). p is the "
        "exact sign test of better against worse, two-sided, not corrected for the number of comparisons."
    )
    return Table("pairs", "Paired comparisons", headings, rows, note, is_long=True)
