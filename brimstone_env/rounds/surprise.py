"""The start of combat: surprise, and which side goes first."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_check
from brimstone_env.rounds.codes import MAX_CREATURES, MAX_HEROES, Event, Roll, Side, Stream
from brimstone_env.rounds.layout import Battle

PLAYERS_CHOOSE = 6  # least d10 with which the players choose


@compiled
def is_whole_side_surprised(battle: Battle, side: int) -> bool:
    """Whether nobody of a side is ready for the fight.

    Source: D10; D12.
    """
    first = 0 if side == Side.HEROES else MAX_HEROES
    last = MAX_HEROES if side == Side.HEROES else MAX_CREATURES
    for creature in range(first, last):
        figure = battle.creatures[creature]
        if figure.alive == 1 and figure.surprised == 0:
            return False
    return True


@compiled
def decide_first(battle: Battle, dice: Dice) -> bool:
    """Find out which side goes first, unless the players have to say.

    If just one side is surprised whole, the other one does. Else a d10 is rolled: at 6 or more the players choose, at 5
    or less the Director does, and he always chooses his own side.

    Returns:
        Whether it is decided.

    Source: D3; D4; D6; D12; D13; D14; D15.
    Differs: if both sides are surprised whole, the d10 is rolled as well; the source is silent. Who rolls (D13) does
    not matter.
    """
    heroes = is_whole_side_surprised(battle, Side.HEROES)
    enemies = is_whole_side_surprised(battle, Side.ENEMIES)
    if heroes != enemies:
        set_first(battle, dice, int(Side.ENEMIES) if heroes else int(Side.HEROES))
        return True
    if roll_check(battle.streams, dice, Stream.DICE, Roll.FIRST, 10, PLAYERS_CHOOSE):
        return False
    set_first(battle, dice, int(Side.ENEMIES))
    return True


@compiled
def set_first(battle: Battle, dice: Dice, side: int) -> None:
    """A side goes first, in this round and in every later one.

    Source: D35.
    """
    battle.first_side = side
    log_event(dice, Event.SIDE_FIRST, side, 0, 0)


@compiled
def end_surprise(battle: Battle) -> None:
    """The first round is over: nobody is surprised any more.

    Source: D7.
    """
    for creature in range(MAX_CREATURES):
        battle.creatures[creature].surprised = 0
