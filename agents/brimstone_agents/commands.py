"""The short subcommands: rule cases, and the export of the printed tables."""

from __future__ import annotations

import argparse
import shutil
from importlib import resources
from pathlib import Path

from brimstone_env.core.errors import InputError


def run_cases(args: argparse.Namespace) -> int:
    """``brimstone cases FILE...``: run rule cases and print one line a case; status 1 if any fails."""
    from brimstone_env.core.cases import run_files

    passed = run_files([Path(file) for file in args.files], Path(args.tables) if args.tables else None)
    return 0 if passed else 1


def run_tables(args: argparse.Namespace) -> int:
    """``brimstone tables export FOLDER``: copy the printed facts, for a user to change and pass as ``--tables``.

    Raises:
        InputError: if the folder already holds something.
    """
    folder = Path(args.folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: already holds something, allowed is a new or empty folder")
    source = resources.files("brimstone_env.battle") / "tables"
    with resources.as_file(source) as tables:
        shutil.copytree(tables, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    print(f"the printed tables are in {folder}; change them and pass --tables {folder}")
    return 0
