"""The rows of the tables of heroes: classes, items, starting upgrades, side bag tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from brimstone_env.battle.codes import MAX_ITEMS
from brimstone_env.battle.table_rows import Flag, NamedRow, NeededD6, Row, Whole, Word

KEYWORDS = ("showman", "law", "traveler", "performer", "outlaw", "scout", "tribal", "frontier", "holy")
Keyword = Literal["showman", "law", "traveler", "performer", "outlaw", "scout", "tribal", "frontier", "holy"]


def keyword_bits(words: tuple[str, ...]) -> int:
    """The bits of keywords, as records hold them."""
    return sum(1 << KEYWORDS.index(word) for word in words)


class Skills(Row):
    """Dice of the six skills, in the order of `Hero.skills`."""

    agility: Whole = Field(ge=0, le=12)
    cunning: Whole = Field(ge=0, le=12)
    spirit: Whole = Field(ge=0, le=12)
    strength: Whole = Field(ge=0, le=12)
    lore: Whole = Field(ge=0, le=12)
    luck: Whole = Field(ge=0, le=12)


class HeroRow(NamedRow):
    """A hero class, with its built-in abilities as columns."""

    initiative: Whole = Field(ge=1, le=20)
    health: Whole = Field(ge=1, le=99)
    sanity: Whole = Field(ge=1, le=99)
    defense: NeededD6
    willpower: NeededD6
    combat: Whole = Field(ge=1, le=12)
    ranged_to_hit: NeededD6
    melee_to_hit: NeededD6
    skills: Skills
    items: tuple[Word, ...] = Field(default=(), max_length=MAX_ITEMS)
    max_grit: Whole = Field(default=2, ge=0, le=8)
    grit: Whole = Field(default=1, ge=0, le=8)
    dead_eye: Whole = Field(default=0, ge=0, le=6)
    move_bonus: Whole = Field(default=0, ge=0, le=6)
    grit_on: Whole = Field(default=1, ge=0, le=6)
    comfort: Flag = False
    double_shot: Flag = False
    light_guns_only: Flag = False
    no_guns: Flag = False
    free_reroll: Flag = False
    heal_bonus: Whole = Field(default=0, ge=0, le=6)
    keywords: tuple[Keyword, ...] = ()

    @model_validator(mode="after")
    def _grit_fits(self) -> HeroRow:
        if self.grit > self.max_grit:
            raise ValueError(f"grit is {self.grit}, allowed is at most max_grit, {self.max_grit}")
        return self


class ItemRow(NamedRow):
    """An item."""

    kind: Literal["gun", "hand-weapon", "badge", "book"]
    range: Whole = Field(default=0, ge=0, le=30)
    shots: Whole = Field(default=0, ge=0, le=12)
    sides: Literal[6, 8] = 6
    critical: Annotated[Whole, Field(ge=2, le=8)] | Literal["never"] = 6
    damage: Whole = Field(default=0, ge=0, le=4)
    combat: Whole = Field(default=0, ge=0, le=6)
    hands: Whole = Field(default=0, ge=0, le=2)
    pistol: Flag = False
    shotgun: Flag = False
    light: Flag = False
    free_attack: Flag = False
    rally: Whole = Field(default=0, ge=0, le=6)
    rally_grit: Whole = Field(default=0, ge=0, le=6)
    needs: tuple[Keyword, ...] = ()
    gear: Flag = False
    artifact: Flag = False

    @model_validator(mode="after")
    def _guns_shoot(self) -> ItemRow:
        if self.kind == "gun" and not (self.range and self.shots and self.hands):
            raise ValueError("a gun needs range, shots and hands of at least 1")
        if self.kind != "gun" and (self.range or self.shots):
            raise ValueError(f"range and shots are for guns, not for a {self.kind}")
        return self


class TokenRow(NamedRow):
    """A kind of side bag token; the fields are those of `layout.Token`."""

    heal_health_d6: Whole = Field(default=0, ge=0, le=4)
    heal_sanity_d6: Whole = Field(default=0, ge=0, le=4)
    grit: Whole = Field(default=0, ge=0, le=4)
    corruption_d3: Whole = Field(default=0, ge=0, le=4)
    flash: Whole = Field(default=0, ge=0, le=9)
    ash: Whole = Field(default=0, ge=0, le=9)
    shiv_d6: Whole = Field(default=0, ge=0, le=4)
    spice_d3: Whole = Field(default=0, ge=0, le=4)
    potion: Whole = Field(default=0, ge=0, le=9)
    armor: Whole = Field(default=0, ge=0, le=6)
    hatchet: Whole = Field(default=0, ge=0, le=9)
    dynamite: Flag = False
    others: Flag = False
    needs: tuple[Keyword, ...] = ()


class UpgradeRow(NamedRow):
    """A starting upgrade of a hero class; the fields are those of `layout.Upgrade`."""

    hero: Word
    health: Whole = Field(default=0, ge=-20, le=20)
    sanity: Whole = Field(default=0, ge=-20, le=20)
    combat: Whole = Field(default=0, ge=-6, le=6)
    damage: Whole = Field(default=0, ge=-6, le=6)
    item: Word | None = None
    fanning: Flag = False
    quickdraw: Flag = False
    reload: Flag = False
    punch: Flag = False
    dodge: Flag = False
    twin_guns: Flag = False
    explosives: Flag = False
    redraw: Flag = False
    guns: Flag = False

    @model_validator(mode="after")
    def _one_ability(self) -> UpgradeRow:
        """One action stands for what an upgrade offers in the movement and attack decisions."""
        if self.fanning + self.reload + self.explosives > 1:
            raise ValueError("only one of fanning, reload and explosives can be true")
        return self
