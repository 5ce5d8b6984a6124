"""One enemy's attack: its to-hit dice, the heroes' defense, the wounds."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import MAX_DICE, NOBODY, Event, Roll, Stat, Status, Stream
from brimstone_env.battle.figures import count_mates, is_hero_next_to, is_in_sight
from brimstone_env.battle.knockout import wound_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import roll_plain
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade, log_event, roll_pool
from brimstone_env.core.frames import top_frame


class StrikeStage(IntEnum):
    """How far an enemy's attack has come."""

    NEXT = 0  # the next hero whom it attacks
    DEFEND = 1  # hits wait for defense dice
    DEFENDED = 2  # defense dice lie on the table
    WOUND = 3


@compiled
def attacks_hero(battle: Battle, book: Book, enemy_index: int, hero_index: int) -> bool:
    """Whether an enemy's attack strikes a hero: its target, if adjacent, or all whom a special attack reaches.

    Differs: the source does not say that an area attack needs a line of sight; here it does.

    Source: B48, facts 2a (void spiders, goliath).
    """
    enemy = battle.enemies[enemy_index]
    hero = battle.heroes[hero_index]
    if enemy.alive == 0 or hero.knocked_out == 1:
        return False
    stats = battle.groups[enemy.group].stats
    area = int(stats[Stat.AREA])
    if area > 0:
        return is_in_sight(battle, book, enemy_index, int(hero.square), area)
    if not is_hero_next_to(battle, book, hero_index, enemy_index):
        return False
    swarm = int(stats[Stat.SWARM])
    if swarm > 0 and count_mates(battle, int(enemy.group), int(enemy.square)) >= swarm:
        return True
    return bool(enemy.target == hero_index)


@compiled
def step_strike(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with one enemy's attack. Hits still to be blocked are in `amount`, unblocked ones in `extra`.

    Source: B58, B59, B60.
    """
    frame = top_frame(battle.stack)
    if frame.stage == StrikeStage.NEXT:
        return strike_next(battle, book, dice)
    if frame.stage == StrikeStage.DEFEND:
        defend(battle, dice)
        return Status.CALL
    if frame.stage == StrikeStage.DEFENDED:
        frame.extra += int(battle.pool.count) - count_grade(battle.pool, 1)
        clear_pool(battle.pool)
        frame.stage = StrikeStage.DEFEND
        return Status.CALL
    deal_wounds(battle, dice)
    return Status.CALL


@compiled
def strike_next(battle: Battle, book: Book, dice: Dice) -> int:
    """The enemy rolls its Combat dice against the next hero whom it attacks.

    A 6 may count as several hits, or go past the hero's defense. Enemies have no criticals.

    Source: B58, facts 2a (stranglers, tentacles), 2b (stranglers 1).
    """
    frame = top_frame(battle.stack)
    enemy_index = int(frame.enemy)
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    for h in range(int(frame.index), battle.num_heroes):
        if not attacks_hero(battle, book, enemy_index, h):
            continue
        frame.index = h + 1
        frame.hero = h
        count = int(stats[Stat.COMBAT])
        if battle.heroes[h].dark_stone > 0:
            count += int(stats[Stat.DARK_STONE_COMBAT])
        count = min(count, MAX_DICE)
        to_hit = int(stats[Stat.TO_HIT])
        roll_pool(battle.pool, battle.streams, dice, Stream.DICE, Roll.ENEMY_TO_HIT, NOBODY, count, 6, to_hit, 6)
        sixes = count_grade(battle.pool, 2)
        frame.amount = count_grade(battle.pool, 1) - sixes
        if stats[Stat.SMASH] == 1:
            frame.extra = sixes
        else:
            frame.amount += sixes * int(stats[Stat.SIX_HITS])
        clear_pool(battle.pool)
        log_event(dice, Event.ENEMY_ATTACK, enemy_index, h, int(frame.amount) + int(frame.extra))
        frame.stage = StrikeStage.DEFEND
        return Status.CALL
    return Status.DONE


@compiled
def defend(battle: Battle, dice: Dice) -> None:
    """The hero rolls one defense die per hit that can be blocked, all at once (at most 24 a roll).

    Source: B59.
    """
    frame = top_frame(battle.stack)
    count = min(int(frame.amount), MAX_DICE)
    if count == 0:
        frame.stage = StrikeStage.WOUND
        return
    frame.amount -= count
    frame.stage = StrikeStage.DEFENDED
    hero_index = int(frame.hero)
    roll_plain(battle, dice, Roll.DEFENSE, hero_index, count, int(battle.heroes[hero_index].defense))


@compiled
def deal_wounds(battle: Battle, dice: Dice) -> None:
    """Each unblocked hit deals the enemy's Damage; a wounded hero may be poisoned or held.

    Source: B60, facts 2b (void spiders 2, tentacles 1, goliath 4).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    unblocked = int(frame.extra)
    frame.extra = 0
    frame.stage = StrikeStage.NEXT
    if unblocked == 0:
        return
    stats = battle.groups[battle.enemies[int(frame.enemy)].group].stats
    hero = battle.heroes[hero_index]
    if stats[Stat.VENOM] == 1 and hero.venom != 1:
        hero.venom = 1
        log_event(dice, Event.STATUS, hero_index, 0, 1)
    if stats[Stat.HOLD] == 1 and hero.held != 1:
        hero.held = 1
        log_event(dice, Event.STATUS, hero_index, 1, 1)
    wound_hero(battle, dice, hero_index, unblocked * int(stats[Stat.DAMAGE]))
