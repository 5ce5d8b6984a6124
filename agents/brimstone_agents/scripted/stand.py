"""Where to stand, weighed: the attack from each square, less what the enemies' next attacks cost the party there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from brimstone_agents.scripted.attacks import (
    Attack,
    die_wounds,
    gun_reach,
    least_rank,
    main_gun,
    rank_of,
    read_attack,
    spread,
    urgency,
    wounds_left,
)
from brimstone_agents.scripted.exposure import fill_strikes, fill_walked, fill_wounds, may_cut, weigh_wounds
from brimstone_agents.scripted.glance import nearest_enemy
from brimstone_agents.scripted.posts import find_ward, patience, post_value
from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_agents.scripted.worth import fill_worths
from brimstone_agents.scripted.wounds import pass_chance
from brimstone_env.battle.codes import (
    FIRST_SQUARE,
    MAX_ENEMIES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_SQUARES,
    NOBODY,
    Verb,
)
from brimstone_env.battle.figures import is_next_to
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.movement import escape_need
from brimstone_env.battle.weapons import MELEE, AttackMode, attack_range
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray

HURRY_SQUARES = 5  # to an enemy whom a d6 of squares more may reach
# Rows of the table of attacks, by enemy.
GAIN = 0  # worth of killing it
BLOWS = 1  # melee dice that this is expected to take, 0: it cannot be hurt so
SHOTS = 2  # dice of the gun


class Survey(NamedTuple):
    """What is looked up once before squares are compared."""

    hero_index: int
    ward: int  # hero who is guarded, NOBODY for none
    reach: int  # range of the gun, 0 without one
    melee: Attack
    shot: Attack
    table: IntArray  # float64 (3, MAX_ENEMIES)
    strikes: IntArray  # `fill_strikes`
    walked: IntArray  # `fill_walked` without the hero


@compiled
def survey_field(battle: Battle, book: Book, tactic: Tactic, hero_index: int) -> Survey:
    """Look up what all squares have in common."""
    melee = read_attack(battle, book, hero_index, MELEE, AttackMode.PLAIN)
    gun = main_gun(battle, book, hero_index)
    shot = read_attack(battle, book, hero_index, gun, AttackMode.PLAIN)
    reach = attack_range(battle, book, hero_index, gun) if gun != NOBODY else 0
    table = np.zeros((3, MAX_ENEMIES), np.float64)
    fill_table(battle, book, tactic, hero_index, melee, shot, table)
    strikes = np.zeros((MAX_HEROES, MAX_GROUPS), np.float64)
    fill_strikes(battle, strikes)
    walked = np.zeros(MAX_SQUARES, np.int8)
    fill_walked(battle, book, hero_index, NOBODY, walked)
    return Survey(hero_index, find_ward(battle, tactic, hero_index), reach, melee, shot, table, strikes, walked)


@compiled
def fill_table(
    battle: Battle, book: Book, tactic: Tactic, hero_index: int, melee: Attack, shot: Attack, table_out: IntArray
) -> None:
    """The table of attacks on each living enemy."""
    worths = np.empty(MAX_GROUPS, np.float64)
    fill_worths(battle, worths)
    least = least_rank(battle, book, tactic, hero_index, worths)
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 0:
            continue
        stats = battle.groups[enemy.group].stats
        left = wounds_left(battle, e)
        worth = float(worths[enemy.group])
        table_out[GAIN, e] = (worth + 0.01) * urgency(rank_of(battle, book, tactic, hero_index, e, worth), least)
        wounds = die_wounds(stats, int(battle.level), left, melee)
        if wounds > 0.0:
            table_out[BLOWS, e] = float(left) / wounds
        wounds = die_wounds(stats, int(battle.level), left, shot)
        if wounds > 0.0 and shot[0] != NOBODY:
            table_out[SHOTS, e] = float(left) / wounds


@compiled
def choose_square(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The move to the best square by the tactic's measure, or `end_move`."""
    hero_index = int(battle.pending.hero)
    survey = survey_field(battle, book, tactic, hero_index)
    here = int(battle.heroes[hero_index].square)
    stay = value_of(battle, book, tactic, here, survey)
    best: int = Verb.END_MOVE
    place = here
    most = stay
    if attack_from(battle, book, tactic, here, survey) > 0.0:  # who has nobody to attack must not wait for ever
        most += float(tactic.weights[Weight.MARGIN]) / HUNDRED
    for square in range(book.map.num_squares):
        action = FIRST_SQUARE + int(book.map.cell[square])
        if mask[action] == 1:
            value = value_of(battle, book, tactic, square, survey)
            if value > most:
                most = value
                best = action
                place = square
    if mask[Verb.EXTRA_MOVE] == 1 and is_worth_hurry(battle, book, tactic, place, survey):
        return Verb.EXTRA_MOVE
    if best != Verb.END_MOVE and not is_worth_escape(battle, book, tactic, hero_index, most - stay):
        return Verb.END_MOVE
    return best


