"""Calls by address: a planner's kernel plays a game's rules without compiling them again."""

import numpy as np
import pytest

from brimstone_agents.batch import Batch, load_match
from brimstone_env.core.compiled import is_compiling, numba
from brimstone_env.core.dice import new_dice
from brimstone_env.core.native import _FUNCTIONS, address_of, call_float, call_int


def play_first_legal(address, battles, books, dice_table, mask):
    """A whole battle through calls by address, always with the first legal action."""
    battle, book, dice = battles[0], books[0], dice_table[0]
    decisions = 0
    kind = 1
    while kind != 0:
        action = 0
        while mask[action] == 0:
            action += 1
        kind = call_int(address, (battle, book, dice, action, mask))
        decisions += 1
    return decisions


@pytest.mark.compiled
def test_call_int__plays_the_same_battle_as_the_kernel_itself():
    match = load_match("quick")
    by_steps, by_address = Batch(match, 1), Batch(match, 1)
    for batch in (by_steps, by_address):
        batch.reset(np.array([5]))
    decisions = 0
    while by_steps.battles["outcome"][0] == 0:
        by_steps.step(by_steps.masks.argmax(axis=1))
        decisions += 1
    play = numba.njit(play_first_legal) if is_compiling() else play_first_legal
    mask = by_address.masks[0].astype(np.int8)
    assert play(match.game.play_address(match.books), by_address.battles, match.books, new_dice(), mask) == decisions
    assert by_address.battles.tobytes() == by_steps.battles.tobytes()


@pytest.mark.skipif(is_compiling(), reason="compiled, only compiled code may ask for addresses")
def test_address_of__uncompiled_it_is_a_number_in_a_table():
    def double(x):
        return 2 * x

    place = address_of(double, (1,))
    try:
        assert address_of(double, (1,)) == place
        assert call_int(place, (4,)) == 8
        assert call_float(place, (1.5,)) == 3.0
    finally:
        _FUNCTIONS.remove(double)
