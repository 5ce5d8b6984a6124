"""Differential fuzz: random battles, every action of every step compared with the second opinion.

``python -m tests.second.fuzz --steps 100000`` prints a report and exits with 1 if anything disagrees or was never hit.
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

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    NUM_ACTIONS,
    Command,
    Decision,
    Verb,
)
from brimstone_env.battle.entry import run_many
from brimstone_env.battle.feature_rows import observation_planes
from brimstone_env.battle.layout import Battle
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.records import as_records, new_records
from tests.second.batch import check_many
from tests.second.changes import find_changes
from tests.second.memory import leaves, padding_table, range_table, slot_table
from tests.second.moves import judge_choice, judge_walk, moved_alone
from tests.second.tally import BLOCKS, Tally
from tests.second.worlds import COUNT, World, list_worlds, make_books
from tests.second.wrong import SENTENCES, Wrong

MOST_TROUBLES = 50  # a fuzz stops there
CHUNK = 32  # battles whose events share one log
CHANGE_EVERY = 100_000  # steps after which other worlds are played
GAMBLER, MIXED, FIGHTER, SPENDER, IDLER, TINKER = range(6)  # styles of play


def style_weights() -> NDArray[np.int64]:
    """(6, NUM_ACTIONS) how often each style of play takes an action, if it is legal."""
    weights = np.full((6, NUM_ACTIONS), 100, np.int64)
    for low, high in BLOCKS.values():
        weights[MIXED:, low:high] = 1 + 2000 // (high - low)
    weights[MIXED:, :FIRST_SQUARE] = 500
    weights[MIXED:, FIRST_SQUARE:FIRST_ENEMY] = 100
    fights = [Verb.MELEE, Verb.FREE_ATTACK, Verb.ASSIGN_ALL, Verb.DEAD_EYE, *range(FIRST_SHOOT, FIRST_NUMBER)]
    weights[FIGHTER, fights] = 20000
    weights[FIGHTER, Verb.END] = 10
    spends = [Verb.EXTRA_MOVE, Verb.ROLL, Verb.REROLL_FAILURES, *range(FIRST_DIE, FIRST_SHOOT)]
    weights[SPENDER, spends] = 5000
    tinkers = [Verb.RECOVER, Verb.DRAG, Verb.THROW_DYNAMITE, Verb.USE_ABILITY, Verb.SHOOT_BOTH, Verb.FREE_ATTACK]
    weights[TINKER, [*tinkers, *range(FIRST_USE, FIRST_NUMBER)]] = 3000
    weights[IDLER, [Verb.END, Verb.END_MOVE, Verb.KEEP]] = 50000
    return weights


@dataclass(frozen=True)
class Trouble:
    """Something that went wrong, with what it takes to play it again (`play_again`).

    Attributes:
        what: a sentence.
        world: the book's scenario, options and house rules.
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


