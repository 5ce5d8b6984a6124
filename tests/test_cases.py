"""All rule cases, one test a case."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from brimstone_env.core.cases import read_cases, run_case
from brimstone_env.core.game import find_game

FILES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
CASES = [(path.stem, case) for path in FILES for case in read_cases(path)]


@functools.cache
def tables_of(game_name):
    return find_game(game_name).load_tables(None)


@pytest.mark.parametrize(("file", "case"), CASES, ids=[f"{file}: {case['name']}" for file, case in CASES])
def test_case(file, case):
    result = run_case(case, lambda game: tables_of(game.name), file)
    assert result.passed, result.line()


def test_cases__names_are_unique_and_rules_given():
    names = [case["name"] for _, case in CASES]
    assert len(set(names)) == len(names)
    assert all(case.get("rules") for _, case in CASES)
