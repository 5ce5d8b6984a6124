"""One enemy's attack: its to-hit dice, the heroes' defense, the wounds, and what comes with them."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import (
    MAX_DICE,
    MAX_HEROES,
    NOBODY,
    Affliction,
    Event,
    Frame,
    Roll,
    Stat,
    Status,
    Stream,
)
from brimstone_env.battle.figures import count_mates, is_hero_next_to, is_in_sight
from brimstone_env.battle.fright import strike_corruption, strike_fright
from brimstone_env.battle.knockout import wound_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import roll_plain
from brimstone_env.battle.statuses import defense_need, gain_status
from brimstone_env.battle.turn_order import edged_to_hit
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, count_grade, log_event, roll_die, roll_pool
from brimstone_env.core.frames import FrameRecord, push_frame, top_frame
from brimstone_env.core.records import IntArray


class StrikeStage(IntEnum):
    """How far an enemy's attack has come."""

    NEXT = 0  # the next hero whom it attacks
    DEFEND = 1  # hits wait for defense dice
    DEFENDED = 2  # defense dice lie on the table
    WOUND = 3
    AFTER = 4  # the wounds are taken: what a wounded hero gets besides
    HORROR = 5  # the horror hits that came with the hits


class StrikeKind(IntEnum):
    """How the hits come about; the frame's `slot`."""

    MELEE = 0  # Combat dice against the target, or all whom a special attack reaches
    SHOT = 1  # Shots against the target, as often as it shoots in one activation
    HITS = 2  # a number of hits on one hero, without dice
    AROUND = 3  # a number of hits on each adjacent hero, `square`; 0: a d6 for each hero


@compiled
def push_strike(battle: Battle, enemy_index: int, kind: int) -> FrameRecord:
    """Put one enemy's attack on top of the stack.

    Source: B48, B58.
    """
    frame = push_frame(battle.stack, Frame.STRIKE, NOBODY, enemy_index, kind)
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    frame.points = int(stats[Stat.RANGED_DAMAGE]) if kind == StrikeKind.SHOT else int(stats[Stat.DAMAGE])
    return frame


@compiled
def push_hits(battle: Battle, dice: Dice, enemy_index: int, hero_index: int, hits: int, damage: int) -> None:
    """Put a number of hits on one hero, which it may block, on top of the stack.

    Source: B59, B60.
    """
    frame = push_strike(battle, enemy_index, StrikeKind.HITS)
    frame.hero = hero_index
    frame.index = MAX_HEROES
    frame.amount = hits
    frame.points = damage
    frame.stage = StrikeStage.DEFEND
    log_event(dice, Event.ENEMY_ATTACK, enemy_index, hero_index, hits)


@compiled
def push_hits_around(battle: Battle, enemy_index: int, hits: int, damage: int) -> None:
    """Put a number of hits (0: a d6 for each) on every hero adjacent to an enemy on top of the stack.

    Differs: the source says that the hits of a harbinger of row 4 count 2; here those of its attack, not these.

    Source: B59, B60, facts 2a (corpse piles, harbinger, custodians).
    """
    frame = push_strike(battle, enemy_index, StrikeKind.AROUND)
    frame.square = hits
    frame.points = damage


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
def shoots_hero(battle: Battle, book: Book, enemy_index: int, hero_index: int) -> bool:
    """Whether an enemy can shoot its target: in range and in sight.

    Source: B61.
    """
    enemy = battle.enemies[enemy_index]
    hero = battle.heroes[hero_index]
    if enemy.target != hero_index or hero.knocked_out == 1:
        return False
    range_squares = int(battle.groups[enemy.group].stats[Stat.RANGE])
    return is_in_sight(battle, book, enemy_index, int(hero.square), range_squares)


