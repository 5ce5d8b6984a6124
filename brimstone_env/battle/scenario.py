"""Scenarios: which heroes meet which enemies where. A TOML file (or a dict) that is checked when it is loaded.

Names of heroes, enemies, decks and maps are looked up in the card tables when the book is made (`plan.make_book`),
since users may bring tables of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag, field_validator, model_validator

from brimstone_env.battle.codes import MAX_BAG, MAX_ENTRIES, MAX_EVENTS, MAX_HEROES, MAX_STAGES
from brimstone_env.battle.event_rows import MAX_DRAWN, EventRow, LastStandRow, StageRow
from brimstone_env.battle.table_rows import (
    LONGEST_WORD,
    BoardRow,
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
from brimstone_env.core.configs import checked, find_config, list_configs, read_toml
from brimstone_env.core.errors import InputError

KIND = "scenarios"
REVIVE_TOKENS = (0, 2, 1, 1, 0, 1, 0)  # by party size
NO_UPGRADE = "none"
DEFAULT_MAX_DECISIONS = 1000
BATTLE_KEYS = ("deck", "cards", "enemies", "ambush", "elite", "tile", "entrance", "starts", "events")


def _map_form(value: Any) -> str:
    """Whether a scenario names its map, or draws it."""
    return "(named)" if isinstance(value, str) else "(drawn)"


MapChoice = Annotated[
    Annotated[Word, Tag("(named)")] | Annotated[BoardRow, Tag("(drawn)")],
    Discriminator(_map_form),
]


class Scenario(Row):
    """A battle to be set up.

    Attributes:
        name: the scenario's word; that of its file, if it says none.
        title: a few words for people.
        map: name of a map of the tables, or a map of its own.
        party: 1 to 6 hero classes, in order; classes may repeat.
        upgrades: starting upgrades of the heroes, in order, `"none"` for none; empty: nobody has one.
        tokens: side bag tokens of the heroes, in order; empty: nobody has any.
        deck: threat deck; None: by party size (`threat_decks.drawn_deck`). Not with named enemies.
        cards: threat cards drawn from the deck.
        enemies: enemies by name, (type, amount) each; then no card is drawn.
        ambush: whether the named enemies ambush.
        elite: elite levels of the named enemies, by type.
        tile: letter of the map tile where enemies appear; None: as the map says.
        entrance: a square of the doorway through which the heroes came; None: as the map says.
        starts: squares of the heroes, in order; None: as the map says.
        random_starts: whether each battle draws the heroes' squares from `starts` (at most 24, the party's size at
            least), so that no two begin alike; in a delve in its first battle.
        revive_tokens: revive tokens of the party; None: by party size.
        events: enemies that come while the battle goes on.
        stages: the battles of a delve, one after the other, in place of all that says which enemies come and where.
        last_stand: enemies break in until the Darkness is held back, in place of the same.
        max_decisions: decisions after which the battle is cut off (truncated), undecided.

    Source: B3, B4, B64, B71, B72.
    """

    name: Word
    title: Text | None = None
    map: MapChoice
    party: tuple[Word, ...]
    upgrades: tuple[Word, ...] = ()
    tokens: tuple[Annotated[tuple[Word, ...], Field(max_length=MAX_BAG)], ...] = ()
    deck: Word | None = None
    cards: Whole = Field(default=1, ge=1, le=MAX_DRAWN)
    enemies: tuple[NamedEnemies, ...] = Field(default=(), max_length=MAX_ENTRIES)
    ambush: Flag = False
    elite: EliteLevels = Field(default_factory=dict)
    tile: Letter | None = None
    entrance: SquareAt | None = None
    starts: tuple[SquareAt, ...] | None = Field(default=None, min_length=1)
    random_starts: Flag = False
    revive_tokens: Whole | None = Field(default=None, ge=0, le=9)
    events: tuple[EventRow, ...] = Field(default=(), max_length=MAX_EVENTS)
    stages: tuple[StageRow, ...] = Field(default=(), max_length=MAX_STAGES)
    last_stand: LastStandRow | None = None
    max_decisions: Whole = Field(default=DEFAULT_MAX_DECISIONS, ge=1, le=1_000_000)

    @field_validator("party")
    @classmethod
    def _party_size(cls, party: tuple[str, ...]) -> tuple[str, ...]:
        """Refuse a party that the rules refuse.

        Source: B71, B72.
        """
        if not 1 <= len(party) <= MAX_HEROES:
            raise ValueError(f"a party has 1 to {MAX_HEROES} heroes, not {len(party)}")
        return party

    @model_validator(mode="after")
    def _named_or_drawn(self) -> Scenario:
        if self.enemies and ("deck" in self.model_fields_set or "cards" in self.model_fields_set):
            raise ValueError("a scenario has either enemies by name, or deck and cards")
        if not self.enemies and (self.ambush or self.elite):
            raise ValueError("ambush and elite are for enemies by name; threat cards say it themselves")
        check_enemies(self.enemies, self.elite)
        return self

    @model_validator(mode="after")
    def _one_each(self) -> Scenario:
        for key in ("upgrades", "tokens"):
            count = len(getattr(self, key))
            if count not in (0, len(self.party)):
                raise ValueError(f"{key} has {count} entries, allowed is one for each of the {len(self.party)} heroes")
        return self

    @model_validator(mode="after")
    def _one_kind(self) -> Scenario:
        """A delve and a last stand say themselves which enemies come; every place may be named once only."""
        if self.stages and self.last_stand is not None:
            raise ValueError("a scenario has stages or a last stand, not both")
        kind = "stages" if self.stages else "last_stand"
        if self.is_delve:
            for key in BATTLE_KEYS:
                if key in self.model_fields_set and not (self.last_stand is not None and key == "starts"):
                    raise ValueError(f"{key} is not for a scenario with {kind}, which says itself who comes and where")
        return self

    @property
    def is_delve(self) -> bool:
        """Whether it is more than a single battle against the enemies of its beginning: a delve, or a last stand."""
        return bool(self.stages) or self.last_stand is not None

    @property
    def starting_tokens(self) -> int:
        """Revive tokens at the start.

        Source: B64.
        """
        return REVIVE_TOKENS[len(self.party)] if self.revive_tokens is None else self.revive_tokens


def load_scenario(source: str | Path | Mapping[str, Any] | Scenario) -> Scenario:
    """Load a scenario.

    Args:
        source: the name of a scenario in `configs/scenarios`, the path of a TOML file (it ends in `.toml`), the values
            themselves, or a scenario, which is returned as it is.

    Raises:
        InputError: if there is no such scenario, or a value is wrong; one sentence says what.
    """
    if isinstance(source, Scenario):
        return source
    if isinstance(source, Mapping):
        values = {"name": "unnamed", **source}
        return checked(Scenario, values, f"scenario {values['name']}")
    if not isinstance(source, str | Path):
        raise InputError(f"a scenario is a name, a path or a dict, not {type(source).__name__}")
    path = Path(source) if str(source).endswith(".toml") else find_config(KIND, str(source))
    return checked(Scenario, {"name": _name_of(path), **read_toml(path)}, str(path))


def _name_of(path: Path) -> str:
    """A scenario's word from the name of its file, whatever that holds: `My_fight 2.toml` is `my-fight-2`."""
    words = re.findall("[a-z0-9]+", path.stem.lower())
    return "-".join(words)[:LONGEST_WORD].rstrip("-") or "unnamed"


def list_scenarios() -> list[str]:
    """The names of all scenarios of this game that come with the package."""
    return [name for name in list_configs(KIND) if "game" not in read_toml(find_config(KIND, name))]
