"""Where to stand, at a glance: cheap enough for rollouts.

A square is judged by the enemies next to it, by the gun's sight, and by how many enemies have room beside it. Nobody's
way is looked at.
"""

from __future__ import annotations

import numpy as np

from brimstone_agents.scripted.attacks import (
    die_wounds,
    gun_reach,
    main_gun,
    progress,
    read_attack,
    wounds_left,
)
from brimstone_agents.scripted.posts import patience
from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_agents.scripted.worth import mean_unblocked, total_fright, unblocked_chance, worth_of
from brimstone_agents.scripted.wounds import pass_chance, strike_wounds
from brimstone_env.battle.codes import FIRST_SQUARE, MAX_GROUPS, MAX_SQUARES, NOBODY, Verb
from brimstone_env.battle.figures import num_squares_of, square_of
from brimstone_env.battle.layout import HERO_HERE, Battle, Book
from brimstone_env.battle.movement import escape_need
from brimstone_env.battle.weapons import MELEE, AttackMode, attack_range
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

FAR = 255


@compiled
def choose_square_quickly(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The move to the best square by a glance, or `end_move`."""
    hero_index = int(battle.pending.hero)
    here = int(battle.heroes[hero_index].square)
    gains = np.zeros(MAX_SQUARES, np.float64)  # the best attack on somebody adjacent
    shots = np.zeros(battle.num_enemies, np.float64)  # by enemy, the gun
    wounds = look_around(battle, book, tactic, hero_index, gains, shots)
    gun = main_gun(battle, book, hero_index)
    reach = attack_range(battle, book, hero_index, gun) if gun != NOBODY else 0
    stay = value_at(battle, book, tactic, here, gains, shots, reach, wounds)
    best: int = Verb.END_MOVE
    most = stay
    if attack_at(battle, book, here, gains, shots, reach) > 0.0:  # who has nobody to attack must not wait for ever
        most += float(tactic.weights[Weight.MARGIN]) / HUNDRED
    for square in range(book.map.num_squares):
        action = FIRST_SQUARE + int(book.map.cell[square])
        if mask[action] == 1:
            value = value_at(battle, book, tactic, square, gains, shots, reach, wounds)
            if value > most:
                most = value
                best = action
    if best != Verb.END_MOVE:
        need = escape_need(battle, book, hero_index)
        if need > 0 and pass_chance(need) * (most - stay) < float(tactic.weights[Weight.ESCAPE_COST]) / HUNDRED:
            return Verb.END_MOVE
    return best


@compiled
def look_around(
    battle: Battle, book: Book, tactic: Tactic, hero_index: int, gains_out: IntArray, shots_out: IntArray
) -> float:
    """What attacks on each enemy are worth: with whatever is best for who stands adjacent, with the gun from afar.

    Args:
        battle: the battle.
        book: the book.
        tactic: what counts how much.
        hero_index: the hero.
        gains_out: float64 by square, zeros: the best attack on an enemy adjacent to it.
        shots_out: float64 by enemy, zeros: the attack with the gun.

    Returns:
        The wounds that one enemy is expected to deal to the hero in a turn, on average.
    """
    melee = read_attack(battle, book, hero_index, MELEE, AttackMode.PLAIN)
    gun = main_gun(battle, book, hero_index)
    shot = read_attack(battle, book, hero_index, gun, AttackMode.PLAIN)
    worths = np.zeros(MAX_GROUPS, np.float64)
    unblocked = mean_unblocked(battle)
    fright = total_fright(battle)
    own = unblocked_chance(battle, hero_index)
    total = 0.0
    for g in range(battle.num_groups):
        if battle.groups[g].alive > 0:
            worths[g] = worth_of(battle, g, unblocked, fright) * float(tactic.weights[Weight.KILL_TURNS]) / HUNDRED
            total += strike_wounds(battle.groups[g].stats, own) * float(battle.groups[g].alive)
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 0:
            continue
        stats = battle.groups[enemy.group].stats
        left = wounds_left(battle, e)
        blow = float(melee[1]) * die_wounds(stats, int(battle.level), left, melee)
        if gun != NOBODY:
            fire = float(shot[1]) * die_wounds(stats, int(battle.level), left, shot)
            shots_out[e] = float(worths[enemy.group]) * progress(tactic, fire, left)
            blow = max(blow, fire)
        gain = float(worths[enemy.group]) * progress(tactic, blow, left) + 0.001
        for part in range(num_squares_of(battle, e)):
            base = square_of(battle, book, e, part)
            for k in range(book.map.num_neighbours[base]):
                square = int(book.map.neighbours[base, k])
                gains_out[square] = max(float(gains_out[square]), gain)
    return total / float(max(battle.num_alive, 1))


@compiled
def value_at(
    battle: Battle,
    book: Book,
    tactic: Tactic,
    square: int,
    gains: IntArray,
    shots: IntArray,
    reach: int,
    wounds: float,
) -> float:
    """How good a square is: the attack from there, less the wounds of the enemies that have room beside it."""
    room = 0
    for k in range(book.map.num_neighbours[square]):
        if battle.board[book.map.neighbours[square, k]] != HERO_HERE:
            room += 1
    comers = min(float(room), 1.0 + float(battle.num_alive) / float(max(battle.num_standing, 1)))
    value = attack_at(battle, book, square, gains, shots, reach)
    if value == 0.0:
        value = -float(nearest_enemy(battle, book, square)) * float(tactic.weights[Weight.STEP_COST]) / HUNDRED
    return value - comers * wounds * patience(battle) * float(tactic.weights[Weight.CAUTION]) / HUNDRED


@compiled
def attack_at(battle: Battle, book: Book, square: int, gains: IntArray, shots: IntArray, reach: int) -> float:
    """What the best attack from a square is worth; 0 with nobody to attack."""
    value = float(gains[square])
    if value > 0.0 or reach == 0:
        return value
    for e in range(battle.num_enemies):
        if shots[e] > value and gun_reach(book, square, int(battle.enemies[e].square), reach):
            value = float(shots[e])
    return value


@compiled
def nearest_enemy(battle: Battle, book: Book, square: int) -> int:
    """Walking distance from a square to the nearest living enemy, FAR for none."""
    near = FAR
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1:
            near = min(near, int(book.map.distance[square, battle.enemies[e].square]))
    return near
