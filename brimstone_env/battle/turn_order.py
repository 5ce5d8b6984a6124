"""Other orders of activations (option `turn_order`): the sides act in turns; surprise, and which side is first.

Heroes are activated one by one; enemy types are the groups of the other side. What a hero or a type does in its
activation is the same under every order.
"""

from __future__ import annotations

from brimstone_env.battle.agility_order import fill_swaps
from brimstone_env.battle.codes import (
    FIRST_HERO,
    FIRST_NUMBER,
    NOBODY,
    Decision,
    Event,
    Roll,
    Side,
    Status,
    Stream,
    TurnOrder,
    Verb,
)
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask, first_standing
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray

HEROES = int(Side.HEROES)
ENEMIES = int(Side.ENEMIES)
PLAYERS_CHOOSE = 6  # on a d10 of this or more the players say which side is first
EDGE = 1  # added to each to-hit die of an attack on a surprised hero
LEAST_HIT = 2  # a 1 misses whatever is added


# --- surprise -------------------------------------------------------------------------------------------------------


@compiled
def surprise_heroes(battle: Battle, book: Book, dice: Dice) -> None:
    """Enemies who ambush as a battle begins surprise every hero, until the end of its first turn.

    Differs: the Director says who is surprised; here it is all heroes or none, and never an enemy. An ambush in the
    middle of a battle surprises nobody: surprise is settled as combat begins.

    Source: D6, D7, D10.
    """
    if book.rules.turn_order == TurnOrder.INITIATIVE:
        return
    ambushed = False
    for g in range(battle.num_groups):
        if battle.groups[g].ambush > 0:
            ambushed = True
    if not ambushed:
        return
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0:
            battle.heroes[h].surprised = 1
            log_event(dice, Event.SURPRISED, h, 0, 0)


@compiled
def end_surprise(battle: Battle) -> None:
    """Nobody is surprised any more.

    Source: D7.
    """
    for h in range(battle.num_heroes):
        battle.heroes[h].surprised = 0


@compiled
def edged_to_hit(battle: Battle, hero_index: int, to_hit: int) -> int:
    """The least die that hits a hero: 1 is added to each die against a surprised one.

    Differs: the edge of a power roll is 2; here 1 of a d6. It is a natural 6 that counts as a 6.

    Source: B58, D9.
    """
    if battle.heroes[hero_index].surprised == 0:
        return to_hit
    return max(to_hit - EDGE, min(to_hit, LEAST_HIT))


@compiled
def are_all_surprised(battle: Battle) -> bool:
    """Whether no standing hero is ready for the fight.

    Source: D11, D12.
    """
    for h in range(battle.num_heroes):
        if battle.heroes[h].knocked_out == 0 and battle.heroes[h].surprised == 0:
            return False
    return True


# --- which side -----------------------------------------------------------------------------------------------------


@compiled
def forget_order(battle: Battle) -> None:
    """A new battle of a delve: sides, tests and surprise are settled anew.

    Source: D3, D26.
    """
    battle.first_side = Side.NONE
    battle.next_side = Side.NONE
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        hero.surprised = 0
        hero.total = 0
        hero.rank = 0


@compiled
def next_side(battle: Battle, heroes: bool, enemies: bool) -> int:
    """The side that picks now: the other one than before, unless it has nobody left to act.

    Args:
        battle: the battle.
        heroes: whether a hero has yet to act.
        enemies: whether an enemy type has yet to act.

    Returns:
        The side; NONE if both could act and nobody has said yet which is first.

    Source: D16, D18, D19, D21, D22.
    """
    if not heroes:
        return ENEMIES
    if not enemies:
        return HEROES
    return int(battle.next_side)


@compiled
def pass_on(battle: Battle, side: int) -> None:
    """A side has picked; the other one picks next.

    Source: D18.
    """
    if battle.first_side != Side.NONE:
        battle.next_side = Side.ENEMIES if side == Side.HEROES else Side.HEROES


@compiled
def set_first(battle: Battle, dice: Dice, side: int) -> None:
    """A side is first, in this turn and in every later one.

    Source: D35.
    """
    battle.first_side = side
    battle.next_side = side
    log_event(dice, Event.FIRST_SIDE, side, 0, 0)


@compiled
def decide_first(battle: Battle, dice: Dice) -> int:
    """Which side is first: the enemies if all heroes are surprised, else a d10 says who chooses.

    Differs: where the Director chooses, the enemies are first.

    Source: D12, D13, D14, D15.
    """
    if are_all_surprised(battle):
        set_first(battle, dice, Side.ENEMIES)
        return Status.CALL
    if roll_die(battle.streams, dice, Stream.DICE, Roll.SIDE, 10) >= PLAYERS_CHOOSE:
        ask(battle, Decision.FIRST_SIDE, first_standing(battle), NOBODY, NOBODY, 0)
        return Status.WAIT
    set_first(battle, dice, Side.ENEMIES)
    return Status.CALL


# --- masks and answers ----------------------------------------------------------------------------------------------


@compiled
def fill_order(battle: Battle, mask_out: IntArray, kind: int) -> int:
    """Which side is first, with whom to change places or not, whether to agree.

    Source: D14, D30.
    """
    if kind == Decision.FIRST_SIDE:
        mask_out[FIRST_NUMBER + Side.HEROES] = 1
        mask_out[FIRST_NUMBER + Side.ENEMIES] = 1
        return 2
    mask_out[Verb.KEEP] = 1
    if kind == Decision.SWAP:
        return 1 + fill_swaps(battle, int(battle.pending.hero), mask_out)
    mask_out[FIRST_HERO + int(battle.pending.amount)] = 1
    return 2


@compiled
def apply_order(battle: Battle, dice: Dice, kind: int, hero_index: int, action: int) -> None:
    """The side that the players say is first; the other hero is asked; two heroes change places, or not.

    Source: D14, D30.
    """
    if kind == Decision.FIRST_SIDE:
        set_first(battle, dice, action - FIRST_NUMBER)
        return
    frame = top_frame(battle.stack)
    if kind == Decision.SWAP and action != Verb.KEEP:
        frame.chosen = action - FIRST_HERO
        return
    frame.index += 1
    frame.chosen = NOBODY
    if kind == Decision.AGREE and action != Verb.KEEP:
        other = action - FIRST_HERO
        mine = int(battle.heroes[hero_index].rank)
        battle.heroes[hero_index].rank = battle.heroes[other].rank
        battle.heroes[other].rank = mine
        frame.extra |= (1 << other) | (1 << hero_index)
        log_event(dice, Event.SWAP, other, hero_index, 0)
