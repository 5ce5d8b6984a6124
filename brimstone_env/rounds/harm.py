"""Damage and what it does: Stamina, squads, dying, death; healing."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    NUM_CONDITIONS,
    Condition,
    DamageType,
    Event,
    Roll,
    Stream,
    Trait,
    Until,
)
from brimstone_env.rounds.conditions import end_condition, impose, suffers
from brimstone_env.rounds.creatures import (
    calm,
    count_living,
    gap,
    has_trait,
    is_alive,
    is_minion,
    put,
    winded_value,
)
from brimstone_env.rounds.ground import leave_grave
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.resources import note_damage, note_hero_harm, note_winded


@compiled
def after_immunity(battle: Battle, book: Book, creature: int, amount: int, damage_type: int) -> int:
    """Damage that is left of an amount when immunity is taken off.

    Source: rounds 4, immunity.
    """
    return max(amount - int(book.kinds[battle.creatures[creature].kind].immunity[damage_type]), 0)


@compiled
def hurt(battle: Battle, book: Book, dice: Dice, creature: int, amount: int, damage_type: int) -> int:
    """Deal damage to one creature that is nobody's doing; see `hurt_by`."""
    return hurt_by(battle, book, dice, NOBODY, creature, amount, damage_type, 0)


@compiled
def hurt_by(
    battle: Battle, book: Book, dice: Dice, doer: int, creature: int, amount: int, damage_type: int, surges: int
) -> int:
    """Deal damage to one creature; Heroic Resources may grow by it.

    Args:
        battle: the battle.
        book: the book.
        dice: the caller's dice table.
        doer: who deals it, -1 for nobody.
        creature: who takes it.
        amount: how much.
        damage_type: its `DamageType`.
        surges: surges spent on it.

    Returns:
        What it lost after immunity; temporary Stamina counts.

    Source: rounds 4, immunity; temporary Stamina. rounds 8, pool damage.
    """
    amount = after_immunity(battle, book, creature, amount, damage_type)
    if amount == 0 or not is_alive(battle, creature):
        return 0
    log_event(dice, Event.DAMAGE, creature, amount, damage_type)
    note_damage(battle, book, doer, creature, damage_type, surges)
    if is_minion(battle, book, creature):
        hurt_squad(battle, book, dice, creature, amount)
        return amount
    figure = battle.creatures[creature]
    spared = min(int(figure.temporary), amount)
    figure.temporary -= spared
    lose_stamina(battle, book, dice, creature, amount - spared, damage_type)
    if creature < MAX_HEROES and is_alive(battle, creature):
        note_hero_harm(battle, book, dice, creature, amount)
    return amount


@compiled
def lose_stamina(battle: Battle, book: Book, dice: Dice, creature: int, amount: int, damage_type: int) -> None:
    """Take Stamina off a creature that is no minion; heroes come to dying, others die at 0.

    Source: rounds 4, hero dying; hero death; monster at 0.
    """
    figure = battle.creatures[creature]
    figure.stamina = max(int(figure.stamina) - amount, -200)
    if creature < MAX_HEROES:
        if int(figure.stamina) <= -winded_value(battle, book, creature):
            die(battle, book, dice, creature)
        elif figure.stamina <= 0:
            impose(battle, dice, creature, Condition.BLEEDING, Until.MENDED, NOBODY)
        return
    if figure.stamina > 0:
        return
    burnt = damage_type == DamageType.FIRE or damage_type == DamageType.HOLY
    if has_trait(battle, book, creature, Trait.RISES) and figure.risen == 0 and not burnt:
        figure.risen = 1
        figure.stamina = 1
        impose(battle, dice, creature, Condition.PRONE, Until.MENDED, NOBODY)
        return
    die(battle, book, dice, creature)


@compiled
def hurt_squad(battle: Battle, book: Book, dice: Dice, creature: int, amount: int) -> None:
    """Damage to one minion: each multiple of a minion's Stamina lost kills one, itself first, then the nearest.

    Source: rounds 8, pool damage.
    """
    squad = battle.squads[battle.creatures[creature].squad]
    squad.stamina = max(int(squad.stamina) - amount, 0)
    number = int(battle.creatures[creature].squad)
    each = int(book.kinds[squad.kind].stamina)
    victim = creature
    while int(squad.living) > 0 and victim != NOBODY and int(squad.stamina) <= (int(squad.living) - 1) * each:
        next_victim = nearest_of_squad(battle, book, number, victim)
        die(battle, book, dice, victim)
        victim = next_victim


