"""The card of a trained model: what it plays, what it reads and writes, where it came from, how well it did.

A card is JSON. It lies in the model's zip, so that weights and card are never apart, and beside it for people.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Any

from numpy.typing import NDArray

from brimstone_agents.ppo.settings import Settings
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game

CARD_FORMAT = 1
LIBRARIES = ("brimstone-env", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "numpy", "numba")
Card = dict[str, Any]
NO_VERBS: Mapping[str, int] = MappingProxyType({})


def make_card(
    game: Game, settings: Settings, scenario: str, books_hash: str, steps: int, evaluation: Mapping[str, Any] | None
) -> Card:
    """The card of a model.

    Args:
        game: the game that it plays.
        settings: how it was trained.
        scenario: name of the scenario that it was trained on.
        books_hash: hash of that scenario, its tables and options.
        steps: decisions that it has learned from.
        evaluation: its results, None if it has none yet.
    """
    return {
        "card_format": CARD_FORMAT,
        **schema_of(game),
        "scenario": scenario,
        "books_hash": books_hash,
        "steps": steps,
        "seeds": {"training": settings.seed, "evaluation": "selection block", "report": "report block"},
        "evaluation": dict(evaluation) if evaluation is not None else None,
        "settings": settings.to_dict(),
        "libraries": library_versions(),
        "commit": find_commit(),
    }


def schema_of(game: Game, more_verbs: Mapping[str, int] = NO_VERBS) -> Card:
    """What a model and an environment must agree on: id, version, and the meaning of actions and observations.

    Args:
        game: the game.
        more_verbs: verbs that the game once had besides, with their numbers.
    """
    return {
        "env_id": game.env_id,
        "env_version": game.version,
        "action_hash": hash_of([game.num_actions, *_action_blocks(game, more_verbs)]),
        "observation_hash": hash_of([list(row[:4]) for row in game.observation_rows()]),
    }


def _action_blocks(game: Game, more_verbs: Mapping[str, int]) -> list[Any]:
    """Names and numbers of the action blocks: the constants and the verbs of the game's codes."""
    codes = game.codes
    firsts = sorted((name, value) for name, value in vars(codes).items() if name.startswith("FIRST_"))
    verbs = {verb.name: int(verb) for verb in codes.Verb} | dict(more_verbs)
    return [*firsts, *sorted(verbs.items(), key=lambda item: item[1])]


def hash_of(values: Any) -> str:
    """Hash of plain values."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def hash_books(books: NDArray[Any]) -> str:
    """Hash of scenario, tables and options, as the rules see them."""
    return hashlib.sha256(books.tobytes()).hexdigest()[:16]


def library_versions() -> dict[str, str]:
    """Versions of Python and of the libraries that a model depends on."""
    versions = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # run from a source tree that is not installed
            versions[name] = "not installed"
    return versions


def find_commit() -> str | None:
    """The commit of the source tree that this runs from, with `-dirty` if files differ; None outside a checkout."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--abbrev=40", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def check_card(card: Mapping[str, Any], game: Game, source: str) -> None:
    """Make sure that a model fits the game as it is now.

    Args:
        card: the model's card.
        game: the game to be played.
        source: the model's file, for messages.

    Raises:
        InputError: if the model is of another game or version, or reads or writes something else.
    """
    if card.get("card_format") != CARD_FORMAT:
        raise InputError(f"{source}: its card has format {card.get('card_format')!r}, allowed is {CARD_FORMAT}")
    words = {
        "env_id": "the game",
        "env_version": "the game's version",
        "action_hash": "the meaning of the actions (hash)",
        "observation_hash": "the meaning of the observations (hash)",
    }
    for key, wanted in schema_of(game).items():
        if card.get(key) != wanted:
            raise InputError(
                f"{source}: {words[key]} that the model was trained on is {card.get(key)!r}, allowed is {wanted!r}"
            )
