"""A hero's attack: dice, hits in order, damage, Dead Eye, split hits, wounds and experience."""

from __future__ import annotations

from brimstone_env.battle.codes import MAX_DICE, MAX_ENEMIES, MAX_ITEMS, NOBODY, Decision, Event, ItemKind, Roll, Stat, Status
from brimstone_env.battle.figures import is_hero_next_to, is_in_sight, remove_enemy
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_hero_pool
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import NO_CRITICAL, Dice, log_event
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray

MELEE = -1  # instead of an item slot
HANDS = 2
DEAD_EYE_DAMAGE = 2
STAGE_ROLL = 0
STAGE_HITS = 1  # to-hit dice lie on the table
STAGE_ASSIGN = 2
STAGE_ASSIGN_ALL = 3
STAGE_DAMAGE = 4  # damage dice lie on the table
STAGE_DEAD_EYE = 5  # `points` is being decided
STAGE_DEAL = 6  # `points` are dealt to `enemy`
STAGE_SPLIT_TARGET = 7
STAGE_FINISH = 8


@compiled
def is_in_hand(book: Book, hero: Hero, slot: int) -> bool:
    """Whether a melee item is in one of the hero's two hands: items take hands in order of their slots.

    Differs: which items are held is not asked; with more than two hands' worth the first ones count.

    Source: B33, facts 4d (hands).
    """
    left = HANDS
    for k in range(slot + 1):
        if hero.items[k] == NOBODY:
            continue
        item = book.items[hero.items[k]]
        if item.kind == ItemKind.GUN or (item.combat == 0 and item.damage == 0):
            continue
        if item.hands <= left:
            left -= int(item.hands)
            if k == slot:
                return True
    return False


@compiled
def melee_bonus(book: Book, hero: Hero, damage: bool) -> int:
    """Melee dice (or damage) that the items in hand add; they add up within the hands limit.

    Source: B33.
    """
    total = 0
    for slot in range(MAX_ITEMS):
        if hero.items[slot] != NOBODY and is_in_hand(book, hero, slot):
            item = book.items[hero.items[slot]]
            total += int(item.damage) if damage else int(item.combat)
    return total


@compiled
def rally_bonus(book: Book, hero: Hero) -> int:
    """Dice that a badge adds to the attacks of this activation.

    Source: facts 1a.
    """
    if hero.badge_bonus != 2:
        return 0
    most = 0
    for k in range(len(book.items)):
        most = max(most, int(book.items[k].rally))
    return most


@compiled
def roll_attack(battle: Battle, book: Book, dice: Dice, hero_index: int, slot: int, count: int) -> None:
    """Roll to-hit dice: d6s against the melee value, or the gun's dice against the ranged value.

    A natural 6 is critical (a D8 gun's 6, 7 and 8, a light pistol's 5 and 6) even where Void Venom takes 1 off.

    Source: B32, B34, B35, facts 1a, 5 (Void Venom).
    """
    hero = battle.heroes[hero_index]
    penalty = 1 if hero.venom == 2 else 0
    if slot == MELEE:
        roll_hero_pool(battle, dice, Roll.TO_HIT, hero_index, count, 6, int(hero.melee_to_hit) + penalty, 6)
        return
    item = book.items[hero.items[slot]]
    need = int(hero.ranged_to_hit) + penalty
    roll_hero_pool(battle, dice, Roll.TO_HIT, hero_index, count, int(item.sides), need, int(item.critical))


