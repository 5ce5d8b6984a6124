"""What happened, in words: the event log of the dice table as English sentences.

A sentence is opened by what starts something (an attack, a roll, a group's activation), gathers clauses from what
follows from it, and is closed by the next start. A log may begin or end anywhere, between a roll and what comes of it
say, since people read it decision by decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from brimstone_env.battle.codes import Decision, Event, Outcome, Roll
from brimstone_env.battle.drawing.scene import acting, plural, title_of
from brimstone_env.battle.sentences import ROLL_WORDS, Hit, Names, Sentence, cell_text, finish, listed

STATUS_WORDS = ("is poisoned by Void Venom", "is held and cannot move next time")
# Decisions that stand between an attack and its end: what came of it is not known yet.
UNFINISHED = (Decision.REROLL, Decision.ASSIGN, Decision.ASSIGN_ALL, Decision.DEAD_EYE)


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


class Teller:
    """Turns events into sentences."""

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self.battle = battle
        self.tables = tables
        self.names = Names(battle, book, tables)
        self.hero = -1
        self.lines: list[str] = []
        self.open: Sentence | None = None
        self.spender = -1
        self.enemy_dice: list[int] = []
        self.handlers: dict[int, Callable[[int, int, int], None]] = {
            event: getattr(self, f"_{event.name.lower()}") for event in Event if hasattr(self, f"_{event.name.lower()}")
        }

    def tell(self, events: Iterable[Sequence[int]]) -> list[str]:
        """Tell events in order; the last sentence is closed."""
        for code, a, b, c in events:
            if code in self.handlers:
                self.handlers[code](a, b, c)
        self._close(last=True)
        return self.lines

    # --- sentences --------------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        """Close what is open and say a whole sentence."""
        self._close()
        self.lines.append(text[0].upper() + text[1:])

    def _begin(self, sentence: Sentence) -> Sentence:
        self._close()
        self.open = sentence
        return sentence

    def _close(self, last: bool = False) -> None:
        """End the open sentence; `last`: nothing is known of what comes after it."""
        if self.spender >= 0:  # grit that no roll followed
            spender, self.spender = self.spender, -1
            self._say(f"{self.names.hero(spender)} cannot keep 1 grit above the most")
        sentence, self.open = self.open, None
        if sentence is None:
            return
        unsure = last and Decision(int(self.battle["pending"]["kind"])) in UNFINISHED
        text = finish(sentence, self.names, unsure)
        self.lines.append(text[0].upper() + text[1:])

    def _follow(self, hero: int, clause: str) -> None:
        """Add what happens to a hero to the open sentence if it is about it, else say it."""
        if self.open is not None and self.open.hero == hero and self.open.topic in ("roll", "strike"):
            self.open.clauses.append(clause)
            self.open.blocked = False
        else:
            self._say(f"{self.names.hero(hero)} {clause}")

    # --- turns, set-up, ends ----------------------------------------------------------------------------------------

    def _turn(self, number: int, _b: int, _c: int) -> None:
        self._say(f"turn {number}")

    def _outcome(self, outcome: int, _b: int, _c: int) -> None:
        self._say(f"the battle is {Outcome(outcome).name.lower()}")

    def _card(self, deck: int, card: int, _c: int) -> None:
        self._say(f"threat card {card} of the {self.tables.deck_names[deck]} deck")

    def _elite(self, group: int, row: int, _c: int) -> None:
        self._say(f"{self.names.group(group)} are elite: row {row} of their table")

    def _place(self, enemy: int, cell: int, hero: int) -> None:
        if self.open is None or self.open.topic != "place":
            self._begin(Sentence("place", ""))
        assert self.open is not None
        self.open.moves[enemy] = [cell, hero]

    def _regenerate(self, enemy: int, wounds: int, _c: int) -> None:
        self._say(f"{self.names.enemy(enemy)} regenerates {plural(wounds, 'wound')}")

    # --- dice and grit ----------------------------------------------------------------------------------------------

    def _die(self, kind: int, value: int, _sides: int) -> None:
        if kind == Roll.ENEMY_TO_HIT:
            if self.open is not None and self.open.topic == "strike":
                self._close()
            self.enemy_dice.append(value)
        elif kind == Roll.ABILITY:
            self._follow(self.hero, f"takes {plural(value, 'hit')} from a grasp")
        elif kind in ROLL_WORDS:
            self._hero_die(kind, value)

    def _hero_die(self, kind: int, value: int) -> None:
        """A die of a hero's own: part of the open sentence, a reroll, or a roll of its own."""
        spent, self.spender = self.spender >= 0, -1
        sentence = self.open
        if sentence is not None and sentence.topic == "attack" and kind in (Roll.TO_HIT, Roll.DAMAGE):
            if kind == Roll.TO_HIT and (spent or sentence.clauses):
                sentence.add_reroll(value, spent)
            elif kind == Roll.TO_HIT:
                sentence.dice.append(value)
            elif spent:
                sentence.clauses.append("damage rolled again for 1 grit")
            return
        if sentence is not None and sentence.topic == "strike" and kind == Roll.DEFENSE and not spent:
            sentence.dice.append(value)
            return
        if sentence is None or sentence.topic != "roll" or sentence.kind != kind or sentence.clauses or spent:
            hero = self.hero if sentence is None or sentence.topic != "strike" else sentence.hero
            verb = "spends 1 grit and rolls" if spent else "rolls"
            sentence = self._begin(Sentence("roll", f"{self.names.hero(hero)} {verb}", hero, kind))
        sentence.dice.append(value)

    def _grit(self, hero: int, change: int, _c: int) -> None:
        if change < 0:
            if self.spender >= 0:
                self._close()
            self.spender = hero
            if self.open is None or self.open.topic == "roll":
                self.hero = hero
        else:
            self._follow(hero, "gets back 1 grit")

    # --- heroes -----------------------------------------------------------------------------------------------------

    def _activate_hero(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"{self.names.hero(hero)} acts")
        self.hero = hero

    def _hero_move(self, hero: int, _start: int, cell: int) -> None:
        if self.open is not None and self.open.clauses[-1:] == ["escapes"]:
            self._follow(hero, f"moves to {cell_text(cell)}")
        else:
            self._say(f"{self.names.hero(hero)} moves to {cell_text(cell)}")

    def _escape(self, hero: int, escaped: int, _c: int) -> None:
        self._follow(hero, "escapes" if escaped else "does not get away")

    def _hero_attack(self, hero: int, item: int, free: int) -> None:
        self.hero = hero
        weapon = f"fires the {title_of(self.tables, 'items', item).lower()}" if item >= 0 else "strikes"
        self._begin(Sentence("attack", f"{self.names.hero(hero)} {weapon}{' (free attack)' if free else ''}", hero))

    def _extra_shot(self, hero: int, _b: int, _c: int) -> None:
        self._begin(Sentence("attack", f"{self.names.hero(hero)} shoots once more", hero))

    def _attack(self) -> Sentence:
        """The open attack; one whose beginning the log does not hold is opened."""
        if self.open is None or self.open.topic != "attack":
            self._begin(Sentence("attack", f"{self.names.hero(self.hero)} hits", self.hero))
        assert self.open is not None
        return self.open

    def _dead_eye(self, hero: int, left: int, _c: int) -> None:
        self._attack().clauses.append(f"Dead Eye adds 2 damage ({left} left)")

    def _hit(self, enemy: int, damage: int, critical: int) -> None:
        if self.open is not None and self.open.kind == Roll.DAMAGE:
            self.open = None if not self.open.clauses and self.spender < 0 else self.open
        self._attack().hits.append(Hit(enemy, bool(critical), [f"{damage} damage"]))

    def _wound(self, enemy: int, wounds: int, _total: int) -> None:
        hits = self._attack().hits
        if not hits or hits[-1].enemy != enemy:
            hits.append(Hit(enemy, False, []))
        hits[-1].words.append(plural(wounds, "wound"))

    def _kill(self, enemy: int, _hero: int, _c: int) -> None:
        if self.open is None or not self.open.hits:
            self._say(f"{self.names.enemy(enemy)} dies")
            return
        words = self.open.hits[-1].words
        words.insert(len(words) - int(words[-1].endswith("experience")), "dead")

    def _experience(self, hero: int, points: int, _c: int) -> None:
        if self.open is None or not self.open.hits:
            self._say(f"{self.names.hero(hero)} gains {points} experience")
        else:
            self.open.hits[-1].words.append(f"{points} experience")

    def _badge(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"{self.names.hero(hero)} shows the badge: every hero has more dice in its next activation")

    def _heal(self, hero: int, health: int, sanity: int) -> None:
        gains = [f"{points} {word}" for points, word in ((health, "Health"), (sanity, "Sanity")) if points]
        self._say(f"{self.names.hero(hero)} heals {' and '.join(gains) or 'nothing'}")

    def _revived(self, hero: int, _b: int, _c: int) -> None:
        self._say(f"a revive token brings {self.names.hero(hero)} back")

    # --- what enemies do --------------------------------------------------------------------------------------------

    def _activate_group(self, group: int, _b: int, _c: int) -> None:
        self._begin(Sentence("group", f"{self.names.group(group)} act", kind=group))

    def _target(self, enemy: int, hero: int, _c: int) -> None:
        if self.open is not None and self.open.topic == "group":
            self.open.moves.setdefault(enemy, [-1, -1])[1] = hero

    def _enemy_move(self, enemy: int, _start: int, cell: int) -> None:
        if self.open is None or self.open.topic != "group":
            group = self.names.group_of(enemy)
            self._begin(Sentence("group", f"{self.names.group(group)} go on", kind=group))
        assert self.open is not None
        self.open.moves.setdefault(enemy, [-1, -1])[0] = cell

    def _enemy_attack(self, enemy: int, hero: int, hits: int) -> None:
        rolled, self.enemy_dice = self.enemy_dice, []
        head = f"{self.names.enemy(enemy)} attacks {self.names.hero(hero)}: {listed(rolled)} to hit"
        head += f", {plural(hits, 'hit')}" if hits else ", no hit"
        self._begin(Sentence("strike", head, hero, blocked=hits > 0))

    def _hero_wound(self, hero: int, wounds: int, _c: int) -> None:
        self._follow(hero, f"takes {plural(wounds, 'wound')}")

    def _hero_horror(self, hero: int, points: int, _c: int) -> None:
        self._follow(hero, f"loses {points} Sanity")

    def _knocked_out(self, hero: int, _b: int, _c: int) -> None:
        self._follow(hero, "is knocked out")

    def _status(self, hero: int, status: int, gained: int) -> None:
        if gained:
            self._follow(hero, STATUS_WORDS[status])
