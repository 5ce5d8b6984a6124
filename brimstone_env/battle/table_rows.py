"""The rows of the card tables as people write them: one pydantic model a kind of row, unknown keys refused.

Words: `name` is a row's word in cases, action names and configs (`us-marshal`), `title` its name for people. Numbers
carry the meaning and range of the record fields that they fill (`layout.py`).
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError, model_validator

from brimstone_env.battle.codes import MAX_CARDS, MAX_ENEMIES, MAX_ENTRIES, MAX_HEROES, Size
from brimstone_env.battle.layout import NUM_EFFECTS
from brimstone_env.core.configs import allowed_words, explain_error
from brimstone_env.core.grid import tile_bit

SIZES = {"small": Size.SMALL, "medium": Size.MEDIUM, "large": Size.LARGE, "very-large": Size.VERY_LARGE}
NEVER_CRITICAL = 99
DICE_OF_ONE_KIND = 4
TERM = re.compile(r"^(peril|d3|d6|[0-9]+)$")
LONGEST_WORD = 40
PARTY = "party"  # instead of a deck: the one for the party's size


def _check_word(word: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) or len(word) > LONGEST_WORD:
        raise ValueError(f"{word!r} is not a name: small letters, digits and single hyphens are allowed")
    return word


def _check_letter(letter: str) -> str:
    tile_bit(letter)
    return letter


Whole = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Word = Annotated[str, AfterValidator(_check_word)]
Text = Annotated[str, Field(min_length=1, max_length=200)]
Letter = Annotated[str, AfterValidator(_check_letter)]
NeededD6 = Annotated[Whole, Field(ge=2, le=7)]  # least d6 that succeeds; 7 for never
Coordinate = Annotated[Whole, Field(ge=0, le=15)]
SquareAt = tuple[Coordinate, Coordinate]  # row, column


class Row(BaseModel):
    """A row of a table: fixed once made, no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NamedRow(Row):
    """A row with a word, a name for people, and where its numbers come from."""

    name: Word
    title: Text
    source: Text


# --- amounts of enemies ---------------------------------------------------------------------------------------------


class Amount(NamedTuple):
    """A number of enemies: fixed + peril dice + d3s + d6s."""

    fixed: int
    peril: int
    d3: int
    d6: int

    @property
    def most(self) -> int:
        """The greatest number that can be rolled."""
        return self.fixed + 6 * self.peril + 3 * self.d3 + 6 * self.d6


def parse_amount(amount: int | str) -> Amount:
    """Read an amount: a number, or a sum of `peril`, `d3`, `d6` and numbers like `peril+peril+2`.

    Raises:
        ValueError: if it is not such a sum, can be 0 or less, or can be more than the board holds.
    """
    allowed = "allowed is a number, or a sum of peril, d3, d6 and numbers like 'peril+peril+2'"
    terms = str(amount).replace(" ", "").split("+")
    if not all(TERM.match(term) for term in terms):
        raise ValueError(f"{amount!r} is not an amount: {allowed}")
    fixed = sum(int(term) for term in terms if term.isdigit())
    read = Amount(fixed, terms.count("peril"), terms.count("d3"), terms.count("d6"))
    if not 1 <= read.most <= MAX_ENEMIES:
        raise ValueError(f"{amount!r} is not between 1 and {MAX_ENEMIES} figures")
    if max(read.peril, read.d3, read.d6) > DICE_OF_ONE_KIND:
        raise ValueError(f"{amount!r} has more than {DICE_OF_ONE_KIND} dice of one kind")
    return read


def _check_amount(amount: int | str) -> int | str:
    parse_amount(amount)
    return amount


AmountText = Annotated[Whole | str, AfterValidator(_check_amount)]
NamedEnemies = tuple[Word, AmountText]
EliteLevels = dict[Word, Annotated[Whole, Field(ge=1, le=6)]]


def check_enemies(enemies: tuple[NamedEnemies, ...], elite: dict[str, int]) -> None:
    """Check what a card or scenario names.

    Raises:
        ValueError: if a type is named twice, or elite levels are given to a type that is not named.
    """
    names = [name for name, _ in enemies]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is named twice; add its amounts up in one entry")
    for name in elite:
        if name not in names:
            raise ValueError(f"elite has levels for {name!r}, which is not among the enemies: {', '.join(names)}")


# --- enemies --------------------------------------------------------------------------------------------------------


