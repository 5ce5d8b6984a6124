"""An independent second opinion on battles: which actions are legal, and whether a battle is in order.

Written from the rules and the action table only, and by other means than the engine: occupancy is counted from the
figures (not read from the board), walks are found by relaxation over all squares (not by a frontier), every action is
judged on its own. Slow on purpose; compiled, so that the fuzz can ask it about every action of every step.
"""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    MAX_SQUARES,
    NUM_ACTIONS,
    Decision,
    Frame,
    Outcome,
    Verb,
)
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from tests.second.arms import (
    has_neighbour,
    is_assign,
    may_attack_free,
    may_be_one_of_two,
    may_draw,
    may_fan,
    may_rally,
    may_shoot,
    may_shoot_free,
    may_shoot_two,
)
from tests.second.bag import is_anytime, is_between, is_boost, may_aim, may_use_on
from tests.second.dice import is_reroll
from tests.second.fallen import is_breath, is_heal, may_drag, may_hold, may_recover, may_recover_any
from tests.second.figures import FAR, fill_walks, find_frame, is_beside

NUM_SKILLS = 6

# --- what each decision allows ----------------------------------------------------------------------------------------


@compiled
def is_move(battle: Battle, book: Book, hero: Hero, costs: IntArray, action: int) -> bool:
    """Legal in the decision MOVE (B28, B29, B41, B44). Source: B28."""
    if FIRST_SQUARE <= action < FIRST_ENEMY:
        square = int(book.map.square_at[action - FIRST_SQUARE])
        return square >= 0 and square != hero.square and costs[square] <= hero.move_points
    if FIRST_SHOOT <= action < FIRST_USE:
        return may_rally(book, hero, action - FIRST_SHOOT)
    if action == Verb.END_MOVE:
        return True
    if action == Verb.EXTRA_MOVE:
        return hero.grit > 0
    if action == Verb.FREE_ATTACK:
        return may_attack_free(battle, book, hero)
    if action == Verb.DRAG:
        return may_drag(battle, book, hero)
    if action == Verb.LET_GO:
        return hero.dragging >= 0 and hero.grip == 0
    return is_anytime(battle, book, hero, False, action)


@compiled
def is_attack(battle: Battle, book: Book, hero: Hero, action: int) -> bool:
    """Legal in the decision ATTACK (B32, B44). Source: B32."""
    if action == Verb.END:
        return True
    if action == Verb.FREE_ATTACK:
        return may_attack_free(battle, book, hero)
    if FIRST_SHOOT <= action < FIRST_USE and may_rally(book, hero, action - FIRST_SHOOT):
        return True
    if is_anytime(battle, book, hero, hero.attacked == 0, action):
        return True
    return hero.attacked == 0 and is_ordinary(battle, book, hero, action)


@compiled
def is_ordinary(battle: Battle, book: Book, hero: Hero, action: int) -> bool:
    """The ordinary attack, or what is done in its place (B32, B45, B63, facts 4d)."""
    if action == Verb.MELEE:
        return has_neighbour(battle, book, hero)
    if action == Verb.RECOVER:
        return may_recover_any(battle, book, hero)
    if action == Verb.THROW_DYNAMITE:
        return hero.tokens[0] > 0
    if action == Verb.SHOOT_BOTH:
        return may_shoot_two(battle, book, hero)
    return FIRST_SHOOT <= action < FIRST_USE and may_shoot(battle, book, hero, action - FIRST_SHOOT)


@compiled
def distance_to_heroes(battle: Battle, book: Book, square: int) -> int:
    """Walking distance from a square to the nearest standing hero, figures ignored (N1)."""
    best = FAR
    for i in range(battle.num_heroes):
        if battle.heroes[i].knocked_out == 0:
            best = min(best, int(book.map.distance[square, battle.heroes[i].square]))
    return best


