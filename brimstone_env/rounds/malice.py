"""Malice: what the Director gains at the start of a round, and what it buys at the start of a creature's turn."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    MAX_ABILITIES,
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    Characteristic,
    Condition,
    DamageType,
    Decision,
    Event,
    Kind,
    Trait,
    Until,
    Verb,
)
from brimstone_env.rounds.conditions import end_condition, impose, suffers
from brimstone_env.rounds.creatures import characteristic, gap, has_trait, highest_characteristic, is_minion
from brimstone_env.rounds.harm import hurt
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.monster_codes import MonsterEffect
from brimstone_env.rounds.pending import ask
from brimstone_env.rounds.power import roll_power, tier_of

MOST_VICIOUS = 3  # times the highest characteristic
MOST_MALICE = 999
MIST_DAMAGE = 5


@compiled
def start_malice(battle: Battle, book: Book) -> None:
    """The Malice with which a battle starts: the average of the heroes' Victories.

    Source: rounds 9, start of combat.
    """
    battle.malice = int(book.rules.victories)


@compiled
def gain_malice(battle: Battle, dice: Dice) -> None:
    """At the start of a round: the living heroes and the number of the round. What lasted for a round ends.

    Source: rounds 9, start of each round.
    """
    battle.hurried = 0
    lift_mist(battle, dice)
    gained = int(battle.num_standing) + int(battle.turn)
    battle.malice = min(int(battle.malice) + gained, MOST_MALICE)
    log_event(dice, Event.MALICE, NOBODY, gained, int(battle.malice))


@compiled
def offer_malice(battle: Battle, book: Book, who: int) -> bool:
    """Ask the Director what Malice buys at the start of a creature's turn, if it can buy anything.

    Source: rounds 9, basic; goblin Malice.
    """
    if who < MAX_HEROES or count_features(battle, book, who) == 0:
        return False
    ask(battle, Decision.MALICE, who, NOBODY, NOBODY, int(battle.malice))
    return True


@compiled
def may_buy(battle: Battle, book: Book, who: int, slot: int) -> bool:
    """Whether a Malice feature in an ability slot can be bought now.

    The stronger next strike is not bought two rounds running.

    Source: rounds 9, basic.
    """
    row = int(book.kinds[battle.creatures[who].kind].abilities[slot])
    if row == NOBODY or book.abilities[row].kind != Kind.MALICE or book.abilities[row].cost > battle.malice:
        return False
    effect = int(book.abilities[row].effect)
    if effect == MonsterEffect.VICIOUS:
        return bool(battle.vicious_turn == 0 or battle.vicious_turn + 1 < battle.turn)
    if effect == MonsterEffect.BRUTAL:
        return not has_bought(battle, book, who, int(battle.brutal_by))
    if effect == MonsterEffect.GOBLIN_MODE:
        return bool(battle.hurried == 0)
    if effect == MonsterEffect.SWAMP:
        return bool(battle.mist == 0)
    return True


@compiled
def has_bought(battle: Battle, book: Book, who: int, buyer: int) -> bool:
    """Whether what was bought with Malice is a creature's own, or of the squad whose minion it is.

    Source: rounds 9, basic.
    """
    if buyer == NOBODY or who == buyer:
        return who == buyer
    squad = int(battle.creatures[buyer].squad)
    if squad == NOBODY or battle.creatures[who].squad != squad:
        return False
    return is_minion(battle, book, who) and is_minion(battle, book, buyer)


@compiled
def end_brutal(battle: Battle, book: Book, user: int, row: int) -> None:
    """An ability with a potency uses up what was bought for the next one.

    Source: rounds 9, basic.
    """
    if book.abilities[row].resisted != NOBODY and has_bought(battle, book, user, int(battle.brutal_by)):
        battle.brutal = 0
        battle.brutal_by = NOBODY


@compiled
def count_features(battle: Battle, book: Book, who: int) -> int:
    """Malice features that can be bought now."""
    count = 0
    for slot in range(MAX_ABILITIES):
        if may_buy(battle, book, who, slot):
            count += 1
    return count


@compiled
def fill_malice(battle: Battle, book: Book, mask_out: IntArray) -> int:
    """The Malice features that can be bought, or none.

    Source: rounds 9, basic; goblin Malice.
    """
    who = int(battle.pending.creature)
    mask_out[Verb.PASS] = 1
    count = 1
    for slot in range(MAX_ABILITIES):
        if may_buy(battle, book, who, slot):
            mask_out[FIRST_ABILITY + slot] = 1
            count += 1
    return count


@compiled
def buy_feature(battle: Battle, book: Book, dice: Dice, who: int, slot: int) -> None:
    """Buy a Malice feature.

    Differs: all Malice above 5 that the stronger strike can use goes into it, up to three times the highest
    characteristic; the source leaves the amount open. What another creature bought and did not use is lost.

    Source: rounds 9, basic; goblin Malice.
    """
    row = int(book.kinds[battle.creatures[who].kind].abilities[slot])
    ability = book.abilities[row]
    battle.malice -= ability.cost
    log_event(dice, Event.USE, who, row, slot)
    effect = int(ability.effect)
    if effect == MonsterEffect.BRUTAL:
        battle.brutal = 1
        battle.brutal_by = who
    elif effect == MonsterEffect.VICIOUS:
        highest = max(highest_characteristic(battle, book, who), 0)
        more = min(int(battle.malice), max((MOST_VICIOUS - 1) * highest, 0))
        battle.malice -= more
        battle.vicious = highest + more
        battle.vicious_by = who
        battle.vicious_turn = battle.turn
    elif effect == MonsterEffect.GOBLIN_MODE:
        battle.hurried = ability.amount[0]
    elif effect == MonsterEffect.TINY_STABS:
        stab_all(battle, book, dice, int(ability.amount[0]))
    else:
        spread_mist(battle, book, dice)


@compiled
def is_goblin(battle: Battle, book: Book, creature: int) -> bool:
    """Whether a creature is a living goblin.

    Differs: all our goblins, and only they, are crafty; so that is what tells them.

    Source: rounds 7, goblins.
    """
    return bool(battle.creatures[creature].alive == 1) and has_trait(battle, book, creature, Trait.CRAFTY)


@compiled
def goblins_beside(battle: Battle, book: Book, creature: int) -> int:
    """Goblins next to a creature."""
    count = 0
    for other in range(MAX_HEROES, MAX_CREATURES):
        if is_goblin(battle, book, other) and gap(battle, book, creature, other) == 1:
            count += 1
    return count


@compiled
def stab_all(battle: Battle, book: Book, dice: Dice, each: int) -> None:
    """Every hero takes damage for each goblin beside it.

    Source: rounds 7, monarch's third villain action; rounds 9, goblin Malice.
    """
    for hero in range(MAX_HEROES):
        if battle.creatures[hero].alive == 1:
            count = goblins_beside(battle, book, hero)
            if count > 0:
                hurt(battle, book, dice, hero, each * count, DamageType.PLAIN)


@compiled
def lift_mist(battle: Battle, dice: Dice) -> None:
    """Green mist goes, and with it the weakness that came of it.

    Source: rounds 9, goblin Malice.
    """
    if battle.mist == 0:
        return
    battle.mist = 0
    for creature in range(MAX_CREATURES):
        if battle.creatures[creature].until[Condition.WEAKENED] == Until.MENDED:
            end_condition(battle, dice, creature, Condition.WEAKENED)


@compiled
def spread_mist(battle: Battle, book: Book, dice: Dice) -> None:
    """Green mist covers the map until the end of the round: all but goblins make a Might test.

    Who fails is weakened until the mist goes.

    Differs: who is weakened already until it saves stays so.

    Source: rounds 9, goblin Malice.
    """
    battle.mist = 1
    for creature in range(MAX_CREATURES):
        if battle.creatures[creature].alive == 0 or is_goblin(battle, book, creature):
            continue
        natural = roll_power(battle, dice)
        tier = tier_of(natural, characteristic(battle, book, creature, Characteristic.MIGHT), 0, 0)
        log_event(dice, Event.TIER, creature, creature, tier)
        if tier == 1:
            hurt(battle, book, dice, creature, MIST_DAMAGE, DamageType.POISON)
        if tier < 3 and battle.creatures[creature].alive == 1 and not suffers(battle, creature, Condition.WEAKENED):
            impose(battle, dice, creature, Condition.WEAKENED, Until.MENDED, NOBODY)
