"""The rows of the tables as people write them: creatures and abilities; unknown keys are refused.

Words: `name` is a row's word in cases, action names and configs (`goblin-warrior`), `title` its name for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, model_validator

from brimstone_env.core.configs import allowed_words
from brimstone_env.rounds.codes import (
    MAX_ABILITIES,
    Aim,
    Characteristic,
    Condition,
    DamageType,
    Kind,
    Reach,
    Resource,
    Shove,
    Side,
    Trait,
    Until,
)
from brimstone_env.rounds.effect_codes import Effect, Trigger
from brimstone_env.rounds.monster_codes import MonsterEffect

LONGEST_WORD = 40
KEYWORDS = ("strike", "weapon", "magic", "charge")
SIZES = {"1S": (1, 0), "1M": (1, 1), "1L": (1, 2), "2": (2, 3)}  # squares wide, weight


def word_of(code: IntEnum) -> str:
    """The word of a code in tables: small letters and hyphens."""
    return code.name.lower().replace("_", "-")


def codes_by_word(*enums: type[IntEnum]) -> dict[str, int]:
    """The codes of vocabularies by their words."""
    return {word_of(code): int(code) for enum in enums for code in enum}


EFFECTS = codes_by_word(Effect, MonsterEffect)
TRIGGERS: Mapping[int, Trigger] = MappingProxyType(  # the event that abilities with an effect answer to
    {
        Effect.PARRY: Trigger.DAMAGED,
        Effect.CONFUSION: Trigger.DAMAGED,
        Effect.MARK_DAMAGE: Trigger.DAMAGED,
        Effect.MARK_RECOVERY: Trigger.DAMAGED,
        Effect.MARK_SHIFT: Trigger.DAMAGED,
        Effect.MARK_TAUNT: Trigger.DAMAGED,
        Effect.GUIDANCE: Trigger.ROLLING,
        Effect.LINES: Trigger.FORCED,
        Effect.EXPLOSION: Trigger.FORCED,
        MonsterEffect.MEAT_SHIELD: Trigger.TARGETED,
        Effect.HESITATION: Trigger.TURN_ENDED,
        Effect.PRAYER: Trigger.TURN_START,
        Effect.PERSIST_STRIKE: Trigger.TURN_START,
        Effect.PERSIST_AREA: Trigger.TURN_START,
    }
)
KINDS = codes_by_word(Kind)
REACHES = codes_by_word(Reach)
AIMS = codes_by_word(Aim)
CHARACTERISTICS = codes_by_word(Characteristic)
CONDITIONS = codes_by_word(Condition)
DAMAGE_TYPES = codes_by_word(DamageType)
SHOVES = codes_by_word(Shove)
RESOURCES = codes_by_word(Resource)
TRAITS = codes_by_word(Trait)
SIDES = codes_by_word(Side)
UNTILS = {
    "none": int(Until.NEVER),
    "end-of-turn": int(Until.END_OF_TURN),
    "save": int(Until.SAVE),
    "mended": int(Until.MENDED),
}


def check_word(word: str) -> str:
    """Refuse what is no word of a table."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) or len(word) > LONGEST_WORD:
        raise ValueError(f"{word!r} is not a name: small letters, digits and single hyphens are allowed")
    return word


def _one_of(words: dict[str, int], what: str) -> AfterValidator:
    def check(word: str) -> str:
        if word not in words:
            raise ValueError(f"unknown {what} {word!r}: {allowed_words(word, words)}")
        return word

    return AfterValidator(check)


Whole = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Word = Annotated[str, AfterValidator(check_word)]
Text = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[Whole, Field(ge=0, le=20)]
Squares = Annotated[Whole, Field(ge=0, le=30)]
Number = Annotated[Whole, Field(ge=0, le=60)]
Score = Annotated[Whole, Field(ge=-5, le=5)]
Potency = Annotated[Whole, Field(ge=-5, le=9)]
ByTier = tuple[Number, Number, Number]
ConditionWord = Annotated[str, _one_of(CONDITIONS, "condition")]
CharacteristicWord = Annotated[str, _one_of(CHARACTERISTICS, "characteristic")]
UntilWord = Annotated[str, _one_of(UNTILS, "end")]
TypeWord = Annotated[str, _one_of(DAMAGE_TYPES, "damage type")]
NOTHING: ByTier = (0, 0, 0)


