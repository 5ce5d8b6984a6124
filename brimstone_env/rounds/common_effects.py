"""What the common main actions and maneuvers do besides damage, conditions and forced movement."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice
from brimstone_env.rounds.ability_frame import use_ability
from brimstone_env.rounds.codes import NOBODY, NUM_CONDITIONS, Common, Condition, Until, Use
from brimstone_env.rounds.conditions import end_condition, save_against
from brimstone_env.rounds.creatures import are_adjacent, is_alive
from brimstone_env.rounds.harm import spend_recovery
from brimstone_env.rounds.layout import Battle, Book


@compiled
def start_common_effect(battle: Battle, book: Book, dice: Dice, user: int, target: int, common: int, tier: int) -> None:
    """Carry out what is special about a common action on a target.

    Source: rounds 3, aid attack; heal; grab; escape grab.
    """
    if common == Common.AID_ATTACK:
        battle.creatures[target].aided = user
    elif common == Common.HEAL:
        tend(battle, book, dice, target)
    elif common == Common.GRAB and tier == 2:
        strike_back(battle, book, target, user)
    elif common == Common.ESCAPE_GRAB and tier >= 2:
        grabber = int(battle.creatures[user].source[Condition.GRABBED])
        end_condition(battle, dice, user, Condition.GRABBED)
        if tier == 2 and grabber != NOBODY:
            strike_back(battle, book, grabber, user)


@compiled
def tend(battle: Battle, book: Book, dice: Dice, target: int) -> None:
    """A creature beside spends a Recovery; if it lacks no Stamina or has none left, it saves against one condition.

    Source: rounds 3, heal.
    Differs: which of the two is not asked: a Recovery, where there is one and Stamina is missing.
    """
    missing = battle.creatures[target].stamina < book.kinds[battle.creatures[target].kind].stamina
    if missing and spend_recovery(battle, book, dice, target):
        return
    for condition in range(NUM_CONDITIONS):
        if battle.creatures[target].until[condition] == Until.SAVE:
            save_against(battle, dice, target, condition)
            return


@compiled
def strike_back(battle: Battle, book: Book, striker: int, target: int) -> None:
    """A creature makes a melee free strike at another one beside it.

    Source: rounds 3, grab; escape grab.
    Differs: a grab takes hold before the free strike, not after it.
    """
    if is_alive(battle, striker) and is_alive(battle, target) and are_adjacent(battle, book, striker, target):
        use_ability(battle, striker, Common.MELEE_FREE_STRIKE, target, Use.GRANTED)
