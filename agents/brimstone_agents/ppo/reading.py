"""Where the network finds things in a game's observations, and how the game's action space is cut.

All games have the same four leaves: planes of the board, a row for each hero, a row for each enemy, and the battle with
its pending decision. The network is the same for all; what differs is said here, column by column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from brimstone_env.battle import codes as battle_codes
from brimstone_env.battle import features as battle
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import Game
from brimstone_env.rounds import codes as rounds_codes
from brimstone_env.rounds import features as rounds

Span = tuple[int, int]


@dataclass(frozen=True)
class Figures:
    """Columns of the rows of heroes, or of enemies.

    Attributes:
        present: 1 for who is in the battle.
        kind: what it is, a number with a vector of its own.
        row: its row on the board.
        col: its column on the board.
        health: Health or Stamina left.
        most: the greatest; None where no rule needs it.
        pool: column of the Health that a squad shares, and of the members left; None where nobody shares.
        items: columns of numbers whose vectors are added up: what it carries.
    """

    present: int
    kind: int
    row: int
    col: int
    health: int
    most: int | None = None
    pool: tuple[int, int] | None = None
    items: range = range(0)


@dataclass(frozen=True)
class Reading:
    """How the network reads a game.

    Attributes:
        floor: plane that is 1 on floor and 2 in doorways.
        walls: plane with a bit for each side that has a wall.
        hero: plane with the number of the hero who stands there, from 1.
        heroes: columns of the heroes' rows.
        enemies: columns of the enemies' rows.
        hunted: column of the enemies' rows with the hero that it is after, from 1; None if there is none.
        decision: column of the battle with the kind of the decision, a number with a vector of its own.
        subject: another such column: what is rolled, or which ability is used.
        deciding: column of the battle with the deciding hero, from 1; greater numbers than there are heroes are none.
        asked_about: column of the battle with the enemy that is asked about.
        before_enemies: what to take from the latter to get the enemy's number, from 1.
        verbs: actions without an argument, the first of the action space; squares come next.
        figures: the blocks of enemies and heroes, in their order in the action space: `heroes` or `enemies`.
        alike: spans of actions that are of one kind, from the squares on; others are kinds of their own.
        enemy_scale: points of the enemies' Health that weigh as much as all of the heroes' in shaping; any fixed number
            keeps the best play.
        marks: single dice, which `marks_dice = false` leaves out.
    """

    floor: int
    walls: int
    hero: int
    heroes: Figures
    enemies: Figures
    hunted: int | None
    decision: int
    subject: int
    deciding: int
    asked_about: int
    before_enemies: int
    verbs: int
    figures: tuple[str, str]
    alike: tuple[Span, ...]
    enemy_scale: float
    marks: Span = (0, 0)


BATTLE = Reading(
    floor=int(battle.BoardPlane.FLOOR),
    walls=int(battle.BoardPlane.WALLS),
    hero=int(battle.BoardPlane.HERO),
    heroes=Figures(
        present=int(battle.HeroFeature.PRESENT),
        kind=int(battle.HeroFeature.CLASS),
        row=int(battle.HeroFeature.ROW),
        col=int(battle.HeroFeature.COL),
        health=int(battle.HeroFeature.HEALTH),
        most=int(battle.HeroFeature.MAX_HEALTH),
        items=range(int(battle.HeroFeature.ITEM_0), int(battle.HeroFeature.ITEM_7) + 1),
    ),
    enemies=Figures(
        present=int(battle.EnemyFeature.ALIVE),
        kind=int(battle.EnemyFeature.TYPE),
        row=int(battle.EnemyFeature.ROW),
        col=int(battle.EnemyFeature.COL),
        health=int(battle.EnemyFeature.HEALTH_LEFT),
    ),
    hunted=int(battle.EnemyFeature.TARGET),
    decision=int(battle.BattleFeature.DECISION),
    subject=int(battle.BattleFeature.ROLL),
    deciding=int(battle.BattleFeature.HERO),
    asked_about=int(battle.BattleFeature.ENEMY),
    before_enemies=0,
    verbs=battle_codes.NUM_VERBS,
    figures=("enemies", "heroes"),
    alike=tuple(
        pairwise(
            (
                battle_codes.FIRST_SQUARE,
                battle_codes.FIRST_ENEMY,
                battle_codes.FIRST_HERO,
                battle_codes.FIRST_DIE,
                battle_codes.FIRST_SHOOT,
                battle_codes.FIRST_USE,
                battle_codes.FIRST_NUMBER,
                battle_codes.NUM_ACTIONS,
            )
        )
    ),
    enemy_scale=24.0,
    marks=(battle_codes.FIRST_DIE, battle_codes.FIRST_SHOOT),
)

ROUNDS = Reading(
    floor=int(rounds.BoardPlane.FLOOR),
    walls=int(rounds.BoardPlane.WALLS),
    hero=int(rounds.BoardPlane.HERO),
    heroes=Figures(
        present=int(rounds.CreatureFeature.ALIVE),
        kind=int(rounds.CreatureFeature.KIND),
        row=int(rounds.CreatureFeature.ROW),
        col=int(rounds.CreatureFeature.COL),
        health=int(rounds.CreatureFeature.STAMINA),
        most=int(rounds.CreatureFeature.MAX_STAMINA),
    ),
    enemies=Figures(
        present=int(rounds.CreatureFeature.ALIVE),
        kind=int(rounds.CreatureFeature.KIND),
        row=int(rounds.CreatureFeature.ROW),
        col=int(rounds.CreatureFeature.COL),
        health=int(rounds.CreatureFeature.STAMINA),
        most=int(rounds.CreatureFeature.MAX_STAMINA),
        pool=(int(rounds.EnemyFeature.SQUAD_STAMINA), int(rounds.EnemyFeature.SQUAD_LIVING)),
    ),
    hunted=None,
    decision=int(rounds.BattleFeature.DECISION),
    subject=int(rounds.BattleFeature.ABILITY),
    deciding=int(rounds.BattleFeature.CREATURE),
    asked_about=int(rounds.BattleFeature.TARGET),
    before_enemies=rounds_codes.MAX_HEROES,
    verbs=rounds_codes.NUM_VERBS,
    figures=("heroes", "enemies"),
    alike=(
        (rounds_codes.FIRST_SQUARE, rounds_codes.FIRST_CREATURE),
        (rounds_codes.FIRST_CREATURE, rounds_codes.FIRST_ABILITY),
        (rounds_codes.FIRST_NUMBER, rounds_codes.NUM_ACTIONS),
    ),
    enemy_scale=120.0,
)

READINGS: Mapping[str, Reading] = MappingProxyType({"battle": BATTLE, "delve": BATTLE, "rounds": ROUNDS})


def reading_of(game: Game | str) -> Reading:
    """How the network reads a game, given itself or by name.

    Raises:
        InputError: if no network reads it.
    """
    name = game if isinstance(game, str) else game.name
    if name not in READINGS:
        raise InputError(f"game {name!r} has no network, allowed are {', '.join(READINGS)}")
    return READINGS[name]