@compiled
def step_strike(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with one enemy's attack. Hits still to be blocked are in `amount`, unblocked ones in `extra`.

    `points` is the damage of a hit, `square` the horror hits that came with the hits, `flag` says that the hero fell.

    Source: B58, B59, B60.
    """
    frame = top_frame(battle.stack)
    if frame.stage == StrikeStage.NEXT:
        return strike_next(battle, book, dice)
    if frame.stage == StrikeStage.DEFEND:
        defend(battle, dice)
    elif frame.stage == StrikeStage.DEFENDED:
        frame.extra += int(battle.pool.count) - count_grade(battle.pool, 1)
        clear_pool(battle.pool)
        frame.stage = StrikeStage.DEFEND
    elif frame.stage == StrikeStage.WOUND:
        deal_wounds(battle, dice)
    elif frame.stage == StrikeStage.AFTER:
        harm_wounded(battle, dice)
    else:
        frighten(battle)
    return Status.CALL


@compiled
def strike_next(battle: Battle, book: Book, dice: Dice) -> int:
    """The enemy attacks the next hero whom its attack strikes.

    Differs: the source does not say whether the second ranged attack of an activation may go to another hero; here it
    goes to the target chosen for the activation, and is lost if that hero fell.

    Source: B58, B61, B62, facts 2b (targa pylons 6).
    """
    frame = top_frame(battle.stack)
    enemy_index = int(frame.enemy)
    enemy = battle.enemies[enemy_index]
    if enemy.alive == 0:
        return Status.DONE
    heroes = int(battle.num_heroes)
    rounds = int(battle.groups[enemy.group].stats[Stat.VOLLEYS]) if frame.slot == StrikeKind.SHOT else 1
    for i in range(int(frame.index), rounds * heroes):
        h = i % heroes
        if not is_struck(battle, book, enemy_index, h, int(frame.slot)):
            continue
        frame.index = i + 1
        frame.hero = h
        frame.stage = StrikeStage.DEFEND
        if frame.slot == StrikeKind.AROUND:
            hits = int(frame.square)
            frame.amount = hits if hits > 0 else roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 6)
            log_event(dice, Event.ENEMY_ATTACK, enemy_index, h, int(frame.amount))
        else:
            roll_strike(battle, dice, enemy_index, h)
        return Status.CALL
    return Status.DONE


@compiled
def is_struck(battle: Battle, book: Book, enemy_index: int, hero_index: int, kind: int) -> bool:
    """Whether an attack of a kind strikes a hero.

    Source: B58, B61.
    """
    if kind == StrikeKind.AROUND:
        return is_hero_next_to(battle, book, hero_index, enemy_index)
    if kind == StrikeKind.SHOT:
        return shoots_hero(battle, book, enemy_index, hero_index)
    return attacks_hero(battle, book, enemy_index, hero_index)


@compiled
def roll_strike(battle: Battle, dice: Dice, enemy_index: int, hero_index: int) -> None:
    """The enemy rolls its Combat dice, or its Shots, against a hero; with an edge if that hero is surprised.

    Source: B58, B61, D9, facts 2b (stranglers 1).
    """
    frame = top_frame(battle.stack)
    stats = battle.groups[battle.enemies[enemy_index].group].stats
    if frame.slot == StrikeKind.SHOT:
        to_hit = edged_to_hit(battle, hero_index, int(stats[Stat.RANGED_TO_HIT]))
        roll_hits(battle, dice, int(stats[Stat.SHOTS]), to_hit)
        frame.amount = count_shots(battle, dice, stats)
    else:
        count = int(stats[Stat.COMBAT])
        if battle.heroes[hero_index].dark_stone > 0:
            count += int(stats[Stat.DARK_STONE_COMBAT])
        roll_hits(battle, dice, count, edged_to_hit(battle, hero_index, int(stats[Stat.TO_HIT])))
        count_blows(battle, frame, stats)
    clear_pool(battle.pool)
    hits = int(frame.amount) + int(frame.extra)
    frame.square = hits * int(stats[Stat.HIT_HORROR])
    code = Event.ENEMY_SHOOT if frame.slot == StrikeKind.SHOT else Event.ENEMY_ATTACK
    log_event(dice, code, enemy_index, hero_index, hits)


@compiled
def roll_hits(battle: Battle, dice: Dice, count: int, to_hit: int) -> None:
    """Roll an enemy's to-hit dice. Enemies have no criticals: the grade of a 6 is for abilities that it triggers.

    Source: B58.
    """
    count = min(count, MAX_DICE)
    roll_pool(battle.pool, battle.streams, dice, Stream.DICE, Roll.ENEMY_TO_HIT, NOBODY, count, 6, to_hit, 6)


@compiled
def count_blows(battle: Battle, frame: FrameRecord, stats: IntArray) -> None:
    """The hits of a melee attack; a 6 may count as several hits, or go past the hero's defense.

    Source: B58, facts 2a (stranglers, tentacles), 2b (harbinger 4).
    """
    sixes = count_grade(battle.pool, 2)
    each = int(stats[Stat.HIT_COUNT])
    frame.amount = (count_grade(battle.pool, 1) - sixes) * each
    if stats[Stat.SMASH] == 1:
        frame.extra = sixes * each
    else:
        frame.amount += sixes * int(stats[Stat.SIX_HITS]) * each


@compiled
def count_shots(battle: Battle, dice: Dice, stats: IntArray) -> int:
    """The hits of a ranged attack: a 6, or every hit, may count as several, or as a d6 of them.

    Differs: the source does not say what a 6 is worth where every hit becomes d6 hits; here the d6 is rolled for each
    hit that the 6 counts as.

    Source: facts 2a (targa pylons, bandits, auto turrets).
    """
    sixes = count_grade(battle.pool, 2)
    hits = count_grade(battle.pool, 1) - sixes
    if stats[Stat.RANGED_SIX_D6] == 1:
        hits += roll_d6s(battle, dice, Roll.ABILITY, sixes)
    else:
        hits += sixes * int(stats[Stat.RANGED_SIX])
    if stats[Stat.HIT_D6] == 1:
        hits = roll_d6s(battle, dice, Roll.ABILITY, hits)
    return hits


@compiled
def roll_d6s(battle: Battle, dice: Dice, kind: int, count: int) -> int:
    """Roll an enemy's d6s one by one and add them up."""
    total = 0
    for _ in range(count):
        total += roll_die(battle.streams, dice, Stream.DICE, kind, 6)
    return total


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
    roll_plain(battle, dice, Roll.DEFENSE, hero_index, count, defense_need(battle.heroes[hero_index]))


@compiled
def deal_wounds(battle: Battle, dice: Dice) -> None:
    """Each unblocked hit deals its Damage; some enemies roll it. `extra` becomes the Health that the hero had.

    Source: B60, facts 2a (slashers).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    unblocked = int(frame.extra)
    frame.extra = battle.heroes[hero_index].health
    frame.stage = StrikeStage.AFTER
    wounds = unblocked * int(frame.points)
    if frame.slot == StrikeKind.MELEE:
        stats = battle.groups[battle.enemies[int(frame.enemy)].group].stats
        wounds += roll_d6s(battle, dice, Roll.ENEMY_DAMAGE, unblocked * int(stats[Stat.DAMAGE_D6]))
    if wounds > 0:
        wound_hero(battle, dice, hero_index, wounds)


@compiled
def harm_wounded(battle: Battle, dice: Dice) -> None:
    """A hero who was wounded, and did not fall, may get statuses and corruption hits; one whom a token revived fell.

    Source: facts 2b (void spiders 2, tentacles 1, goliath 4, hell vermin 6), 4c.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    wounded = frame.flag == 0 and hero.health < frame.extra
    frame.extra = 0
    frame.stage = StrikeStage.HORROR
    if not wounded:
        return
    stats = battle.groups[battle.enemies[int(frame.enemy)].group].stats
    inflict(battle, dice, hero_index, stats)
    hits = 0
    for _ in range(stats[Stat.WOUND_CORRUPTION]):
        hits += roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 3)
    if hits > 0:
        strike_corruption(battle, hero_index, int(frame.enemy), hits)


