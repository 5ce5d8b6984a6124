"""Random choices of the rules against closed forms: dice, ambushes, targets, squares. Chi-square, fixed seeds."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.game import GAME
from brimstone_env.battle.position import load_position
from brimstone_env.core.odds import begin
from brimstone_env.core.sampling import play
from tests.odds.chi_square import MOST_SIGMAS, surprise

pytestmark = pytest.mark.compiled
TABLES = load_tables(None)
BATTLES = 20_000
HALL = '''
map = """
############
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
############
"""
'''
APART = ("[1, 1]", "[5, 5]", "[1, 10]")  # squares of which no two have a neighbour in common
BESIDE = (3, 5, 3)  # their free neighbours


def play_many(text, command, seed=0, count=BATTLES):
    """Battles after a command, each with dice of its own; heroes have no grit, so that nothing is asked."""
    battles, books, _ = load_position(HALL + text, TABLES)
    stage, step = begin(GAME, TABLES, battles, books, command)
    return play(stage, step, count, seed, lambda battle, kind, mask: int(mask.argmax()))


def heroes(places, kind="gunslinger"):
    rows = ", ".join(f'{{ class = "{kind}", at = {at}, grit = 0 }}' for at in places)
    return f"heroes = [{rows}]\n"


def ambush(count, kind="tentacles"):
    text = heroes(APART) + f'threat = {{ enemies = [["{kind}", {count}]], tile = "a", ambush = true }}\n'
    return play_many(text + "entrance = [3, 1]\n", "set up")


def test_the_first_ambusher__comes_to_a_random_hero_on_a_random_square():
    enemies = ambush(1)["enemies"]
    targets = enemies["target"][:, 0]
    assert surprise(np.bincount(targets, minlength=3), [1, 1, 1]) < MOST_SIGMAS
    for hero, free in enumerate(BESIDE):
        _, squares = np.unique(enemies["square"][targets == hero, 0], return_counts=True)
        assert len(squares) == free
        assert surprise(squares, [1] * free) < MOST_SIGMAS


def test_the_next_ambushers__come_to_heroes_with_fewest():
    targets = ambush(5)["enemies"]["target"][:, :5]
    orders = list(permutations(range(3)))
    seen = [int((targets[:, :3] == order).all(1).sum()) for order in orders]
    assert sum(seen) == BATTLES
    assert surprise(seen, [1] * 6) < MOST_SIGMAS
    pairs = [int((targets[:, 3:5] == order[:2]).all(1).sum()) for order in orders]
    assert sum(pairs) == BATTLES
    assert surprise(pairs, [1] * 6) < MOST_SIGMAS
    both = [int(((targets[:, :3] == one).all(1) & (targets[:, 3:5] == two[:2]).all(1)).sum())
            for one in orders for two in orders]  # fmt: skip
    assert surprise(both, [1] * 36) < MOST_SIGMAS  # the second round does not depend on the first


def test_ambushers_past_the_room__skip_heroes_without_a_free_square():
    """Three heroes with 3, 5 and 3 free squares: the tenth has one choice, the twelfth none and targets nobody."""
    targets = ambush(6)["enemies"]["target"][:, :6]
    assert (np.sort(targets, axis=1) == [0, 0, 1, 1, 2, 2]).all()


ONE_EACH = heroes(["[1, 1]", "[3, 1]", "[5, 1]"], "bandido")


def targets_of(enemies, count=BATTLES):
    rows = ", ".join(f'{{ type = "{kind}", at = {at}, target = {target} }}' for kind, at, target in enemies)
    return play_many(ONE_EACH + f"enemies = [{rows}]\n", "enemies", count=count)["enemies"]["target"]


def test_a_target__is_chosen_evenly_among_heroes_within_reach():
    chosen = targets_of([("tentacles", "[3, 6]", -1)])[:, 0]
    assert surprise(np.bincount(chosen, minlength=3), [1, 1, 1]) < MOST_SIGMAS


def test_a_target__whom_one_of_the_type_has_already_is_left_out():
    chosen = targets_of([("tentacles", "[3, 2]", 1), ("tentacles", "[3, 6]", -1)])
    assert (chosen[:, 0] == 1).all()
    seen = np.bincount(chosen[:, 1], minlength=3)
    assert seen[1] == 0
    assert surprise(seen[[0, 2]], [1, 1]) < MOST_SIGMAS


def test_three_targets__are_a_random_order():
    """The first of three equally near figures is random too, so that any of the six orders is as likely."""
    chosen = targets_of([("void-spiders", at, -1) for at in ("[2, 6]", "[3, 6]", "[4, 6]")])[:, :3]
    seen = [int((chosen == order).all(1).sum()) for order in permutations(range(3))]
    assert sum(seen) == BATTLES
    assert surprise(seen, [1] * 6) < MOST_SIGMAS


def test_equal_squares__are_taken_evenly():
    """A figure straight before a hero goes round it: the squares furthest from its start are equally good."""
    text = heroes(["[3, 5]"], "bandido") + 'enemies = [{ type = "tentacles", at = [3, 9] }]\n'
    squares = play_many(text, "enemies")["enemies"]["square"][:, 0]
    _, seen = np.unique(squares, return_counts=True)
    assert len(seen) == 3
    assert surprise(seen, [1, 1, 1]) < MOST_SIGMAS


@pytest.mark.parametrize(
    ("amount", "weights"),
    [
        ("d3", {1: 1, 2: 1, 3: 1}),
        ("d6", dict.fromkeys(range(1, 7), 1)),
        ("peril", {3: 2, 4: 2, 5: 1, 6: 1}),
        ("peril+peril", {6: 4, 7: 8, 8: 8, 9: 8, 10: 5, 11: 2, 12: 1}),
        ("d3+1", {2: 1, 3: 1, 4: 1}),
    ],
)
def test_numbers_of_a_card(amount, weights):
    text = heroes(["[1, 1]"]) + f'threat = {{ enemies = [["void-spiders", "{amount}"]], tile = "a" }}\n'
    counts = np.bincount(play_many(text + "entrance = [3, 1]\n", "set up")["num_enemies"], minlength=20)
    assert counts.sum() == counts[list(weights)].sum()
    assert surprise(counts[list(weights)], list(weights.values())) < MOST_SIGMAS


def test_eight_sided_dice():
    """The shotgun's damage is a d8: how many wounds a hit leaves on a goliath (tough, Defense 3)."""
    text = (
        'heroes = [{ class = "us-marshal", at = [3, 1], active = true, moved = true, grit = 0 }]\n'
        'enemies = [{ type = "goliath", at = [3, 4] }]\n'
    )
    wounds = np.bincount(play_many(text, "shoot shotgun")["enemies"]["wounds"][:, 0], minlength=6)
    # To hit 4+ on a d8: 5/8. Damage 1 to 3 is stopped.
    assert surprise(wounds, [3 / 8 + 5 / 8 * 3 / 8, *[5 / 64] * 5]) < MOST_SIGMAS
