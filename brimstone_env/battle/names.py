"""Names of the battle's actions: what people, logs, cases and reports write instead of numbers.

Every action has exactly one name at a time, and `action_index` is the inverse of `action_name`. Some blocks have
another word in another decision (the enemy block is `activate enemy N` when the players order equally near enemies,
else `assign enemy N`); the meaning of an index stays the same.

Composite names (`assign all enemy 2`, `free shoot pistol`) stand for two actions, what and whom; see `expand_name`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.battle.codes import (
    BOARD_SIDE,
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    MAX_DICE,
    MAX_ENEMIES,
    MAX_HEROES,
    MAX_ITEMS,
    NOBODY,
    NUM_ACTIONS,
    NUM_NUMBERS,
    NUM_USES,
    NUM_VERBS,
    Decision,
    Side,
    Verb,
)
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import AbsentError
from brimstone_env.core.notation import parse_square, square_text

if TYPE_CHECKING:
    from brimstone_env.battle.book import Tables

# Blocks whose names end in a number: first index, size, word, heading for people.
NUMBERED = (
    (FIRST_ENEMY, MAX_ENEMIES, "assign enemy", "enemies"),
    (FIRST_HERO, MAX_HEROES, "activate hero", "heroes"),
    (FIRST_DIE, MAX_DICE, "reroll die", "dice"),
    (FIRST_NUMBER, NUM_NUMBERS, "heal", "points"),
)
# Other words of a block, and the decisions in which it has them.
OTHER_WORDS: dict[int, tuple[tuple[Decision, str], ...]] = {
    FIRST_ENEMY: ((Decision.FIRST, "activate enemy"), (Decision.SHIV, "stab enemy")),
    FIRST_HERO: ((Decision.TOKEN_HERO, "on hero"), (Decision.SWAP, "swap hero"), (Decision.AGREE, "swap hero")),
    FIRST_NUMBER: ((Decision.SPLIT, "split"), (Decision.SKILL, "raise skill")),
}
# Which side is first (`Decision.FIRST_SIDE`): names by action.
SIDE_NAMES = {FIRST_NUMBER + side: f"first {side.name.lower()}" for side in (Side.HEROES, Side.ENEMIES)}
# Blocks whose names end in an item of the deciding hero, or a kind of token: first index, size, word, heading.
ITEM_BLOCKS = ((FIRST_SHOOT, MAX_ITEMS, "shoot", "attack"), (FIRST_USE, NUM_USES, "use", "items"))
VERB_HEADINGS = {
    Verb.END: "activation",
    Verb.END_MOVE: "movement",
    Verb.EXTRA_MOVE: "movement",
    Verb.MELEE: "attack",
    Verb.FREE_ATTACK: "attack",
    Verb.KEEP: "dice",
    Verb.ROLL: "dice",
    Verb.REROLL_FAILURES: "dice",
    Verb.DEAD_EYE: "dice",
    Verb.ASSIGN_ALL: "enemies",
    Verb.TAKE_GRIT: "points",
    Verb.TAKE_HEALING: "points",
    Verb.LET_GO: "movement",
    Verb.RECOVER: "heroes",
    Verb.DRAG: "movement",
    Verb.THROW_DYNAMITE: "attack",
    Verb.USE_REVIVE: "items",
    Verb.SHOOT_BOTH: "attack",
    Verb.USE_ABILITY: "items",
    Verb.GO_ON: "activation",
}
HEADINGS = ("movement", "attack", "enemies", "dice", "heroes", "items", "points", "activation")
# Names of two actions: pattern, first action, name of the second.
COMPOSITES = (
    (re.compile(r"assign all enemy (\S+)"), Verb.ASSIGN_ALL, "assign enemy {}"),
    (re.compile(r"free (melee|shoot .+)"), Verb.FREE_ATTACK, "{}"),
    (re.compile(r"recover hero (\S+)"), Verb.RECOVER, "activate hero {}"),
    (re.compile(r"drag hero (\S+)"), Verb.DRAG, "activate hero {}"),
)
USE_ON_HERO = re.compile(r"(use .+) hero (\S+)")


def verb_name(index: int) -> str:
    """The name of an action without an argument."""
    return Verb(index).name.lower().replace("_", " ")


VERB_INDICES = {verb_name(index): index for index in range(NUM_VERBS)}


# --- index to name --------------------------------------------------------------------------------------------------


def action_name(index: int, battle: Any, book: Any, tables: Tables) -> str:
    """The name of an action.

    Args:
        index: the action, 0..NUM_ACTIONS - 1, legal or not.
        battle: the battle; its pending decision says whose items are meant.
        book: its book.
        tables: names of items.

    Raises:
        InputError: if there is no such action.
    """
    if not 0 <= index < NUM_ACTIONS:
        raise InputError(f"action {index} is out of range, allowed are 0..{NUM_ACTIONS - 1}")
    if index < NUM_VERBS:
        return verb_name(index)
    if battle.pending.kind == Decision.FIRST_SIDE and index in SIDE_NAMES:
        return SIDE_NAMES[index]
    for first, size, word, _ in NUMBERED:
        if first <= index < first + size:
            return f"{_word_now(first, word, battle)} {index - first}"
    if FIRST_SHOOT <= index < FIRST_USE:
        return item_actions(battle, tables)[index - FIRST_SHOOT]
    if FIRST_USE <= index < FIRST_NUMBER:
        return token_actions(tables)[index - FIRST_USE]
    word = "at" if battle.pending.kind == Decision.THROW else "move"
    return f"{word} {square_text(*divmod(index - FIRST_SQUARE, BOARD_SIDE))}"


def _word_now(first: int, word: str, battle: Any) -> str:
    kind = int(battle.pending.kind)
    return next((other for decision, other in OTHER_WORDS.get(first, ()) if kind == decision), word)


def item_actions(battle: Any, tables: Tables) -> list[str]:
    """What the actions of the item slots are called, those of the hero that the pending decision is about.

    A gun is `shoot pistol`, what is no gun `use marshal-badge`; a second item of the same name is `shoot pistol 2`, and
    a slot without an item `shoot slot K`.
    """
    hero_index = int(battle.pending.hero)
    items = [NOBODY] * MAX_ITEMS if hero_index == NOBODY else [int(i) for i in battle.heroes[hero_index].items]
    names = []
    for slot, item in enumerate(items):
        if item == NOBODY:
            names.append(f"shoot slot {slot}")
            continue
        verb = "shoot" if tables.items[item].kind == "gun" else "use"
        earlier = items[:slot].count(item)
        names.append(f"{verb} {tables.item_names[item]}" + (f" {earlier + 1}" if earlier else ""))
    return names


def token_actions(tables: Tables) -> list[str]:
    """What the actions of the token block are called; a kind that the tables do not have is `use token K`."""
    names = [f"use {name}" for name in tables.token_names[1:]]
    return names + [f"use token {kind}" for kind in range(len(names) + 1, NUM_USES + 1)]


# --- name to index --------------------------------------------------------------------------------------------------


def action_index(name: str, battle: Any, book: Any, tables: Tables) -> int:
    """The action of that name.

    Args:
        name: a name of one action, `move 3,4`; composite names are for `expand_name`.
        battle: the battle; its pending decision says whose items are meant.
        book: its book.
        tables: names of items.

    Raises:
        AbsentError: if it is the name of an action in another position, but of none in this one.
        InputError: if it is no name at all.
    """
    name = " ".join(name.split())
    index = _find_index(name, battle, tables)
    called = action_name(index, battle, book, tables)
    if called != name:
        raise AbsentError(f"action {name!r} belongs to another decision, here it would be {called!r}")
    return index


def expand_name(name: str, battle: Any, book: Any, tables: Tables) -> list[int]:
    """The actions that a name stands for: one, or two for a composite name (what, then whom).

    Raises:
        AbsentError: if it is the name of an action in another position, but of none in this one.
        InputError: if it is no name at all.
    """
    name = " ".join(name.split())
    for pattern, verb, second in COMPOSITES:
        match = pattern.fullmatch(name)
        if match:
            return [int(verb), _find_index(second.format(match[1]), battle, tables)]
    match = USE_ON_HERO.fullmatch(name)
    if match:
        return [
            action_index(match[1], battle, book, tables),
            _find_index(f"on hero {match[2]}", battle, tables),
        ]
    return [action_index(name, battle, book, tables)]


def _find_index(name: str, battle: Any, tables: Tables) -> int:
    """The action that a name means in the decision to which its words belong."""
    if name in VERB_INDICES:
        return VERB_INDICES[name]
    if name in SIDE_NAMES.values():
        return next(index for index, side in SIDE_NAMES.items() if side == name)
    words, _, last = name.rpartition(" ")
    for first, size, word, _ in NUMBERED:
        if words in (word, *(other for _, other in OTHER_WORDS.get(first, ()))):
            return first + _parse_number(last, size, name)
    if words in ("move", "at"):
        square = parse_square(last)
        if square is None:
            raise InputError(f"action {name!r}: {last!r} is not a square R,C of the board, 0..{BOARD_SIDE - 1} each")
        return FIRST_SQUARE + square[0] * BOARD_SIDE + square[1]
    if words.split(" ")[0] in ("shoot", "use"):
        return _find_slot(name, battle, tables)
    raise InputError(f"{name!r} is not the name of an action")


def _parse_number(text: str, size: int, name: str) -> int:
    numbers = [str(number) for number in range(size)]
    if text not in numbers:
        raise InputError(f"action {name!r}: {text!r} is not a number from 0 to {size - 1}")
    return numbers.index(text)


def _find_slot(name: str, battle: Any, tables: Tables) -> int:
    """The action of an item slot or of a kind of token."""
    items, tokens = item_actions(battle, tables), token_actions(tables)
    if name in items:
        return FIRST_SHOOT + items.index(name)
    if name in tokens:
        return FIRST_USE + tokens.index(name)
    word = name.split(" ", 1)[1]
    if re.sub(r" \d+$", "", word) in (*tables.item_ids, "slot"):
        carried = ", ".join(action.split(" ", 1)[1] for action in items)
        raise AbsentError(f"item {word!r} is not carried by the hero who decides, who has {carried}")
    allowed = ", ".join((*tables.item_ids, *tables.token_names[1:]))
    raise InputError(f"unknown item {word!r}, allowed are {allowed}")


# --- for people -----------------------------------------------------------------------------------------------------


def action_groups(mask: NDArray[Any], battle: Any, book: Any, tables: Tables) -> dict[str, list[str]]:
    """The names of the legal actions under headings, for people to choose from.

    Args:
        mask: (NUM_ACTIONS,) legal actions.
        battle: the battle.
        book: its book.
        tables: names of items.

    Returns:
        Names by heading, in the order of `HEADINGS` and of the actions; headings without actions are left out.
    """
    groups: dict[str, list[str]] = {heading: [] for heading in HEADINGS}
    for index in np.flatnonzero(mask).tolist():
        groups[heading_of(index)].append(action_name(index, battle, book, tables))
    return {heading: names for heading, names in groups.items() if names}


def heading_of(index: int) -> str:
    """The heading under which people look for an action."""
    if index < NUM_VERBS:
        return VERB_HEADINGS[Verb(index)]
    for first, size, _, heading in (*NUMBERED, *ITEM_BLOCKS):
        if first <= index < first + size:
            return heading
    return "movement"
