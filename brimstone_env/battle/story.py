"""What happened, in words: the event log of the dice table as English sentences.

A sentence is opened by what starts something (an attack, a roll, a group's activation), gathers clauses from what
follows from it, and is closed by the next start. A log may begin or end anywhere, between a roll and what comes of it
say, since people read it decision by decision; `Story` takes it piece by piece and tells it as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from brimstone_env.battle.codes import Event, Roll
from brimstone_env.battle.drawing.scene import acting
from brimstone_env.battle.narration.enemies import EnemyTelling
from brimstone_env.battle.narration.fortunes import FortuneTelling
from brimstone_env.battle.narration.heroes import HeroTelling
from brimstone_env.battle.narration.sentences import ROLL_WORDS


def tell(events: Any, battle: Any, book: Any, tables: Any, hero: int = -1) -> list[str]:
    """What happened, as sentences.

    Args:
        events: (n, 4) event log, or part of it: code (or its word, as `events()` of the environment has it) and three
            arguments, see `codes.Event`.
        battle: the battle after these events.
        book: the record of `Book` that it is played with.
        tables: the printed facts, for names.
        hero: hero whom the decision before these events was about, -1 if unknown; rolls and hits that the log begins
            with are its own.

    Returns:
        Sentences in the order of events, without a full stop at the end.
    """
    rows = [read_event(row) for row in events]
    teller = Teller(battle, book, tables)
    teller.hero = hero if hero >= 0 else first_hero(rows, battle)
    return teller.tell(rows)


def read_event(row: Sequence[Any]) -> tuple[int, ...]:
    """An event as four numbers."""
    code = Event[row[0].upper()] if isinstance(row[0], str) else row[0]
    return int(code), int(row[1]), int(row[2]), int(row[3])


# Events that name a hero who acts, and which argument does.
NAMING = {
    Event.GRIT: 1,
    Event.HERO_MOVE: 1,
    Event.ESCAPE: 1,
    Event.HERO_ATTACK: 1,
    Event.KILL: 2,
    Event.EXPERIENCE: 1,
    Event.DEAD_EYE: 1,
    Event.EXTRA_SHOT: 1,
    Event.HERO_HORROR: 1,
    Event.DYNAMITE: 1,
    Event.DRAG: 1,
    Event.ABILITY: 1,
}


def first_hero(rows: Sequence[Sequence[int]], battle: Any) -> int:
    """The hero whose activation a log begins in, -1 if neither the log nor the battle says."""
    for row in rows:
        if row[0] in (Event.ACTIVATE_HERO, Event.ACTIVATE_GROUP, Event.TURN, Event.OUTCOME):
            return -1
        if row[0] in NAMING:
            return row[NAMING[Event(row[0])]]
    hero, _ = acting(battle)
    return hero if hero >= 0 else int(battle["pending"]["hero"])


class Teller(HeroTelling, EnemyTelling, FortuneTelling):
    """Turns events into sentences."""

    def tell(self, events: Iterable[Sequence[int]]) -> list[str]:
        """Tell events in order; the last sentence is closed."""
        self.hear(events)
        self._close(last=True)
        return self.lines

    def hear(self, events: Iterable[Sequence[int]]) -> None:
        """Take events in; sentences that they complete are in `lines`."""
        for code, a, b, c in events:
            if code in self.handlers:
                self.handlers[code](a, b, c)

    def _die(self, kind: int, value: int, _sides: int) -> None:
        if kind == Roll.ENEMY_TO_HIT:
            self._enemy_die(value)
        elif kind == Roll.ENEMY_DAMAGE:
            self._damage_die(value)
        elif kind in (Roll.INJURY, Roll.MADNESS):
            self.chart_dice.append(value)
        elif kind in ROLL_WORDS:
            self._hero_die(kind, value)


class Story:
    """A battle told as one, whose log comes piece by piece."""

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self._teller = Teller(battle, book, tables)

    def add(self, events: Iterable[Sequence[Any]], battle: Any) -> list[str]:
        """Take in what led to a battle.

        Args:
            events: the log of one reset or step.
            battle: the battle after it.

        Returns:
            The sentences that are whole now; what may go on in the next piece is held back.
        """
        rows = [read_event(row) for row in events]
        stages = [i for i, row in enumerate(rows) if row[0] == Event.STAGE]
        if stages:  # figures before the last change of the battlefield are called as they were then
            self._teller.hear(rows[: stages[-1]])
            rows = rows[stages[-1] :]
        self._teller.look(battle)
        self._teller.hear(rows)
        return self._taken()

    def end(self) -> list[str]:
        """The sentence that was held back, if there is one."""
        self._teller.tell([])
        return self._taken()

    def _taken(self) -> list[str]:
        lines, self._teller.lines = self._teller.lines, []
        return lines
