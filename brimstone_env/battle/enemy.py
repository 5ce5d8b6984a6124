"""An enemy group's activation: all its figures choose targets and move, then all attack."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from brimstone_env.battle.chase import choose_approach, choose_end, choose_lean, choose_target
from brimstone_env.battle.codes import MAX_SQUARES, NOBODY, Decision, Event, Roll, Stat, Status, Stream
from brimstone_env.battle.enemy_health import heal_alone
from brimstone_env.battle.figures import distance_to_heroes, is_hero_next_to, lift_enemy, set_target
from brimstone_env.battle.fright import strike_fright
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.movement import end_kind, fill_enemy_reach, walk_enemy
from brimstone_env.battle.pending import ask, first_standing
from brimstone_env.battle.shooting import attack_kind, choose_post, take_aim
from brimstone_env.battle.strike import push_hits_around, push_strike
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, pick, roll_die
from brimstone_env.core.frames import top_frame

PACK_SCATTERS = 2  # on a d6 of this or less a pack chooses anew


class GroupStage(IntEnum):
    """How far a group's activation has come."""

    BEGIN = 0
    MOVE = 1  # the next figure moves
    STRIKE = 2  # the next figure attacks
    HORROR = 3  # the next hero is struck with the horror of the type's activation
    CONTACT = 4  # the next figure hits the heroes adjacent to it


