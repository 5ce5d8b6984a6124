"""The pending decision: asking, and whose it is."""

from __future__ import annotations

from brimstone_env.battle.codes import NOBODY, Decision
from brimstone_env.battle.layout import Battle
from brimstone_env.core.compiled import compiled


@compiled
def ask(battle: Battle, kind: int, seat: int, hero_index: int, enemy_index: int, amount: int) -> None:
    """Make a decision the pending one."""
    pending = battle.pending
    pending.kind = kind
    pending.seat = seat
    pending.hero = hero_index
    pending.enemy = enemy_index
    pending.amount = amount


@compiled
def clear_pending(battle: Battle) -> None:
    """Nothing is asked any more."""
    pending = battle.pending
    pending.kind = Decision.NONE
    pending.seat = NOBODY
    pending.hero = NOBODY
    pending.enemy = NOBODY
    pending.amount = 0


@compiled
def first_standing(battle: Battle) -> int:
    """The standing hero of lowest index, who speaks for the players; 0 if none stands."""
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0:
            return h
    return 0
