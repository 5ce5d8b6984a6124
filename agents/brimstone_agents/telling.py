"""How each game tells what happened: its `story` module."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from brimstone_env.core.game import Game


class Story(Protocol):
    """A battle told as one, whose log comes piece by piece."""

    def add(self, events: Iterable[Sequence[Any]], battle: Any) -> list[str]:
        """Take in what led to a battle; the sentences that are whole now."""

    def end(self) -> list[str]:
        """The sentence that was held back, if there is one."""


def _module_of(game: Game) -> Any:
    return importlib.import_module(game.record.__module__.rpartition(".")[0] + ".story")


def new_story(game: Game, battle: Any, book: Any, tables: Any) -> Story:
    """A story of a game, to be told from the first decision on."""
    story: Story = _module_of(game).Story(battle, book, tables)
    return story


def tell(game: Game, events: Any, battle: Any, book: Any, tables: Any, hero: int = -1) -> list[str]:
    """What a log of a game says, as sentences.

    Args:
        game: the game.
        events: (n, 4) event log.
        battle: the battle after these events.
        book: the record of the book that it is played with.
        tables: the printed facts, for names.
        hero: hero whom the decision before these events was about, -1 if unknown.
    """
    sentences: list[str] = _module_of(game).tell(events, battle, book, tables, hero)
    return sentences
