"""What an ability does to one target: damage, surges, potency, conditions, forced movement."""

from __future__ import annotations

from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, roll_die
from brimstone_env.rounds.ability_frame import attackers_of, level_of, tier_for
from brimstone_env.rounds.ability_roll import is_fixed, roll_bonus
from brimstone_env.rounds.aiming import is_in_melee
from brimstone_env.rounds.codes import MAX_HEROES, NOBODY, Condition, Reach, Roll, Shove, Stream
from brimstone_env.rounds.conditions import impose, resists
from brimstone_env.rounds.creatures import (
    are_adjacent,
    characteristic,
    has_captain,
    highest_characteristic,
    is_alive,
    is_minion,
)
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.forced import begin_shove
from brimstone_env.rounds.harm import hurt_by
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.malice import has_bought
from brimstone_env.rounds.monster_codes import MonsterEffect

MOST_SURGES = 3  # on one damage roll
SURGES_OF_POTENCY = 2
ALWAYS = 9  # a potency in the tables that nobody withstands


@compiled
def damage_of(battle: Battle, book: Book, user: int, target: int, row: int) -> int:
    """The damage of an ability to a target at the tier that was rolled, without dice and surges.

    Source: rounds 3, free strikes. rounds 6. rounds 7, with captain. rounds 8, squad action.
    """
    ability = book.abilities[row]
    kind = book.kinds[battle.creatures[user].kind]
    if is_fixed(battle, book, user, row):
        return int(kind.free_strike)
    tier = tier_for(battle, target)
    if tier == 0 or int(ability.damage[tier - 1]) == 0:
        return 0
    damage = damage_at(battle, book, user, row, tier, is_in_melee(battle, book, user, target, row))
    return damage + (attackers_of(battle, target) - 1) * int(kind.free_strike) * int(attackers_of(battle, target) > 1)


@compiled
def damage_at(battle: Battle, book: Book, user: int, row: int, tier: int, in_melee: bool) -> int:
    """The damage of one creature's ability at a tier at which it deals any, without dice and surges.

    Source: rounds 6. rounds 7, with captain.
    """
    ability = book.abilities[row]
    damage = int(ability.damage[tier - 1])
    if ability.adds == 1:
        damage += roll_bonus(battle, book, user, row)
    damage += kit_damage(battle, book, user, row, tier, in_melee)
    if ability.strike == 1 and has_captain(battle, book, user):
        damage += int(book.kinds[battle.creatures[user].kind].captain_damage)
    return damage


@compiled
def kit_damage(battle: Battle, book: Book, user: int, row: int, tier: int, in_melee: bool) -> int:
    """What a hero's kit adds to the rolled damage: of a weapon ability, in melee or at range, or of a magic one.

    Source: rounds 6, kits; Enchantment of Destruction.
    """
    ability = book.abilities[row]
    if user >= MAX_HEROES or ability.kitted == 1:
        return 0
    kind = book.kinds[battle.creatures[user].kind]
    if ability.magic == 1:
        return int(kind.kit_magic[tier - 1])
    if ability.weapon == 0:
        return 0
    if ability.reach != Reach.CREATURES or in_melee:
        return int(kind.kit_melee[tier - 1])
    return int(kind.kit_ranged[tier - 1])


@compiled
def count_damage(battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, surges: int) -> None:
    """Count the damage that an ability is about to deal to a target.

    Source: rounds 2, surges. rounds 6. rounds 7, Goblin Assassin. rounds 9, basic.
    """
    ability = book.abilities[row]
    damage = damage_of(battle, book, user, target, row) + surges * highest_characteristic(battle, book, user)
    for _ in range(int(ability.damage_dice)):
        damage += roll_die(battle.streams, dice, Stream.DICE, Roll.DAMAGE, 6)
    if ability.strike == 1 and damage > 0 and has_bought(battle, book, user, int(battle.vicious_by)):
        damage += int(battle.vicious)
        battle.vicious = 0
        battle.vicious_by = NOBODY
    if ability.effect == MonsterEffect.EDGED_DAMAGE and battle.edged[level_of(battle), target] == 1:
        damage += int(ability.amount[0])
    battle.hit = damage


