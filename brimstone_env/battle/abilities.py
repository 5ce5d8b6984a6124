"""What a hero may do at any time of its activation besides tokens: badges, abilities of its upgrade, first aid."""

from __future__ import annotations

from brimstone_env.battle.codes import (
    BADGE_NEXT,
    DYNAMITE,
    MAX_BAG,
    MAX_ITEMS,
    NOBODY,
    NUM_TOKENS,
    ActivationStage,
    Affliction,
    Event,
    Frame,
    Roll,
    Status,
)
from brimstone_env.battle.grit import recover_grit
from brimstone_env.battle.guns import can_fan
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.battle.rolls import ANY_RESULT, roll_plain
from brimstone_env.battle.statuses import lose_status
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, clear_pool, log_event, sum_values
from brimstone_env.core.frames import push_frame, top_frame

FAN_GRIT = 1
ABILITY_GRIT = 2  # of Reload and Explosives Expert
STAUNCH_GRIT = 1


@compiled
def can_rally(book: Book, hero: Hero, slot: int) -> bool:
    """Whether an item slot holds a badge that is not yet spent.

    Source: facts 1a.
    """
    if hero.items[slot] == NOBODY or hero.item_used[slot] == 1:
        return False
    item = book.items[hero.items[slot]]
    return bool(item.rally + item.rally_grit > 0)


@compiled
def use_badge(battle: Battle, book: Book, dice: Dice, hero_index: int, slot: int) -> None:
    """Once per adventure a badge gives every standing hero dice for its next activation, or grit.

    Differs: the source does not say whether two badges for one activation add up; here the better one counts.

    Source: facts 1a.
    """
    battle.heroes[hero_index].item_used[slot] = 1
    item = book.items[battle.heroes[hero_index].items[slot]]
    log_event(dice, Event.BADGE, hero_index, 0, 0)
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.knocked_out == 1:
            continue
        if item.rally > 0:
            if hero.badge_bonus & BADGE_NEXT == 0:
                hero.badge_bonus += BADGE_NEXT
            hero.rally_next = max(int(hero.rally_next), int(item.rally))
        recover_grit(battle, book, dice, h, int(item.rally_grit))


@compiled
def can_use_ability(battle: Battle, book: Book, hero_index: int, attacks: bool) -> bool:
    """Whether a hero's upgrade offers something now: a pistol to fan as its attack, shots to reload, or dynamite.

    Source: facts 1b (Pistol Fanning, Reload, Explosives Expert).
    """
    hero = battle.heroes[hero_index]
    if hero.upgrade == NOBODY:
        return False
    row = book.upgrades[hero.upgrade]
    if row.reload == 1:
        return bool(hero.grit >= ABILITY_GRIT) and bool(hero.dead_eye < book.classes[hero.class_id].dead_eye)
    if row.explosives == 1:
        return bool(hero.grit >= ABILITY_GRIT) and count_bag(hero) < MAX_BAG
    if row.fanning == 0 or not attacks or hero.ability_used == 1 or hero.grit < FAN_GRIT:
        return False
    for slot in range(MAX_ITEMS):
        if can_fan(battle, book, hero_index, slot):
            return True
    return False


@compiled
def count_bag(hero: Hero) -> int:
    """Tokens in a hero's side bag."""
    count = 0
    for kind in range(NUM_TOKENS):
        count += int(hero.tokens[kind])
    return count


@compiled
def use_ability(battle: Battle, book: Book, dice: Dice, hero_index: int) -> None:
    """Pay for what the upgrade offers: fan a pistol (which one is asked), roll for shots, or make dynamite.

    Source: facts 1b (Pistol Fanning, Reload, Explosives Expert).
    """
    hero = battle.heroes[hero_index]
    row = book.upgrades[hero.upgrade]
    cost = FAN_GRIT if row.fanning == 1 else ABILITY_GRIT
    hero.grit -= cost
    log_event(dice, Event.GRIT, hero_index, -cost, 0)
    log_event(dice, Event.ABILITY, hero_index, int(hero.upgrade), 0)
    if row.fanning == 1:
        hero.ability_used = 1
        top_frame(battle.stack).stage = ActivationStage.FAN
    elif row.reload == 1:
        push_frame(battle.stack, Frame.ABILITY, hero_index, NOBODY, 0)
    else:
        hero.tokens[DYNAMITE] += 1
        log_event(dice, Event.TOKEN, hero_index, DYNAMITE, 1)


@compiled
def step_ability(battle: Battle, book: Book, dice: Dice) -> int:
    """Reload: a d6 of Dead Eye shots, up to what the class begins with.

    Source: facts 1b (Reload).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    if frame.stage == 0:
        frame.stage = 1
        roll_plain(battle, dice, Roll.ABILITY, hero_index, 1, ANY_RESULT)
        return Status.CALL
    hero = battle.heroes[hero_index]
    hero.dead_eye = min(int(hero.dead_eye) + sum_values(battle.pool), int(book.classes[hero.class_id].dead_eye))
    clear_pool(battle.pool)
    return Status.DONE


@compiled
def can_staunch(hero: Hero) -> bool:
    """Whether a hero may stop its bleeding for grit.

    Source: facts 5 (bleeding).
    """
    return bool(hero.bleeding > 0) and bool(hero.grit >= STAUNCH_GRIT)


@compiled
def staunch(battle: Battle, dice: Dice, hero_index: int) -> None:
    """1 grit takes a bleeding marker away.

    Differs: the source does not say when; here at any time of the hero's activation.

    Source: facts 5 (bleeding).
    """
    battle.heroes[hero_index].grit -= STAUNCH_GRIT
    log_event(dice, Event.GRIT, hero_index, -STAUNCH_GRIT, 0)
    lose_status(battle, dice, hero_index, Affliction.BLEEDING, 1)
