"""What must hold of every battle at every decision, checked for a whole batch at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.records import fields_of
from brimstone_env.rounds.codes import (
    DIRECTOR,
    MAX_CREATURES,
    MAX_FRAMES,
    MAX_HEROES,
    MAX_LEVELS,
    NOBODY,
    Condition,
    Decision,
    Frame,
    Outcome,
    Trait,
    Until,
)
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.position import empty_battles

Flags = NDArray[np.bool_]
Fault = tuple[str, Flags]  # a sentence, and (n,) the battles that it is true of


def by_battle(wrong: Any) -> Flags:
    """(n,) whether anything of a battle is wrong."""
    return np.asarray(wrong).reshape(len(wrong), -1).any(1)


def range_faults(cls: type[Any], values: Any, path: str = "") -> Iterator[Fault]:
    """Numbers outside their declared range, and gaps between fields that are not zero."""
    for name in values.dtype.names:
        if name.startswith("gap"):
            yield f"{path}{name} is not zero", by_battle(values[name] != 0)
    for item in fields_of(cls):
        here, stored = f"{path}{item.name}", values[item.name]
        if item.name == "streams":
            continue
        if hasattr(item.kind, "FIELDS"):
            yield from range_faults(item.kind, stored, here + ".")
        elif stored.size:
            plain = np.asarray(stored)
            if plain.min() < item.low or plain.max() > item.high:
                yield f"{here} is out of {item.low}..{item.high}", by_battle((plain < item.low) | (plain > item.high))


class Facts:
    """What several checks look at.

    Attributes:
        creatures: (n, creatures) records.
        used: (n, creatures) whether the slot holds somebody, dead or alive.
        alive: (n, creatures) whether it is in the battle.
        minion: (n, creatures) whether it is a minion.
        most: (n, creatures) its greatest Stamina, of minions one's own.
        wide: (n, creatures) whether it is two squares wide.
        frames: (n, frames) kinds of frames, 0 above the top.
    """

    def __init__(self, battles: Any, books: Any) -> None:
        plain = battles.view(np.ndarray)
        self.battles, self.books = plain, books.view(np.ndarray)
        self.book_id = plain["book_id"].astype(np.int64)
        self.creatures = plain["creatures"]
        self.kind = self.creatures["kind"].astype(np.int64)
        self.used = self.kind != NOBODY
        self.alive = (self.creatures["alive"] == 1) & self.used
        kinds = self.books["kinds"][self.book_id[:, None], np.maximum(self.kind, 0)]
        self.minion = self.used & ((kinds["traits"] & int(Trait.MINION)) != 0)
        self.most = kinds["stamina"].astype(np.int64)
        self.wide = kinds["width"] == 2
        self.hero = np.arange(MAX_CREATURES)[None, :] < MAX_HEROES
        self.frames = plain["stack"]["frames"]["kind"]
        self.count = {frame: (self.frames == frame).sum(1) for frame in Frame}

    def owners(self, frame: Frame) -> Flags:
        """(n, creatures) who has such a frame on the stack."""
        owner = np.where(self.frames == frame, self.battles["stack"]["frames"]["enemy"], NOBODY)
        found: Flags = (owner[:, :, None] == np.arange(MAX_CREATURES)).any(1)
        return found


def all_faults(battles: Any, books: Any) -> Iterator[Fault]:
    """Everything that is wrong with a batch; most of what is yielded is true of no battle."""
    facts = Facts(battles, books)
    yield from range_faults(Battle, facts.battles)
    for check in (slot_faults, board_faults, count_faults, stamina_faults, condition_faults, turn_faults, end_faults):
        yield from check(facts)


BLANK = empty_battles(0)


def slot_faults(facts: Facts) -> Iterator[Fault]:
    """Free slots are as empty as at the start; frames above the top are zero."""
    battles = facts.battles
    number = np.where(facts.hero, np.arange(MAX_CREATURES), np.arange(MAX_CREATURES) - MAX_HEROES)
    listed = number < np.where(facts.hero, battles["num_heroes"][:, None], battles["num_enemies"][:, None])
    yield "a slot is used that is not counted, or the other way round", by_battle(listed != facts.used)
    size = facts.creatures.dtype.itemsize
    raw = np.ascontiguousarray(facts.creatures).view(np.uint8).reshape(len(battles), MAX_CREATURES, size)
    blank = np.frombuffer(BLANK["creatures"][0, 0].tobytes(), np.uint8)
    yield "a free slot is not clean", by_battle((raw != blank).any(2) & ~facts.used)
    frames = np.ascontiguousarray(battles["stack"]["frames"])
    raw = frames.view(np.uint8).reshape(len(battles), frames.shape[1], -1)
    above = np.arange(frames.shape[1])[None, :] >= battles["stack"]["depth"][:, None]
    yield "a frame above the top is not zero", by_battle((raw != 0).any(2) & above)
    yield "the stack is full", battles["stack"]["depth"] >= MAX_FRAMES
    yield "abilities are nested too deep", facts.count[Frame.ABILITY] > MAX_LEVELS
    level = np.maximum(facts.count[Frame.ABILITY], 1)
    for name in ("targets", "attackers", "strikers", "tiers", "edged"):
        over = np.arange(MAX_LEVELS)[None, :] >= level[:, None]
        yield f"{name} of an ability that is over", by_battle((battles[name] != 0).any(2) & over)


def covered(facts: Facts) -> NDArray[np.int64]:
    """(n, creatures, 4) the squares under each living creature, -1 for none."""
    square = facts.creatures["square"].astype(np.int64)
    blocks = facts.books["map"]["block"][facts.book_id[:, None], np.maximum(square, 0)].astype(np.int64)
    blocks[..., 1:] = np.where(facts.wide[..., None], blocks[..., 1:], NOBODY)
    blocks[..., 0] = square
    return np.where(facts.alive[..., None], blocks, NOBODY)


def board_faults(facts: Facts) -> Iterator[Fault]:
    """Who lives stands on the board, and nobody else; only who moves, or did at the end, may be where somebody is."""
    battles, square = facts.battles, facts.creatures["square"]
    moving = ((facts.count[Frame.MOVE] > 0) | (battles["outcome"] != Outcome.UNDECIDED))[:, None]
    yield "who lives is nowhere", by_battle(facts.alive & (square == NOBODY))
    yield "who is dead is somewhere", by_battle(~facts.alive & (square != NOBODY))
    rows = np.arange(len(battles))[:, None, None]
    under = covered(facts)
    at = battles["board"][rows, np.maximum(under, 0)]
    index = np.arange(MAX_CREATURES)[None, :, None]
    yield "the board does not show somebody", by_battle(((at != index) & (under != NOBODY)).any(2) & ~moving)
    found = (battles["board"] != NOBODY).sum(1)
    right = ((at == index) & (under != NOBODY)).sum((1, 2))
    yield "the board shows somebody who is not there", found != right
    lost = facts.wide & facts.alive & (under == NOBODY).any(2)
    yield "a big creature hangs over the edge", by_battle(lost)


def count_faults(facts: Facts) -> Iterator[Fault]:
    """Counts of the living; squads have Stamina for as many minions as live."""
    battles = facts.battles
    yield "num_standing is wrong", battles["num_standing"] != (facts.alive & facts.hero).sum(1)
    yield "num_alive is wrong", battles["num_alive"] != (facts.alive & ~facts.hero).sum(1)
    group = facts.creatures["group"]
    for number in range(battles["groups"].shape[1]):
        members = (facts.alive & (group == number)).sum(1)
        yield f"members of group {number} are wrong", battles["groups"]["members"][:, number] != members
    squads = battles["squads"]
    for number in range(squads.shape[1]):
        row = squads[:, number]
        living = (facts.alive & facts.minion & (facts.creatures["squad"] == number)).sum(1)
        yield f"the living of squad {number} are wrong", row["living"] != living
        kinds = facts.books["kinds"][facts.book_id, np.maximum(row["kind"], 0).astype(np.int64)]
        each = kinds["stamina"].astype(np.int64)
        pool = ((row["living"] - 1) * each < row["stamina"]) & (row["stamina"] <= row["living"] * each)
        yield f"the pool of squad {number} is wrong", (living > 0) & ~pool
        yield f"squad {number} is dead with Stamina left", (living == 0) & (row["stamina"] != 0)
        captain = row["captain"].astype(np.int64)
        slot = np.maximum(captain, 0)
        rows = np.arange(len(battles))
        yield (
            f"the captain of squad {number} is not of it",
            (captain != NOBODY) & ((facts.creatures["squad"][rows, slot] != number) | facts.minion[rows, slot]),
        )


def stamina_faults(facts: Facts) -> Iterator[Fault]:
    """Stamina between death and the greatest; the dying bleed; nothing bought is below 0."""
    figures = facts.creatures
    stamina = figures["stamina"].astype(np.int64)
    single = facts.alive & ~facts.minion
    yield "more Stamina than the greatest", by_battle(single & (stamina > facts.most))
    yield "a hero lives who should be dead", by_battle(facts.alive & facts.hero & (stamina <= -(facts.most // 2)))
    yield "a monster lives without Stamina", by_battle(single & ~facts.hero & (stamina <= 0))
    yield "a minion has Stamina of its own", by_battle(facts.minion & (stamina != 0))
    bleeding = figures["until"][..., Condition.BLEEDING] == Until.MENDED
    yield (
        "dying without bleeding, or the other way round",
        by_battle(facts.alive & facts.hero & ((stamina <= 0) != bleeding)),
    )
    using = facts.owners(Frame.ABILITY)  # who counts on an edge pays the last point when it rolls
    yield "a Heroic Resource below 0", by_battle(figures["resource"] < -1 * using)
    yield "a minion or monster with surges", by_battle(~facts.hero & (figures["surges"] != 0))
    yield "a monster with Recoveries", by_battle(~facts.hero & (figures["recoveries"] != 0))


def condition_faults(facts: Facts) -> Iterator[Fault]:
    """Conditions of the living only, with sources that can be; who is grabbed is beside who holds it."""
    figures = facts.creatures
    until, source = figures["until"], figures["source"].astype(np.int64)
    yield "a dead creature has a condition", by_battle((until != 0).any(2) & ~facts.alive)
    yield "a condition that is over has a source", by_battle((until == 0) & (source != NOBODY))
    grabber = source[..., Condition.GRABBED]
    rows = np.arange(len(figures))[:, None]
    held = until[..., Condition.GRABBED] != 0
    yield "grabbed by nobody who lives", by_battle(held & ((grabber == NOBODY) | ~facts.alive[rows, grabber]))
    quiet = (facts.count[Frame.ABILITY] + facts.count[Frame.FORCE] + facts.count[Frame.MOVE] == 0)[:, None]
    yield "grabbed from afar", by_battle(held & quiet & (gaps(facts, grabber) > 1))
    standing = (until[..., Condition.NO_STANDING] != 0) & (until[..., Condition.PRONE] == 0)
    yield "somebody who cannot stand up is not prone", by_battle(standing)
    reckless = figures["inciter"].astype(np.int64)
    yield "reckless through nobody who lives", by_battle((reckless != NOBODY) & ~facts.alive[rows, reckless])
    aided = figures["aided"].astype(np.int64)
    yield "distracted by nobody who lives", by_battle((aided != NOBODY) & ~facts.alive[rows, aided])
    sight = (until[..., Condition.FRIGHTENED] != 0) & (source[..., Condition.FRIGHTENED] == NOBODY)
    yield "frightened of nobody", by_battle(sight)


def gaps(facts: Facts, other: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n, creatures) squares between each creature and another one; 0 where there is none."""
    rows = np.arange(len(other))[:, None]
    square = np.maximum(facts.creatures["square"].astype(np.int64), 0)
    row = facts.books["map"]["rows"][facts.book_id[:, None], square].astype(np.int64)
    column = facts.books["map"]["cols"][facts.book_id[:, None], square].astype(np.int64)
    wide = facts.wide.astype(np.int64)
    away = []
    for line in (row, column):
        low, high = line, line + wide
        away.append(np.maximum(np.maximum(low[rows, other] - high, low - high[rows, other]), 0))
    return np.where(other == NOBODY, 0, np.maximum(*away))


