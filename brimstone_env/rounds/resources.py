"""Heroic Resources: what they start with, what they grow by, what abilities cost; marks and what is kept up."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, roll_die
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    Characteristic,
    DamageType,
    Kind,
    Resource,
    Roll,
    Stream,
)
from brimstone_env.rounds.creatures import characteristic, gap, sees, winded_value
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.layout import Battle, Book

NEAR = 10  # squares within which what others do counts for a hero's resource
UPKEEP_LIMIT = 5  # times Reason: damage in one turn that ends what is kept up

# Bits of `creature.once`, for one round.
GAINED = 1  # the first gain by what happens in a round
GAINED_HEROIC = 2  # by another hero's heroic ability
# Bits of `creature.ever`, for the battle.
GAINED_WINDED = 1


@compiled
def resource_of(battle: Battle, book: Book, creature: int) -> int:
    """The `Resource` of a creature, none for enemies and free slots.

    Source: rounds 5.
    Differs: of the nine classes those five are built of which the facts have a hero; Censor, Null, Talent and
    Troubadour are left out, as are other arrays of characteristics (tables of one's own may have them).
    """
    if creature >= MAX_HEROES or battle.creatures[creature].alive == 0:
        return int(Resource.NONE)
    return int(book.kinds[battle.creatures[creature].kind].resource)


@compiled
def start_resources(battle: Battle, book: Book) -> None:
    """Each hero starts with as much of its resource as it has Victories.

    Source: rounds 5, start of combat.
    """
    for hero in range(MAX_HEROES):
        if resource_of(battle, book, hero) != Resource.NONE:
            battle.creatures[hero].resource = int(book.rules.victories)


@compiled
def renew_gains(battle: Battle) -> None:
    """A new round: what counts the first time in a round counts again, and each may react again.

    Source: rounds 3, triggered action. rounds 5, first time per round.
    """
    for creature in range(MAX_CREATURES):
        battle.creatures[creature].once = 0
        battle.creatures[creature].reacted = 0


@compiled
def renew_harm(battle: Battle) -> None:
    """A new turn: the damage that each took in a turn is counted from nothing.

    Source: rounds 6, persistent.
    """
    for creature in range(MAX_CREATURES):
        battle.creatures[creature].harmed = 0


@compiled
def gain(battle: Battle, creature: int, amount: int) -> None:
    """Add to a hero's resource."""
    figure = battle.creatures[creature]
    figure.resource = min(int(figure.resource) + amount, 99)


@compiled
def gain_once(battle: Battle, creature: int, bit: int, amount: int) -> None:
    """Add to a hero's resource, if this is the first time in the round.

    Source: rounds 5, first time per round.
    """
    figure = battle.creatures[creature]
    if int(figure.once) & bit == 0:
        figure.once = int(figure.once) | bit
        gain(battle, creature, amount)


@compiled
def roll_d3(battle: Battle, dice: Dice) -> int:
    """Roll a d3 of a Heroic Resource."""
    return roll_die(battle.streams, dice, Stream.DICE, Roll.RESOURCE, 3)


@compiled
def end_upkeep(battle: Battle, creature: int) -> None:
    """What a creature keeps up ends."""
    battle.creatures[creature].upkeep = NOBODY
    battle.creatures[creature].upkeep_at = NOBODY


@compiled
def cost_of(battle: Battle, book: Book, creature: int, ability: int, edged: bool) -> int:
    """What an ability costs a hero: a Shadow's with a power roll 1 less if the roll has an edge.

    Source: D5; rounds 5, Shadow.
    """
    cost = int(book.abilities[ability].cost)
    if not edged or cost == 0 or book.abilities[ability].rolls == 0:
        return cost
    return cost - int(resource_of(battle, book, creature) == Resource.INSIGHT)


@compiled
def can_pay(battle: Battle, book: Book, creature: int, ability: int, edged: bool) -> bool:
    """Whether a hero has what an ability costs, at the opening of a battle as at any time.

    Source: D5; rounds 5, heroic ability.
    """
    return int(battle.creatures[creature].resource) >= cost_of(battle, book, creature, ability, edged)


@compiled
def pay(battle: Battle, book: Book, creature: int, ability: int, edged: bool) -> None:
    """A hero pays for an ability, and a Tactician near by learns from it.

    Source: D5; rounds 5, heroic ability; Tactician.
    """
    cost = cost_of(battle, book, creature, ability, edged)
    battle.creatures[creature].resource -= cost
    if is_heroic(book, ability):
        note_heroic(battle, book, creature)


@compiled
def is_heroic(book: Book, ability: int) -> bool:
    """Whether an ability is heroic: it cannot be used without paying.

    What a mark offers is no ability, and Strike Now can be used for nothing as well.

    Source: rounds 5, heroic ability.
    """
    if int(book.abilities[ability].cost) == 0 or book.abilities[ability].kind == Kind.FREE:
        return False
    return bool(book.abilities[ability].effect != Effect.STRIKE_NOW)


@compiled
def note_heroic(battle: Battle, book: Book, user: int) -> None:
    """A hero used a heroic ability: Tacticians within 10 of an ally who does gain focus.

    Source: rounds 5, Tactician.
    """
    for hero in range(MAX_HEROES):
        if hero != user and resource_of(battle, book, hero) == Resource.FOCUS and gap(battle, book, hero, user) <= NEAR:
            gain_once(battle, hero, GAINED_HEROIC, 1)


@compiled
def note_damage(battle: Battle, book: Book, doer: int, subject: int, damage_type: int, surges: int) -> None:
    """Damage is about to be taken off a creature's Stamina: resources of others grow.

    Args:
        battle: the battle.
        book: the book.
        doer: who deals it, -1 for nobody.
        subject: who takes it.
        damage_type: its `DamageType`.
        surges: surges spent on it.

    Source: rounds 5, Tactician, Shadow, Elementalist.
    """
    note_typed_damage(battle, book, subject, damage_type)
    if 0 <= doer < MAX_HEROES:
        note_mark(battle, book, subject)
        if surges > 0 and resource_of(battle, book, doer) == Resource.INSIGHT:
            gain_once(battle, doer, GAINED, 1)


@compiled
def note_mark(battle: Battle, book: Book, subject: int) -> None:
    """Heroes damaged a creature: the Tacticians who marked it gain focus.

    Source: rounds 5, Tactician.
    """
    for hero in range(MAX_HEROES):
        if has_marked(battle, book, hero, subject):
            gain_once(battle, hero, GAINED, 1)


@compiled
def note_typed_damage(battle: Battle, book: Book, subject: int, damage_type: int) -> None:
    """Somebody takes damage of a type: Elementalists within 10 gain essence.

    Source: rounds 5, Elementalist.
    """
    if damage_type == DamageType.PLAIN or damage_type == DamageType.HOLY:
        return
    for hero in range(MAX_HEROES):
        if resource_of(battle, book, hero) == Resource.ESSENCE and gap(battle, book, hero, subject) <= NEAR:
            gain_once(battle, hero, GAINED, 1)


@compiled
def note_hero_harm(battle: Battle, book: Book, dice: Dice, hero: int, amount: int) -> None:
    """A hero took damage: a Fury gains ferocity, and great harm in one turn ends what is kept up.

    Source: rounds 5, Fury. rounds 6, persistent.
    """
    figure = battle.creatures[hero]
    figure.harmed = min(int(figure.harmed) + amount, 2**15 - 1)
    reason = characteristic(battle, book, hero, Characteristic.REASON)
    if int(figure.upkeep) != NOBODY and int(figure.harmed) >= UPKEEP_LIMIT * reason:
        end_upkeep(battle, hero)
    if resource_of(battle, book, hero) != Resource.FEROCITY:
        return
    gain_once(battle, hero, GAINED, 1)
    note_winded(battle, book, dice, hero)


@compiled
def note_winded(battle: Battle, book: Book, dice: Dice, hero: int) -> None:
    """A Fury that is winded or dying for the first time in the battle gains ferocity.

    Source: rounds 5, Fury.
    """
    if resource_of(battle, book, hero) != Resource.FEROCITY:
        return
    figure = battle.creatures[hero]
    if int(figure.stamina) <= winded_value(battle, book, hero) and int(figure.ever) & GAINED_WINDED == 0:
        figure.ever = int(figure.ever) | GAINED_WINDED
        gain(battle, hero, roll_d3(battle, dice))


@compiled
def mark_edges(battle: Battle, book: Book, doer: int, target: int) -> int:
    """Edges of a hero's power roll because its target is marked by a Tactician who sees the hero.

    Source: rounds 6, Mark.
    Differs: two Tacticians' marks on one target give two edges; the source is silent.
    """
    edges = 0
    if doer >= MAX_HEROES:
        return edges
    for hero in range(MAX_HEROES):
        if has_marked(battle, book, hero, target) and (hero == doer or sees(battle, book, hero, doer)):
            edges += 1
    return edges


@compiled
def has_marked(battle: Battle, book: Book, hero: int, target: int) -> bool:
    """Whether a hero is a Tactician who has marked a creature."""
    return resource_of(battle, book, hero) == Resource.FOCUS and bool(battle.creatures[hero].marked == target)


@compiled
def take_edges(battle: Battle, doer: int) -> int:
    """The edges that a creature was given for its next ability roll; they are used up.

    Source: rounds 6, Inspiring Strike; Hammer and Anvil.
    """
    edges = int(battle.creatures[doer].edge)
    battle.creatures[doer].edge = 0
    return edges
