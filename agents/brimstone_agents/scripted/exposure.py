"""How exposed the heroes are: which enemies get at whom, and what that is expected to cost.

Enemies that keep a target strike it for certain. The others choose evenly among the heroes that they can get to; how
many get at a hero is limited by the squares next to it that they can walk to, which is what doorways, corridors and
heroes in the way are good for. Who shoots needs no room.
"""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_agents.scripted.worth import unblocked_chance
from brimstone_agents.scripted.wounds import strike_wounds
from brimstone_env.battle.codes import MAX_HEROES, MAX_SQUARES, NOBODY, Stat
from brimstone_env.battle.figures import num_squares_of, square_of
from brimstone_env.battle.layout import HERO_HERE, Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

# Rows of the tally that is kept by hero.
SURE = 0  # wounds of enemies that keep it as their target
LOOSE = 1  # wounds of those that may choose it
SETTLED = 2  # squares that the former take
COMERS = 3  # squares that the latter want
ROOM = 4  # squares next to it that enemies can walk to
NUM_TALLIES = 5


@compiled
def fill_strikes(battle: Battle, strikes_out: IntArray) -> None:
    """Expected wounds of one enemy's attack, (MAX_HEROES, MAX_GROUPS) float64 by hero and group."""
    for h in range(battle.num_heroes):
        unblocked = unblocked_chance(battle, h)
        for g in range(battle.num_groups):
            if battle.groups[g].alive > 0:
                strikes_out[h, g] = strike_wounds(battle.groups[g].stats, unblocked)


@compiled
def fill_walked(battle: Battle, book: Book, hero_index: int, stands: int, walked_out: IntArray) -> None:
    """The squares that enemies can walk to past the heroes.

    Args:
        battle: the battle.
        book: the book.
        hero_index: the hero who is about to move: its own square is free.
        stands: the square where it stands instead, NOBODY for none.
        walked_out: int8 (MAX_SQUARES,), 1 for each of them, the enemies' own included.
    """
    queue = np.empty(MAX_SQUARES, np.int16)
    own = int(battle.heroes[hero_index].square)
    tail = 0
    passing = False
    walked_out[: book.map.num_squares] = 0
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 0:
            continue
        passing = passing or battle.groups[battle.enemies[e].group].stats[Stat.PASS_THROUGH] == 1
        for part in range(num_squares_of(battle, e)):
            here = square_of(battle, book, e, part)
            if walked_out[here] == 0:
                walked_out[here] = 1
                queue[tail] = here
                tail += 1
    head = 0
    while head < tail:
        here = int(queue[head])
        head += 1
        for k in range(book.map.num_neighbours[here]):
            there = int(book.map.neighbours[here, k])
            if walked_out[there] == 1 or there == stands:
                continue
            if passing or battle.board[there] != HERO_HERE or there == own:
                walked_out[there] = 1
                queue[tail] = there
                tail += 1


@compiled
def may_cut(book: Book, square: int, walked: IntArray) -> bool:
    """Whether standing on a square may cut the walked squares in two: its walked neighbours do not hang together."""
    count = 0
    for k in range(book.map.num_neighbours[square]):
        count += int(walked[book.map.neighbours[square, k]])
    if count < 2:
        return False
    joined = np.zeros(8, np.int8)
    found = 0
    for k in range(book.map.num_neighbours[square]):
        if found == 0 and walked[book.map.neighbours[square, k]] == 1:
            joined[k] = 1
            found = 1
    grows = True
    while grows:
        grows = False
        for k in range(book.map.num_neighbours[square]):
            one = int(book.map.neighbours[square, k])
            if joined[k] == 1 or walked[one] == 0:
                continue
            for j in range(book.map.num_neighbours[square]):
                if joined[j] == 1 and book.map.adjacent[one, book.map.neighbours[square, j]] == 1:
                    joined[k] = 1
                    found += 1
                    grows = True
                    break
    return found < count


@compiled
def place_of(battle: Battle, hero_index: int, mover: int, square: int) -> int:
    """The square of a hero, if the one who is about to move stands on ``square``."""
    return square if hero_index == mover else int(battle.heroes[hero_index].square)