@compiled
def is_worth_hurry(battle: Battle, book: Book, tactic: Tactic, square: int, survey: Survey) -> bool:
    """Whether grit for a few squares more may bring somebody to attack who is out of reach from the best square."""
    least = float(tactic.weights[Weight.HURRY]) / HUNDRED
    if least == 0.0 or float(battle.heroes[survey.hero_index].grit) < least:
        return False
    if attack_from(battle, book, tactic, square, survey) > 0.0:
        return False
    return nearest_enemy(battle, book, square) <= HURRY_SQUARES


@compiled
def is_worth_escape(battle: Battle, book: Book, tactic: Tactic, hero_index: int, gain: float) -> bool:
    """Whether a better square is worth the risk of an escape roll, if one is due."""
    need = escape_need(battle, book, hero_index)
    return need == 0 or pass_chance(need) * gain > float(tactic.weights[Weight.ESCAPE_COST]) / HUNDRED


@compiled
def value_of(battle: Battle, book: Book, tactic: Tactic, square: int, survey: Survey) -> float:
    """How good it is to end the movement on a square."""
    value = attack_from(battle, book, tactic, square, survey)
    if value == 0.0:
        value = -float(nearest_enemy(battle, book, square)) * float(tactic.weights[Weight.STEP_COST]) / HUNDRED
    value += post_value(battle, book, tactic, survey.hero_index, square)
    if tactic.weights[Weight.CAUTION] > 0:
        value -= danger_at(battle, book, tactic, square, survey)
    return value


@compiled
def attack_from(battle: Battle, book: Book, tactic: Tactic, square: int, survey: Survey) -> float:
    """What the better of melee and gun is worth from a square; 0 with nobody to attack."""
    count = int(battle.num_enemies)
    needs = np.zeros(count, np.float64)
    beside = np.zeros(count, np.int8)
    close = 0
    for e in range(count):
        if is_next_to(battle, book, e, square):
            beside[e] = 1
            close += 1
            needs[e] = survey.table[BLOWS, e]
    best = 0.0
    if close > 0:
        best = spread(tactic, float(survey.melee[1]), survey.table[GAIN], needs)
    if survey.reach == 0:
        return best
    seen = 0
    for e in range(count):
        needs[e] = 0.0
        if battle.enemies[e].alive == 0 or (close > 0 and beside[e] == 0):
            continue
        if beside[e] == 1 or gun_reach(book, square, int(battle.enemies[e].square), survey.reach):
            needs[e] = survey.table[SHOTS, e]
            seen += 1
    if seen > 0:
        best = max(best, spread(tactic, float(survey.shot[1]), survey.table[GAIN], needs))
    return best


@compiled
def danger_at(battle: Battle, book: Book, tactic: Tactic, square: int, survey: Survey) -> float:
    """What the enemies' next attacks cost the party with the hero on a square."""
    wounds = np.zeros(MAX_HEROES, np.float64)
    walked = survey.walked
    if walked[square] == 1 and may_cut(book, square, walked):
        walked = np.zeros(MAX_SQUARES, np.int8)
        fill_walked(battle, book, survey.hero_index, square, walked)
    fill_wounds(battle, book, survey.hero_index, square, survey.strikes, walked, wounds)
    return weigh_wounds(battle, tactic, survey.ward, wounds) * patience(battle)


@compiled
def expected_wounds(battle: Battle, book: Book, tactic: Tactic, hero_index: int) -> float:
    """Wounds that a hero is expected to take where it stands from the enemies' next attacks."""
    wounds = np.zeros(MAX_HEROES, np.float64)
    strikes = np.zeros((MAX_HEROES, MAX_GROUPS), np.float64)
    fill_strikes(battle, strikes)
    square = int(battle.heroes[hero_index].square)
    walked = np.zeros(MAX_SQUARES, np.int8)
    fill_walked(battle, book, hero_index, square, walked)
    fill_wounds(battle, book, hero_index, square, strikes, walked, wounds)
    return float(wounds[hero_index])
