"""What agents know of each game: every playbook is whole, and the kinds of actions are those of the game."""

import numpy as np
import pytest

from brimstone_agents.playbook import (
    PLAYBOOK_MODULES,
    QUICK_ROLLOUTS,
    USUAL_ROLLOUTS,
    all_tactics,
    find_playbook,
)
from brimstone_env.battle.codes import FIRST_DIE, FIRST_ENEMY, FIRST_SHOOT, FIRST_SQUARE, NUM_ACTIONS
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import find_game


@pytest.mark.parametrize("name", PLAYBOOK_MODULES)
def test_find_playbook__every_game_has_the_tactics_that_planners_use(name):
    playbook = find_playbook(name)
    assert {USUAL_ROLLOUTS, QUICK_ROLLOUTS, *playbook.proposers} <= set(playbook.tactics)
    assert len(playbook.find_tactic(USUAL_ROLLOUTS)) == 1
    assert len(playbook.tactic_rows(QUICK_ROLLOUTS)) == len({QUICK_ROLLOUTS, *playbook.proposers})


@pytest.mark.parametrize("name", PLAYBOOK_MODULES)
def test_action_kinds__blocks_lie_side_by_side(name):
    num_actions = find_game(name).num_actions
    kinds = find_playbook(name).action_kinds(num_actions)
    assert kinds.shape == (num_actions,)
    usual = kinds[kinds >= 0]
    assert (np.diff(usual) >= 0).all()


def test_action_kinds__verbs_are_kinds_of_their_own_and_dice_are_seldom_tried():
    kinds = find_playbook("battle").action_kinds(NUM_ACTIONS)
    assert kinds[:FIRST_SQUARE].tolist() == list(range(FIRST_SQUARE))
    assert len(set(kinds[FIRST_SQUARE:FIRST_ENEMY].tolist())) == 1
    assert np.flatnonzero(kinds < 0).tolist() == list(range(FIRST_DIE, FIRST_SHOOT))


def test_find_playbook__unknown_games_are_refused():
    with pytest.raises(InputError, match=r"game 'chess' has no tactics, allowed are battle"):
        find_playbook("chess")


def test_find_tactic__unknown_names_are_refused():
    with pytest.raises(InputError, match=r"tactic 'bold' is unknown, allowed are rollout, scripted"):
        find_playbook("battle").find_tactic("bold")


def test_all_tactics__says_of_which_games_a_tactic_is():
    tactics = all_tactics()
    assert "(battle, delve" in tactics["door"]
    assert "(" not in tactics[USUAL_ROLLOUTS]
