"""What happens to heroes: wounds, lost Sanity, knock-outs, revive tokens, healing."""

from __future__ import annotations

from brimstone_env.battle.codes import DYNAMITE, NOBODY, ActivationStage, Decision, Event, Frame, Status
from brimstone_env.battle.dragging import let_go
from brimstone_env.battle.enemy_health import heal_from_knockout
from brimstone_env.battle.figures import put_hero, set_target
from brimstone_env.battle.layout import FREE, Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.statuses import clear_statuses, most_health
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import push_frame, top_frame

CHAIN_WOUNDS = 10  # wounds at once that may set off dynamite


@compiled
def wound_hero(battle: Battle, dice: Dice, hero_index: int, wounds: int) -> None:
    """A hero takes wounds, once its armor has stopped what it can (a frame rolls for it).

    Source: B60, facts 4c (armor).
    """
    if wounds > 0 and battle.heroes[hero_index].armor > 0:
        push_frame(battle.stack, Frame.WOUND, hero_index, NOBODY, 0).amount = wounds
        return
    take_wounds(battle, dice, hero_index, wounds)


@compiled
def take_wounds(battle: Battle, dice: Dice, hero_index: int, wounds: int) -> None:
    """Wounds that no armor stops; at 0 Health a hero is knocked out at once, and what is more is lost.

    Many at once may set off the dynamite that it carries (option `dynamite_chain`; a frame sees to it).

    Source: B27, B60, facts 5 (dynamite).
    """
    hero = battle.heroes[hero_index]
    lost = min(wounds, int(hero.health))
    hero.health -= lost
    log_event(dice, Event.HERO_WOUND, hero_index, lost, int(hero.health))
    if wounds >= CHAIN_WOUNDS and hero.tokens[DYNAMITE] > 0:
        push_frame(battle.stack, Frame.CHAIN, hero_index, NOBODY, 0)
    if hero.health == 0:
        knock_out(battle, dice, hero_index)


@compiled
def lose_sanity(battle: Battle, dice: Dice, hero_index: int, points: int) -> None:
    """A hero loses Sanity, once its spirit armor has stopped what it can (a frame rolls for it).

    Source: B27, facts 4c (spirit armor).
    """
    if points > 0 and battle.heroes[hero_index].spirit_armor > 0:
        frame = push_frame(battle.stack, Frame.WOUND, hero_index, NOBODY, 0)
        frame.amount = points
        frame.flag = 1
        return
    take_horror_points(battle, dice, hero_index, points)


@compiled
def take_horror_points(battle: Battle, dice: Dice, hero_index: int, points: int) -> None:
    """Sanity that no armor saves; at 0 a hero is knocked out at once.

    Source: B27.
    """
    hero = battle.heroes[hero_index]
    lost = min(points, int(hero.sanity))
    hero.sanity -= lost
    log_event(dice, Event.HERO_HORROR, hero_index, lost, int(hero.sanity))
    if hero.sanity == 0:
        knock_out(battle, dice, hero_index)


@compiled
def knock_out(battle: Battle, dice: Dice, hero_index: int) -> None:
    """A hero falls: a marker takes the figure's place, enemies lose it as a target, its own activation is over.

    What is left of the attack that felled it is lost, even if it is revived.

    Differs: the source does not say what becomes of statuses; here they end, corruption does not.

    Revive tokens of the party may bring it back at once (a frame asks).

    Source: B27, B53, B64, N9.
    """
    hero = battle.heroes[hero_index]
    hero.knocked_out = 1
    let_go(battle, hero_index)
    clear_statuses(hero)
    battle.num_standing -= 1
    battle.board[hero.square] = FREE
    log_event(dice, Event.KNOCKED_OUT, hero_index, 0, 0)
    heal_from_knockout(battle, dice, hero_index)
    for e in range(battle.num_enemies):
        if battle.enemies[e].alive == 1 and battle.enemies[e].target == hero_index:
            set_target(battle, dice, e, NOBODY)
    for i in range(battle.stack.depth):
        frame = battle.stack.frames[i]
        if frame.kind == Frame.ACTIVATION and frame.hero == hero_index:
            frame.stage = ActivationStage.END
        if frame.kind == Frame.STRIKE and frame.hero == hero_index:
            frame.flag = 1
    if battle.revive_tokens > 0:
        push_frame(battle.stack, Frame.KNOCKOUT, hero_index, NOBODY, 0)


