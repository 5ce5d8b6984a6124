"""A hero's attack: to-hit dice, hits in the order of the dice, whom they go to."""

from __future__ import annotations

from brimstone_env.battle.boosts import step_boost
from brimstone_env.battle.codes import (
    MAX_DICE,
    MAX_ENEMIES,
    NOBODY,
    ActivationStage,
    Decision,
    Event,
    Frame,
    Roll,
    Status,
)
from brimstone_env.battle.damage import AttackStage, step_damage
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_hero_pool
from brimstone_env.battle.targets import has_target
from brimstone_env.battle.weapons import AttackMode, attack_sides, count_attack_dice, roll_attack
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import NO_CRITICAL, Dice, clear_pool, log_event
from brimstone_env.core.frames import top_frame


@compiled
def step_attack(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with an attack. `amount` hits in `battle.hits`, the next is `index`; damage dice began at hit `extra`.

    Source: B32, B36, B38.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    slot = int(frame.slot)
    stage = int(frame.stage)
    if is_cut(battle, hero_index):
        return cut_attack(battle, hero_index)
    if stage == AttackStage.ROLL:
        return begin_attack(battle, book, dice)
    if stage == AttackStage.HITS:
        collect_hits(battle)
        return Status.CALL
    if stage == AttackStage.ASSIGN:
        if frame.index >= frame.amount or not has_target(battle, book, hero_index, slot):
            frame.stage = AttackStage.FINISH
            return Status.CALL
        ask(battle, Decision.ASSIGN, hero_index, hero_index, NOBODY, int(frame.amount) - int(frame.index))
        return Status.WAIT
    if stage == AttackStage.ASSIGN_ALL:
        ask(battle, Decision.ASSIGN_ALL, hero_index, hero_index, NOBODY, int(frame.amount) - int(frame.index))
        return Status.WAIT
    if stage == AttackStage.FINISH:
        return finish_attack(battle, book, dice)
    if stage == AttackStage.PUNCH or stage == AttackStage.SPICE:
        return step_boost(battle, book)
    return step_damage(battle, book, dice)


@compiled
def begin_attack(battle: Battle, book: Book, dice: Dice) -> int:
    """Roll to hit. The second of two guns is shot once the hits of the first are dealt, if anyone is left to hit.

    Differs: the source does not say whether the dice of two guns are rolled together.

    Source: B32, B35, facts 4d (two guns).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    slot = int(frame.slot)
    mode = int(frame.mode)
    count = count_attack_dice(battle, book, hero_index, slot, mode, int(frame.points))
    frame.points = 0
    if mode == AttackMode.OFF:
        if count == 0 or not has_target(battle, book, hero_index, slot):
            frame.stage = AttackStage.FINISH
            return Status.CALL
        log_event(dice, Event.HERO_ATTACK, hero_index, int(battle.heroes[hero_index].items[slot]), 0)
    frame.stage = AttackStage.HITS
    roll_attack(battle, book, dice, hero_index, slot, count, mode)
    return Status.CALL


@compiled
def is_cut(battle: Battle, hero_index: int) -> bool:
    """Whether the attacker fell in the middle of its attack, even if it was revived since: its activation is over.

    Source: N9.
    """
    if battle.heroes[hero_index].knocked_out == 1:
        return True
    for i in range(battle.stack.depth):
        frame = battle.stack.frames[i]
        if frame.kind == Frame.ACTIVATION and frame.hero == hero_index and frame.stage == ActivationStage.END:
            return True
    return False


@compiled
def cut_attack(battle: Battle, hero_index: int) -> int:
    """What is left of the attack of a hero who fell is lost.

    Source: N9.
    """
    hero = battle.heroes[hero_index]
    hero.double_shot = 2 if hero.double_shot == 1 else hero.double_shot
    clear_hits(battle)
    clear_pool(battle.pool)
    for e in range(MAX_ENEMIES):
        battle.paid[e] = 0
        battle.enemies[e].shared = 0
    return Status.DONE


@compiled
def collect_hits(battle: Battle) -> None:
    """Note the hits in the order of the dice; `flag` says whether the first die hit.

    Source: B36.
    """
    frame = top_frame(battle.stack)
    pool = battle.pool
    count = 0
    for die in range(pool.count):
        if pool.grades[die] > 0:
            battle.hits[count] = pool.grades[die]
            count += 1
    frame.flag = 1 if pool.grades[0] > 0 else 0
    clear_pool(pool)
    frame.amount = count
    frame.index = 0
    frame.stage = AttackStage.ASSIGN


@compiled
def assign_hits(battle: Battle, book: Book, dice: Dice, enemy_index: int, count: int) -> None:
    """Give the next hits to an enemy and roll their damage, one die a hit.

    Differs: hits are given one at a time or all that are left; two of three together, and the third after them, is
    not offered.

    Source: B36, B38.
    """
    frame = top_frame(battle.stack)
    frame.enemy = enemy_index
    frame.chosen = enemy_index
    frame.extra = frame.index
    frame.stage = AttackStage.DAMAGE
    hero_index = int(frame.hero)
    sides = attack_sides(battle, book, hero_index, int(frame.slot))
    roll_hero_pool(battle, dice, Roll.DAMAGE, hero_index, count, sides, ANY_RESULT, NO_CRITICAL)


@compiled
def finish_attack(battle: Battle, book: Book, dice: Dice) -> int:
    """The attack is over, unless Double Shot gives one more shot.

    Source: facts 1b (US Marshal).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    clear_hits(battle)
    if hero.double_shot == 1:
        hero.double_shot = 2
        if has_target(battle, book, hero_index, int(frame.slot)):
            log_event(dice, Event.EXTRA_SHOT, hero_index, 0, 0)
            frame.stage = AttackStage.HITS
            frame.enemy = NOBODY
            roll_attack(battle, book, dice, hero_index, int(frame.slot), 1, int(frame.mode))
            return Status.CALL
    if frame.mode != AttackMode.MAIN:
        for e in range(MAX_ENEMIES):
            battle.paid[e] = 0
    return Status.DONE


@compiled
def clear_hits(battle: Battle) -> None:
    """No hits are left to assign."""
    for i in range(MAX_DICE):
        battle.hits[i] = 0