class Fuzz:
    """A batch of battles, one of each world, played side by side and checked at every step."""

    def __init__(
        self,
        seed: int,
        count: int | None = None,
        every_square: int = 1,
        full_every: int = 1,
        worlds: list[World] | None = None,
    ) -> None:
        """Begin a battle of each world.

        Args:
            seed: decides everything.
            count: battles side by side; None: `COUNT`.
            every_square: masks are compared whole, square actions included, at every so many rounds.
            full_every: every so many rounds, all actions of one battle are executed on copies.
            worlds: what to play; None: worlds of the seed's choice.
        """
        self.tables_read = load_tables(None)
        self.rng = np.random.default_rng(seed)
        self.worlds = list_worlds(seed, self.tables_read, count or COUNT) if worlds is None else worlds
        self.books = make_books(self.worlds, self.tables_read)
        self.printed = np.array([world.house is None for world in self.worlds])
        self.every_square, self.full_every = every_square, full_every
        size = len(self.worlds)
        self.battles = new_records(Battle, size)
        self.battles["book_id"] = np.arange(size)
        self.masks = np.zeros((size, NUM_ACTIONS), np.int8)
        self.dice = new_dice()
        self.dice["logging"] = 1
        self.tally = Tally(self.tables_read)
        self.troubles: list[Trouble] = []
        self.seeds = np.zeros(size, np.int64)
        self.history: list[list[int]] = [[] for _ in range(size)]
        self.styles = np.zeros(size, np.int64)
        self.tables = (range_table(), slot_table(), padding_table())
        self.weights = style_weights()
        self.round = 0
        self.walks = np.full((size, 2), -1, np.int64)
        self.fresh = np.zeros(size, bool)  # begun since the round's check
        self.begin(np.arange(size))

    def run(
        self,
        command: Command,
        battles: Any,
        actions: NDArray[np.int64],
        masks: Any,
        seeds: Any = None,
        counts: bool = True,
    ) -> Any:
        """Calls of the engine; returns (n,) whether each action was applied. The log's events are counted, or not."""
        size = len(battles)
        applied = np.zeros(size, np.int32)
        states = stream_states(np.zeros(size, np.int64) if seeds is None else seeds)
        planes = [np.zeros((0, *plane.shape), plane.dtype) for plane in observation_planes()]
        for low in range(0, size, CHUNK):
            part = slice(low, min(low + CHUNK, size))
            rows = masks[part] if len(masks) else masks
            inputs = (battles[part], self.books, self.dice, actions[part], states[part], applied[part], rows)
            run_many(int(command), *inputs, *planes)
            if counts:
                self.tally.add_log(self.dice)
            self.dice["num_events"] = self.dice["lost_events"] = 0
        return applied

    def begin(self, which: NDArray[np.int64]) -> None:
        """Begin new battles in some rows of the batch."""
        part = self.copy(which)
        masks = np.zeros((len(which), NUM_ACTIONS), np.int8)
        seeds = self.rng.integers(0, 2**31, len(which))
        self.run(Command.RESET, part, np.zeros(len(which), np.int64), masks, seeds)
        equip(part, [self.worlds[i] for i in which], seeds)
        self.battles[which], self.masks[which], self.seeds[which] = part, masks, seeds
        self.styles[which] = self.rng.integers(0, len(self.weights), len(which))
        for i in which:
            self.history[i] = []
            world = self.worlds[i]
            self.tally.add_world(world.scenario, world.options, self.books[i], world.house is not None)
        self.fresh[which] = True
        self.tally.resets += len(which)
        self.tally.add_elite(None, part)

    def trouble(self, i: int, what: str) -> None:
        """Note what went wrong with a battle, and begin it anew."""
        decision = Decision(int(self.battles["pending"]["kind"][i])).name
        self.troubles.append(Trouble(what, self.worlds[i], int(self.seeds[i]), list(self.history[i]), decision))
        self.begin(np.array([i]))

    def judge_batch(self) -> tuple[NDArray[np.int64], ...]:
        """The second opinion on every battle: disagreements, faults, an action to play and one to have refused."""
        size = len(self.battles)
        noise = self.rng.integers(0, 2**31, (size, 2))
        wrong, chosen, refused = (np.full(size, -1, np.int64) for _ in range(3))
        faults = np.zeros((size, 2), np.int64)
        raw = raw_bytes(self.battles)
        squares = int(self.round % self.every_square == 0)
        inputs = (self.battles, raw, self.books, self.masks, squares, *self.tables, self.weights, self.styles, noise)
        check_many(*inputs, wrong, faults, chosen, refused, self.walks)
        return wrong, faults, chosen, refused

    def check(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Compare every mask and look for faults; returns what to play (-1: over) and what to have refused."""
        wrong, faults, chosen, refused = self.judge_batch()
        self.tally.whole += len(wrong) * int(self.round % self.every_square == 0)
        for i in np.flatnonzero((wrong >= 0) | (faults[:, 0] > 0)):
            self.trouble(int(i), self.describe(int(i), int(wrong[i]), faults[i]))
            chosen[i] = refused[i] = -1
        return chosen, refused

    def copy(self, which: NDArray[np.int64]) -> Any:
        """Copies of some battles, to the byte."""
        return copy_rows(self.battles, which)

    def describe(self, i: int, wrong: int, fault: NDArray[np.int64]) -> str:
        """A sentence about a disagreement or a fault."""
        if wrong >= 0:
            engine = "legal" if self.masks[i, wrong] == 1 else "illegal"
            return f"the engine says that {action_words(wrong)} ({wrong}) is {engine}, the second opinion differs"
        detail = ""
        if fault[0] == Wrong.RANGE:
            detail = f": {leaves(Battle)[fault[1]][5]}"
        if fault[0] == Wrong.FREE_SLOT:
            detail = ": " + ("heroes", "enemies", "groups", "arrivals", "frames", "padding")[fault[1]]
        return f"fault {int(fault[0])}, {SENTENCES[int(fault[0])]}{detail}"

    def check_refused(self, refused: NDArray[np.int64]) -> None:
        """An illegal action for each battle, on a copy: not applied, and not a byte is changed."""
        which = np.flatnonzero(refused >= 0)
        if not len(which):
            return
        copies = self.copy(which)
        applied = self.run(Command.STEP, copies, refused[which], self.masks[:0], counts=False)
        same = (raw_bytes(copies) == raw_bytes(self.battles)[which]).all(1)
        self.tally.refused += len(which)
        for i in which[(applied != 0) | ~same]:
            self.trouble(
                int(i), f"the illegal {action_words(int(refused[i]))} ({refused[i]}) was played or left a trace"
            )

    def check_all_actions(self, i: int) -> None:
        """Execute all actions of one battle on copies: the legal ones are applied, the others leave no trace."""
        copies = self.copy(np.full(NUM_ACTIONS, i))
        legal = (self.masks[i] == 1) & (self.battles["pending"]["kind"][i] != Decision.NONE)
        masks = np.zeros((NUM_ACTIONS, NUM_ACTIONS), np.int8)
        applied = self.run(Command.STEP, copies, np.arange(NUM_ACTIONS), masks, counts=False)  # all roll the same
        same = (raw_bytes(copies) == raw_bytes(self.battles[i : i + 1])).all(1)
        self.tally.full += 1
        for action in np.flatnonzero((applied != legal) | (same == legal) | (masks.sum(1) == 0)):
            self.trouble(i, f"{action_words(int(action))} ({action}): legal {legal[action]}, played {applied[action]}")
            return

    def play(self, chosen: NDArray[np.int64]) -> None:
        """Play the chosen actions for real, and see that each counts and that nothing runs backwards."""
        before = self.battles.copy()
        applied = self.run(Command.STEP, self.battles, np.where(chosen < 0, NUM_ACTIONS - 1, chosen), self.masks)
        playing = chosen >= 0
        counted = self.battles["num_decisions"] == before["num_decisions"] + playing
        changes = find_changes(before, self.battles, chosen)
        self.tally.steps += int(playing.sum())
        self.tally.legal += int(self.masks[playing].sum())
        self.tally.decisions += np.bincount(before["pending"]["kind"][playing], minlength=64)
        self.tally.actions += np.bincount(chosen[playing], minlength=NUM_ACTIONS)
        self.tally.add_step(before, self.battles, self.printed)
        for i in np.flatnonzero(playing):
            self.history[i].append(int(chosen[i]))
        for i in np.flatnonzero(playing):
            self.judge(int(i), before[i], int(chosen[i]))
        for i in np.flatnonzero((applied != playing) | ~counted):
            changes[i] = "it was not applied, or not counted"
        for i, what in enumerate(changes):
            if what and not self.fresh[i]:
                self.trouble(i, f"{action_words(int(chosen[i]))} ({chosen[i]}): {what}")

    def judge(self, i: int, before: Any, action: int) -> None:
        """See whether a hero's move, or the one enemy's that just moved, came to what the rules say."""
        after, book, what = self.battles[i], self.books[i], ""
        if before["pending"]["kind"] == Decision.MOVE and FIRST_SQUARE <= action < FIRST_ENEMY:
            square = int(book["map"]["square_at"][action - FIRST_SQUARE])
            what = judge_walk(before, after, square, int(self.walks[i, 0]), int(self.walks[i, 1]))
            self.tally.walks += 1
        elif moved_alone(before, after, action - FIRST_ENEMY):
            what = judge_choice(before, after, book, action - FIRST_ENEMY)
            self.tally.choices += 1
        if what:
            self.trouble(i, f"{action_words(action)} ({action}): {what}")

    def renew(self) -> None:
        """Begin anew what is over."""
        over = np.flatnonzero(self.battles["pending"]["kind"] == Decision.NONE)
        if len(over):
            self.tally.outcomes += np.bincount(self.battles["outcome"][over], minlength=3)
            self.begin(over)

    def play_round(self) -> None:
        """One checked step of every battle."""
        self.fresh[:] = False
        chosen, refused = self.check()
        self.check_refused(refused)
        if self.round % self.full_every == 0:
            self.check_all_actions(self.round // self.full_every % len(self.battles))
        self.renew()
        chosen[self.fresh] = -1
        self.play(chosen)
        self.round += 1


def raw_bytes(battles: Any) -> NDArray[np.uint8]:
    """(n, bytes) the memory of a batch of battles."""
    plain = np.ascontiguousarray(battles).view(np.ndarray)
    return plain.view(np.uint8).reshape(len(plain), -1)


def copy_rows(battles: Any, which: NDArray[np.int64]) -> Any:
    """Copies of some battles, to the byte (NumPy's own copies leave padding undefined)."""
    return as_records(raw_bytes(battles)[which].view(battles.dtype.base).reshape(-1))


def equip(battles: Any, worlds: list[World], seeds: NDArray[np.int64]) -> None:
    """Give heroes of bent worlds what a position can give them and no table does: spirit armor, dark stone."""
    for i, world in enumerate(worlds):
        if world.house is None:
            continue
        rng = np.random.default_rng(int(seeds[i]))
        count = int(battles["num_heroes"][i])
        battles["heroes"]["spirit_armor"][i, :count] = np.where(rng.random(count) < 0.2, rng.integers(4, 7, count), 0)
        battles["heroes"]["dark_stone"][i, :count] = rng.integers(0, 2, count)


def run_fuzz(steps: int, seed: int = 0, count: int | None = None, say: bool = False, **options: int) -> Fuzz:
    """Play at least so many checked steps; the worlds change with every 100,000."""
    fuzz = Fuzz(seed, count, **options)
    tally, troubles = fuzz.tally, fuzz.troubles
    changes = 1
    while tally.steps < steps and len(troubles) < MOST_TROUBLES:
        if tally.steps > CHANGE_EVERY * changes:
            changes += 1
            fuzz = Fuzz(seed + changes, count, **options)
            fuzz.tally, fuzz.troubles = tally, troubles
        fuzz.play_round()
        if say and fuzz.round % 100 == 0:
            print(f"{tally.steps} steps, {len(troubles)} troubles", file=sys.stderr)
    return fuzz


def play_again(trouble: Trouble) -> Fuzz:
    """A fuzz of one battle, played up to where a trouble was found (or one step before it, if the step was)."""
    fuzz = Fuzz(0, worlds=[trouble.world])
    masks = fuzz.masks
    fuzz.run(Command.RESET, fuzz.battles, np.zeros(1, np.int64), masks, np.array([trouble.seed]))
    equip(fuzz.battles, fuzz.worlds, np.array([trouble.seed]))
    for action in trouble.actions:
        fuzz.run(Command.STEP, fuzz.battles, np.array([action]), masks)
    return fuzz


def main() -> int:
    """Fuzz from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=None, help="battles side by side")
    parser.add_argument("--whole", type=int, default=20, help="masks are compared whole on one step in so many")
    parser.add_argument("--full", type=int, default=20, help="rounds per position in which every action is executed")
    parser.add_argument("--troubles", default=None, help="file to which troubles are pickled, for `play_again`")
    values = parser.parse_args()
    started = time.perf_counter()
    options = {"every_square": values.whole, "full_every": values.full}
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
