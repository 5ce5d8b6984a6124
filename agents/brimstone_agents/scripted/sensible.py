"""The scripted agent that plays sensibly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.base import Observations, RowAgent
from brimstone_agents.scripted.board import Board, SeenEnemy, SeenHero, SeenRoll, legal_in
from brimstone_agents.scripted.judge import Judge, Weights, worth_of
from brimstone_agents.scripted.odds import hit_wounds
from brimstone_env.battle.codes import (
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    MAX_ENEMIES,
    MAX_HEROES,
    MAX_ITEMS,
    NUM_NUMBERS,
    Decision,
    Roll,
    Verb,
)

DEAD_EYE_DAMAGE = 2


class SensibleAgent(RowAgent):
    """Fights like a careful player.

    It attacks where an attack takes most away from the enemies and goes where few of them reach it; it leaves a
    fight in which it would fall; grit goes into attacks with several misses, into defense that would knock out, and
    into escapes that matter; badge and Dead Eye shots are used as soon as they help; revive tokens always.

    Args:
        weights: what it holds for important.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, observation: Observations, mask: NDArray[np.bool_]) -> int:
        """The action for one battle; see ``RowAgent.choose``."""
        board = Board(observation)
        decision = board.decision
        if decision == Decision.MOVE:
            return self.move(board, mask)
        if decision in (Decision.ATTACK, Decision.FREE_ATTACK):
            return self.attack(board, mask)
        if decision == Decision.REROLL:
            return self.reroll(board, mask)
        if decision in (Decision.ASSIGN, Decision.ASSIGN_ALL):
            return self.assign(board, mask)
        if decision == Decision.DEAD_EYE:
            return self.dead_eye(board)
        if decision in (Decision.SPLIT, Decision.SPLIT_TARGET):
            return split(board, mask)
        return settle(board, mask)

    def move(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """Use a badge while enemies are near, take a free attack, else go to the best square or stay."""
        badge = board.me.badge_action
        if badge is not None and mask[badge]:
            return badge
        judge = Judge(board, self.weights)
        if mask[Verb.FREE_ATTACK]:
            return int(Verb.FREE_ATTACK)
        squares = np.append(board.squares_to_move_to(mask), board.me.square)
        values = judge.square_values(squares)
        best = int(values.argmax())
        if values[best] > values[-1] + self.weights.margin:
            return board.action_to(int(squares[best]))
        return int(Verb.END_MOVE)

    def attack(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """The attack that is worth most; the end of the activation if there is none."""
        for action in (board.me.badge_action, int(Verb.FREE_ATTACK)):
            if action is not None and mask[action]:
                return action
        judge = Judge(board, self.weights)
        guns = [slot for slot in legal_in(mask, FIRST_SHOOT, MAX_ITEMS) if slot != board.me.badge_action]
        near = [i for i, enemy in enumerate(board.enemies) if board.is_next_to(board.me.square, enemy)]
        targets = near or range(len(board.enemies))
        shot = max((judge.attack_value(i, False) for i in targets), default=0.0) if guns else -1.0
        blow = max((judge.attack_value(i, True) for i in near), default=0.0) if mask[Verb.MELEE] else -1.0
        if blow < 0 and shot < 0:
            return int(Verb.END)
        return int(Verb.MELEE) if blow > shot else guns[0]

    def assign(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """The enemy on whom the next hit does most: one that it kills, or wounds most, dangerous ones first."""
        standing = board.standing()
        critical = board.next_hit_is_critical
        sides = board.me.gun_sides if board.attack >= 0 else 6

        def gain(enemy: SeenEnemy) -> float:
            defense = 0 if critical and not enemy.tough else enemy.defense
            wounds, kill = hit_wounds(sides, defense, max(enemy.health_left, 1))
            share = self.weights.wound_share
            return worth_of(enemy, standing) * ((1 - share) * kill + share * wounds / max(enemy.health, 1))

        legal = [enemy for enemy in board.enemies if mask[FIRST_ENEMY + enemy.slot]]
        if len(board.enemies) == 1 and mask[Verb.ASSIGN_ALL]:
            return int(Verb.ASSIGN_ALL)  # one roll for all hits, which grit can change at once
        return FIRST_ENEMY + max(legal, key=gain).slot

    def reroll(self, board: Board, mask: NDArray[np.bool_]) -> int:
        """Spend grit on the roll if that is worth it."""
        if mask[Verb.ROLL]:
            return int(Verb.ROLL)
        roll = board.roll()
        if mask[Verb.REROLL_FAILURES] and is_worth_grit(board, roll, self.weights):
            return int(Verb.REROLL_FAILURES)
        return int(Verb.KEEP)

    def dead_eye(self, board: Board) -> int:
        """Use a Dead Eye shot wherever it adds wounds; a battle is over before they run out."""
        enemy = board.enemy_of_slot(board.enemy)
        if enemy is None:
            return int(Verb.KEEP)
        defense = 0 if board.next_hit_is_critical and not enemy.tough else enemy.defense
        kills = board.amount - defense >= enemy.health_left
        wounds = board.amount + DEAD_EYE_DAMAGE > defense
        return int(Verb.DEAD_EYE if wounds and not kills else Verb.KEEP)


def is_worth_grit(board: Board, roll: SeenRoll, weights: Weights) -> bool:
    """Whether the failures of a roll are worth 1 grit.

    Source: B41.
    """
    hero = board.heroes[board.hero]
    if roll.kind == Roll.DEFENSE:
        attacker = board.striking()
        return wounds_count(roll.failures * (attacker.damage if attacker else 1), hero.health)
    if roll.kind == Roll.WILLPOWER:
        return wounds_count(roll.failures, hero.sanity)
    if roll.kind == Roll.TO_HIT:
        return roll.failures >= 2 or (hero.grit >= hero.max_grit and roll.failures >= 1)
    if roll.kind == Roll.ESCAPE:
        return is_in_trouble(board, hero, weights)
    return roll.kind == Roll.AGILITY


def wounds_count(lost: int, left: int) -> bool:
    """Whether a loss would knock out, or is more than half of what is left."""
    return 2 * lost > left


def is_in_trouble(board: Board, hero: SeenHero, weights: Weights) -> bool:
    """Whether the hero would do well to get away: the wounds expected here are half of its Health or more."""
    return 2 * Judge(board, weights).expected_wounds() >= hero.health


def split(board: Board, mask: NDArray[np.bool_]) -> int:
    """Just enough damage to kill the target, the rest to the weakest other."""
    if board.decision == Decision.SPLIT:
        enemy = board.enemy_of_slot(board.enemy)
        enough = enemy.health_left + enemy.defense if enemy else board.amount
        numbers = legal_in(mask, FIRST_NUMBER, NUM_NUMBERS)
        return min(numbers, key=lambda action: abs(action - FIRST_NUMBER - enough))
    legal = [enemy for enemy in board.enemies if mask[FIRST_ENEMY + enemy.slot]]
    return FIRST_ENEMY + min(legal, key=lambda enemy: enemy.health_left).slot


def settle(board: Board, mask: NDArray[np.bool_]) -> int:
    """The decisions outside the fight itself: revive always, heal what is lower, the better shot acts first."""
    if mask[Verb.USE_REVIVE]:
        return int(Verb.USE_REVIVE)
    if board.decision == Decision.HEAL:
        hero = board.me
        weaker = hero.health * hero.max_sanity <= hero.sanity * hero.max_health
        numbers = legal_in(mask, FIRST_NUMBER, NUM_NUMBERS)
        return numbers[-1] if weaker else numbers[0]
    if board.decision == Decision.ACTIVATE:
        legal = legal_in(mask, FIRST_HERO, MAX_HEROES)
        return min(legal, key=lambda action: board.heroes[action - FIRST_HERO].ranged_to_hit)
    if board.decision == Decision.BREATH:
        return int(Verb.TAKE_HEALING)
    first = legal_in(mask, FIRST_ENEMY, MAX_ENEMIES)
    return first[0] if first else int(mask.argmax())