@compiled
def step_knockout(battle: Battle, book: Book, dice: Dice) -> int:
    """Ask whether a revive token brings the fallen hero back.

    Source: B64.
    """
    frame = top_frame(battle.stack)
    if frame.stage == 1 or battle.revive_tokens == 0:
        return Status.DONE
    ask(battle, Decision.REVIVE, int(frame.hero), int(frame.hero), NOBODY, 0)
    return Status.WAIT


@compiled
def answer_revive(battle: Battle, dice: Dice, use: bool) -> None:
    """Use a revive token (full Health and Sanity, at least 1 grit, where the hero fell), or keep it.

    Differs: the source does not say when; here at once, and an activation that was the hero's own is over (N9).

    Source: B64.
    """
    frame = top_frame(battle.stack)
    frame.stage = 1
    if not use:
        return
    hero_index = int(frame.hero)
    hero = battle.heroes[hero_index]
    battle.revive_tokens -= 1
    battle.num_standing += 1
    hero.knocked_out = 0
    hero.health = most_health(hero)
    hero.sanity = hero.max_sanity
    hero.grit = max(int(hero.grit), 1)
    put_hero(battle, hero_index, int(hero.square))
    log_event(dice, Event.REVIVED, hero_index, 0, 0)


@compiled
def missing_health(battle: Battle, hero_index: int) -> int:
    """Health that a hero lacks, as far as its bleeding lets it heal."""
    hero = battle.heroes[hero_index]
    return most_health(hero) - int(hero.health)


@compiled
def missing_sanity(battle: Battle, hero_index: int) -> int:
    """Sanity that a hero lacks."""
    hero = battle.heroes[hero_index]
    return int(hero.max_sanity) - int(hero.sanity)


@compiled
def heal_hero(battle: Battle, dice: Dice, hero_index: int, health: int, sanity: int) -> None:
    """Heal a hero, up to its full Health and Sanity."""
    hero = battle.heroes[hero_index]
    hero.health += min(health, missing_health(battle, hero_index))
    hero.sanity += min(sanity, missing_sanity(battle, hero_index))
    log_event(dice, Event.HEAL, hero_index, health, sanity)


@compiled
def ask_split(battle: Battle, seat: int, hero_index: int, points: int) -> int:
    """Ask how points of healing are split; what nobody needs is lost. Asks nothing if the hero lacks nothing."""
    points = min(points, missing_health(battle, hero_index) + missing_sanity(battle, hero_index))
    if points == 0:
        return Status.CALL
    ask(battle, Decision.HEAL, seat, hero_index, NOBODY, points)
    return Status.WAIT


@compiled
def is_comforted(battle: Battle, book: Book, healer_index: int, hero_index: int) -> bool:
    """Whether one hero's Comforting Presence reaches another.

    Source: facts 1b.
    """
    healer = battle.heroes[healer_index]
    hero = battle.heroes[hero_index]
    if healer_index == hero_index or book.classes[healer.class_id].comfort == 0:
        return False
    if healer.knocked_out == 1 or hero.knocked_out == 1:
        return False
    return int(book.map.adjacent[healer.square, hero.square]) == 1


@compiled
def step_comfort(battle: Battle, book: Book, dice: Dice) -> int:
    """End of turn: Comforting Presence heals 1 Health or 1 Sanity of each adjacent hero, pair by pair.

    Source: facts 1b.
    """
    frame = top_frame(battle.stack)
    heroes = int(battle.num_heroes)
    while frame.index < heroes * heroes:
        pair = int(frame.index)
        frame.index += 1
        healer_index = pair // heroes
        hero_index = pair % heroes
        if is_comforted(battle, book, healer_index, hero_index):
            frame.hero = hero_index
            status = ask_split(battle, healer_index, hero_index, 1)
            if status == Status.WAIT:
                log_event(dice, Event.ABILITY, healer_index, NOBODY, 0)
                return Status.WAIT
    return Status.DONE
