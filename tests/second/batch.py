"""The compiled part of the fuzz: the second opinion on a whole batch in one call, and the choice of what to play."""

from __future__ import annotations

from typing import Any

import numpy as np

from brimstone_env.battle.codes import FIRST_ENEMY, FIRST_SQUARE, MAX_SQUARES, NUM_ACTIONS, Decision
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled, entry
from brimstone_env.core.records import IntArray
from tests.second.check import find_disagreement
from tests.second.faults import find_fault
from tests.second.figures import escaped_after_roll, fill_walks
from tests.second.memory import find_range_fault, find_slot_fault
from tests.second.wrong import Wrong


@compiled
def pick_weighted(mask: IntArray, weights: IntArray, wanted: int, noise: int) -> int:
    """One of the actions whose mask equals ``wanted``, by integer weights; -1 if there is none.

    Args:
        mask: (NUM_ACTIONS,) the engine's mask.
        weights: (NUM_ACTIONS,) 1 or more.
        wanted: 1 for a legal action, 0 for an illegal one.
        noise: a large random number.
    """
    total = 0
    for action in range(NUM_ACTIONS):
        if mask[action] == wanted:
            total += int(weights[action])
    if total == 0:
        return -1
    left = noise % total
    for action in range(NUM_ACTIONS):
        if mask[action] == wanted:
            left -= int(weights[action])
            if left < 0:
                return action
    return -1


@compiled
def walk_cost(battle: Battle, book: Book, hero: Hero, square: int) -> int:
    """Squares of movement of the hero's shortest walk to a square."""
    costs = np.zeros(MAX_SQUARES, np.int64)
    fill_walks(battle, book, hero, costs)
    return int(costs[square])


@entry
def check_many(
    battles: Any,
    raw: IntArray,
    books: Any,
    masks: IntArray,
    with_squares: int,
    ranges: IntArray,
    slots: IntArray,
    padding: IntArray,
    weights: IntArray,
    styles: IntArray,
    noise: IntArray,
    disagreements: IntArray,
    faults: IntArray,
    chosen: IntArray,
    refused: IntArray,
    walks: IntArray,
) -> None:
    """Judge each battle of a batch, and pick a legal and an illegal action for it.

    Args:
        battles: (n,) battles, each with a decision pending or over.
        raw: (n, bytes) uint8, the same memory.
        books: the books.
        masks: (n, NUM_ACTIONS) int8, the engine's masks.
        with_squares: 1: the square actions are compared too.
        ranges: `faults.range_table()`, or length 0 to leave ranges unchecked.
        slots: `faults.slot_table()`, or length 0.
        padding: `faults.padding_table()`, or length 0.
        weights: (styles, NUM_ACTIONS) how often each style plays what.
        styles: (n,) each battle's style.
        noise: (n, 2) large random numbers.
        disagreements: (n,) becomes the first action on which mask and rules differ, -1 for none.
        faults: (n, 2) becomes the fault (`Wrong`), and the row of the range or slot table, -1 for none.
        chosen: (n,) becomes the legal action to play, -1 for none.
        refused: (n,) becomes an illegal action to try.
        walks: (n, 2) becomes, where a hero is sent somewhere, the squares of movement that it costs and the escape
            value that counts as beaten on the way; else -1.
    """
    for i in range(battles.shape[0]):
        book = books[battles[i].book_id]
        disagreements[i] = find_disagreement(battles[i], book, masks[i], with_squares == 1)
        faults[i, 0] = find_fault(battles[i], book)
        faults[i, 1] = find_range_fault(raw[i], ranges)
        if faults[i, 0] == Wrong.NOTHING and faults[i, 1] >= 0:
            faults[i, 0] = Wrong.RANGE
        if faults[i, 0] == Wrong.NOTHING:
            faults[i, 1] = find_slot_fault(battles[i], raw[i], slots, padding)
            if faults[i, 1] >= 0:
                faults[i, 0] = Wrong.FREE_SLOT
        chosen[i] = -1
        if battles[i].pending.kind != Decision.NONE:
            chosen[i] = pick_weighted(masks[i], weights[styles[i]], 1, noise[i, 0])
        refused[i] = pick_weighted(masks[i], weights[0], 0, noise[i, 1])
        walks[i, 0] = -1
        if battles[i].pending.kind == Decision.MOVE and FIRST_SQUARE <= chosen[i] < FIRST_ENEMY:
            hero = battles[i].heroes[battles[i].pending.hero]
            walks[i, 0] = walk_cost(battles[i], book, hero, int(book.map.square_at[chosen[i] - FIRST_SQUARE]))
            walks[i, 1] = escaped_after_roll(battles[i], book, hero)
