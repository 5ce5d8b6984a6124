"""A game with scenario, tables and options, checked and ready to be played: what both adapters stand on."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.dice import stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game, Plane, find_game
from brimstone_env.core.readings import INFO_FIELDS, FieldReader
from brimstone_env.core.readings import plain as plain  # part of what adapters need
from brimstone_env.core.records import copy_records, new_records

ILLEGAL_ACTIONS = ("noop_penalty", "raise")
ARGUMENTS = ("scenario", "tables", "illegal_action", "outside", "max_episode_steps", "render_mode", "log")
ILLEGAL_PENALTY = -0.01  # reward of an illegal action that is let pass
SCORE_UNIT = 100  # a battle keeps its score in hundredths; what a step adds to it is the step's reward
SCORE = ("score",)  # the field of the record
RENDER_MODES = ("ansi", "rgb_array", "human")
FIRST_DRAWN_SEED = 2**32  # seeds below are for people and evaluation blocks; drawn ones never fall among them
LAST_SEED = 2**53  # a JSON number holds every smaller one exactly


@dataclass(frozen=True)
class Prepared:
    """A game ready to be played.

    Attributes:
        game: the game.
        tables: its printed facts.
        scenario: what is played.
        books: (1,) read-only books.
        step_cap: steps after which an episode is truncated.
        raises: whether an illegal action is an error; else it costs `ILLEGAL_PENALTY`.
    """

    game: Game
    tables: Any
    scenario: Any
    books: NDArray[Any]
    step_cap: int
    raises: bool

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """The leaves of an observation."""
        return self.game.observation_planes()

    @cached_property
    def reader(self) -> FieldReader:
        """Reads what `info` takes from a battle's record."""
        return FieldReader(self.game.record.DTYPE, INFO_FIELDS)

    @cached_property
    def score_reader(self) -> FieldReader:
        """Reads the score of a battle's record."""
        return FieldReader(self.game.record.DTYPE, {"score": SCORE})

    @cached_property
    def observation_space(self) -> gym.spaces.Dict:
        """The space of one observation."""
        leaves: dict[str, gym.Space[Any]] = {
            plane.name: gym.spaces.Box(
                np.zeros(plane.shape, plane.dtype), spread(plane.high, plane.shape), dtype=plane.dtype
            )
            for plane in self.planes
        }
        return gym.spaces.Dict(leaves)

    @cached_property
    def action_space(self) -> gym.spaces.Discrete[np.int64]:
        """The space of actions; what an index means never changes."""
        return gym.spaces.Discrete(self.game.num_actions)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What a saved state belongs to: it can only be restored where all this is the same."""
        return {
            "env": self.game.env_id,
            "version": self.game.version,
            "record": _hash(repr(self.game.record.DTYPE).encode()),
            "scenario and options": _hash(self.books.tobytes()),
        }

    def new_battles(self, count: int) -> NDArray[Any]:
        """Zeroed battles; they start with the command `reset`."""
        return new_records(self.game.record, count)

    def check_action(self, action: Any) -> int:
        """An action as a number of the action space.

        Raises:
            InputError: if it is none.
        """
        try:
            index = action.__index__()
        except (AttributeError, TypeError):
            raise InputError(f"action is {action!r}, allowed is one whole number") from None
        if not 0 <= index < self.game.num_actions:
            raise InputError(f"action is {index}, allowed are 0 to {self.game.num_actions - 1}")
        return int(index)

    def illegal_error(self, battle: Any, index: int, mask: NDArray[Any]) -> InputError:
        """The error for an illegal action, with the actions that are legal instead.

        Args:
            battle: the battle.
            index: the action.
            mask: (num_actions,) what is legal.
        """
        name = self.game.action_name(index, battle, self.books[0], self.tables)
        legal = [self.game.action_name(int(i), battle, self.books[0], self.tables) for i in np.flatnonzero(mask)[:8]]
        more = ", ..." if mask.sum() > len(legal) else ""
        return InputError(f"action {index} ({name}) is not legal now, legal are: {', '.join(legal)}{more}")


def prepare(
    game: str,
    scenario: Any,
    tables: str | Path | None,
    options: Mapping[str, Any],
    outside: Sequence[int] | None,
    illegal_action: str,
    max_episode_steps: int | None,
) -> Prepared:
    """Check the constructor options of an environment and load what they name.

    Args:
        game: name of the game.
        scenario: name, path, dict, or what the game's `load_scenario` returned.
        tables: folder of printed facts, None for the ones that come with the package.
        options: options of the game's rules.
        outside: seats that are played from outside, None for all heroes.
        illegal_action: one of `ILLEGAL_ACTIONS`.
        max_episode_steps: a lower cap of steps than the scenario's, None for the scenario's.

    Raises:
        InputError: if anything is wrong; one sentence says what.
    """
    found = find_game(game)
    if illegal_action not in ILLEGAL_ACTIONS:
        raise InputError(f"illegal_action is {illegal_action!r}, allowed are {', '.join(ILLEGAL_ACTIONS)}")
    _check_arguments(options)
    loaded_tables = found.load_tables(tables)
    loaded = found.load_scenario(scenario)
    books = found.make_book(loaded_tables, loaded, dict(options))
    if outside is not None:
        books = with_outside(books, outside, found.num_heroes)
    step_cap = int(loaded.max_decisions)
    if max_episode_steps is not None:
        step_cap = min(step_cap, check_count("max_episode_steps", max_episode_steps, 1))
    return Prepared(found, loaded_tables, loaded, books, step_cap, illegal_action == "raise")


def _check_arguments(options: Mapping[str, Any]) -> None:
    """Refuse what was taken for an option of the rules, but is a misspelt argument, or all options in a dict."""
    for key in options:
        if key == "options":
            raise InputError("options are arguments by their own names, not a dict called options")
        near = difflib.get_close_matches(key, ARGUMENTS, n=1, cutoff=0.75)
        if near:
            raise InputError(f"unknown argument {key!r}: did you mean {near[0]!r}?")


def with_outside(books: NDArray[Any], outside: Sequence[int], num_heroes: int) -> NDArray[Any]:
    """A copy of the books in which just these seats are played from outside.

    Raises:
        InputError: if one of them is no seat.
    """
    bits = 0
    for seat in outside:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat <= num_heroes:
            raise InputError(
                f"outside names seat {seat!r}, allowed are 0 to {num_heroes - 1} (heroes) and {num_heroes}"
            )
        bits |= 1 << int(seat)
    changed = copy_records(books)
    changed["rules"]["outside"] = bits
    changed.flags.writeable = False
    return changed


def check_count(name: str, value: Any, least: int) -> int:
    """A whole number of at least `least`.

    Raises:
        InputError: if it is not.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{name} is {value!r}, allowed are whole numbers from {least} up")
    return int(value)


