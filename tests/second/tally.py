"""What a fuzz has hit, and what it has to hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.book import Tables
from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    NUM_ACTIONS,
    NUM_STATS,
    NUM_TOKENS,
    Decision,
    Event,
    Outcome,
    Roll,
    Stat,
    Verb,
)
from tests.second.house import BASE, default_stats

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
STATUSES = ("venom", "held", "poison", "webbed", "stunned", "burning", "bleeding", "ensnared", "corruption", "cigar")
# What no fuzz has to hit, each with the reason.
NEVER_ASKED = {Decision.NONE}
NEVER_ROLLED = {Roll.CUNNING, Roll.SPIRIT, Roll.LORE, Roll.LUCK}  # no rule of a battle asks for these skills
NEVER_LOGGED: set[Event] = set()
MOST_SIDES = 258


def _defaults() -> NDArray[np.int64]:
    """(NUM_STATS,) each number of an enemy, if its row does not say; an impossible one for what is no ability."""
    row = np.full(NUM_STATS, -99)
    for stat, value in default_stats().items():
        row[stat] = value
    return row


DEFAULTS = _defaults()
ABILITIES = [stat for stat in Stat if stat > BASE and stat in default_stats()]


@dataclass
class Tally:
    """Hit counts.

    Attributes:
        tables: the printed tables, whose every row has to be hit.
        steps: actions played.
        resets: battles begun.
        whole: masks compared whole, square actions included.
        refused: illegal actions tried.
        full: positions in which all actions were executed on copies.
        legal: legal actions seen, in all.
        walks: heroes' moves judged.
        choices: enemies' choices of target and square judged.
        lost: events that the log had no room for.
        decisions: by `Decision`.
        actions: by action index.
        events: (events, arguments + 2) by `Event` and its second argument, shifted by one.
        rolls: (kinds, sides, results) dice by roll kind, sides (or candidates) and result.
        abilities: by `Stat`: activations of a group for whom it is not what it usually is, in printed books.
        bent: the same in books with house rules.
        elite: (types, 6) how often an elite row came into force.
        outcomes: battles ended, by `Outcome`.
        used: side bag tokens used, by kind.
        counts: everything that is counted by name (heroes, maps, options, statuses ...).
    """

    tables: Tables
    steps: int = 0
    resets: int = 0
    whole: int = 0
    refused: int = 0
    full: int = 0
    legal: int = 0
    walks: int = 0
    choices: int = 0
    lost: int = 0
    decisions: NDArray[np.int64] = field(default_factory=lambda: np.zeros(64, np.int64))
    actions: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_ACTIONS, np.int64))
    events: NDArray[np.int64] = field(default_factory=lambda: np.zeros((64, 128), np.int64))
    rolls: NDArray[np.int64] = field(default_factory=lambda: np.zeros((40, MOST_SIDES, MOST_SIDES), np.int64))
    abilities: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_STATS, np.int64))
    bent: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_STATS, np.int64))
    elite: NDArray[np.int64] = field(default_factory=lambda: np.zeros((64, 6), np.int64))
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    used: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_TOKENS, np.int64))
    counts: Counter[str] = field(default_factory=Counter)

    # --- counting -----------------------------------------------------------------------------------------------------

    def blocks(self) -> dict[str, int]:
        """Actions played by block."""
        return {name: int(self.actions[low:high].sum()) for name, (low, high) in BLOCKS.items()}

    def add_log(self, dice: Any) -> None:
        """Count the events of the log, and empty it."""
        log = dice["events"][0][: dice["num_events"][0]].astype(np.int64)
        np.add.at(self.events, (log[:, 0], np.clip(log[:, 2] + 1, 0, 127)), 1)
        rolled = log[log[:, 0] == Event.DIE]
        np.add.at(self.rolls, (rolled[:, 1], rolled[:, 3], rolled[:, 2]), 1)
        used = log[(log[:, 0] == Event.TOKEN) & (log[:, 3] == 0)]
        self.used += np.bincount(used[:, 2], minlength=NUM_TOKENS)
        self.lost += int(dice["lost_events"][0])
        dice["num_events"] = 0
        dice["lost_events"] = 0

    def add_world(self, scenario: Mapping[str, Any], options: Mapping[str, Any], book: Any, house: bool) -> None:
        """Count what a battle is begun with."""
        board = scenario["map"]
        self.counts[f"map {board if isinstance(board, str) else 'drawn'}"] += 1
        self.counts[f"party of {book['plan']['num_heroes']}"] += 1
        self.counts["house rules" if house else "as printed"] += 1
        for name, value in options.items():
            self.counts[f"option {name} {value}"] += 1
        for h in range(int(book["plan"]["num_heroes"])):
            upgrade = int(book["plan"]["upgrades"][h])
            if upgrade >= 0:
                self.counts[f"upgrade {self.tables.upgrade_names[upgrade]}"] += 1
            self.counts[f"hero {self.tables.class_names[book['plan']['classes'][h]]}"] += 1

    def add_elite(self, before: Any, after: Any) -> None:
        """Count elite rows that came into force; ``before`` None: since the battles began."""
        new = after["groups"]["elite"] == 1
        if before is not None:
            new &= before["groups"]["elite"] == 0
        for battle, group, row in np.argwhere(new):
            self.elite[int(after["groups"]["type_id"][battle, group]), row] += 1

    def add_step(self, before: Any, after: Any, printed: NDArray[np.bool_]) -> None:
        """Count what a step brought: groups activated with their abilities, elite rows, statuses.

        Args:
            before: (n,) the battles.
            after: (n,) the same, a step later.
            printed: (n,) which of them are played as printed.
        """
        self.add_elite(before, after)
        groups = after["groups"]
        again = after["turn"] != before["turn"]
        active = (groups["activated"] == 1) & ((before["groups"]["activated"] == 0) | again[:, None])
        able = (groups["stats"] != DEFAULTS) & active[..., None]
        self.abilities += able[printed].sum((0, 1))
        self.bent += able[~printed].sum((0, 1))
        for battle, group in np.argwhere(active):
            name = self.tables.type_names[groups["type_id"][battle, group]]
            self.counts[f"enemy {name}"] += 1
        for status in STATUSES:
            gained = (after["heroes"][status] > before["heroes"][status]).sum()
            self.counts[f"status {status}"] += int(gained)

    # --- what is missing ----------------------------------------------------------------------------------------------

    def demands(self) -> Iterator[tuple[str, int]]:
        """Everything that has to be hit, with how often it was."""
        yield from ((f"decision {d.name}", int(self.decisions[d])) for d in Decision if d not in NEVER_ASKED)
        yield from ((f"block {name}", count) for name, count in self.blocks().items())
        yield from ((f"verb {v.name}", int(self.actions[v])) for v in Verb)
        yield from ((f"roll {r.name}", int(self.rolls[r].sum())) for r in Roll if r not in NEVER_ROLLED)
        yield from ((f"event {e.name}", int(self.events[e].sum())) for e in Event if e not in NEVER_LOGGED)
        yield from ((f"outcome {o.name}", int(self.outcomes[o])) for o in (Outcome.WON, Outcome.LOST))
        for t, name in enumerate(self.tables.type_names):
            yield f"enemy {name}", self.counts[f"enemy {name}"]
            yield from ((f"elite {name} {row + 1}", int(self.elite[t, row])) for row in range(6))
        for stat in ABILITIES:
            yield f"ability {stat.name}", int(self.abilities[stat] + self.bent[stat])
            if self.is_printed(stat):
                yield f"printed ability {stat.name}", int(self.abilities[stat])
        for k, name in enumerate(self.tables.token_names):
            yield f"token {name}", int(self.used[k])
        yield from ((f"upgrade {name}", self.counts[f"upgrade {name}"]) for name in self.tables.upgrade_names)
        for kind, names in (("hero", self.tables.class_names), ("map", self.tables.map_names)):
            yield from ((f"{kind} {name}", self.counts[f"{kind} {name}"]) for name in names)
        yield from ((f"status {name}", self.counts[f"status {name}"]) for name in STATUSES)
        yield from ((f"party of {n}", self.counts[f"party of {n}"]) for n in range(1, 7))

    def is_printed(self, stat: int) -> bool:
        """Whether any enemy of the tables, or any of its elite rows, has an ability."""
        name = Stat(stat).name.lower()
        for row in self.tables.enemies:
            if getattr(row.stats, name) != DEFAULTS[stat]:
                return True
            if any(name in elite.add or name in elite.set for elite in row.elite):
                return True
        return False

    def missing(self) -> list[str]:
        """What was never hit and should have been."""
        return [name for name, count in self.demands() if count == 0]

    def report(self) -> Iterator[str]:
        """Lines for people."""
        yield f"{self.steps} steps in {self.resets} battles (won, lost: {self.outcomes[1:].tolist()})"
        yield f"{self.whole} masks compared whole; {self.refused} illegal actions refused"
        yield f"all actions executed in {self.full} positions; {self.lost} events lost"
        yield f"{self.walks} moves of heroes and {self.choices} of enemies judged"
        yield f"{self.legal / max(self.steps, 1):.1f} legal actions a decision"
        groups: dict[str, list[str]] = {}
        for name, count in self.demands():
            kind, rest = name.rsplit(" ", 1) if name.startswith(("elite", "printed")) else name.split(" ", 1)
            groups.setdefault(kind, []).append(f"{rest} {count}")
        for kind, parts in groups.items():
            yield f"{kind}: " + ", ".join(parts)
        others = [f"{name} {count}" for name, count in sorted(self.counts.items()) if name.startswith("option")]
        yield "options: " + ", ".join(others)
