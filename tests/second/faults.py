"""Invariants of a battle: what must hold at every decision, whatever was played.

``find_fault`` recomputes what the record keeps twice (the board, the counters) and looks for what no rule allows.
What can be seen from the bytes alone is in ``memory``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import (
    MAX_BAG,
    MAX_DICE,
    MAX_SQUARES,
    NUM_TOKENS,
    Decision,
    Frame,
    Outcome,
    Size,
    Stat,
)
from brimstone_env.battle.layout import HERO_HERE, LARGE_HERE, SMALL_HERE, Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from tests.second.bag import is_boost_due
from tests.second.dice import has_free_reroll, may_reroll_die
from tests.second.fallen import most_health_of
from tests.second.figures import count_covered, covered_square, find_frame, health_with_auras
from tests.second.groups import find_wrong_number
from tests.second.table import find_pool_fault, find_stack_fault
from tests.second.wrong import Wrong


@compiled
def find_hero_fault(battle: Battle, book: Book) -> int:
    """Faults of the party."""
    standing = 0
    for i in range(battle.num_heroes):
        hero = battle.heroes[i]
        if hero.class_id < 0:
            return Wrong.HERO_COUNT
        if hero.square < 0 or hero.square >= book.map.num_squares:
            return Wrong.HERO_SQUARE
        if (hero.health <= 0 or hero.sanity <= 0) != (hero.knocked_out == 1):
            return Wrong.HERO_DOWN
        if hero.health > most_health_of(hero) or hero.sanity > hero.max_sanity:
            return Wrong.HERO_POINTS
        if hero.dead == 1 and hero.knocked_out == 0:
            return Wrong.HERO_LOST
        if hero.dragging >= 0 and (hero.knocked_out == 1 or battle.heroes[hero.dragging].knocked_out == 0):
            return Wrong.HERO_DRAGS
        tokens = 0
        for kind in range(NUM_TOKENS):
            tokens += int(hero.tokens[kind])
        if tokens > MAX_BAG:
            return Wrong.HERO_BAG
        decides = battle.pending.kind == Decision.MOVE and battle.pending.hero == i
        if hero.grit < 0 or hero.grit > int(hero.max_grit) + (1 if decides else 0):
            return Wrong.HERO_GRIT
        standing += 1 - int(hero.knocked_out)
    if battle.num_heroes < 1 or standing != battle.num_standing:
        return Wrong.HERO_COUNT
    return Wrong.NOTHING


@compiled
def find_enemy_fault(battle: Battle, book: Book) -> int:
    """Faults of single enemies."""
    alive = 0
    for i in range(battle.num_enemies):
        enemy = battle.enemies[i]
        group = battle.groups[enemy.group]
        if enemy.group >= battle.num_groups or enemy.type_id != group.type_id or enemy.type_id < 0:
            return Wrong.ENEMY_GROUP
        if enemy.alive == 0:
            if enemy.square != -1 or enemy.target != -1:
                return Wrong.ENEMY_DEAD
            continue
        alive += 1
        on_floor = 0
        for k in range(count_covered(battle, i)):
            on_floor += 1 if covered_square(battle, book, i, k) >= 0 else 0
        if enemy.square < 0 or enemy.square >= book.map.num_squares or 2 * on_floor < count_covered(battle, i):
            return Wrong.ENEMY_SQUARE
        if count_covered(battle, i) == 1 and enemy.lean != 0:
            return Wrong.ENEMY_SQUARE
        if enemy.wounds >= health_with_auras(battle, i) and find_frame(battle, Frame.DEATH) < 0:
            return Wrong.ENEMY_WOUNDS
        if enemy.target >= battle.num_heroes:
            return Wrong.ENEMY_TARGET
        if enemy.target >= 0 and battle.heroes[enemy.target].knocked_out == 1:
            return Wrong.ENEMY_TARGET
    return Wrong.NOTHING if alive == battle.num_alive else Wrong.ENEMY_COUNT


@compiled
def find_group_fault(battle: Battle) -> int:
    """Faults of the groups."""
    for g in range(battle.num_groups):
        group = battle.groups[g]
        alive = 0
        slots = 0
        for i in range(battle.num_enemies):
            if battle.enemies[i].group == g:
                slots += 1
                alive += int(battle.enemies[i].alive)
        if group.alive != alive or group.placed < slots:
            return Wrong.GROUP_COUNT
        for other in range(g):
            if battle.groups[other].type_id == group.type_id:
                return Wrong.GROUP_TWICE
    return Wrong.NOTHING


@compiled
def fill_board(battle: Battle, book: Book, board: IntArray, crowd: IntArray) -> None:
    """What the board should show by square, and which squares hold figures that may not share them.

    Args:
        battle: the battle.
        book: its book.
        board: (MAX_SQUARES,) zeroed; becomes FREE, HERO_HERE, LARGE_HERE or SMALL_HERE + n.
        crowd: (MAX_SQUARES,) zeroed; becomes 1 or more where too many, or unlike, figures stand.
    """
    group_on = np.full(MAX_SQUARES, -1, np.int64)
    figures_on = np.zeros(MAX_SQUARES, np.int64)
    for i in range(battle.num_heroes):
        if battle.heroes[i].knocked_out == 0:
            square = battle.heroes[i].square
            crowd[square] = figures_on[square]
            figures_on[square] += 1
            board[square] = HERO_HERE
    for i in range(battle.num_enemies):
        if battle.enemies[i].alive == 0:
            continue
        group = battle.groups[battle.enemies[i].group]
        for k in range(count_covered(battle, i)):
            square = covered_square(battle, book, i, k)
            if square < 0:
                continue
            if figures_on[square] > 0 and (
                group_on[square] != battle.enemies[i].group or figures_on[square] >= group.stats[Stat.SHARE]
            ):
                crowd[square] = 1
            group_on[square] = battle.enemies[i].group
            figures_on[square] += 1
            stays = group.stats[Stat.SIZE] >= Size.LARGE or group.stats[Stat.IMMOBILE] == 1
            board[square] = LARGE_HERE if stays else SMALL_HERE + figures_on[square] - 1


@compiled
def find_board_fault(battle: Battle, book: Book) -> int:
    """Faults of the board."""
    board = np.zeros(MAX_SQUARES, np.int64)
    crowd = np.zeros(MAX_SQUARES, np.int64)
    fill_board(battle, book, board, crowd)
    for square in range(MAX_SQUARES):
        if crowd[square] > 0:
            return Wrong.CROWD
        if battle.board[square] != board[square]:
            return Wrong.BOARD
    return Wrong.NOTHING


# Which rules, by name, ask a decision.
ASKERS = {
    "ACTIVATE": ("TURN",),
    "REROLL": ("ROLL",),
    "MOVE": ("ACTIVATION",),
    "ATTACK": ("ACTIVATION",),
    "FREE_ATTACK": ("ACTIVATION",),
    "FAN": ("ACTIVATION",),
    "MAIN_GUN": ("ACTIVATION",),
    "OFF_GUN": ("ACTIVATION",),
    "ASSIGN": ("ATTACK",),
    "ASSIGN_ALL": ("ATTACK",),
    "DEAD_EYE": ("ATTACK",),
    "BOOST": ("ATTACK",),
    "SPLIT": ("ATTACK",),
    "SPLIT_TARGET": ("ATTACK",),
    "HEAL": ("COMFORT", "AFTERMATH", "RECOVERY", "TOKEN", "BETWEEN"),
    "REVIVE": ("KNOCKOUT",),
    "FIRST": ("GROUP",),
    "BREATH": ("AFTERMATH",),
    "RECOVER": ("RECOVERY",),
    "DRAG": ("DRAG",),
    "THROW": ("DYNAMITE",),
    "TOKEN_HERO": ("TOKEN",),
    "SKILL": ("TOKEN",),
    "SHIV": ("TOKEN",),
    "QUICKDRAW": ("QUICKDRAW",),
    "REDRAW": ("LOOT",),
    "BETWEEN": ("BETWEEN",),
}


def list_askers() -> NDArray[np.int8]:
    """(decisions, frames) 1 where a rule on top of the stack may ask a decision."""
    asks = np.zeros((64, 64), np.int8)
    for decision, frames in ASKERS.items():
        asks[Decision[decision], [Frame[name] for name in frames if name in Frame.__members__]] = 1
    return asks


ASKS = list_askers()


@compiled
def is_frame_of(kind: int, frame: int) -> bool:
    """Whether a rule of the stack, ``frame``, may ask a decision of a kind."""
    return ASKS[kind, frame] == 1


@compiled
def may_be_down(battle: Battle, kind: int) -> bool:
    """Whether a decision may be a knocked-out hero's: whether it is revived, and what it rolls as it comes to."""
    if kind == Decision.REVIVE:
        return True
    comes_to = find_frame(battle, Frame.RECOVERY) >= 0
    return comes_to and (kind == Decision.REROLL or kind == Decision.HEAL)