@compiled
def inflict(battle: Battle, dice: Dice, hero_index: int, stats: IntArray) -> None:
    """The statuses that a figure gives to whom it wounds.

    Source: facts 2b (void spiders 2, tentacles 1, goliath 4), 5 (statuses).
    """
    gain_status(battle, dice, hero_index, Affliction.VENOM, int(stats[Stat.VENOM]))
    gain_status(battle, dice, hero_index, Affliction.HELD, int(stats[Stat.HOLD]))
    gain_status(battle, dice, hero_index, Affliction.POISON, int(stats[Stat.POISON]))
    gain_status(battle, dice, hero_index, Affliction.WEBBED, int(stats[Stat.WEBBED]))
    gain_status(battle, dice, hero_index, Affliction.STUNNED, int(stats[Stat.STUNNED]))
    gain_status(battle, dice, hero_index, Affliction.BURNING, int(stats[Stat.BURNING]))
    gain_status(battle, dice, hero_index, Affliction.BLEEDING, int(stats[Stat.BLEEDING]))
    gain_status(battle, dice, hero_index, Affliction.ENSNARED, int(stats[Stat.ENSNARED]))


@compiled
def frighten(battle: Battle) -> None:
    """The horror hits that came with the hits strike a hero who did not fall, whether the hits were blocked or not.

    Differs: the source does not say what becomes of the horror hits of who fell by the wounds; here they are lost like
    the wounds that were too many, and a hero whom a token revives has none of them to fear.

    Source: B27, facts 2a (hellbats), 4c (knock-out).
    """
    frame = top_frame(battle.stack)
    frame.stage = StrikeStage.NEXT
    fell = int(frame.flag)
    frame.flag = 0
    if frame.slot == StrikeKind.AROUND:
        return
    hits = int(frame.square)
    frame.square = 0
    hero_index = int(frame.hero)
    if hits > 0 and fell == 0:
        each = int(battle.groups[battle.enemies[int(frame.enemy)].group].stats[Stat.HORROR_DAMAGE])
        strike_fright(battle, hero_index, int(frame.enemy), hits, each)