@compiled
def is_first(battle: Battle, book: Book, action: int) -> bool:
    """Legal in the decision FIRST: the figures of the group nearest to the heroes, none that has moved (B48, N4)."""
    enemy = action - FIRST_ENEMY
    depth = find_frame(battle, Frame.GROUP)
    if enemy < 0 or enemy >= battle.num_enemies or depth < 0:
        return False
    group = int(battle.stack.frames[depth].slot)
    figure = battle.enemies[enemy]
    if figure.alive == 0 or figure.done == 1 or figure.group != group:
        return False
    mine = distance_to_heroes(battle, book, figure.square)
    for i in range(battle.num_enemies):
        other = battle.enemies[i]
        waits = other.alive == 1 and other.done == 0 and other.group == group
        if waits and distance_to_heroes(battle, book, other.square) < mine:
            return False
    return True


@compiled
def is_activation(battle: Battle, action: int) -> bool:
    """Legal in the decision ACTIVATE: standing heroes not yet activated, of the highest Initiative (B23, B24)."""
    index = action - FIRST_HERO
    if index < 0 or index >= battle.num_heroes:
        return False
    chosen = battle.heroes[index]
    if chosen.knocked_out == 1 or chosen.activated == 1:
        return False
    for i in range(battle.num_heroes):
        other = battle.heroes[i]
        if other.knocked_out == 0 and other.activated == 0 and other.initiative > chosen.initiative:
            return False
    return True


@compiled
def is_split_target(battle: Battle, action: int) -> bool:
    """Legal in the decision SPLIT_TARGET: a living figure of the target's type on its square without a share yet."""
    enemy = action - FIRST_ENEMY
    if enemy < 0 or enemy >= battle.num_enemies or enemy == battle.pending.enemy:
        return False
    figure = battle.enemies[enemy]
    if figure.alive == 0 or figure.shared == 1 or figure.group != battle.enemies[battle.pending.enemy].group:
        return False
    depth = find_frame(battle, Frame.ATTACK)  # it keeps the square, which a dead target no longer has
    return depth >= 0 and figure.square == battle.stack.frames[depth].square


@compiled
def judge(battle: Battle, book: Book, kind: int, costs: IntArray, action: int) -> bool:
    """Whether an action is legal in a decision of a kind, given the deciding hero's walks (for MOVE only)."""
    if kind == Decision.NONE:
        return action == Verb.END and battle.outcome != Outcome.UNDECIDED
    if kind == Decision.ACTIVATE:
        return FIRST_HERO <= action < FIRST_DIE and is_activation(battle, action)
    if kind == Decision.FIRST:
        return FIRST_ENEMY <= action < FIRST_HERO and is_first(battle, book, action)
    if kind == Decision.DEAD_EYE:
        return action == Verb.DEAD_EYE or action == Verb.KEEP
    if kind == Decision.REDRAW:
        return action == Verb.USE_ABILITY or action == Verb.KEEP
    if kind == Decision.REVIVE:
        return action == Verb.USE_REVIVE or action == Verb.KEEP
    if kind == Decision.SPLIT:
        return action > FIRST_NUMBER and action - FIRST_NUMBER <= battle.pending.amount
    if kind == Decision.SPLIT_TARGET:
        return FIRST_ENEMY <= action < FIRST_HERO and is_split_target(battle, action)
    return judge_hero(battle, book, battle.heroes[battle.pending.hero], kind, costs, action)