def turn_faults(facts: Facts) -> Iterator[Fault]:
    """Whose turn it is, and that nothing of an interrupted rule is left when it is over."""
    battles, figures = facts.battles, facts.creatures
    acting = battles["acting"].astype(np.int64)
    turns = facts.count[Frame.TURN]
    yield "somebody acts without a turn", (acting != NOBODY) & (turns == 0)
    quiet = facts.count[Frame.ABILITY] == 0
    yield "damage about to be taken of no ability", quiet & (battles["hit"] != 0)
    yield "an edge given to no roll", quiet & (battles["lift"] != 0)
    yield "a ward against no ability", by_battle((figures["ward"] != 0) & quiet[:, None])
    yield "a minion strikes without its squad", by_battle((figures["struck"] != 0) & quiet[:, None])
    idle = ~facts.owners(Frame.TURN)
    left = (figures["maneuver"] > 0) | (figures["move"] > 0) | (figures["steps"] > 0)
    charging = (facts.count[Frame.MOVE] + facts.count[Frame.ABILITY] > 0)[:, None]
    charging = charging | (battles["outcome"] != Outcome.UNDECIDED)[:, None]
    yield "something is left of a turn that is over", by_battle(left & idle & ~charging & facts.alive)
    yield (
        "a hero acts who is not marked so",
        by_battle(facts.hero & (np.arange(MAX_CREATURES) == acting[:, None]) & (figures["acted"] == 0)),
    )
    surprised = (figures["surprised"] == 1) & (battles["turn"][:, None] > 1)
    yield "surprised after the first round", by_battle(surprised)
    yield (
        "a voter is asked without a timer",
        (battles["pending"]["kind"] == Decision.VOTE) & (facts.books["rules"]["timer"][facts.book_id] == 0),
    )


