"""What a hero does next in its turn: stand up, come to a better place, help, strike, or end."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.grants import follow_worth
from brimstone_agents.scripted_rounds.help import help_worth
from brimstone_agents.scripted_rounds.mending import best_recovery, is_hurt, recovery_worth
from brimstone_agents.scripted_rounds.places import (
    count_provoked,
    fill_plans,
    nearest_foe,
    new_plans,
    place_worth,
    worth_from_here,
)
from brimstone_agents.scripted_rounds.reactions import may_bleed_dead
from brimstone_agents.scripted_rounds.strikes import NEVER, best_strike, is_harmful
from brimstone_agents.scripted_rounds.tactic import Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_COMMON,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_SQUARES,
    NOBODY,
    Common,
    Verb,
)
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.layout import Battle, Book

WHOLE_TURN_OF_MOVING = 2  # move actions that a hero may take to get at somebody


@compiled
def choose_turn(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The next action of a hero's turn."""
    who = int(battle.pending.creature)
    creature = battle.creatures[who]
    if mask[FIRST_COMMON + Common.STAND_UP] == 1:
        return FIRST_COMMON + int(Common.STAND_UP)
    plans = new_plans()
    fill_plans(battle, book, who, False, tactic, plans)
    from_here = worth_from_here(battle, book, who, plans, tactic)
    if mask[FIRST_COMMON + Common.ESCAPE_GRAB] == 1 and from_here == NEVER:
        return FIRST_COMMON + int(Common.ESCAPE_GRAB)
    help_action = choose_help(battle, book, who, mask, tactic)
    if help_action != NOBODY:
        return help_action
    if creature.steps > 0:
        cell = best_cell(battle, book, who, plans, mask, tactic)
        if cell != NOBODY:
            return FIRST_SQUARE + cell
    elif mask[Verb.ADVANCE] == 1 and creature.move > 0:
        step = choose_step(battle, book, who, plans, from_here, mask, tactic)
        if step != NOBODY:
            return step
    return choose_deed(battle, book, who, from_here == NEVER, mask, tactic)


@compiled
def choose_help(battle: Battle, book: Book, who: int, mask: IntArray, tactic: Tactic) -> int:
    """The maneuver or other help that is worth most before a hero strikes; NOBODY without one that is worth it.

    Main actions are left to `choose_deed`, which compares them with strikes.
    """
    creature = battle.creatures[who]
    best = NOBODY
    most = 0
    if mask[FIRST_COMMON + Common.CATCH_BREATH] == 1 and creature.maneuver > 0:
        most = recovery_worth(battle, book, who, tactic)
        best = FIRST_COMMON + int(Common.CATCH_BREATH) if most > 0 else NOBODY
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 0:
            continue
        row = int(book.kinds[creature.kind].abilities[slot])
        if book.abilities[row].kind == 0 or creature.maneuver == 0 or is_harmful(book, row):
            continue
        worth = help_worth(battle, book, who, row, tactic)
        if worth > most:
            most = worth
            best = FIRST_ABILITY + slot
    return best


@compiled
def best_cell(battle: Battle, book: Book, who: int, plans: IntArray, mask: IntArray, tactic: Tactic) -> int:
    """The best cell that a hero can go on to; NOBODY if none is better than where it stands."""
    best = NOBODY
    most = place_worth(battle, book, who, int(battle.creatures[who].square), plans, tactic)
    for cell in range(MAX_SQUARES):
        if mask[FIRST_SQUARE + cell] == 1:
            worth = place_worth(battle, book, who, int(book.map.square_at[cell]), plans, tactic)
            if worth > most:
                most = worth
                best = cell
    return best


@compiled
def choose_step(
    battle: Battle, book: Book, who: int, plans: IntArray, from_here: int, mask: IntArray, tactic: Tactic
) -> int:
    """Whether a move action is worth it: an advance, or a shift away where leaving would be dangerous.

    At a glance heroes move only to get at somebody.
    """
    speed = speed_of(battle, book, who)
    if speed == 0 or (tactic.glance == 1 and from_here != NEVER):
        return NOBODY
    here = int(battle.creatures[who].square)
    least = place_worth(battle, book, who, here, plans, tactic)
    if from_here != NEVER or battle.creatures[who].main == 0:
        least += int(tactic.weights[Weight.MARGIN])
    best = NOBODY
    most = least
    for square in range(int(book.map.num_squares)):
        if book.map.distance[here, square] > speed or battle.board[square] != NOBODY:
            continue
        worth = place_worth(battle, book, who, square, plans, tactic)
        if worth > most:
            most = worth
            best = square
    if best == NOBODY:
        return NOBODY
    shift = mask[Verb.DISENGAGE] == 1 and count_provoked(battle, book, who, best) > 0
    if shift and book.map.distance[here, best] <= book.kinds[battle.creatures[who].kind].disengage:
        return int(Verb.DISENGAGE)
    return int(Verb.ADVANCE)


