"""Enemies that die: they leave the board, and some of them harm the heroes around them or leave others weaker."""

from __future__ import annotations

from brimstone_env.battle.codes import Event, Frame, Roll, Stat, Status, Stream
from brimstone_env.battle.enemy_health import health_of
from brimstone_env.battle.figures import is_hero_next_to, is_in_sight, remove_enemy
from brimstone_env.battle.fright import strike_corruption
from brimstone_env.battle.knockout import wound_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event, roll_die
from brimstone_env.core.frames import push_frame, top_frame
from brimstone_env.core.records import IntArray


@compiled
def kill_enemy(battle: Battle, book: Book, dice: Dice, enemy_index: int, hero_index: int) -> None:
    """A dead enemy leaves the board at once; what its death does is put on the stack.

    Whom it harms is settled as it falls: `points` and `extra` hold the heroes, a bit each.

    Differs: the source does not say whom the blast of a turret wounds; here adjacent heroes, not adjacent enemies.

    Source: B42, facts 2a (auto turrets), 2b (targa pylons 2, harbinger 6).
    """
    group = int(battle.enemies[enemy_index].group)
    stats = battle.groups[group].stats
    near = 0
    far = 0
    for h in range(battle.num_heroes):
        if stats[Stat.DEATH_WOUNDS] == 1 and is_hero_next_to(battle, book, h, enemy_index):
            near |= 1 << h
        if is_in_blight(battle, book, enemy_index, h):
            far |= 1 << h
    remove_enemy(battle, book, dice, enemy_index, hero_index)
    if near == 0 and far == 0 and stats[Stat.AURA_HEALTH] == 0:
        return
    frame = push_frame(battle.stack, Frame.DEATH, hero_index, enemy_index, group)
    frame.points = near
    frame.extra = far


@compiled
def is_in_blight(battle: Battle, book: Book, enemy_index: int, hero_index: int) -> bool:
    """Whether the corruption that an enemy leaves when destroyed reaches a standing hero.

    Differs: the source does not say whether walls stop it; here it needs a line of sight.

    Source: facts 2b (targa pylons 2), N1.
    """
    reach = int(battle.groups[battle.enemies[enemy_index].group].stats[Stat.DEATH_CORRUPTION])
    hero = battle.heroes[hero_index]
    if reach == 0 or hero.knocked_out == 1:
        return False
    return is_in_sight(battle, book, enemy_index, int(hero.square), reach)


@compiled
def step_death(battle: Battle, book: Book, dice: Dice) -> int:
    """What a death does, hero by hero (`index`): d3 wounds without Defense, then d6 corruption hits; then who follows.

    `hero` is the killer, `enemy` who died, `slot` its type.

    Differs: the source does not say whether the dice are rolled once for all; here for each hero.

    Source: facts 2a (auto turrets), 2b (targa pylons 2, harbinger 6).
    """
    frame = top_frame(battle.stack)
    enemy_index = int(frame.enemy)
    while frame.index < 2 * battle.num_heroes:
        at = int(frame.index)
        h = at % int(battle.num_heroes)
        struck = int(frame.points) if at < battle.num_heroes else int(frame.extra)
        frame.index += 1
        if (struck >> h) & 1 == 0 or battle.heroes[h].knocked_out == 1:
            continue
        sides = 3 if at < battle.num_heroes else 6
        amount = roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, sides)
        if sides == 3:
            log_event(dice, Event.ENEMY_ABILITY, enemy_index, Stat.DEATH_WOUNDS, amount)
            wound_hero(battle, dice, h, amount)
        else:
            log_event(dice, Event.ENEMY_ABILITY, enemy_index, Stat.DEATH_CORRUPTION, amount)
            strike_corruption(battle, h, enemy_index, amount)
        return Status.CALL
    if lets_follow(battle, book, dice, int(frame.hero)):
        return Status.CALL
    return Status.DONE


@compiled
def lets_follow(battle: Battle, book: Book, dice: Dice, hero_index: int) -> bool:
    """An enemy that lived only by an aura that is gone dies as well; its base experience goes to the same hero.

    Differs: the source does not say who gains it, nor that large enemies pay nothing without a wounding hit.

    Returns:
        Whether there was one.

    Source: B42, facts 2b (harbinger 6).
    """
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        if enemy.alive == 1 and enemy.wounds >= health_of(battle, e):
            stats = battle.groups[enemy.group].stats
            if stats[Stat.EXPERIENCE_EACH] == 0:
                pay_death(battle, dice, hero_index, stats)
            kill_enemy(battle, book, dice, e, hero_index)
            return True
    return False


@compiled
def pay_death(battle: Battle, dice: Dice, hero_index: int, stats: IntArray) -> None:
    """The base experience of an enemy, for its death.

    Source: B42.
    """
    battle.heroes[hero_index].experience += int(stats[Stat.EXPERIENCE])
    log_event(dice, Event.EXPERIENCE, hero_index, int(stats[Stat.EXPERIENCE]), 0)


@compiled
def is_death_pending(battle: Battle) -> bool:
    """Whether what a death does is still going on; the battle is not over before."""
    for i in range(battle.stack.depth):
        if battle.stack.frames[i].kind == Frame.DEATH:
            return True
    return False
