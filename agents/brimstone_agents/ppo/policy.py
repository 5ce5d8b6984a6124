"""The policy of MaskablePPO: pointer heads that score each square, enemy and hero by its own vector.

The logit of `move 3,4` comes from the features of square 3,4, that of `assign enemy 2` from enemy 2's, each compared
with what the battle as a whole asks for; actions without an argument, dice, items, abilities and numbers are read from
the whole.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from brimstone_agents.ppo.extractor import BattleExtractor, Features
from brimstone_agents.ppo.reading import Reading
from brimstone_env.core.errors import InputError

BOARD_SIDE = 16
SMALL_GAIN = 0.01  # the first policy is nearly uniform over the kinds of legal actions
VALUE_GAIN = 0.1
NEAR_GAIN = 0.3  # a square starts out with little of its neighbours ...
FIGURE_GAIN = 2.0  # ... and much of who stands there
EMBEDDING_SPREAD = 0.3
Masks = np.ndarray[Any, Any] | th.Tensor | None


class ActionHeads(nn.Module):
    """Logits of all actions from `Features`.

    Args:
        extractor: makes the features.
        num_actions: size of the action space.
        num_heroes: hero slots.
        num_enemies: enemy slots.
    """

    def __init__(self, extractor: BattleExtractor, num_actions: int, num_heroes: int, num_enemies: int) -> None:
        super().__init__()
        self.reading, self.num_enemies = extractor.reading, num_enemies
        square_width, latent_width = extractor.square_width, extractor.latent_width
        figure_width = extractor.figure_width + square_width
        self.plain = nn.Linear(latent_width, num_actions - BOARD_SIDE * BOARD_SIDE - num_heroes - num_enemies)
        self.want_square = nn.Linear(latent_width, square_width)
        self.want_enemy = nn.Linear(latent_width, figure_width)
        self.want_hero = nn.Linear(latent_width, figure_width)
        self.enemy = nn.Linear(figure_width, figure_width)
        self.hero = nn.Linear(figure_width, figure_width)

    def forward(self, features: Features) -> th.Tensor:
        """(B, actions) logits; squares and enemy slots outside the features' cut get 0 and are never legal."""
        latent = features.latent
        plain = self.plain(latent)
        flat = features.squares.flatten(1, 2)
        squares = _match(flat, self.want_square(latent)).reshape(features.squares.shape[:3])
        rows, cols = features.crop
        border = (cols.start, BOARD_SIDE - cols.stop, rows.start, BOARD_SIDE - rows.stop)
        squares = nn.functional.pad(squares, border).flatten(1)
        enemies = _match(th.relu(self.enemy(features.enemies)), self.want_enemy(latent))
        enemies = nn.functional.pad(enemies, (0, self.num_enemies - enemies.shape[1]))
        heroes = _match(th.relu(self.hero(features.heroes)), self.want_hero(latent))
        figures = [enemies, heroes] if self.reading.figures[0] == "enemies" else [heroes, enemies]
        verbs = self.reading.verbs
        return th.cat([plain[:, :verbs], squares, *figures, plain[:, verbs:]], dim=1)


def _match(vectors: th.Tensor, wanted: th.Tensor) -> th.Tensor:
    """(B, n) how well each of n vectors matches what is wanted."""
    width: int = vectors.shape[2]
    return th.bmm(vectors, wanted[:, :, None]).squeeze(2) / sqrt(width)


class BattlePolicy(MaskableActorCriticPolicy):
    """Actor and critic on one `BattleExtractor`. It refuses to act without action masks.

    Args:
        marks_dice: whether it may mark single dice for a reroll. Without, it keeps a roll or rerolls all failures:
            a smaller game, learned sooner, since exploring marks burns grit that marks seldom earn.
        args: see `MaskableActorCriticPolicy`.
        kwargs: likewise.
    """

    features_extractor: BattleExtractor

    def __init__(self, *args: Any, marks_dice: bool = True, **kwargs: Any) -> None:
        self.marks_dice = marks_dice
        kwargs["features_extractor_class"] = BattleExtractor
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        extractor = self.features_extractor
        leaves: Any = self.observation_space
        actions: Any = self.action_space
        slots = (leaves["heroes"].shape[0], leaves["enemies"].shape[0])
        heads = ActionHeads(extractor, int(actions.n), *slots)
        value = nn.Linear(extractor.latent_width, 1)
        self.heads = heads
        self.critic = nn.Sequential(nn.Linear(extractor.latent_width, extractor.latent_width), nn.ReLU(), value)
        self.apply(partial(self.init_weights, gain=1.0))
        for module in extractor.modules():
            if isinstance(module, nn.Embedding):
                nn.init.normal_(module.weight, std=EMBEDDING_SPREAD)
        for layer in extractor.convolutions:
            self.init_weights(layer, gain=NEAR_GAIN)
        for layer in (extractor.hero_to_square, extractor.enemy_to_square):
            self.init_weights(layer, gain=FIGURE_GAIN)
        for layer in (heads.plain, heads.want_square, heads.want_enemy, heads.want_hero):
            self.init_weights(layer, gain=SMALL_GAIN)
        self.init_weights(value, gain=VALUE_GAIN)
        arguments: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **arguments)

    def _distribution(self, features: Features, masks: Masks) -> MaskableDistribution:
        legal = _required(masks, features.latent)
        reading = self.features_extractor.reading
        if not self.marks_dice:
            legal = legal.clone()
            legal[:, slice(*reading.marks)] = False  # `keep` is legal wherever dice may be marked
        logits = self.heads(features) - spread_of_blocks(legal, reading)
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        distribution.apply_masking(legal)
        return distribution

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Masks = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
        """Actions (B,), values (B, 1) and log probabilities (B,) for a batch of observations."""
        features = self.features_extractor(obs)
        distribution = self._distribution(features, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, self.critic(features.latent), distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Any, actions: th.Tensor, action_masks: Masks = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor | None]:
        """Values (B, 1), log probabilities (B,) of the given actions, and entropies (B,)."""
        features = self.features_extractor(obs)
        distribution = self._distribution(features, action_masks)
        return self.critic(features.latent), distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Masks = None) -> MaskableDistribution:
        """The distribution over legal actions."""
        return self._distribution(self.features_extractor(obs), action_masks)

    def predict_values(self, obs: Any) -> th.Tensor:
        """Values (B, 1)."""
        values: th.Tensor = self.critic(self.features_extractor(obs).latent)
        return values


def spread_of_blocks(masks: th.Tensor, reading: Reading) -> th.Tensor:
    """(B, actions) logarithm of how many actions of the same block are legal, from (B, actions) bool masks.

    Taken from the logits, it makes each kind of action weigh alike at first: an untrained policy stays as readily as
    it moves to any of twenty squares. Else it would hardly ever see what comes of staying.
    """
    spread = th.zeros(masks.shape, device=masks.device)
    for first, last in reading.alike:
        spread[:, first:last] = masks[:, first:last].sum(1, keepdim=True).clamp(min=1).log()
    return spread


def _required(masks: Masks, like: th.Tensor) -> th.Tensor:
    if masks is None:
        raise InputError(
            "policy: asked to act without action masks, allowed is evaluation that passes `action_masks` "
            "(MaskableEvalCallback and evaluate_policy of sb3_contrib; those of stable_baselines3 pass none)"
        )
    return th.as_tensor(masks, dtype=th.bool, device=like.device).reshape(len(like), -1)
