"""The plots of a benchmark, as PNG files; needs matplotlib (extra `benchmark`).

Colours are Okabe and Ito's, which people with any colour vision tell apart; kinds of agents differ in their markers
too. Sizes are for a README about 900 pixels wide.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isnan
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from brimstone_agents.benchmark.comparisons import find_budgets
from brimstone_agents.benchmark.contest import Contest
from brimstone_agents.benchmark.families import FAMILIES, OTHER, family_of
from brimstone_agents.benchmark.scores import Estimate, Normalised
from brimstone_agents.benchmark.standings import budget_sets, common_scenarios, yardsticks
from brimstone_agents.benchmark.statistics import Floats, iqm, optimality_gap, percentile_interval, performance_profile

DPI = 150
WIDTH = 9.0  # inches
LINE = 0.3  # inches for each row of a plot
MARKS = {"random": "X", "open_loop": "P", "scripted": "s", "ppo": "D", "search": "o", OTHER: "^"}
LEVELS = 141  # of the performance profile
LOWEST, LEAST_TOP, MOST_TOP = -0.25, 1.2, 2.5  # the levels begin and end there, as far up as there are scores
LINES_SHOWN = 7  # lines of the performance profile with a colour


@dataclass(frozen=True)
class Theme:
    """The colours of the plots.

    Attributes:
        paper: the background.
        ink: words and axes.
        pale: grid and lines behind.
        hues: for lines and kinds of agents.
        shades: name of the colour map of shares.
    """

    paper: str
    ink: str
    pale: str
    hues: tuple[str, ...]
    shades: str


LIGHT = Theme(
    "#ffffff",
    "#1f2328",
    "#d5d9de",
    ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9", "#000000"),
    "cividis",
)
DARK = Theme(
    "#16191d",
    "#e6e8ea",
    "#3b4148",
    ("#56b4e9", "#e69f00", "#2bc39a", "#cc79a7", "#f0e442", "#8fb8de", "#ffffff"),
    "cividis",
)


def draw_plots(contest: Contest, theme: Theme = LIGHT) -> dict[str, bytes]:
    """Draw all plots that the contest has something for.

    Args:
        contest: what to show.
        theme: in which colours.

    Returns:
        PNG files by name; the name says what is shown.
    """
    drawers = {
        "leaderboard-intervals": draw_intervals,
        "leaderboard-profiles": draw_profiles,
        "budgets-curve": draw_budgets,
        "scenarios-wins": draw_wins,
        "improvement-chances": draw_improvement,
    }
    with themed(theme):
        figures = {name: drawer(contest, theme) for name, drawer in drawers.items()}
        return {f"{name}.png": to_png(figure) for name, figure in figures.items() if figure is not None}


@contextmanager
def themed(theme: Theme) -> Iterator[None]:
    """Matplotlib's settings for a while."""
    settings: Any = {
        "figure.facecolor": theme.paper,
        "axes.facecolor": theme.paper,
        "savefig.facecolor": theme.paper,
        "text.color": theme.ink,
        "axes.labelcolor": theme.ink,
        "axes.edgecolor": theme.pale,
        "xtick.color": theme.ink,
        "ytick.color": theme.ink,
        "grid.color": theme.pale,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "font.family": "DejaVu Sans",
        "font.size": 10,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(settings):
        yield


def to_png(figure: Figure) -> bytes:
    """A figure as a PNG file, the same bytes for the same figure."""
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=DPI, bbox_inches="tight", pad_inches=0.1, metadata={"Software": None})
    return data.getvalue()


def hue_of(contest: Contest, agent: int, theme: Theme) -> tuple[str, str]:
    """Colour and marker of an agent, by its kind."""
    family = family_of(contest.scores.agents[agent])
    return theme.hues[list(FAMILIES).index(family)], MARKS[family]


def mark_interval(axes: Axes, place: float, figure: Estimate, hue: str, mark: str) -> None:
    """Draw a figure and its interval in a row."""
    if not isnan(figure.low):
        axes.plot([figure.low, figure.high], [place, place], color=hue, linewidth=5, alpha=0.35, solid_capstyle="butt")
    axes.plot([figure.value], [place], mark, color=hue, markersize=6)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Put names beside the rows, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.grid(axis="x", linewidth=0.8)


