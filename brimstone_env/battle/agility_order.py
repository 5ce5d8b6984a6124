"""The order of a test (option `turn_order = "agility"`): all heroes and enemy types test once, heroes may swap."""

from __future__ import annotations

import numpy as np

from brimstone_env.battle.codes import (
    FIRST_HERO,
    MAX_DICE,
    NOBODY,
    Decision,
    Event,
    Roll,
    Status,
    Stream,
    TurnOrder,
    TurnStage,
)
from brimstone_env.battle.groups import current_initiative
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_plain
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, log_event, roll_die, sum_values
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray

AGILITY = 0  # the skill's place in `hero.skills`


# --- the order of a test --------------------------------------------------------------------------------------------


@compiled
def has_ranks(battle: Battle) -> bool:
    """Whether the heroes' test is over; before it nobody has a rank, in the middle of it several have the same."""
    return bool(battle.heroes[0].rank > 0)


@compiled
def begin_test(battle: Battle) -> None:
    """All heroes test Agility; `extra` holds those who have yet to roll, a bit each.

    Differs: heroes who lie there test as well, since they may stand up again.

    Source: D26.
    """
    frame = top_frame(battle.stack)
    frame.stage = TurnStage.TEST
    frame.extra = (1 << int(battle.num_heroes)) - 1
    for h in range(battle.num_heroes):
        battle.heroes[h].rank = 1


@compiled
def step_test(battle: Battle, dice: Dice) -> int:
    """The next hero rolls the dice of its Agility; grit may reroll them. Heroes who are tied then roll again.

    Source: B41, D26, D29.
    """
    frame = top_frame(battle.stack)
    for h in range(battle.num_heroes):
        if (int(frame.extra) >> h) & 1 == 0:
            continue
        hero = battle.heroes[h]
        if frame.stage == TurnStage.TEST:
            frame.stage = TurnStage.TESTED
            roll_plain(battle, dice, Roll.AGILITY, h, max(int(hero.skills[AGILITY]), 1), ANY_RESULT)
            return Status.CALL
        frame.stage = TurnStage.TEST
        frame.extra -= 1 << h
        hero.tie = sum_values(battle.pool)
        clear_pool(battle.pool)
        if hero.total == 0:
            hero.total = hero.tie
        log_event(dice, Event.TEST, h, NOBODY, int(hero.tie))
        return Status.CALL
    frame.extra = rank_heroes(battle, dice)
    if frame.extra == 0:
        frame.stage = TurnStage.PICK
    return Status.CALL


@compiled
def rank_heroes(battle: Battle, dice: Dice) -> int:
    """Order heroes of the same rank by what they have rolled, and take the rolls off the table.

    Returns:
        Those who are still tied, a bit each.

    Source: D27, D29.
    """
    count = int(battle.num_heroes)
    ranks = np.zeros(count, np.int64)
    rolls = np.zeros(count, np.int64)
    for h in range(count):
        ranks[h] = battle.heroes[h].rank
        rolls[h] = battle.heroes[h].tie
        battle.heroes[h].tie = 0
    tied = settle_ranks(ranks, rolls, dice.fault != 0)
    for h in range(count):
        battle.heroes[h].rank = ranks[h]
    return tied


@compiled
def settle_ranks(ranks: IntArray, rolls: IntArray, by_index: bool) -> int:
    """Order figures of the same rank by their rolls, highest first.

    Args:
        ranks: (n,) ranks from 1, changed in place.
        rolls: (n,) what they rolled.
        by_index: figures that are still tied are ordered as they stand (a script that has run dry rolls the same for
            ever).

    Returns:
        Those who are still tied, a bit each.

    Source: D29.
    """
    before = ranks.copy()
    tied = 0
    for i in range(len(ranks)):
        for j in range(len(ranks)):
            if i == j or before[j] != before[i]:
                continue
            if rolls[j] > rolls[i] or (rolls[j] == rolls[i] and by_index and j < i):
                ranks[i] += 1
            elif rolls[j] == rolls[i] and not by_index:
                tied |= 1 << i
    return tied


