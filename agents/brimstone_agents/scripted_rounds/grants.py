"""What abilities are worth by what they let others do: strikes off turn, surges, Recoveries, what is kept up."""

from __future__ import annotations

from brimstone_agents.scripted_rounds.foes import POINT, is_foe
from brimstone_agents.scripted_rounds.mending import best_recovery
from brimstone_agents.scripted_rounds.strikes import worth_here
from brimstone_agents.scripted_rounds.tactic import HUNDRED, Tactic, Weight
from brimstone_env.core.compiled import compiled
from brimstone_env.rounds.aiming import can_target
from brimstone_env.rounds.codes import MAX_ABILITIES, MAX_CREATURES, MAX_HEROES, NOBODY
from brimstone_env.rounds.conditions import may_trigger
from brimstone_env.rounds.creatures import is_alive
from brimstone_env.rounds.effect_codes import Effect
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.tactician import COMMAND, is_ally_near, is_signature

KEPT_UP = 60  # hundredths of a strike or an area that being able to repeat it counts for
GLANCE = 600  # an ally's strike, at a glance


@compiled
def signature_worth(battle: Battle, book: Book, ally: int, target: int, tactic: Tactic) -> int:
    """What the best signature ability of an ally is worth now: against one enemy, or against anybody (`NOBODY`)."""
    if not may_trigger(battle, ally):
        return 0
    if tactic.glance == 1:
        return GLANCE
    best = 0
    kind = book.kinds[battle.creatures[ally].kind]
    for slot in range(MAX_ABILITIES):
        row = int(kind.abilities[slot])
        if row == NOBODY:
            break
        if not is_signature(book, row) or (target != NOBODY and book.abilities[row].strike == 0):
            continue
        for enemy in range(MAX_HEROES, MAX_CREATURES):
            fits = enemy == target or target == NOBODY
            if fits and is_foe(battle, enemy) and can_target(battle, book, ally, enemy, row):
                best = max(best, worth_here(battle, book, ally, row, enemy, tactic))
    return best


@compiled
def command_worth(battle: Battle, book: Book, who: int, target: int, most: int, tactic: Tactic) -> int:
    """What the strikes of so many allies (1 or 2) are worth that a hero lets strike."""
    best = second = 0
    for ally in range(MAX_HEROES):
        if not is_ally_near(battle, book, who, ally, COMMAND):
            continue
        worth = signature_worth(battle, book, ally, target, tactic)
        if worth > best:
            second = best
            best = worth
        else:
            second = max(second, worth)
    total = best + second if most > 1 else best
    return total * int(tactic.weights[Weight.GRANT]) // HUNDRED


@compiled
def follow_worth(battle: Battle, book: Book, who: int, row: int, enemy: int, tactic: Tactic) -> int:
    """What follows from striking an enemy with an ability, beside what it does to it."""
    ability = book.abilities[row]
    effect = int(ability.effect)
    if effect == Effect.SURGE_ALLY or effect == Effect.SURGE_NEAR:
        return int(ability.amount[1]) * int(tactic.weights[Weight.BOON])
    if effect == Effect.INSPIRE:
        return best_recovery(battle, book, who, COMMAND, tactic)
    if effect == Effect.ANVIL:
        return command_worth(battle, book, who, enemy, 1, tactic)
    if effect == Effect.PERSIST_STRIKE or effect == Effect.PERSIST_AREA:
        return KEPT_UP * 9 * POINT // HUNDRED
    return 0


@compiled
def best_commanded(battle: Battle, book: Book, target: int, allowed: int, tactic: Tactic) -> int:
    """The hero, of those whose bits are set, whose signature ability is worth most; `NOBODY` if none is allowed."""
    best = NOBODY
    most = -1
    for ally in range(MAX_HEROES):
        if (allowed >> ally) & 1 and is_alive(battle, ally):
            worth = signature_worth(battle, book, ally, target, tactic)
            if worth > most:
                most = worth
                best = ally
    return best
