"""Odds equal what a hand works out, to the last fraction; and as many battles as one likes agree with them.

The battles are played with dice from the random streams, not enumerated ones, and answer their decisions as the tree of
the exact odds says. CI plays a few thousand of each, the soak run a million.
"""

from __future__ import annotations

import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.game import GAME
from brimstone_env.battle.odds import COUNTED
from brimstone_env.battle.position import load_position
from brimstone_env.core.chances import Stage
from brimstone_env.core.odds import begin, find_odds, find_tree
from brimstone_env.core.records import as_records, new_records
from brimstone_env.core.sampling import sample_rows
from tests.odds.chi_square import MOST_SIGMAS, surprise
from tests.odds.situations import SITUATIONS, Situation

TABLES = load_tables(None)
FEW, MANY = 8_192, 1_000_000


def set_up(situation: Situation):
    """Battle and book of a situation."""
    text = f'map = """\n{situation.drawing.strip()}\n"""\n{situation.position}'
    battles, books, _ = load_position(text, TABLES, situation.name)
    if situation.change is not None:
        situation.change(battles[0])
    return battles, books


def exact_odds(situation):
    odds = find_odds(GAME, TABLES, *set_up(situation), situation.action, **situation.how)
    assert odds.exact
    assert sum(chance for _, chance in odds.outcomes) == 1
    return odds


def each_situation(test, marks=lambda situation: [pytest.mark.compiled]):
    """Run a test with every situation; compiled, unless `marks` says otherwise."""
    rows = [pytest.param(situation, marks=marks(situation), id=situation.name) for situation in SITUATIONS]
    return pytest.mark.parametrize("situation", rows)(test)


def each_way(test):
    """Run a test with every situation, uncompiled where that takes a second or two."""
    return each_situation(test, lambda situation: [pytest.mark.compiled] if situation.heavy else [])


def test_there_are_thirty_situations():
    assert len(SITUATIONS) >= 30
    assert len({situation.name for situation in SITUATIONS}) == len(SITUATIONS)
    assert all(one.chances or one.means or one.values for one in SITUATIONS)


@each_way
def test_odds_equal_the_hands_result(situation):
    odds = exact_odds(situation)
    assert {condition: odds.chance(condition) for condition in situation.chances} == situation.chances
    assert {fact: odds.mean(fact) for fact in situation.means} == situation.means
    for fact, values in situation.values.items():
        assert odds.distribution(fact) == {value: chance for value, chance in values.items() if chance > 0}


@each_situation
def test_battles_agree_with_the_odds(situation):
    compare(situation, FEW)


@pytest.mark.soak
@each_situation
def test_a_million_battles_agree_with_the_odds(situation):
    compare(situation, MANY)


def compare(situation, samples):
    """Play battles by the best choices of the exact odds, and compare the outcomes by chi-square."""
    battles, books = set_up(situation)
    odds = exact_odds(situation)
    tree = find_tree(GAME, TABLES, battles, books, situation.action, **situation.how)

    def choose(battle, kind, mask):
        one = new_records(GAME.record, 1)
        one[0] = battle
        (action,) = tree.choose(one)
        assert mask[action]
        return action

    stage, step = begin(GAME, TABLES, battles, books, situation.action)
    seen = dict(sample_rows(stage, step, samples, 1, choose, battles[0]))
    expected = dict(odds.outcomes)
    assert set(seen) <= set(expected)
    counts = [float(seen.get(row, 0) * samples) for row in expected]
    assert surprise(counts, [float(chance) for chance in expected.values()]) < MOST_SIGMAS


@each_situation
def test_counting_dice_changes_nothing(situation, monkeypatch):
    """Dice that are enumerated by how many have which grade give the same odds as one by one."""
    if situation.name.startswith("three stranglers"):
        pytest.skip("twelve dice one by one are too many")
    if situation.name.startswith("four hits"):
        pytest.skip("none of its dice are counted")
    monkeypatch.setattr(Stage, "new_dice", with_every_die_apart(Stage.new_dice))
    found = find_odds(GAME, TABLES, *set_up(situation), situation.action, **situation.how)
    monkeypatch.undo()
    assert found.outcomes == exact_odds(situation).outcomes


def with_every_die_apart(new_dice):
    def changed(stage, mode):
        dice = new_dice(stage, mode)
        assert dice["counted"][0, list(COUNTED)].all()
        dice["counted"] = 0
        return dice

    return changed


def test_the_record_of_a_position_is_left_alone():
    battles, books = set_up(SITUATIONS[0])
    before = as_records(battles.copy()).tobytes()
    find_odds(GAME, TABLES, battles, books, "melee")
    assert battles.tobytes() == before