@compiled
def step_group(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with a group's activation: every figure chooses a target and moves, the nearest first; then all attack.

    Before that come horror and hits that the activation itself brings. `hero` is whom a pack is after.

    Source: B24, B48.
    """
    frame = top_frame(battle.stack)
    group = int(frame.slot)
    if frame.stage == GroupStage.BEGIN:
        battle.groups[group].activated = 1
        log_event(dice, Event.ACTIVATE_GROUP, group, 0, 0)
        heal_alone(battle, book, dice, group)
        frame.stage = GroupStage.HORROR
    if frame.stage == GroupStage.HORROR:
        return bring_horror(battle, dice, group)
    if frame.stage == GroupStage.CONTACT:
        return bring_contact(battle, book, dice, group)
    if frame.stage == GroupStage.MOVE:
        return move_next(battle, book, dice, group)
    if not has_attack(battle, group):
        return Status.DONE
    for e in range(int(frame.index), battle.num_enemies):
        if battle.enemies[e].alive == 1 and battle.enemies[e].group == group:
            frame.index = e + 1
            push_strike(battle, e, attack_kind(battle, book, e))
            return Status.CALL
    return Status.DONE


@compiled
def bring_horror(battle: Battle, dice: Dice, group: int) -> int:
    """The type's activation strikes every hero with horror hits.

    Differs: the source does not say whether every figure does so; here it comes once for the type, wherever the heroes
    are.

    Source: facts 2b (void hounds 4).
    """
    frame = top_frame(battle.stack)
    stats = battle.groups[group].stats
    hits = int(stats[Stat.TURN_HORROR])
    if hits > 0:
        for h in range(int(frame.index), battle.num_heroes):
            if battle.heroes[h].knocked_out == 0:
                if frame.index == 0:
                    log_event(dice, Event.ENEMY_ABILITY, NOBODY, Stat.TURN_HORROR, hits)
                frame.index = h + 1
                strike_fright(battle, h, NOBODY, hits, int(stats[Stat.HORROR_DAMAGE]))
                return Status.CALL
    frame.index = 0
    frame.stage = GroupStage.CONTACT
    return Status.CALL


@compiled
def bring_contact(battle: Battle, book: Book, dice: Dice, group: int) -> int:
    """Each figure hits the heroes that are adjacent to it as its activation begins.

    Source: facts 2a (custodians).
    """
    frame = top_frame(battle.stack)
    stats = battle.groups[group].stats
    hits = int(stats[Stat.CONTACT_HITS])
    if hits > 0:
        for e in range(int(frame.index), battle.num_enemies):
            if battle.enemies[e].alive == 1 and battle.enemies[e].group == group:
                frame.index = e + 1
                push_hits_around(battle, e, hits, int(stats[Stat.DAMAGE]))
                return Status.CALL
    frame.index = 0
    frame.stage = GroupStage.MOVE
    fresh = gather_pack(battle, dice, group)
    drop_targets(battle, book, dice, group, fresh)
    return Status.CALL


@compiled
def gather_pack(battle: Battle, dice: Dice, group: int) -> bool:
    """A pack rolls a d6: on 1 or 2 all its figures choose anew, on a high roll all are after one random hero.

    Differs: the source does not say who that hero is; here a random standing one.

    Returns:
        Whether all choose anew. The hero goes into the frame.

    Source: facts 2a (void hounds), 2b (void hounds 2).
    """
    least = int(battle.groups[group].stats[Stat.PACK])
    if least == 0 or battle.num_standing == 0:
        return False
    roll = roll_die(battle.streams, dice, Stream.CHOICE, Roll.ABILITY, 6)
    log_event(dice, Event.ENEMY_ABILITY, NOBODY, Stat.PACK, roll)
    if roll >= least:
        chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.TARGET, int(battle.num_standing))
        for h in range(battle.num_heroes):
            if battle.heroes[h].knocked_out == 0:
                if chosen == 0:
                    top_frame(battle.stack).hero = h
                    return False
                chosen -= 1
    return roll <= PACK_SCATTERS


@compiled
def has_attack(battle: Battle, group: int) -> bool:
    """Whether figures of a type attack at all.

    Source: facts 2a (corpse piles).
    """
    stats = battle.groups[group].stats
    return bool(stats[Stat.COMBAT] > 0) or bool(stats[Stat.SHOTS] > 0)


@compiled
def drop_targets(battle: Battle, book: Book, dice: Dice, group: int, fresh: bool) -> None:
    """Figures that do not keep their targets forget them: old choices no longer count for anybody's new one.

    Source: B49, B53, B54, facts 2a (void hounds).
    """
    quarry = int(top_frame(battle.stack).hero)
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 0 or enemy.group != group or enemy.target == NOBODY:
            continue
        strays = fresh or (quarry != NOBODY and enemy.target != quarry)
        if strays or not keeps_target(battle, book, e):
            set_target(battle, dice, e, NOBODY)


@compiled
def move_next(battle: Battle, book: Book, dice: Dice, group: int) -> int:
    """The nearest figure that has not moved yet moves; equally near ones in random order, or as the players say.

    Source: B48, N4.
    """
    least = nearest_waiting(battle, book, group)
    if least == NOBODY:
        for e in range(battle.num_enemies):
            battle.enemies[e].done = 0
        top_frame(battle.stack).stage = GroupStage.STRIKE
        return Status.CALL
    count = 0
    for e in range(battle.num_enemies):
        if is_waiting(battle, book, group, e, least):
            count += 1
    if count > 1 and book.rules.players_order == 1:
        ask(battle, Decision.FIRST, first_standing(battle), NOBODY, NOBODY, least)
        return Status.WAIT
    chosen = pick(battle.streams, dice, Stream.CHOICE, Roll.FIRST, count)
    for e in range(battle.num_enemies):
        if is_waiting(battle, book, group, e, least):
            if chosen == 0:
                move_figure(battle, book, dice, e)
                return Status.CALL
            chosen -= 1
    return Status.CALL


@compiled
def nearest_waiting(battle: Battle, book: Book, group: int) -> int:
    """Least distance to the heroes among the group's figures that have not moved; NOBODY if all have.

    Source: B48.
    """
    least = NOBODY
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1 and enemy.group == group and enemy.done == 0:
            away = distance_to_heroes(battle, book, int(enemy.square))
            if least == NOBODY or away < least:
                least = away
    return least


@compiled
def is_waiting(battle: Battle, book: Book, group: int, enemy_index: int, away: int) -> bool:
    """Whether a figure of the group has not moved yet and is just so far from the heroes.

    Source: B48.
    """
    enemy = battle.enemies[enemy_index]
    if enemy.alive == 0 or enemy.group != group or enemy.done == 1:
        return False
    return distance_to_heroes(battle, book, int(enemy.square)) == away


@compiled
def keeps_target(battle: Battle, book: Book, enemy_index: int) -> bool:
    """Whether a figure stays with its target: the hero stands and is adjacent. Who shoots chooses every turn.

    Source: B53, B61, N10.
    """
    enemy = battle.enemies[enemy_index]
    stats = battle.groups[enemy.group].stats
    if enemy.target == NOBODY or stats[Stat.NEW_TARGET] == 1 or stats[Stat.RANGE] > 0:
        return False
    return is_hero_next_to(battle, book, int(enemy.target), enemy_index)


@compiled
def move_figure(battle: Battle, book: Book, dice: Dice, enemy_index: int) -> None:
    """One figure keeps its target and stays, or chooses a target and moves to it, or comes as near as it can.

    One that shoots stays where it is as long as it can attack anybody from there; one that has no attack is after
    nobody.

    Source: B49, B50, B51, B53, B54, B61, B62.
    """
    enemy = battle.enemies[enemy_index]
    enemy.done = 1
    if not has_attack(battle, int(enemy.group)):
        return
    shoots = battle.groups[enemy.group].stats[Stat.RANGE] > 0
    if shoots:
        take_aim(battle, book, dice, enemy_index)
    if enemy.target != NOBODY:
        return
    quarry = int(top_frame(battle.stack).hero)
    lift_enemy(battle, book, enemy_index)
    steps = np.empty(MAX_SQUARES, np.int16)
    path = np.empty(MAX_SQUARES, np.int16)
    queue = np.empty(MAX_SQUARES, np.int16)
    ends = np.zeros(MAX_SQUARES, np.int8)
    count = fill_enemy_reach(battle, book, enemy_index, steps, path, queue)
    for i in range(count):
        ends[queue[i]] = end_kind(battle, book, enemy_index, int(queue[i]))
    square = NOBODY
    lean = 0
    if shoots:
        square = choose_post(battle, book, dice, enemy_index, steps, ends)
    else:
        hero_index = choose_target(battle, book, dice, enemy_index, quarry, ends)
        if hero_index != NOBODY:
            square = choose_end(battle, book, dice, enemy_index, hero_index, ends)
            lean = choose_lean(battle, book, dice, enemy_index, square, hero_index, ends)
            set_target(battle, dice, enemy_index, hero_index)
    if square == NOBODY:
        square = choose_approach(battle, book, dice, enemy_index, quarry, ends)
        lean = choose_lean(battle, book, dice, enemy_index, square, NOBODY, ends)
    walk_enemy(battle, book, dice, enemy_index, path, square, lean)
    if shoots:
        take_aim(battle, book, dice, enemy_index)
