"""Dice and random picks are fair: chi-square tests on many battles, with seeds fixed and limits at 1 in 100,000."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.codes import NUM_ACTIONS, Command, Roll
from brimstone_env.battle.entry import run_many
from brimstone_env.battle.feature_rows import observation_planes
from brimstone_env.battle.layout import Battle
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.records import new_records
from tests.second.fuzz import run_fuzz
from tests.second.tally import Tally
from tests.second.worlds import World, make_books

pytestmark = pytest.mark.compiled
BATTLES = 6_000
MOST_SIGMAS = 4.5  # Wilson and Hilferty: about 1 in 100,000


def surprise(counts: Sequence[int] | NDArray[Any], weights: Sequence[int] | NDArray[Any]) -> float:
    """How many standard deviations too large the chi-square sum of some counts is (Wilson and Hilferty 1931)."""
    seen, expected = np.asarray(counts, float), np.asarray(weights, float)
    expected = expected * seen.sum() / expected.sum()
    freedom = len(seen) - 1
    value = float(((seen - expected) ** 2 / expected).sum()) / freedom
    return (value ** (1 / 3) - (1 - 2 / (9 * freedom))) / float(np.sqrt(2 / (9 * freedom)))


def begin(scenario: dict[str, Any], count: int = BATTLES) -> Any:
    """Many battles of one scenario, at their first decision."""
    books = make_books([World(scenario)], load_tables(None))
    battles = new_records(Battle, count)
    planes = [np.zeros((0, *plane.shape), plane.dtype) for plane in observation_planes()]
    masks = np.zeros((0, NUM_ACTIONS), np.int8)
    applied = np.zeros(count, np.int32)
    seeds = stream_states(np.arange(count))
    actions = np.zeros(count, np.int64)
    run_many(int(Command.RESET), battles, books, new_dice(), actions, seeds, applied, masks, *planes)
    return battles


def scenario(**values: Any) -> dict[str, Any]:
    """Three heroes in the room with two passages."""
    party = ["gunslinger", "us-marshal", "bandido"]
    return {"name": "chance", "map": "room-two-passages", "party": party, **values}


@pytest.fixture(scope="module")
def tally() -> Tally:
    """What a fuzz rolled."""
    return run_fuzz(20_000, seed=16).tally


SIX_SIDED = ("MOVE", "EXTRA_MOVE", "ESCAPE", "TO_HIT", "DAMAGE", "DEFENSE", "WILLPOWER", "ENEMY_TO_HIT")


@pytest.mark.parametrize("kind", SIX_SIDED)
def test_six_sided_dice_are_fair(tally: Tally, kind: str) -> None:
    counts = tally.rolls[Roll[kind], 6, 1:7]
    assert counts.min() > 20
    assert surprise(counts, np.ones(6)) < MOST_SIGMAS


def test_the_peril_die_is_logged_by_its_faces(tally: Tally) -> None:
    counts = tally.rolls[Roll.PERIL, 6, 1:7]
    assert counts[:2].sum() == 0
    assert counts[2:].min() > 20
    assert surprise(counts[2:], np.array([2, 2, 1, 1])) < MOST_SIGMAS


def test_eight_sided_dice_are_fair(tally: Tally) -> None:
    counts = tally.rolls[Roll.TO_HIT, 8, 1:9] + tally.rolls[Roll.DAMAGE, 8, 1:9]
    assert counts.min() > 20
    assert surprise(counts, np.ones(8)) < MOST_SIGMAS


@pytest.mark.parametrize("kind", ["TARGET", "FIRST", "SQUARE"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_picks_are_fair(tally: Tally, kind: str, count: int) -> None:
    counts = tally.rolls[Roll[kind], count]
    assert counts[count:].sum() == 0
    assert surprise(counts[:count], np.ones(count)) < MOST_SIGMAS


def test_the_peril_die_has_faces_3_3_4_4_5_6() -> None:
    placed = begin(scenario(enemies=[["void-spiders", "peril"]]))["num_enemies"]
    assert surprise(np.bincount(placed, minlength=7)[3:7], [2, 2, 1, 1]) < MOST_SIGMAS
    assert set(placed.tolist()) == {3, 4, 5, 6}


def test_two_peril_dice_add_up() -> None:
    faces = (3, 3, 4, 4, 5, 6)
    weights = np.bincount([a + b for a in faces for b in faces], minlength=13)[6:]
    placed = begin(scenario(enemies=[["void-spiders", "peril+peril"]]))["num_enemies"]
    assert surprise(np.bincount(placed, minlength=13)[6:], weights) < MOST_SIGMAS


def test_a_d3_is_fair() -> None:
    placed = begin(scenario(enemies=[["tentacles", "d3"]]))["num_enemies"]
    assert surprise(np.bincount(placed, minlength=4)[1:4], [1, 1, 1]) < MOST_SIGMAS


def test_the_first_ambusher_appears_beside_a_random_hero() -> None:
    battles = begin(scenario(enemies=[["tentacles", 1]], ambush=True))
    targets = battles["enemies"]["target"][:, 0]
    assert surprise(np.bincount(targets, minlength=3), [1, 1, 1]) < MOST_SIGMAS


def test_threat_cards_are_drawn_evenly() -> None:
    drawn = begin(scenario(deck="low"))["drawn"].sum(0)
    deck = load_tables(None).deck_ids["low"]
    assert drawn.sum() == BATTLES
    assert surprise(drawn[deck, :10], np.ones(10)) < MOST_SIGMAS


def test_elite_rows_are_rolled_evenly() -> None:
    battles = begin(scenario(enemies=[["stranglers", 1]], elite={"stranglers": 1}))
    assert surprise(battles["groups"]["elite"][:, 0].sum(0), np.ones(6)) < MOST_SIGMAS
    twice = begin(scenario(enemies=[["stranglers", 1]], elite={"stranglers": 2}))["groups"]["elite"][:, 0]
    assert (twice.sum(1) == 2).all()
