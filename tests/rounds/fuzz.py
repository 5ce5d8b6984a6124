"""Fuzz of Rounds-v0: random battles, both sides, with what must hold checked at every decision.

``python -m tests.rounds.fuzz --steps 100000`` prints what was hit and exits with 1 if anything was wrong or never hit.
Checked are: what must hold of a battle (`faults`), that what the mask allows is played and what it forbids leaves no
trace, that a position printed as text reads back to the same battle, and, by the log alone, the order of turns and
everybody's Stamina (`referee`).
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.dice import NUM_STREAMS, new_dice, stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import copy_records, new_records
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_COMMON,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_HEROES,
    NOBODY,
    NUM_ACTIONS,
    Command,
    Condition,
    Decision,
    Outcome,
    Until,
    Verb,
)
from brimstone_env.rounds.entry import run_many
from brimstone_env.rounds.feature_rows import observation_planes
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.position import load_position
from brimstone_env.rounds.position_text import format_position
from brimstone_env.rounds.table_files import load_tables
from tests.rounds.faults import find_faults
from tests.rounds.referee import Referee
from tests.rounds.tally import BLOCKS, Tally
from tests.rounds.worlds import World, list_worlds, make_books

COUNT = 96  # battles side by side
MOST_TROUBLES = 50  # a fuzz stops there
CHANGE_EVERY = 200_000  # steps after which other worlds are played
EVERY_SEAT = (1 << (MAX_HEROES + 1)) - 1
BENT = (
    Condition.DAZED,
    Condition.FRIGHTENED,
    Condition.PRONE,
    Condition.RESTRAINED,
    Condition.SLOWED,
    Condition.TAUNTED,
    Condition.WEAKENED,
)


def style_weights() -> NDArray[np.float64]:
    """(6, NUM_ACTIONS) how often each style of play takes an action, if it is legal."""
    weights = np.ones((6, NUM_ACTIONS))
    gambler, mixed, fighter, spender, idler, runner = weights
    for low, high in BLOCKS.values():
        for row in (mixed, fighter, spender, runner):
            row[low:high] = 20 / (high - low)
    mixed[:FIRST_SQUARE] = 1
    fighter[:FIRST_SQUARE] = 0.3
    fighter[FIRST_ABILITY:FIRST_COMMON] = 50
    fighter[Verb.END] = 0.02
    spender[Verb.REACT] = spender[Verb.ADVANCE] = 5
    spender[Verb.PASS] = spender[Verb.END] = 0.1
    spender[FIRST_ABILITY:FIRST_COMMON] = 10
    spender[FIRST_NUMBER:] = 1 + np.arange(NUM_ACTIONS - FIRST_NUMBER)
    idler[[Verb.END, Verb.PASS]] = 30
    runner[FIRST_SQUARE:FIRST_CREATURE] = 5
    runner[[Verb.ADVANCE, Verb.DISENGAGE, Verb.REACT]] = 10
    gambler[Verb.END] = 0.5
    return weights


@dataclass(frozen=True)
class Trouble:
    """Something that went wrong, with what it takes to play it again (`play_again`).

    Attributes:
        what: a sentence.
        world: scenario and options.
        seed: the episode's seed.
        actions: what was played up to there.
        decision: the pending decision's kind.
    """

    what: str
    world: World
    seed: int
    actions: list[int]
    decision: str

    def __str__(self) -> str:
        """All of it on one line."""
        return f"{self.what} [{self.decision}, step {len(self.actions)}, seed {self.seed}, {self.world}]"


def action_words(action: int) -> str:
    """An action index in plain words, without a battle."""
    for name, (low, high) in BLOCKS.items():
        if low <= action < high:
            if name == "verb":
                return Verb(action).name if action < len(Verb) else f"verb {action}"
            return f"{name} {divmod(action - low, 16)}" if name == "square" else f"{name} {action - low}"
    return f"action {action}"


def raw_bytes(battles: Any) -> NDArray[np.uint8]:
    """(n, bytes) the memory of a batch of battles."""
    plain = np.ascontiguousarray(battles).view(np.ndarray)
    return plain.view(np.uint8).reshape(len(plain), -1)


class Fuzz:
    """A batch of battles, one of each world, played side by side and checked at every step."""

    def __init__(
        self,
        seed: int,
        count: int = COUNT,
        full_every: int = 20,
        text_every: int = 5,
        worlds: list[World] | None = None,
    ) -> None:
        """Begin a battle of each world.

        Args:
            seed: decides everything.
            count: battles side by side.
            full_every: every so many rounds of play, all actions of one battle are executed on copies.
            text_every: every so many, one battle is printed and read back.
            worlds: what to play; None: worlds of the seed's choice.
        """
        self.tables = load_tables(None)
        self.rng = np.random.default_rng(seed)
        self.worlds = list_worlds(seed, self.tables, count) if worlds is None else worlds
        self.books = make_books(self.worlds, self.tables)
        self.full_every, self.text_every = full_every, text_every
        size = len(self.worlds)
        self.battles = new_records(Battle, size)
        self.battles["book_id"] = np.arange(size)
        self.masks = np.zeros((size, NUM_ACTIONS), np.int8)
        self.dice = new_dice()
        self.dice["logging"] = 1
        self.planes = [np.zeros((0, *plane.shape), plane.dtype) for plane in observation_planes()]
        self.tally = Tally(self.tables)
        self.troubles: list[Trouble] = []
        self.seeds = np.zeros(size, np.int64)
        self.history: list[list[int]] = [[] for _ in range(size)]
        self.referees: list[Referee] = [Referee(self.battles[0], self.books[0], self.tables)] * size
        self.weights = np.log(style_weights())
        self.styles = np.zeros(size, np.int64)
        self.round = 0
        self.fresh = np.zeros(size, bool)  # begun since the round's check
        self.begin(np.arange(size))

    # --- calls of the engine ----------------------------------------------------------------------------------------

    def run(self, command: Command, battles: Any, actions: NDArray[np.int64], masks: Any, seeds: Any = None) -> Any:
        """Call the engine once; returns (n,) whether each action was applied. The log is emptied before."""
        size = len(battles)
        applied = np.zeros(size, np.int32)
        states = np.zeros((size, NUM_STREAMS, 6), np.int64) if seeds is None else stream_states(seeds)
        self.dice["num_events"] = self.dice["lost_events"] = 0
        run_many(int(command), battles, self.books, self.dice, actions, states, applied, masks, *self.planes)
        return applied

    def log(self) -> NDArray[Any]:
        """The events of the last call."""
        self.tally.lost += int(self.dice["lost_events"][0])
        return np.asarray(self.dice["events"][0][: int(self.dice["num_events"][0])])

    def begin(self, which: NDArray[np.int64]) -> None:
        """Begin new battles in some rows of the batch."""
        for i in which.tolist():
            self.seeds[i] = int(self.rng.integers(0, 2**31))
            self.styles[i] = int(self.rng.integers(len(self.weights)))
            self.history[i] = []
            self.reset(i)
            self.tally.resets += 1
            self.tally.add_world(self.worlds[i])
        self.fresh[which] = True

    def reset(self, i: int) -> None:
        """Begin the battle of a row from its seed."""
        part, mask, world = self.battles[i : i + 1], self.masks[i : i + 1], self.worlds[i]
        self.run(Command.RESET, part, np.zeros(1, np.int64), mask, self.seeds[i : i + 1])
        log = self.log().copy()
        self.tally.add_log(log, part["creatures"]["kind"][0])
        self.referees[i] = begin_referee(part, self.books[i], self.tables, log)
        if world.director:
            part["outside"] = EVERY_SEAT
        if world.bent and part["outcome"][0] == Outcome.UNDECIDED:
            bend(part[0], self.books[i], np.random.default_rng(int(self.seeds[i])))
            self.referees[i].stamina = {k: int(part["creatures"]["stamina"][0, k]) for k in self.referees[i].stamina}
        self.run(Command.OBSERVE, part, np.zeros(1, np.int64), mask)

    # --- checks -----------------------------------------------------------------------------------------------------

    def trouble(self, i: int, what: str) -> None:
        """Note what went wrong with a battle, and begin it anew."""
        decision = Decision(int(self.battles["pending"]["kind"][i])).name
        self.troubles.append(Trouble(what, self.worlds[i], int(self.seeds[i]), list(self.history[i]), decision))
        print("TROUBLE", self.troubles[-1], file=sys.stderr)
        self.begin(np.array([i]))

    def check(self) -> None:
        """What must hold of every battle and mask."""
        for i, what in find_faults(self.battles, self.books).items():
            self.trouble(i, what)
        asked = self.battles["pending"]["kind"] != Decision.NONE
        single = self.books["rules"]["keep_single"] == 1
        count = self.masks.sum(1)
        single |= [world.bent and not actions for world, actions in zip(self.worlds, self.history, strict=True)]
        for i in np.flatnonzero((count == 0) | (asked & ~single & (count < 2))).tolist():
            self.trouble(i, f"{count[i]} legal actions")

    def check_refused(self) -> None:
        """An illegal action for each battle, on a copy: not applied, and not a byte is changed."""
        noise = self.rng.random(self.masks.shape)
        refused = np.where(self.masks == 1, -1.0, noise).argmax(1)
        copies = copy_records(self.battles)
        applied = self.run(Command.STEP, copies, refused, self.masks[:0])
        same = (raw_bytes(copies) == raw_bytes(self.battles)).all(1)
        self.tally.refused += len(refused)
        for i in np.flatnonzero((applied != 0) | ~same).tolist():
            self.trouble(i, f"the illegal {action_words(int(refused[i]))} ({refused[i]}) was played or left a trace")

    def check_all_actions(self, i: int) -> None:
        """Execute all actions of one battle on copies: the legal ones are applied, the others leave no trace."""
        copies = copy_records(self.battles[np.full(NUM_ACTIONS, i)])
        legal = (self.masks[i] == 1) & (self.battles["pending"]["kind"][i] != Decision.NONE)
        masks = np.zeros((NUM_ACTIONS, NUM_ACTIONS), np.int8)
        applied = self.run(Command.STEP, copies, np.arange(NUM_ACTIONS), masks)
        same = (raw_bytes(copies) == raw_bytes(self.battles[i : i + 1])).all(1)
        self.tally.full += 1
        wrong = (applied != legal) | (same == legal) | (masks.sum(1) == 0)
        faults = find_faults(copies, self.books)
        for action in np.flatnonzero(wrong).tolist():
            self.trouble(i, f"{action_words(action)} ({action}): legal {legal[action]}, played {applied[action]}")
            return
        for action, what in faults.items():
            self.history[i].append(action)
            self.trouble(i, f"after {action_words(action)} ({action}): {what}")
            return

    def check_text(self, i: int) -> None:
        """Print a battle as a position and read it back: the same bytes, the random streams aside."""
        battle = copy_records(self.battles[i : i + 1])
        try:
            text = format_position(battle[0], self.books[i], self.tables)
        except InputError:
            self.tally.unsaid += 1
            return
        self.tally.texts += 1
        try:
            again = load_position(text, self.tables)[0]
        except InputError as error:
            self.trouble(i, f"the printed position is refused: {error}")
            return
        battle["book_id"] = 0
        for name in battle.dtype.names or ():
            if name != "streams" and battle[name].tobytes() != again[name].tobytes():
                self.trouble(i, f"the position reads back with another {name}{difference(battle[name], again[name])}")
                return

    # --- play -------------------------------------------------------------------------------------------------------

    def choose(self) -> NDArray[np.int64]:
        """(n,) an action for each battle by its style, -1 for one that is over."""
        noise = -np.log(-np.log(self.rng.random(self.masks.shape)))
        worth = np.where(self.masks == 1, self.weights[self.styles] + noise, -np.inf)
        over = self.battles["pending"]["kind"] == Decision.NONE
        chosen: NDArray[np.int64] = np.where(over, -1, worth.argmax(1))
        return chosen

    def play(self, chosen: NDArray[np.int64]) -> None:
        """Play the chosen actions for real, each followed by the referee."""
        before = copy_records(self.battles)
        self.tally.add_step(before.view(np.ndarray), chosen, self.masks)
        old, new = before.view(np.ndarray), self.battles.view(np.ndarray)
        for i in np.flatnonzero(chosen >= 0).tolist():
            part = new[i : i + 1]
            applied = self.run(Command.STEP, part, chosen[i : i + 1], self.masks[i : i + 1])[0]
            self.history[i].append(int(chosen[i]))
            log = self.log()
            self.tally.add_log(log, part["creatures"]["kind"][0])
            self.tally.judged += 1
            if wrong := self.referees[i].follow(log, new[i]):
                self.trouble(i, f"{action_words(int(chosen[i]))} ({chosen[i]}): {wrong[0]}")
            elif applied != 1 or new["num_decisions"][i] != old["num_decisions"][i] + 1:
                self.trouble(i, f"{action_words(int(chosen[i]))} ({chosen[i]}) was not applied, or not counted")
            elif what := backwards(old[i], new[i]):
                self.trouble(i, f"{action_words(int(chosen[i]))} ({chosen[i]}): {what}")

    def play_round(self) -> None:
        """One checked step of every battle."""
        self.fresh[:] = False
        self.check()
        self.check_refused()
        if self.round % self.full_every == 0:
            self.check_all_actions(int(self.rng.integers(len(self.battles))))
        if self.round % self.text_every == 0:
            self.check_text(int(self.rng.integers(len(self.battles))))
        over = np.flatnonzero(self.battles["pending"]["kind"] == Decision.NONE)
        if len(over):
            self.tally.outcomes += np.bincount(self.battles["outcome"][over], minlength=len(Outcome))
            self.begin(over)
        chosen = self.choose()
        chosen[self.fresh] = -1
        self.play(chosen)
        self.round += 1


def begin_referee(battles: Any, book: Any, tables: Any, log: NDArray[Any]) -> Referee:
    """A referee who has seen a battle begin: as the plan sets it up, then event by event."""
    start = copy_records(battles).view(np.ndarray)
    figures = start["creatures"][0]
    for k in range(len(figures)):
        if figures["kind"][k] != NOBODY:
            kind = book["kinds"][figures["kind"][k]]
            figures["stamina"][k] = 0 if kind["traits"] & 1 else kind["stamina"]
            figures["alive"][k] = 1
    referee = Referee(start[0], book, tables)
    referee.follow(log, battles.view(np.ndarray)[0])
    return referee


def bend(battle: Any, book: Any, rng: np.random.Generator) -> None:
    """Begin a battle with conditions, surges, Heroic Resources and wounds that no scenario gives."""
    foes = [k for k in range(MAX_HEROES, len(battle.creatures)) if battle.creatures[k].alive]
    heroes = [k for k in range(MAX_HEROES) if battle.creatures[k].alive]
    for k in heroes + foes:
        figure = battle.creatures[k]
        for condition in BENT:
            if rng.random() < 0.12 and figure.until[condition] == 0:
                save = Until.MENDED if condition == Condition.PRONE else Until(int(rng.integers(1, 3)))
                figure.until[condition] = int(save)
                figure.source[condition] = int(rng.choice(foes if k < MAX_HEROES else heroes))
    for k in heroes:
        figure, most = battle.creatures[k], int(book.kinds[battle.creatures[k].kind].stamina)
        figure.surges = int(rng.integers(0, 5))
        figure.resource = int(rng.integers(0, 9))
        figure.recoveries = min(int(figure.recoveries), int(rng.integers(0, 9)))
        if rng.random() < 0.5 and figure.stamina > 0:
            figure.stamina = int(rng.integers(1, most + 1))


def backwards(before: Any, after: Any) -> str:
    """What went back in a step though it never may; nothing where all is well."""
    old, new = before["creatures"], after["creatures"]
    if after["turn"] < before["turn"]:
        return "rounds run backwards"
    if ((before["villain"] == 1) & (after["villain"] == 0)).any():
        return "a villain action is there again"
    if ((old["alive"] == 0) & (new["alive"] == 1) & (old["kind"] != NOBODY)).any():
        return "the dead rise"
    if (old["recoveries"] < new["recoveries"]).any():
        return "Recoveries grow"
    if ((old["kind"] != new["kind"]) & (old["kind"] != NOBODY)).any():
        return "a creature changes its kind"
    if (old["risen"] > new["risen"]).any():
        return "somebody may rise again"
    if after["turn"] == before["turn"] and (old["acted"] > new["acted"]).any():
        return "somebody may act again"
    if before["turn"] > 0 and before["first_side"] != after["first_side"]:
        return "another side goes first"
    return ""


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two parts of a battle differ first: path and both values."""
    names = one.dtype.names
    if names is None:
        where = np.argwhere(np.asarray(one) != np.asarray(other))
        place = where[0].tolist() if len(where) else []
        return f"{path}{place}: {one[tuple(place)]}, not {other[tuple(place)]}" if place else path
    for name in names:
        if one[name].tobytes() != other[name].tobytes():
            return difference(one[name], other[name], f"{path}.{name}")
    return path


