"""The exact mask of the pending decision."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.abilities import can_rally, can_staunch, can_use_ability
from brimstone_env.battle.codes import (
    DYNAMITE,
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    MAX_ITEMS,
    MAX_SQUARES,
    NOBODY,
    NUM_ACTIONS,
    NUM_TOKENS,
    NUM_USES,
    Decision,
    Frame,
    Outcome,
    Verb,
)
from brimstone_env.battle.damage import AttackStage, may_share
from brimstone_env.battle.delve import fill_between
from brimstone_env.battle.dragging import can_drag, fill_draggable
from brimstone_env.battle.dynamite import fill_aims
from brimstone_env.battle.enemy import is_waiting
from brimstone_env.battle.guns import can_shoot, can_shoot_both, fill_guns
from brimstone_env.battle.knockout import missing_health, missing_sanity
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.movement import fill_hero_reach
from brimstone_env.battle.recovery import can_recover, fill_recoverable
from brimstone_env.battle.rolls import may_reroll
from brimstone_env.battle.targets import fill_targets, has_adjacent
from brimstone_env.battle.token_use import can_be_used_on, can_use_token
from brimstone_env.battle.turn import may_pick
from brimstone_env.battle.turn_order import fill_order
from brimstone_env.battle.weapons import MELEE
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray

NUM_SKILLS = 6


@compiled
def fill_legal(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Write the mask of the pending decision.

    Args:
        battle: the battle.
        book: the book.
        mask_out: int8 (NUM_ACTIONS,): 1 where legal. When the battle is over only `end` is 1 (a filler that does
            nothing); when nothing is asked (a paused rule case) all are 0.

    Returns:
        How many actions are legal.
    """
    for action in range(NUM_ACTIONS):
        mask_out[action] = 0
    kind = int(battle.pending.kind)
    if kind == Decision.NONE:
        if battle.outcome != Outcome.UNDECIDED:
            mask_out[Verb.END] = 1
            return 1
        return 0
    if kind == Decision.MOVE:
        return fill_move(battle, book, mask_out)
    if kind == Decision.ATTACK:
        return fill_attack(battle, book, mask_out)
    if kind == Decision.REROLL:
        return fill_reroll(battle, book, mask_out)
    if kind == Decision.HEAL or kind == Decision.SPLIT:
        return fill_numbers(battle, mask_out, kind)
    if kind == Decision.ACTIVATE or kind == Decision.DRAG or kind == Decision.RECOVER:
        return fill_heroes(battle, book, mask_out, kind)
    if kind == Decision.DEAD_EYE or kind == Decision.REVIVE or kind == Decision.BREATH or kind == Decision.REDRAW:
        return fill_pair(battle, mask_out, kind)
    if kind >= Decision.FIRST_SIDE:
        return fill_order(battle, mask_out, kind)
    if kind == Decision.FREE_ATTACK or kind == Decision.THROW or kind >= Decision.TOKEN_HERO:
        return fill_choice(battle, book, mask_out, kind)
    return fill_enemies(battle, book, mask_out, kind)


@compiled
def fill_choice(battle: Battle, book: Book, mask_out: IntArray, kind: int) -> int:
    """Choices within what a hero does: on whom a token is used, which skill, which gun, more damage or not.

    Source: B44, facts 1b, 4d (two guns), 5 (tokens).
    """
    hero_index = int(battle.pending.hero)
    if kind == Decision.BETWEEN:
        return fill_between(battle, book, hero_index, mask_out)
    if kind == Decision.THROW:
        return fill_aims(battle, book, hero_index, mask_out)
    if kind == Decision.TOKEN_HERO:
        count = 0
        for h in range(battle.num_heroes):
            if can_be_used_on(battle, book, hero_index, int(battle.pending.amount), h):
                mask_out[FIRST_HERO + h] = 1
                count += 1
        return count
    if kind == Decision.SKILL:
        for skill in range(NUM_SKILLS):
            mask_out[FIRST_NUMBER + skill] = 1
        return NUM_SKILLS
    if kind == Decision.BOOST:
        return fill_boost(battle, book, mask_out, hero_index)
    if kind == Decision.SHIV:
        return fill_targets(battle, book, hero_index, MELEE, mask_out[FIRST_ENEMY:])
    count = fill_guns(battle, book, mask_out, hero_index, kind, int(battle.pending.amount))
    if kind == Decision.QUICKDRAW:
        mask_out[Verb.KEEP] = 1
        count += 1
    return count


