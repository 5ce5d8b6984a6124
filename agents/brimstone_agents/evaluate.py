"""``brimstone evaluate``: agents play the same battles, and a table says how they did."""

from __future__ import annotations

import argparse
import csv
import io
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.arena import RESULT, play_battles
from brimstone_agents.base import Agent
from brimstone_agents.batch import Match, load_match, name_game
from brimstone_agents.benchmark.behaviour import behaviours_of
from brimstone_agents.benchmark.mix import mix_of, mix_rows
from brimstone_agents.intervals import mean_interval, wilson
from brimstone_agents.roster import agent_name, make_agent
from brimstone_agents.rule_options import read_rule_options
from brimstone_agents.seeds import find_block
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.core.replay import Recorder, write_replay

HEADINGS = ("agent", "wins", "95 % interval", "heroes standing", "turns", "decisions", "n", "decisions/s")


@dataclass(frozen=True)
class Summary:
    """How one agent did.

    Attributes:
        agent: its name in the table.
        battles: battles played.
        wins: battles won.
        win_low: lower end of the win rate's 95 % interval (Wilson).
        win_high: upper end.
        heroes_standing: mean number of heroes standing at the end, defeats count 0.
        heroes_spread: half the width of its 95 % interval.
        turns: mean number of turns.
        decisions: median number of decisions a battle.
        illegal: illegal actions, all battles together.
        cut_off: battles stopped undecided.
        rate: decisions a second, the agent's own time included.
    """

    agent: str
    battles: int
    wins: int
    win_low: float
    win_high: float
    heroes_standing: float
    heroes_spread: float
    turns: float
    decisions: float
    illegal: int
    cut_off: int
    rate: float

    @property
    def win_rate(self) -> float:
        """Battles won of battles played."""
        return self.wins / self.battles


def summarise(agent: str, results: NDArray[Any], seconds: float = 0.0) -> Summary:
    """Sum up the results of one agent.

    Args:
        agent: its name in the table.
        results: (n,) records of dtype ``RESULT``, 1 or more.
        seconds: what they took, 0 if it was not measured.
    """
    count, wins = len(results), int(results["won"].sum())
    low, high = wilson(wins, count)
    standing = results["heroes_standing"].astype(np.float64)
    deviation = float(standing.std(ddof=1)) if count > 1 else 0.0
    mean = float(standing.mean())
    return Summary(
        agent=agent,
        battles=count,
        wins=wins,
        win_low=low,
        win_high=high,
        heroes_standing=mean,
        heroes_spread=mean_interval(mean, deviation, count)[1] - mean,
        turns=float(results["turns"].mean()),
        decisions=float(np.median(results["decisions"])),
        illegal=int(results["illegal"].sum()),
        cut_off=int(results["cut_off"].sum()),
        rate=float(results["decisions"].sum()) / seconds if seconds > 0 else 0.0,
    )


def format_table(summaries: Sequence[Summary]) -> str:
    """The table as text: one row an agent, in columns. It is a Markdown table too."""
    lines = format_rows([HEADINGS, *(_format_row(summary) for summary in summaries)])
    for summary in summaries:
        if summary.illegal or summary.cut_off:
            lines.append(
                f"{summary.agent}: {summary.illegal} illegal actions, {summary.cut_off} battles cut off undecided"
            )
    return "\n".join(lines)


def format_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table in aligned columns, line by line; the first row holds the headings."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [_format_line(row, widths) for row in rows]
    return [lines[0], _format_line(["-" * width for width in widths], widths), *lines[1:]]


def _format_row(summary: Summary) -> tuple[str, ...]:
    return (
        summary.agent,
        f"{summary.win_rate:.1%}",
        f"{summary.win_low:.1%} to {summary.win_high:.1%}",
        f"{summary.heroes_standing:.2f} ± {summary.heroes_spread:.2f}",
        f"{summary.turns:.1f}",
        f"{summary.decisions:.0f}",
        f"{summary.battles:,}",
        f"{summary.rate:,.0f}" if summary.rate else "-",
    )


def _format_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = f"{cells[0]:{widths[0]}}"
    others = [f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:], strict=True)]
    return "| " + " | ".join([first, *others]) + " |"


