"""The score that a position is worth."""

from __future__ import annotations

from brimstone_env.battle.codes import Outcome, Stat
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled


@compiled
def expected_score(battle: Battle, book: Book) -> float:
    """The reward that the whole battle is expected to come to, -1 to 1: `battle.score` once it is over."""
    if battle.outcome != Outcome.UNDECIDED:
        return float(battle.score) / 100.0
    health = 0.0
    whole = 1.0
    for h in range(battle.num_heroes):
        whole += float(battle.heroes[h].max_health)
        if battle.heroes[h].knocked_out == 0:
            health += float(battle.heroes[h].health)
    left = 0.0
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1:
            left += float(battle.groups[battle.enemies[e].group].stats[Stat.HEALTH] - battle.enemies[e].wounds)
    return (health - left) / (whole + left)
