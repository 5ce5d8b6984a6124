"""The tree and the dice of searches, in their own small pieces."""

import numpy as np
import pytest

from brimstone_agents.scramble import scramble
from brimstone_agents.scripted.book import PLAYBOOK
from brimstone_agents.search.agent import make_settings
from brimstone_agents.search.fresh_dice import begin_dice, deal_dice
from brimstone_agents.search.graft import graft
from brimstone_agents.search.layout import MILLION, NOTHING, NUM_COUNTERS
from brimstone_agents.search.planner import new_tree
from brimstone_agents.search.simulate import sort_edges
from brimstone_agents.search.tree import (
    add_child,
    add_node,
    best_edge,
    caution_at,
    find_child,
    select_edge,
    spread_prior,
)
from brimstone_env.battle.codes import FIRST_DIE, FIRST_SQUARE, NUM_ACTIONS, Stream, Verb
from brimstone_env.battle.layout import Battle
from brimstone_env.core.compiled import is_compiling
from brimstone_env.core.dice import draw
from brimstone_env.core.records import new_records

KINDS = PLAYBOOK.action_kinds(NUM_ACTIONS)
pytestmark = pytest.mark.skipif(is_compiling(), reason="calls rule functions one by one: uncompiled only")


def tree_with(actions, nodes=20, edges=60):
    """A tree whose root has these actions."""
    tree = new_tree(nodes, edges)
    add_node(tree, 1)
    add_edges(tree, 0, actions)
    return tree


def add_edges(tree, number, actions):
    first = int(tree.used[1])
    tree.used[1] = first + len(actions)
    tree.nodes[number].first, tree.nodes[number].count = first, len(actions)
    for edge, action in zip(tree.edges[first : first + len(actions)], actions, strict=True):
        edge.action, edge.child = action, NOTHING
    return first


# --- dice -----------------------------------------------------------------------------------------------------------


def test_scramble__numbers_stay_apart_and_within_32_bits():
    found = {scramble(number) for number in range(5000)}
    assert len(found) == 5000
    assert min(found) >= 0
    assert max(found) < 2**32


def dice_after(battle, counters, seed, hero, count=6):
    battle.pending.hero = hero
    deal_dice(battle, counters, seed)
    return [draw(battle.streams, Stream.DICE, 6) for _ in range(count)]


def test_deal_dice__the_same_hero_gets_the_same_dice_whatever_others_rolled_before():
    battles, counters = new_records(Battle, 2), np.zeros(NUM_COUNTERS, np.int64)
    begin_dice(battles[0], counters, 5)
    dice_after(battles[0], counters, 5, hero=0, count=9)
    one = dice_after(battles[0], counters, 5, hero=1)
    begin_dice(battles[1], counters, 5)
    dice_after(battles[1], counters, 5, hero=0, count=2)
    dice_after(battles[1], counters, 5, hero=0, count=1)
    assert dice_after(battles[1], counters, 5, hero=1) == one


def test_deal_dice__decisions_turns_and_simulations_have_dice_of_their_own():
    battle, counters = new_records(Battle, 1)[0], np.zeros(NUM_COUNTERS, np.int64)
    begin_dice(battle, counters, 5)
    first, second = dice_after(battle, counters, 5, 0, 20), dice_after(battle, counters, 5, 0, 20)
    begin_dice(battle, counters, 5)
    battle.turn = 1
    later = dice_after(battle, counters, 5, 0, 20)
    begin_dice(battle, counters, 6)
    battle.turn = 0
    other = dice_after(battle, counters, 6, 0, 20)
    assert len({tuple(dice) for dice in (first, second, later, other)}) == 4


def test_deal_dice__dealt_dice_are_fair():
    battle, counters = new_records(Battle, 1)[0], np.zeros(NUM_COUNTERS, np.int64)
    counts = np.zeros((6, 6))
    for seed in range(1500):
        begin_dice(battle, counters, seed)
        first, second = dice_after(battle, counters, seed, 0, 2)
        counts[first, second] += 1
    expected = 1500 / 36
    assert ((counts - expected) ** 2 / expected).sum() < 66.6  # chi squared, 35 degrees of freedom, 0.1 % level


# --- tree -----------------------------------------------------------------------------------------------------------


def test_find_child__an_edge_leads_to_different_nodes_by_what_is_asked():
    tree = tree_with([0, 3])
    one, other = add_child(tree, 0, 77), add_child(tree, 0, 78)
    assert (find_child(tree, 0, 77), find_child(tree, 0, 78)) == (one, other)
    assert find_child(tree, 0, 79) == NOTHING
    assert find_child(tree, 1, 77) == NOTHING


def test_add_node__without_room_there_is_none():
    tree = new_tree(1, 1)
    assert add_node(tree, 1) == 0
    assert add_node(tree, 2) == NOTHING


def test_spread_prior__a_kind_of_actions_gets_the_same_however_many_it_has():
    squares = [FIRST_SQUARE + k for k in range(4)]
    tree = tree_with([Verb.END_MOVE, *squares])
    spread_prior(tree, 0, KINDS, make_settings(trust=200, candidates=1)[0])
    assert [int(edge.prior) for edge in tree.edges[:5]] == [400_000, *[100_000] * 4]


