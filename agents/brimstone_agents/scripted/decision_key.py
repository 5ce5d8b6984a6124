"""What planners tell positions apart by, beside the actions that are legal: what is asked, and of whom."""

from __future__ import annotations

from brimstone_agents.scramble import scramble
from brimstone_env.battle.layout import Battle
from brimstone_env.core.compiled import compiled


@compiled
def decision_key(battle: Battle) -> int:
    """A number for what is asked: the decision, who fights on, and how many dice of the roll failed."""
    pending = battle.pending
    key = scramble(int(pending.kind) * 4096 + int(pending.hero) * 128 + int(pending.enemy) + 1024)
    key = scramble(key + int(pending.amount) * 65536 + int(battle.num_alive) * 256 + int(battle.num_standing))
    failures = 0
    for die in range(int(battle.pool.count)):
        if battle.pool.grades[die] == 0:
            failures += 1
    return scramble(key + int(battle.pool.kind) * 64 + failures)
