"""Delve: battles one after the other; the heroes keep all that they have, and go on with it."""

from __future__ import annotations

from brimstone_env.battle.codes import (
    FIRST_USE,
    MAX_ENEMIES,
    MAX_EVENTS,
    MAX_GROUPS,
    MAX_ITEMS,
    NOBODY,
    NUM_USES,
    Decision,
    Event,
    Frame,
    Outcome,
    Status,
    Verb,
)
from brimstone_env.battle.figures import put_hero
from brimstone_env.battle.layout import FREE, Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.token_use import can_use_token, start_token
from brimstone_env.battle.turn_order import forget_order
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import Dice, log_event
from brimstone_env.core.frames import top_frame
from brimstone_env.core.records import IntArray

WHOLE = 100  # the score of a victory, in hundredths


@compiled
def is_last_stage(battle: Battle, book: Book) -> bool:
    """Whether no further battle follows.

    Source: facts 8.
    """
    return bool(battle.stage + 1 >= book.plan.num_stages)


@compiled
def settle_score(battle: Battle, outcome: int) -> None:
    """All is over: a victory is worth 1, a defeat takes 1 away (in hundredths); a step's reward is what it adds.

    Source: B65, B66.
    """
    if outcome == Outcome.WON:
        battle.score = WHOLE
    elif battle.score >= 0:
        battle.score -= WHOLE


@compiled
def score_stage(battle: Battle, book: Book) -> None:
    """Each battle of a delve that is won is worth its share of 1.

    Source: B66.
    """
    battle.score = WHOLE * (int(battle.stage) + 1) // int(book.plan.num_stages)


@compiled
def step_between(battle: Battle, book: Book, dice: Dice) -> int:
    """Between two battles each hero (`index`) may use tokens and goes on; then the next battle is set up.

    Heroes who are lost for good stay behind; without anyone left the delve is lost.

    Source: B1, B68, facts 5.
    """
    frame = top_frame(battle.stack)
    if battle.num_standing == 0:
        battle.outcome = Outcome.LOST
        log_event(dice, Event.OUTCOME, Outcome.LOST, 0, 0)
        return Status.DONE
    while frame.index < battle.num_heroes:
        hero_index = int(frame.index)
        if battle.heroes[hero_index].knocked_out == 0:
            ask(battle, Decision.BETWEEN, hero_index, hero_index, NOBODY, 0)
            return Status.WAIT
        frame.index += 1
    begin_stage(battle, book)
    frame.kind = Frame.SETUP
    frame.index = 0
    return Status.CALL


@compiled
def can_use_between(battle: Battle, book: Book, hero_index: int, kind: int) -> bool:
    """Whether a hero may use a token between two battles: one that heals, brings grit, or takes corruption away.

    Source: facts 5 (tokens).
    """
    token = book.tokens[kind]
    lasting = int(token.heal_health_d6) + int(token.heal_sanity_d6) + int(token.grit) + int(token.corruption_d3)
    return lasting > 0 and can_use_token(battle, book, hero_index, kind)


@compiled
def fill_between(battle: Battle, book: Book, hero_index: int, mask_out: IntArray) -> int:
    """Use a token, or go on.

    Source: facts 5 (tokens).
    """
    mask_out[Verb.GO_ON] = 1
    count = 1
    for kind in range(1, NUM_USES + 1):
        if can_use_between(battle, book, hero_index, kind):
            mask_out[FIRST_USE + kind - 1] = 1
            count += 1
    return count


@compiled
def apply_between(battle: Battle, book: Book, dice: Dice, hero_index: int, action: int) -> None:
    """The hero goes on, or takes a token out of its side bag.

    Source: facts 5 (tokens).
    """
    if action == Verb.GO_ON:
        top_frame(battle.stack).index += 1
    else:
        start_token(battle, book, dice, hero_index, action - FIRST_USE + 1)


@compiled
def begin_stage(battle: Battle, book: Book) -> None:
    """The next battle: what belonged to the last one is cleared away, and the heroes stand at its entrance.

    Cards that were drawn stay drawn until their deck is used up.

    Source: B1, B7.
    """
    battle.stage += 1
    battle.site = book.plan.stages[battle.stage].site
    battle.turn = 0
    battle.activations = 0
    battle.level = 0
    battle.flash = 0
    battle.threat_cards = 0
    for i in range(MAX_EVENTS):
        battle.events[i] = 0
    forget_order(battle)
    clear_enemies(battle)
    for square in range(len(battle.board)):
        battle.board[square] = FREE
    for h in range(battle.num_heroes):
        ready_hero(battle, book, h)


@compiled
def clear_enemies(battle: Battle) -> None:
    """No enemy, and no type of enemies, is left of the last battle.

    Source: B1.
    """
    for e in range(MAX_ENEMIES):
        enemy = battle.enemies[e]
        enemy.type_id = NOBODY
        enemy.group = 0
        enemy.square = 0
        enemy.wounds = 0
        enemy.target = 0
        enemy.alive = 0
        enemy.done = 0
        enemy.shared = 0
        enemy.lean = 0
        battle.paid[e] = 0
    for g in range(MAX_GROUPS):
        group = battle.groups[g]
        group.type_id = NOBODY
        group.alive = 0
        group.placed = 0
        group.activated = 0
        group.ambush = 0
        group.rolled = 0
        group.short = 0
        group.short_turn = 0
        group.total = 0
        group.rank = 0
        for row in range(len(group.elite)):
            group.elite[row] = 0
        for k in range(len(group.stats)):
            group.stats[k] = 0
    battle.num_enemies = 0
    battle.num_alive = 0
    battle.num_groups = 0


@compiled
def ready_hero(battle: Battle, book: Book, hero_index: int) -> None:
    """A hero on its square for the next battle, with once-per-battle uses back; what is once per adventure stays spent.

    Void Venom and what held it lasted for one activation and are gone; other markers stay.

    Differs: the source is silent on markers between battles.

    Source: B44, facts 1a, 5 (statuses).
    """
    hero = battle.heroes[hero_index]
    hero.venom = 0
    hero.held = 0
    hero.activated = 0
    hero.escaped = 0
    hero.moved = 0
    hero.attacked = 0
    hero.extra_attacked = 0
    hero.double_shot = 0
    hero.recovered = 0
    hero.dragging = NOBODY
    for slot in range(MAX_ITEMS):
        if hero.items[slot] != NOBODY and book.items[hero.items[slot]].rally == 0:
            hero.item_used[slot] = 0
    start = int(book.plan.sites[battle.site].starts[hero_index])
    if hero.knocked_out == 1:
        return
    put_hero(battle, hero_index, int(hero.square) if start == NOBODY else start)
