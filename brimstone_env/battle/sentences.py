"""Sentences of the story while they are being gathered, and how they read when they are whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from brimstone_env.battle.codes import BOARD_SIDE, Roll
from brimstone_env.battle.drawing.scene import read_groups, read_heroes
from brimstone_env.core.notation import square_text

# What a hero's roll is for; the rolls of the rules' own choices are not told.
ROLL_WORDS: dict[int, str] = {
    Roll.MOVE: "for movement",
    Roll.EXTRA_MOVE: "for more movement",
    Roll.ESCAPE: "to escape",
    Roll.TO_HIT: "to hit",
    Roll.DAMAGE: "for damage",
    Roll.DEFENSE: "on defense",
    Roll.WILLPOWER: "on Willpower",
    Roll.AGILITY: "on Agility",
    Roll.CUNNING: "on Cunning",
    Roll.SPIRIT: "on Spirit",
    Roll.STRENGTH: "on Strength",
    Roll.LORE: "on Lore",
    Roll.LUCK: "on Luck",
}


class Names:
    """What the figures of a battle are called."""

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self._enemies = battle["enemies"]
        self._heroes = [hero.title for hero in read_heroes(battle, book, tables)]
        self._groups = [group.title for group in read_groups(battle, tables)]

    def hero(self, index: int) -> str:
        """A hero, by its class."""
        return self._heroes[index] if 0 <= index < len(self._heroes) else "the hero"

    def group(self, index: int) -> str:
        """An enemy type."""
        return self._groups[index] if 0 <= index < len(self._groups) else "enemies"

    def group_of(self, enemy: int) -> int:
        """The group of an enemy."""
        return int(self._enemies[enemy]["group"])

    def enemy(self, index: int) -> str:
        """An enemy, by its type and number: `tentacles 2`."""
        return f"{self.group(self.group_of(index)).lower()} {index}"


@dataclass
class Hit:
    """One hit of a hero's attack: whom it struck, whether critical, and what came of it in words."""

    enemy: int
    critical: bool
    words: list[str]

    def text(self) -> str:
        """The hit in words; one that Defense swallowed says so."""
        words = self.words if any("wound" in word for word in self.words) else [*self.words, "no wound"]
        return ("critical, " if self.critical else "") + ", ".join(words)


@dataclass
class Sentence:
    """A sentence being gathered.

    Attributes:
        topic: what it is about: `roll`, `attack`, `strike` (an enemy's attack), `group`, `place`.
        head: how it begins.
        hero: hero it is about, -1 for none.
        kind: roll kind of a `roll`, enemy type of a `group`.
        dice: results so far.
        clauses: what follows, in order.
        hits: hits of an attack.
        moves: square and target of each figure of a `group` or `place`, by enemy; -1 for none.
        blocked: whether a strike's hits are all blocked unless wounds follow.
    """

    topic: str
    head: str
    hero: int = -1
    kind: int = -1
    dice: list[int] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    moves: dict[int, list[int]] = field(default_factory=dict)
    blocked: bool = False

    def add_reroll(self, value: int, first: bool) -> None:
        """Note a rerolled to-hit die: `2 and 3 to hit, 5, 1 again for 1 grit`."""
        if first:
            self.clauses.append(f"{value} again for 1 grit")
        else:
            before = self.clauses[-1].removesuffix(" again for 1 grit")
            self.clauses[-1] = f"{before}, {value} again for 1 grit"


def finish(sentence: Sentence, names: Names, unsure: bool) -> str:
    """The whole sentence, the first letter as it comes.

    Args:
        sentence: what was gathered.
        names: names of figures.
        unsure: whether what comes of it is still open, so that nothing is said of it.
    """
    if sentence.topic == "attack":
        return finish_attack(sentence, names, unsure)
    if sentence.topic == "group":
        return finish_group(sentence, names)
    if sentence.topic == "place":
        return finish_place(sentence, names)
    if sentence.topic == "strike":
        parts = [sentence.head, *([f"defense {listed(sentence.dice)}"] if sentence.dice else []), *sentence.clauses]
        if sentence.blocked and sentence.dice and not unsure:
            parts.append("all blocked")
        return "; ".join(parts)
    head = f"{sentence.head} {listed(sentence.dice)} {ROLL_WORDS[sentence.kind]}"
    return ", ".join([head, *sentence.clauses])


def finish_attack(sentence: Sentence, names: Names, unsure: bool) -> str:
    """`US Marshal fires the shotgun at tentacles 2: 7 to hit, critical; 5 damage, 5 wounds, dead`."""
    head, hits = sentence.head, sentence.hits
    rolled = [*([f"{listed(sentence.dice)} to hit"] if sentence.dice else []), *sentence.clauses]
    if not hits:
        return f"{head}: {', '.join(rolled + ([] if unsure else ['no hit']))}" if rolled else head
    targets = list(dict.fromkeys(hit.enemy for hit in hits))
    if len(targets) > 1:
        parts = [f"{names.enemy(hit.enemy)}: {hit.text()}" for hit in hits]
        return f"{head}: {', '.join(rolled)}; {'; '.join(parts)}" if rolled else f"{head} {'; '.join(parts)}"
    parts = [hit.text() for hit in hits]
    if len(hits) == 1 and hits[0].critical and rolled:
        rolled.append("critical")
        parts = [parts[0].removeprefix("critical, ")]
    whom = f"{head}{'' if head.endswith(' hits') else ' at'} {names.enemy(targets[0])}"
    return f"{whom}: {'; '.join([*([', '.join(rolled)] if rolled else []), *parts])}"


def finish_group(sentence: Sentence, names: Names) -> str:
    """`Void Spiders act: 0 goes to 3,4 after Gunslinger; 1 turns on US Marshal`."""
    parts = []
    for enemy, (cell, hero) in sentence.moves.items():
        own = names.group_of(enemy) == sentence.kind
        name = f"{enemy}" if own else names.enemy(enemy)
        if cell >= 0:
            after = f" after {names.hero(hero)}" if hero >= 0 else ""
            parts.append(f"{name} {'goes' if own else 'gives way'} to {cell_text(cell)}{after}")
        elif hero >= 0:
            parts.append(f"{name} turns on {names.hero(hero)}")
    return sentence.head + (f": {'; '.join(parts)}" if parts else "")


def finish_place(sentence: Sentence, names: Names) -> str:
    """`Tentacles 0 to 3 appear; void spiders 4 ambushes Gunslinger at 3,4`."""
    ambushes, plain = [], dict[int, list[int]]()
    for enemy, (cell, hero) in sentence.moves.items():
        if hero >= 0:
            ambushes.append(f"{names.enemy(enemy)} ambushes {names.hero(hero)} at {cell_text(cell)}")
        else:
            plain.setdefault(names.group_of(enemy), []).append(enemy)
    appear = [f"{names.group(group).lower()} {span(enemies)}" for group, enemies in plain.items()]
    return "; ".join([*([f"{' and '.join(appear)} appear"] if appear else []), *ambushes])


def listed(numbers: Sequence[int]) -> str:
    """`2`, `2 and 5`, `2, 5 and 6`."""
    words = [str(number) for number in numbers]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def span(numbers: Sequence[int]) -> str:
    """`3`, `0 to 5`, or `0, 2 and 5`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return listed(numbers)


def cell_text(cell: int) -> str:
    """A square as people write it."""
    return square_text(*divmod(cell, BOARD_SIDE))
