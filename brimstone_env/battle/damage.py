"""What hits do: damage, Dead Eye, split hits, wounds and experience."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import Decision, Event, Stat, Status
from brimstone_env.battle.figures import remove_enemy
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.weapons import MELEE, damage_bonus
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, log_event
from brimstone_env.core.frames import top_frame

DEAD_EYE_DAMAGE = 2


class AttackStage(IntEnum):
    """How far a hero's attack has come."""

    ROLL = 0
    HITS = 1  # to-hit dice lie on the table
    ASSIGN = 2
    ASSIGN_ALL = 3
    DAMAGE = 4  # damage dice lie on the table
    DEAD_EYE = 5  # `points` is being decided
    DEAL = 6  # `points` are dealt to `enemy`
    SPLIT_TARGET = 7
    FINISH = 8


@compiled
def step_damage(battle: Battle, book: Book, dice: Dice) -> int:
    """Deal the damage dice that lie on the table, in order; what is left when the enemy dies is lost.

    Source: B38.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    stage = int(frame.stage)
    if stage == AttackStage.DAMAGE:
        frame.enemy = frame.chosen
        die = int(frame.index) - int(frame.extra)
        if die >= battle.pool.count or battle.enemies[frame.enemy].alive == 0:
            frame.index = int(frame.extra) + int(battle.pool.count)
            clear_pool(battle.pool)
            frame.stage = AttackStage.ASSIGN
            return Status.CALL
        frame.points = int(battle.pool.values[die]) + damage_bonus(battle, book, hero_index, int(frame.slot))
        frame.square = battle.enemies[frame.enemy].square
        frame.stage = AttackStage.DEAD_EYE
        return Status.CALL
    if stage == AttackStage.DEAD_EYE:
        if can_dead_eye(battle, book, hero_index, int(frame.slot)):
            ask(battle, Decision.DEAD_EYE, hero_index, hero_index, int(frame.enemy), int(frame.points))
            return Status.WAIT
        frame.stage = AttackStage.DEAL
        return Status.CALL
    if stage == AttackStage.DEAL:
        if can_split(battle, int(frame.enemy), int(frame.points)):
            ask(battle, Decision.SPLIT, hero_index, hero_index, int(frame.enemy), int(frame.points))
            return Status.WAIT
        deal_share(battle, book, dice, int(frame.points))
        return Status.CALL
    ask(battle, Decision.SPLIT_TARGET, hero_index, hero_index, int(frame.enemy), int(frame.points))
    return Status.WAIT


@compiled
def can_dead_eye(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether a Dead Eye shot may be added to a pistol hit.

    Source: N11.
    """
    hero = battle.heroes[hero_index]
    return slot != MELEE and bool(book.items[hero.items[slot]].pistol == 1) and bool(hero.dead_eye > 0)


@compiled
def answer_dead_eye(battle: Battle, dice: Dice, use: bool) -> None:
    """Discard a Dead Eye shot for 2 damage more on this hit, or keep it.

    Source: N11, facts 1b.
    """
    frame = top_frame(battle.stack)
    frame.stage = AttackStage.DEAL
    if use:
        hero = battle.heroes[frame.hero]
        hero.dead_eye -= 1
        frame.points += DEAD_EYE_DAMAGE
        log_event(dice, Event.DEAD_EYE, int(frame.hero), int(hero.dead_eye), 0)


@compiled
def may_share(battle: Battle, other_index: int) -> bool:
    """Whether part of the hit that is dealt may go to another enemy: of the target's type, on its square, still whole.

    Source: facts 2a (void spiders).
    """
    frame = top_frame(battle.stack)
    other = battle.enemies[other_index]
    if other_index == frame.enemy or other.alive == 0 or other.shared == 1:
        return False
    return bool(other.group == battle.enemies[frame.enemy].group) and bool(other.square == frame.square)


