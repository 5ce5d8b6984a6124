"""What the two plain baselines share: everything but where to go."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Observations, RowAgent
from brimstone_agents.scripted.board import Board, legal_in
from brimstone_env.battle.codes import (
    FIRST_ENEMY,
    FIRST_SHOOT,
    MAX_ENEMIES,
    MAX_ITEMS,
    Decision,
    Verb,
)
from brimstone_env.battle.features import BattleFeature, EnemyFeature, HeroFeature

ABOUT_ENEMIES = (Decision.ASSIGN, Decision.ASSIGN_ALL, Decision.SPLIT_TARGET, Decision.FIRST)


class PlainAgent(RowAgent):
    """Attacks with the most dice, hits the nearest, spends no grit; a subclass says where to go."""

    @abstractmethod
    def move(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """The action for a movement decision."""

    def choose(self, observation: Observations, mask: NDArray[np.bool_]) -> int:
        """The action for one battle; see ``RowAgent.choose``."""
        decision = observation["battle"][BattleFeature.DECISION]
        if decision == Decision.MOVE:
            return self.move(Board(observation), mask)
        if decision == Decision.ATTACK:
            return most_dice(observation, mask)
        if decision in ABOUT_ENEMIES:
            return nearest_enemy(observation, mask)
        if decision == Decision.SPLIT:
            return int(np.flatnonzero(mask)[-1])  # all of it to the target
        for verb in (Verb.USE_REVIVE, Verb.KEEP):
            if mask[verb]:
                return int(verb)
        return int(mask.argmax())


def most_dice(observation: Observations, mask: NDArray[np.bool_]) -> int:
    """The legal attack with the most dice, melee among equals; `end` if there is none."""
    hero = observation["heroes"][int(observation["battle"][BattleFeature.HERO]) - 1]
    badge = FIRST_SHOOT + int(hero[HeroFeature.RALLY]) - 1  # not a gun, though in the same block
    guns = [action for action in legal_in(mask, FIRST_SHOOT, MAX_ITEMS) if action != badge]
    if mask[Verb.MELEE] and (not guns or hero[HeroFeature.COMBAT] >= hero[HeroFeature.GUN_SHOTS]):
        return int(Verb.MELEE)
    return guns[0] if guns else int(Verb.END)


def nearest_enemy(observation: Observations, mask: NDArray[np.bool_]) -> int:
    """The legal enemy that is fewest steps from the deciding hero; the first slot among equals."""
    legal = mask[FIRST_ENEMY : FIRST_ENEMY + MAX_ENEMIES]
    distance = observation["enemies"][:, EnemyFeature.DISTANCE].astype(np.int64)
    return FIRST_ENEMY + int(np.where(legal, distance, 10**6).argmin())


def step_closer(board: Board, mask: NDArray[np.bool_], goal: int) -> int:
    """The move that brings the hero nearest to a square by walking distance; `end move` if none brings it nearer."""
    squares = board.squares_to_move_to(mask)
    if len(squares):
        distance = board.geometry.distance[squares, goal]
        best = int(distance.argmin())
        if distance[best] < board.geometry.distance[board.me.square, goal]:
            return board.action_to(int(squares[best]))
    return int(Verb.END_MOVE)
