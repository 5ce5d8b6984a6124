"""Sentences of the story while they are being gathered, and how they read when they are whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from brimstone_env.battle.codes import BOARD_SIDE, Roll
from brimstone_env.battle.drawing.questions import plural
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
    Roll.STATUS: "to shake off a status",
    Roll.RESOLVE: "against its own madness",
    Roll.HEAL: "for healing",
}


class Names:
    """What the figures of a battle are called."""

    def __init__(self, battle: Any, book: Any, tables: Any) -> None:
        self._tables = tables
        self._groups_of = [int(group) for group in battle["enemies"]["group"]]
        self._heroes = [hero.title for hero in read_heroes(battle, book, tables)]
        self._groups = [group.title for group in read_groups(battle, tables)]
        self._rows = [int(row) for row in battle["groups"]["type_id"]]

    def hero(self, index: int) -> str:
        """A hero, by its class."""
        return self._heroes[index] if 0 <= index < len(self._heroes) else "the hero"

    def group(self, index: int) -> str:
        """An enemy type."""
        return self._groups[index] if 0 <= index < len(self._groups) else "enemies"

    def verb(self, group: int, one: str, many: str) -> str:
        """How a verb goes with an enemy type: some types have one figure only."""
        row = self.group_row(group)
        return one if row >= 0 and self._tables.enemies[row].figures == 1 else many

    def group_row(self, index: int) -> int:
        """The row of the tables of an enemy type, -1 if there is none."""
        return self._rows[index] if 0 <= index < len(self._groups) else -1

    def group_of(self, enemy: int) -> int:
        """The group of an enemy."""
        return self._groups_of[enemy]

    def enemy(self, index: int) -> str:
        """An enemy, by its type and number: `tentacles 2`."""
        return f"{self.group(self.group_of(index)).lower()} {index}"


@dataclass
class Hit:
    """One hit of a hero's attack: whom it struck, and what came of it.

    Attributes:
        enemy: whom it struck.
        critical: whether it was critical.
        damage: its damage, -1 if the log does not hold it.
        wounds: wounds that it dealt.
        boost: what made its damage greater.
        shared: whether it is a part of the hit before, which figures of one square share.
        words: what else is said, in order.
    """

    enemy: int
    critical: bool = False
    damage: int = -1
    wounds: int = 0
    boost: str = ""
    shared: bool = False
    words: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The hit in words; damage is told where Defense took some of it."""
        parts = ["critical"] if self.critical else []
        if self.damage >= 0 and self.damage != self.wounds:
            parts.append(f"{self.damage} damage")
        if self.damage >= 0 or self.wounds:
            parts.append((plural(self.wounds, "wound") if self.wounds else "no wound") + self.boost)
        return ", ".join([*parts, *self.words])


