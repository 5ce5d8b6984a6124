"""The second opinion on hand-made positions: legal actions and faults that the rules decide at a glance."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    Decision,
    Frame,
    Outcome,
    Roll,
    Size,
    Stat,
    Verb,
)
from brimstone_env.core.compiled import is_compiling
from brimstone_env.core.dice import NO_CRITICAL
from brimstone_env.core.grid import SIDE
from tests.second.hall import BADGE, GUN, HOLD_OUT, Position

pytestmark = pytest.mark.skipif(is_compiling(), reason="rule tests run uncompiled")


def test_walks_go_round_figures_and_over_markers() -> None:
    position = Position("#####\n#aaa#\n###a#\n#aaa#\n#####")
    position.add_hero((1, 1), move_points=6, grit=0)
    marker = position.add_hero((2, 3), knocked_out=1)
    position.ask(Decision.MOVE, Frame.ACTIVATION)
    assert position.legal_squares() == {(1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1)}
    assert position.legal() >= {Verb.END_MOVE}
    assert Verb.EXTRA_MOVE not in position.legal()
    marker.knocked_out = 0
    assert position.legal_squares() == {(1, 2), (1, 3)}


def test_move_points_bound_a_walk() -> None:
    position = Position()
    position.add_hero((1, 1), move_points=2)
    position.ask(Decision.MOVE, Frame.ACTIVATION)
    assert position.legal_squares() == {(r, c) for r in (1, 2, 3) for c in (1, 2, 3)} - {(1, 1)}
    assert Verb.EXTRA_MOVE in position.legal()


def test_escape_beats_the_highest_beside_and_stops_before_a_higher() -> None:
    position = Position()
    hero = position.add_hero((1, 1), move_points=7, grit=0)
    position.add_enemy((2, 1), group=0, escape=4)
    position.add_enemy((2, 5), group=1, escape=6)
    position.ask(Decision.MOVE, Frame.ACTIVATION)
    squares = position.legal_squares()
    assert {(1, 4), (2, 4), (3, 4)} <= squares
    assert not squares & {(1, 5), (3, 5), (1, 6), (2, 6), (2, 1), (2, 5)}
    hero.escaped = 6
    assert {(1, 5), (1, 8)} <= position.legal_squares()


def test_shots_need_range_and_melee_a_neighbour() -> None:
    position = Position()
    hero = position.add_hero((1, 1), items=(GUN, BADGE, HOLD_OUT))
    enemy = position.add_enemy((1, 4))
    position.ask(Decision.ATTACK, Frame.ACTIVATION)
    assert position.legal() == {Verb.END, FIRST_SHOOT, FIRST_SHOOT + 1}
    enemy.square = position.square(1, 3)
    assert position.legal() == {Verb.END, FIRST_SHOOT, FIRST_SHOOT + 2, FIRST_SHOOT + 1, Verb.FREE_ATTACK}
    enemy.square = position.square(2, 2)
    hero.item_used[1:3] = 1
    assert position.legal() == {Verb.END, Verb.MELEE, FIRST_SHOOT, FIRST_SHOOT + 2}
    hero.attacked = 1
    hero.item_used[2] = 0
    assert position.legal() == {Verb.END, Verb.FREE_ATTACK}


def test_light_guns_only() -> None:
    position = Position()
    position.add_hero((1, 1), items=(GUN, HOLD_OUT))
    position.book.classes[0].light_guns_only = 1
    position.add_enemy((1, 2))
    position.ask(Decision.FREE_ATTACK, Frame.ACTIVATION)
    assert position.legal() == {FIRST_SHOOT + 1}
    position.battle.pending.kind = Decision.ATTACK
    assert position.legal() == {Verb.END, Verb.MELEE, Verb.FREE_ATTACK, FIRST_SHOOT + 1}


def test_hits_go_to_neighbours_first() -> None:
    position = Position()
    position.add_hero((1, 1))
    position.add_enemy((1, 2))
    position.add_enemy((1, 4))
    position.add_enemy((1, 5))
    position.ask(Decision.ASSIGN, Frame.ATTACK, amount=2, item=0)
    assert position.legal() == {Verb.ASSIGN_ALL, FIRST_ENEMY}
    position.battle.enemies[0].alive = 0
    assert position.legal() == {Verb.ASSIGN_ALL, FIRST_ENEMY + 1}
    position.battle.pending.kind = Decision.ASSIGN_ALL
    assert position.legal() == {FIRST_ENEMY + 1}
    position.battle.stack.frames[0].slot = -1
    assert position.legal() == set()


def test_a_very_large_figure_is_beside_with_any_of_its_squares() -> None:
    position = Position()
    position.add_hero((1, 1), move_points=3)
    position.add_enemy((1, 2), size=Size.VERY_LARGE)
    position.ask(Decision.MOVE, Frame.ACTIVATION)
    assert not position.legal_squares() & {(1, 2), (1, 3), (2, 2), (2, 3)}
    position.battle.heroes[0].square = position.square(3, 4)
    assert FIRST_SQUARE + 3 * SIDE + 3 in position.legal()
    position.battle.pending.kind = Decision.ATTACK
    assert Verb.MELEE in position.legal()


def test_rerolls() -> None:
    position = Position()
    position.add_hero((1, 1))
    position.ask(Decision.REROLL, Frame.ROLL)
    pool = position.battle.pool
    pool.kind, pool.count, pool.sides, pool.need, pool.critical = Roll.TO_HIT, 3, 6, 4, 6
    pool.values[:3], pool.grades[:3] = (2, 4, 3), (0, 1, 0)
    dice = {FIRST_DIE, FIRST_DIE + 1, FIRST_DIE + 2}
    assert position.legal() == {Verb.KEEP, Verb.REROLL_FAILURES} | dice
    pool.kind = Roll.DEFENSE
    assert position.legal() == {Verb.KEEP, Verb.REROLL_FAILURES} | dice - {FIRST_DIE + 1}
    pool.marked[0] = pool.marks = 1
    assert position.legal() == {Verb.KEEP, Verb.ROLL, FIRST_DIE + 2}
    pool.marked[0], pool.marks, pool.rerolled[0] = 0, 0, 1
    assert position.legal() == {Verb.KEEP, Verb.REROLL_FAILURES, FIRST_DIE + 2}


def test_a_free_reroll_is_of_one_die() -> None:
    position = Position()
    hero = position.add_hero((1, 1), grit=0)
    position.ask(Decision.REROLL, Frame.ROLL)
    pool = position.battle.pool
    pool.kind, pool.count, pool.sides, pool.need, pool.critical = Roll.TO_HIT, 3, 6, 4, 6
    pool.values[:3], pool.grades[:3] = (2, 4, 3), (0, 1, 0)
    assert position.legal() == {Verb.KEEP}
    position.book.classes[0].free_reroll = 1
    assert position.legal() == {Verb.KEEP, FIRST_DIE, FIRST_DIE + 1, FIRST_DIE + 2}
    pool.marked[0] = pool.marks = 1
    assert position.legal() == {Verb.KEEP, Verb.ROLL}
    pool.marked[0], pool.marks, pool.rerolled[0] = 0, 0, 1
    assert position.legal() == {Verb.KEEP, Verb.REROLL_FAILURES, FIRST_DIE + 1, FIRST_DIE + 2}
    hero.ability_used = 1
    assert position.legal() == {Verb.KEEP}


def test_who_comes_to_has_one_of_each() -> None:
    position = Position()
    position.add_hero((1, 1), knocked_out=1)
    position.ask(Decision.HEAL, Frame.RECOVERY, amount=3)
    position.battle.heroes[0].sanity = 8
    assert position.legal() == {FIRST_NUMBER + 1, FIRST_NUMBER + 2, FIRST_NUMBER + 3}
    position.battle.heroes[0].sanity = 0
    assert position.legal() == {FIRST_NUMBER + 1, FIRST_NUMBER + 2}


def test_a_fallen_hero_is_recovered_where_no_enemy_is() -> None:
    position = Position("######\n#aa+b#\n#aa+b#\n######")
    hero = position.add_hero((1, 1), items=())
    position.add_hero((1, 2), knocked_out=1)
    position.add_hero((2, 2), knocked_out=1, dead=1)
    position.add_enemy((1, 4))
    position.ask(Decision.ATTACK, Frame.ACTIVATION)
    assert position.legal() == {Verb.END, Verb.RECOVER}
    position.battle.pending.kind = Decision.RECOVER
    assert position.legal() == {FIRST_HERO + 1}
    position.battle.pending.kind = Decision.ATTACK
    position.battle.enemies[0].square = position.square(2, 3)  # a doorway is on both tiles
    assert Verb.RECOVER not in position.legal()
    position.battle.enemies[0].square, hero.attacked = position.square(1, 4), 1
    assert Verb.RECOVER not in position.legal()


def test_dragging_goes_a_square_at_a_time() -> None:
    position = Position("#####\n#aaa#\n###a#\n#####")
    hero = position.add_hero((1, 1), move_points=3, grit=0, items=())
    position.add_hero((1, 2), knocked_out=1)
    position.ask(Decision.MOVE, Frame.ACTIVATION)
    assert position.legal() - set(range(FIRST_SQUARE, FIRST_ENEMY)) == {Verb.END_MOVE, Verb.DRAG}
    assert position.legal_squares() == {(1, 2), (1, 3), (2, 3)}
    hero.dragging, hero.grip = 1, 1
    assert position.legal_squares() == {(1, 2)}
    assert position.legal() == {Verb.END_MOVE, FIRST_SQUARE + SIDE + 2}
    hero.grip, hero.move_points = 0, 1
    assert position.legal() == {Verb.END_MOVE, Verb.LET_GO}
    hero.dragging = -1
    assert Verb.DRAG not in position.legal()
    position.battle.pending.kind = Decision.DRAG
    assert position.legal() == {FIRST_HERO + 1}


def test_heal_splits_waste_least() -> None:
    position = Position()
    position.add_hero((1, 1), health=9, sanity=5)
    position.ask(Decision.HEAL, Frame.COMFORT, amount=3)
    assert position.legal() == {FIRST_NUMBER, FIRST_NUMBER + 1}


def test_split_and_its_target() -> None:
    position = Position()
    position.add_hero((1, 1))
    for _ in range(3):
        position.add_enemy((1, 2))
    position.add_enemy((2, 2))
    position.ask(Decision.SPLIT, Frame.ATTACK, amount=3, enemy=0)
    assert position.legal() == {FIRST_NUMBER + 1, FIRST_NUMBER + 2, FIRST_NUMBER + 3}
    position.battle.pending.kind = Decision.SPLIT_TARGET
    position.battle.stack.frames[0].square = position.square(1, 2)
    assert position.legal() == {FIRST_ENEMY + 1, FIRST_ENEMY + 2}
    position.battle.enemies[2].shared = 1
    assert position.legal() == {FIRST_ENEMY + 1}
    position.battle.enemies[0].alive, position.battle.enemies[0].square = 0, -1
    assert position.legal() == {FIRST_ENEMY + 1}


def test_the_fastest_heroes_choose_who_goes() -> None:
    position = Position()
    for col, initiative in ((1, 6), (2, 6), (3, 4), (4, 6)):
        position.add_hero((1, col), initiative=initiative)
    position.battle.heroes[3].activated = 1
    position.ask(Decision.ACTIVATE, Frame.TURN)
    assert position.legal() == {FIRST_HERO, FIRST_HERO + 1}


def test_the_nearest_enemies_go_first() -> None:
    position = Position()
    position.add_hero((1, 1))
    position.add_hero((1, 8), knocked_out=1)
    for col in (3, 5, 5, 7):
        position.add_enemy((1, col))
    position.battle.enemies[0].done = 1
    position.ask(Decision.FIRST, Frame.GROUP, item=0)
    assert position.legal() == {FIRST_ENEMY + 1, FIRST_ENEMY + 2}


def test_a_battle_that_is_over_allows_the_filler_only() -> None:
    position = Position()
    assert position.legal() == set()
    position.battle.outcome = Outcome.LOST
    assert position.legal() == {Verb.END}


def sound_position() -> Position:
    position = Position()
    position.add_hero((1, 1), items=(GUN,))
    position.add_enemy((1, 4))
    position.ask(Decision.ATTACK, Frame.ACTIVATION)
    return position


def spoil_pool(position: Position) -> None:
    position.battle.pool.values[0] = 1


FAULTS = {
    "NOTHING": lambda p: None,
    "HERO_COUNT": lambda p: setattr(p.battle, "num_standing", 2),
    "HERO_DOWN": lambda p: setattr(p.battle.heroes[0], "health", 0),
    "HERO_GRIT": lambda p: setattr(p.battle.heroes[0], "grit", 3),
    "HERO_POINTS": lambda p: setattr(p.battle.heroes[0], "sanity", 11),
    "ENEMY_COUNT": lambda p: setattr(p.battle, "num_alive", 2),
    "ENEMY_DEAD": lambda p: setattr(p.battle.enemies[0], "alive", 0),
    "ENEMY_WOUNDS": lambda p: setattr(p.battle.enemies[0], "wounds", 3),
    "ENEMY_TARGET": lambda p: setattr(p.battle.enemies[0], "target", 1),
    "GROUP_NUMBER": lambda p: p.battle.groups[0].stats.__setitem__(Stat.DAMAGE, 1),
    "HERO_LOST": lambda p: setattr(p.battle.heroes[0], "dead", 1),
    "HERO_BAG": lambda p: p.battle.heroes[0].tokens.__setitem__(1, 6),
    "ENEMY_GROUP": lambda p: setattr(p.battle.enemies[0], "type_id", 1),
    "GROUP_COUNT": lambda p: setattr(p.battle.groups[0], "alive", 2),
    "BOARD": lambda p: p.battle.board.__setitem__(5, 1),
    "CROWD": lambda p: setattr(p.battle.enemies[0], "square", p.square(1, 1)),
    "POOL_FREE": spoil_pool,
    "PENDING_NONE": lambda p: setattr(p.battle.pending, "kind", 0),
    "PENDING_SEAT": lambda p: setattr(p.battle, "outside", 126),
    "PENDING_FRAME": lambda p: setattr(p.battle.pending, "kind", Decision.REVIVE),
    "MOVE_STATE": lambda p: None,
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_found(name: str) -> None:
    position = sound_position()
    FAULTS[name](position)
    if name == "MOVE_STATE":
        position.battle.pending.kind = Decision.MOVE
        position.battle.heroes[0].moved = 1
    assert position.fault() == name


def test_a_die_graded_wrongly_is_a_fault() -> None:
    position = sound_position()
    pool = position.battle.pool
    pool.count, pool.sides, pool.need, pool.critical = 1, 6, 4, NO_CRITICAL
    pool.values[0] = 4
    assert position.fault() == "POOL_GRADE"
    pool.grades[0] = np.int8(1)
    assert position.fault() == "NOTHING"