def check_seed(value: Any) -> int:
    """An episode seed.

    Raises:
        InputError: if it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value < LAST_SEED:
        raise InputError(f"episode_seed is {value!r}, allowed are whole numbers from 0 to {LAST_SEED - 1}")
    return int(value)


def check_options(options: Mapping[str, Any] | None, allowed: Sequence[str]) -> Mapping[str, Any]:
    """The options of a reset.

    Raises:
        InputError: if one is unknown.
    """
    for key in options or {}:
        if key not in allowed:
            raise InputError(f"reset option {key!r} is unknown, allowed are {', '.join(allowed)}")
    return options or {}


def draw_seed(generator: np.random.Generator) -> int:
    """An episode seed drawn at random."""
    return int(generator.integers(FIRST_DRAWN_SEED, LAST_SEED))


def states_of(seeds: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """(n, streams, 6) starting states of the random streams for episode seeds."""
    return stream_states(np.array(seeds, np.int64))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def spread(high: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Greatest values as an array of a leaf's shape."""
    return np.array(np.broadcast_to(high, shape))


def fast_entry(game: Game) -> Callable[..., None]:
    """The game's compiled entry without the wrapper that takes care of compiling; good from its second call on."""
    return getattr(game.run_many, "dispatcher", game.run_many)


def event_words(game: Game) -> dict[int, str]:
    """The words of the game's event log by code."""
    return {int(event): event.name.lower() for event in game.codes.Event}
