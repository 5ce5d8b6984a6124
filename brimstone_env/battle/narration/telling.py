"""How a log becomes sentences: what every kind of event shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from brimstone_env.battle.codes import NOBODY, Decision, Event
from brimstone_env.battle.narration.sentences import Names, Sentence, finish

# Decisions that stand between an attack and its end: what came of it is not known yet.
UNFINISHED = (Decision.REROLL, Decision.ASSIGN, Decision.ASSIGN_ALL, Decision.DEAD_EYE, Decision.BOOST)


@dataclass(frozen=True)
class Price:
    """What a hero gave for the dice that come next: grit, or an ability; `told` if the open sentence says so."""

    hero: int
    grit: int
    what: str = ""
    told: bool = False

    @property
    def text(self) -> str:
        """`for 1 grit`, `by Acrobatic Dodge`."""
        return f"by {self.what}" if self.what else f"for {self.grit} grit"

    @property
    def deed(self) -> str:
        """`spends 1 grit`, `uses Acrobatic Dodge`."""
        return f"uses {self.what}" if self.what else f"spends {self.grit} grit"

    @property
    def verb(self) -> str:
        """`spends 1 grit and rolls`, `uses Acrobatic Dodge and rolls`."""
        return f"{self.deed} and rolls"


class Telling:
    """Sentences being made from events; subclasses have a method for each event, by its name in small letters.

    Attributes:
        lines: the sentences that are whole.
        open: the one that is being gathered.
        hero: hero who acts, -1 for none.
        price: what was given for what comes next, None for nothing.
        boost: what made the damage of the next hit greater.
        shares: enemies whom the last roll for damage has struck so far, -1 if it had several dice.
        chart_dice: dice of the roll on the table of injuries or madness that comes now.
        left: dice of the roll that goes on which have not come yet.
    """

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self.book = book
        self.tables = tables
        self.lines: list[str] = []
        self.open: Sentence | None = None
        self.hero = NOBODY
        self.price: Price | None = None
        self.left = 0
        self.shares = -1
        self.chart_dice: list[int] = []
        self.boost = ""
        self.handlers: dict[int, Callable[[int, int, int], None]] = {
            event: getattr(self, f"_{event.name.lower()}") for event in Event if hasattr(self, f"_{event.name.lower()}")
        }
        self.look(battle)

    def look(self, battle: Any) -> None:
        """Take the names and numbers of figures from a battle."""
        self.battle = battle
        self.names = Names(battle, self.book, self.tables)

    # --- sentences --------------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        """Close what is open and say a whole sentence."""
        self._close()
        self.lines.append(text[0].upper() + text[1:])

    def _begin(self, sentence: Sentence) -> Sentence:
        self._close()
        self.open = sentence
        return sentence

    def _deed(self, head: str, hero: int = NOBODY) -> Sentence:
        """Begin a sentence of what may befall several figures."""
        return self._begin(Sentence("deed", head, hero))

    def _close(self, last: bool = False) -> None:
        """End the open sentence; `last`: nothing is known of what comes after it."""
        sentence, self.open = self.open, None
        if sentence is not None:
            unsure = last and Decision(int(self.battle["pending"]["kind"])) in UNFINISHED
            text = finish(sentence, self.names, unsure)
            self.lines.append(text[0].upper() + text[1:])
        price, self.price = self.price, None
        if price and not price.told:  # nothing that was rolled followed
            self.lines.append(f"{self.names.hero(price.hero)} {price.deed}")

    def _take_price(self) -> Price | None:
        """What was given for what comes now; an ability that the attack told of as such is told as a price instead."""
        price, self.price = self.price, None
        if price and price.told and self.open is not None and self.open.clauses[-1:] == [price.what]:
            self.open.clauses.pop()
        return price

    def _follow(self, hero: int, clause: str, within: bool = False) -> None:
        """Add what befalls a hero to the open sentence if that is about it, else say it.

        Args:
            hero: the hero.
            clause: what befalls it.
            within: whether it may be part of the hero's own attack.
        """
        sentence = self.open
        if sentence is not None and sentence.topic == "deed":
            self._befall("" if sentence.hero == hero else self.names.hero(hero), clause)
        elif sentence is not None and sentence.hero == hero and sentence.topic in ("roll", "strike"):
            sentence.clauses.append(clause)
            sentence.blocked = False
        elif within and sentence is not None and sentence.topic == "attack" and sentence.hero == hero:
            if sentence.hits:  # after what befalls the enemy
                sentence.hits[-1].words.append(f"{self.names.hero(hero)} {clause}")
            else:
                sentence.clauses.append(clause)
        else:
            self._say(f"{self.names.hero(hero)} {clause}")

    def _befall(self, name: str, clause: str) -> None:
        """Add what befalls a figure to the open deed."""
        assert self.open is not None
        self.open.befalls.setdefault(name, []).append(clause)

    def _in_deed(self) -> bool:
        return self.open is not None and self.open.topic == "deed"
