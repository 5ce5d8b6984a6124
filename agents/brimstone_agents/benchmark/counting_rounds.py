"""What heroes of the rounds do in a battle, counted in compiled code while the battle is played again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.scripted_rounds.foes import stamina_left, value_of
from brimstone_env.core.compiled import compiled, entry
from brimstone_env.core.dice import Dice
from brimstone_env.core.native import call_int
from brimstone_env.core.records import IntArray, field, record
from brimstone_env.rounds.codes import (
    FIRST_CREATURE,
    FIRST_NUMBER,
    MAX_CREATURES,
    MAX_HEROES,
    NUM_SHARED_ABILITIES,
    Common,
    Decision,
    Event,
    Kind,
    Reach,
    Side,
)
from brimstone_env.rounds.creatures import gap
from brimstone_env.rounds.layout import Battle, Book

Array = NDArray[Any]
MOST = 2**31 - 1


@record
class RoundsBehaviour:
    """What the heroes did, and what was done to them, in one battle or in several together.

    A choice of a target is a decision between two or more enemies. Several of `chose_...` may hold of one choice, and
    all of them hold of some choices at random: compare with the random agent's.
    """

    rounds: int = field(np.int32, 0, MOST, "rounds begun")
    hero_turns: int = field(np.int32, 0, MOST, "turns of heroes")
    order_choices: int = field(np.int32, 0, MOST, "choices between two or more heroes who may act next")
    chose_first_listed: int = field(np.int32, 0, MOST, "of them, the hero who is listed first")
    chose_hurt: int = field(np.int32, 0, MOST, "of them, no other hero had a smaller share of its Stamina left")
    heroes_began: int = field(np.int32, 0, MOST, "battles in which the heroes went first")
    signature_uses: int = field(np.int32, 0, MOST, "strikes and other main actions that cost no Heroic Resource")
    heroic_uses: int = field(np.int32, 0, MOST, "abilities that cost some")
    area_uses: int = field(np.int32, 0, MOST, "of both, areas")
    free_strikes: int = field(np.int32, 0, MOST, "free strikes of heroes, on their turns and off them")
    triggered_uses: int = field(np.int32, 0, MOST, "triggered and free triggered actions of heroes")
    charges: int = field(np.int32, 0, MOST, "charges")
    defends: int = field(np.int32, 0, MOST, "Defend taken")
    breaths: int = field(np.int32, 0, MOST, "Catch Breath taken")
    resource_spent: int = field(np.int32, 0, MOST, "Heroic Resource paid for abilities")
    surges_spent: int = field(np.int32, 0, MOST, "surges spent on damage")
    target_choices: int = field(np.int32, 0, MOST, "choices between two or more targets")
    chose_nearest: int = field(np.int32, 0, MOST, "of them, no other target was nearer")
    chose_weakest: int = field(np.int32, 0, MOST, "of them, no other target had less Stamina to go")
    chose_dangerous: int = field(np.int32, 0, MOST, "of them, no other target had a greater encounter value")
    damage_dealt: int = field(np.int32, 0, MOST, "damage to enemies, however it came, before it ran out of Stamina")
    slams: int = field(np.int32, 0, MOST, "enemies shoved into something")
    conditions_dealt: int = field(np.int32, 0, MOST, "conditions imposed on enemies")
    enemies_felled: int = field(np.int32, 0, MOST, "enemies that died")
    damage_taken: int = field(np.int32, 0, MOST, "damage to heroes")
    conditions_taken: int = field(np.int32, 0, MOST, "conditions imposed on heroes")
    enemy_free_strikes: int = field(np.int32, 0, MOST, "free strikes of enemies")
    deaths: int = field(np.int32, 0, MOST, "heroes that died")
    healed: int = field(np.int32, 0, MOST, "Stamina given back to heroes, as much as it was meant to be")


# --- choices --------------------------------------------------------------------------------------------------------


@compiled
def note_choice(battle: Battle, book: Book, mask: IntArray, action: int, counts: RoundsBehaviour) -> None:
    """Count a decision of the heroes about the order, a target, or surges."""
    kind = int(battle.pending.kind)
    if kind == Decision.NEXT or kind == Decision.VOTE:
        note_order(battle, book, mask, action, counts)
    elif kind == Decision.TARGET:
        note_target(battle, book, mask, action, counts)
    elif kind == Decision.SURGES:
        counts.surges_spent += action - FIRST_NUMBER


@compiled
def note_order(battle: Battle, book: Book, mask: IntArray, action: int, counts: RoundsBehaviour) -> None:
    """Count a choice of who acts next."""
    chosen = action - FIRST_CREATURE
    if chosen < 0 or chosen >= MAX_HEROES or count_legal(mask, 0, MAX_HEROES) < 2:
        return
    first, hurt = 1, 1
    for hero in range(MAX_HEROES):
        if mask[FIRST_CREATURE + hero] == 1 and hero != chosen:
            first = 0 if hero < chosen else first
            hurt = 0 if share_left(battle, book, hero) < share_left(battle, book, chosen) else hurt
    counts.order_choices += 1
    counts.chose_first_listed += first
    counts.chose_hurt += hurt


@compiled
def share_left(battle: Battle, book: Book, hero: int) -> float:
    """The share of its Stamina that a hero has left."""
    creature = battle.creatures[hero]
    return float(creature.stamina) / float(max(int(book.kinds[creature.kind].stamina), 1))


@compiled
def count_legal(mask: IntArray, first: int, last: int) -> int:
    """How many creatures of a range a decision offers."""
    count = 0
    for creature in range(first, last):
        count += int(mask[FIRST_CREATURE + creature])
    return count


@compiled
def note_target(battle: Battle, book: Book, mask: IntArray, action: int, counts: RoundsBehaviour) -> None:
    """Count a choice between enemies."""
    chosen = action - FIRST_CREATURE
    who = int(battle.pending.creature)
    if chosen < MAX_HEROES or chosen >= MAX_CREATURES or count_legal(mask, MAX_HEROES, MAX_CREATURES) < 2:
        return
    near, weak, dangerous = 1, 1, 1
    for enemy in range(MAX_HEROES, MAX_CREATURES):
        if mask[FIRST_CREATURE + enemy] == 1:
            near = 0 if gap(battle, book, who, enemy) < gap(battle, book, who, chosen) else near
            weak = 0 if stamina_left(battle, book, enemy) < stamina_left(battle, book, chosen) else weak
            dangerous = 0 if value_of(battle, book, enemy) > value_of(battle, book, chosen) else dangerous
    counts.target_choices += 1
    counts.chose_nearest += near
    counts.chose_weakest += weak
    counts.chose_dangerous += dangerous


# --- events ---------------------------------------------------------------------------------------------------------


@compiled
def note_events(book: Book, dice: Dice, counts: RoundsBehaviour) -> None:
    """Count what the log holds, and clear it."""
    for i in range(dice.num_events):
        row = dice.events[i]
        code, who, number = int(row[0]), int(row[1]), int(row[2])
        if code == Event.USE and who < MAX_HEROES:
            note_use(book, number, counts)
        elif code == Event.USE and number <= Common.RANGED_FREE_STRIKE:
            counts.enemy_free_strikes += 1
        elif code == Event.ROUND:
            counts.rounds += 1
        elif code == Event.SIDE_FIRST:
            counts.heroes_began += int(who == Side.HEROES)
        elif code == Event.TURN:
            counts.hero_turns += int(who < MAX_HEROES)
        elif code == Event.SLAM:
            counts.slams += int(who >= MAX_HEROES)
        elif code != Event.USE:
            note_harm(code, who, number, counts)
    dice.num_events = 0


@compiled
def note_use(book: Book, row: int, counts: RoundsBehaviour) -> None:
    """Count an ability that a hero used, by its row."""
    ability = book.abilities[row]
    if row <= Common.RANGED_FREE_STRIKE:
        counts.free_strikes += 1
    elif row == Common.CHARGE:
        counts.charges += 1
    elif row == Common.DEFEND:
        counts.defends += 1
    elif row == Common.CATCH_BREATH:
        counts.breaths += 1
    elif row >= NUM_SHARED_ABILITIES:
        counts.resource_spent += int(ability.cost)
        counts.area_uses += int(ability.reach >= Reach.CUBE)
        if ability.kind == Kind.TRIGGERED or ability.kind == Kind.FREE_TRIGGERED:
            counts.triggered_uses += 1
        elif ability.cost > 0:
            counts.heroic_uses += 1
        elif ability.kind == Kind.MAIN:
            counts.signature_uses += 1


@compiled
def note_harm(code: int, who: int, number: int, counts: RoundsBehaviour) -> None:
    """Count damage, conditions, deaths and what makes up for them, by the side of whom it befalls."""
    hero = int(0 <= who < MAX_HEROES)
    if code == Event.DAMAGE:
        counts.damage_taken += number * hero
        counts.damage_dealt += number * (1 - hero)
    elif code == Event.CONDITION:
        counts.conditions_taken += hero
        counts.conditions_dealt += 1 - hero
    elif code == Event.DEAD:
        counts.deaths += hero
        counts.enemies_felled += 1 - hero
    elif code == Event.HEALED:
        counts.healed += number * hero


@entry
def count_battle(
    address: int, battles: Array, books: Array, dice_table: Array, masks: Array, actions: Array, counts_out: Array
) -> int:
    """Play a battle again from its reset, and count what happens.

    Args:
        address: where `play_action` of the rules lies.
        battles: (1,) record array of `Battle`, just reset; played on in place.
        books: (m,) read-only record array of `Book`.
        dice_table: (1,) record array of `Dice`, whose log is kept and holds what happened in the reset.
        masks: int8 (1, actions), what is legal; overwritten.
        actions: int64 (k,), the actions in order.
        counts_out: (1,) record array of `RoundsBehaviour`, zeroed.

    Returns:
        How many actions were played: less than k if one of them was not legal.
    """
    battle, dice, mask, counts = battles[0], dice_table[0], masks[0], counts_out[0]
    book = books[battle.book_id]
    note_events(book, dice, counts)
    for k in range(len(actions)):
        action = int(actions[k])
        if battle.pending.kind == Decision.NONE or mask[action] == 0:
            return k
        note_choice(battle, book, mask, action, counts)
        call_int(address, (battle, book, dice, action, mask))
        note_events(book, dice, counts)
    return len(actions)