class EnemyStats(Row):
    """An enemy type's numbers; the fields are the members of `Stat` in lower case, but for the size."""

    initiative: Whole = Field(ge=0, le=20)
    move: Whole = Field(ge=0, le=30)
    escape: Whole = Field(ge=1, le=7)
    health: Whole = Field(ge=1, le=99)
    defense: Whole = Field(ge=0, le=20)
    combat: Whole = Field(ge=0, le=12)
    to_hit: NeededD6
    damage: Whole = Field(ge=0, le=30)
    experience: Whole = Field(ge=0, le=500)
    experience_each: Whole = Field(default=0, ge=0, le=100)
    fear: Whole = Field(default=0, ge=0, le=12)
    terror: Whole = Field(default=0, ge=0, le=12)
    unspeakable: Whole = Field(default=0, ge=0, le=12)
    horror_damage: Whole = Field(default=1, ge=0, le=12)
    smash: Whole = Field(default=0, ge=0, le=1)
    six_hits: Whole = Field(default=1, ge=1, le=6)
    pass_through: Whole = Field(default=0, ge=0, le=1)
    new_target: Whole = Field(default=0, ge=0, le=1)
    share: Whole = Field(default=1, ge=1, le=6)
    split: Whole = Field(default=0, ge=0, le=1)
    swarm: Whole = Field(default=0, ge=0, le=6)
    area: Whole = Field(default=0, ge=0, le=20)
    tough: Whole = Field(default=0, ge=0, le=1)
    regeneration: Whole = Field(default=0, ge=0, le=30)
    venom: Whole = Field(default=0, ge=0, le=1)
    hold: Whole = Field(default=0, ge=0, le=1)
    grasp: Whole = Field(default=0, ge=0, le=1)
    dark_stone_combat: Whole = Field(default=0, ge=0, le=12)
    always_ambush: Whole = Field(default=0, ge=0, le=1)
    armor: Whole = Field(default=0, ge=0, le=7)
    cover: Whole = Field(default=0, ge=0, le=7)
    endurance: Whole = Field(default=0, ge=0, le=30)
    critical_defense: Whole = Field(default=0, ge=0, le=20)
    ranged_defense: Whole = Field(default=0, ge=0, le=20)
    variable_defense: Whole = Field(default=0, ge=0, le=1)
    variable_initiative: Whole = Field(default=0, ge=0, le=1)
    range: Whole = Field(default=0, ge=0, le=30)
    shots: Whole = Field(default=0, ge=0, le=12)
    ranged_to_hit: Whole = Field(default=7, ge=2, le=7)
    ranged_damage: Whole = Field(default=0, ge=0, le=30)
    ranged_six: Whole = Field(default=1, ge=1, le=6)
    ranged_six_d6: Whole = Field(default=0, ge=0, le=1)
    hit_d6: Whole = Field(default=0, ge=0, le=1)
    volleys: Whole = Field(default=1, ge=1, le=4)
    damage_d6: Whole = Field(default=0, ge=0, le=2)
    hit_horror: Whole = Field(default=0, ge=0, le=6)
    group_terror: Whole = Field(default=0, ge=0, le=1)
    arrival_horror: Whole = Field(default=0, ge=0, le=12)
    turn_horror: Whole = Field(default=0, ge=0, le=12)
    pack: Whole = Field(default=0, ge=0, le=6)
    contact_hits: Whole = Field(default=0, ge=0, le=12)
    heal_alone: Whole = Field(default=0, ge=0, le=30)
    death_wounds: Whole = Field(default=0, ge=0, le=1)
    death_corruption: Whole = Field(default=0, ge=0, le=15)
    spawn: Whole = Field(default=0, ge=0, le=6)
    spawn_rolls: Whole = Field(default=1, ge=1, le=4)
    end_powers: Whole = Field(default=0, ge=0, le=1)
    knockout_heal: Whole = Field(default=0, ge=0, le=1)
    hit_count: Whole = Field(default=1, ge=1, le=4)
    aura_health: Whole = Field(default=0, ge=0, le=30)
    escape_hits: Whole = Field(default=0, ge=0, le=12)
    escape_damage: Whole = Field(default=0, ge=0, le=12)
    dull: Whole = Field(default=0, ge=0, le=3)
    no_grit: Whole = Field(default=0, ge=0, le=1)
    wound_corruption: Whole = Field(default=0, ge=0, le=3)
    arrival_card: Whole = Field(default=0, ge=0, le=1)
    immobile: Whole = Field(default=0, ge=0, le=1)
    poison: Whole = Field(default=0, ge=0, le=6)
    webbed: Whole = Field(default=0, ge=0, le=6)
    stunned: Whole = Field(default=0, ge=0, le=6)
    burning: Whole = Field(default=0, ge=0, le=6)
    bleeding: Whole = Field(default=0, ge=0, le=6)
    ensnared: Whole = Field(default=0, ge=0, le=6)


def _check_stat(name: str) -> str:
    if name not in EnemyStats.model_fields:
        raise ValueError(f"unknown number {name!r}: {allowed_words(name, EnemyStats.model_fields)}")
    return name