def end_faults(facts: Facts) -> Iterator[Fault]:
    """A battle that is over asks nothing; one that is not has both sides, and asks a seat played from outside."""
    battles = facts.battles
    over = battles["outcome"] != Outcome.UNDECIDED
    pending = battles["pending"]
    asked = pending["kind"] != Decision.NONE
    yield "it is over and goes on, or the other way round", over == asked
    yield "it is over with frames left", over & (battles["stack"]["depth"] > 0)
    yield "it goes on without one of the sides", ~over & ((battles["num_standing"] == 0) | (battles["num_alive"] == 0))
    yield "won with enemies left", (battles["outcome"] == Outcome.WON) & (battles["num_alive"] > 0)
    score = np.where(over, np.where(battles["outcome"] == Outcome.WON, 100, -100), 0)
    yield "the score is wrong", battles["score"] != score
    yield "more rounds than there are", battles["turn"] > facts.books["rules"]["last_turn"][facts.book_id]
    seat = pending["seat"].astype(np.int64)
    yield "a seat is asked that the rules play", asked & ((battles["outside"].astype(np.int64) >> seat) & 1 == 0)
    yield "a seat is asked that nobody has", asked & (seat != DIRECTOR) & (seat >= battles["num_heroes"])
    creature = pending["creature"].astype(np.int64)
    rows = np.arange(len(battles))
    fallen = asked & (creature != NOBODY) & ~facts.alive[rows, creature]
    began = facts.owners(Frame.ABILITY)[rows, creature] | (pending["kind"] == Decision.FORCE)
    yield "a dead creature is asked, of nothing that it began", fallen & ~began


def find_faults(battles: Any, books: Any) -> dict[int, str]:
    """The first fault of each battle that has one, by its row."""
    found: dict[int, str] = {}
    for sentence, wrong in all_faults(battles, books):
        for i in np.flatnonzero(wrong).tolist():
            found.setdefault(i, sentence)
    return found