def run_fuzz(steps: int, seed: int = 0, count: int = COUNT, say: bool = False, **options: int) -> Fuzz:
    """Play at least so many checked steps; the worlds change with every `CHANGE_EVERY`."""
    fuzz = Fuzz(seed, count, **options)
    tally, troubles = fuzz.tally, fuzz.troubles
    changes = 1
    while tally.steps < steps and len(troubles) < MOST_TROUBLES:
        if tally.steps > CHANGE_EVERY * changes:
            changes += 1
            fuzz = Fuzz(seed + 1000 * changes, count, **options)
            fuzz.tally, fuzz.troubles = tally, troubles
        fuzz.play_round()
        if say and fuzz.round % 100 == 0:
            print(f"{tally.steps} steps, {len(troubles)} troubles", file=sys.stderr)
    return fuzz


def play_again(trouble: Trouble) -> Fuzz:
    """A fuzz of one battle, played up to where a trouble was found."""
    fuzz = Fuzz(0, worlds=[trouble.world])
    fuzz.seeds[0] = trouble.seed
    fuzz.reset(0)
    for action in trouble.actions:
        fuzz.run(Command.STEP, fuzz.battles, np.array([action]), fuzz.masks)
    return fuzz


def main() -> int:
    """Fuzz from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=COUNT, help="battles side by side")
    parser.add_argument("--full", type=int, default=20, help="rounds per position in which every action is executed")
    parser.add_argument("--text", type=int, default=5, help="rounds per position that is printed and read back")
    parser.add_argument("--troubles", default=None, help="file to which troubles are pickled, for `play_again`")
    values = parser.parse_args()
    started = time.perf_counter()
    options = {"full_every": values.full, "text_every": values.text}
    fuzz = run_fuzz(values.steps, values.seed, values.count, say=True, **options)
    for line in fuzz.tally.report():
        print(line)
    for trouble in fuzz.troubles[:20]:
        print("TROUBLE", trouble)
    if values.troubles:
        Path(values.troubles).write_bytes(pickle.dumps(fuzz.troubles))
    missing = fuzz.tally.missing()
    print(f"never hit: {', '.join(missing) or 'nothing'}")
    print(f"{len(fuzz.troubles)} troubles, {time.perf_counter() - started:.0f} s")
    return 1 if fuzz.troubles or missing else 0


if __name__ == "__main__":
    sys.exit(main())
