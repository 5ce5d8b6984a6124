"""Loot after the battle: cards for every hero, and what they bring."""

from __future__ import annotations

from enum import IntEnum

from brimstone_env.battle.codes import MAX_ITEMS, NOBODY, Decision, Event, Frame, Roll, Status, Stream
from brimstone_env.battle.injuries import Trait, total_trait
from brimstone_env.battle.knockout import lose_sanity
from brimstone_env.battle.layout import NUM_LOOT, Battle, Book
from brimstone_env.battle.pending import ask
from brimstone_env.battle.rolls import ANY_RESULT, roll_hero_pool, roll_plain
from brimstone_env.core.compiled import compiled
from brimstone_env.core.dice import (
    NO_CRITICAL,
    Dice,
    Fault,
    Mode,
    clear_pool,
    count_grade,
    log_event,
    pick,
    sum_values,
    take_scripted,
)
from brimstone_env.core.frames import push_frame, top_frame

MOST_CARDS = 3  # loot cards of a hero
GREED_NEED = 2  # least d6 with which a greedy hero keeps its mind on the loot
MOST_GOLD = 10**6
MOST_STONES = 999


class LootStage(IntEnum):
    """How far the loot has come; `hero` draws card number `index`, and `extra` is the card drawn."""

    NEXT = 0
    GREED_ROLLED = 1  # the die of a greedy hero lies on the table
    DRAW = 2
    REDRAW = 3  # another card instead?
    TAKE = 4
    ROLLED = 5  # the dice of the card lie on the table


@compiled
def start_loot(battle: Battle) -> None:
    """Put the loot on the stack, hero 0 first.

    Source: B69.
    """
    push_frame(battle.stack, Frame.LOOT, 0, NOBODY, 0)


