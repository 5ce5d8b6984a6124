"""Applying an action: the one road from a choice to the rules."""

from __future__ import annotations

from brimstone_env.battle.abilities import staunch, use_ability, use_badge
from brimstone_env.battle.aftermath import answer_breath
from brimstone_env.battle.attack import assign_hits
from brimstone_env.battle.boosts import answer_boost
from brimstone_env.battle.codes import (
    FIRST_DIE,
    FIRST_ENEMY,
    FIRST_HERO,
    FIRST_NUMBER,
    FIRST_SHOOT,
    FIRST_SQUARE,
    FIRST_USE,
    NOBODY,
    ActivationStage,
    Decision,
    Event,
    Frame,
    ItemKind,
    Verb,
)
from brimstone_env.battle.damage import AttackStage, answer_dead_eye, deal_share
from brimstone_env.battle.delve import apply_between
from brimstone_env.battle.dragging import let_go, start_drag, take_hold
from brimstone_env.battle.dynamite import start_throw, throw_dynamite
from brimstone_env.battle.enemy import move_figure
from brimstone_env.battle.hero import buy_move, end_movement, lose_excess_grit, start_move
from brimstone_env.battle.knockout import answer_revive, heal_hero
from brimstone_env.battle.layout import Battle, Book
from brimstone_env.battle.loot import answer_redraw
from brimstone_env.battle.pending import clear_pending
from brimstone_env.battle.quickdraw import answer_quickdraw
from brimstone_env.battle.recovery import choose_recovered, start_recovery
from brimstone_env.battle.rolls import keep_roll, mark_die, mark_failures, spend_reroll
from brimstone_env.battle.token_use import answer_shiv, answer_skill, answer_token_hero, start_token
from brimstone_env.battle.turn import activate_hero
from brimstone_env.battle.turn_order import apply_order
from brimstone_env.battle.weapons import MELEE, AttackMode, count_attack_dice
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame


