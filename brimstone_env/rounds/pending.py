"""The pending decision: asking, and whose it is."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.codes import DIRECTOR, MAX_HEROES, NOBODY, Decision
from brimstone_env.rounds.layout import Battle


@compiled
def ask(battle: Battle, kind: int, creature: int, target: int, ability: int, amount: int) -> None:
    """Make a decision about a creature the pending one: a hero's own, or the Director's."""
    pending = battle.pending
    pending.kind = kind
    pending.seat = creature if creature < MAX_HEROES else DIRECTOR
    pending.hero = creature if creature < MAX_HEROES else NOBODY
    pending.creature = creature
    pending.target = target
    pending.ability = ability
    pending.amount = amount


@compiled
def clear_pending(battle: Battle) -> None:
    """Nothing is asked any more."""
    pending = battle.pending
    pending.kind = Decision.NONE
    pending.seat = 0
    pending.hero = NOBODY
    pending.creature = NOBODY
    pending.target = NOBODY
    pending.ability = NOBODY
    pending.amount = 0