@compiled
def harm_target(
    battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, surges: int, raised: int
) -> None:
    """Damage a target, then impose the condition if its characteristic does not withstand it.

    An area hits the pool of a squad once for each minion in it, and kills no minion outside: at most a minion's
    Stamina is lost for each.

    Source: rounds 2, potency; surges. rounds 4, grabbed. rounds 8, area damage.
    """
    ability = book.abilities[row]
    damage = int(battle.hit)
    battle.hit = 0
    if ability.reach != Reach.CREATURES and is_minion(battle, book, target):
        damage = min(damage, int(book.kinds[battle.creatures[target].kind].stamina))
    hurt_by(battle, book, dice, user, target, damage, int(ability.damage_type), surges)
    if not is_alive(battle, target) or not imposes(battle, book, target, row):
        return
    if ability.condition == Condition.GRABBED and not are_adjacent(battle, book, user, target):
        return  # it teleported away when it was hit
    tier = tier_for(battle, target)
    potency = potency_against(battle, book, user, target, row) + raised
    if not resists(battle, book, target, int(ability.resisted), potency):
        impose(battle, dice, target, int(ability.condition), int(ability.until[tier - 1]), user)
    if ability.effect == Effect.PIN and ability.amount[tier - 1] > 0:
        pin(battle, book, dice, user, target, row, potency)


@compiled
def pin(battle: Battle, book: Book, dice: Dice, user: int, target: int, row: int, potency: int) -> None:
    """A target that is felled cannot stand up: the tier says how long, a potency whether.

    A potency of 9 in the table fells everybody; whether the target is kept down is then a matter of the user's highest
    characteristic, as any potency at tier 3.

    Source: rounds 6, Judgment's Hammer. rounds 7, Goblin Cursespitter.
    """
    ability = book.abilities[row]
    tier = tier_for(battle, target)
    if ability.potency[tier - 1] == ALWAYS:
        potency += highest_characteristic(battle, book, user) - ALWAYS
    if not resists(battle, book, target, int(ability.resisted), potency):
        impose(battle, dice, target, Condition.NO_STANDING, int(ability.amount[tier - 1]), user)


@compiled
def imposes(battle: Battle, book: Book, target: int, row: int) -> bool:
    """Whether an ability imposes a condition at the tier that was rolled, if nothing resists."""
    ability = book.abilities[row]
    tier = tier_for(battle, target)
    return tier > 0 and ability.condition != NOBODY and bool(ability.until[tier - 1] > 0)


@compiled
def potency_against(battle: Battle, book: Book, user: int, target: int, row: int) -> int:
    """The potency of an ability against a target at the tier that was rolled.

    Source: rounds 2, potency. rounds 6, Parry. rounds 9, basic.
    """
    potency = int(book.abilities[row].potency[tier_for(battle, target) - 1]) - int(battle.creatures[target].ward)
    if has_bought(battle, book, user, int(battle.brutal_by)):
        potency += int(battle.brutal)
    return potency


@compiled
def may_raise(battle: Battle, book: Book, user: int, target: int, row: int) -> bool:
    """Whether a hero can spend surges on a potency that the target would withstand by just one.

    Source: rounds 2, surges.
    Differs: it is asked only where the one point decides.
    """
    if (
        user >= MAX_HEROES
        or battle.creatures[user].surges < SURGES_OF_POTENCY
        or not imposes(battle, book, target, row)
    ):
        return False
    which = int(book.abilities[row].resisted)
    if which == NOBODY:
        return False
    return characteristic(battle, book, target, which) == potency_against(battle, book, user, target, row)


@compiled
def shove_target(battle: Battle, book: Book, user: int, target: int, row: int) -> None:
    """Put the forced movement of an ability on the stack, if the target is still there.

    Source: rounds 3, forced move.
    """
    ability = book.abilities[row]
    tier = tier_for(battle, target)
    if ability.shove == Shove.NONE or tier == 0 or not is_alive(battle, target):
        return
    squares = int(ability.shoves[tier - 1])
    if squares == 0:
        return
    squares += int(is_bigger_pusher(battle, book, user, target, row))
    begin_shove(battle, user, target, int(ability.shove), squares)


@compiled
def is_bigger_pusher(battle: Battle, book: Book, user: int, target: int, row: int) -> bool:
    """Whether a bigger creature moves a smaller one with a weapon in melee, a medium one a small one say: 1 further.

    Source: rounds 3, bigger pusher.
    """
    ability = book.abilities[row]
    if ability.weapon == 0 or not (ability.reach != Reach.CREATURES or is_in_melee(battle, book, user, target, row)):
        return False
    own, other = book.kinds[battle.creatures[user].kind], book.kinds[battle.creatures[target].kind]
    return bool(ability.melee > 0) and bool(own.weight > other.weight)
