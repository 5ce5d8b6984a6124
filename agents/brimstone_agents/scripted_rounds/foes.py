"""What damage to an enemy is worth, in hundredths of a point of Stamina."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.tactic import HUNDRED, Tactic, Target, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.codes import NOBODY
from brimstone_env.rounds.creatures import gap
from brimstone_env.rounds.layout import Battle, Book

POINT = 100
PREFERRED = 20  # times as much for each step of a preference: it decides among targets, not whether to strike
FAR = 30
DYING = 400  # a hero who starts dying
DEAD = 1500
STURDY = 120  # Stamina beyond which a preference for the weakest makes no difference


@compiled
def is_foe(battle: Battle, enemy: int) -> bool:
    """Whether an enemy is in the battle, somewhere on the map."""
    creature = battle.creatures[enemy]
    return bool(creature.alive == 1 and creature.square != NOBODY)


@compiled
def value_of(battle: Battle, book: Book, enemy: int) -> int:
    """The encounter value of an enemy; of a minion its share of the squad's."""
    kind = book.kinds[battle.creatures[enemy].kind]
    value = max(int(kind.value), 1)
    if battle.creatures[enemy].squad != NOBODY:
        value = max((value + 2) // 4, 1)
    return value


@compiled
def stamina_left(battle: Battle, book: Book, enemy: int) -> int:
    """Stamina until an enemy falls; of a minion until the first of its squad does."""
    creature = battle.creatures[enemy]
    if creature.squad == NOBODY:
        return max(int(creature.stamina), 1)
    each = max(int(book.kinds[creature.kind].stamina), 1)
    pool = int(battle.squads[creature.squad].stamina)
    rest = pool % each
    return rest if rest > 0 else each


@compiled
def damage_worth(battle: Battle, book: Book, enemy: int, damage: int, tactic: Tactic) -> int:
    """What damage to an enemy is worth: each point that it still has, and more for each that falls of it."""
    creature = battle.creatures[enemy]
    fell = int(tactic.weights[Weight.FELL]) * value_of(battle, book, enemy)
    if creature.acted == 0:
        fell += int(tactic.weights[Weight.SOON]) * value_of(battle, book, enemy)
    if creature.squad == NOBODY:
        left = max(int(creature.stamina), 1)
        return min(damage, left) * POINT + (fell if damage >= left else 0)
    each = max(int(book.kinds[creature.kind].stamina), 1)
    pool = int(battle.squads[creature.squad].stamina)
    lost = min(damage, pool)
    fallen = (pool + each - 1) // each - (pool - lost + each - 1) // each
    return lost * POINT + fallen * fell


@compiled
def mate_worth(battle: Battle, book: Book, hero: int, damage: int) -> int:
    """What damage to a hero costs: each point, and more if it is dying or dead of it."""
    creature = battle.creatures[hero]
    left = int(creature.stamina) + int(creature.temporary)
    last = left + int(book.kinds[creature.kind].stamina) // 2
    return damage * POINT + (DYING if 0 < left <= damage else 0) + (DEAD if damage >= last else 0)


@compiled
def preference(battle: Battle, book: Book, who: int, enemy: int, tactic: Tactic) -> int:
    """By how much a tactic would rather strike this enemy than another one, in hundredths of a point."""
    if tactic.target == Target.NEAREST:
        return PREFERRED * HUNDRED * (FAR - min(gap(battle, book, who, enemy), FAR)) // FAR
    if tactic.target == Target.WEAKEST:
        return PREFERRED * HUNDRED * (STURDY - min(stamina_left(battle, book, enemy), STURDY)) // STURDY
    if tactic.target == Target.DANGEROUS:
        return PREFERRED * HUNDRED * min(value_of(battle, book, enemy), FAR) // FAR
    return 0
