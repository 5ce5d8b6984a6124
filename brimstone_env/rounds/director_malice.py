"""When the Director spends Malice on more than abilities, and when the leader uses a villain action."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import FIRST_ABILITY, MAX_ABILITIES, MAX_CREATURES, MAX_HEROES, NOBODY, Verb
from brimstone_env.rounds.creatures import gap_to_square, highest_characteristic
from brimstone_env.rounds.director_plan import MALICE_PRICE, turn_worth
from brimstone_env.rounds.director_worth import POINT, harm_worth
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.malice import goblins_beside, is_goblin
from brimstone_env.rounds.monster_codes import MonsterEffect

MIST_WORTH = 350  # for each hero: a Might test against weakness
SWIFT_WORTH = 60  # a goblin that is 2 squares faster
BRUTAL_WORTH = 250
HASTE = 200  # villain actions: what one must be worth, a hero
URGENT = 4  # from this round on any villain action is better than none
MOST_VICIOUS = 3


@compiled
def choose_malice(battle: Battle, book: Book, mask: IntArray) -> int:
    """The Malice feature that brings most above its price; none if no one is worth it. The simple Director buys none.

    Source: rounds 9, basic; goblin Malice.
    """
    if book.rules.director == 0:
        return int(Verb.PASS)
    who = int(battle.pending.creature)
    price = MALICE_PRICE[int(book.rules.director)]
    best = int(Verb.PASS)
    most = 0
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 1:
            row = int(book.kinds[battle.creatures[who].kind].abilities[slot])
            ability = book.abilities[row]
            value = feature_worth(battle, book, who, int(ability.effect), int(ability.amount[0]))
            value -= price * int(ability.cost)
            if value > most:
                most = value
                best = FIRST_ABILITY + slot
    return best


@compiled
def feature_worth(battle: Battle, book: Book, who: int, effect: int, amount: int) -> int:
    """What a Malice feature is expected to be worth now."""
    speed = int(book.kinds[battle.creatures[who].kind].speed)
    if effect == MonsterEffect.VICIOUS:
        if turn_worth(battle, book, who, speed) <= 0:
            return 0
        return POINT * MOST_VICIOUS * max(highest_characteristic(battle, book, who), 0)
    if effect == MonsterEffect.BRUTAL:
        return BRUTAL_WORTH if turn_worth(battle, book, who, speed) > 0 else 0
    if effect == MonsterEffect.TINY_STABS or effect == MonsterEffect.KILL:
        return stabs_worth(battle, book, amount)
    if effect == MonsterEffect.SWAMP:
        return MIST_WORTH * int(battle.num_standing)
    return SWIFT_WORTH * waiting_goblins(battle, book)


@compiled
def stabs_worth(battle: Battle, book: Book, each: int) -> int:
    """What it is worth that every hero takes damage for each goblin beside it."""
    total = 0
    for hero in range(MAX_HEROES):
        if battle.creatures[hero].alive == 1:
            total += harm_worth(battle, book, hero, each * goblins_beside(battle, book, hero))
    return total


@compiled
def waiting_goblins(battle: Battle, book: Book) -> int:
    """Living goblins that have still to act in this round."""
    count = 0
    for creature in range(MAX_HEROES, MAX_CREATURES):
        if battle.creatures[creature].acted == 0 and is_goblin(battle, book, creature):
            count += 1
    return count


@compiled
def choose_villain(battle: Battle, book: Book, mask: IntArray) -> int:
    """Which villain action the leader uses now.

    The simple Director takes the first that is left. The others take the one that is worth most, and wait while none is
    worth two points of Stamina a hero, but not beyond the third round.

    Source: rounds 9, villain actions.
    """
    leader = int(battle.pending.creature)
    least = HASTE * int(battle.num_standing)
    if book.rules.director == 0 or battle.turn >= URGENT:
        least = -1
    best = int(Verb.PASS)
    most = least
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 0:
            continue
        if book.rules.director == 0:
            return FIRST_ABILITY + slot
        value = villain_worth(battle, book, leader, slot)
        if value > most:
            most = value
            best = FIRST_ABILITY + slot
    return best


@compiled
def villain_worth(battle: Battle, book: Book, leader: int, slot: int) -> int:
    """What a villain action is expected to be worth now."""
    row = int(book.kinds[battle.creatures[leader].kind].abilities[slot])
    effect = int(book.abilities[row].effect)
    amount = int(book.abilities[row].amount[0])
    if effect == MonsterEffect.KILL:
        return stabs_worth(battle, book, amount)
    total = 0
    at = int(battle.creatures[leader].square)
    for ally in range(MAX_HEROES, MAX_CREATURES):
        figure = battle.creatures[ally]
        if ally == leader or figure.alive == 0 or figure.square == NOBODY:
            continue
        if gap_to_square(battle, book, ally, at) <= amount:
            strike = POINT * int(book.kinds[figure.kind].free_strike)
            total += strike if effect == MonsterEffect.CALL_UP else strike // 2
    return total