@compiled
def fill_wounds(
    battle: Battle, book: Book, mover: int, square: int, strikes: IntArray, walked: IntArray, wounds_out: IntArray
) -> None:
    """Wounds that each hero is expected to take from one attack of all enemies.

    Args:
        battle: the battle.
        book: the book.
        mover: the hero who is about to move; the others stay.
        square: where it stands.
        strikes: `fill_strikes`.
        walked: `fill_walked` with the mover on its square.
        wounds_out: float64 (MAX_HEROES,).
    """
    tally = np.zeros((NUM_TALLIES, MAX_HEROES), np.float64)
    shared = count_room(battle, book, mover, square, walked, tally)
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1:
            add_enemy(battle, book, mover, square, e, strikes, tally)
    crowd = 0.0
    for h in range(battle.num_heroes):
        shared -= float(tally[SETTLED, h])
        crowd += fit(float(tally[ROOM, h] - tally[SETTLED, h]), float(tally[COMERS, h])) * float(tally[COMERS, h])
    all_fit = fit(shared, crowd)
    for h in range(battle.num_heroes):
        own_fit = fit(float(tally[ROOM, h] - tally[SETTLED, h]), float(tally[COMERS, h]))
        wounds_out[h] = tally[SURE, h] + own_fit * all_fit * tally[LOOSE, h]


@compiled
def fit(space: float, wanted: float) -> float:
    """The part, 0..1, of what is wanted that there is space for."""
    return min(max(space, 0.0) / max(wanted, 1e-9), 1.0)


@compiled
def count_room(battle: Battle, book: Book, mover: int, square: int, walked: IntArray, tally_out: IntArray) -> float:
    """Walked squares next to each hero, into the tally, and those next to any hero, which are returned."""
    seen = np.zeros(MAX_SQUARES, np.int8)
    shared = 0
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 1:
            continue
        here = place_of(battle, h, mover, square)
        for k in range(book.map.num_neighbours[here]):
            there = int(book.map.neighbours[here, k])
            if walked[there] == 1 and there != square:
                tally_out[ROOM, h] += 1.0
                shared += 1 - int(seen[there])
                seen[there] = 1
    return float(shared)


@compiled
def add_enemy(
    battle: Battle, book: Book, mover: int, square: int, enemy_index: int, strikes: IntArray, tally_out: IntArray
) -> None:
    """Add to the tally whom an enemy strikes, or may strike."""
    enemy = battle.enemies[enemy_index]
    stats = battle.groups[enemy.group].stats
    space = 1.0 / float(max(stats[Stat.SHARE], 1))
    target = int(enemy.target)
    reach = int(stats[Stat.MOVE]) + 1
    shoots = bool(stats[Stat.RANGE] > 0)
    if shoots:
        reach += int(stats[Stat.RANGE])
    elif target != NOBODY and stats[Stat.NEW_TARGET] == 0 and battle.heroes[target].knocked_out == 0:
        here = place_of(battle, target, mover, square)
        if book.map.adjacent[here, enemy.square] == 1:
            tally_out[SURE, target] += strikes[target, enemy.group]
            tally_out[SETTLED, target] += space
            return
    count = 0
    for h in range(battle.num_heroes):
        if is_within(battle, book, mover, square, h, enemy_index, reach, shoots or tally_out[ROOM, h] > 0.0):
            count += 1
    for h in range(battle.num_heroes):
        if count > 0 and is_within(
            battle, book, mover, square, h, enemy_index, reach, shoots or tally_out[ROOM, h] > 0.0
        ):
            part = float(strikes[h, enemy.group]) / float(count)
            if shoots:
                tally_out[SURE, h] += part
            else:
                tally_out[LOOSE, h] += part
                tally_out[COMERS, h] += space / float(count)


@compiled
def is_within(
    battle: Battle, book: Book, mover: int, square: int, hero_index: int, enemy_index: int, reach: int, has_room: bool
) -> bool:
    """Whether an enemy gets at a hero in one activation."""
    if battle.heroes[hero_index].knocked_out == 1 or not has_room:
        return False
    here = place_of(battle, hero_index, mover, square)
    return bool(book.map.distance[here, battle.enemies[enemy_index].square] <= reach)


@compiled
def weigh_wounds(battle: Battle, tactic: Tactic, ward: int, wounds: IntArray) -> float:
    """What expected wounds cost the party: more for who may fall, and for the hero who is guarded.

    Args:
        battle: the battle.
        tactic: what counts how much.
        ward: the hero who is guarded, NOBODY for none.
        wounds: `fill_wounds`.
    """
    fear = float(tactic.weights[Weight.FEAR_OF_FALL]) / HUNDRED
    total = 0.0
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 0:
            cost = float(wounds[h]) * (1.0 + fear / float(max(int(hero.health), 1)))
            total += cost * (1.0 + float(tactic.weights[Weight.WARD]) / HUNDRED) if h == ward else cost
    return total * float(tactic.weights[Weight.CAUTION]) / HUNDRED
