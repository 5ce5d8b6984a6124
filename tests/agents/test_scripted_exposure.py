"""How exposed heroes are: room beside them, who keeps whom as a target, who shoots."""

import numpy as np
import pytest

from brimstone_agents.scripted.exposure import fill_strikes, fill_walked, fill_wounds, may_cut
from brimstone_env.battle.codes import MAX_GROUPS, MAX_HEROES, MAX_SQUARES
from tests.agents.positions import Seen
from tests.agents.test_scripted import DOOR, ROOM, foe, hero, horde, other


def wounds_in(seen, square=None):
    """Expected wounds by hero, with hero 0 on a square (row, column), its own if none is given."""
    battle, book = seen.battles[0], seen.books[0]
    place = int(battle.heroes[0].square)
    if square is not None:
        place = int(book.map.square_at[square[0] * 16 + square[1]])
    strikes = np.zeros((MAX_HEROES, MAX_GROUPS))
    fill_strikes(battle, strikes)
    walked = np.zeros(MAX_SQUARES, np.int8)
    fill_walked(battle, book, 0, place, walked)
    wounds = np.zeros(MAX_HEROES)
    fill_wounds(battle, book, 0, place, strikes, walked, wounds)
    return wounds[: battle.num_heroes]


def test_wounds__a_full_door_lets_two_enemies_through_at_most():
    heroes = [hero("bandido", [4, 3], move_points=3), other("bandido", [4, 4])]
    few, many = (wounds_in(Seen(map=DOOR, heroes=heroes, enemies=horde(count))) for count in (2, 12))
    beside = 4  # squares of the room next to the doorway
    assert many.sum() <= few.sum() * beside / 2 + 1e-9
    behind = [hero("bandido", [6, 3], move_points=3), other("bandido", [4, 3]), other("bandido", [4, 4])]
    assert wounds_in(Seen(map=DOOR, heroes=behind, enemies=horde(12)))[0] == 0.0, "nobody gets past a full door"


def test_wounds__an_open_door_lets_enemies_in():
    behind = [hero("bandido", [6, 3], move_points=3), other("bandido", [4, 3])]
    seen = Seen(map=DOOR, heroes=behind, enemies=horde(6))
    assert wounds_in(seen)[0] > 0.0
    assert wounds_in(seen, (4, 4))[0] > 0.0


def test_wounds__an_enemy_that_keeps_another_target_strikes_only_that():
    heroes = [hero("bandido", [1, 1], move_points=3), other("bandido", [1, 6])]
    mine, theirs = wounds_in(Seen(map=ROOM, heroes=heroes, enemies=[foe("tentacles", [1, 5], target=1)]))
    assert mine == 0.0
    assert theirs == pytest.approx(9 * (2 / 6 * 3 / 6 + 1 / 6))


def test_wounds__out_of_reach_there_are_none():
    heroes = [hero("bandido", [1, 1], move_points=3)]
    seen = Seen(map=ROOM, heroes=heroes, enemies=[foe("corpse-piles", [1, 6])])
    assert wounds_in(seen)[0] == 0.0


def test_may_cut__doorways_do_and_open_squares_do_not():
    seen = Seen(map=DOOR, heroes=[hero("bandido", [6, 3])], enemies=horde(1))
    battle, book = seen.battles[0], seen.books[0]
    walked = np.zeros(MAX_SQUARES, np.int8)
    fill_walked(battle, book, 0, -1, walked)
    at = book.map.square_at
    assert not may_cut(book, int(at[2 * 16 + 2]), walked)
    walked[at[4 * 16 + 4]] = 0  # the other half of the door is held
    assert may_cut(book, int(at[4 * 16 + 3]), walked)
