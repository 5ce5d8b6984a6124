"""What hits do: damage, Dead Eye, split hits, wounds and experience."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import Decision, Event, Roll, Stat, Status, Stream
from brimstone_env.battle.deaths import kill_enemy, pay_death
from brimstone_env.battle.enemy_health import health_of
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.weapons import MELEE, damage_bonus, is_gun_slot
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, log_event, roll_check
from brimstone_env.core.frames import FrameRecord, top_frame

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
    PUNCH = 9  # may an upgrade double `points`?
    SPICE = 10  # may a token add to `points`?


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
            end_damage(battle, frame)
            return Status.CALL
        frame.points = int(battle.pool.values[die]) + damage_bonus(battle, book, hero_index, int(frame.slot))
        frame.square = battle.enemies[frame.enemy].square
        frame.stage = AttackStage.DEAD_EYE
        return Status.CALL
    if stage == AttackStage.DEAD_EYE:
        if can_dead_eye(battle, book, hero_index, int(frame.slot)):
            ask(battle, Decision.DEAD_EYE, hero_index, hero_index, int(frame.enemy), int(frame.points))
            return Status.WAIT
        frame.stage = AttackStage.PUNCH
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
def end_damage(battle: Battle, frame: FrameRecord) -> None:
    """The damage dice leave the table; the next hit is the one after those that were rolled together.

    Source: B38.
    """
    frame.index = int(frame.extra) + int(battle.pool.count)
    clear_pool(battle.pool)
    frame.stage = AttackStage.ASSIGN


@compiled
def can_dead_eye(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether a Dead Eye shot may be added to a pistol hit.

    Source: N11.
    """
    hero = battle.heroes[hero_index]
    return is_gun_slot(slot) and bool(book.items[hero.items[slot]].pistol == 1) and bool(hero.dead_eye > 0)


@compiled
def answer_dead_eye(battle: Battle, dice: Dice, use: bool) -> None:
    """Discard a Dead Eye shot for 2 damage more on this hit, or keep it.

    Source: N11, facts 1b.
    """
    frame = top_frame(battle.stack)
    frame.stage = AttackStage.PUNCH
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
    target = int(frame.enemy)
    done = frame.points == 0
    if done:
        frame.index += 1
        for e in range(battle.num_enemies):
            battle.enemies[e].shared = 0
    deal_hit(battle, book, dice, target, points, hit)
    if done and battle.enemies[frame.chosen].alive == 0:
        end_damage(battle, frame)


@compiled
def deal_hit(battle: Battle, book: Book, dice: Dice, enemy_index: int, points: int, hit: int) -> None:
    """Subtract Defense from a hit's damage, unless cover stops the whole hit, and deal the wounds.

    Only wounds really caused count.

    Differs: the source does not say how endurance and armor go together; here endurance limits the wounds of the hit,
    then armor may stop each of them. Where a hit is split, each share is a hit of its own.

    Source: B39, B42, facts 2c (cover, endurance), 9c (33).
    """
    frame = top_frame(battle.stack)
    enemy = battle.enemies[enemy_index]
    stats = battle.groups[enemy.group].stats
    hero_index = int(frame.hero)
    critical = is_critical(battle, enemy_index, hit)
    log_event(dice, Event.HIT, enemy_index, points, 1 if critical else 0)
    if stats[Stat.COVER] > 0 and roll_check(battle.streams, dice, Stream.DICE, Roll.COVER, 6, int(stats[Stat.COVER])):
        log_event(dice, Event.STOPPED, enemy_index, 0, 1)
        return
    wounds = points - defense_of(battle, enemy_index, frame.slot != MELEE, critical)
    if stats[Stat.ENDURANCE] > 0:
        wounds = min(wounds, int(stats[Stat.ENDURANCE]))
    dead = wound_enemy(battle, book, dice, hero_index, enemy_index, wounds)
    if dead:
        grant_double_shot(battle, book, hero_index, int(frame.slot), hit, int(frame.flag))


@compiled
def is_critical(battle: Battle, enemy_index: int, hit: int) -> bool:
    """Whether a hit counts as critical: not on tough enemies.

    Source: B40, B47, facts 9c (20).
    """
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    return bool(battle.hits[hit] == 2) and bool(stats[Stat.TOUGH] == 0)


@compiled
def defense_of(battle: Battle, enemy_index: int, ranged: bool, critical: bool) -> int:
    """An enemy's Defense against a hit: more against guns for some, the current Initiative level for others.

    A critical hit ignores it, or lowers it only so far.

    Source: B39, B40, facts 2a (void hounds, slashers, targa pylons), 2b (hell vermin 2), 9c (21).
    """
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    defense = int(battle.level) if stats[Stat.VARIABLE_DEFENSE] == 1 else 0
    defense += int(stats[Stat.DEFENSE])
    if ranged:
        defense += int(stats[Stat.RANGED_DEFENSE])
    if critical:
        defense = min(defense, int(stats[Stat.CRITICAL_DEFENSE]))
    return defense


@compiled
def wound_enemy(battle: Battle, book: Book, dice: Dice, hero_index: int, enemy_index: int, wounds: int) -> bool:
    """Wounds that no Defense stops: armor may stop each of them, the rest are dealt, paid and perhaps deadly.

    What the death does comes next, from the stack: return `Status.CALL` before the next figure is wounded, and clear
    `battle.paid` when the attack is over.

    Differs: endurance limits the wounds of a hit (`deal_hit`). The source does not say whether dynamite, ash and a
    shiv hit; here they deal wounds without a hit, so that endurance does not limit them.

    Returns:
        Whether the enemy died.

    Source: B42, B43, facts 2c (armor, endurance), 9c (33).
    """
    enemy = battle.enemies[enemy_index]
    armor = int(battle.groups[enemy.group].stats[Stat.ARMOR])
    stopped = 0
    if armor > 0:
        for _ in range(wounds):
            if roll_check(battle.streams, dice, Stream.DICE, Roll.ARMOR, 6, armor):
                stopped += 1
    if stopped > 0:
        log_event(dice, Event.STOPPED, enemy_index, stopped, 0)
    health = health_of(battle, enemy_index)
    wounds = min(wounds - stopped, health - int(enemy.wounds))
    if wounds <= 0:
        return False
    enemy.wounds += wounds
    log_event(dice, Event.WOUND, enemy_index, wounds, int(enemy.wounds))
    dead = enemy.wounds >= health
    pay_wounds(battle, book, dice, hero_index, enemy_index, wounds, dead)
    if dead:
        kill_enemy(battle, book, dice, enemy_index, hero_index)
    return dead


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
        pay_death(battle, dice, hero_index, stats)
    if points > 0:
        battle.heroes[hero_index].experience += points
        log_event(dice, Event.EXPERIENCE, hero_index, points, 0)


@compiled
def grant_double_shot(battle: Battle, book: Book, hero_index: int, slot: int, hit: int, first_hit: int) -> None:
    """Once per turn a shotgun kill with the first shot gives one more shot.

    Source: facts 1b (US Marshal).
    """
    hero = battle.heroes[hero_index]
    if not is_gun_slot(slot) or hit != 0 or first_hit == 0 or hero.double_shot != 0:
        return
    if book.items[hero.items[slot]].shotgun == 1 and book.classes[hero.class_id].double_shot == 1:
        hero.double_shot = 1
