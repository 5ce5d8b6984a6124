"""Using side bag tokens: whom they help, what they do."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.attack import is_cut
from brimstone_env.battle.codes import (
    NOBODY,
    NUM_TOKENS,
    Decision,
    Event,
    Frame,
    Roll,
    Status,
)
from brimstone_env.battle.damage import wound_enemy
from brimstone_env.battle.figures import is_hero_next_to
from brimstone_env.battle.grit import can_recover_grit, recover_grit
from brimstone_env.battle.knockout import heal_hero, missing_health, missing_sanity
from brimstone_env.battle.layout import Battle, Book, Token
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_hero_pool, roll_plain
from brimstone_env.battle.targets import has_adjacent, has_target
from brimstone_env.battle.weapons import THROWN
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import NO_CRITICAL, Dice, clear_pool, log_event, sum_values
from brimstone_env.core.frames import push_frame, top_frame

HEAL_EXPERIENCE = 5  # per point healed of another hero
MOST_FLASH = 20  # Initiative taken off enemies
MOST_SKILL = 12


class TokenStage(IntEnum):
    """How far a token's use has come; what it does not do is passed over."""

    TARGET = 0  # on which hero
    GRIT = 1  # what needs no roll
    HEAL = 2
    HEALED = 3
    CLEANSE = 4
    CLEANSED = 5
    SKILL = 6  # which skill
    ASH = 7  # adjacent enemies one by one
    SHIV = 8  # which enemy
    STAB = 9
    STABBED = 10
    THROW = 11
    END = 12


# --- who may use what -----------------------------------------------------------------------------------------------


@compiled
def is_attack(token: Token) -> bool:
    """Whether using a token is a free attack."""
    return bool(token.ash + token.shiv_d6 + token.hatchet > 0)


@compiled
def helps(battle: Battle, book: Book, token: Token, hero_index: int) -> bool:
    """Whether a token does a hero any good: grit, say, only where no enemy on its tile keeps it from recovering any.

    Source: facts 2b (hell vermin 4), 5 (tokens).
    """
    hero = battle.heroes[hero_index]
    if token.heal_health_d6 > 0 and missing_health(battle, hero_index) > 0:
        return True
    if token.heal_sanity_d6 > 0 and missing_sanity(battle, hero_index) > 0:
        return True
    if token.grit > 0 and hero.grit < hero.max_grit and can_recover_grit(battle, book, hero_index):
        return True
    if token.corruption_d3 > 0 and hero.corruption > 0:
        return True
    if token.potion > 0 and hero.potion == NOBODY:
        return True
    return bool(token.armor > 0) and bool(hero.armor == 0)


@compiled
def can_be_used_on(battle: Battle, book: Book, user_index: int, kind: int, hero_index: int) -> bool:
    """Whether a hero may use a token on itself or on an adjacent one, whom it helps; between battles on the same tile.

    Source: facts 5 (tokens).
    """
    user = battle.heroes[user_index]
    hero = battle.heroes[hero_index]
    if user_index != hero_index:
        if book.tokens[kind].others == 0 or hero.knocked_out == 1:
            return False
        is_near = int(book.map.adjacent[user.square, hero.square]) == 1
        if battle.stack.frames[0].kind == Frame.BETWEEN:
            is_near = int(book.map.tiles[user.square]) & int(book.map.tiles[hero.square]) != 0
        if not is_near:
            return False
    return helps(battle, book, book.tokens[kind], hero_index)


@compiled
def can_use_token(battle: Battle, book: Book, hero_index: int, kind: int) -> bool:
    """Whether a hero may use a token now; dynamite and what is added to a hit have decisions of their own.

    Ash, shiv and hatchet are free attacks: one extra attack a turn, and somebody to strike.

    Differs: a token that would do nothing is not offered.

    Source: B44, facts 5 (tokens).
    """
    hero = battle.heroes[hero_index]
    token = book.tokens[kind]
    if hero.tokens[kind] == 0:
        return False
    if token.needs != 0 and int(token.needs) & int(book.classes[hero.class_id].keywords) == 0:
        return False
    if is_attack(token):
        if hero.extra_attacked == 1:
            return False
        if token.hatchet > 0:
            return has_target(battle, book, hero_index, THROWN + kind)
        return has_adjacent(battle, book, hero_index)
    if token.flash > 0:
        return True
    for h in range(battle.num_heroes):
        if can_be_used_on(battle, book, hero_index, kind, h):
            return True
    return False