@compiled
def can_split(battle: Battle, enemy_index: int, points: int) -> bool:
    """Whether the player may split a hit's damage among the enemies of the target's square.

    Source: facts 2a (void spiders).
    """
    if points < 2 or battle.groups[battle.enemies[enemy_index].group].stats[Stat.SPLIT] == 0:
        return False
    for e in range(battle.num_enemies):
        if may_share(battle, e):
            return True
    return False


@compiled
def deal_share(battle: Battle, book: Book, dice: Dice, points: int) -> None:
    """Deal part of a hit's damage (or all of it) to the target; the rest waits for another on its square.

    Source: B38, facts 2a (void spiders).
    """
    frame = top_frame(battle.stack)
    enemy = battle.enemies[frame.enemy]
    frame.points -= points
    if frame.points > 0:
        enemy.shared = 1
        frame.stage = AttackStage.SPLIT_TARGET
    else:
        frame.stage = AttackStage.DAMAGE
    hit = int(frame.index)
    if frame.points == 0:
        frame.index += 1
        for e in range(battle.num_enemies):
            battle.enemies[e].shared = 0
    deal_hit(battle, book, dice, int(frame.enemy), points, hit)


@compiled
def deal_hit(battle: Battle, book: Book, dice: Dice, enemy_index: int, points: int, hit: int) -> None:
    """Subtract Defense from a hit's damage (a critical ignores it, unless the enemy is tough) and deal the wounds.

    Only wounds really caused count.

    Source: B39, B40, B42, B43, B47, facts 9c (33).
    """
    frame = top_frame(battle.stack)
    enemy = battle.enemies[enemy_index]
    stats = battle.groups[enemy.group].stats
    critical = battle.hits[hit] == 2 and stats[Stat.TOUGH] == 0
    defense = 0 if critical else int(stats[Stat.DEFENSE])
    log_event(dice, Event.HIT, enemy_index, points, 1 if critical else 0)
    wounds = min(max(points - defense, 0), int(stats[Stat.HEALTH]) - int(enemy.wounds))
    if wounds == 0:
        return
    hero_index = int(frame.hero)
    enemy.wounds += wounds
    log_event(dice, Event.WOUND, enemy_index, wounds, int(enemy.wounds))
    dead = enemy.wounds >= stats[Stat.HEALTH]
    pay_wounds(battle, book, dice, hero_index, enemy_index, wounds, dead)
    if dead:
        grant_double_shot(battle, book, hero_index, hit)
        remove_enemy(battle, book, dice, enemy_index, hero_index)


@compiled
def pay_wounds(
    battle: Battle, book: Book, dice: Dice, hero_index: int, enemy_index: int, wounds: int, dead: bool
) -> None:
    """Experience for a wounding hit: large enemies pay base and each for every one, others their base when they die.

    Option `experience = "revised"`: the base of a large enemy once per attack.

    Source: B42, B43.
    """
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    each = int(stats[Stat.EXPERIENCE_EACH])
    points = 0
    if each > 0:
        points = each * wounds
        if book.rules.revised_experience == 0 or battle.paid[enemy_index] == 0:
            points += int(stats[Stat.EXPERIENCE])
        battle.paid[enemy_index] = 1
    elif dead:
        points = int(stats[Stat.EXPERIENCE])
    if points > 0:
        battle.heroes[hero_index].experience += points
        log_event(dice, Event.EXPERIENCE, hero_index, points, 0)


@compiled
def grant_double_shot(battle: Battle, book: Book, hero_index: int, hit: int) -> None:
    """Once per turn a shotgun kill with the first shot gives one more shot.

    Source: facts 1b (US Marshal).
    """
    frame = top_frame(battle.stack)
    hero = battle.heroes[hero_index]
    if frame.slot == MELEE or hit != 0 or frame.flag == 0 or hero.double_shot != 0:
        return
    if book.items[hero.items[frame.slot]].shotgun == 1 and book.classes[hero.class_id].double_shot == 1:
        hero.double_shot = 1
