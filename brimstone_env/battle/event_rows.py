"""What a scenario or position says about enemies that come later: events, the battles of a delve, a last stand."""

from __future__ import annotations

from pydantic import Field, model_validator

from brimstone_env.battle.codes import MAX_ENTRIES, MAX_SITES
from brimstone_env.battle.table_rows import (
    EliteLevels,
    Flag,
    Letter,
    NamedEnemies,
    Row,
    SquareAt,
    Text,
    Whole,
    Word,
    check_enemies,
)

MAX_DRAWN = 3


class ThreatRow(Row):
    """Enemies that come, and where.

    Attributes:
        deck: threat deck; None: by party size. Not with named enemies.
        cards: threat cards drawn from the deck.
        enemies: enemies by name, (type, amount) each; then no card is drawn.
        ambush: whether they ambush.
        tile: letter of the map tile where they appear; None: where the battle's enemies do.
        entrance: a square of the doorway through which the heroes came.

    Source: B3, B4, B7.
    """

    deck: Word | None = None
    cards: Whole = Field(default=1, ge=1, le=MAX_DRAWN)
    enemies: tuple[NamedEnemies, ...] = Field(default=(), max_length=MAX_ENTRIES)
    ambush: Flag = False
    tile: Letter | None = None
    entrance: SquareAt | None = None

    @model_validator(mode="after")
    def _named_or_drawn(self) -> ThreatRow:
        if self.enemies and ("deck" in self.model_fields_set or "cards" in self.model_fields_set):
            raise ValueError("give either enemies by name, or deck and cards")
        check_enemies(self.enemies, {})
        return self


class EventRow(ThreatRow):
    """Enemies that come while the battle goes on.

    Attributes:
        turn: the turn in which they come.
        every: and again after so many turns, 0: once.
        after: activations of that turn after which they come, 0: as the turn begins.
        elite: elite levels of the named enemies, by type.

    Source: B2, B22.
    """

    turn: Whole = Field(ge=1, le=999)
    every: Whole = Field(default=0, ge=0, le=999)
    after: Whole = Field(default=0, ge=0, le=99)
    elite: EliteLevels = Field(default_factory=dict)

    @model_validator(mode="after")
    def _elite_is_named(self) -> EventRow:
        check_enemies(self.enemies, self.elite)
        return self


class PositionEventRow(EventRow):
    """An event of a position.

    Attributes:
        come: how often it has come; None: as often as its turn was before this one.
    """

    come: Whole | None = Field(default=None, ge=0, le=127)


class StageRow(ThreatRow):
    """One battle of a delve.

    Attributes:
        title: a few words for people.
        starts: squares of the heroes, in order; None: they stay where they stand (the first battle: as the map says).
        elite: elite levels of every type that comes.
    """

    title: Text | None = None
    starts: tuple[SquareAt, ...] | None = Field(default=None, min_length=1)
    elite: Whole = Field(default=0, ge=0, le=6)

    @model_validator(mode="after")
    def _cards_ambush_themselves(self) -> StageRow:
        if self.ambush and not self.enemies:
            raise ValueError("ambush is for enemies by name; threat cards say it themselves")
        return self


class EntryPoint(Row):
    """Where enemies walk in.

    Attributes:
        tile: letter of the map tile.
        entrance: a square of the doorway on the heroes' side of it; enemies fill the tile from the far end.
    """

    tile: Letter
    entrance: SquareAt


class LastStandRow(Row):
    """The heroes hold out until the Darkness is held back.

    Attributes:
        places: where the Darkness marker begins; the battle is won once two dice reach it.
        deck: threat deck from which a card is drawn for each breach.
        entries: the entry points.

    Source: facts 8.
    """

    places: Whole = Field(default=16, ge=2, le=99)
    deck: Word = "low"
    entries: tuple[EntryPoint, ...] = Field(min_length=1, max_length=MAX_SITES - 1)
