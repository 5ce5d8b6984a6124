"""The action of a tactic in a position."""

from __future__ import annotations

from brimstone_agents.scripted.tactic import Tactic
from brimstone_env.battle.codes import NUM_ACTIONS, Stream
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import draw
from brimstone_env.core.records import IntArray


@compiled
def choose_action(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The action that a tactic chooses, of the legal ones (there is at least one)."""
    count = 0
    for action in range(NUM_ACTIONS):
        count += mask[action]
    number = draw(battle.streams, Stream.CHOICE, count)
    for action in range(NUM_ACTIONS):
        if mask[action] == 1:
            if number == 0:
                return action
            number -= 1
    return 0
