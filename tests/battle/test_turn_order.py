"""The option `turn_order`: whole battles keep to the order that they are played in, in every kind of scenario."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.battle.codes import FIRST_NUMBER, NUM_ACTIONS, Decision, Event, Outcome, Side
from brimstone_env.battle.delve_game import GAME as DELVE
from brimstone_env.battle.game import GAME
from brimstone_env.battle.names import action_index, action_name
from brimstone_env.battle.position import format_position, load_position
from brimstone_env.battle.story import tell
from brimstone_env.core.dice import new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import copy_records, find_faults, new_records

TABLES = GAME.load_tables()
ORDERS = ("initiative", "alternating", "agility")
SCENARIOS = ((GAME, "quick"), (GAME, "ambush-five"), (DELVE, "short-delve"), (DELVE, "last-stand"))


class Walk:
    """A battle played by chance, decision by decision."""

    def __init__(self, game, scenario, order, seed):
        self.game = game
        self.books = game.make_book(TABLES, game.load_scenario(scenario), {"turn_order": order})
        self.battles = new_records(game.record, 1)
        self.dice = new_dice()
        self.dice["logging"] = 1
        self.rng = np.random.default_rng(seed)
        game.run("reset", self.battles, self.books, self.dice, seed=seed)

    @property
    def battle(self):
        return self.battles[0]

    def steps(self, most):
        """Yield (mask, events before it) at each decision, then take a legal action by chance."""
        for _ in range(most):
            if self.battle.outcome != Outcome.UNDECIDED:
                return
            mask = self.game.mask(self.battles, self.books, self.dice)[0]
            assert mask.any()
            yield mask, self.dice[0].events[: self.dice[0].num_events].copy()
            self.dice["num_events"] = 0
            chosen = int(self.rng.choice(np.flatnonzero(mask)))
            self.game.run("step", self.battles, self.books, self.dice, action=chosen)


@pytest.mark.parametrize("order", ORDERS[1:])
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_battles_stay_within_their_records_and_actions_have_names(game, scenario, order):
    walk = Walk(game, scenario, order, 1)
    for mask, _ in walk.steps(100):
        assert list(find_faults(game.record, walk.battle)) == []
        for action in np.flatnonzero(mask).tolist():
            name = action_name(action, walk.battle, walk.books[0], TABLES)
            assert action_index(name, walk.battle, walk.books[0], TABLES) == action


def activations(events):
    """The sides that acted, turn by turn, and by whom: [[("hero", 0), ("group", 1) ...] ...]."""
    turns = []
    for code, a, _, _ in events:
        if code == Event.TURN:
            turns.append([])
        elif code in (Event.ACTIVATE_HERO, Event.ACTIVATE_GROUP):
            turns[-1].append(("hero" if code == Event.ACTIVATE_HERO else "group", int(a)))
    return turns


@pytest.mark.parametrize("order", ORDERS[1:])
def test_sides_alternate_and_the_first_stays_first(order):
    """Until one side has run out nobody acts twice in a row, and every turn begins with the same side (D18, D35)."""
    told = 0
    for seed in range(6):
        walk = Walk(GAME, "quick", order, seed)
        events = np.concatenate([rows for _, rows in walk.steps(400)])
        first = [a for code, a, _, _ in events if code == Event.FIRST_SIDE]
        assert len(first) == 1
        word = "hero" if first[0] == Side.HEROES else "group"
        for acted in activations(events):
            assert len(acted) == len(set(acted)), "nobody acts twice in a turn"
            if not acted:
                continue
            assert acted[0][0] == word
            sides = [side for side, _ in acted]
            for i in range(1, len(sides)):
                if sides[i] == sides[i - 1]:
                    assert len(set(sides[i:])) == 1, "only a side that is alone acts twice in a row"
            told += 1
    assert told > 10


def test_agility_keeps_one_order_for_the_whole_battle():
    """Ranks are one to the number of heroes, and without swaps every turn has the same order (D26, D27)."""
    walk = Walk(GAME, "quick", "agility", 3)
    orders = set()
    for _, _ in walk.steps(400):
        ranks = [int(hero.rank) for hero in walk.battle.heroes[: walk.battle.num_heroes]]
        if walk.battle.pending.kind in (Decision.MOVE, Decision.ATTACK):
            assert sorted(ranks) == list(range(1, len(ranks) + 1))
            orders.add(tuple(ranks))
            groups = [int(g.rank) for g in walk.battle.groups[: walk.battle.num_groups]]
            assert sorted(groups) == list(range(1, len(groups) + 1))
    assert orders


def test_surprise_is_over_after_the_first_turn():
    """All heroes of an ambush are surprised in turn 1, and the enemies are first without a d10 (D7, D12)."""
    walk = Walk(GAME, "ambush-five", "alternating", 1)
    seen = set()
    for _, _ in walk.steps(300):
        if walk.battle.turn == 0:  # the ambush itself strikes before the first turn
            continue
        surprised = {int(hero.surprised) for hero in walk.battle.heroes[: walk.battle.num_heroes]}
        seen.add((int(walk.battle.turn), tuple(sorted(surprised))))
        assert walk.battle.first_side == Side.ENEMIES
    assert (1, (1,)) in seen
    assert all(values == (0,) for turn, values in seen if turn > 1)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_by_initiative_nothing_of_the_other_orders_is_written(game, scenario):
    walk = Walk(game, scenario, "initiative", 5)
    for _, events in walk.steps(150):
        battle = walk.battle
        assert (battle.first_side, battle.next_side) == (0, 0)
        for name in ("surprised", "total", "rank", "tie"):
            assert not battle["heroes"][name].any()
        assert not battle["groups"]["rank"].any()
        assert not set(events[:, 0].tolist()) & {Event.FIRST_SIDE, Event.SURPRISED, Event.TEST, Event.SWAP}


@pytest.mark.parametrize("order", ORDERS[1:])
def test_positions_read_back_to_the_same_bytes(order):
    checked = 0
    walks = [Walk(GAME, "quick", order, seed) for seed in range(8, 14)]
    for walk in (one for one in walks for _ in one.steps(120)):
        battle = copy_records(walk.battles)
        if battle[0].pending.kind not in (Decision.MOVE, Decision.ATTACK, Decision.ACTIVATE):
            continue
        again, books, _ = load_position(format_position(battle[0], walk.books[0], TABLES), TABLES)
        assert books[0].rules.turn_order == walk.books[0].rules.turn_order
        for name in GAME.record.DTYPE.names:
            if name not in ("streams", "pool"):
                assert again[0][name].tobytes() == battle[0][name].tobytes(), name
        checked += 1
    assert checked > 20


def test_players_choose_the_first_side_by_two_actions_with_names():
    for seed in range(20):
        walk = Walk(GAME, "quick", "alternating", seed)
        if walk.battle.pending.kind == Decision.FIRST_SIDE:
            break
    mask = walk.game.mask(walk.battles, walk.books, walk.dice)[0]
    assert np.flatnonzero(mask).tolist() == [FIRST_NUMBER + 1, FIRST_NUMBER + 2]
    names = [action_name(a, walk.battle, walk.books[0], TABLES) for a in np.flatnonzero(mask).tolist()]
    assert names == ["first heroes", "first enemies"]
    assert len({action_name(a, walk.battle, walk.books[0], TABLES) for a in range(NUM_ACTIONS)}) == NUM_ACTIONS


def test_what_happens_is_told():
    walk = Walk(GAME, "ambush-five", "agility", 2)
    lines = []
    for _, events in walk.steps(900):
        lines += tell(events, walk.battle, walk.books[0], TABLES)
    text = "\n".join(lines)
    assert "is surprised" in text
    assert "The enemies are first in every turn" in text
    assert "in the test for the order" in text


def test_an_unknown_order_is_refused():
    with pytest.raises(InputError, match="turn_order"):
        GAME.make_book(TABLES, GAME.load_scenario("quick"), {"turn_order": "random"})
