"""Fear and terror, and what else strikes a hero at the start of its activation."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_DICE, NOBODY, Roll, Stat, Stream
from brimstone_env.battle.figures import is_hero_next_to, num_squares_of, square_of
from brimstone_env.battle.injuries import skill_dice
from brimstone_env.battle.knockout import lose_sanity
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.rolls import roll_plain
from brimstone_env.battle.strike import push_hits
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, roll_die
from brimstone_env.core.frames import top_frame

AGILITY = 0  # index into a hero's skills
GRASP_NEED = 5  # Agility 5+ slips the grasp


@compiled
def tiles_of(battle: Battle, book: Book, enemy_index: int) -> int:
    """Bits of the tiles that an enemy is on: all that its squares touch.

    Source: N6.
    """
    bits = 0
    for part in range(num_squares_of(battle, enemy_index)):
        bits |= int(book.map.tiles[square_of(battle, book, enemy_index, part)])
    return bits


@compiled
def horror_hits(battle: Battle, book: Book, enemy_index: int, hero_index: int) -> int:
    """Horror hits that one enemy strikes a hero with; group terror strikes once for all figures of the type.

    Differs: the source does not say how strongly where the figures differ (one adjacent, one on the tile); here as
    the figure that frightens most.

    Source: B26, facts 2c (group terror).
    """
    hits = own_horror(battle, book, enemy_index, hero_index)
    group = int(battle.enemies[enemy_index].group)
    if hits == 0 or battle.groups[group].stats[Stat.GROUP_TERROR] == 0:
        return hits
    for e in range(battle.num_enemies):
        if battle.enemies[e].group == group and e != enemy_index:
            other = own_horror(battle, book, e, hero_index)
            if other > hits or (other == hits and e < enemy_index):
                return 0
    return hits


@compiled
def own_horror(battle: Battle, book: Book, enemy_index: int, hero_index: int) -> int:
    """Horror hits of one figure by itself: fear adjacent, terror on its tile, or unspeakable terror beyond.

    Source: B26.
    """
    enemy = battle.enemies[enemy_index]
    if enemy.alive == 0:
        return 0
    stats = battle.groups[enemy.group].stats
    square = int(battle.heroes[hero_index].square)
    hits = 0
    if stats[Stat.FEAR] > 0 and is_hero_next_to(battle, book, hero_index, enemy_index):
        hits += int(stats[Stat.FEAR])
    if stats[Stat.TERROR] > 0 and tiles_of(battle, book, enemy_index) & int(book.map.tiles[square]) != 0:
        hits += int(stats[Stat.TERROR])
    if stats[Stat.UNSPEAKABLE] > 0 and tiles_of(battle, book, enemy_index) & int(book.map.near_tiles[square]) != 0:
        hits += int(stats[Stat.UNSPEAKABLE])
    return hits


@compiled
def roll_horror(battle: Battle, book: Book, dice: Dice, hero_index: int) -> bool:
    """Roll Willpower for the horror hits of the enemies from the frame's `index` on; they add up (24 dice a roll).

    Returns:
        Whether anything was rolled; the enemies from `index` up to `extra` are in the roll.

    Source: B26, B27.
    """
    frame = top_frame(battle.stack)
    total = 0
    e = int(frame.index)
    while e < battle.num_enemies:
        hits = horror_hits(battle, book, e, hero_index)
        if total + hits > MAX_DICE:
            break
        total += hits
        e += 1
    frame.extra = e
    if total == 0:
        return False
    roll_plain(battle, dice, Roll.WILLPOWER, hero_index, total, int(battle.heroes[hero_index].willpower))
    return True


@compiled
def take_horror(battle: Battle, book: Book, dice: Dice, hero_index: int) -> None:
    """Each failed Willpower die costs 1 Sanity, more where the enemy says so.

    Source: B27, facts 2b (night terrors 4).
    """
    frame = top_frame(battle.stack)
    die = 0
    lost = 0
    for e in range(int(frame.index), int(frame.extra)):
        each = int(battle.groups[battle.enemies[e].group].stats[Stat.HORROR_DAMAGE])
        for _ in range(horror_hits(battle, book, e, hero_index)):
            if battle.pool.grades[die] == 0:
                lost += each
            die += 1
    clear_pool(battle.pool)
    frame.index = frame.extra
    if lost > 0:
        lose_sanity(battle, dice, hero_index, lost)


@compiled
def find_grasp(battle: Battle, book: Book, hero_index: int) -> int:
    """The first enemy next to the hero that grasps at who starts there; NOBODY if none does.

    Differs: the source does not say whether several grasp at once; here a hero rolls once.

    Source: facts 2b (stranglers 2).
    """
    for e in range(battle.num_enemies):
        enemy = battle.enemies[e]
        grasps = enemy.alive == 1 and battle.groups[enemy.group].stats[Stat.GRASP] == 1
        if grasps and is_hero_next_to(battle, book, hero_index, e):
            return e
    return NOBODY


@compiled
def roll_grasp(battle: Battle, book: Book, dice: Dice, hero_index: int) -> None:
    """A hero who starts next to a grasping enemy rolls Agility: any die at 5+ slips away.

    Source: facts 2b (stranglers 2), 4a (row 7).
    """
    count = skill_dice(book, battle.heroes[hero_index], AGILITY)
    roll_plain(battle, dice, Roll.AGILITY, hero_index, count, GRASP_NEED)


@compiled
def strike_grasp(battle: Battle, dice: Dice, enemy_index: int, hero_index: int) -> None:
    """The grasp deals d6 hits, which the hero may block.

    Source: facts 2b (stranglers 2).
    """
    hits = roll_die(battle.streams, dice, Stream.DICE, Roll.ABILITY, 6)
    damage = int(battle.groups[battle.enemies[enemy_index].group].stats[Stat.DAMAGE])
    push_hits(battle, dice, enemy_index, hero_index, hits, damage)
