"""What planners tell positions apart by, beside the actions that are legal: what is asked, and of whom."""

from __future__ import annotations

from brimstone_agents.scramble import scramble
from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.layout import Battle


@compiled
def decision_key(battle: Battle) -> int:
    """A number for what is asked: the decision, about whom and what, and who fights on."""
    pending = battle.pending
    key = scramble(int(pending.kind) * 4096 + int(pending.creature) * 64 + int(pending.target) + 4096 * 32)
    key = scramble(key + int(pending.ability) * 1024 + int(pending.amount) + 1024)
    key = scramble(key + int(battle.num_alive) * 256 + int(battle.num_standing) * 16 + int(battle.side))
    return scramble(key + int(battle.acting) + 2)
