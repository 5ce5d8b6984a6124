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

from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import new_records

GAME_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "battle": "brimstone_env.battle.game",
        "delve": "brimstone_env.battle.delve_game",
        "rounds": "brimstone_env.rounds.game",
    }
)


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
class OddsRules:
    """What odds have to know of a game.

    Attributes:
        resting: kinds of decisions at which odds end: the next thing that a hero is free to do.
        reroll: the kind of decision about a reroll.
        keep: the action that lets a roll be.
        failures: the action that rerolls every failed die.
        floor: `(battle) -> frames`: with fewer on the stack, what is decided now is over.
        counted: `(battle) -> roll kinds` of which only the number of dice of each grade matters.
        worth: `(battle, mask, by_name) -> actions`, the legal ones without those that come to the same as another
            one; `by_name`: it matters which of several like enemies is hit.
        names: `(battle) -> names` of the facts that tell outcomes apart.
        measure: `(before, afters, book) -> (n, facts)` whole numbers: the facts of n battles that came of one.
        objectives: what is made as great as may be, by word: weights of facts, the most important ones first.
    """

    resting: frozenset[int]
    reroll: int
    keep: int
    failures: int
    floor: Callable[[Any], int]
    counted: Callable[[Any], list[int]]
    worth: Callable[[Any, NDArray[np.int8], bool], list[int]]
    names: Callable[[Any], tuple[str, ...]]
    measure: Callable[[Any, NDArray[Any], Any], NDArray[np.int64]]
    objectives: Mapping[str, Sequence[Mapping[str, int]]]


@dataclass(frozen=True)
class Game:
    """A game, as everything shared sees it.

    Arrays: `battles` and `books` are record arrays of length n and m, `dice` a record array of length 1.

    Attributes:
        name: the word for the game in cases and models, and the name of its package.
        env_id: Gymnasium id.
        version: version of the environment; changes whenever a battle may go differently.
        num_actions: size of the action space.
        record: record class of a battle; it has a field `outcome` that is 0 while the battle is undecided, and a field
            `score`, whose growth in a step is the step's reward in hundredths.
        book_record: record class of the book.
        num_heroes: hero slots.
        outcomes: words by value of `outcome`.
        decisions: words by value of the pending decision's kind.
        roll_kinds: roll kind by word.
        commands: the number of each command that `run_many` knows, by word: `step`, `reset`, `reset over`, `observe`,
            `playout`, `enumerate`, and the words of the game's cases.
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
        odds: what odds have to know of it; None if it has no odds.
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
    odds: OddsRules | None = None

    @property
    def codes(self) -> Any:
        """The module of the game's vocabulary (`codes.py`)."""
        return importlib.import_module(self.record.__module__.rpartition(".")[0] + ".codes")

    def run(
        self,
        command: str,
        battles: NDArray[Any],
        books: NDArray[Any],
        dice: NDArray[Any],
        action: int = 0,
        seed: int = 0,
    ) -> NDArray[np.int32]:
        """Run one command on every battle, without observations: for cases, tools and people, not for training.

        Args:
            command: a word of `commands`.
            battles: (n,) battles, changed in place.
            books: (m,) books, read-only.
            dice: (1,) dice table.
            action: the action of every battle, for `step`.
            seed: episode seed of the first battle, the others have the following ones; for `reset` and `reset over`.

        Returns:
            (n,) applied: 1 where an action was applied; the number of decisions after a playout.
        """
        actions = np.full(len(battles), action, np.int64)
        states = stream_states(np.arange(seed, seed + len(battles), dtype=np.int64))
        return self._call(command, battles, books, dice, actions, states, np.zeros((0, self.num_actions), np.int8))

    def mask(self, battles: NDArray[Any], books: NDArray[Any], dice: NDArray[Any]) -> NDArray[np.int8]:
        """The (n, num_actions) legal actions of the pending decisions; no battle is changed."""
        masks = np.zeros((len(battles), self.num_actions), np.int8)
        nothing = np.zeros(len(battles), np.int64)
        self._call("observe", battles, books, dice, nothing, stream_states(nothing), masks)
        return masks

    def play_address(self, books: NDArray[Any]) -> int:
        """Where the rules' `play_action` lies in this process, for planners' kernels (`core.native`).

        Args:
            books: (m,) books, read-only.
        """
        one, found = np.zeros(1, np.int64), stream_states(np.zeros(1, np.int64))
        masks = np.zeros((0, self.num_actions), np.int8)
        self._call("address", new_records(self.record, 1), books, new_dice(), one, found, masks)
        return int(found[0, 0, 0])

    def _call(
        self,
        command: str,
        battles: NDArray[Any],
        books: NDArray[Any],
        dice: NDArray[Any],
        actions: NDArray[np.int64],
        states: NDArray[np.int64],
        masks_out: NDArray[np.int8],
    ) -> NDArray[np.int32]:
        applied = np.zeros(len(battles), np.int32)
        planes = [np.zeros((0, *plane.shape), plane.dtype) for plane in self.observation_planes()]
        self.run_many(self.commands[command], battles, books, dice, actions, states, applied, masks_out, *planes)
        return applied


def find_game(name: str) -> Game:
    """The game of that name.

    Raises:
        InputError: if there is none.
    """
    if name not in GAME_MODULES:
        raise InputError(f"game: unknown game {name!r}, allowed are {', '.join(GAME_MODULES)}")
    return cast(Game, importlib.import_module(GAME_MODULES[name]).GAME)
