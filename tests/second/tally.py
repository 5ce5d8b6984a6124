"""What a fuzz has hit, and what it has to hit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    NUM_ACTIONS,
    Decision,
    Event,
    Outcome,
    Roll,
    Verb,
)
from brimstone_env.battle.layout import NUM_TYPES
from tests.second.worlds import FOES

BLOCKS = {
    "verb": (0, FIRST_SQUARE),
    "square": (FIRST_SQUARE, FIRST_ENEMY),
    "enemy": (FIRST_ENEMY, FIRST_HERO),
    "hero": (FIRST_HERO, FIRST_DIE),
    "die": (FIRST_DIE, FIRST_SHOOT),
    "shoot": (FIRST_SHOOT, FIRST_USE),
    "use": (FIRST_USE, FIRST_NUMBER),
    "number": (FIRST_NUMBER, NUM_ACTIONS),
}
# What a fuzz must hit at least once; the rest belongs to rules that come later.
DECISIONS = frozenset(Decision) - {Decision.NONE, Decision.BREATH}
VERBS = frozenset(Verb) - {
    Verb.TAKE_GRIT,
    Verb.TAKE_HEALING,
    Verb.LET_GO,
    Verb.RECOVER,
    Verb.DRAG,
    Verb.THROW_DYNAMITE,
}
ROLLS = frozenset(
    {
        Roll.MOVE,
        Roll.EXTRA_MOVE,
        Roll.ESCAPE,
        Roll.TO_HIT,
        Roll.DAMAGE,
        Roll.DEFENSE,
        Roll.WILLPOWER,
        Roll.AGILITY,
        Roll.ENEMY_TO_HIT,
        Roll.PERIL,
        Roll.AMOUNT,
        Roll.ELITE,
        Roll.THREAT,
        Roll.TARGET,
        Roll.FIRST,
        Roll.SQUARE,
    }
)
EVENTS = frozenset(Event)


@dataclass
class Tally:
    """Hit counts.

    Attributes:
        steps: actions played.
        resets: battles begun.
        decisions: by `Decision`.
        actions: by action index.
        events: by `Event`.
        rolls: (kinds, 25, 25) dice by roll kind, sides (or candidates) and result.
        elite: (types, 6) battles begun with an elite row in force.
        outcomes: battles ended, by `Outcome`.
        refused: illegal actions tried.
        full: positions in which all 399 actions were executed on copies.
        legal: legal actions seen, in all.
        walks: heroes' moves judged.
        choices: enemies' choices of target and square judged.
    """

    steps: int = 0
    resets: int = 0
    refused: int = 0
    full: int = 0
    legal: int = 0
    walks: int = 0
    choices: int = 0
    decisions: NDArray[np.int64] = field(default_factory=lambda: np.zeros(32, np.int64))
    actions: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_ACTIONS, np.int64))
    events: NDArray[np.int64] = field(default_factory=lambda: np.zeros(64, np.int64))
    rolls: NDArray[np.int64] = field(default_factory=lambda: np.zeros((40, 258, 258), np.int64))
    elite: NDArray[np.int64] = field(default_factory=lambda: np.zeros((NUM_TYPES, 6), np.int64))
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))

    def blocks(self) -> dict[str, int]:
        """Actions played by block."""
        return {name: int(self.actions[low:high].sum()) for name, (low, high) in BLOCKS.items()}

    def add_log(self, dice: Any) -> None:
        """Count the events of the log, and empty it."""
        log = dice["events"][0][: dice["num_events"][0]].astype(np.int64)
        self.events += np.bincount(log[:, 0], minlength=64)
        rolled = log[log[:, 0] == Event.DIE]
        np.add.at(self.rolls, (rolled[:, 1], rolled[:, 3], rolled[:, 2]), 1)
        dice["num_events"] = 0
        dice["lost_events"] = 0

    def missing(self) -> list[str]:
        """What is in scope and was never hit."""
        counts: list[tuple[str, int]] = [(f"decision {d.name}", int(self.decisions[d])) for d in sorted(DECISIONS)]
        counts += [(f"block {name}", count) for name, count in self.blocks().items()]
        counts += [(f"verb {v.name}", int(self.actions[v])) for v in sorted(VERBS)]
        counts += [(f"roll {r.name}", int(self.rolls[r].sum())) for r in sorted(ROLLS)]
        counts += [(f"event {e.name}", int(self.events[e])) for e in sorted(EVENTS)]
        counts += [(f"outcome {o.name}", int(self.outcomes[o])) for o in (Outcome.WON, Outcome.LOST)]
        counts += [
            (f"elite {FOES[t]} {row + 1}", int(self.elite[t, row])) for t in range(len(FOES)) for row in range(6)
        ]
        return [name for name, count in counts if count == 0]

    def report(self) -> Iterator[str]:
        """Lines for people."""
        yield f"{self.steps} steps in {self.resets} battles (won, lost: {self.outcomes[1:].tolist()})"
        yield f"{self.refused} illegal actions refused; all actions executed in {self.full} positions"
        yield f"{self.walks} moves of heroes and {self.choices} of enemies judged"
        yield f"{self.legal / max(self.steps, 1):.1f} legal actions a decision"
        yield "decisions: " + ", ".join(f"{d.name} {self.decisions[d]}" for d in Decision if self.decisions[d])
        yield "blocks: " + ", ".join(f"{name} {count}" for name, count in self.blocks().items())
        yield "verbs: " + ", ".join(f"{v.name} {self.actions[v]}" for v in Verb if self.actions[v])
        yield "rolls: " + ", ".join(f"{r.name} {self.rolls[r].sum()}" for r in Roll if self.rolls[r].any())
        yield "events: " + ", ".join(f"{e.name} {self.events[e]}" for e in Event if self.events[e])
        yield "elite: " + ", ".join(f"{name} {self.elite[t].tolist()}" for t, name in enumerate(FOES))