@compiled
def fill_boost(battle: Battle, book: Book, mask_out: IntArray, hero_index: int) -> int:
    """Leave a hit's damage as it is, or double it by the upgrade, or add to it by a token.

    Source: facts 1b (Knockout Punch), 5 (spice).
    """
    mask_out[Verb.KEEP] = 1
    if top_frame(battle.stack).stage == AttackStage.PUNCH:
        mask_out[Verb.USE_ABILITY] = 1
        return 2
    count = 1
    for kind in range(1, NUM_TOKENS):
        if battle.heroes[hero_index].tokens[kind] > 0 and book.tokens[kind].spice_d3 > 0:
            mask_out[FIRST_USE + kind - 1] = 1
            count += 1
    return count


@compiled
def fill_move(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Squares within reach, more movement for grit, a marker to drag, or enough; free attacks and badges at any time.

    Source: B28, B29, B31, B44.
    """
    hero_index = int(battle.pending.hero)
    reach = np.empty(MAX_SQUARES, np.int16)
    fill_hero_reach(battle, book, hero_index, reach)
    count = 1
    mask_out[Verb.END_MOVE] = 1
    for square in range(book.map.num_squares):
        if reach[square] > 0:
            mask_out[FIRST_SQUARE + int(book.map.cell[square])] = 1
            count += 1
    if battle.heroes[hero_index].grit > 0:
        mask_out[Verb.EXTRA_MOVE] = 1
        count += 1
    if can_drag(battle, book, hero_index):
        mask_out[Verb.DRAG] = 1
        count += 1
    elif battle.heroes[hero_index].dragging != NOBODY and battle.heroes[hero_index].grip == 0:
        mask_out[Verb.LET_GO] = 1
        count += 1
    return count + fill_anytime(battle, book, mask_out, hero_index, False)


@compiled
def fill_attack(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """The ordinary attack (or a recovery instead), if it is not used; or the end of the activation.

    There is no searching and no exploring in a battle: no action stands for them.

    Source: B25, B32, B34, B45, B63.
    """
    hero_index = int(battle.pending.hero)
    count = 1
    mask_out[Verb.END] = 1
    if battle.heroes[hero_index].attacked == 0:
        if has_adjacent(battle, book, hero_index):
            mask_out[Verb.MELEE] = 1
            count += 1
        count += fill_guns(battle, book, mask_out, hero_index, Decision.ATTACK, NOBODY)
        if battle.heroes[hero_index].tokens[DYNAMITE] > 0:
            mask_out[Verb.THROW_DYNAMITE] = 1
            count += 1
        if can_shoot_both(battle, book, hero_index):
            mask_out[Verb.SHOOT_BOTH] = 1
            count += 1
        if can_recover(battle, book, hero_index):
            mask_out[Verb.RECOVER] = 1
            count += 1
    attacks = bool(battle.heroes[hero_index].attacked == 0)
    return count + fill_anytime(battle, book, mask_out, hero_index, attacks)


@compiled
def fill_anytime(battle: Battle, book: Book, mask_out: IntArray, hero_index: int, attacks: bool) -> int:
    """What a hero may do at any time of its activation: a free attack, a badge, a token, an ability, first aid.

    Source: B44, facts 1a, 1b, 5.
    """
    count = 0
    hero = battle.heroes[hero_index]
    if hero.extra_attacked == 0:
        for slot in range(MAX_ITEMS):
            if can_shoot(battle, book, hero_index, slot, True):
                mask_out[Verb.FREE_ATTACK] = 1
                count = 1
    for slot in range(MAX_ITEMS):
        if can_rally(book, hero, slot):
            mask_out[FIRST_SHOOT + slot] = 1
            count += 1
    for kind in range(1, NUM_USES + 1):
        if can_use_token(battle, book, hero_index, kind):
            mask_out[FIRST_USE + kind - 1] = 1
            count += 1
    if can_use_ability(battle, book, hero_index, attacks):
        mask_out[Verb.USE_ABILITY] = 1
        count += 1
    if can_staunch(hero):
        mask_out[Verb.TAKE_HEALING] = 1
        count += 1
    return count


@compiled
def fill_reroll(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """Mark dice one by one and go, reroll all failures at once, or let the roll stand. Without grit: a single die.

    Source: B41, facts 1b (Lawman, Acrobatic Dodge).
    """
    pool = battle.pool
    mask_out[Verb.KEEP] = 1
    count = 1
    failures = 0
    only_one = battle.heroes[pool.hero].grit == 0
    for die in range(pool.count):
        if not may_reroll(battle, die):
            continue
        if pool.marked[die] == 0 and not (only_one and pool.marks > 0):
            mask_out[FIRST_DIE + die] = 1
            count += 1
        if pool.grades[die] == 0:
            failures += 1
    if pool.marks > 0:
        mask_out[Verb.ROLL] = 1
        count += 1
    elif failures == 1 or (failures > 1 and not only_one):
        mask_out[Verb.REROLL_FAILURES] = 1
        count += 1
    return count


@compiled
def fill_numbers(battle: Battle, mask_out: IntArray, kind: int) -> int:
    """Points to Health (only splits that waste nothing), or points of damage to the target of a split hit.

    Source: B63, B67, B68, facts 1b, 2a, 4c.
    """
    least = 1
    most = int(battle.pending.amount)
    if kind == Decision.HEAL:
        hero_index = int(battle.pending.hero)
        least = max(0, most - missing_sanity(battle, hero_index))
        hero = battle.heroes[hero_index]
        if hero.health == 0:  # who comes to has at least 1 of each
            least = max(least, 1)
        if hero.sanity == 0:
            most -= 1
        most = min(most, missing_health(battle, hero_index))
    for number in range(least, most + 1):
        mask_out[FIRST_NUMBER + number] = 1
    return most - least + 1


@compiled
def fill_heroes(battle: Battle, book: Book, mask_out: IntArray, kind: int) -> int:
    """Heroes of whom one is activated now; or whose marker is dragged, or who is recovered.

    Source: B24, B31, B63, D23.
    """
    if kind == Decision.DRAG:
        return fill_draggable(battle, book, int(battle.pending.hero), mask_out[FIRST_HERO:])
    if kind == Decision.RECOVER:
        return fill_recoverable(battle, book, int(battle.pending.hero), mask_out[FIRST_HERO:])
    count = 0
    for h in range(battle.num_heroes):
        if may_pick(battle, book, h, int(battle.pending.amount)):
            mask_out[FIRST_HERO + h] = 1
            count += 1
    return count


@compiled
def fill_pair(battle: Battle, mask_out: IntArray, kind: int) -> int:
    """Decisions of two verbs: Dead Eye or keep, revive or keep, grit or healing, another loot card or keep.

    Source: B64, B67, N11, facts 1b (Swindler).
    """
    if kind == Decision.BREATH:
        hero = battle.heroes[battle.pending.hero]
        mask_out[Verb.TAKE_HEALING] = 1
        if hero.grit >= hero.max_grit:
            return 1
        mask_out[Verb.TAKE_GRIT] = 1
        return 2
    mask_out[Verb.KEEP] = 1
    if kind == Decision.REDRAW:
        mask_out[Verb.USE_ABILITY] = 1
    else:
        mask_out[Verb.DEAD_EYE if kind == Decision.DEAD_EYE else Verb.USE_REVIVE] = 1
    return 2


@compiled
def fill_enemies(battle: Battle, book: Book, mask_out: IntArray, kind: int) -> int:
    """Whom the next hit (or all hits left, or the rest of a split hit) goes to; or which enemy goes first.

    Source: B36, B38, N4.
    """
    frame = top_frame(battle.stack)
    if frame.kind == Frame.GROUP or kind == Decision.SPLIT_TARGET:
        count = 0
        for e in range(battle.num_enemies):
            if kind == Decision.FIRST:
                offered = is_waiting(battle, book, int(frame.slot), e, int(battle.pending.amount))
            else:
                offered = may_share(battle, e)
            if offered:
                mask_out[FIRST_ENEMY + e] = 1
                count += 1
        return count
    hero_index = int(battle.pending.hero)
    count = fill_targets(battle, book, hero_index, int(frame.slot), mask_out[FIRST_ENEMY:])
    if kind == Decision.ASSIGN and battle.pending.amount > 1 and battle.heroes[hero_index].grit > 0:
        mask_out[Verb.ASSIGN_ALL] = 1
        count += 1
    return count
