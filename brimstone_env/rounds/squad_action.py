"""Minions of a squad strike together: who may, who does, and what follows."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.core.frames import top_frame
from brimstone_env.rounds.ability_frame import AbilityStage, clear_targets, strike_along
from brimstone_env.rounds.aiming import has_aim
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_HEROES, NOBODY, Status
from brimstone_env.rounds.conditions import is_spent
from brimstone_env.rounds.creatures import is_minion
from brimstone_env.rounds.harm import bleed
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import end_brutal
from brimstone_env.rounds.power import CRITICAL


@compiled
def next_striker(battle: Battle, book: Book) -> int:
    """The next minion of the squad that may still choose whom it strikes, -1 after the last.

    Source: rounds 8, squad action. rounds 4, dazed.
    """
    frame = top_frame(battle.stack)
    squad = int(battle.creatures[frame.enemy].squad)
    while frame.index < MAX_CREATURES:
        minion = int(frame.index)
        frame.index += 1
        figure = battle.creatures[minion]
        ready = figure.alive == 1 and figure.squad == squad and figure.main > 0 and is_minion(battle, book, minion)
        if ready and not is_spent(battle, minion) and has_aim(battle, book, minion, int(frame.slot)):
            return minion
    return NOBODY


@compiled
def join_strike(battle: Battle, minion: int, target: int) -> None:
    """A minion takes part in its squad's action and strikes a target.

    Source: rounds 8, squad action.
    """
    figure = battle.creatures[minion]
    figure.main -= 1
    figure.busy = 1
    figure.struck = 1
    strike_along(battle, minion, target)


@compiled
def end_squad_action(battle: Battle, book: Book, dice: Dice) -> int:
    """After a squad's action: who took part bleeds; a critical hit lets all who took part strike again at once.

    Source: rounds 2, critical hit. rounds 4, bleeding. rounds 8, crit by squad.
    Differs: the main action that the minions gain is a strike.
    """
    frame = top_frame(battle.stack)
    squad = int(battle.creatures[frame.enemy].squad)
    again = int(frame.extra) >= CRITICAL
    clear_targets(battle)
    end_brutal(battle, book, int(frame.enemy), int(frame.slot))
    for minion in range(MAX_HEROES, MAX_CREATURES):
        figure = battle.creatures[minion]
        if figure.squad != squad or not is_minion(battle, book, minion):
            continue
        if figure.struck == 1:
            bleed(battle, book, dice, minion)
        figure.main = int(again and figure.struck == 1)
        figure.busy = int(figure.busy == 1 and not again)
        figure.struck = 0
    if not again:
        return Status.DONE
    frame.stage = AbilityStage.AIM
    frame.index = 0
    frame.extra = 0
    return Status.CALL
