"""A match, and a batch of its battles: what the arena plays and what simulators clone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_env.core.configs import find_config, read_toml
from brimstone_env.core.dice import new_dice, stream_states
from brimstone_env.core.game import Game, find_game
from brimstone_env.core.records import new_records


@dataclass(frozen=True)
class Match:
    """What is played: a game, its printed tables, and one scenario.

    Attributes:
        game: the game.
        scenario: name of the scenario.
        tables: the printed facts.
        books: record array of length 1, read-only.
    """

    game: Game
    scenario: str
    tables: Any
    books: NDArray[Any]


def load_match(
    scenario: Any,
    tables_folder: str | Path | None = None,
    game_name: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Match:
    """Load a scenario for the arena.

    Args:
        scenario: name, path, or dict of a scenario.
        tables_folder: printed facts of the user's own, None for the ones that come with the package.
        game_name: the game, None for the one that the scenario is of.
        options: options of the rules.

    Raises:
        InputError: if the scenario, the tables or an option cannot be used.
    """
    game = find_game(game_name or name_game(scenario))
    tables = game.load_tables(tables_folder)
    loaded = game.load_scenario(scenario)
    name = str(scenario) if isinstance(scenario, str | Path) else "given"
    return Match(game, Path(name).stem, tables, game.make_book(tables, loaded, dict(options or {})))


def name_game(scenario: Any) -> str:
    """The game that a scenario is of: the one that its file names as `game`; else a battle, or several in a row.

    Raises:
        InputError: if there is no such scenario.
    """
    named = _named_game(scenario)
    if named is not None:
        return named
    return "delve" if find_game("battle").load_scenario(scenario).is_delve else "battle"


def _named_game(scenario: Any) -> str | None:
    """The game that the values of a scenario name, if they do."""
    if isinstance(scenario, Mapping):
        return _word_or_none(scenario.get("game"))
    if not isinstance(scenario, str | Path):
        return _word_or_none(getattr(scenario, "game", None))
    path = Path(scenario) if str(scenario).endswith(".toml") else find_config("scenarios", str(scenario))
    return _word_or_none(read_toml(path).get("game"))


def _word_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) else None


@dataclass
class Batch:
    """Battles side by side, with the buffers that the engine fills.

    Attributes:
        match: what is played.
        count: battles.
        battles: (count,) record array.
        observations: array by leaf name, batch first; overwritten by the next step.
        masks: (count, actions) bool; overwritten by the next step.
        applied: (count,) int32, 1 where the last action was legal and was done.
    """

    match: Match
    count: int
    battles: NDArray[Any] = field(init=False)
    observations: Observations = field(init=False)
    masks: Masks = field(init=False)
    applied: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        game = self.match.game
        self.battles = new_records(game.record, self.count)
        self.observations = {
            plane.name: np.zeros((self.count, *plane.shape), plane.dtype) for plane in game.observation_planes()
        }
        self._masks = np.zeros((self.count, game.num_actions), np.int8)
        self.masks = self._masks.view(np.bool_)  # the engine writes 0 and 1 only
        self.applied = np.zeros(self.count, np.int32)
        self._dice = new_dice()
        self._seeds = stream_states(np.zeros(self.count, np.int64))

    def reset(self, seeds: NDArray[np.int64]) -> None:
        """Begin every battle anew from its episode seed, (count,)."""
        self._seeds = stream_states(seeds)
        self._run("reset", np.zeros(self.count, np.int64))

    def load(self, battles: NDArray[Any]) -> None:
        """Take battles, (count,), as they stand; they are copied."""
        self.battles[...] = battles
        self._run("observe", np.zeros(self.count, np.int64))

    def step(self, actions: Actions) -> None:
        """Do one action, (count,), in every battle that is not over."""
        self._run("step", actions)

    def _run(self, command: str, actions: Actions) -> None:
        game = self.match.game
        buffers = self.observations.values()
        game.run_many(
            game.commands[command], self.battles, self.match.books, self._dice, actions, self._seeds, self.applied,
            self._masks, *buffers,
        )  # fmt: skip
