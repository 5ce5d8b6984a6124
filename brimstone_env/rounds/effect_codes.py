"""What is special about abilities: the codes in the column `effect` of their table, and what triggers them."""

from __future__ import annotations

from enum import IntEnum


class Effect(IntEnum):
    """What an ability does beyond its damage, forced movement and condition."""

    NONE = 0
    BASIC = 1  # no more than a free strike with a power roll: not a signature ability
    INSPIRE = 2  # a Recovery for the user or an ally; at tier 3 for both, with an edge on their next rolls
    ANVIL = 3  # allies (amount) strike the target with signature abilities
    STRIKE_NOW = 4  # allies (amount) use signature abilities
    MARK = 5  # the target is marked
    PARRY = 6  # shift 1; beside the one who takes damage it is halved
    FOLLOW = 7  # the user may follow through squares that the target left
    LINES = 8  # forced movement befalls another creature instead
    SURGE_ALLY = 9  # an ally within 5 of the target gains surges (amount)
    SURGE_NEAR = 10  # an ally within the ability's distance gains surges (amount)
    HESITATION = 11  # the user's turn comes now
    CONFUSION = 12  # half damage, then a teleport of 4 (+1 per Heroic Resource)
    TELEPORT = 13  # a teleport of (amount) squares (+1 per Heroic Resource)
    PIN = 14  # it cannot stand up either, until (amount, `Until`)
    GRACE = 15  # Recoveries, more for more piety
    GUIDANCE = 16  # an edge on the roll; for 1 more a double edge
    PERSIST_STRIKE = 17  # may be kept up (amount): rolled again at the start of the user's turns
    PERSIST_AREA = 18  # may be kept up (amount): used again as a maneuver
    KEPT = 19  # the maneuver that uses what is kept up
    EXPLOSION = 20  # forced movement goes further by Reason; for 1 more by twice as much
    PRAYER = 21  # a better and more dangerous roll for piety
    MARK_DAMAGE = 22  # the marked target takes 2 x Reason more
    MARK_RECOVERY = 23  # who damages the marked target may spend a Recovery
    MARK_SHIFT = 24  # who damages the marked target shifts up to Reason squares
    MARK_TAUNT = 25  # the marked target is taunted by the user
    DOMAIN = 26  # what the domains of a Conduit do when a prayer is answered


class Trigger(IntEnum):
    """Events at which creatures are asked whether they react."""

    DAMAGED = 0  # the subject is about to take the damage of an ability
    ROLLING = 1  # the doer is about to roll for an ability that deals damage
    FORCED = 2  # the subject is about to be pushed, pulled or slid by the doer
    TARGETED = 3  # the subject is the target of the doer's strike, before the roll
    LEAVES = 4  # the doer is about to leave a square beside the subject
    TURN_START = 5  # the doer's turn starts
    TURN_ENDED = 6  # the doer's turn has ended
