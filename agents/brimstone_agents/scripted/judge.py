"""How the sensible agent judges figures and squares, in one unit: wounds that the heroes are expected to take.

An enemy is worth the wounds that it would still deal; an attack is worth the share of that which it takes away; a
square costs the wounds that the hero is expected to take there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted.board import Board, SeenEnemy, SeenHero
from brimstone_agents.scripted.exposure import Numbers, party_wounds, wounds_on
from brimstone_agents.scripted.odds import attack_odds

CRITICAL = 6  # natural result that is critical with most weapons
BADGE_DICE = 2
ACTIVE_BADGE = 2  # value of `badge_bonus` while it counts
MELEE_SIDES = 6


@dataclass(frozen=True)
class Weights:
    """What the sensible agent holds for important; its results depend little on the exact numbers.

    Attributes:
        kill_turns: turns of an enemy's attacks that killing it now saves.
        wound_share: worth of wounding an enemy, as a share of killing it.
        fear_of_fall: wounds that being knocked out counts as.
        step_cost: worth of standing one square nearer to the enemies when there is nothing to attack.
        margin: how much better a square must be to be worth a move.
    """

    kill_turns: float = 1.25
    wound_share: float = 0.4
    fear_of_fall: float = 8.0
    step_cost: float = 0.01
    margin: float = 0.025


def horror_on(enemy: SeenEnemy, hero: SeenHero) -> float:
    """Expected Sanity that an enemy costs a hero each turn, adjacent or on the same tile."""
    hits = enemy.fear + enemy.terror + enemy.unspeakable
    return hits * enemy.horror_damage * (hero.willpower - 1) / 6


def worth_of(enemy: SeenEnemy, heroes: list[SeenHero]) -> float:
    """Expected wounds and lost Sanity that an enemy deals in a turn: an average hero is attacked, all are horrified."""
    struck = sum(wounds_on(enemy, hero) for hero in heroes) / max(len(heroes), 1)
    return struck + sum(horror_on(enemy, hero) for hero in heroes)


class Judge:
    """Judges one position for its deciding hero.

    Args:
        board: the position.
        weights: what counts how much.
    """

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board, self.weights = board, weights
        self.hero = board.me
        self.standing = board.standing()
        self.worth = [worth_of(enemy, self.standing) for enemy in board.enemies]

    def attack_value(self, index: int, melee: bool) -> float:
        """What attacking one enemy is worth, all hits on it.

        Args:
            index: the enemy's place in ``board.enemies``.
            melee: in melee, else with the gun.
        """
        hero, enemy = self.hero, self.board.enemies[index]
        bonus = BADGE_DICE if hero.badge_bonus == ACTIVE_BADGE else 0
        dice = hero.combat if melee else hero.gun_shots
        sides = MELEE_SIDES if melee else hero.gun_sides
        if dice == 0:
            return 0.0
        need = hero.melee_to_hit if melee else hero.ranged_to_hit
        wounds, kill = attack_odds(
            dice + bonus, sides, need, CRITICAL, enemy.defense, max(enemy.health_left, 1), enemy.tough
        )
        share = self.weights.wound_share
        progress = (1 - share) * kill + share * wounds / max(enemy.health_left, 1)
        return self.worth[index] * self.weights.kill_turns * progress

    def best_attacks(self) -> tuple[Numbers, Numbers]:
        """By enemy: what attacking it is worth when adjacent (the better of melee and gun), and with the gun alone."""
        count = len(self.board.enemies)
        gun = np.array([self.attack_value(i, False) for i in range(count)])
        melee = np.array([self.attack_value(i, True) for i in range(count)])
        return np.maximum(gun, melee), gun

    def square_values(self, squares: NDArray[np.int64]) -> Numbers:
        """How good it is to end the movement on each of some squares: attack from there, less the wounds taken there.

        Args:
            squares: (k,) squares, the hero's own may be among them.
        """
        if not self.board.enemies:  # a last stand before anyone breaks in
            return np.zeros(len(squares))
        where = np.array([enemy.square for enemy in self.board.enemies])
        geometry = self.board.geometry
        near = self._next_to(squares)
        adjacent, gun = self.best_attacks()
        hero = self.hero
        in_range = geometry.chebyshev[squares][:, where] <= hero.gun_range
        shot = np.where(in_range & geometry.sight[squares][:, where], gun, 0.0)
        attack = np.where(near.any(axis=1), np.where(near, adjacent, 0.0).max(axis=1), shot.max(axis=1))
        approach = geometry.distance[squares][:, where].min(axis=1) * self.weights.step_cost
        values: Numbers = attack - self.dangers(squares) - np.where(attack > 0, 0.0, approach)
        return values

    def dangers(self, squares: NDArray[np.int64]) -> Numbers:
        """What the enemies' next attacks cost the party with the hero on each square, the risk of falls included."""
        wounds = party_wounds(self.board, squares)
        health = np.array([max(hero.health, 1) for hero in self.standing])
        total: Numbers = (wounds * (1 + self.weights.fear_of_fall / health)).sum(axis=1)
        return total

    def expected_wounds(self) -> float:
        """Wounds that the hero is expected to take where it stands."""
        mine = next(i for i, hero in enumerate(self.standing) if hero.slot == self.hero.slot)
        return float(party_wounds(self.board, np.array([self.hero.square]))[0, mine])

    def _next_to(self, squares: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(k, enemies) whether an enemy is adjacent to each square."""
        adjacent = self.board.geometry.adjacent[squares]
        columns = [adjacent[:, self.board.squares_of(enemy)].any(axis=1) for enemy in self.board.enemies]
        return np.stack(columns, axis=1)
