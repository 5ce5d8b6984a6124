"""A second opinion on one battle, from its log alone: who may act when, and where everybody's Stamina went."""

from __future__ import annotations

from typing import Any

from brimstone_env.rounds.book import Tables
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_HEROES, NOBODY, Event, Roll, Side, Trait


class Referee:
    """Follows a battle event by event.

    Attributes:
        wrong: sentences about what went against the rules of the order of turns, or of Stamina.
    """

    def __init__(self, battle: Any, book: Any, tables: Tables) -> None:
        """Begin with a battle as it stands before its first round, or in it."""
        self.hesitation = tables.ability_ids["hesitation-is-weakness"]
        self.book = book
        self.wrong: list[str] = []
        self.alive = set[int]()
        self.group: dict[int, int] = {}
        self.stamina: dict[int, int] = {}
        self.spare: dict[int, int] = {}
        self.traits: dict[int, int] = {}
        self.most: dict[int, int] = {}
        self.turns = set[int]()  # who had a turn in this round
        self.waiting = set[int]()  # who must have one
        self.first: int | None = None  # the side that goes first
        self.last_side: int | None = None  # the side that had the last turn of this round
        self.last_group = NOBODY
        self.early = False  # the next turn comes out of order
        self.round = 0
        self.meet(battle)

    def meet(self, battle: Any) -> None:
        """See who has entered the battle, and what they have."""
        kinds = battle["creatures"]["kind"].tolist()
        if MAX_CREATURES - kinds.count(NOBODY) == len(self.traits):
            return
        for i, number in enumerate(kinds):
            if number == NOBODY or i in self.traits:
                continue
            figure, kind = battle["creatures"][i], self.book["kinds"][number]
            self.traits[i] = int(kind["traits"])
            self.most[i] = int(kind["stamina"])
            self.group[i] = int(figure["group"])
            self.alive.add(i)
            self.stamina[i], self.spare[i] = int(figure["stamina"]), int(figure["temporary"])

    def follow(self, events: Any, after: Any) -> list[str]:
        """Go through the events of one step; returns what was wrong with them.

        Args:
            events: (n, 4) rows of the log.
            after: the battle after the step.
        """
        self.wrong = []
        self.meet(after)
        bleeds = False
        for code, a, b, _ in events.tolist():
            if code == Event.ROUND:
                self.begin_round(a, b)
            elif code == Event.TURN:
                self.begin_turn(a)
            elif code == Event.USE and b == self.hesitation:
                self.early = True
            elif code == Event.DEAD:
                self.alive.discard(a)
                self.waiting.discard(a)
            elif code == Event.DAMAGE:
                self.take_damage(a, b, bleeds)
            elif code == Event.HEALED:
                self.stamina[a] = min(self.stamina[a] + b, self.most[a])
            elif code == Event.SHIELDED:
                self.spare[a] = b
            bleeds = code == Event.DIE and a == Roll.BLEEDING
        self.compare(after)
        return self.wrong

    def begin_round(self, number: int, first: int) -> None:
        """Everybody had a turn in the last round (D1, D34); the same side goes first (D35)."""
        if number != self.round + 1:
            self.wrong.append(f"round {number} comes after round {self.round}")
        if self.waiting:
            self.wrong.append(f"round {self.round} ended before {sorted(self.waiting)} acted")
        if self.first is not None and self.first != first:
            self.wrong.append(f"side {first} goes first in round {number}")
        self.round, self.first = number, first
        self.turns.clear()
        self.waiting = set(self.alive)
        self.last_side, self.last_group = None, NOBODY

    def begin_turn(self, creature: int) -> None:
        """One turn a round (D19), in alternation (D16, D18) as long as both sides have somebody (D21)."""
        side = Side.HEROES if creature < MAX_HEROES else Side.ENEMIES
        if creature in self.turns:
            self.wrong.append(f"creature {creature} has a second turn in round {self.round}")
        if creature in self.traits and creature not in self.alive:
            self.wrong.append(f"creature {creature} is dead and has a turn")
        if not self.early:
            self.check_side(side, creature)
        self.early = False
        self.turns.add(creature)
        self.waiting.discard(creature)
        self.last_side = side
        if side == Side.ENEMIES:
            self.last_group = self.group.get(creature, self.last_group)

    def check_side(self, side: Side, creature: int) -> None:
        """Whether it is a side's turn to act."""
        if side == Side.ENEMIES and self.last_side == side and self.group.get(creature) == self.last_group:
            return  # the group goes on (D33)
        busy = {i for i in self.waiting if self.group[i] == self.last_group and i >= MAX_HEROES}
        others = {i for i in self.waiting if (i < MAX_HEROES) != (side == Side.HEROES)} - busy
        expected = self.first if self.last_side is None else 1 - self.last_side
        if side != expected and others:
            self.wrong.append(f"creature {creature} acts in round {self.round} although {sorted(others)} are next")
        if busy and self.last_side == Side.ENEMIES:
            self.wrong.append(f"creature {creature} acts while {sorted(busy)} of the group that acts wait")

    def take_damage(self, creature: int, amount: int, bleeds: bool) -> None:
        """Damage of a creature that is no minion; what bleeding takes temporary Stamina does not spare."""
        if self.traits[creature] & Trait.MINION:
            return
        spared = 0 if bleeds else min(self.spare[creature], amount)
        self.spare[creature] -= spared
        self.stamina[creature] = max(self.stamina[creature] - amount + spared, -200)

    def compare(self, after: Any) -> None:
        """The battle's Stamina is what the log says."""
        figures = after["creatures"]
        found, risen, living = (figures[name].tolist() for name in ("stamina", "risen", "alive"))
        for i in self.alive:
            left = self.stamina[i]
            if left <= 0 and i >= MAX_HEROES and self.traits[i] & Trait.RISES and risen[i]:
                left = self.stamina[i] = 1
            if found[i] != left and not self.traits[i] & Trait.MINION:
                self.wrong.append(f"creature {i} has {found[i]} Stamina, by the log {left}")
                self.stamina[i] = found[i]
        dead = {i for i in self.alive if not living[i]}
        if dead:
            self.wrong.append(f"{sorted(dead)} left the battle without a word")
            self.alive -= dead
