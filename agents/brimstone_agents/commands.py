"""The short subcommands: rule cases, the export of the printed tables, the table of agents."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from brimstone_env.core.errors import InputError


def run_cases(args: argparse.Namespace) -> int:
    """``brimstone cases FILE...``: run rule cases and print one line a case; status 1 if any fails."""
    from brimstone_env.core.cases import run_files

    passed = run_files([Path(file) for file in args.files], Path(args.tables) if args.tables else None)
    return 0 if passed else 1


def run_tables(args: argparse.Namespace) -> int:
    """``brimstone tables``: copy the printed facts for a user to change (`export`), or read changed ones (`check`).

    Raises:
        InputError: if the folder already holds something, or the tables in it are wrong.
    """
    if args.action == "check":
        check = check_tables if args.game == "battle" else check_rounds_tables
        return check(Path(args.folder))
    files = importlib.import_module(f"brimstone_env.{args.game}.table_files")

    folder = Path(args.folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: already holds something, allowed is a new or empty folder")
    files.export_tables(folder)
    print(f"the printed tables are in {folder}; change them and pass --tables {folder}")
    return 0


def check_tables(folder: Path) -> int:
    """Read tables of a user's own, make a book for each map, and say how much is in them.

    Raises:
        InputError: if something is wrong with them; one sentence names file, row, key, value and what is allowed.
    """
    from brimstone_env.core.game import find_game

    game = find_game("battle")
    tables = game.load_tables(folder)
    enemies = [[tables.enemies[0].name, 1]]
    for i, row in enumerate(tables.maps):
        scenario = {"name": row.name, "map": row.name, "party": [tables.class_names[0]]}
        try:
            game.make_book(tables, game.load_scenario({**scenario, "enemies": enemies}), {})
        except InputError as error:
            said = str(error).removeprefix(f"scenario {row.name}").removeprefix(f", map {row.name}")
            raise InputError(f"{folder / 'maps.toml'}, map {i + 1} ({row.name}){said}") from error
        game.make_book(tables, game.load_scenario(scenario), {})
    counts = ", ".join(f"{len(rows)} [[{kind}]]" for kind, rows in tables.to_rows().items())
    print(f"{folder}: no fault found in {counts}")
    return 0


def check_rounds_tables(folder: Path) -> int:
    """Read tables of the rounds of a user's own, make a book with them, and say how much is in them.

    Raises:
        InputError: if something is wrong with them; one sentence names file, row, key, value and what is allowed.
    """
    from brimstone_env.core.game import find_game

    game = find_game("rounds")
    tables = game.load_tables(folder)
    game.make_book(tables, game.load_scenario("rounds-standard"), {})
    counts = ", ".join(f"{len(rows)} [[{kind}]]" for kind, rows in tables.to_rows().items())
    print(f"{folder}: no fault found in {counts}")
    return 0


def run_agents(_args: argparse.Namespace) -> int:
    """``brimstone agents``: every agent with the arguments that it takes."""
    from brimstone_agents.roster import describe_roster

    print(describe_roster())
    return 0