@compiled
def nearest_of_squad(battle: Battle, book: Book, squad: int, creature: int) -> int:
    """The other living minion of a squad that is nearest to one of it, -1 if there is none.

    Source: rounds 8, pool damage.
    Differs: of equally near ones the first by index; the facts leave it open.
    """
    best = NOBODY
    least = 99
    for other in range(MAX_HEROES, MAX_CREATURES):
        figure = battle.creatures[other]
        if other == creature or figure.alive == 0 or figure.squad != squad or not is_minion(battle, book, other):
            continue
        away = gap(battle, book, creature, other)
        if away < least:
            least = away
            best = other
    return best


@compiled
def die(battle: Battle, book: Book, dice: Dice, creature: int) -> None:
    """A creature leaves the battle.

    Source: rounds 4, hero death; monster at 0.
    """
    figure = battle.creatures[creature]
    if figure.alive == 0:
        return
    log_event(dice, Event.DEAD, creature, 0, 0)
    if is_minion(battle, book, creature) and figure.squad != NOBODY:
        battle.squads[figure.squad].living -= 1
    if figure.group != NOBODY:
        battle.groups[figure.group].members -= 1
    leave_grave(battle, book, creature)
    put(battle, book, creature, NOBODY)
    figure.alive = 0
    release(battle, dice, creature)
    for condition in range(NUM_CONDITIONS):
        figure.until[condition] = Until.NEVER
        figure.source[condition] = NOBODY
    count_living(battle)


@compiled
def release(battle: Battle, dice: Dice, creature: int) -> None:
    """Whom a dead creature had grabbed is free, and whom it distracted no longer is.

    Source: rounds 4, grabbed. rounds 3, aid attack.
    """
    calm(battle, creature)
    for other in range(MAX_CREATURES):
        if battle.creatures[other].aided == creature:
            battle.creatures[other].aided = NOBODY
        if battle.creatures[other].source[Condition.GRABBED] == creature:
            end_condition(battle, dice, other, Condition.GRABBED)


@compiled
def recovery_value(battle: Battle, book: Book, creature: int) -> int:
    """What a Recovery brings back: a third of the greatest Stamina, rounded down.

    Source: rounds 4, recovery value.
    """
    return int(book.kinds[battle.creatures[creature].kind].stamina) // 3


@compiled
def heal(battle: Battle, book: Book, dice: Dice, creature: int, amount: int) -> None:
    """Bring Stamina back, up to the greatest; minions cannot be healed, the dying stop bleeding.

    Source: rounds 4, recovery value; hero dying. rounds 8, never.
    """
    figure = battle.creatures[creature]
    if figure.alive == 0 or is_minion(battle, book, creature):
        return
    most = int(book.kinds[figure.kind].stamina)
    was_dying = bool(figure.stamina <= 0)
    figure.stamina = min(int(figure.stamina) + amount, most)
    log_event(dice, Event.HEALED, creature, amount, 0)
    if was_dying and figure.stamina > 0 and figure.until[Condition.BLEEDING] == Until.MENDED:
        end_condition(battle, dice, creature, Condition.BLEEDING)


@compiled
def spend_recovery(battle: Battle, book: Book, dice: Dice, creature: int) -> bool:
    """A creature spends a Recovery, if it has one.

    Source: rounds 3, catch breath. rounds 4, recovery value.
    """
    figure = battle.creatures[creature]
    if figure.recoveries == 0:
        return False
    figure.recoveries -= 1
    heal(battle, book, dice, creature, recovery_value(battle, book, creature))
    return True


@compiled
def is_dying(battle: Battle, creature: int) -> bool:
    """Whether a hero is dying.

    Source: rounds 4, hero dying.
    """
    return creature < MAX_HEROES and bool(battle.creatures[creature].stamina <= 0)


@compiled
def bleed(battle: Battle, book: Book, dice: Dice, creature: int) -> None:
    """A bleeding creature loses a d6 and its level of Stamina, which is no damage: nothing prevents it.

    Source: rounds 4, bleeding.
    """
    if not is_alive(battle, creature) or not suffers(battle, creature, Condition.BLEEDING):
        return
    amount = roll_die(battle.streams, dice, Stream.DICE, Roll.BLEEDING, 6)
    amount += int(book.kinds[battle.creatures[creature].kind].level)
    log_event(dice, Event.DAMAGE, creature, amount, DamageType.PLAIN)
    if is_minion(battle, book, creature):
        hurt_squad(battle, book, dice, creature, amount)
        return
    lose_stamina(battle, book, dice, creature, amount, DamageType.PLAIN)
    if creature < MAX_HEROES and is_alive(battle, creature):
        note_winded(battle, book, dice, creature)