@compiled
def is_afterwards(battle: Battle) -> bool:
    """Whether what goes on is what comes after a battle."""
    return find_frame(battle, Frame.AFTERMATH) >= 0 or find_frame(battle, Frame.BETWEEN) >= 0


@compiled
def find_pending_fault(battle: Battle, book: Book) -> int:
    """Faults of the pending decision."""
    pending = battle.pending
    kind = int(pending.kind)
    if kind == Decision.NONE and battle.outcome == Outcome.UNDECIDED:
        return Wrong.PENDING_NONE
    if kind != Decision.NONE and battle.outcome != Outcome.UNDECIDED and not is_afterwards(battle):
        return Wrong.PENDING_NONE
    if kind == Decision.NONE:
        clear = pending.seat == -1 and pending.hero == -1 and pending.enemy == -1 and pending.amount == 0
        return Wrong.NOTHING if clear else Wrong.PENDING_NONE
    if pending.seat < 0 or (int(battle.outside) >> int(pending.seat)) & 1 == 0:
        return Wrong.PENDING_SEAT
    if pending.hero >= battle.num_heroes or pending.enemy >= battle.num_enemies:
        return Wrong.PENDING_HERO
    about_hero = kind != Decision.ACTIVATE and kind != Decision.FIRST
    if about_hero and pending.hero < 0:
        return Wrong.PENDING_HERO
    if about_hero and battle.heroes[pending.hero].knocked_out == 1 and not may_be_down(battle, kind):
        return Wrong.PENDING_HERO
    top = int(battle.stack.frames[int(battle.stack.depth) - 1].kind)
    if not is_frame_of(kind, top):
        return Wrong.PENDING_FRAME
    return find_own_fault(battle, book, kind) if about_hero else Wrong.NOTHING