@compiled
def choose_deed(battle: Battle, book: Book, who: int, idle: bool, mask: IntArray, tactic: Tactic) -> int:
    """The best legal ability from where a hero stands.

    Without one it charges, then moves again instead of its main action if it reaches nobody (`idle`), then strikes
    freely, recovers as far as it can, defends, or ends its turn.
    """
    if may_bleed_dead(battle, book, who):
        return int(Verb.END)
    best = NOBODY
    most = 0
    if mask[FIRST_COMMON + Common.HEAL] == 1:
        most = best_recovery(battle, book, who, 1, tactic)
        best = FIRST_COMMON + int(Common.HEAL) if most > 0 else NOBODY
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 1:
            row = int(book.kinds[battle.creatures[who].kind].abilities[slot])
            if is_harmful(book, row):
                worth = best_strike(battle, book, who, row, tactic)
                worth += follow_worth(battle, book, who, row, NOBODY, tactic)
            else:
                worth = help_worth(battle, book, who, row, tactic)
            if worth > most:
                most = worth
                best = FIRST_ABILITY + slot
    if best != NOBODY:
        return best
    best = choose_spare(battle, book, who, mask, tactic)
    if best != NOBODY:
        return best
    if mask[FIRST_COMMON + Common.CHARGE] == 1:
        return FIRST_COMMON + int(Common.CHARGE)
    if mask[FIRST_COMMON + Common.MELEE_FREE_STRIKE] == 1:
        return FIRST_COMMON + int(Common.MELEE_FREE_STRIKE)
    if mask[FIRST_COMMON + Common.RANGED_FREE_STRIKE] == 1:
        return FIRST_COMMON + int(Common.RANGED_FREE_STRIKE)
    return choose_rest(battle, book, who, idle, mask, tactic)


@compiled
def choose_spare(battle: Battle, book: Book, who: int, mask: IntArray, tactic: Tactic) -> int:
    """What a hero does with a maneuver that is left when its main action is spent: a knockback, or aid to others.

    Source: rounds 3, knockback; aid attack.
    """
    creature = battle.creatures[who]
    if creature.main > 0 or creature.maneuver == 0 or tactic.glance == 1:
        return NOBODY
    best = NOBODY
    most = 0
    if mask[FIRST_COMMON + Common.KNOCKBACK] == 1:
        most = best_strike(battle, book, who, int(Common.KNOCKBACK), tactic)
        best = FIRST_COMMON + int(Common.KNOCKBACK) if most > 0 else NOBODY
    aids = mask[FIRST_COMMON + Common.AID_ATTACK] == 1 and num_waiting(battle) > 0
    if aids and int(tactic.weights[Weight.AID]) > most:
        best = FIRST_COMMON + int(Common.AID_ATTACK)
    return best


@compiled
def num_waiting(battle: Battle) -> int:
    """Heroes who have yet to act in this round."""
    count = 0
    for hero in range(battle.num_heroes):
        count += int(battle.creatures[hero].alive == 1 and battle.creatures[hero].acted == 0)
    return count


@compiled
def choose_rest(battle: Battle, book: Book, who: int, idle: bool, mask: IntArray, tactic: Tactic) -> int:
    """What a hero does who can strike nobody."""
    creature = battle.creatures[who]
    if mask[FIRST_COMMON + Common.CATCH_BREATH] == 1 and is_hurt(battle, book, who, tactic):
        return FIRST_COMMON + int(Common.CATCH_BREATH)
    near = nearest_foe(battle, book, int(creature.square))
    if creature.main > 0 and idle and mask[Verb.ADVANCE] == 1 and 1 < near < 255:
        return int(Verb.ADVANCE)
    if mask[FIRST_COMMON + Common.HEAL] == 1:
        return FIRST_COMMON + int(Common.HEAL)
    if mask[FIRST_COMMON + Common.DEFEND] == 1:
        return FIRST_COMMON + int(Common.DEFEND)
    return int(Verb.END)
