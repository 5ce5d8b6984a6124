"""What can be wrong with a battle, in numbers and in words."""

from __future__ import annotations

from enum import IntEnum


class Wrong(IntEnum):
    """What can be wrong with a battle."""

    NOTHING = 0
    HERO_COUNT = 1
    HERO_SQUARE = 2
    HERO_DOWN = 3
    HERO_GRIT = 4
    HERO_POINTS = 5
    ENEMY_COUNT = 6
    ENEMY_SQUARE = 7
    ENEMY_DEAD = 8
    ENEMY_WOUNDS = 9
    ENEMY_TARGET = 10
    ENEMY_GROUP = 11
    GROUP_COUNT = 12
    GROUP_TWICE = 13
    BOARD = 14
    CROWD = 15
    DEPTH = 16
    FRAME_USED = 17
    POOL_VALUE = 19
    POOL_GRADE = 20
    POOL_MARK = 21
    POOL_FREE = 22
    PENDING_NONE = 23
    PENDING_SEAT = 24
    PENDING_HERO = 25
    PENDING_FRAME = 26
    PENDING_GRIT = 27
    OUTCOME = 28
    LEFT_HITS = 29
    RANGE = 30
    FREE_SLOT = 31
    LEFT_ARRIVALS = 32
    MOVE_STATE = 33
    GROUP_NUMBER = 34
    HERO_LOST = 35
    HERO_BAG = 36
    HERO_DRAGS = 37
    PENDING_BOOST = 38


SENTENCES: dict[int, str] = {
    Wrong.NOTHING: "in order",
    Wrong.HERO_COUNT: "num_heroes or num_standing is not the number of heroes, or of those standing",
    Wrong.HERO_SQUARE: "a hero or marker is not on the floor",
    Wrong.HERO_DOWN: "a hero is knocked out with Health and Sanity left, or stands without",
    Wrong.HERO_GRIT: "a hero has more grit than its most, other than at its MOVE decision",
    Wrong.HERO_POINTS: "a hero has more Health or Sanity than its most",
    Wrong.ENEMY_COUNT: "num_alive is not the number of living enemies",
    Wrong.ENEMY_SQUARE: "a living enemy has less than half of its squares on the floor",
    Wrong.ENEMY_DEAD: "a dead enemy has a square or a target",
    Wrong.ENEMY_WOUNDS: "a living enemy has as many wounds as its Health",
    Wrong.ENEMY_TARGET: "an enemy's target is no standing hero",
    Wrong.ENEMY_GROUP: "an enemy's type is not its group's",
    Wrong.GROUP_COUNT: "a group's alive is not the number of its living figures, or its placed is too small",
    Wrong.GROUP_TWICE: "two groups of one type",
    Wrong.BOARD: "the board does not show who stands on a square",
    Wrong.CROWD: "two figures share a square that may not",
    Wrong.DEPTH: "the stack is empty in a battle that goes on, or too deep",
    Wrong.FRAME_USED: "a frame in use has no kind",
    Wrong.POOL_VALUE: "a die of the pool shows what it cannot",
    Wrong.POOL_GRADE: "a die of the pool has the wrong grade",
    Wrong.POOL_MARK: "marks of the pool do not add up, or a die is marked and rerolled",
    Wrong.POOL_FREE: "dice beyond the pool's count are not zeroed",
    Wrong.PENDING_NONE: "nothing is pending in a battle that goes on, or something is in one that is over",
    Wrong.PENDING_SEAT: "the pending decision's seat is not played from outside",
    Wrong.PENDING_HERO: "the pending decision is about a hero who cannot make it",
    Wrong.PENDING_FRAME: "the pending decision's rule is not on the stack",
    Wrong.PENDING_GRIT: "a reroll is offered without grit, or without a die that may be rerolled",
    Wrong.OUTCOME: "the outcome does not fit who is left",
    Wrong.LEFT_HITS: "hits, paid or shares are left over although no attack goes on",
    Wrong.RANGE: "a field is outside its declared range",
    Wrong.FREE_SLOT: "a free slot is not clean",
    Wrong.LEFT_ARRIVALS: "figures are still to be placed at a decision",
    Wrong.GROUP_NUMBER: "a group's number is not the printed one with its elite rows",
    Wrong.HERO_LOST: "a hero who is lost stands",
    Wrong.PENDING_BOOST: "more damage is offered to a hero who cannot add any",
    Wrong.HERO_DRAGS: "a hero drags nobody's marker, or drags while it is knocked out itself",
    Wrong.HERO_BAG: "a side bag holds more than five tokens",
    Wrong.MOVE_STATE: "a hero may move who is held or ensnared, or whose movement is over",
}