# --- using it -------------------------------------------------------------------------------------------------------


@compiled
def start_token(battle: Battle, book: Book, dice: Dice, hero_index: int, kind: int) -> None:
    """A hero takes a token out of its side bag; what it does is a frame's business.

    Source: facts 5 (tokens).
    """
    hero = battle.heroes[hero_index]
    hero.tokens[kind] -= 1
    log_event(dice, Event.TOKEN, hero_index, kind, 0)
    token = book.tokens[kind]
    frame = push_frame(battle.stack, Frame.TOKEN, hero_index, NOBODY, kind)
    frame.index = hero_index
    if is_attack(token):
        hero.extra_attacked = 1
    if token.others == 0:
        frame.stage = TokenStage.GRIT


@compiled
def step_token(battle: Battle, book: Book, dice: Dice) -> int:
    """Go on with a token. `slot` is its kind, `hero` its user, `index` the hero on whom it is used.

    What is left of it is lost when the user falls; over or cut short, large enemies pay their base anew.

    Source: B43, N9, facts 5 (tokens).
    """
    frame = top_frame(battle.stack)
    user_index = int(frame.hero)
    stage = int(frame.stage)
    if stage == TokenStage.END or is_cut(battle, user_index):
        clear_paid(battle)
        return Status.DONE
    token = book.tokens[frame.slot]
    if stage == TokenStage.TARGET:
        ask(battle, Decision.TOKEN_HERO, user_index, user_index, NOBODY, int(frame.slot))
        return Status.WAIT
    if stage == TokenStage.SKILL and token.potion > 0:
        ask(battle, Decision.SKILL, user_index, int(frame.index), NOBODY, int(token.potion))
        return Status.WAIT
    if stage == TokenStage.SHIV and token.shiv_d6 > 0 and has_adjacent(battle, book, user_index):
        ask(battle, Decision.SHIV, user_index, user_index, NOBODY, 0)
        return Status.WAIT
    frame.stage += 1
    if stage < TokenStage.SKILL:
        help_hero(battle, book, dice, stage)
    else:
        strike_enemies(battle, book, dice, stage)
    return Status.CALL


@compiled
def help_hero(battle: Battle, book: Book, dice: Dice, stage: int) -> None:
    """The part of a token that helps a hero: grit, light, armor; then healing; then corruption that goes.

    Source: facts 5 (tokens).
    """
    frame = top_frame(battle.stack)
    user_index = int(frame.hero)
    hero_index = int(frame.index)
    token = book.tokens[frame.slot]
    hero = battle.heroes[hero_index]
    if stage == TokenStage.GRIT:
        recover_grit(battle, book, dice, hero_index, int(token.grit))
        battle.flash = min(int(battle.flash) + int(token.flash), MOST_FLASH)
        if token.armor > 0:
            hero.armor = token.armor
            hero.cigar = 1
    elif stage == TokenStage.HEAL:
        count = int(token.heal_health_d6) + int(token.heal_sanity_d6)
        if count == 0:
            frame.stage = TokenStage.CLEANSE
        else:
            roll_plain(battle, dice, Roll.HEAL, user_index, count, ANY_RESULT)
    elif stage == TokenStage.HEALED:
        heal_by_token(battle, book, dice)
    elif stage == TokenStage.CLEANSE:
        if token.corruption_d3 == 0:
            frame.stage = TokenStage.SKILL
        else:
            roll_hero_pool(battle, dice, Roll.HEAL, user_index, int(token.corruption_d3), 3, ANY_RESULT, NO_CRITICAL)
    else:
        hero.corruption = max(int(hero.corruption) - sum_values(battle.pool), 0)
        clear_pool(battle.pool)


