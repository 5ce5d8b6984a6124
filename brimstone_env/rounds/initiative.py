"""The alternative order: by Agility tests at the start of combat, with swaps at the start of a round."""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, roll_die
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_GROUPS, MAX_HEROES, NOBODY, Characteristic, Roll, Stream
from brimstone_env.rounds.creatures import characteristic, is_alive
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.power import opposed_total

LEAST = 10  # added to totals, so that none is below 1
ABSENT = -1
ROOM = 64  # more than any test comes to


@compiled
def test_agility(battle: Battle, book: Book, dice: Dice, creature: int) -> int:
    """A creature's Agility test: what it comes to, and `LEAST` more.

    Source: D26.
    """
    natural = roll_die(battle.streams, dice, Stream.DICE, Roll.AGILITY, 10)
    natural += roll_die(battle.streams, dice, Stream.DICE, Roll.AGILITY, 10)
    return LEAST + opposed_total(natural, characteristic(battle, book, creature, Characteristic.AGILITY), 0, 0)


@compiled
def first_of_group(battle: Battle, group: int) -> int:
    """The living member of a group with the lowest index, -1 if none lives."""
    for creature in range(MAX_HEROES, MAX_CREATURES):
        if is_alive(battle, creature) and battle.creatures[creature].group == group:
            return creature
    return NOBODY


@compiled
def roll_order(battle: Battle, book: Book, dice: Dice) -> None:
    """Every hero and every group of enemies tests Agility; totals are kept, places follow from them.

    Source: D26; D27; D28.
    Differs: every enemy belongs to a group, of one creature or of many, and a group tests once, with the Agility of its
    first member.
    """
    testers = np.full(MAX_GROUPS, NOBODY, np.int64)
    totals = np.full(MAX_GROUPS, ABSENT, np.int64)
    places = np.zeros(MAX_GROUPS, np.int64)
    for hero in range(MAX_HEROES):
        if is_alive(battle, hero):
            testers[hero] = hero
            totals[hero] = test_agility(battle, book, dice, hero)
    sort_places(battle, book, dice, testers, totals, places)
    for hero in range(MAX_HEROES):
        battle.creatures[hero].total = printed_total(int(totals[hero]))
        battle.creatures[hero].place = places[hero]
    for group in range(MAX_GROUPS):
        testers[group] = first_of_group(battle, group) if group < battle.num_groups else NOBODY
        totals[group] = ABSENT
        places[group] = 0
        if testers[group] != NOBODY:
            totals[group] = test_agility(battle, book, dice, int(testers[group]))
    sort_places(battle, book, dice, testers, totals, places)
    for group in range(MAX_GROUPS):
        battle.groups[group].total = printed_total(int(totals[group]))
        battle.groups[group].place = places[group]


@compiled
def printed_total(total: int) -> int:
    """What a test came to, 0 for who did not take part."""
    return 0 if total == ABSENT else total - LEAST


@compiled
def sort_places(
    battle: Battle, book: Book, dice: Dice, testers: IntArray, totals: IntArray, places_out: IntArray
) -> None:
    """Give places from 1 on, the highest total first; who is tied rolls again among the tied until they differ.

    Args:
        battle: the battle.
        book: the book.
        dice: the caller's dice table.
        testers: int64 (n,), who tests for each of one side, -1 for nobody.
        totals: int64 (n,), what it came to; not changed.
        places_out: int64 (n,), 0 for those who do not take part.

    Source: D27; D29.
    """
    keys = totals * 1
    tied = highest_tie(keys)
    while tied != ABSENT:
        for k in range(len(keys)):
            if keys[k] == tied:
                keys[k] = keys[k] * ROOM + test_agility(battle, book, dice, int(testers[k]))
            elif keys[k] != ABSENT:
                keys[k] = keys[k] * ROOM
        number_keys(keys)
        tied = highest_tie(keys)
    for k in range(len(keys)):
        places_out[k] = int(keys[k] != ABSENT)
        for other in range(len(keys)):
            places_out[k] += int(keys[k] != ABSENT and keys[other] > keys[k])


@compiled
def highest_tie(keys: IntArray) -> int:
    """The highest key that two have, `ABSENT` if all differ."""
    best = ABSENT
    for k in range(len(keys)):
        for other in range(k):
            if keys[k] == keys[other] and keys[k] > best:
                best = int(keys[k])
    return best


@compiled
def number_keys(keys: IntArray) -> None:
    """Replace keys by how many different ones are less, in the same order, so that they stay small."""
    ranks = keys * 1
    for k in range(len(keys)):
        if keys[k] == ABSENT:
            continue
        rank = 0
        for other in range(len(keys)):
            first = True
            for earlier in range(other):
                first = first and keys[earlier] != keys[other]
            rank += int(first and keys[other] != ABSENT and keys[other] < keys[k])
        ranks[k] = rank
    for k in range(len(keys)):
        keys[k] = ranks[k]


@compiled
def swap_places(battle: Battle, one: int, other: int) -> None:
    """Two heroes swap their places in the order, from this round on.

    Source: D30; D31.
    """
    place = int(battle.creatures[one].place)
    battle.creatures[one].place = int(battle.creatures[other].place)
    battle.creatures[other].place = place
