"""Beginning an ability: its frame, its targets; what effects, triggers and turns call."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import push_frame
from brimstone_env.rounds.codes import MAX_CREATURES, NOBODY, Frame
from brimstone_env.rounds.layout import Battle


@compiled
def begin_ability(battle: Battle, user: int, row: int, use: int) -> None:
    """Put an ability on the stack, paid for; its targets are still to be chosen.

    Args:
        battle: the battle; `targets` of an ability that is under way are kept in that one's frame no longer, so
            another one is begun only when the first is through with them.
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
        frame = battle.stack.frames[battle.stack.depth - 1]
        frame.index = 99


@compiled
def clear_targets(battle: Battle) -> None:
    """Nobody is a target any more."""
    for creature in range(MAX_CREATURES):
        battle.targets[creature] = 0
        battle.tiers[creature] = 0
        battle.attackers[creature] = 0


@compiled
def aim_at(battle: Battle, target: int) -> None:
    """Make a creature a target."""
    battle.targets[target] = 1
    battle.attackers[target] = max(int(battle.attackers[target]), 1)