@compiled
def apply_action(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """Apply a legal action to the pending decision, which is then no longer pending. Legality is the caller's care."""
    kind = int(battle.pending.kind)
    hero_index = int(battle.pending.hero)
    amount = int(battle.pending.amount)
    clear_pending(battle)
    if kind == Decision.MOVE or kind == Decision.ATTACK or kind == Decision.FREE_ATTACK:
        apply_activation(battle, book, dice, hero_index, action)
    elif kind == Decision.REROLL:
        apply_reroll(battle, book, dice, action)
    elif kind == Decision.ACTIVATE:
        activate_hero(battle, action - FIRST_HERO)
    elif kind == Decision.HEAL:
        number = action - FIRST_NUMBER
        heal_hero(battle, dice, hero_index, number, amount - number)
    elif kind == Decision.REVIVE:
        answer_revive(battle, dice, action == Verb.USE_REVIVE)
    elif kind == Decision.RECOVER:
        choose_recovered(battle, action - FIRST_HERO)
    elif kind == Decision.DRAG:
        take_hold(battle, action - FIRST_HERO)
    elif kind == Decision.FIRST:
        move_figure(battle, book, dice, action - FIRST_ENEMY)
    elif kind == Decision.BREATH or kind == Decision.REDRAW or kind == Decision.BETWEEN:
        apply_after(battle, book, dice, hero_index, kind, action)
    elif kind >= Decision.FIRST_SIDE:
        apply_order(battle, dice, kind, hero_index, action)
    elif kind == Decision.THROW or kind >= Decision.TOKEN_HERO:
        apply_choice(battle, book, dice, kind, hero_index, action)
    else:
        apply_attack(battle, book, dice, kind, amount, action)


@compiled
def apply_after(battle: Battle, book: Book, dice: Dice, hero_index: int, kind: int, action: int) -> None:
    """Decisions after a battle: breath or grit, another loot card, on to the next battle of a delve.

    Source: B67, B69, facts 8.
    """
    if kind == Decision.BREATH:
        answer_breath(battle, dice, hero_index, action == Verb.TAKE_GRIT)
    elif kind == Decision.REDRAW:
        answer_redraw(battle, dice, action == Verb.USE_ABILITY)
    else:
        apply_between(battle, book, dice, hero_index, action)


@compiled
def apply_activation(battle: Battle, book: Book, dice: Dice, hero_index: int, action: int) -> None:
    """Movement, attack, free attack, badge, or the end of either.

    Source: B28, B32, B44.
    """
    frame = top_frame(battle.stack)
    if action != Verb.EXTRA_MOVE and action != Verb.USE_ABILITY and action != Verb.TAKE_HEALING:
        lose_excess_grit(battle, dice, hero_index)
    if action == Verb.END:
        frame.stage = ActivationStage.END
    elif action == Verb.END_MOVE:
        end_movement(battle, hero_index)
    elif action == Verb.EXTRA_MOVE:
        buy_move(battle, dice, hero_index)
    elif action == Verb.FREE_ATTACK:
        frame.flag = 1 if frame.stage == ActivationStage.ATTACK else 0
        frame.stage = ActivationStage.FREE_ATTACK
    elif action == Verb.MELEE:
        start_attack(battle, dice, hero_index, MELEE)
    elif FIRST_SQUARE <= action < FIRST_ENEMY:
        start_move(battle, book, dice, hero_index, int(book.map.square_at[action - FIRST_SQUARE]))
    elif FIRST_SHOOT <= action < FIRST_USE:
        slot = action - FIRST_SHOOT
        if book.items[battle.heroes[hero_index].items[slot]].kind == ItemKind.GUN:
            start_attack(battle, dice, hero_index, slot)
        else:
            use_badge(battle, book, dice, hero_index, slot)
    else:
        apply_extra(battle, book, dice, hero_index, action)


@compiled
def apply_extra(battle: Battle, book: Book, dice: Dice, hero_index: int, action: int) -> None:
    """What a hero does less often: throw dynamite, drag a marker, recover a hero, shoot two guns, use a token.

    Source: B31, B32, B45, B63, facts 1b, 5.
    """
    if action == Verb.THROW_DYNAMITE:
        start_throw(battle, dice, hero_index)
    elif action == Verb.DRAG:
        start_drag(battle, hero_index)
    elif action == Verb.LET_GO:
        let_go(battle, hero_index)
    elif action == Verb.RECOVER:
        battle.heroes[hero_index].attacked = 1
        start_recovery(battle, hero_index, NOBODY)
    elif action == Verb.SHOOT_BOTH:
        top_frame(battle.stack).stage = ActivationStage.MAIN_GUN
    elif action == Verb.USE_ABILITY:
        use_ability(battle, book, dice, hero_index)
    elif action == Verb.TAKE_HEALING:
        staunch(battle, dice, hero_index)
    else:
        start_token(battle, book, dice, hero_index, action - FIRST_USE + 1)


@compiled
def start_attack(battle: Battle, dice: Dice, hero_index: int, slot: int) -> None:
    """Use up the ordinary attack, or the extra attack and the item's free attack, and put the attack on top.

    Source: B32, B44, facts 1a.
    """
    frame = top_frame(battle.stack)
    hero = battle.heroes[hero_index]
    free = frame.stage == ActivationStage.FREE_ATTACK
    if free:
        frame.stage = ActivationStage.ATTACK if frame.flag == 1 else ActivationStage.MOVE
        frame.flag = 0
        hero.extra_attacked = 1
        hero.item_used[slot] = 1
    else:
        hero.attacked = 1
    item = NOBODY if slot == MELEE else int(hero.items[slot])
    log_event(dice, Event.HERO_ATTACK, hero_index, item, 1 if free else 0)
    push_frame(battle.stack, Frame.ATTACK, hero_index, NOBODY, slot)


@compiled
def apply_choice(battle: Battle, book: Book, dice: Dice, kind: int, hero_index: int, action: int) -> None:
    """Choices within what a hero does: on whom a token is used, which skill, which gun, more damage or not.

    Source: B44, facts 1b, 4d (two guns), 5 (tokens).
    """
    if kind == Decision.THROW:
        throw_dynamite(battle, book, dice, int(book.map.square_at[action - FIRST_SQUARE]))
    elif kind == Decision.TOKEN_HERO:
        answer_token_hero(battle, action - FIRST_HERO)
    elif kind == Decision.SKILL:
        answer_skill(battle, book, action - FIRST_NUMBER)
    elif kind == Decision.SHIV:
        answer_shiv(battle, action - FIRST_ENEMY)
    elif kind == Decision.BOOST:
        token = NOBODY if action == Verb.KEEP else max(action - FIRST_USE + 1, 0)
        answer_boost(battle, book, dice, token)
    elif kind == Decision.QUICKDRAW:
        answer_quickdraw(battle, dice, hero_index, NOBODY if action == Verb.KEEP else action - FIRST_SHOOT)
    else:
        choose_gun(battle, book, dice, kind, hero_index, action - FIRST_SHOOT)


@compiled
def choose_gun(battle: Battle, book: Book, dice: Dice, kind: int, hero_index: int, slot: int) -> None:
    """Fan a pistol, or note the first of two guns, or shoot both: the first one's attack goes on top.

    Source: B32, facts 1b (Pistol Fanning), 4d (two guns).
    """
    frame = top_frame(battle.stack)
    if kind == Decision.MAIN_GUN:
        frame.slot = slot
        frame.stage = ActivationStage.OFF_GUN
        return
    frame.stage = ActivationStage.ATTACK
    hero = battle.heroes[hero_index]
    hero.attacked = 1
    if kind == Decision.FAN:
        log_event(dice, Event.HERO_ATTACK, hero_index, int(hero.items[slot]), 0)
        push_frame(battle.stack, Frame.ATTACK, hero_index, NOBODY, slot).mode = AttackMode.FANNED
        return
    first = int(frame.slot)
    frame.slot = 0
    second = push_frame(battle.stack, Frame.ATTACK, hero_index, NOBODY, slot)
    second.mode = AttackMode.OFF
    second.points = count_attack_dice(battle, book, hero_index, first, AttackMode.MAIN, 0)
    log_event(dice, Event.HERO_ATTACK, hero_index, int(hero.items[first]), 0)
    push_frame(battle.stack, Frame.ATTACK, hero_index, NOBODY, first).mode = AttackMode.MAIN


@compiled
def apply_reroll(battle: Battle, book: Book, dice: Dice, action: int) -> None:
    """Mark a die, roll the marked dice or all failures again, or let the roll stand.

    Source: B41.
    """
    if action == Verb.KEEP:
        keep_roll(battle)
    elif action >= FIRST_DIE:
        mark_die(battle, action - FIRST_DIE)
    else:
        if action == Verb.REROLL_FAILURES:
            mark_failures(battle)
        spend_reroll(battle, book, dice)


@compiled
def apply_attack(battle: Battle, book: Book, dice: Dice, kind: int, amount: int, action: int) -> None:
    """Assign hits, add a Dead Eye shot, or split a hit.

    Source: B36, B38, N11, facts 2a.
    """
    frame = top_frame(battle.stack)
    if kind == Decision.DEAD_EYE:
        answer_dead_eye(battle, dice, action == Verb.DEAD_EYE)
    elif kind == Decision.SPLIT:
        deal_share(battle, book, dice, action - FIRST_NUMBER)
    elif kind == Decision.SPLIT_TARGET:
        frame.enemy = action - FIRST_ENEMY
        frame.stage = AttackStage.DEAL
    elif action == Verb.ASSIGN_ALL:
        frame.stage = AttackStage.ASSIGN_ALL
    else:
        assign_hits(battle, book, dice, action - FIRST_ENEMY, amount if kind == Decision.ASSIGN_ALL else 1)
