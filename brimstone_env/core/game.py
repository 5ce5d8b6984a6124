"""What a game hands over to everything that is shared: records, entries, names, view, positions, pictures.

Adapters, the case runner and the command line know a game only as a `Game`. A game's package fills one in its
`game.py`; heavy parts (compiled rules, tables, pictures) are imported by the functions there when first called.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.records import as_records

GAME_MODULES: Mapping[str, str] = MappingProxyType({"battle": "brimstone_env.battle.game"})


class AbsentError(InputError):
    """A name that is well formed, but that no action of the pending decision has (an item not carried, say)."""


@dataclass(frozen=True)
class Plane:
    """One leaf of a game's observation.

    Attributes:
        name: key of the observation Dict.
        shape: shape of one observation, without the batch axis.
        dtype: NumPy storage type.
        high: greatest values, an array of `shape` or a number; the least is 0.
    """

    name: str
    shape: tuple[int, ...]
    dtype: Any
    high: Any


@dataclass(frozen=True)
class Game:
    """A game, as everything shared sees it.

    Arrays: `battles` and `books` are record arrays of length n and m, `dice` a record array of length 1.

    Attributes:
        name: the word for the game in cases and models, and the name of its package.
        env_id: Gymnasium id.
        version: version of the environment; changes whenever a battle may go differently.
        num_actions: size of the action space.
        record: record class of a battle; it has a field `outcome` that is 0 while the battle is undecided.
        book_record: record class of the book.
        num_heroes: hero slots.
        outcomes: words by value of `outcome`.
        decisions: words by value of the pending decision's kind.
        roll_kinds: roll kind by word.
        commands: the number of each command that `run_many` knows, by word: `step`, `reset`, `reset over`, `observe`,
            `playout`, and the words of the game's cases.
        case_commands: the commands that may stand in the `do` of a rule case.
        run_many: the compiled entry, called as `run_many(command, battles, books, dice, actions, seeds, applied_out,
            masks_out, *planes_out)`; see the methods below.
        load_tables: printed facts from a folder, or the ones that come with the package.
        load_scenario: a scenario by name, path or dict.
        make_book: `(tables, scenario, options) -> books` of length 1.
        keep_single: a copy of books under which decisions with one legal option are asked too.
        action_name: `(index, battle, book, tables) -> name`.
        action_index: `(name, battle, book, tables) -> index`; raises `InputError` for what is no action name, and
            `AbsentError` for one that stands for nothing in the pending decision.
        expand_name: `(name, battle, book, tables) -> indices`, more than one for what takes several steps; raises
            the same.
        action_groups: `(mask, battle, book, tables) -> {heading: names}`, the legal actions for people.
        view: `(battle, book, tables, viewer) -> dict`, what a seat (None: everybody) may know, for people and JSON.
        parse_position: `(data, tables, where) -> (battles, books, dice)`.
        format_position: `(battle, book, tables) -> TOML text`.
        observation_planes: the leaves of an observation, in the order in which `run_many` takes their buffers.
        observation_rows: rows (leaf, index, name, high, meaning) of the observation table.
        draw_ansi: `(battle, book, tables, **options) -> text`.
        draw_rgb: `(battle, book, tables, **options) -> uint8 (height, width, 3)`.
    """

    name: str
    env_id: str
    version: int
    num_actions: int
    record: type[Any]
    book_record: type[Any]
    num_heroes: int
    outcomes: tuple[str, ...]
    decisions: tuple[str, ...]
    roll_kinds: Mapping[str, int]
    commands: Mapping[str, int]
    case_commands: tuple[str, ...]
    run_many: Callable[..., None]
    load_tables: Callable[..., Any]
    load_scenario: Callable[..., Any]
    make_book: Callable[..., NDArray[Any]]
    keep_single: Callable[[NDArray[Any]], NDArray[Any]]
    action_name: Callable[[int, Any, Any, Any], str]
    action_index: Callable[[str, Any, Any, Any], int]
    expand_name: Callable[[str, Any, Any, Any], list[int]]
    action_groups: Callable[[NDArray[Any], Any, Any, Any], dict[str, list[str]]]
    view: Callable[..., dict[str, Any]]
    parse_position: Callable[..., tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]
    format_position: Callable[[Any, Any, Any], str]
    observation_planes: Callable[[], tuple[Plane, ...]]
    observation_rows: Callable[[], Sequence[tuple[str, int, str, int, str]]]
    draw_ansi: Callable[..., str]
    draw_rgb: Callable[..., NDArray[np.uint8]]

    def run(
        self, command: str, battles: NDArray[Any], books: NDArray[Any], dice: NDArray[Any], action: int = 0
    ) -> NDArray[np.int8]:
        """Run one command on every battle, without observations: for cases, tools and people, not for training.

        Args:
            command: a word of `commands`.
            battles: (n,) battles, changed in place.
            books: (m,) books.
            dice: (1,) dice table.
            action: the action of every battle, for `step`.

        Returns:
            (n,) applied: 1 where an action was applied; the number of decisions after a playout, capped at 127.
        """
        count = len(battles)
        actions = np.full(count, action, np.int64)
        seeds = np.zeros((count, *self._seed_shape), np.int64)
        applied = np.zeros(count, np.int32)
        masks = np.zeros((0, self.num_actions), np.int8)
        self.run_many(self.commands[command], battles, books, dice, actions, seeds, applied, masks, *self._no_planes())
        return np.minimum(applied, 127).astype(np.int8)

    def mask(self, battles: NDArray[Any], books: NDArray[Any], dice: NDArray[Any]) -> NDArray[np.int8]:
        """The (n, num_actions) legal actions of the pending decisions; no battle is changed."""
        count = len(battles)
        masks = np.zeros((count, self.num_actions), np.int8)
        nothing = np.zeros(count, np.int64)
        seeds = np.zeros((count, *self._seed_shape), np.int64)
        applied = np.zeros(count, np.int32)
        code = self.commands["observe"]
        self.run_many(code, battles, books, dice, nothing, seeds, applied, masks, *self._no_planes())
        return masks

    def _no_planes(self) -> list[NDArray[Any]]:
        return [np.zeros((0, *plane.shape), plane.dtype) for plane in self.observation_planes()]

    @property
    def _seed_shape(self) -> tuple[int, ...]:
        return cast("tuple[int, ...]", self.record.DTYPE["streams"]["state"].shape)


def find_game(name: str) -> Game:
    """The game of that name.

    Raises:
        InputError: if there is none.
    """
    if name not in GAME_MODULES:
        raise InputError(f"game: unknown game {name!r}, allowed are {', '.join(GAME_MODULES)}")
    return cast(Game, importlib.import_module(GAME_MODULES[name]).GAME)


def copy_records(records: NDArray[Any]) -> NDArray[Any]:
    """A writable copy of a record array that still allows attribute access to its records."""
    return as_records(np.array(records, copy=True))
