"""What the event log's rows mean: their codes and arguments. Values are part of replays: add at the end."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of entries in the event log; arguments (a, b, c) in the comment."""

    TURN = 0  # turn number
    ACTIVATE_HERO = 1  # hero
    ACTIVATE_GROUP = 2  # group
    DIE = 3  # roll kind, result, sides
    HERO_MOVE = 4  # hero, from cell, to cell
    ENEMY_MOVE = 5  # enemy, from square, to square (cells)
    ESCAPE = 6  # hero, 1 if it escaped
    GRIT = 7  # hero, change, 1 if it is lost because it is above the most
    HERO_ATTACK = 8  # hero, item id or -1 for melee, 1 if free
    HIT = 9  # enemy, damage, 1 if critical
    WOUND = 10  # enemy, wounds, wounds in all
    KILL = 11  # enemy, hero
    EXPERIENCE = 12  # hero, points
    TARGET = 13  # enemy, hero or -1
    ENEMY_ATTACK = 14  # enemy, hero, hits
    HERO_WOUND = 15  # hero, wounds, Health left
    HERO_HORROR = 16  # hero, Sanity lost, Sanity left
    KNOCKED_OUT = 17  # hero
    REVIVED = 18  # hero
    HEAL = 19  # hero, Health, Sanity
    PLACE = 20  # enemy, cell
    ELITE = 21  # group, row 1..6
    CARD = 22  # deck, card index
    OUTCOME = 23  # outcome
    STATUS = 24  # hero, `Affliction`, 1 gained / 0 lost
    REGENERATE = 25  # enemy, wounds healed
    EXTRA_SHOT = 26  # hero (Double Shot)
    BADGE = 27  # hero who used it
    DEAD_EYE = 28  # hero, shots left
    DYNAMITE = 29  # hero, cell aimed at
    BOUNCE = 30  # from cell, to cell, 0 if a wall swallowed it
    EXPLODE = 31  # cell
    DRAG = 32  # hero, dragged hero, cell of the marker
    RECOVER = 33  # helper (or -1), hero
    INJURY = 34  # hero, row
    MADNESS = 35  # hero, row
    LOOT = 36  # hero, card
    GOLD = 37  # hero, amount
    DARK_STONE = 38  # hero, pieces
    ITEM = 39  # hero, item id, 1 gained / 0 lost
    TOKEN = 40  # hero, token, 1 gained / 0 used
    CORRUPTION = 41  # hero, points
    MUTATION = 42  # hero
    ENEMY_SHOOT = 43  # enemy, hero, hits
    SPAWN = 44  # enemy, by whom
    ENEMY_ABILITY = 45  # enemy (or -1: the group that acts), `Stat` of the ability, number
    ARRIVAL = 46  # scenario event
    TURN_CUT = 47  # turn: an ambush ends it
    STAGE = 48  # battle of a delve
    BREAK_WALL = 49  # enemy
    ABILITY = 50  # hero, upgrade or -1 for the class's own, 1 if it pays for a reroll
    STOPPED = 51  # enemy, wounds stopped by armor, 1 if cover stopped the whole hit
    WARNING = 52  # site, 1 marker put / 0 taken
    MARKER = 53  # place of the Darkness marker
    HERO_ARMOR = 54  # hero, wounds stopped
    DEAD = 55  # hero, lost for good
    ROLL = 56  # hero, roll kind, dice: a hero's own roll, whose dice follow (those of a reroll come without it)
    VANISH = 57  # enemy: immobile and left behind
    FIRST_SIDE = 58  # `Side` that acts first in every turn
    SURPRISED = 59  # hero
    TEST = 60  # hero or -1, group or -1, total of the test for the order
    SWAP = 61  # hero, hero: they change places in the order
