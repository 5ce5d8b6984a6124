"""Beginning an ability: its frame and its targets; what effects, triggers and turns call.

An ability may be used in the middle of another one (a free strike at somebody who leaves, say). Targets, tiers and
attackers are therefore kept by level: the number of abilities that lie on the stack below.
"""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import push_frame
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_LEVELS, NOBODY, Frame
from brimstone_env.rounds.layout import Battle

ALL_CHOSEN = 99  # of a frame's `index`: no more targets are asked for


class AbilityStage(IntEnum):
    """How far an ability has come."""

    AIM = 0
    ROLL = 1
    NEXT = 2  # the next target
    POTENCY = 3  # surges may raise the potency against it
    HARM = 4
    SHOVE = 5
    EFFECT = 6
    END = 7
    ASKED = 8  # who may react to the roll was asked
    LAND = 9  # who may react to the damage was asked
    GUARDED = 10  # who is aimed at was asked whether it reacts


@compiled
def level_of(battle: Battle) -> int:
    """The level of the uppermost ability on the stack; 0 also where there is none."""
    count = 0
    for depth in range(int(battle.stack.depth)):
        count += int(battle.stack.frames[depth].kind == Frame.ABILITY)
    return min(max(count - 1, 0), MAX_LEVELS - 1)


@compiled
def is_target(battle: Battle, creature: int) -> bool:
    """Whether the uppermost ability is aimed at a creature."""
    return bool(battle.targets[level_of(battle), creature] == 1)


@compiled
def tier_for(battle: Battle, creature: int) -> int:
    """What the power roll of the uppermost ability came to for a target, 0 before it is rolled."""
    return int(battle.tiers[level_of(battle), creature])


@compiled
def set_tier(battle: Battle, creature: int, tier: int) -> None:
    """Write what the power roll of the uppermost ability came to for a target."""
    battle.tiers[level_of(battle), creature] = tier


@compiled
def attackers_of(battle: Battle, creature: int) -> int:
    """How many minions strike a target together; 1 for anybody else's ability."""
    return int(battle.attackers[level_of(battle), creature])


@compiled
def begin_ability(battle: Battle, user: int, row: int, use: int) -> None:
    """Put an ability on the stack, paid for; its targets are still to be chosen.

    Args:
        battle: the battle.
        user: who uses it.
        row: row of `book.abilities`.
        use: `Use`.
    """
    frame = push_frame(battle.stack, Frame.ABILITY, NOBODY, user, row)
    frame.mode = use
    clear_targets(battle)


@compiled
def use_ability(battle: Battle, user: int, row: int, target: int, use: int) -> None:
    """Put an ability on the stack that is aimed at one creature already, or at whom its user likes (-1)."""
    begin_ability(battle, user, row, use)
    if target != NOBODY:
        aim_at(battle, target)
        battle.stack.frames[battle.stack.depth - 1].index = ALL_CHOSEN


@compiled
def clear_targets(battle: Battle) -> None:
    """Nobody is a target of the uppermost ability any more."""
    level = level_of(battle)
    for creature in range(MAX_CREATURES):
        clear_target(battle, level, creature)


@compiled
def clear_target(battle: Battle, level: int, creature: int) -> None:
    """A creature is no target of an ability of some level any more."""
    battle.targets[level, creature] = 0
    battle.tiers[level, creature] = 0
    battle.attackers[level, creature] = 0
    battle.strikers[level, creature] = 0
    battle.edged[level, creature] = 0


@compiled
def aim_at(battle: Battle, target: int) -> None:
    """Make a creature a target of the ability that lies on top."""
    strike_along(battle, int(battle.stack.frames[battle.stack.depth - 1].enemy), target)


@compiled
def strike_along(battle: Battle, striker: int, target: int) -> None:
    """One more creature strikes a target of the uppermost ability, the first one with its own edges and banes."""
    level = level_of(battle)
    if battle.targets[level, target] == 0:
        battle.strikers[level, target] = striker
    battle.targets[level, target] = 1
    battle.attackers[level, target] += 1


@compiled
def striker_of(battle: Battle, target: int) -> int:
    """Who strikes a target of the uppermost ability: its user, or the first of the minions that strike together."""
    return int(battle.strikers[level_of(battle), target])


@compiled
def has_targets(battle: Battle) -> bool:
    """Whether the uppermost ability is aimed at anybody."""
    for creature in range(MAX_CREATURES):
        if is_target(battle, creature):
            return True
    return False
