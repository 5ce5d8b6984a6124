"""What happened, in words: the event log of the dice table as English sentences.

A sentence is opened by what starts something (a turn, an ability, a move), gathers clauses from what follows from it,
and is closed by the next start. `Story` takes a log piece by piece, as decisions come, and tells it as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from brimstone_env.rounds.codes import (
    MAX_HEROES,
    NOBODY,
    Condition,
    DamageType,
    Event,
    Outcome,
    Roll,
    Side,
    Until,
)

ENDS = {
    int(Until.END_OF_TURN): " until the end of its turn",
    int(Until.SAVE): " until it saves",
}
TIERS = {1: "tier 1", 2: "tier 2", 3: "tier 3"}
WON = {
    int(Outcome.WON): "The heroes have won the battle",
    int(Outcome.LOST): "The heroes have lost the battle",
}


def tell(events: Any, battle: Any, book: Any, tables: Any, hero: int = -1) -> list[str]:
    """What happened, as sentences.

    Args:
        events: (n, 4) event log, or part of it: code (or its word, as `events()` of the environment has it) and three
            arguments, see `codes.Event`.
        battle: the battle after these events.
        book: the record of `Book` that it is played with.
        tables: the printed facts, for names.
        hero: hero whom the decision before these events was about; events of this game name their creatures, so that
            nothing depends on it.

    Returns:
        Sentences in the order of events, without a full stop at the end.
    """
    teller = Teller(battle, book, tables)
    teller.hear(read_event(row) for row in events)
    teller.close()
    return teller.lines


def read_event(row: Sequence[Any]) -> tuple[int, ...]:
    """An event as four numbers."""
    code = Event[row[0].upper()] if isinstance(row[0], str) else row[0]
    return int(code), int(row[1]), int(row[2]), int(row[3])


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
        self._teller.battle = battle
        self._teller.hear(read_event(row) for row in events)
        return self._taken()

    def end(self) -> list[str]:
        """The sentence that was held back, if there is one."""
        self._teller.close()
        return self._taken()

    def _taken(self) -> list[str]:
        lines, self._teller.lines = self._teller.lines, []
        return lines


class Teller:
    """Turns events into sentences.

    Attributes:
        battle: the battle, for names.
        lines: sentences that are whole.
    """

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self.battle = battle
        self.lines: list[str] = []
        self._map = book["map"]
        self._kinds = {row: name.replace("-", " ") for name, row in tables.kind_ids.items()}
        self._abilities = {row: name.replace("-", " ") for name, row in tables.ability_ids.items()}
        self._parts: list[str] = []
        self._dice: list[int] = []
        self._mover = NOBODY
        self._handlers = {
            Event.ROUND: self._round,
            Event.SIDE_FIRST: self._side_first,
            Event.TURN: self._turn,
            Event.DIE: self._die,
            Event.USE: self._use,
            Event.TIER: self._tier,
            Event.DAMAGE: self._damage,
            Event.CONDITION: self._condition,
            Event.ENDED: self._ended,
            Event.SAVED: self._saved,
            Event.MOVED: self._moved,
            Event.DEAD: self._dead,
            Event.HEALED: self._healed,
            Event.SHIELDED: self._shielded,
            Event.SLAM: self._slam,
            Event.MALICE: self._malice,
            Event.OUTCOME: self._outcome,
        }

    def hear(self, events: Iterable[Sequence[int]]) -> None:
        """Take events in; sentences that they complete are in `lines`."""
        for code, a, b, c in events:
            handler = self._handlers.get(Event(code))
            if handler is not None:
                handler(a, b, c)

    def close(self) -> None:
        """End the sentence that is under way."""
        if self._parts:
            text = ", ".join(self._parts)
            self.lines.append(text[0].upper() + text[1:])
        self._parts = []
        self._dice = []
        self._mover = NOBODY

    def name(self, creature: int) -> str:
        """A creature by its kind and number, as people say it."""
        if creature == NOBODY:
            return "nobody"
        kind = self._kinds.get(int(self.battle["creatures"]["kind"][creature]), "somebody")
        if creature < MAX_HEROES:
            return f"the {kind}" if self._is_only(creature) else f"{kind} {creature}"
        return f"{kind} (enemy {creature - MAX_HEROES})"

    def _is_only(self, hero: int) -> bool:
        kinds = self.battle["creatures"]["kind"][:MAX_HEROES]
        return int((kinds == kinds[hero]).sum()) == 1

    def _place(self, square: int) -> str:
        return f"{int(self._map['rows'][square])},{int(self._map['cols'][square])}"

    def _open(self, text: str) -> None:
        self.close()
        self._parts.append(text)

    def _add(self, text: str) -> None:
        """A clause of the sentence under way, or a sentence of its own."""
        self._parts.append(text)

    # --- the order of turns -----------------------------------------------------------------------------------------

    def _round(self, number: int, side: int, _c: int) -> None:
        first = "the heroes" if side == Side.HEROES else "the enemies"
        self._open(f"Round {number} begins: {first} act first")
        self.close()

    def _side_first(self, side: int, _b: int, _c: int) -> None:
        self._open(f"{'the heroes' if side == Side.HEROES else 'the enemies'} go first in every round")
        self._take_dice()

    def _turn(self, creature: int, _b: int, _c: int) -> None:
        self._open(f"{self.name(creature)} takes its turn")
        self.close()

    def _outcome(self, outcome: int, _b: int, _c: int) -> None:
        self._open(WON.get(outcome, "The battle ends undecided"))
        self.close()

    def _malice(self, _a: int, gained: int, malice: int) -> None:
        self._open(f"the Director gains {gained} Malice and has {malice}")

    # --- abilities --------------------------------------------------------------------------------------------------

    def _die(self, kind: int, value: int, _sides: int) -> None:
        if kind in (Roll.POWER, Roll.FIRST, Roll.SAVE, Roll.AGILITY):
            self._dice.append(value)

    def _take_dice(self) -> str:
        dice, self._dice = self._dice, []
        return f" (rolls {' and '.join(map(str, dice))})" if dice else ""

    def _use(self, creature: int, row: int, _c: int) -> None:
        text = f"{self.name(creature)} uses {self._abilities.get(row, 'something')}"
        if self._parts != [text]:  # else it goes on with what it has begun: who obeys it, whom it strikes
            self._open(text)

    def _tier(self, _creature: int, target: int, tier: int) -> None:
        rolled = self._take_dice()
        self._add(f"{TIERS.get(tier, 'no effect')} against {self.name(target)}{rolled}")

    def _damage(self, creature: int, amount: int, damage_type: int) -> None:
        kind = "" if damage_type == DamageType.PLAIN else f"{DamageType(damage_type).name.lower()} "
        self._add(f"{self.name(creature)} takes {amount} {kind}damage")

    def _condition(self, creature: int, condition: int, until: int) -> None:
        self._add(f"{self.name(creature)} is {condition_words(condition)}{ENDS.get(until, '')}")

    def _ended(self, creature: int, condition: int, _c: int) -> None:
        self._add(f"{self.name(creature)} is no longer {condition_words(condition)}")

    def _saved(self, creature: int, condition: int, _c: int) -> None:
        self._add(f"{self.name(creature)} saves against being {condition_words(condition)}{self._take_dice()}")

    def _healed(self, creature: int, amount: int, _c: int) -> None:
        self._add(f"{self.name(creature)} gets {amount} Stamina back")

    def _shielded(self, creature: int, amount: int, _c: int) -> None:
        self._add(f"{self.name(creature)} has {amount} temporary Stamina")

    def _dead(self, creature: int, _b: int, _c: int) -> None:
        self._add(f"{self.name(creature)} dies")

    # --- movement ---------------------------------------------------------------------------------------------------

    def _moved(self, creature: int, square: int, forced: int) -> None:
        """Steps of one move are told as one: where it leads."""
        words = "is shoved to" if forced else "moves to"
        text = f"{self.name(creature)} {words} {self._place(square)}"
        again = self._mover == creature and self._parts and f" {words} " in self._parts[-1]
        if again:
            self._parts[-1] = text
        elif forced:
            self._add(text)
        else:
            self._open(text)
        self._mover = creature

    def _slam(self, creature: int, other: int, damage: int) -> None:
        into = self.name(other) if other != NOBODY else "a wall"
        self._add(f"{self.name(creature)} slams into {into} for {damage}")


def condition_words(condition: int) -> str:
    """A condition as people say it."""
    if condition == Condition.NO_STANDING:
        return "kept down"
    return Condition(condition).name.lower()
