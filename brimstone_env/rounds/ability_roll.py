"""The power roll of an ability: what is added to it, who is asked before it, and its tier for each target."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import top_frame
from brimstone_env.rounds.ability_frame import is_target, level_of, set_tier, striker_of, tier_for
from brimstone_env.rounds.aiming import has_edge, is_in_melee
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    NUM_CHARACTERISTICS,
    Common,
    Condition,
    Use,
)
from brimstone_env.rounds.conditions import suffers
from brimstone_env.rounds.creatures import characteristic, side_of
from brimstone_env.rounds.edges import banes_against, edges_against, skips_taunter
from brimstone_env.rounds.effect_codes import Trigger
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.power import log_tier, net_edges, roll_power, tier_of
from brimstone_env.rounds.resources import cost_of, gain, take_edges
from brimstone_env.rounds.triggers import offer


@compiled
def roll_bonus(battle: Battle, book: Book, user: int, row: int) -> int:
    """What is added to an ability's power roll: a monster's printed bonus, or the best of a hero's characteristics.

    Source: rounds 2, power roll.
    """
    ability = book.abilities[row]
    if ability.characteristics == 0:
        return int(ability.bonus)
    best = -5
    for which in range(NUM_CHARACTERISTICS):
        if (int(ability.characteristics) >> which) & 1:
            best = max(best, characteristic(battle, book, user, which))
    return best


@compiled
def is_fixed(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Whether an ability is a monster's free strike, which is not rolled.

    Source: rounds 3, monster free strike.
    """
    free = row == Common.MELEE_FREE_STRIKE or row == Common.RANGED_FREE_STRIKE
    return free and int(book.kinds[battle.creatures[user].kind].free_strike) > 0


@compiled
def roll_ability(battle: Battle, book: Book, dice: Dice, user: int, row: int) -> None:
    """Roll once, and read the tier for each target; the natural roll stays in the frame.

    Source: rounds 2, several targets; natural 19 or 20. rounds 8, squad action.
    Differs: where minions strike together, the edges and banes of the first of them count.
    """
    frame = top_frame(battle.stack)
    frame.extra = 0
    if book.abilities[row].rolls == 0 or is_fixed(battle, book, user, row):
        for target in range(MAX_CREATURES):
            set_tier(battle, target, int(is_target(battle, target)))
        return
    frame.extra = roll_power(battle, dice)
    for target in range(MAX_CREATURES):
        if is_target(battle, target):
            set_tier(battle, target, tier_against(battle, book, user, target, row, int(frame.extra)))
            log_tier(dice, user, target, tier_for(battle, target))
    battle.lift = 0


@compiled
def tier_against(battle: Battle, book: Book, user: int, target: int, row: int, natural: int) -> int:
    """The tier of a roll for one target; the edge of who aided against the target is used up.

    Source: rounds 2, mixing. rounds 3, aid attack; escape grab. rounds 4, taunted.
    """
    striker = striker_of(battle, target)
    ability = book.abilities[row]
    melee = is_in_melee(battle, book, striker, target, row)
    edges = edges_against(battle, book, striker, target, ability, melee) + int(battle.lift)
    banes = banes_against(battle, book, striker, target, ability, melee)
    if skips_taunter(battle, book, striker, target):
        taunter = int(battle.creatures[striker].source[Condition.TAUNTED])
        banes -= 2 * int(is_target(battle, taunter))
    aider = int(battle.creatures[target].aided)
    if aider != NOBODY and aider != striker and side_of(aider) == side_of(striker):
        battle.creatures[target].aided = NOBODY
    if row == Common.ESCAPE_GRAB:
        edges, banes = int(battle.lift), escape_banes(battle, book, user)
    battle.edged[level_of(battle), target] = int(net_edges(edges, banes) > 0)
    return tier_of(natural, roll_bonus(battle, book, user, row), edges, banes)


@compiled
def escape_banes(battle: Battle, book: Book, user: int) -> int:
    """Banes of an attempt to escape a grab: it has one more against a bigger grabber.

    Source: rounds 3, escape grab. rounds 4, restrained; weakened.
    """
    banes = int(suffers(battle, user, Condition.WEAKENED)) + int(suffers(battle, user, Condition.RESTRAINED))
    grabber = int(battle.creatures[user].source[Condition.GRABBED])
    if grabber == NOBODY:
        return banes
    own, other = book.kinds[battle.creatures[user].kind], book.kinds[battle.creatures[grabber].kind]
    return banes + int(own.weight < other.weight)


@compiled
def asks_before_roll(battle: Battle, book: Book, user: int, row: int) -> bool:
    """Gather the edges that were given for a roll before it is made, and ask who may give more.

    Returns:
        Whether anybody is asked.

    Source: rounds 6, Word of Guidance.
    """
    if book.abilities[row].rolls == 0 or is_fixed(battle, book, user, row):
        return False
    battle.lift = take_edges(battle, user)
    return offer(battle, book, Trigger.ROLLING, user, NOBODY, row)


@compiled
def refund_edge(battle: Battle, book: Book, user: int, row: int, use: int) -> None:
    """A Shadow whose roll turns out to have an edge gets 1 insight of the cost back.

    Source: rounds 5, Shadow.
    Differs: who counted on an edge for the last point and lost it, to a Meat Shield say, pays what it has.
    """
    if user >= MAX_HEROES or use != Use.TURN:
        return
    spared = cost_of(battle, book, user, row, False) - cost_of(battle, book, user, row, True)
    if spared == 0:
        return
    for target in range(MAX_CREATURES):
        if is_target(battle, target) and has_edge(battle, book, user, target, row):
            gain(battle, user, spared)
            return
    battle.creatures[user].resource = max(int(battle.creatures[user].resource), 0)