StatName = Annotated[str, AfterValidator(_check_stat)]


class EliteRow(Row):
    """One row of an elite table: numbers that are added or set."""

    add: dict[StatName, Whole] = Field(default_factory=dict)
    set: dict[StatName, Whole] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _few_changes(self) -> EliteRow:
        count = len(self.add) + len(self.set)
        if not 1 <= count <= NUM_EFFECTS:
            raise ValueError(f"an elite row changes 1 to {NUM_EFFECTS} numbers, not {count}")
        for name in self.add:
            if name in self.set:
                raise ValueError(f"{name!r} is both added to and set")
        return self


class EnemyRow(NamedRow):
    """An enemy type, with its elite table; `spawns` is the type that it brings (`spawn`, `end_powers`)."""

    size: Literal["small", "medium", "large", "very-large"]
    figures: Whole = Field(ge=1, le=MAX_ENEMIES)
    spawns: Word | None = None
    stats: EnemyStats
    elite: tuple[EliteRow, ...] = Field(min_length=6, max_length=6)

    @model_validator(mode="after")
    def _elite_in_range(self) -> EnemyRow:
        """All elite rows together, as they may come together, must keep every number in its range."""
        numbers: dict[str, Any] = self.stats.model_dump()
        for row in self.elite:
            numbers.update(row.set)
        for row in self.elite:
            for name, value in row.add.items():
                numbers[name] += value
        try:
            EnemyStats(**numbers)
        except ValidationError as error:
            raise ValueError(f"with all elite rows, {explain_error(EnemyStats, error)}") from error
        if self.stats.share > 1 and self.size not in ("small", "medium"):
            raise ValueError("only small and medium figures can share a square")
        return self

    @model_validator(mode="after")
    def _brings_a_type(self) -> EnemyRow:
        if self.spawns is None and (self.may_have("spawn") or self.may_have("end_powers")):
            raise ValueError("spawns is missing: spawn and end_powers bring figures of that type")
        return self

    def may_have(self, number: str) -> bool:
        """Whether a number of the type can be other than 0, by an elite row or from the start."""
        rows = ({**row.set, **row.add} for row in self.elite)
        return bool(getattr(self.stats, number)) or any(row.get(number) for row in rows)


# --- threat cards ---------------------------------------------------------------------------------------------------


class Draw(Row):
    """Cards drawn from a deck: one of the tables, or `party`, the one of this set for the party's size.

    `elite`: elite levels of every type that the drawn cards bring.
    """

    deck: Word
    cards: Whole = Field(ge=1, le=4)
    elite: Whole = Field(default=0, ge=0, le=6)


class CardRow(Row):
    """A threat card: enemies with amounts, cards drawn from another deck, or both."""

    enemies: tuple[NamedEnemies, ...] = Field(default=(), max_length=MAX_ENTRIES)
    ambush: Flag = False
    elite: EliteLevels = Field(default_factory=dict)
    draw: Draw | None = None
    source: Text

    @model_validator(mode="after")
    def _brings_enemies(self) -> CardRow:
        if not self.enemies and self.draw is None:
            raise ValueError("a card has enemies, a draw or both")
        if not self.enemies and self.ambush:
            raise ValueError("ambush is for cards with enemies; drawn cards say it themselves")
        check_enemies(self.enemies, self.elite)
        return self


class DeckRow(NamedRow):
    """A threat deck.

    Attributes:
        set: the set of cards that it belongs to; its decks of other sizes go with it.
        party: sizes of the parties for which it is the deck of its set.
        epic: whether it is an epic deck, in whose place parties of 1 and 2 use the deck for 6 heroes.

    Source: B3, B6.
    """

    set: Word = "own"
    party: tuple[Annotated[Whole, Field(ge=1, le=MAX_HEROES)], ...] = ()
    epic: Flag = False
    cards: tuple[CardRow, ...] = Field(min_length=1, max_length=MAX_CARDS)


# --- maps -----------------------------------------------------------------------------------------------------------


class BoardRow(Row):
    """A map's drawing, and where figures begin on it.

    Attributes:
        drawing: see `core.grid`.
        walls: thin walls, pairs of squares.
        entrance: a square of the doorway through which the heroes came; None: enemies fill the tile from above.
        tile: letter of the map tile where enemies appear.
        starts: squares of the heroes, in order.
    """

    drawing: str = Field(min_length=1, max_length=2000)
    walls: tuple[tuple[SquareAt, SquareAt], ...] = ()
    entrance: SquareAt | None = None
    tile: Letter
    starts: tuple[SquareAt, ...] = Field(min_length=1)


class MapRow(NamedRow, BoardRow):
    """A map of the tables: it has room for a whole party."""

    starts: tuple[SquareAt, ...] = Field(min_length=MAX_HEROES)