@compiled
def find_own_fault(battle: Battle, book: Book, kind: int) -> int:
    """Faults of a decision about one hero."""
    hero = battle.heroes[battle.pending.hero]
    if kind == Decision.MOVE and (hero.moved == 1 or hero.held == 2 or hero.ensnared > 0):
        return Wrong.MOVE_STATE
    if kind == Decision.REROLL:
        if battle.pool.hero != battle.pending.hero or (hero.grit < 1 and not has_free_reroll(battle, book, hero)):
            return Wrong.PENDING_GRIT
        for die in range(battle.pool.count):
            if may_reroll_die(battle, die):
                return Wrong.NOTHING
        return Wrong.PENDING_GRIT
    if kind == Decision.BOOST and not is_boost_due(battle, book, hero):
        return Wrong.PENDING_BOOST
    if kind == Decision.QUICKDRAW and hero.extra_attacked == 1:
        return Wrong.PENDING_HERO
    if kind == Decision.REVIVE and (battle.revive_tokens < 1 or hero.knocked_out == 0):
        return Wrong.PENDING_HERO
    return Wrong.NOTHING


@compiled
def is_striking(battle: Battle) -> bool:
    """Whether a hero's attack goes on: with a weapon, a token or dynamite."""
    for i in range(battle.stack.depth):
        kind = battle.stack.frames[i].kind
        if kind == Frame.ATTACK or kind == Frame.TOKEN or kind == Frame.DYNAMITE:
            return True
    return False


@compiled
def is_cut_off(book: Book) -> bool:
    """Whether all may be lost without an enemy in sight: between the battles of a delve, and in a last stand."""
    return book.plan.num_stages > 0 or book.plan.last_stand == 1


@compiled
def find_end_fault(battle: Battle, book: Book) -> int:
    """Faults of the outcome, and of what an attack leaves behind."""
    holds = book.plan.last_stand == 1  # then it is not the enemies' number that decides
    if battle.outcome == Outcome.WON and battle.num_alive > 0 and not holds:
        return Wrong.OUTCOME
    if battle.outcome == Outcome.LOST and (battle.num_standing > 0 or (battle.num_alive == 0 and not is_cut_off(book))):
        return Wrong.OUTCOME
    if battle.outcome == Outcome.UNDECIDED and find_frame(battle, Frame.BETWEEN) < 0:
        goes_on = find_frame(battle, Frame.DEATH) >= 0 or find_frame(battle, Frame.DYNAMITE) >= 0
        revives = battle.pending.kind == Decision.REVIVE
        beaten = (battle.num_alive == 0 and not holds) or (battle.num_standing == 0 and not revives)
        if beaten and not goes_on:
            return Wrong.OUTCOME
        if battle.num_arrivals > 0:
            return Wrong.LEFT_ARRIVALS
    if is_striking(battle):
        return Wrong.NOTHING
    for i in range(MAX_DICE):
        if battle.hits[i] != 0:
            return Wrong.LEFT_HITS
    for i in range(battle.num_enemies):
        if battle.paid[i] != 0 or battle.enemies[i].shared != 0:
            return Wrong.LEFT_HITS
    return Wrong.NOTHING


@compiled
def find_fault(battle: Battle, book: Book) -> int:
    """The first thing that is wrong with a battle at a decision or at its end, by `Wrong`; 0 if it is in order."""
    fault = find_hero_fault(battle, book)
    if fault == Wrong.NOTHING:
        fault = find_enemy_fault(battle, book)
    if fault == Wrong.NOTHING:
        fault = find_group_fault(battle)
    if fault == Wrong.NOTHING and find_wrong_number(battle, book) >= 0:
        fault = Wrong.GROUP_NUMBER
    if fault == Wrong.NOTHING:
        fault = find_board_fault(battle, book)
    if fault == Wrong.NOTHING:
        fault = find_stack_fault(battle)
    if fault == Wrong.NOTHING:
        fault = find_pool_fault(battle)
    if fault == Wrong.NOTHING:
        fault = find_pending_fault(battle, book)
    if fault == Wrong.NOTHING:
        fault = find_end_fault(battle, book)
    return fault
