"""Trained models as files, and the agent that plays with one.

A model is a Stable-Baselines3 zip with its card inside. It is loaded from the card and the weights alone: nothing in
the file is unpickled.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from brimstone_agents.base import Actions, Masks, Observations
from brimstone_agents.ppo.card import Card, check_card
from brimstone_agents.ppo.policy import BattlePolicy
from brimstone_agents.ppo.settings import Settings, check_values
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import GAME_MODULES, Game, find_game

CARD_NAME = "card.json"
WEIGHTS_NAME = "policy.pth"
NETWORK_KEYS = ("square_width", "figure_width", "latent_width", "convolutions")
POLICY_KEYS = (*NETWORK_KEYS, "marks_dice")


class PpoAgent:
    """Plays with a policy.

    Args:
        policy: the network.
        deterministic: the likeliest action instead of one drawn from the policy.
    """

    def __init__(self, policy: BattlePolicy, deterministic: bool = False) -> None:
        self.policy = policy
        self.deterministic = deterministic
        self.reset(1)

    def reset(self, count: int, seed: int = 0) -> None:
        """Restart the agent's own random numbers from `seed`."""
        self._random = th.Generator(device=self.policy.device).manual_seed(seed)

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action for each battle; a decision with one legal action needs no thought."""
        actions: Actions = masks.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        self._check(observations)
        if len(rows) == 0:
            return actions
        device = self.policy.device
        chosen = {name: th.as_tensor(leaf[rows], device=device) for name, leaf in observations.items()}
        self.policy.set_training_mode(False)
        with th.no_grad():
            distribution: Any = self.policy.get_distribution(chosen, masks[rows]).distribution
            if self.deterministic:
                picked = distribution.probs.argmax(dim=1)
            else:
                picked = th.multinomial(distribution.probs, 1, generator=self._random).squeeze(1)
        actions[rows] = picked.cpu().numpy()
        return actions

    def _check(self, observations: Observations) -> None:
        """Refuse battles of a game that the policy was not trained for."""
        leaves: Any = self.policy.observation_space
        for name, leaf in observations.items():
            wanted = leaves[name].shape if name in leaves.spaces else None
            if leaf.shape[1:] != wanted:
                raise InputError(
                    f"a trained model is asked about observations in which {name!r} has the shape {leaf.shape[1:]}, "
                    f"allowed are those of the game that it was trained for, with {wanted}"
                )


def policy_arguments(settings: Settings, game: Game) -> dict[str, Any]:
    """What the policy is made with."""
    network = {key: getattr(settings, key) for key in NETWORK_KEYS} | {"game": game.name}
    return {"features_extractor_kwargs": network, "marks_dice": settings.marks_dice}


def game_spaces(game: Game) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """Observation and action space of a game."""
    leaves: dict[str, spaces.Space[Any]] = {
        plane.name: spaces.Box(0, np.broadcast_to(plane.high, plane.shape), plane.shape, plane.dtype)
        for plane in game.observation_planes()
    }
    return spaces.Dict(leaves), spaces.Discrete(game.num_actions)


def make_policy(game: Game, settings: Settings) -> BattlePolicy:
    """An untrained policy for a game."""
    observation_space, action_space = game_spaces(game)
    return BattlePolicy(observation_space, action_space, lambda _: 0.0, **policy_arguments(settings, game))


def save_model(path: Path, model: MaskablePPO, card: Card) -> None:
    """Write model and card, each either whole or not at all; the card also beside the model, for people."""
    buffer = io.BytesIO()
    model.save(buffer)
    text = json.dumps(card, indent=2)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(CARD_NAME, text)
    write_atomically(path, buffer.getvalue())
    write_atomically(path.with_suffix(".json"), (text + "\n").encode())


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that, whenever the machine stops, either the old or the new one is there, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read_card(path: Path) -> Card:
    """The card of a model's file.

    Raises:
        InputError: if the file is no model of this project.
    """
    return read_model(path)[0]


def read_model(path: Path) -> tuple[Card, bytes]:
    """The card and the weights (a state dict, as torch saves it) in a model's file.

    Raises:
        InputError: if the file is no model of this project.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return json.loads(archive.read(CARD_NAME)), archive.read(WEIGHTS_NAME)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise InputError(
            f"{path}: is no model of `brimstone train`, allowed is a zip with {WEIGHTS_NAME} and {CARD_NAME}"
        ) from error


def load_policy(path: Path, game_name: str | None = None) -> BattlePolicy:
    """The policy in a model's file.

    Args:
        path: the model.
        game_name: the game that it shall play, None for the one that it was trained for.

    Raises:
        InputError: if the file is no model, or one of another game, version, actions or observations.
    """
    card, weights = read_model(path)
    game = find_game(game_name) if game_name else game_of(card)
    check_card(card, game, str(path))
    kept = {key: card["settings"][key] for key in POLICY_KEYS if key in card.get("settings", {})}
    policy = make_policy(game, Settings(**check_values(kept, str(path))))
    try:
        policy.load_state_dict(th.load(io.BytesIO(weights), map_location="cpu", weights_only=True))
    except (RuntimeError, ValueError, TypeError) as error:
        raise InputError(f"{path}: its weights do not fit the network that its card describes") from error
    return policy


def game_of(card: Card) -> Game:
    """The game that a model was trained for; a battle's if its card names none that there is."""
    for name in GAME_MODULES:
        if find_game(name).env_id == card.get("env_id"):
            return find_game(name)
    return find_game("battle")


def load_agent(path: Path, deterministic: bool = False) -> PpoAgent:
    """The agent that plays with a model's file.

    Raises:
        InputError: as `load_policy`.
    """
    return PpoAgent(load_policy(path), deterministic)