@compiled
def heal_by_token(battle: Battle, book: Book, dice: Dice) -> None:
    """The first dice heal Health, the rest Sanity; who heals another hero gains 5 experience per point.

    Some classes heal others for more.

    Differs: the source does not say for which points; here a token's Health, if it heals any, else its Sanity.

    Source: facts 1b (Rancher), 4d, 5 (tokens).
    """
    frame = top_frame(battle.stack)
    user_index = int(frame.hero)
    hero_index = int(frame.index)
    token = book.tokens[frame.slot]
    health = 0
    for die in range(token.heal_health_d6):
        health += int(battle.pool.values[die])
    sanity = sum_values(battle.pool) - health
    clear_pool(battle.pool)
    user = battle.heroes[user_index]
    if user_index != hero_index:
        bonus = int(book.classes[user.class_id].heal_bonus)
        if token.heal_health_d6 > 0:
            health += bonus
        else:
            sanity += bonus
    health = min(health, missing_health(battle, hero_index))
    sanity = min(sanity, missing_sanity(battle, hero_index))
    heal_hero(battle, dice, hero_index, health, sanity)
    if user_index != hero_index and health + sanity > 0:
        points = HEAL_EXPERIENCE * (health + sanity)
        user.experience += points
        log_event(dice, Event.EXPERIENCE, user_index, points, 0)


@compiled
def strike_enemies(battle: Battle, book: Book, dice: Dice, stage: int) -> None:
    """The part of a token that strikes enemies: ash all adjacent ones, a shiv one of them, a hatchet is thrown.

    Source: B44, facts 5 (tokens).
    """
    frame = top_frame(battle.stack)
    user_index = int(frame.hero)
    token = book.tokens[frame.slot]
    if stage == TokenStage.ASH and token.ash > 0:
        for e in range(int(frame.extra), battle.num_enemies):
            if is_hero_next_to(battle, book, user_index, e):
                frame.extra = e + 1
                frame.stage = TokenStage.ASH
                wound_enemy(battle, book, dice, user_index, e, int(token.ash))
                break
    elif stage == TokenStage.SHIV:
        frame.stage = TokenStage.THROW
    elif stage == TokenStage.STAB:
        roll_plain(battle, dice, Roll.DAMAGE, user_index, int(token.shiv_d6), ANY_RESULT)
    elif stage == TokenStage.STABBED:
        points = sum_values(battle.pool)
        clear_pool(battle.pool)
        wound_enemy(battle, book, dice, user_index, int(frame.enemy), points)
    elif stage == TokenStage.THROW and token.hatchet > 0:
        push_frame(battle.stack, Frame.ATTACK, user_index, NOBODY, THROWN + int(frame.slot))


@compiled
def clear_paid(battle: Battle) -> None:
    """The free attack of a token is over: large enemies pay their base anew.

    Source: B43.
    """
    for e in range(battle.num_enemies):
        battle.paid[e] = 0


@compiled
def answer_token_hero(battle: Battle, hero_index: int) -> None:
    """The hero on whom the token is used."""
    frame = top_frame(battle.stack)
    frame.index = hero_index
    frame.stage = TokenStage.GRIT


@compiled
def answer_skill(battle: Battle, book: Book, skill: int) -> None:
    """A potion raises a skill until the end of the turn: its tests, and Strength the range of what is thrown as well.

    Differs: the source does not say whether it is about tests only; it says the skill, so here all that reads it.

    Source: facts 5 (potion).
    """
    frame = top_frame(battle.stack)
    hero = battle.heroes[frame.index]
    hero.potion = skill
    hero.skills[skill] = min(int(hero.skills[skill]) + int(book.tokens[frame.slot].potion), MOST_SKILL)
    frame.stage = TokenStage.ASH


@compiled
def answer_shiv(battle: Battle, enemy_index: int) -> None:
    """The enemy that the token strikes."""
    frame = top_frame(battle.stack)
    frame.enemy = enemy_index
    frame.stage = TokenStage.STAB


@compiled
def end_tokens(battle: Battle, book: Book) -> None:
    """What tokens gave until the end of the turn is over: light, a raised skill, a cigar's armor.

    Source: facts 5 (flash, potion, cigar).
    """
    battle.flash = 0
    raised = 0
    for kind in range(NUM_TOKENS):
        raised = max(raised, int(book.tokens[kind].potion))
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        if hero.potion != NOBODY:
            hero.skills[hero.potion] = max(int(hero.skills[hero.potion]) - raised, 0)
            hero.potion = NOBODY
        if hero.cigar == 1:
            hero.armor = 0
            hero.cigar = 0