class Row(BaseModel):
    """A row of a table: fixed once made, no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NamedRow(Row):
    """A row with a word, a name for people, and where its numbers come from."""

    name: Word
    title: Text
    source: Text


class AbilityRow(NamedRow):
    """An ability.

    Attributes:
        kind: what it takes of a turn.
        cost: Heroic Resource, or Malice.
        reach: `creatures`: single targets; `self`; an area: `cube`, `line`, `burst`.
        aim: whom it is for: `enemy`, `ally`, `any`, `self-or-ally`.
        melee: squares in melee, 0 for none.
        distance: squares at range, 0 for none.
        span: side of a cube, length of a line, radius of a burst.
        targets: most single targets.
        keywords: `strike`, `weapon`, `magic`, `charge`.
        roll: characteristics of which the greatest is added to a hero's power roll.
        rolls: whether a monster makes a power roll.
        bonus: what a monster adds to it.
        damage: by tier.
        damage_dice: d6s on top.
        adds: whether the characteristic is added to the damage as well.
        kitted: whether the damage includes the hero's kit.
        type: type of the damage.
        shove: forced movement: `push`, `pull`, `slide`.
        shoves: its squares by tier.
        condition: condition imposed.
        until: how it ends, by tier; `none` where it is not imposed.
        resisted: characteristic that withstands it; none: nothing does.
        potency: value by tier: lower characteristics are affected, all by a 9.
        effect: what is special.
        amount: its numbers, by tier.
        summons: the kind of monster that appears by it.
        differs: what is decided here and not by the source.
    """

    kind: Annotated[str, _one_of(KINDS, "kind of ability")]
    cost: Count = 0
    reach: Annotated[str, _one_of(REACHES, "reach")] = "creatures"
    aim: Annotated[str, _one_of(AIMS, "aim")] = "any"
    melee: Count = 0
    distance: Squares = 0
    span: Count = 0
    targets: Annotated[Whole, Field(ge=1, le=9)] = 1
    keywords: tuple[Literal["strike", "weapon", "magic", "charge"], ...] = ()
    roll: tuple[CharacteristicWord, ...] = ()
    rolls: Flag = False
    bonus: Annotated[Whole, Field(ge=0, le=9)] = 0
    damage: ByTier = NOTHING
    damage_dice: Annotated[Whole, Field(ge=0, le=9)] = 0
    adds: Flag = False
    kitted: Flag = False
    type: TypeWord = "plain"
    shove: Annotated[str, _one_of(SHOVES, "forced movement")] = "none"
    shoves: tuple[Count, Count, Count] = NOTHING
    condition: ConditionWord | None = None
    until: tuple[UntilWord, UntilWord, UntilWord] = ("none", "none", "none")
    resisted: CharacteristicWord | None = None
    potency: tuple[Potency, Potency, Potency] = NOTHING
    effect: Annotated[str, _one_of(EFFECTS, "effect")] = "none"
    amount: ByTier = NOTHING
    summons: Word | None = None
    differs: Text | None = None


class KitRow(Row):
    """Rolled damage of a hero's kit by tier: weapon abilities in melee and at range, and magic ones."""

    melee: ByTier = NOTHING
    ranged: ByTier = NOTHING
    magic: ByTier = NOTHING


class CaptainRow(Row):
    """What minions gain by a captain."""

    speed: Annotated[Whole, Field(ge=0, le=9)] = 0
    damage: Annotated[Whole, Field(ge=0, le=9)] = 0
    distance: Annotated[Whole, Field(ge=0, le=9)] = 0
    edge: Flag = False


class KindRow(NamedRow):
    """A hero, or a kind of monster.

    Attributes:
        side: `heroes` or `enemies`.
        level: its level.
        value: encounter value; of minions of four together.
        stamina: Stamina when unhurt; of one minion.
        recoveries: Recoveries at the start.
        speed: squares of a move action.
        size: `1S`, `1M`, `1L`, `2`.
        stability: squares by which it may shorten forced movement.
        disengage: squares of a Disengage.
        characteristics: Might, Agility, Reason, Intuition, Presence.
        free_strike: damage of a monster's free strike.
        reach: squares of its melee free strike.
        distance: squares of its ranged free strike.
        traits: what is special about it.
        resource: a hero's Heroic Resource.
        gain: how much it grows by at the start of a turn; 0: a d3.
        immunity: damage not taken, by type.
        kit: damage of a hero's kit.
        captain: what a captain adds to a minion.
        abilities: names of its abilities.
    """

    side: Annotated[str, _one_of(SIDES, "side")]
    level: Annotated[Whole, Field(ge=1, le=10)] = 1
    value: Annotated[Whole, Field(ge=0, le=99)] = 0
    stamina: Annotated[Whole, Field(ge=1, le=999)]
    recoveries: Count = 0
    speed: Annotated[Whole, Field(ge=1, le=15)]
    size: Literal["1S", "1M", "1L", "2"]
    stability: Annotated[Whole, Field(ge=0, le=9)] = 0
    disengage: Annotated[Whole, Field(ge=1, le=9)] = 1
    characteristics: tuple[Score, Score, Score, Score, Score]
    free_strike: Count = 0
    reach: Annotated[Whole, Field(ge=1, le=9)] = 1
    distance: Squares = 5
    traits: tuple[Annotated[str, _one_of(TRAITS, "trait")], ...] = ()
    resource: Annotated[str, _one_of(RESOURCES, "Heroic Resource")] = "none"
    gain: Annotated[Whole, Field(ge=0, le=9)] = 0
    immunity: dict[TypeWord, Count] = Field(default_factory=dict)
    kit: KitRow = KitRow()
    captain: CaptainRow = CaptainRow()
    abilities: tuple[Word, ...] = Field(default=(), max_length=MAX_ABILITIES)

    @model_validator(mode="after")
    def _own_side(self) -> KindRow:
        if (self.side == "heroes") != (self.resource != "none"):
            raise ValueError("heroes have a resource, enemies have none")
        if "minion" in self.traits and self.side == "heroes":
            raise ValueError("a hero is no minion")
        return self