def draw_intervals(contest: Contest, theme: Theme) -> Figure | None:
    """Interquartile mean and optimality gap with their intervals, an agent a row."""
    agents = contest.ranking
    if not agents or not contest.has_normalised:
        return None
    figure = Figure(figsize=(WIDTH, 1.3 + LINE * len(agents)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for place, agent in enumerate(agents):
        hue, mark = hue_of(contest, agent, theme)
        mark_interval(left, place, contest.figure(agent, iqm), hue, mark)
        mark_interval(right, place, contest.figure(agent, optimality_gap), hue, mark)
    name_rows(left, [contest.titles[agent] for agent in agents])
    name_rows(right, [contest.titles[agent] for agent in agents])
    left.set_title("Score: interquartile mean")
    right.set_title("Optimality gap")
    left.set_xlabel(f"0: random, 1: {_reference(contest)}; higher is better")
    right.set_xlabel("lower is better")
    _add_families(figure, contest, theme)
    return figure


def _reference(contest: Contest) -> str:
    return contest.titles[contest.normalised.reference] if contest.normalised else ""


def _add_families(figure: Figure, contest: Contest, theme: Theme) -> None:
    """A legend of the kinds of agents below the figure."""
    found = {family_of(contest.scores.agents[agent]) for agent in contest.ranking}
    axes = figure.axes[0]
    handles = [
        axes.plot([], [], MARKS[family], color=theme.hues[place], label=words)[0]
        for place, (family, words) in enumerate(FAMILIES.items())
        if family in found
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), fontsize=9)


def draw_profiles(contest: Contest, theme: Theme) -> Figure | None:
    """The share of scenarios in which an agent scores better than each level."""
    shown = pick_lines(contest)
    if not shown or contest.normalised is None or not contest.has_normalised:
        return None
    figure = Figure(figsize=(WIDTH, 4.6), layout="constrained")
    axes = figure.subplots()
    levels = profile_levels(contest.normalised)
    for agent in _measured(contest):
        if agent not in shown:
            axes.step(levels, _profile(contest, agent, levels)[0], where="mid", color=theme.pale, linewidth=1)
    for place, agent in enumerate(shown):
        hue = theme.hues[place % len(theme.hues)]
        shares, draws = _profile(contest, agent, levels)
        if contest.scores.has_interval(agent, contest.normalised.kept):
            low, high = percentile_interval(draws)
            axes.fill_between(levels, low, high, color=hue, alpha=0.15, linewidth=0, step="mid")
        axes.step(levels, shares, where="mid", color=hue, linewidth=2, linestyle=("-", "--", "-.", ":")[place % 4],
                  label=contest.titles[agent])  # fmt: skip
    axes.set_title("Performance profile")
    axes.set_xlabel(f"normalised score τ (0: random, 1: {_reference(contest)})")
    axes.set_ylabel("share of scenarios with a score above τ")
    axes.set_xlim(levels[0], levels[-1])
    axes.set_ylim(-0.02, 1.02)
    axes.grid(linewidth=0.8)
    axes.legend(fontsize=9, loc="upper right")
    return figure


def profile_levels(normalised: Normalised) -> Floats:
    """The levels of the performance profile, up to the highest score that counts."""
    best = np.nanmax(normalised.values[:, normalised.kept])
    return np.linspace(LOWEST, float(np.clip(best + 0.1, LEAST_TOP, MOST_TOP)), LEVELS)


def _profile(contest: Contest, agent: int, levels: Floats) -> tuple[Floats, Floats]:
    """The profile of an agent, and that of each draw."""
    assert contest.normalised is not None
    kept = contest.normalised.kept
    values, drawn = contest.normalised.values[agent, kept], contest.normalised.drawn[:, agent, kept]
    return performance_profile(values, levels), performance_profile(drawn, levels)


def _measured(contest: Contest) -> list[int]:
    """The agents by rank, without the two whose scores are 0 and 1 by definition."""
    fixed = (contest.normalised.random, contest.normalised.reference) if contest.normalised else ()
    return [agent for agent in contest.ranking if agent not in fixed]


def pick_lines(contest: Contest) -> list[int]:
    """The agents whose lines have colours: the best of each kind first, then others from the top; by rank."""
    agents, best = _measured(contest), dict[str, int]()
    for agent in agents:
        best.setdefault(family_of(contest.scores.agents[agent]), agent)
    chosen = [*best.values(), *(agent for agent in agents if agent not in best.values())][:LINES_SHOWN]
    return [agent for agent in agents if agent in chosen]


def draw_budgets(contest: Contest, theme: Theme) -> Figure | None:
    """The score by the search budget."""
    sets = [
        (group, agents)
        for group in find_budgets(contest.scores.agents)
        for agents in budget_sets(contest, group)
        if contest.has_normalised
    ]
    if not sets:
        return None
    figure = Figure(figsize=(WIDTH, 4.3), layout="constrained")
    axes = figure.subplots()
    for place, (group, agents) in enumerate(sets):
        common = common_scenarios(contest, agents)
        found = [contest.mean_score(agent, common) for agent in agents]
        budgets = [dict(zip(group.agents, group.budgets, strict=True))[contest.scores.agents[a]] for a in agents]
        shifted = np.array(budgets) * 1.03**place  # so that intervals stand side by side
        label = f"{group.name} in {int(common.sum())} scenarios"
        _draw_curve(axes, shifted, found, theme.hues[place % len(theme.hues)], label)
    axes.set_xscale("log")
    axes.set_xticks(sorted({b for group, _ in sets for b in group.budgets}))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.minorticks_off()
    axes.set_title("What a larger search budget gives")
    axes.set_xlabel("simulations a decision")
    axes.set_ylabel(f"mean score (0: random, 1: {_reference(contest)})", fontsize=9)
    axes.grid(linewidth=0.8)
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
    return figure


def _draw_curve(axes: Axes, places: Floats, found: Sequence[Estimate], hue: str, label: str) -> None:
    values, low, high = (np.array([getattr(item, end) for item in found]) for end in ("value", "low", "high"))
    axes.vlines(places, np.where(np.isnan(low), values, low), np.where(np.isnan(high), values, high), color=hue,
                linewidth=5, alpha=0.35)  # fmt: skip
    axes.plot(places, values, "o-", color=hue, label=label)


def draw_wins(contest: Contest, theme: Theme) -> Figure:
    """A heat map of win rates, scenarios down, agents across."""
    scores, agents = contest.scores, [*contest.ranking, *contest.partial]
    with np.errstate(invalid="ignore"):
        rates = (scores.wins / scores.battles)[agents].T
    figure = Figure(figsize=(max(5.0, 2.0 + 0.55 * len(agents)), 1.6 + LINE * len(rates)), layout="constrained")
    axes = figure.subplots()
    shades = matplotlib.colormaps[theme.shades]
    axes.imshow(rates, cmap=shades, vmin=0, vmax=1, aspect="auto")
    for row, column in np.argwhere(~np.isnan(rates)):
        rate = rates[row, column]
        axes.text(column, row, f"{100 * rate:.0f}", ha="center", va="center",
                  color="#000000" if rate > 0.5 else "#ffffff")  # fmt: skip
    axes.set_xticks(
        range(len(agents)), [contest.titles[agent] for agent in agents], rotation=40, ha="right", fontsize=9
    )
    names = [f"{name} ({split})" for name, split in zip(scores.scenarios, scores.splits, strict=True)]
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for row in range(1, len(names)):
        if scores.splits[row] != scores.splits[row - 1]:
            axes.axhline(row - 0.5, color=theme.paper, linewidth=4)
    if contest.partial:
        axes.axvline(len(contest.ranking) - 0.5, color=theme.paper, linewidth=4)
    axes.set_title("Battles won, percent")
    return figure


def draw_improvement(contest: Contest, theme: Theme) -> Figure | None:
    """How likely the best agents do better than each other one."""
    best = yardsticks(contest)
    others = [*contest.ranking, *contest.partial]
    if not best or len(others) < 2:
        return None
    figure = Figure(figsize=(WIDTH, 1.2 + LINE * len(others)), layout="constrained")
    panels = figure.subplots(1, len(best), sharey=True, squeeze=False)[0]
    for axes, agent in zip(panels, best, strict=True):
        for place, other in enumerate(others):
            hue, mark = hue_of(contest, other, theme)
            if other != agent:
                mark_interval(axes, place, contest.scores.improvement(agent, other)[0], hue, mark)
        name_rows(axes, [contest.titles[other] for other in others])
        axes.axvline(0.5, color=theme.ink, linewidth=1, linestyle="--")
        axes.set_xlim(0.2, 1.0)
        axes.set_title(f"{contest.titles[agent]} does better")
        axes.set_xlabel("probability of improvement")
    return figure