@compiled
def test_groups(battle: Battle, dice: Dice) -> None:
    """Enemy types without a rank test: as many dice as their Initiative; those who are tied roll again.

    Differs: an enemy type has no Agility. One that comes later tests as it comes, and stands behind those of the same
    total.

    Source: D26, D28, D29.
    """
    count = int(battle.num_groups)
    ranks = np.zeros(count, np.int64)
    rolls = np.zeros(count, np.int64)
    new = 0
    for g in range(count):
        if battle.groups[g].rank == 0 and battle.groups[g].alive > 0:
            new |= 1 << g
            ranks[g] = 1
        else:
            ranks[g] = -g  # a rank of its own
    tied = new
    while tied != 0:
        for g in range(count):
            rolls[g] = 0
            if (tied >> g) & 1 == 1:
                rolls[g] = roll_group(battle, dice, g)
        tied = settle_ranks(ranks, rolls, dice.fault != 0)
    for rank in range(1, count + 1):
        for g in range(count):
            if (new >> g) & 1 == 1 and ranks[g] == rank:
                enter_order(battle, g)


@compiled
def roll_group(battle: Battle, dice: Dice, group_index: int) -> int:
    """An enemy type's roll for the order; the first one is its total.

    Source: D26.
    """
    group = battle.groups[group_index]
    roll = 0
    for _ in range(min(max(current_initiative(battle, group_index), 1), MAX_DICE)):
        roll += roll_die(battle.streams, dice, Stream.DICE, Roll.GROUP_AGILITY, 6)
    if group.total == 0:
        group.total = roll
    log_event(dice, Event.TEST, NOBODY, group_index, roll)
    return roll


@compiled
def enter_order(battle: Battle, group_index: int) -> None:
    """A type takes its place in the enemies' order, behind those of the same or a higher total.

    Source: D28.
    """
    group = battle.groups[group_index]
    rank = 1
    for g in range(battle.num_groups):
        if battle.groups[g].rank > 0 and battle.groups[g].total >= group.total:
            rank += 1
    for g in range(battle.num_groups):
        if battle.groups[g].rank >= rank:
            battle.groups[g].rank += 1
    group.rank = rank


@compiled
def has_new_group(battle: Battle) -> bool:
    """Whether a living enemy type has not tested for the order."""
    for g in range(battle.num_groups):
        if battle.groups[g].alive > 0 and battle.groups[g].rank == 0:
            return True
    return False


@compiled
def settle_order(battle: Battle, dice: Dice) -> bool:
    """Before somebody is picked by rank: whether heroes have yet to test; enemy types do so at once.

    Source: D26.
    """
    if not has_ranks(battle):
        begin_test(battle)
        return True
    if has_new_group(battle):
        test_groups(battle, dice)
    return False


# --- swaps ----------------------------------------------------------------------------------------------------------


@compiled
def first_stage(battle: Battle, book: Book) -> int:
    """With what a turn goes on after its beginning: heroes may change places, but not before they have any.

    Source: D30.
    """
    if book.rules.turn_order == TurnOrder.AGILITY and has_ranks(battle):
        return TurnStage.SWAP
    return TurnStage.PICK


@compiled
def can_swap(battle: Battle, hero_index: int) -> bool:
    """Whether a hero stands and has not changed places this turn (`extra` holds who has, a bit each)."""
    swapped = (int(top_frame(battle.stack).extra) >> hero_index) & 1
    return swapped == 0 and bool(battle.heroes[hero_index].knocked_out == 0)


@compiled
def fill_swaps(battle: Battle, hero_index: int, mask_out: IntArray) -> int:
    """The heroes with whom one may change places.

    Source: D30.
    """
    count = 0
    for h in range(battle.num_heroes):
        if h != hero_index and can_swap(battle, h):
            mask_out[FIRST_HERO + h] = 1
            count += 1
    return count


@compiled
def step_swap(battle: Battle) -> int:
    """Ask each hero, by index (`index` is the next one), with whom it changes places; the other one must be willing.

    Differs: the Director allows it always, and each hero changes places once a turn.

    Source: D30, D31.
    """
    frame = top_frame(battle.stack)
    if frame.chosen != NOBODY:
        ask(battle, Decision.AGREE, int(frame.chosen), int(frame.chosen), NOBODY, int(frame.index))
        return Status.WAIT
    for h in range(int(frame.index), int(battle.num_heroes)):
        partners = 0
        for other in range(battle.num_heroes):
            if other != h and can_swap(battle, other):
                partners += 1
        if can_swap(battle, h) and partners > 0:
            frame.index = h
            ask(battle, Decision.SWAP, h, h, NOBODY, 0)
            return Status.WAIT
    frame.index = 0
    frame.extra = 0
    frame.stage = TurnStage.PICK
    return Status.CALL
