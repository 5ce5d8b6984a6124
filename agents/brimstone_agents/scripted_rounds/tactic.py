"""A tactic as a record: who acts next, whom it strikes, where it stands, and what it holds for important."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from brimstone_env.core.records import IntArray, field, record

HUNDRED = 100  # weights are stored in hundredths


class Order(IntEnum):
    """How a tactic chooses which hero acts next."""

    WORTH = 0  # who can do most now
    SLOT = 1  # always in the order in which the party is listed
    HURT = 2  # who has least Stamina left, as a share
    STURDY = 3  # who has most Stamina left, as a share


class Target(IntEnum):
    """Whom a tactic strikes first."""

    WORTH = 0  # where the strike does most
    NEAREST = 1
    WEAKEST = 2  # who is nearest to death: all heroes at the same enemy until it falls
    DANGEROUS = 3  # who is worth most in the encounter


class Weight(IntEnum):
    """What the weights of a tactic mean; each is stored in hundredths."""

    FELL = 0  # points of Stamina that felling an enemy counts for, by its encounter value
    PRICE = 1  # points of Stamina that a point of the Heroic Resource must buy
    SURGE = 2  # points of Stamina that a surge must buy
    EXPOSURE = 3  # points of Stamina that an enemy beside a square counts for, by its encounter value
    PROVOKED = 4  # points of Stamina that a move past an enemy counts for, which may strike at who leaves
    FLANK = 5  # points of Stamina that a square is better for from which an ally is right across the target
    HEAL_BELOW = 6  # share of the Stamina below which a hero recovers
    MEND = 7  # how much a point of Stamina that is given back counts against one that is taken
    MARGIN = 8  # points of Stamina by which another square must be better to be worth a move
    CONDITION = 9  # how much conditions count
    WAIT = 10  # 1: the enemies go first, so that they come
    GUARD = 11  # damage that a triggered action must save
    HURRY = 12  # points of Stamina that being hurt to the last point counts for, when it is chosen who acts next
    SLAM = 13  # how much what enemies slam into counts
    GRANT = 14  # how much the strikes of others count that an ability lets them do
    BOON = 15  # points of Stamina that a surge given to somebody counts for
    FEAR = 16  # how much more an exposed square counts for who is hurt to the last point
    SOON = 18  # points of Stamina more, by its encounter value, if it has yet to act in this round
    MEND_FIRST = 20  # how much Recoveries count when it is chosen who acts next
    AID = 21  # points of Stamina that aiding the next strike at an enemy counts for
    RETREAT = 19  # what EXPOSURE is for a hero whose main action is spent
    SPARE = 17  # points of Stamina that a resource in hand, beyond three, is the cheaper for


NUM_WEIGHTS = 24


@record
class Tactic:
    """A tactic of the heroes."""

    order: int = field(np.int8, 0, 15, "`Order`")
    target: int = field(np.int8, 0, 15, "`Target`")
    glance: int = field(np.int8, 0, 1, "1: moves are chosen by distance alone: for rollouts")
    weights: IntArray = field(np.int16, -(2**15), 2**15 - 1, "what counts how much, in hundredths", shape=NUM_WEIGHTS)
