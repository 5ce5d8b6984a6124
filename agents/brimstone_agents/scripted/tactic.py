"""A tactic as a record: where it stands, whom it strikes, and what it holds for important."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from brimstone_env.core.records import IntArray, field, record

HUNDRED = 100.0  # weights are stored in hundredths


class Stance(IntEnum):
    """How a tactic chooses where a hero stands."""

    QUICK = 0  # by a glance at the squares next to each square: for rollouts
    BALANCED = 1  # attack from there, less the wounds that enemies are expected to deal there
    DOOR = 2  # the same, in the nearest free doorway
    GUARD = 3  # the same, near the weakest hero, whose wounds count more


class Target(IntEnum):
    """Whom a tactic strikes first."""

    WORTH = 0  # where a hit takes most away from the enemies
    NEAREST = 1
    WEAKEST = 2  # who is nearest to death: all heroes at the same enemy until it falls
    DANGEROUS = 3  # who deals most


class Weight(IntEnum):
    """What the weights of a tactic mean; each is stored in hundredths."""

    KILL_TURNS = 0  # turns of an enemy's attacks that killing it now saves
    WOUND_SHARE = 1  # worth of wounding an enemy, as a share of killing it
    FEAR_OF_FALL = 2  # wounds that being knocked out counts as
    CAUTION = 3  # what a wound taken counts against one that a kill saves
    STEP_COST = 4  # wounds that a square of distance to the enemies counts as, when there is nothing to attack
    MARGIN = 5  # wounds by which a square must be better to be worth a move
    ESCAPE_COST = 6  # wounds that the risk of a failed escape counts as
    GRIT_FAILURES = 7  # failed dice of an attack that are worth 1 grit
    GRIT_WOUNDS = 8  # part of the Health (or Sanity) left that a defense must save to be worth 1 grit
    HEAL_BELOW = 9  # part of the most Health (or Sanity) below which a healing token is used
    RECOVERY = 10  # wounds saved that recovering a hero counts as
    POST = 11  # wounds that a square of distance from the post (a doorway, the guarded hero) counts as
    HURRY = 12  # grit that a hero must have in hand to spend one on getting at an enemy sooner, 0: never
    WARD = 13  # how much more the wounds of the guarded hero count


NUM_WEIGHTS = 16


@record
class Tactic:
    """A tactic of the heroes."""

    stance: int = field(np.int8, 0, 15, "`Stance`")
    target: int = field(np.int8, 0, 15, "`Target`")
    weights: IntArray = field(np.int16, -(2**15), 2**15 - 1, "what counts how much, in hundredths", shape=NUM_WEIGHTS)
