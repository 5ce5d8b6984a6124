"""What a fuzz of Rounds-v0 has hit, and what it has to hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.rounds.book import Tables
from brimstone_env.rounds.book_layout import NUM_ABILITIES
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_COMMON,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    NUM_ACTIONS,
    NUM_CONDITIONS,
    NUM_SHARED_ABILITIES,
    Common,
    Condition,
    Decision,
    Event,
    Frame,
    Outcome,
    Roll,
    Verb,
)
from brimstone_env.rounds.effect_codes import Trigger
from tests.rounds.worlds import World

BLOCKS = {
    "verb": (0, FIRST_SQUARE),
    "square": (FIRST_SQUARE, FIRST_CREATURE),
    "creature": (FIRST_CREATURE, FIRST_ABILITY),
    "ability": (FIRST_ABILITY, FIRST_COMMON),
    "common": (FIRST_COMMON, FIRST_NUMBER),
    "number": (FIRST_NUMBER, NUM_ACTIONS),
}
# What no fuzz has to hit, each with the reason.
NEVER_ASKED = {Decision.NONE}
NEVER_LOGGED = {Event.NONE}
NEVER_ON_TOP = {Frame.NONE, Frame.SETUP}  # setting up asks nothing
NEVER_USED = {Common.HIDE}  # nobody can hide: there is no cover or concealment
NEVER_OFFERED = {Trigger.LEAVES}  # opportunity attacks are asked by the move itself


@dataclass
class Tally:
    """Hit counts.

    Attributes:
        tables: the printed tables: every ability and every kind of creature has to be hit.
        steps: actions played.
        resets: battles begun.
        refused: illegal actions tried.
        full: positions in which every action was executed on copies.
        texts: positions printed and read back.
        unsaid: positions that a text cannot say.
        judged: steps that the referee followed.
        lost: events that the log had no room for.
        legal: legal actions seen, in all.
        deepest: most frames on the stack at a decision.
        decisions: (kinds, 2) by `Decision`: of heroes, of the Director.
        actions: by action index.
        used: abilities by row of the book.
        suffered: by `Condition`: decisions of creatures that suffer it.
        frames: kinds of frames on the stack at decisions.
        triggers: decisions to react by `Trigger`.
        events: by `Event`.
        rolls: (kinds, results) by `Roll`.
        turns: turns by kind of creature.
        outcomes: battles ended, by `Outcome`.
        counts: what is counted by name (options).
    """

    tables: Tables
    steps: int = 0
    resets: int = 0
    refused: int = 0
    full: int = 0
    texts: int = 0
    unsaid: int = 0
    judged: int = 0
    lost: int = 0
    legal: int = 0
    deepest: int = 0
    decisions: NDArray[np.int64] = field(default_factory=lambda: np.zeros((32, 2), np.int64))
    actions: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_ACTIONS, np.int64))
    used: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_ABILITIES, np.int64))
    suffered: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_CONDITIONS, np.int64))
    frames: NDArray[np.int64] = field(default_factory=lambda: np.zeros(64, np.int64))
    triggers: NDArray[np.int64] = field(default_factory=lambda: np.zeros(16, np.int64))
    events: NDArray[np.int64] = field(default_factory=lambda: np.zeros(64, np.int64))
    rolls: NDArray[np.int64] = field(default_factory=lambda: np.zeros((40, 300), np.int64))
    turns: NDArray[np.int64] = field(default_factory=lambda: np.zeros(32, np.int64))
    outcomes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    counts: Counter[str] = field(default_factory=Counter)

    # --- counting ---------------------------------------------------------------------------------------------------

    def add_log(self, events: NDArray[Any], kinds: NDArray[Any]) -> None:
        """Count the events of one battle; ``kinds`` are the kinds of its creatures."""
        log = events.astype(np.int64)
        np.add.at(self.events, log[:, 0], 1)
        rolled = log[log[:, 0] == Event.DIE]
        np.add.at(self.rolls, (rolled[:, 1], rolled[:, 2]), 1)
        np.add.at(self.used, log[log[:, 0] == Event.USE][:, 2], 1)
        np.add.at(self.turns, kinds[log[log[:, 0] == Event.TURN][:, 1]], 1)

    def add_world(self, world: World) -> None:
        """Count what a battle is begun with."""
        for name, value in world.options.items():
            self.counts[f"option {name} {value}"] += 1
        self.counts[f"director {'outside' if world.director else 'inside'}"] += 1
        if isinstance(world.scenario, str):
            self.counts[f"scenario {world.scenario}"] += 1

    def add_step(self, before: Any, chosen: NDArray[np.int64], masks: NDArray[Any]) -> None:
        """Count a step: the decisions that were asked, and their answers."""
        playing = chosen >= 0
        pending, stack = before["pending"], before["stack"]
        self.steps += int(playing.sum())
        self.legal += int(masks[playing].sum())
        hidden = (pending["hero"] < 0).astype(np.int64)
        np.add.at(self.decisions, (pending["kind"][playing].astype(np.int64), hidden[playing]), 1)
        self.actions += np.bincount(chosen[playing], minlength=NUM_ACTIONS)
        common = chosen[(chosen >= FIRST_COMMON) & (chosen < FIRST_COMMON + NUM_SHARED_ABILITIES)]
        np.add.at(self.used, common - FIRST_COMMON, 1)
        kinds = stack["frames"]["kind"][playing].astype(np.int64)
        self.frames += np.bincount(kinds[kinds > 0], minlength=64)
        reacting = stack["frames"][playing][kinds == Frame.REACTION]
        self.triggers += np.bincount(reacting["mode"].astype(np.int64), minlength=16)
        creature = pending["creature"].astype(np.int64)
        until = before["creatures"]["until"][np.arange(len(before)), creature]
        self.suffered += (until[playing & (creature >= 0)] != 0).sum(0)
        self.deepest = max(self.deepest, int(stack["depth"].max()))

    # --- what is missing --------------------------------------------------------------------------------------------

    def demands(self) -> Iterator[tuple[str, int]]:
        """Everything that has to be hit, with how often it was."""
        tables = self.tables
        yield from ((f"decision {d.name}", int(self.decisions[d].sum())) for d in Decision if d not in NEVER_ASKED)
        for name, (low, high) in BLOCKS.items():
            yield f"block {name}", int(self.actions[low:high].sum())
        yield from ((f"verb {verb.name}", int(self.actions[verb])) for verb in Verb)
        for row, name in enumerate(tables.ability_names):
            if row not in NEVER_USED:
                yield f"ability {name}", int(self.used[row])
        yield from ((f"condition {c.name}", int(self.suffered[c])) for c in Condition)
        yield from ((f"frame {f.name}", int(self.frames[f])) for f in Frame if f not in NEVER_ON_TOP)
        yield from ((f"trigger {t.name}", int(self.triggers[t])) for t in Trigger if t not in NEVER_OFFERED)
        yield from ((f"event {e.name}", int(self.events[e])) for e in Event if e not in NEVER_LOGGED)
        yield from ((f"roll {r.name}", int(self.rolls[r].sum())) for r in Roll)
        yield from ((f"creature {row.name}", int(self.turns[k])) for k, row in enumerate(tables.kinds))
        yield from ((f"outcome {o.name}", int(self.outcomes[o])) for o in (Outcome.WON, Outcome.LOST))
        yield from ((f"common {c.name}", int(self.actions[FIRST_COMMON + c])) for c in Common if c not in NEVER_USED)

    def missing(self) -> list[str]:
        """What was never hit and should have been."""
        return [name for name, count in self.demands() if count == 0]

    def report(self) -> Iterator[str]:
        """Lines for people."""
        yield f"{self.steps} decisions in {self.resets} battles (won, lost: {self.outcomes[1:].tolist()})"
        yield f"{self.decisions[:, 0].sum()} of heroes, {self.decisions[:, 1].sum()} of the Director"
        yield f"{self.refused} illegal actions refused; all actions executed in {self.full} positions"
        yield f"{self.texts} positions read back, {self.unsaid} that no text says; the referee followed {self.judged}"
        yield f"{self.legal / max(self.steps, 1):.1f} legal actions a decision, {self.deepest} frames at most"
        yield f"{self.lost} events lost"
        groups: dict[str, list[str]] = {}
        for name, count in self.demands():
            kind, rest = name.split(" ", 1)
            groups.setdefault(kind, []).append(f"{rest} {count}")
        yield from (f"{kind}: {', '.join(parts)}" for kind, parts in groups.items())
        yield ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items()))
