"""What is special about monsters' abilities: who else strikes, moves or appears, and who is struck instead.

Fields of the frame are those of `effect_frame.py`; `index` is the ally that an effect has come to.
"""

from __future__ import annotations

import numpy as np

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import FrameRecord
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.ability_frame import is_target, level_of, striker_of, use_ability
from brimstone_env.rounds.aiming import can_aim
from brimstone_env.rounds.codes import (
    FIRST_CREATURE,
    FIRST_SQUARE,
    MAX_CREATURES,
    MAX_SQUARES,
    NOBODY,
    Common,
    DamageType,
    Decision,
    Status,
    Use,
)
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.creatures import are_adjacent, are_foes, gap, gap_to_square, is_alive, sees
from brimstone_env.rounds.harm import hurt_by
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import stab_all
from brimstone_env.rounds.monster_codes import MonsterEffect
from brimstone_env.rounds.movement import begin_move, fill_reach
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.summons import summon


@compiled
def step_monster_effect(battle: Battle, book: Book, dice: Dice, frame: FrameRecord, effect: int) -> int:
    """The next step of what is special about a monster's ability.

    Source: rounds 7.
    Differs: what stat blocks have beyond the facts is left out: a skeleton's bone spur and what its shards do to who
    moves, Malice of the undead. Goblins climb, but no map has anything to climb.
    """
    if effect == MonsterEffect.ALLY_STRIKES:
        return step_ally_strikes(battle, book, frame, effect)
    if effect == MonsterEffect.BESIDE_STRIKES:
        return step_beside_strikes(battle, book, frame, effect)
    if effect == MonsterEffect.SPLINTER:
        return step_splinter(battle, book, dice, frame, effect)
    if effect == MonsterEffect.MEAT_SHIELD:
        return step_shield(battle, frame)
    if effect == MonsterEffect.CALL_UP:
        return step_call_up(battle, book, frame)
    if effect == MonsterEffect.FOCUS:
        return step_focus(battle, book, frame)
    if effect == MonsterEffect.SUMMON:
        summon(battle, book, dice, int(frame.enemy), int(frame.slot))
    elif effect == MonsterEffect.RECKLESS:
        incite(battle, book, int(frame.enemy), int(book.abilities[frame.slot].amount[0]))
    elif effect == MonsterEffect.KILL:
        stab_all(battle, book, dice, int(book.abilities[frame.slot].amount[0]))
    return Status.DONE


# --- questions ------------------------------------------------------------------------------------------------------


@compiled
def fill_monster_effect(battle: Battle, book: Book, frame: FrameRecord, effect: int, mask_out: IntArray) -> int:
    """Mark the answers to the question of a monster's effect. Returns how many there are."""
    if battle.pending.kind == Decision.AREA:
        return fill_march(battle, book, int(battle.pending.creature), mask_out)
    count = 0
    for creature in range(MAX_CREATURES):
        if may_pick(battle, book, frame, effect, creature):
            mask_out[FIRST_CREATURE + creature] = 1
            count += 1
    return count


@compiled
def fill_march(battle: Battle, book: Book, creature: int, mask_out: IntArray) -> int:
    """Mark the squares to which a creature may move off turn. Returns how many there are."""
    reach = np.zeros(MAX_SQUARES, np.int64)
    count = fill_reach(battle, book, creature, speed_of(battle, book, creature), reach)
    for square in range(int(book.map.num_squares)):
        if reach[square] == 1:
            mask_out[FIRST_SQUARE + int(book.map.cell[square])] = 1
    return count


@compiled
def may_pick(battle: Battle, book: Book, frame: FrameRecord, effect: int, creature: int) -> bool:
    """Whether a creature may be the answer to the question of a monster's effect.

    Source: rounds 7.
    """
    user, target = int(frame.enemy), int(frame.chosen)
    if effect == MonsterEffect.MEAT_SHIELD:
        return may_shield(battle, book, user, creature)
    if effect == MonsterEffect.SPLINTER:
        return not is_target(battle, creature) and can_aim(
            battle, book, striker_of(battle, target), creature, int(frame.slot)
        )
    if effect == MonsterEffect.BESIDE_STRIKES:
        return is_ally(battle, user, creature) and are_adjacent(battle, book, creature, target)
    if effect == MonsterEffect.ALLY_STRIKES and frame.stage == 0:
        most = int(book.abilities[frame.slot].amount[0])
        return is_ally_within(battle, book, user, creature, most) and has_free_strike(battle, book, creature)
    return free_strike_at(battle, book, int(frame.index), creature) != NOBODY


@compiled
def has_pick(battle: Battle, book: Book, frame: FrameRecord, effect: int) -> bool:
    """Whether anybody may be the answer to the question of a monster's effect."""
    for creature in range(MAX_CREATURES):
        if may_pick(battle, book, frame, effect, creature):
            return True
    return False


