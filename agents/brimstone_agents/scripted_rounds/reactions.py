"""When a hero uses a triggered action, and how much it spends on what it uses."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.foes import POINT, damage_worth
from brimstone_agents.scripted_rounds.mending import is_hurt, recovery_worth
from brimstone_agents.scripted_rounds.strikes import price_of
from brimstone_agents.scripted_rounds.tactic import HUNDRED, Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray
from brimstone_env.rounds.codes import (
    FIRST_ABILITY,
    FIRST_NUMBER,
    MAX_ABILITIES,
    MAX_HEROES,
    NOBODY,
    NUM_NUMBERS,
    Characteristic,
    Condition,
    Kind,
    Verb,
)
from brimstone_env.rounds.conditions import suffers
from brimstone_env.rounds.conduit import Grace
from brimstone_env.rounds.creatures import characteristic
from brimstone_env.rounds.domains import Blessing
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.layout import Battle, Book

BLEEDS = 7  # Stamina that bleeding takes at most
HEALTHY = 8  # Stamina above which a Conduit dares to pray
USEFUL = 100  # what always has some use


@compiled
def may_bleed_dead(battle: Battle, book: Book, hero: int) -> bool:
    """Whether bleeding might kill a hero who does something that makes it bleed.

    Source: rounds 4, bleeding; hero death.
    """
    if not suffers(battle, hero, Condition.BLEEDING):
        return False
    creature = battle.creatures[hero]
    return bool(int(creature.stamina) + int(book.kinds[creature.kind].stamina) // 2 <= BLEEDS)


@compiled
def choose_reaction(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """The triggered action that is worth most; none that is not worth its price."""
    if mask[Verb.REACT] == 1:
        return int(Verb.REACT)
    who = int(battle.pending.creature)
    kind = book.kinds[battle.creatures[who].kind]
    best = int(Verb.PASS)
    most = 0
    for slot in range(MAX_ABILITIES):
        if mask[FIRST_ABILITY + slot] == 1:
            worth = reaction_worth(battle, book, who, int(kind.abilities[slot]), tactic)
            if worth > most:
                most = worth
                best = FIRST_ABILITY + slot
    return best


@compiled
def reaction_worth(battle: Battle, book: Book, who: int, row: int, tactic: Tactic) -> int:
    """What answering an event with an ability is worth, its price taken off."""
    ability = book.abilities[row]
    effect = int(ability.effect)
    subject = int(battle.pending.target)
    if ability.kind == Kind.TRIGGERED and may_bleed_dead(battle, book, who):
        return 0
    if effect == Effect.PARRY or effect == Effect.CONFUSION:
        return guard_worth(battle, book, subject, tactic)
    if effect == Effect.PRAYER:
        return USEFUL if battle.creatures[who].stamina > HEALTHY else 0
    if effect == Effect.EXPLOSION:
        return USEFUL if subject >= MAX_HEROES else 0
    if effect == Effect.MARK_TAUNT or effect == Effect.MARK_SHIFT:
        return 0
    price = price_of(battle, book, who, row, tactic)
    if effect == Effect.MARK_DAMAGE:
        more = int(battle.hit) + 2 * characteristic(battle, book, who, Characteristic.REASON)
        return gained(battle, book, subject, more, tactic) - price
    if effect == Effect.MARK_RECOVERY:
        doer = int(top_frame(battle.stack).chosen)
        return (recovery_worth(battle, book, doer, tactic) if 0 <= doer < MAX_HEROES else 0) - price
    return USEFUL * POINT


@compiled
def gained(battle: Battle, book: Book, enemy: int, damage: int, tactic: Tactic) -> int:
    """What so much damage is worth instead of that which is about to be taken."""
    now = damage_worth(battle, book, enemy, int(battle.hit), tactic)
    return damage_worth(battle, book, enemy, damage, tactic) - now


@compiled
def guard_worth(battle: Battle, book: Book, hero: int, tactic: Tactic) -> int:
    """What halving the damage that a hero is about to take is worth: nothing where it saves too little.

    It is always worth it where the hero would be dying, or dead, of all of it.
    """
    creature = battle.creatures[hero]
    hit = int(battle.hit)
    left = int(creature.stamina) + int(creature.temporary)
    last = left + int(book.kinds[creature.kind].stamina) // 2
    saved = hit - hit // 2
    if (0 < left <= hit) or hit >= last:
        return saved * POINT
    if saved * HUNDRED < int(tactic.weights[Weight.GUARD]):
        return 0
    return saved * POINT


@compiled
def choose_spending(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """How much more is spent: Recoveries that help, and piety for an edge when there is plenty."""
    who = int(battle.pending.creature)
    effect = int(book.abilities[battle.pending.ability].effect)
    spend = False
    if effect == Effect.INSPIRE:
        spend = is_hurt(battle, book, who, tactic)
    elif effect == Effect.EXPLOSION or effect == Effect.LINES:
        spend = int(tactic.weights[Weight.PRICE]) < 2 * HUNDRED
    if spend and mask[FIRST_NUMBER + 1] == 1:
        return FIRST_NUMBER + 1
    return FIRST_NUMBER


@compiled
def choose_option(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """What piety adds to a Healing Grace: another Recovery for who still needs one, then one for another hero."""
    effect = int(book.abilities[battle.pending.ability].effect)
    if effect == Effect.DOMAIN:
        return choose_blessing(battle, book, mask, tactic)
    if effect != Effect.GRACE:
        return FIRST_NUMBER
    target = int(battle.pending.target)
    price = int(tactic.weights[Weight.PRICE])
    if mask[FIRST_NUMBER + Grace.RECOVERY] == 1 and recovery_worth(battle, book, target, tactic) > price:
        return FIRST_NUMBER + int(Grace.RECOVERY)
    if mask[FIRST_NUMBER + Grace.ANOTHER] == 1:
        for hero in range(MAX_HEROES):
            other = hero != target and battle.creatures[hero].alive == 1
            if other and recovery_worth(battle, book, hero, tactic) > price:
                return FIRST_NUMBER + int(Grace.ANOTHER)
    return FIRST_NUMBER


@compiled
def choose_blessing(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """What an answered prayer brings: a Recovery that somebody needs, else as much temporary Stamina as there is."""
    if mask[FIRST_NUMBER + Blessing.RECOVERY] == 1:
        for hero in range(MAX_HEROES):
            if battle.creatures[hero].alive == 1 and recovery_worth(battle, book, hero, tactic) > 0:
                return FIRST_NUMBER + int(Blessing.RECOVERY)
    if mask[FIRST_NUMBER + Blessing.ALLY_SHIELD] == 1:
        return FIRST_NUMBER + int(Blessing.ALLY_SHIELD)
    if mask[FIRST_NUMBER + Blessing.SHIELD] == 1:
        return FIRST_NUMBER + int(Blessing.SHIELD)
    return FIRST_NUMBER


@compiled
def last_number(mask: IntArray) -> int:
    """The greatest legal number."""
    for number in range(NUM_NUMBERS - 1, -1, -1):
        if mask[FIRST_NUMBER + number] == 1:
            return FIRST_NUMBER + number
    return NOBODY
