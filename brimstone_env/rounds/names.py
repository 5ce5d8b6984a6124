"""Names of the actions of Rounds-v0: what people, logs, cases and reports write instead of numbers.

Every action has exactly one name at a time, and `action_index` is the inverse of `action_name`. Some blocks have
another word in another decision (the creature block is `act hero 1` where the order is asked, else `on hero 1`); the
meaning of an index stays the same.

Composite names (`use brutal-slam on enemy 3`, `advance 4,5`) stand for two actions, what and whom; see `expand_name`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.game import AbsentError
from brimstone_env.core.notation import parse_square, square_text
from brimstone_env.rounds.codes import (
    BOARD_SIDE,
    FIRST_ABILITY,
    FIRST_COMMON,
    FIRST_CREATURE,
    FIRST_NUMBER,
    FIRST_SQUARE,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_ENEMIES,
    MAX_HEROES,
    NOBODY,
    NUM_ACTIONS,
    NUM_COMMON,
    NUM_NUMBERS,
    NUM_VERBS,
    Common,
    Condition,
    Decision,
    Verb,
)

if TYPE_CHECKING:
    from brimstone_env.rounds.table_files import Tables

VERBS = {int(verb): verb for verb in Verb}
VERB_NAMES = {
    Verb.HEROES_FIRST: "first heroes",
    Verb.ENEMIES_FIRST: "first enemies",
}
# Words of the creature block by decision, and the word of all other decisions.
CREATURE_WORDS = {Decision.NEXT: "act", Decision.VOTE: "vote", Decision.SWAP: "swap"}
CREATURE_WORD = "on"
SQUARE_WORDS = {Decision.AREA: "at"}
SQUARE_WORD = "move"
# Words of the number block by decision; ways and conditions have names of their own.
NUMBER_WORDS = {
    Decision.SURGES: "surges",
    Decision.STABILITY: "resist",
    Decision.POTENCY: "potency",
    Decision.SPEND: "spend",
    Decision.OPTION: "option",
}
NUMBER_WORD = "number"
WAY_WORD, ENDING_WORD = "way", "end"
WAYS = ("north", "east", "south", "west", "north-west", "north-east", "south-east", "south-west")
CONDITION_WORDS = tuple(condition.name.lower().replace("_", "-") for condition in Condition)
HEADINGS = ("order", "movement", "abilities", "targets", "numbers", "turn")
COMPOSITES = (
    (re.compile(r"(advance|disengage) (\d+,\d+)"), "move {}"),
    (re.compile(r"(use \S+) on ((?:hero|enemy) \d+)"), "on {}"),
    (re.compile(r"(use \S+) at (\d+,\d+)"), "at {}"),
)


def verb_name(index: int, agreeing: bool = False) -> str:
    """The name of an action without an argument; a free place of the block is `verb N`."""
    verb = VERBS.get(index)
    if verb is None:
        return f"verb {index}"
    if agreeing and index == Verb.REACT:
        return "agree"
    return VERB_NAMES.get(verb, verb.name.lower().replace("_", " "))


VERB_INDICES = {**{verb_name(index): index for index in range(NUM_VERBS)}, "agree": int(Verb.REACT)}


def creature_name(creature: int) -> str:
    """A creature by its side's index: `hero 1`, `enemy 4`; `nobody` for none."""
    if creature == NOBODY:
        return "nobody"
    return f"hero {creature}" if creature < MAX_HEROES else f"enemy {creature - MAX_HEROES}"


# --- index to name --------------------------------------------------------------------------------------------------


