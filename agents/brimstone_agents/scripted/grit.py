"""When a roll is worth grit, and which dice are rolled again."""

from __future__ import annotations

from brimstone_agents.scripted.tactic import HUNDRED, Tactic, Weight
from brimstone_agents.scripted.worth import unblocked_chance
from brimstone_agents.scripted.wounds import D6_MEAN, blow_wounds
from brimstone_env.battle.codes import FIRST_DIE, NOBODY, Roll, Stat, Verb
from brimstone_env.battle.figures import is_hero_next_to
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import has_free_reroll, may_reroll
from brimstone_env.core.compiled import compiled
from brimstone_env.core.records import IntArray


@compiled
def choose_reroll(battle: Battle, book: Book, mask: IntArray, tactic: Tactic) -> int:
    """Roll failures again where that is worth 1 grit; a free reroll always; else let the roll stand.

    Source: B41.
    """
    if mask[Verb.ROLL] == 1:
        return Verb.ROLL
    failures = 0
    first = NOBODY
    for die in range(battle.pool.count):
        if battle.pool.grades[die] == 0 and may_reroll(battle, die):
            failures += 1
            if first == NOBODY:
                first = die
    if failures == 0:
        return Verb.KEEP
    if has_free_reroll(battle, book) and mask[FIRST_DIE + first] == 1:
        return FIRST_DIE + first
    if mask[Verb.REROLL_FAILURES] == 1 and is_worth_grit(battle, book, tactic, failures):
        return Verb.REROLL_FAILURES
    return Verb.KEEP


@compiled
def is_worth_grit(battle: Battle, book: Book, tactic: Tactic, failures: int) -> bool:
    """Whether so many failed dice of the roll on the table are worth 1 grit."""
    hero_index = int(battle.pool.hero)
    hero = battle.heroes[hero_index]
    kind = int(battle.pool.kind)
    if kind == Roll.TO_HIT:
        least = float(tactic.weights[Weight.GRIT_FAILURES]) / HUNDRED
        return float(failures) >= least or bool(hero.grit >= hero.max_grit)
    if kind == Roll.DEFENSE:
        return counts(tactic, float(failures) * hit_damage(battle, int(battle.pending.enemy)), int(hero.health))
    if kind == Roll.WILLPOWER:
        return counts(tactic, float(failures), int(hero.sanity))
    if kind == Roll.ESCAPE:
        return counts(tactic, wounds_beside(battle, book, hero_index), int(hero.health))
    return kind == Roll.AGILITY


@compiled
def counts(tactic: Tactic, lost: float, left: int) -> bool:
    """Whether a loss is a great part of what is left."""
    return lost > float(tactic.weights[Weight.GRIT_WOUNDS]) / HUNDRED * float(left)


@compiled
def hit_damage(battle: Battle, enemy_index: int) -> float:
    """Wounds of an enemy's unblocked hit."""
    if enemy_index == NOBODY:
        return 1.0
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    return max(float(stats[Stat.DAMAGE]) + D6_MEAN * float(stats[Stat.DAMAGE_D6]), 1.0)


@compiled
def wounds_beside(battle: Battle, book: Book, hero_index: int) -> float:
    """Wounds that the blows of all adjacent enemies are expected to deal to a hero."""
    unblocked = unblocked_chance(battle, hero_index)
    total = 0.0
    for e in range(battle.num_enemies):
        if is_hero_next_to(battle, book, hero_index, e):
            total += blow_wounds(battle.groups[battle.enemies[e].group].stats, unblocked)
    return total