@compiled
def count_attack_dice(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """Dice of an attack: Combat and bonuses in melee, Shots with a gun (at most 24).

    Source: B32, B33, B34.
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        count = int(hero.combat) + melee_bonus(book, hero, False)
    else:
        count = int(book.items[hero.items[slot]].shots)
    return min(count + rally_bonus(book, hero), MAX_DICE)


@compiled
def is_target(battle: Battle, book: Book, hero_index: int, slot: int, enemy_index: int) -> bool:
    """Whether a hit of this attack could go to an enemy: adjacent, or for guns in range and sight.

    Source: B34, B36, B37.
    """
    if is_hero_next_to(battle, book, hero_index, enemy_index):
        return True
    if slot == MELEE:
        return False
    hero = battle.heroes[hero_index]
    range_squares = int(book.items[hero.items[slot]].range_squares)
    return is_in_sight(battle, book, enemy_index, int(hero.square), range_squares)


@compiled
def has_adjacent(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a living enemy is adjacent to a hero."""
    for e in range(battle.num_enemies):
        if is_hero_next_to(battle, book, hero_index, e):
            return True
    return False


@compiled
def fill_targets(battle: Battle, book: Book, hero_index: int, slot: int, targets_out: IntArray) -> int:
    """Mark the enemies to whom the next hit may go: adjacent ones first, further ones only when none is left.

    Args:
        battle: the battle.
        book: the book.
        hero_index: the attacker.
        slot: the gun's item slot, or MELEE.
        targets_out: array of at least MAX_ENEMIES, set to 1 for each of them.

    Returns:
        How many there are.

    Source: B36.
    """
    only_adjacent = has_adjacent(battle, book, hero_index)
    count = 0
    for e in range(battle.num_enemies):
        if only_adjacent and not is_hero_next_to(battle, book, hero_index, e):
            continue
        if is_target(battle, book, hero_index, slot, e):
            targets_out[e] = 1
            count += 1
    return count


@compiled
def has_target(battle: Battle, book: Book, hero_index: int, slot: int) -> bool:
    """Whether an attack has anyone to hit.

    Source: B34.
    """
    for e in range(battle.num_enemies):
        if is_target(battle, book, hero_index, slot, e):
            return True
    return False


@compiled
def step_attack(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with an attack. `amount` hits in `battle.hits`, the next is `index`; damage dice began at hit `extra`.

    Source: B32, B36, B38.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    slot = int(frame.slot)
    stage = int(frame.stage)
    if stage == STAGE_ROLL:
        frame.stage = STAGE_HITS
        count = count_attack_dice(battle, book, hero_index, slot)
        roll_attack(battle, book, dice, hero_index, slot, count)
        return Status.CALL
    if stage == STAGE_HITS:
        collect_hits(battle)
        return Status.CALL
    if stage == STAGE_ASSIGN:
        if frame.index >= frame.amount or not has_target(battle, book, hero_index, slot):
            frame.stage = STAGE_FINISH
            return Status.CALL
        ask(battle, Decision.ASSIGN, hero_index, hero_index, NOBODY, int(frame.amount) - int(frame.index))
        return Status.WAIT
    if stage == STAGE_ASSIGN_ALL:
        ask(battle, Decision.ASSIGN_ALL, hero_index, hero_index, NOBODY, int(frame.amount) - int(frame.index))
        return Status.WAIT
    if stage == STAGE_FINISH:
        return finish_attack(battle, book, dice)
    return step_damage(battle, book, dice)


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
    frame.amount = count
    frame.index = 0
    frame.stage = STAGE_ASSIGN


@compiled
def assign_hits(battle: Battle, book: Book, dice: Dice, enemy_index: int, count: int) -> None:
    """Give the next hits to an enemy and roll their damage, one die a hit.

    Source: B36, B38.
    """
    frame = top_frame(battle.stack)
    frame.enemy = enemy_index
    frame.extra = frame.index
    frame.stage = STAGE_DAMAGE
    hero_index = int(frame.hero)
    sides = 6
    if frame.slot != MELEE:
        sides = int(book.items[battle.heroes[hero_index].items[frame.slot]].sides)
    roll_hero_pool(battle, dice, Roll.DAMAGE, hero_index, count, sides, ANY_RESULT, NO_CRITICAL)


@compiled
def step_damage(battle: Battle, book: Book, dice: Dice) -> int:
    """Deal the damage dice that lie on the table, in order; what is left when the enemy dies is lost.

    Source: B38.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    stage = int(frame.stage)
    if stage == STAGE_DAMAGE:
        die = int(frame.index) - int(frame.extra)
        if die >= battle.pool.count or battle.enemies[frame.enemy].alive == 0:
            frame.index = int(frame.extra) + int(battle.pool.count)
            frame.stage = STAGE_ASSIGN
            return Status.CALL
        frame.points = int(battle.pool.values[die]) + damage_bonus(battle, book, hero_index, int(frame.slot))
        frame.stage = STAGE_DEAD_EYE
        return Status.CALL
    if stage == STAGE_DEAD_EYE:
        if can_dead_eye(battle, book, hero_index, int(frame.slot)):
            ask(battle, Decision.DEAD_EYE, hero_index, hero_index, int(frame.enemy), int(frame.points))
            return Status.WAIT
        frame.stage = STAGE_DEAL
        return Status.CALL
    if stage == STAGE_DEAL:
        if can_split(battle, int(frame.enemy), int(frame.points)):
            ask(battle, Decision.SPLIT, hero_index, hero_index, int(frame.enemy), int(frame.points))
            return Status.WAIT
        deal_share(battle, book, dice, int(frame.points))
        return Status.CALL
    ask(battle, Decision.SPLIT_TARGET, hero_index, hero_index, int(frame.enemy), int(frame.points))
    return Status.WAIT


@compiled
def damage_bonus(battle: Battle, book: Book, hero_index: int, slot: int) -> int:
    """Damage added to every hit: of the gun, or of the melee items in hand.

    Source: B33, facts 1a.
    """
    hero = battle.heroes[hero_index]
    if slot == MELEE:
        return melee_bonus(book, hero, True)
    return int(book.items[hero.items[slot]].damage)


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
    frame.stage = STAGE_DEAL
    if use:
        hero = battle.heroes[frame.hero]
        hero.dead_eye -= 1
        frame.points += DEAD_EYE_DAMAGE
        log_event(dice, Event.DEAD_EYE, int(frame.hero), int(hero.dead_eye), 0)


@compiled
def may_share(battle: Battle, enemy_index: int, other_index: int) -> bool:
    """Whether part of a hit on one enemy may go to another: of its type, on its square, without a share yet.

    Source: facts 2a (void spiders).
    """
    enemy = battle.enemies[enemy_index]
    other = battle.enemies[other_index]
    if other_index == enemy_index or other.alive == 0 or other.shared == 1:
        return False
    return bool(other.group == enemy.group) and bool(other.square == enemy.square)


@compiled
def can_split(battle: Battle, enemy_index: int, points: int) -> bool:
    """Whether the player may split a hit's damage among the enemies of the target's square.

    Source: facts 2a (void spiders).
    """
    if points < 2 or battle.groups[battle.enemies[enemy_index].group].stats[Stat.SPLIT] == 0:
        return False
    for e in range(battle.num_enemies):
        if may_share(battle, enemy_index, e):
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
        frame.stage = STAGE_SPLIT_TARGET
    else:
        frame.stage = STAGE_DAMAGE
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
            frame.stage = STAGE_HITS
            roll_attack(battle, book, dice, hero_index, int(frame.slot), 1)
            return Status.CALL
    for e in range(MAX_ENEMIES):
        battle.paid[e] = 0
    return Status.DONE


@compiled
def clear_hits(battle: Battle) -> None:
    """No hits are left to assign."""
    for i in range(MAX_DICE):
        battle.hits[i] = 0
