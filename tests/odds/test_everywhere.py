"""Odds and played battles agree wherever a battle may lead: every hero, enemy, map and rule option, odd numbers too.

A rule whose dice odds cannot see (it draws past the dice table, reads a die that was only graded, depends on the order
of dice that count as alike) shows here: outcomes that odds do not know, or shares that are off.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.codes import Decision
from brimstone_env.battle.game import GAME
from brimstone_env.core.dice import new_dice
from brimstone_env.core.odds import find_odds
from brimstone_env.core.records import copy_records, new_records
from tests.odds.chi_square import surprise
from tests.second.worlds import list_worlds, make_books

pytestmark = pytest.mark.compiled
TABLES = load_tables(None)
MOST_SIGMAS = 6.0  # about 1 in a billion, since there are many comparisons
SAMPLES = 1_000
LIMIT = 2_000  # past it a position is left out


def first_of(battle, names):
    """A policy: whatever comes first."""
    return names[0]


def walk(world, steps, rng):
    """Positions of a battle in which a hero decides about more than its way, with an action each."""
    books = make_books([world], TABLES)
    battles, dice = new_records(GAME.record, 1), new_dice()
    GAME.run("reset", battles, books, dice, seed=int(rng.integers(2**31)))
    for _ in range(steps):
        kind = int(battles["pending"]["kind"][0])
        if kind == Decision.NONE:
            return
        legal = np.flatnonzero(GAME.mask(battles, books, dice)[0])
        action = int(rng.choice(legal))
        if kind != Decision.MOVE or rng.random() < 0.2:
            yield copy_records(battles), books, action
        GAME.run("step", battles, books, dice, action=action)


def compare(battles, books, action):
    """Whether odds are exact; if so they have to agree with battles that are played."""
    how = {"policy": first_of, "limit": LIMIT}
    odds = find_odds(GAME, TABLES, battles, books, action, **how, samples=1)
    if not odds.exact:
        return False
    assert sum(chance for _, chance in odds.outcomes) == 1
    played = find_odds(GAME, TABLES, battles, books, action, **how | {"limit": 0, "samples": SAMPLES, "seed": 1})
    expected, seen = dict(odds.outcomes), dict(played.outcomes)
    strangers = [odds.facts(row) for row in seen if row not in expected]
    assert strangers == []
    counts = [float(seen.get(row, 0)) * SAMPLES for row in expected]
    assert surprise(counts, [float(chance) for chance in expected.values()]) < MOST_SIGMAS
    return True


def compare_everywhere(worlds, steps, seed):
    """How many decisions of each kind were compared, and how many had too many outcomes."""
    rng = np.random.default_rng(seed)
    compared, too_many = Counter(), 0
    for number, world in enumerate(list_worlds(seed, TABLES, worlds)):
        for battles, books, action in walk(world, steps, rng):
            kind = Decision(int(battles["pending"]["kind"][0]))
            name = GAME.action_name(action, battles[0], books[0], TABLES)
            try:
                exact = compare(battles, books, action)
            except AssertionError as error:
                raise AssertionError(f"world {number} of seed {seed}, {kind.name}, {name}: {error}") from error
            compared[kind.name] += exact
            too_many += not exact
    return compared, too_many


def test_odds_agree_with_played_battles():
    compared, too_many = compare_everywhere(10, 40, seed=11)
    assert compared.total() > 100
    assert {"ATTACK", "MOVE", "REROLL"} <= set(compared)
    assert too_many < compared.total()


@pytest.mark.soak
def test_odds_agree_with_many_played_battles():
    compared, too_many = compare_everywhere(600, 150, seed=12)
    print(dict(compared), too_many)
    assert too_many < compared.total()