def action_name(index: int, battle: Any, book: Any, tables: Tables) -> str:
    """The name of an action.

    Args:
        index: the action, 0..NUM_ACTIONS - 1, legal or not.
        battle: the battle; its pending decision says whose abilities are meant.
        book: its book.
        tables: names of abilities.

    Raises:
        InputError: if there is no such action.
    """
    if not 0 <= index < NUM_ACTIONS:
        raise InputError(f"action {index} is out of range, allowed are 0..{NUM_ACTIONS - 1}")
    kind = int(battle.pending.kind)
    if index < NUM_VERBS:
        return verb_name(index, kind == Decision.AGREE)
    if index < FIRST_CREATURE:
        word = _by_decision(SQUARE_WORDS, kind, SQUARE_WORD)
        return f"{word} {square_text(*divmod(index - FIRST_SQUARE, BOARD_SIDE))}"
    if index < FIRST_ABILITY:
        return f"{_by_decision(CREATURE_WORDS, kind, CREATURE_WORD)} {creature_name(index - FIRST_CREATURE)}"
    if index < FIRST_COMMON:
        return ability_actions(battle, book, tables)[index - FIRST_ABILITY]
    if index < FIRST_NUMBER:
        return common_actions(tables)[index - FIRST_COMMON]
    return number_name(index - FIRST_NUMBER, kind)


def _by_decision(words: dict[Decision, str], kind: int, other: str) -> str:
    return next((word for decision, word in words.items() if decision == kind), other)


def ability_actions(battle: Any, book: Any, tables: Tables) -> list[str]:
    """What the actions of the ability slots are called, those of the creature that the pending decision is about."""
    creature = int(battle.pending.creature)
    kind = NOBODY if creature == NOBODY else int(battle.creatures[creature].kind)
    rows = [NOBODY] * MAX_ABILITIES if kind == NOBODY else [int(row) for row in book.kinds[kind].abilities]
    return [
        f"use slot {slot}" if row == NOBODY else f"use {tables.ability_names[row]}" for slot, row in enumerate(rows)
    ]


def common_actions(tables: Tables) -> list[str]:
    """What the actions that everybody has are called; a free place of the block is `use common N`."""
    names = [f"use {tables.ability_names[common]}" for common in Common]
    return names + [f"use common {number}" for number in range(len(names), NUM_COMMON)]


def number_name(number: int, kind: int) -> str:
    """The name of a number, a way in which somebody is moved, or a condition that ends."""
    if kind == Decision.FORCE:
        return f"{WAY_WORD} {WAYS[number] if number < len(WAYS) else number}"
    if kind == Decision.ENDING:
        return f"{ENDING_WORD} {CONDITION_WORDS[number]}"
    return f"{_by_decision(NUMBER_WORDS, kind, NUMBER_WORD)} {number}"


# --- name to index --------------------------------------------------------------------------------------------------


def action_index(name: str, battle: Any, book: Any, tables: Tables) -> int:
    """The action of that name.

    Args:
        name: a name of one action, `move 3,4`; composite names are for `expand_name`.
        battle: the battle; its pending decision says whose abilities are meant.
        book: its book.
        tables: names of abilities.

    Raises:
        AbsentError: if it is the name of an action in another position, but of none in this one.
        InputError: if it is no name at all.
    """
    name = " ".join(name.split())
    index = _find_index(name, battle, book, tables)
    called = action_name(index, battle, book, tables)
    if called != name:
        raise AbsentError(f"action {name!r} belongs to another decision, here it would be {called!r}")
    return index


def expand_name(name: str, battle: Any, book: Any, tables: Tables) -> list[int]:
    """The actions that a name stands for: one, or two for a composite name (what, then whom or where).

    Raises:
        AbsentError: if it is the name of an action in another position, but of none in this one.
        InputError: if it is no name at all.
    """
    name = " ".join(name.split())
    for pattern, second in COMPOSITES:
        match = pattern.fullmatch(name)
        if match:
            return [
                action_index(match[1], battle, book, tables),
                _find_index(second.format(match[2]), battle, book, tables),
            ]
    return [action_index(name, battle, book, tables)]


