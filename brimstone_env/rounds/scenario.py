"""Scenarios: which heroes meet which enemies where. A TOML file (or a dict) that is checked when it is loaded.

Names of heroes, monsters and maps are looked up in the tables when the book is made (`plan.make_book`), since users may
bring tables of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from brimstone_env.core.configs import checked, find_config, list_configs, read_toml
from brimstone_env.core.errors import InputError
from brimstone_env.rounds.codes import MAX_ENEMIES, MAX_GROUPS, MAX_HEROES
from brimstone_env.rounds.table_rows import LONGEST_WORD, Flag, Row, Text, Whole, Word

KIND = "scenarios"
DEFAULT_MAX_DECISIONS = 2000
MOST_OF_SQUAD = 8

Coordinate = Annotated[Whole, Field(ge=0, le=15)]
SquareAt = tuple[Coordinate, Coordinate]  # row, column
Corners = tuple[SquareAt, SquareAt]


class BoardRow(Row):
    """A map that a scenario draws itself: `#` is no floor, a letter is floor.

    Attributes:
        drawing: the lines of the map.
        walls: thin walls, pairs of squares with a wall between.
    """

    drawing: Annotated[str, Field(min_length=1, max_length=400)]
    walls: tuple[Corners, ...] = ()


class EnemyRow(Row):
    """Enemies of one kind that enter together.

    Attributes:
        type: the kind of monster.
        count: how many; of minions these are one squad.
        at: their squares, in order; drawn from the enemies' squares where there are none.
        group: number of the group with which they act, from 1; groups are numbered without gaps.
        captain: whether they, a single creature, are the captain of the squad of their group.
        surprised: whether they are surprised.
    """

    type: Word
    count: Annotated[Whole, Field(ge=1, le=MAX_ENEMIES)] = 1
    at: tuple[SquareAt, ...] = ()
    group: Annotated[Whole, Field(ge=1, le=MAX_GROUPS)]
    captain: Flag = False
    surprised: Flag = False


class Scenario(Row):
    """A battle to be set up.

    Attributes:
        name: the scenario's word; that of its file, if it says none.
        game: always `rounds`.
        title: a few words for people.
        map: the map.
        party: 1 to 6 heroes, in order; they may repeat.
        enemies: who fights them, by groups.
        hero_area: two corners of a rectangle, in which each battle draws the squares of the heroes.
        enemy_area: the same for enemies without squares of their own.
        surprise: which sides are surprised whole.
        surprised_heroes: numbers of heroes who are surprised.
        victories: Victories of each hero.
        last_round: the battle is lost at the end of this round.
        max_decisions: decisions after which the battle is cut off (truncated), undecided.

    Source: D6, D10, D11, D32. rounds 8, initiative group.
    """

    name: Word
    game: Literal["rounds"] = "rounds"
    title: Text | None = None
    map: BoardRow
    party: tuple[Word, ...] = Field(min_length=1, max_length=MAX_HEROES)
    enemies: tuple[EnemyRow, ...] = Field(min_length=1, max_length=MAX_ENEMIES)
    hero_area: Corners
    enemy_area: Corners
    surprise: tuple[Literal["heroes", "enemies"], ...] = ()
    surprised_heroes: tuple[Annotated[Whole, Field(ge=0, lt=MAX_HEROES)], ...] = ()
    victories: Annotated[Whole, Field(ge=0, le=15)] = 0
    last_round: Annotated[Whole, Field(ge=1, le=999)] = 30
    max_decisions: Whole = Field(default=DEFAULT_MAX_DECISIONS, ge=1, le=1_000_000)

    @model_validator(mode="after")
    def _whole_groups(self) -> Scenario:
        groups = {row.group for row in self.enemies}
        if groups != set(range(1, len(groups) + 1)):
            raise ValueError("groups of enemies are numbered from 1, without gaps")
        count = sum(row.count for row in self.enemies)
        if count > MAX_ENEMIES:
            raise ValueError(f"{count} enemies, allowed are {MAX_ENEMIES}")
        for row in self.enemies:
            if row.at and len(row.at) != row.count:
                raise ValueError(f"{row.type} has {len(row.at)} squares for {row.count} creatures")
        for hero in self.surprised_heroes:
            if hero >= len(self.party):
                raise ValueError(f"surprised_heroes names hero {hero}, the party has {len(self.party)}")
        return self


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
    return [name for name in list_configs(KIND) if read_toml(find_config(KIND, name)).get("game") == "rounds"]
