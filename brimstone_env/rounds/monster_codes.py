"""What is special about monsters' abilities. Values are part of the tables: add at the end, never renumber."""

from __future__ import annotations

from enum import IntEnum


class MonsterEffect(IntEnum):
    """Values of `Ability.effect` from 60 on; n is `Ability.amount`."""

    ALLY_STRIKES = 60  # an ally within n squares of the user uses a free strike
    BESIDE_STRIKES = 61  # an ally beside the target uses a free strike against it
    SUMMON = 62  # so many runners appear
    MEAT_SHIELD = 63  # an ally beside the user becomes the target of the strike
    RECKLESS = 64  # allies' strikes and strikes against them gain an edge
    EDGED_DAMAGE = 65  # n damage more with an edge
    STILL_EDGE = 66  # an edge if no move action was used this turn
    SPLINTER = 67  # another target takes n damage
    CALL_UP = 74  # allies within n squares move, or use a free strike
    FOCUS = 75  # allies within n squares of the target move toward it
    KILL = 76  # every foe takes n damage for each goblin beside it
    BRUTAL = 77  # the next potency is 1 higher
    VICIOUS = 78  # the next strike deals more damage
    GOBLIN_MODE = 79  # goblins are n squares faster this round
    TINY_STABS = 80  # every foe takes n damage for each goblin beside it
    SWAMP = 81  # green mist: difficult terrain for all others, a Might test
