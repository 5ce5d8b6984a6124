"""``brimstone odds``: the exact chances of what an action leads to, from a position in a file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from brimstone_env.core.configs import read_toml
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game, find_game
from brimstone_env.core.notation import format_script
from brimstone_env.core.odds import Odds, find_odds

SHOWN_VALUES = 16  # of a fact; further ones are summed up
LONGEST_FRACTION = 24  # characters; longer ones are shown in percent only
# Facts that comparisons show, those of them that the game has.
SUMMARY = (
    "kills", "wounds_dealt", "wounds_taken", "horror_taken", "knocked_out", "experience",
    "damage_dealt", "damage_taken", "fallen", "resource_spent",
)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; see `cli`.

    Raises:
        InputError: if the position, the action or an option cannot be used.
    """
    path = Path(args.position)
    data = dict(read_toml(path))
    game = find_game(data.pop("game", args.game))
    tables = game.load_tables(Path(args.tables) if args.tables else None)
    battles, books, dice = game.parse_position(data, tables, str(path))
    if format_script(dice[0], game.roll_kinds):
        raise InputError(f"{path}: dice are scripted, allowed for odds is a position without `dice`")
    how = {key: getattr(args, key) for key in ("rerolls", "objective", "limit", "samples", "seed")}
    names = [args.action] if args.action else find_actions(game, tables, battles, books, dice)
    found = {name: find_odds(game, tables, battles, books, name, **how) for name in names}
    if args.json:
        print(json.dumps({name: odds.as_dict() for name, odds in found.items()}, indent=2))
    elif args.action:
        print("\n".join(describe(args.action, found[args.action], args.when or [])))
    else:
        print("\n".join(compare(found, args.when or [])))
    return 0


def find_actions(game: Game, tables: Any, battles: Any, books: Any, dice: Any) -> list[str]:
    """The names of all legal actions.

    Raises:
        InputError: if nothing is asked in the position.
    """
    if battles["pending"]["kind"][0] == 0:
        commands = ", ".join(game.case_commands)
        raise InputError(f"nothing is asked in this position: name what goes on, one of {commands}")
    mask = game.mask(battles, books, dice)[0]
    return [game.action_name(index, battles[0], books[0], tables) for index in np.flatnonzero(mask).tolist()]


def describe(action: str, odds: Odds, conditions: list[str]) -> Iterator[str]:
    """An action's odds, line by line."""
    yield f"{action}: {how_known(odds)}"
    yield f"({odds.policy})"
    for condition in conditions:
        yield f"  {condition}: {say_chance(odds, odds.chance(condition))}{say_interval(odds, condition)}"
    for name in odds.names:
        values = odds.distribution(name)
        if len(values) < 2 or name.endswith((".at", ".target")):
            continue
        yield f"  {name}, on average {float(odds.mean(name)):.4g}"
        yield from (f"    {line}" for line in say_values(odds, values))
    if len(odds.outcomes) == 1:
        yield "  nothing is left to chance"


def how_known(odds: Odds) -> str:
    """Whether odds are exact."""
    if odds.exact:
        return f"exact, {len(odds.outcomes):,} different outcomes"
    return f"{odds.samples:,} battles played, since there are too many outcomes: chances are estimates"


def say_values(odds: Odds, values: Mapping[int, Fraction]) -> Iterator[str]:
    """A line for each value of a fact; the last ones together if they are many."""
    shown = list(values.items())[:SHOWN_VALUES]
    for value, chance in shown:
        yield f"{value:>4}  {say_chance(odds, chance)}"
    if len(values) > len(shown):
        rest = sum((chance for _, chance in list(values.items())[SHOWN_VALUES:]), Fraction(0))
        yield f"more  {say_chance(odds, rest)}"


def say_chance(odds: Odds, chance: Fraction) -> str:
    """A chance in percent, and as a fraction if it is exact and not too long."""
    fraction = f"{chance.numerator}/{chance.denominator}"
    exact = f"  {fraction}" if odds.exact and len(fraction) <= LONGEST_FRACTION else ""
    return f"{100 * float(chance):7.3f} %{exact}"


def say_interval(odds: Odds, condition: str) -> str:
    """The interval of a sampled chance."""
    if odds.exact:
        return ""
    low, high = odds.interval(condition)
    return f" (95 %: {100 * low:.3f} to {100 * high:.3f})"


def compare(found: Mapping[str, Odds], conditions: list[str]) -> Iterator[str]:
    """A line for each action that dice decide about: averages, and the chances of conditions."""
    open_ones = {name: odds for name, odds in found.items() if len(odds.outcomes) > 1}
    if not open_ones:
        yield "no legal action here depends on dice"
        return
    yield next(iter(open_ones.values())).policy
    facts = [fact for fact in SUMMARY if fact in next(iter(open_ones.values())).names]
    heads = [*facts, *conditions]
    width = max(len(name) for name in open_ones) + 1
    yield f"{'on average':<{width}}" + "".join(f"  {head:>12}" for head in heads)
    for name, odds in open_ones.items():
        cells = [f"{float(odds.mean(fact)):.3f}" for fact in facts]
        cells += [f"{100 * float(odds.chance(condition)):.2f} %" for condition in conditions]
        cells = [f"{cell:>{max(12, len(head))}}" for cell, head in zip(cells, heads, strict=True)]
        yield f"{name + ('' if odds.exact else '~'):<{width}}" + "".join(f"  {cell}" for cell in cells)
    if not all(odds.exact for odds in open_ones.values()):
        yield "~ estimated by playing: there are too many outcomes"
    certain = len(found) - len(open_ones)
    if certain:
        yield f"({certain} further actions without dice)"