def _find_index(name: str, battle: Any, book: Any, tables: Tables) -> int:
    """The action that a name means in the decision to which its words belong."""
    if name in VERB_INDICES:
        return VERB_INDICES[name]
    words, _, last = name.rpartition(" ")
    if words in (SQUARE_WORD, *SQUARE_WORDS.values()):
        square = parse_square(last)
        if square is None:
            raise InputError(f"action {name!r}: {last!r} is not a square R,C of the board, 0..{BOARD_SIDE - 1} each")
        return FIRST_SQUARE + square[0] * BOARD_SIDE + square[1]
    word, _, side = words.partition(" ")
    if word in (CREATURE_WORD, *CREATURE_WORDS.values()) and side in ("hero", "enemy"):
        first, size = (0, MAX_HEROES) if side == "hero" else (MAX_HEROES, MAX_ENEMIES)
        return FIRST_CREATURE + first + _parse_number(last, size, name)
    if word == "use":
        return _find_ability(name, battle, book, tables)
    return _find_number(name, words, last)


def _find_number(name: str, words: str, last: str) -> int:
    """The action of a number, a way, or a condition."""
    if words == WAY_WORD and last in WAYS:
        return FIRST_NUMBER + WAYS.index(last)
    if words == ENDING_WORD and last in CONDITION_WORDS:
        return FIRST_NUMBER + CONDITION_WORDS.index(last)
    if words in (WAY_WORD, NUMBER_WORD, *NUMBER_WORDS.values()):
        return FIRST_NUMBER + _parse_number(last, NUM_NUMBERS, name)
    raise InputError(f"{name!r} is not the name of an action")


def _parse_number(text: str, size: int, name: str) -> int:
    numbers = [str(number) for number in range(size)]
    if text not in numbers:
        raise InputError(f"action {name!r}: {text!r} is not a number from 0 to {size - 1}")
    return numbers.index(text)


def _find_ability(name: str, battle: Any, book: Any, tables: Tables) -> int:
    """The action of one of the creature's own abilities, or of one that everybody has."""
    own, common = ability_actions(battle, book, tables), common_actions(tables)
    if name in own:
        return FIRST_ABILITY + own.index(name)
    if name in common:
        return FIRST_COMMON + common.index(name)
    word = name.split(" ", 1)[1]
    if word in tables.ability_ids or re.fullmatch(r"(slot|common) \d+", word):
        has = ", ".join(action.split(" ", 1)[1] for action in own if not action.startswith("use slot"))
        raise AbsentError(f"ability {word!r} is none of the creature that is asked, which has {has or 'none'}")
    raise InputError(f"unknown ability {word!r}, allowed are {', '.join(tables.ability_names)}")


# --- for people -----------------------------------------------------------------------------------------------------


def action_groups(mask: NDArray[Any], battle: Any, book: Any, tables: Tables) -> dict[str, list[str]]:
    """The names of the legal actions under headings, for people to choose from.

    Args:
        mask: (NUM_ACTIONS,) legal actions.
        battle: the battle.
        book: its book.
        tables: names of abilities.

    Returns:
        Names by heading, in the order of `HEADINGS` and of the actions; headings without actions are left out.
    """
    groups: dict[str, list[str]] = {heading: [] for heading in HEADINGS}
    for index in np.flatnonzero(mask).tolist():
        groups[heading_of(index, int(battle.pending.kind))].append(action_name(index, battle, book, tables))
    return {heading: names for heading, names in groups.items() if names}


def heading_of(index: int, kind: int) -> str:
    """The heading under which people look for an action of a kind of decision."""
    if index < NUM_VERBS:
        if index in (Verb.ADVANCE, Verb.DISENGAGE):
            return "movement"
        return "turn" if index in (Verb.END, Verb.PASS) else "order"
    if index < FIRST_CREATURE:
        return "targets" if kind == Decision.AREA else "movement"
    if index < FIRST_CREATURE + MAX_CREATURES:
        return "order" if kind in CREATURE_WORDS else "targets"
    return "abilities" if index < FIRST_NUMBER else "numbers"