@dataclass
class Sentence:
    """A sentence being gathered.

    Attributes:
        topic: what it is about: `roll`, `attack`, `throw` (of dynamite), `strike` (an enemy's attack), `group`,
            `place`, `deed` (anything that may befall several figures: an explosion, a token, an ability).
        head: how it begins.
        hero: hero it is about, -1 for none.
        kind: roll kind of a `roll`, enemy type of a `group`.
        dice: results so far.
        clauses: what follows, in order.
        hits: hits of an attack.
        moves: square and target of each figure of a `group` or `place`, by enemy; -1 for none.
        befalls: what befalls each figure of a `deed`, by its name.
        experience: what heroes gain by a `deed`.
        damage: dice of the damage of a `strike`.
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
    befalls: dict[str, list[str]] = field(default_factory=dict)
    experience: dict[int, int] = field(default_factory=dict)
    damage: list[int] = field(default_factory=list)
    blocked: bool = False

    def add_reroll(self, value: int, price: str) -> None:
        """Note a rerolled to-hit die: `5, 1 again for 1 grit`; the dice after the first come without a price."""
        if price or not self.clauses:
            self.clauses.append(f"{value} again {price}".rstrip())
        else:
            before, _, rest = self.clauses[-1].partition(" again")
            self.clauses[-1] = f"{before}, {value} again{rest}"


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
    if sentence.topic == "deed":
        return finish_deed(sentence, names)
    if sentence.topic == "throw":
        told = [*([f"{listed(sentence.dice)} to hit"] if sentence.dice else []), *sentence.clauses]
        return ": ".join([sentence.head, *([", ".join(told)] if told else [])])
    if sentence.topic == "strike":
        parts = [sentence.head, *([f"defense {listed(sentence.dice)}"] if sentence.dice else []), *sentence.clauses]
        if sentence.blocked and sentence.dice and not unsure:
            parts.append("all blocked")
        return "; ".join(parts)
    head = f"{names.hero(sentence.hero)} {sentence.head} {listed(sentence.dice)} {ROLL_WORDS[sentence.kind]}"
    return ", ".join([head, *sentence.clauses])


def finish_attack(sentence: Sentence, names: Names, unsure: bool) -> str:
    """`US Marshal fires the shotgun at tentacles 2: 7 to hit, critical, 5 wounds, dead, 30 XP`."""
    head, hits = sentence.head, sentence.hits
    rolled = ", ".join([*([f"{listed(sentence.dice)} to hit"] if sentence.dice else []), *sentence.clauses])
    if not hits:
        end = [] if unsure else ["no hit"]
        return f"{head}: {', '.join([rolled, *end])}" if rolled else head
    targets = list(dict.fromkeys(hit.enemy for hit in hits))
    if len(targets) > 1:
        parts = [f"{names.enemy(hit.enemy)}{' by the same hit' if hit.shared else ''}: {hit.text()}" for hit in hits]
        return f"{head}: {rolled}; {'; '.join(parts)}" if rolled else f"{head} {'; '.join(parts)}"
    whom = f"{head}{'' if head.endswith(' hits') else ' at'} {names.enemy(targets[0])}"
    texts = [hit.text() for hit in hits]
    if len(texts) == 1:
        return f"{whom}: {', '.join([*([rolled] if rolled else []), *texts])}"
    return f"{whom}: {'; '.join([*([rolled] if rolled else []), *texts])}"


def finish_deed(sentence: Sentence, names: Names) -> str:
    """`The dynamite explodes at 3,4: US Marshal takes 2 wounds; void spiders 3 takes 5 wounds, dies, 10 XP`."""
    head = " ".join([sentence.head, *sentence.clauses])
    own = names.hero(sentence.hero) if len(sentence.befalls) > 1 else ""
    parts = [f"{name or own} {', '.join(words)}".lstrip() for name, words in sentence.befalls.items() if words]
    parts += [f"{names.hero(hero)} gains {points} XP" for hero, points in sentence.experience.items()]
    return f"{head}: {'; '.join(parts)}" if parts else head


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
    return sentence.head + (f": {'; '.join([*sentence.clauses, *parts])}" if parts or sentence.clauses else "")


def finish_place(sentence: Sentence, names: Names) -> str:
    """`Tentacles 0 to 3 appear; void spiders 4 ambushes Gunslinger at 3,4`."""
    ambushes, plain = [], dict[int, list[int]]()
    for enemy, (cell, hero) in sentence.moves.items():
        if hero >= 0:
            ambushes.append(f"{names.enemy(enemy)} ambushes {names.hero(hero)} at {cell_text(cell)}")
        else:
            plain.setdefault(names.group_of(enemy), []).append(enemy)
    appear = [f"{names.group(group).lower()} {span(enemies)}" for group, enemies in plain.items()]
    single = len(plain) == 1 and sum(map(len, plain.values())) == 1
    start = [f"{' and '.join(appear)} {'appears' if single else 'appear'}"] if appear else []
    return "; ".join([*start, *ambushes])


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