@compiled
def is_ally(battle: Battle, user: int, other: int) -> bool:
    """Whether a creature is another living one of the user's side."""
    return other != user and is_alive(battle, other) and not are_foes(user, other)


@compiled
def is_ally_within(battle: Battle, book: Book, user: int, other: int, most: int) -> bool:
    """Whether a creature is an ally within so many squares and in line of effect."""
    return is_ally(battle, user, other) and gap(battle, book, user, other) <= most and sees(battle, book, user, other)


# --- strikes off turn -----------------------------------------------------------------------------------------------


@compiled
def free_strike_at(battle: Battle, book: Book, creature: int, target: int) -> int:
    """The free strike with which a creature can reach another one, in melee if it can; -1 for none.

    Source: rounds 3, monster free strike.
    """
    if can_aim(battle, book, creature, target, Common.MELEE_FREE_STRIKE):
        return int(Common.MELEE_FREE_STRIKE)
    if can_aim(battle, book, creature, target, Common.RANGED_FREE_STRIKE):
        return int(Common.RANGED_FREE_STRIKE)
    return NOBODY


@compiled
def has_free_strike(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a creature has anybody to use a free strike on."""
    for target in range(MAX_CREATURES):
        if free_strike_at(battle, book, creature, target) != NOBODY:
            return True
    return False


@compiled
def strike_freely(battle: Battle, book: Book, creature: int, target: int) -> None:
    """A creature uses a free strike off its turn, if it still can."""
    row = free_strike_at(battle, book, creature, target)
    if is_alive(battle, creature) and row != NOBODY:
        use_ability(battle, creature, row, target, Use.GRANTED)


@compiled
def is_first_target(battle: Battle, target: int) -> bool:
    """Whether no target of the ability was dealt with before this one."""
    for other in range(target):
        if is_target(battle, other):
            return False
    return True


@compiled
def step_ally_strikes(battle: Battle, book: Book, frame: FrameRecord, effect: int) -> int:
    """An ally within reach of the user's voice uses a free strike, once for all targets of the ability.

    Stages: 0 which ally, 1 at whom, 2 it strikes.

    Source: rounds 7, Goblin Monarch.
    """
    user = int(frame.enemy)
    if frame.stage == 0:
        if not is_first_target(battle, int(frame.chosen)) or not has_pick(battle, book, frame, effect):
            return Status.DONE
        ask(battle, Decision.TARGET, user, NOBODY, NOBODY, 0)
        return Status.WAIT
    if frame.extra == NOBODY or frame.stage > 2:
        return Status.DONE
    if frame.stage == 1:
        frame.index = frame.extra
        ask(battle, Decision.TARGET, int(frame.index), NOBODY, NOBODY, 0)
        return Status.WAIT
    frame.stage = 3
    strike_freely(battle, book, int(frame.index), int(frame.extra))
    return Status.CALL


@compiled
def step_beside_strikes(battle: Battle, book: Book, frame: FrameRecord, effect: int) -> int:
    """An ally beside the target uses a free strike against it.

    Stages: 0 which ally, 1 it strikes.

    Source: rounds 7, Goblin Underboss.
    """
    if frame.stage == 0:
        if not is_alive(battle, int(frame.chosen)) or not has_pick(battle, book, frame, effect):
            return Status.DONE
        ask(battle, Decision.TARGET, int(frame.enemy), int(frame.chosen), NOBODY, 0)
        return Status.WAIT
    if frame.extra == NOBODY or frame.stage > 1:
        return Status.DONE
    frame.stage = 2
    strike_freely(battle, book, int(frame.extra), int(frame.chosen))
    return Status.CALL


@compiled
def step_splinter(battle: Battle, book: Book, dice: Dice, frame: FrameRecord, effect: int) -> int:
    """Another foe within the ability's distance takes damage.

    Stages: 0 who, 1 it is hurt.

    Source: rounds 7, Decrepit Skeleton.
    Differs: the facts say another target, and not how far from the first: whom the ability could be aimed at.
    """
    user = striker_of(battle, int(frame.chosen))
    if frame.stage == 0:
        if not has_pick(battle, book, frame, effect):
            return Status.DONE
        ask(battle, Decision.TARGET, user, NOBODY, NOBODY, 0)
        return Status.WAIT
    if frame.extra != NOBODY:
        amount = int(book.abilities[frame.slot].amount[0])
        hurt_by(battle, book, dice, user, int(frame.extra), amount, DamageType.PLAIN, 0)
    return Status.DONE


# --- who is struck instead ------------------------------------------------------------------------------------------


@compiled
def may_shield(battle: Battle, book: Book, user: int, other: int) -> bool:
    """Whether an ally beside the user can become the target of a strike at it."""
    return is_ally(battle, user, other) and are_adjacent(battle, book, user, other) and not is_target(battle, other)


@compiled
def can_shield(battle: Battle, book: Book, user: int, subject: int, doer: int) -> bool:
    """Whether a creature, the target of a foe's strike, has an ally beside it to put in the way.

    Source: rounds 7, Goblin Monarch.
    """
    if user != subject or not are_foes(user, doer):
        return False
    for other in range(MAX_CREATURES):
        if may_shield(battle, book, user, other):
            return True
    return False


@compiled
def step_shield(battle: Battle, frame: FrameRecord) -> int:
    """An ally beside the user becomes the target of the strike.

    Stages: 0 which ally, 1 it is the target.

    Source: rounds 7, Goblin Monarch.
    """
    user, other = int(frame.enemy), int(frame.extra)
    if frame.stage == 0:
        ask(battle, Decision.TARGET, user, NOBODY, int(frame.slot), 0)
        return Status.WAIT
    if other != NOBODY:
        level = level_of(battle)
        battle.targets[level, other] = 1
        battle.attackers[level, other] = battle.attackers[level, user]
        battle.strikers[level, other] = battle.strikers[level, user]
        battle.targets[level, user] = 0
        battle.attackers[level, user] = 0
        battle.strikers[level, user] = 0
    return Status.DONE


# --- allies on the move ---------------------------------------------------------------------------------------------


@compiled
def incite(battle: Battle, book: Book, user: int, most: int) -> None:
    """Allies near the user are reckless: their strikes have an edge, and so have strikes at them.

    Source: rounds 7, Goblin Underboss.
    Differs: for 2 Malice strikes at them would have no edge; that is left out.
    """
    for other in range(MAX_CREATURES):
        if is_ally_within(battle, book, user, other, most):
            battle.creatures[other].reckless = 1
            battle.creatures[other].inciter = user


@compiled
def march(battle: Battle, book: Book, creature: int, square: int) -> None:
    """A creature moves up to its speed off its turn."""
    figure = battle.creatures[creature]
    figure.steps = speed_of(battle, book, creature)
    figure.shifting = 0
    begin_move(battle, creature, square, False)


@compiled
def step_call_up(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """Allies within reach, one after the other, use a free strike or move up to their speed.

    Stages: 0 the next ally: at whom it strikes; 1 it strikes, or where it moves; 2 it moves; 3 it has moved.

    Source: rounds 7, villain actions.
    """
    ally = int(frame.index)
    if frame.stage == 1 and frame.extra != NOBODY:
        frame.stage = 3
        strike_freely(battle, book, ally, int(frame.extra))
        return Status.CALL
    if frame.stage == 1:
        ask(battle, Decision.AREA, ally, NOBODY, NOBODY, 0)
        return Status.WAIT
    if frame.stage == 2:
        frame.stage = 3
        if frame.square != NOBODY:
            march(battle, book, ally, int(frame.square))
            return Status.CALL
    if frame.stage == 3:
        battle.creatures[ally].steps = 0
        frame.stage = 0
        frame.index += 1
    while frame.index < MAX_CREATURES:
        ally = int(frame.index)
        if is_ally_within(battle, book, int(frame.enemy), ally, int(book.abilities[frame.slot].amount[0])):
            if has_free_strike(battle, book, ally):
                ask(battle, Decision.TARGET, ally, NOBODY, NOBODY, 0)
                return Status.WAIT
            if speed_of(battle, book, ally) > 0:
                frame.stage = 1
                ask(battle, Decision.AREA, ally, NOBODY, NOBODY, 0)
                return Status.WAIT
        frame.index += 1
    return Status.DONE


@compiled
def step_focus(battle: Battle, book: Book, frame: FrameRecord) -> int:
    """Allies near the target, one after the other, move up to their speed toward it.

    Source: rounds 7, villain actions.
    Differs: each goes to the square in its reach that is nearest to the target, the first by row and column.
    """
    user, target = int(frame.enemy), int(frame.chosen)
    while frame.index < MAX_CREATURES and is_alive(battle, target):
        ally = int(frame.index)
        frame.index += 1
        if frame.extra != NOBODY:
            battle.creatures[frame.extra].steps = 0
            frame.extra = NOBODY
        if not is_ally(battle, user, ally) or gap(battle, book, ally, target) > int(
            book.abilities[frame.slot].amount[0]
        ):
            continue
        square = nearest_reach(battle, book, ally, target)
        if square != NOBODY:
            frame.extra = ally
            march(battle, book, ally, square)
            return Status.CALL
    return Status.DONE


@compiled
def nearest_reach(battle: Battle, book: Book, creature: int, target: int) -> int:
    """The square in a creature's reach that is nearest to another one, -1 if it is as near already."""
    reach = np.zeros(MAX_SQUARES, np.int64)
    fill_reach(battle, book, creature, speed_of(battle, book, creature), reach)
    best = NOBODY
    least = gap(battle, book, creature, target)
    for square in range(int(book.map.num_squares)):
        if reach[square] == 1:
            away = gap_to_square(battle, book, target, square)
            if away < least:
                least = away
                best = square
    return best