def evaluate(
    agent: Agent, name: str, match: Match, seeds: NDArray[np.int64], actions: Sequence[list[int]] = ()
) -> tuple[Summary, NDArray[Any]]:
    """Let one agent play, with a progress bar, and sum up.

    Args:
        agent: who plays.
        name: its name in the table.
        match: what is played.
        seeds: (n,) episode seeds.
        actions: lists that get the actions of the first battles.

    Returns:
        The summary, and the (n,) results by battle.
    """
    play_battles(agent, match, seeds[:1])  # compiling is not the agent's time
    started = time.perf_counter()
    with progress_bar(len(seeds), name) as bar:
        results = play_battles(agent, match, seeds, bar.update, actions)
    return summarise(name, results, time.perf_counter() - started), results


@contextmanager
def progress_bar(total: int, label: str) -> Iterator[Any]:
    """A progress bar on standard error, shown only when that is a terminal."""
    from tqdm import tqdm

    with tqdm(total=total, desc=label, unit="battle", disable=None, leave=False) as bar:
        yield bar


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``."""
    if args.csv and not Path(args.csv).parent.is_dir():
        raise InputError(f"{args.csv}: its folder does not exist; nothing was played")
    folder = make_folder(args.record) if vars(args).get("record") else None
    agents = [(agent_name(spec), make_agent(spec)) for spec in args.agents]
    options = read_rule_options(vars(args).get("option") or [])
    match = load_match(args.scenario, args.tables, options=options)
    seeds = find_block(args.seeds).seeds(args.episodes, args.skip)
    summaries, battles, mixes = [], [], []
    for name, agent in agents:
        kept = len(seeds) if args.behaviour else min(args.records, len(seeds)) if folder else 0
        actions: list[list[int]] = [[] for _ in range(kept)]
        summary, results = evaluate(agent, name, match, seeds, actions)
        if folder:
            for seed, chosen in zip(seeds.tolist(), actions[: args.records], strict=False):
                record_battle(folder / f"{file_name(name)}-{seed}.json", args, name, seed, chosen)
        if args.behaviour:
            mixes.append((name, mix_of(behaviours_of(match, results, actions))))
        summaries.append(summary)
        battles.append((name, results))
    print(format_table(summaries))
    print(f"\nscenario {match.scenario}, seeds {seeds[0]} to {seeds[-1]} (block {args.seeds}), median of decisions")
    if mixes:
        print("\n" + "\n".join(format_rows(mix_rows(mixes))))
    if folder:
        print(f"replays: {folder}", file=sys.stderr)
    if args.csv:
        write_csv(Path(args.csv), battles)
        print(f"one row a battle: {args.csv}", file=sys.stderr)
    return 0


def make_folder(path: str) -> Path:
    """A folder to write to.

    Raises:
        InputError: if it cannot be made.
    """
    folder = Path(path).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made a folder: {error.strerror}; nothing was played") from error
    return folder


def file_name(agent: str) -> str:
    """An agent's name without what file systems do not take."""
    return re.sub(r"[^\w.,=@-]+", "_", agent)


def record_battle(path: Path, args: argparse.Namespace, name: str, seed: int, actions: Sequence[int]) -> None:
    """Play a battle of the arena again, with a log, and write its replay."""
    options = read_rule_options(vars(args).get("option") or [])
    game = name_game(args.scenario)
    env = RulebookEnv(game, args.scenario, args.tables, log=True, illegal_action="raise", **options)
    recorder = Recorder(env, agent=name)
    recorder.begin(env.reset(options={"episode_seed": seed})[1])
    for action in actions:
        called = recorder.name(action)
        env.step(action)
        recorder.add(action, called)
    write_replay(recorder.replay(), path)


def plain_number(value: Any) -> Any:
    """A value of a result as files hold it: truth as 0 or 1, all else as it is."""
    return int(value) if isinstance(value, bool) else value


def write_csv(path: Path, battles: Sequence[tuple[str, NDArray[Any]]]) -> None:
    """Write one row a battle: the agent's name, then the fields of ``RESULT``."""
    rows = ([agent, *map(plain_number, row)] for agent, results in battles for row in results.tolist())
    write_rows(path, ["agent", *(RESULT.names or ())], rows)


def write_rows(path: Path, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table of comma-separated values, whole or not at all.

    Raises:
        InputError: if the file cannot be written.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows(rows)
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(text.getvalue(), encoding="utf-8", newline="")
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