@compiled
def judge_hero(battle: Battle, book: Book, hero: Hero, kind: int, costs: IntArray, action: int) -> bool:
    """Whether an action is legal in a decision about one hero's own doings."""
    if kind == Decision.MOVE:
        return is_move(battle, book, hero, costs, action)
    if kind == Decision.REROLL:
        return is_reroll(battle, book, hero, action)
    if kind == Decision.THROW:
        aims = FIRST_SQUARE <= action < FIRST_ENEMY
        return aims and may_aim(book, hero, int(book.map.square_at[action - FIRST_SQUARE]))
    if FIRST_SQUARE <= action < FIRST_ENEMY:
        return False
    if kind == Decision.ATTACK:
        return is_attack(battle, book, hero, action)
    if kind == Decision.FREE_ATTACK or FIRST_SHOOT <= action < FIRST_USE:
        return FIRST_SHOOT <= action < FIRST_USE and is_gun(battle, book, hero, kind, action - FIRST_SHOOT)
    if kind == Decision.ASSIGN or kind == Decision.ASSIGN_ALL:
        return is_assign(battle, book, hero, action)
    if kind == Decision.HEAL:
        return action >= FIRST_NUMBER and is_heal(battle, hero, action)
    if kind == Decision.BREATH:
        return is_breath(hero, action)
    if kind == Decision.DRAG:
        return may_hold(battle, book, hero, action - FIRST_HERO)
    if kind == Decision.RECOVER:
        return may_recover(battle, book, hero, action - FIRST_HERO)
    return judge_thing(battle, book, hero, kind, action)


@compiled
def judge_thing(battle: Battle, book: Book, hero: Hero, kind: int, action: int) -> bool:
    """Whether an action is legal in a decision about tokens, or what they do."""
    if kind == Decision.TOKEN_HERO:
        about_hero = FIRST_HERO <= action < FIRST_DIE
        return about_hero and may_use_on(battle, book, hero, int(battle.pending.amount), action - FIRST_HERO)
    if kind == Decision.SKILL:
        return FIRST_NUMBER <= action < FIRST_NUMBER + NUM_SKILLS
    if kind == Decision.SHIV:
        about_enemy = FIRST_ENEMY <= action < FIRST_HERO
        return about_enemy and is_beside(battle, book, action - FIRST_ENEMY, int(hero.square))
    if kind == Decision.BETWEEN:
        return is_between(battle, book, hero, action)
    if kind == Decision.BOOST:
        return is_boost(battle, book, hero, action)
    return kind == Decision.QUICKDRAW and action == Verb.KEEP


@compiled
def is_gun(battle: Battle, book: Book, hero: Hero, kind: int, slot: int) -> bool:
    """Whether a decision about guns offers that of a slot (B44, facts 1b, 4d)."""
    if kind == Decision.FREE_ATTACK:
        return may_shoot_free(battle, book, hero, slot)
    if kind == Decision.MAIN_GUN:
        return may_be_one_of_two(battle, book, hero, slot)
    if kind == Decision.OFF_GUN:
        return slot != battle.pending.amount and may_be_one_of_two(battle, book, hero, slot)
    if kind == Decision.FAN:
        return may_fan(battle, book, hero, slot)
    return kind == Decision.QUICKDRAW and may_draw(battle, book, hero, slot)


@compiled
def is_legal(battle: Battle, book: Book, action: int) -> bool:
    """Whether one action (0..398) is legal in the pending decision, judged on its own."""
    kind = int(battle.pending.kind)
    costs = np.zeros(MAX_SQUARES, np.int64)
    if kind == Decision.MOVE and FIRST_SQUARE <= action < FIRST_ENEMY:
        fill_walks(battle, book, battle.heroes[battle.pending.hero], costs)
    return judge(battle, book, kind, costs, action)


@compiled
def find_disagreement(battle: Battle, book: Book, mask: IntArray, squares: bool) -> int:
    """The first action on which a mask, (NUM_ACTIONS,), and the rules differ, -1 for none.

    Args:
        battle: the battle.
        book: its book.
        mask: the engine's mask.
        squares: whether the 256 square actions are looked at too.
    """
    kind = int(battle.pending.kind)
    costs = np.zeros(MAX_SQUARES, np.int64)
    if squares and kind == Decision.MOVE:
        fill_walks(battle, book, battle.heroes[battle.pending.hero], costs)
    for action in range(NUM_ACTIONS):
        if not squares and FIRST_SQUARE <= action < FIRST_ENEMY:
            continue
        if mask[action] != (1 if judge(battle, book, kind, costs, action) else 0):
            return action
    return -1
