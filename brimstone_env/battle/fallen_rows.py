"""Rows of the tables that come into play when heroes fall and when the battle is over: injury, madness, loot."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field, model_validator

from brimstone_env.battle.table_rows import Flag, NamedRow, Whole
from brimstone_env.core.errors import InputError

HIGHEST_ROLL = 12


class ResultRow(NamedRow):
    """A row of the injury or madness table; the fields are those of `layout.Result`."""

    low: Whole = Field(ge=1, le=HIGHEST_ROLL)
    high: Whole = Field(ge=1, le=HIGHEST_ROLL)
    dead: Flag = False
    combat: Whole = Field(default=0, ge=-3, le=3)
    max_grit: Whole = Field(default=0, ge=-3, le=3)
    initiative: Whole = Field(default=0, ge=-3, le=3)
    move: Whole = Field(default=0, ge=-3, le=3)
    skills: Whole = Field(default=0, ge=-3, le=3)
    hands: Whole = Field(default=0, ge=-2, le=0)
    one_die: Flag = False
    no_ranged_critical: Flag = False
    no_two_handed_critical: Flag = False
    turn_hits: Whole = Field(default=0, ge=0, le=6)
    loot_sanity: Flag = False
    harms: Whole = Field(default=0, ge=0, le=6)
    no_willpower: Flag = False
    dark_sanity_d3: Whole = Field(default=0, ge=0, le=3)


def check_rolls(rows: Sequence[ResultRow], where: str) -> None:
    """Refuse an injury or madness table that does not have one row for each roll from 1 to 12, in order.

    Raises:
        InputError: naming the row.
    """
    lowest = 1
    for i, row in enumerate(rows):
        if row.low != lowest or row.high < row.low:
            raise InputError(
                f"{where}, row {i + 1} ({row.name}): low is {row.low} and high {row.high}, but the rows must follow on "
                f"each other from 1 to {HIGHEST_ROLL}, and this one begins at {lowest}"
            )
        lowest = row.high + 1
    if lowest <= HIGHEST_ROLL:
        raise InputError(f"{where}: the rows end at {lowest - 1}, allowed is {HIGHEST_ROLL}")


class LootRow(NamedRow):
    """Cards of the loot deck; the fields but `copies` are those of `layout.LootCard`."""

    copies: Whole = Field(default=1, ge=1, le=12)
    gold: Whole = Field(default=0, ge=0, le=999)
    gold_d6: Whole = Field(default=0, ge=0, le=999)
    dark_stone: Whole = Field(default=0, ge=0, le=20)
    dark_stone_d3: Whole = Field(default=0, ge=0, le=3)
    gear: Flag = False
    artifact: Flag = False
    experience: Whole = Field(default=0, ge=0, le=999)

    @model_validator(mode="after")
    def _one_roll(self) -> LootRow:
        if self.gold_d6 and self.dark_stone_d3:
            raise ValueError("a loot card rolls for gold_d6 or for dark_stone_d3, not for both")
        return self