def test_select_edge__a_good_mean_or_a_good_prior_with_few_visits():
    tree = tree_with([0, 3])
    good, other = tree.edges[0], tree.edges[1]
    good.visits, good.total, good.prior = 10, 8 * MILLION, MILLION // 2
    other.visits, other.total, other.prior = 10, 2 * MILLION, MILLION // 2
    tree.nodes[0].visits, tree.nodes[0].total = 20, 10 * MILLION
    assert select_edge(tree, 0, make_settings(exploration=100, candidates=1)[0]) == 0
    other.visits, other.total = 0, 0
    assert select_edge(tree, 0, make_settings(exploration=10, candidates=1)[0]) == 0
    assert select_edge(tree, 0, make_settings(exploration=1000, candidates=1)[0]) == 1


def test_select_edge__simulations_under_way_count_as_visits():
    tree = tree_with([0, 3])
    for edge in tree.edges[:2]:
        edge.prior = MILLION // 2
    tree.edges[0].waiting = 3
    assert select_edge(tree, 0, make_settings(exploration=500, candidates=1)[0]) == 1


def test_graft__keeps_what_lies_below_and_nothing_else():
    tree = tree_with([0, 3, 4])
    kept, lost = add_child(tree, 1, 50), add_child(tree, 0, 51)
    add_edges(tree, kept, [7, 8])
    add_edges(tree, lost, [9])
    below = add_child(tree, int(tree.nodes[kept].first) + 1, 60)
    tree.nodes[below].visits, tree.nodes[below].total = 4, 123
    target = new_tree(20, 60)
    graft(tree, 0, 1, target)
    assert target.used.tolist() == [3, 3]
    assert target.edges["action"][:3].tolist() == [3, 7, 8]
    child = find_child(target, 0, 50)
    grandchild = find_child(target, int(target.nodes[child].first) + 1, 60)
    assert (target.nodes[grandchild].visits, target.nodes[grandchild].total) == (4, 123)
    assert find_child(target, 0, 51) == NOTHING


def test_graft__without_room_the_deepest_are_left_out():
    tree = tree_with([0, 3])
    child = add_child(tree, 0, 50)
    add_edges(tree, child, [7, 8])
    add_child(tree, int(tree.nodes[child].first), 60)
    target = new_tree(2, 4)
    graft(tree, 0, NOTHING, target)
    assert target.used.tolist() == [2, 4]
    assert find_child(target, int(target.nodes[1].first), 60) == NOTHING


def test_sort_edges__the_greatest_first_and_equal_ones_as_they_were():
    order, values = np.array([5, 6, 7, 8]), np.array([1.0, 3.0, 3.0, 2.0])
    sort_edges(order, values, 4)
    assert order.tolist() == [6, 7, 8, 5]


# --- the choice -----------------------------------------------------------------------------------------------------


def tree_of(visits, means, priors):
    """A root with these edges."""
    tree = tree_with(range(len(visits)))
    for edge, count, mean, prior in zip(tree.edges, visits, means, priors, strict=False):
        edge.visits, edge.total, edge.prior = count, round(count * mean * MILLION), prior
        edge.squares = round(count * (mean * mean + 0.0625) * MILLION)
    tree.nodes[0].visits, tree.nodes[0].total = sum(visits), int(tree.edges["total"].sum())
    return tree


def test_best_edge__few_lucky_simulations_do_not_beat_many_good_ones():
    tree = tree_of([1, 50, 50], [0.9, 0.5, 0.0], [1000, 1000, 1000])
    assert best_edge(tree, make_settings(candidates=1)[0]) == 0
    assert best_edge(tree, make_settings(candidates=1, caution=8)[0]) == 1


def test_best_edge__what_no_tactic_proposes_must_be_better_by_more_the_less_it_was_tried():
    settings = make_settings(candidates=1, caution=30, margin=50)[0]
    assert best_edge(tree_of([20, 20], [0.50, 0.52], [900, 100]), settings) == 0
    assert best_edge(tree_of([2000, 2000], [0.50, 0.52], [900, 100]), settings) == 1


def test_best_edge__of_equal_ones_the_likelier():
    assert best_edge(tree_of([0, 0], [0, 0], [200, 800]), make_settings(candidates=1, caution=4)[0]) == 1


def test_caution_at__the_further_simulations_lie_apart_the_more_of_them_it_takes():
    calm, wild = tree_of([50, 50], [0.5, 0.5], [500, 500]), tree_of([50, 50], [0.5, 0.5], [500, 500])
    for tree, square in ((calm, 0.26), (wild, 0.75)):
        for edge in tree.edges[:2]:
            edge.squares = round(50 * square * MILLION)
    settings = make_settings(candidates=1, caution=70)[0]
    assert caution_at(wild, 0, settings) == pytest.approx(70 * 0.5 / 0.0625)
    assert caution_at(calm, 0, settings) == pytest.approx(70 * 0.01 / 0.0625)


def test_spread_prior__single_dice_are_left_to_tactics():
    tree = tree_with([Verb.KEEP, Verb.REROLL_FAILURES, FIRST_DIE, FIRST_DIE + 1])
    spread_prior(tree, 0, KINDS, make_settings(trust=0, candidates=1)[0])
    assert [int(edge.prior) for edge in tree.edges[:4]] == [333_333, 333_333, 0, 0]
