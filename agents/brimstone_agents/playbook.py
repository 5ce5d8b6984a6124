"""What agents know of a game: its tactics, and how planners read its positions.

Scripted agents and searches are the same for all games. What differs lies in one package for each game (`scripted` for
battles and delves, `scripted_rounds` for rounds): named tactics, a compiled kernel that plays them, and a `Playbook`
in its `book.py` that hands both over. Nothing of the kernel is imported before it is needed.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.records import as_records

if TYPE_CHECKING:
    from brimstone_env.core.game import Game

PLAYBOOK_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "battle": "brimstone_agents.scripted.book",
        "delve": "brimstone_agents.scripted.book",
        "rounds": "brimstone_agents.scripted_rounds.book",
    }
)
USUAL_ROLLOUTS = "scripted"  # of all games: plays sensibly; slower than the tactic `rollout`, and better
QUICK_ROLLOUTS = "rollout"  # of all games: sensible at a glance


class TacticCommand(IntEnum):
    """What the kernel of a game's tactics does with a batch of positions."""

    CHOOSE = 0
    SCORE = 1
    ADDRESSES = 2
    FEATURES = 3


class AnyTactic(Protocol):
    """A named tactic of some game."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def description(self) -> str:
        """What a player would call it, one line."""

    def as_record(self) -> NDArray[Any]:
        """(1,) record array, as the kernel takes it."""


@dataclass(frozen=True)
class Playbook:
    """What agents know of a game.

    Attributes:
        tactics: all named tactics; `scripted` and `rollout` are among them.
        proposers: names of the tactics that planners compare, and whose choices they try first.
        entry: module of the compiled kernel. Its `think_many(command, battles, books, masks, tactics, actions_out,
            scores_out)` carries out a `TacticCommand`: CHOOSE writes the tactic's action, SCORE the reward that is
            expected, FEATURES what that is read from, ADDRESSES three places for planners into `actions_out`:
            `choose_action(battle, book, mask, tactic)`, `expected_score(battle, book)` and `decision_key(battle)`.
        blocks: the first index of each block of actions that are of one kind, from the squares on; actions before them
            are kinds of their own.
        seldom: actions that planners do not try unless a tactic chooses them.
    """

    tactics: Mapping[str, AnyTactic]
    proposers: tuple[str, ...]
    entry: str
    blocks: tuple[int, ...]
    seldom: range = range(0)

    @property
    def think_many(self) -> Callable[..., None]:
        """The compiled kernel of the tactics."""
        kernel: Callable[..., None] = importlib.import_module(self.entry).think_many
        return kernel

    def find_tactic(self, name: str) -> NDArray[Any]:
        """The tactic of a name, (1,) record array.

        Raises:
            InputError: if the game has none of this name.
        """
        if name not in self.tactics:
            raise InputError(f"tactic {name!r} is unknown, allowed are {', '.join(self.tactics)}")
        return self.tactics[name].as_record()

    def tactic_rows(self, rollouts: str, proposers: tuple[str, ...] | None = None) -> NDArray[Any]:
        """Tactics as (t,) records: first the one that plays on unless another one leads, then the proposers.

        Raises:
            InputError: if the game has no tactic of a name.
        """
        names = dict.fromkeys((rollouts, *(self.proposers if proposers is None else proposers)))
        return as_records(np.concatenate([np.asarray(self.find_tactic(name)) for name in names]))

    def action_kinds(self, num_actions: int) -> NDArray[np.int64]:
        """The kind of each action, (num_actions,) int64; below 0 for those that are seldom tried."""
        kinds = np.arange(num_actions)
        for block, first in enumerate(self.blocks):
            kinds[first:] = self.blocks[0] + block
        kinds[self.seldom.start : self.seldom.stop] = -1 - kinds[self.seldom.start : self.seldom.stop]
        return kinds


def find_playbook(game_name: str) -> Playbook:
    """The playbook of a game.

    Raises:
        InputError: if no tactics of the game are known.
    """
    if game_name not in PLAYBOOK_MODULES:
        raise InputError(f"game {game_name!r} has no tactics, allowed are {', '.join(PLAYBOOK_MODULES)}")
    playbook: Playbook = importlib.import_module(PLAYBOOK_MODULES[game_name]).PLAYBOOK
    return playbook


def playbook_of(game: Game) -> Playbook:
    """The playbook of a game; see `find_playbook`."""
    return find_playbook(game.name)


def games_of_tactic(name: str) -> tuple[str, ...]:
    """The games that have a tactic of a name."""
    return tuple(game for game in PLAYBOOK_MODULES if name in find_playbook(game).tactics)


def all_tactics() -> dict[str, str]:
    """What each tactic of any game does, by name, for people.

    Several games have tactics of the same name, which are alike in spirit: the first game's words stand for all.
    """
    found: dict[str, str] = {}
    for module in dict.fromkeys(PLAYBOOK_MODULES.values()):
        playbook: Playbook = importlib.import_module(module).PLAYBOOK
        games = [game for game, path in PLAYBOOK_MODULES.items() if path == module]
        for name, tactic in playbook.tactics.items():
            everywhere = name in (USUAL_ROLLOUTS, QUICK_ROLLOUTS)
            found.setdefault(name, tactic.description if everywhere else f"{tactic.description} ({', '.join(games)})")
    return found