@compiled
def step_loot(battle: Battle, book: Book, dice: Dice) -> int:
    """Every hero draws a card for each card that added enemies, at most 3; heroes by index.

    Differs: all draw at once; that they take their cards one by one matters only for the shuffle when the deck is used
    up, of which the source says no more.

    Source: B69.
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    stage = int(frame.stage)
    if stage == LootStage.NEXT:
        return next_draw(battle, book, dice)
    if stage == LootStage.GREED_ROLLED:
        resist_greed(battle, dice, hero_index)
    elif stage == LootStage.DRAW:
        frame.extra = draw_loot(battle, book, dice)
        log_event(dice, Event.LOOT, hero_index, int(frame.extra), 0)
        frame.stage = LootStage.REDRAW if may_redraw(battle, book, hero_index) else LootStage.TAKE
    elif stage == LootStage.REDRAW:
        ask(battle, Decision.REDRAW, hero_index, hero_index, NOBODY, int(frame.extra))
        return Status.WAIT
    elif stage == LootStage.TAKE:
        take_loot(battle, book, dice, hero_index)
    else:
        rolled = sum_values(battle.pool)
        clear_pool(battle.pool)
        card = book.loot[int(frame.extra)]
        gain_gold(battle, dice, hero_index, rolled * int(card.gold_d6))
        gain_dark_stone(battle, dice, hero_index, rolled if card.dark_stone_d3 > 0 else 0)
        finish_card(battle)
    return Status.CALL


@compiled
def next_draw(battle: Battle, book: Book, dice: Dice) -> int:
    """The next card of the hero, or the next hero; at the end the cards go back into the deck.

    A hero who is lost for good draws nothing.

    Differs: the source does not say what of a hero whom the loot itself knocks out; here it draws no more.

    Source: B69, facts 4b (row 9).
    """
    frame = top_frame(battle.stack)
    hero_index = int(frame.hero)
    if hero_index == battle.num_heroes:
        for i in range(NUM_LOOT):
            battle.loot[i] = 0
        return Status.DONE
    hero = battle.heroes[hero_index]
    if hero.knocked_out == 1 or frame.index >= min(int(battle.threat_cards), MOST_CARDS) or book.num_loot == 0:
        frame.hero += 1
        frame.index = 0
    elif total_trait(book, hero, Trait.LOOT_SANITY) > 0:
        frame.stage = LootStage.GREED_ROLLED
        roll_plain(battle, dice, Roll.RESOLVE, hero_index, 1, GREED_NEED)
    else:
        frame.stage = LootStage.DRAW
    return Status.CALL


@compiled
def resist_greed(battle: Battle, dice: Dice, hero_index: int) -> None:
    """A greedy hero's die stands: on a 1 it loses 1 Sanity instead of drawing the card.

    Source: facts 4b (row 9).
    """
    passed = count_grade(battle.pool, 1)
    clear_pool(battle.pool)
    if passed == 1:
        top_frame(battle.stack).stage = LootStage.DRAW
    else:
        finish_card(battle)
        lose_sanity(battle, dice, hero_index, 1)


@compiled
def draw_loot(battle: Battle, book: Book, dice: Dice) -> int:
    """A random card that is still in the deck; when it is used up all cards are shuffled again.

    A scripted result is the card's number in the deck; one that is not there any more is the script's fault.

    Source: B69, facts 9c (34).
    """
    count = int(book.num_loot)
    left = 0
    for i in range(count):
        left += 1 - int(battle.loot[i])
    if left == 0:
        left = count
        for i in range(NUM_LOOT):
            battle.loot[i] = 0
    index = NOBODY
    if dice.mode == Mode.SCRIPT and dice.scripted[Roll.LOOT] == 1:
        index = take_scripted(dice, Roll.LOOT, 0, count - 1)
        log_event(dice, Event.DIE, Roll.LOOT, index, count)
        if battle.loot[index] == 1 and dice.fault == Fault.NONE:
            dice.fault = Fault.OUT_OF_RANGE
            dice.fault_kind = Roll.LOOT
    else:
        chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.LOOT, left)
        for i in range(count):
            if battle.loot[i] == 0:
                if chosen == 0:
                    index = i
                    break
                chosen -= 1
    battle.loot[index] = 1
    return index


@compiled
def may_redraw(battle: Battle, book: Book, hero_index: int) -> bool:
    """Whether a hero may draw another card instead of the one just drawn: a swindler may, once for each card.

    Differs: the source does not say how often; here once, the second card stands, and the first is out of the deck too.

    Source: facts 1b (Swindler).
    """
    upgrade = int(battle.heroes[hero_index].upgrade)
    return upgrade != NOBODY and top_frame(battle.stack).flag == 0 and bool(book.upgrades[upgrade].redraw == 1)


@compiled
def answer_redraw(battle: Battle, dice: Dice, again: bool) -> None:
    """Draw another card instead, or keep this one.

    Source: facts 1b (Swindler).
    """
    frame = top_frame(battle.stack)
    frame.stage = LootStage.TAKE
    if again:
        frame.stage = LootStage.DRAW
        frame.flag = 1
        log_event(dice, Event.ABILITY, int(frame.hero), int(battle.heroes[frame.hero].upgrade), 0)


@compiled
def take_loot(battle: Battle, book: Book, dice: Dice, hero_index: int) -> None:
    """What a card brings: gold, dark stone, experience, an item; its dice are rolled by the hero who drew it.

    Source: B69, B70, facts 6.
    """
    frame = top_frame(battle.stack)
    card = book.loot[int(frame.extra)]
    gain_gold(battle, dice, hero_index, int(card.gold))
    gain_dark_stone(battle, dice, hero_index, int(card.dark_stone))
    if card.experience > 0:
        battle.heroes[hero_index].experience += int(card.experience)
        log_event(dice, Event.EXPERIENCE, hero_index, int(card.experience), 0)
    if card.gear == 1 or card.artifact == 1:
        draw_item(battle, book, dice, hero_index, bool(card.artifact == 1))
    if card.gold_d6 > 0 or card.dark_stone_d3 > 0:
        frame.stage = LootStage.ROLLED
        count = int(card.dark_stone_d3) if card.dark_stone_d3 > 0 else 1
        sides = 3 if card.dark_stone_d3 > 0 else 6
        roll_hero_pool(battle, dice, Roll.AMOUNT, hero_index, count, sides, ANY_RESULT, NO_CRITICAL)
    else:
        finish_card(battle)


@compiled
def finish_card(battle: Battle) -> None:
    """On to the hero's next card.

    Source: B69.
    """
    frame = top_frame(battle.stack)
    frame.index += 1
    frame.extra = 0
    frame.flag = 0
    frame.stage = LootStage.NEXT


@compiled
def gain_gold(battle: Battle, dice: Dice, hero_index: int, gold: int) -> None:
    """A hero gains gold, which it keeps from battle to battle.

    Source: B70.
    """
    if gold > 0:
        hero = battle.heroes[hero_index]
        hero.gold = min(int(hero.gold) + gold, MOST_GOLD)
        log_event(dice, Event.GOLD, hero_index, gold, 0)


@compiled
def gain_dark_stone(battle: Battle, dice: Dice, hero_index: int, pieces: int) -> None:
    """A hero gains pieces of dark stone, which it keeps from battle to battle.

    Source: B70.
    """
    if pieces > 0:
        hero = battle.heroes[hero_index]
        hero.dark_stone = min(int(hero.dark_stone) + pieces, MOST_STONES)
        log_event(dice, Event.DARK_STONE, hero_index, pieces, 0)


@compiled
def is_in_deck(book: Book, item_id: int, artifact: bool) -> bool:
    """Whether an item is a card of the artifact (or gear) deck."""
    item = book.items[item_id]
    return bool(item.artifact == 1) if artifact else bool(item.gear == 1)


@compiled
def draw_item(battle: Battle, book: Book, dice: Dice, hero_index: int, artifact: bool) -> None:
    """A random item of the gear (or artifact) deck goes into the hero's first empty slot.

    Differs: the source has decks of such cards; here each item of the tables is as likely as another, and a hero
    without an empty slot leaves it behind.

    Source: B69, facts 6.
    """
    hero = battle.heroes[hero_index]
    count = 0
    for item_id in range(len(book.items)):
        if is_in_deck(book, item_id, artifact):
            count += 1
    if count == 0:
        return
    chosen = pick(battle.streams, dice, Stream.SET_UP, Roll.LOOT, count)
    for item_id in range(len(book.items)):
        if is_in_deck(book, item_id, artifact):
            if chosen == 0:
                break
            chosen -= 1
    for slot in range(MAX_ITEMS):
        if hero.items[slot] == NOBODY:
            hero.items[slot] = item_id
            hero.item_used[slot] = 0
            log_event(dice, Event.ITEM, hero_index, item_id, 1)
            return
