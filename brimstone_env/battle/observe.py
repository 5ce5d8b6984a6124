"""Writes the observation of a battle into the caller's buffers; `features.py` says what each number means.

Everything is read from the battle and the map; nothing here changes a battle. Undrawn cards and random streams are
never read.
"""

from __future__ import annotations

from brimstone_env.battle.codes import (
    MAX_HEROES,
    MAX_ITEMS,
    MAX_SITES,
    NOBODY,
    NUM_RESULTS,
    NUM_TOKENS,
    ActivationStage,
    Decision,
    Frame,
    TurnOrder,
)
from brimstone_env.battle.enemy import GroupStage
from brimstone_env.battle.feature_rows import (
    MOST_MOVE_BONUS,
    NUM_SKILLS,
    OBSERVATION_FIELDS,
    observation_planes,
    observation_rows,
)
from brimstone_env.battle.features import (
    BYTE,
    FIRST_GRADE,
    FIRST_HIT,
    FIRST_MARKED,
    FIRST_REROLLED,
    FIRST_VALUE,
    BattleFeature,
    EnemyFeature,
    HeroFeature,
)
from brimstone_env.battle.layout import Battle, Book, Hero
from brimstone_env.battle.observe_board import DECIDING, ESCAPE, FALLEN, HERO, fill_enemies, fill_floor
from brimstone_env.core.board_planes import Bytes, clear_bytes
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import FrameRecord
from brimstone_env.core.grid import SIDE

__all__ = ["OBSERVATION_FIELDS", "fill_observation", "observation_planes", "observation_rows"]

ORDER = int(Decision.ACTIVATE)  # as what decisions about the order are shown


@compiled
def fill_observation(
    battle: Battle, book: Book, board_out: Bytes, heroes_out: Bytes, enemies_out: Bytes, globals_out: Bytes
) -> None:
    """Write the whole observation of a battle; every byte of the buffers is set.

    Args:
        battle: the battle, at a decision or over.
        book: its book.
        board_out: (NUM_PLANES, 16, 16) contiguous; leaf `board`.
        heroes_out: (MAX_HEROES, NUM_HERO_FEATURES) contiguous; leaf `heroes`.
        enemies_out: (MAX_ENEMIES, NUM_ENEMY_FEATURES) contiguous; leaf `enemies`.
        globals_out: (NUM_BATTLE_FEATURES,) contiguous; leaf `battle`.
    """
    cells = board_out.reshape(board_out.size)
    clear_bytes(cells)
    clear_bytes(heroes_out.reshape(heroes_out.size))
    clear_bytes(enemies_out.reshape(enemies_out.size))
    clear_bytes(globals_out)
    origin = deciding_square(battle)
    fill_floor(book.map, origin, cells)
    fill_enemies(battle, book, origin, cells, heroes_out, enemies_out)
    fill_heroes(battle, book, cells, heroes_out)
    fill_battle(battle, globals_out)
    fill_course(battle, book, globals_out)
    for depth in range(battle.stack.depth):
        frame = battle.stack.frames[depth]
        if frame.kind == Frame.ACTIVATION:
            fill_activation(book, frame, cells, heroes_out)
        elif frame.kind == Frame.ATTACK:
            fill_attack(battle, frame, globals_out)
        elif frame.kind == Frame.GROUP:
            fill_group(battle, frame, enemies_out, globals_out)
        elif frame.kind == Frame.STRIKE:
            globals_out[BattleFeature.STRIKER] = frame.enemy + 1
            globals_out[BattleFeature.UNBLOCKED] = min(int(frame.extra), BYTE)


@compiled
def deciding_square(battle: Battle) -> int:
    """The square of the hero that the pending decision is about, NOBODY without one."""
    hero_index = int(battle.pending.hero)
    if hero_index == NOBODY:
        return NOBODY
    return int(battle.heroes[hero_index].square)


@compiled
def fill_heroes(battle: Battle, book: Book, cells: Bytes, heroes_out: Bytes) -> None:
    """The rows of the heroes and their planes; the enemies must have been written before."""
    for h in range(battle.num_heroes):
        hero = battle.heroes[h]
        row = heroes_out[h]
        cell = int(book.map.cell[hero.square])
        fill_hero(hero, row)
        if book.rules.turn_order == TurnOrder.AGILITY:
            row[HeroFeature.INITIATIVE] = MAX_HEROES + 1 - int(hero.rank)
        fill_items(hero, book, row)
        fill_burdens(hero, row)
        row[HeroFeature.ROW] = cell // SIDE
        row[HeroFeature.COL] = cell % SIDE
        if hero.knocked_out == 1:
            cells[FALLEN + cell] += 1
        else:
            cells[HERO + cell] = h + 1
            row[HeroFeature.ESCAPE] = cells[ESCAPE + cell]
        if h == battle.pending.hero:
            cells[DECIDING + cell] = 1
            row[HeroFeature.DECIDING] = 1


@compiled
def fill_hero(hero: Hero, row: Bytes) -> None:
    """The numbers of one hero, without place and items."""
    row[HeroFeature.PRESENT] = 1
    row[HeroFeature.CLASS] = hero.class_id + 1
    row[HeroFeature.HEALTH] = hero.health
    row[HeroFeature.MAX_HEALTH] = hero.max_health
    row[HeroFeature.SANITY] = hero.sanity
    row[HeroFeature.MAX_SANITY] = hero.max_sanity
    row[HeroFeature.GRIT] = hero.grit
    row[HeroFeature.MAX_GRIT] = hero.max_grit
    row[HeroFeature.INITIATIVE] = hero.initiative
    row[HeroFeature.COMBAT] = hero.combat
    row[HeroFeature.RANGED_TO_HIT] = hero.ranged_to_hit
    row[HeroFeature.MELEE_TO_HIT] = hero.melee_to_hit
    row[HeroFeature.DEFENSE] = hero.defense
    row[HeroFeature.WILLPOWER] = hero.willpower
    row[HeroFeature.AGILITY] = hero.skills[0]
    row[HeroFeature.KNOCKED_OUT] = hero.knocked_out
    row[HeroFeature.ACTIVATED] = hero.activated
    row[HeroFeature.MOVE_POINTS] = hero.move_points
    row[HeroFeature.MOVED] = hero.moved
    row[HeroFeature.ATTACKED] = hero.attacked
    row[HeroFeature.EXTRA_ATTACKED] = hero.extra_attacked
    row[HeroFeature.DOUBLE_SHOT] = hero.double_shot
    row[HeroFeature.ESCAPED] = hero.escaped
    row[HeroFeature.VENOM] = hero.venom
    row[HeroFeature.HELD] = hero.held
    row[HeroFeature.DEAD_EYE] = hero.dead_eye
    row[HeroFeature.BADGE_BONUS] = hero.badge_bonus
    row[HeroFeature.CARRIES_DARK_STONE] = min(1, int(hero.dark_stone))


@compiled
def fill_burdens(hero: Hero, row: Bytes) -> None:
    """What a hero carries besides items: skills, statuses, tokens, injuries, madness."""
    for k in range(1, NUM_SKILLS):
        row[HeroFeature.CUNNING + k - 1] = hero.skills[k]
    row[HeroFeature.POISON] = hero.poison
    row[HeroFeature.WEBBED] = hero.webbed
    row[HeroFeature.STUNNED] = hero.stunned
    row[HeroFeature.BURNING] = hero.burning
    row[HeroFeature.BLEEDING] = hero.bleeding
    row[HeroFeature.ENSNARED] = hero.ensnared
    row[HeroFeature.CORRUPTION] = hero.corruption
    row[HeroFeature.UPGRADE] = hero.upgrade + 1
    row[HeroFeature.ABILITY_USED] = hero.ability_used
    row[HeroFeature.HANDS] = hero.hands
    row[HeroFeature.MOVE_BONUS] = hero.move_bonus + MOST_MOVE_BONUS
    row[HeroFeature.ARMOR] = hero.armor
    row[HeroFeature.SPIRIT_ARMOR] = hero.spirit_armor
    row[HeroFeature.POTION] = hero.potion + 1
    row[HeroFeature.DRAGGING] = hero.dragging + 1
    row[HeroFeature.DEAD] = hero.dead
    row[HeroFeature.RECOVERED] = hero.recovered
    row[HeroFeature.GRIP] = hero.grip
    for kind in range(NUM_TOKENS):
        row[HeroFeature.TOKEN_0 + kind] = hero.tokens[kind]
    for k in range(NUM_RESULTS):
        row[HeroFeature.INJURY_0 + k] = hero.injuries[k]
        row[HeroFeature.MADNESS_0 + k] = hero.madness[k]


@compiled
def fill_items(hero: Hero, book: Book, row: Bytes) -> None:
    """The item slots of one hero, the gun of longest Range, and what is still unspent.

    Source: B33, B34, B44.
    """
    for slot in range(MAX_ITEMS):
        item_id = int(hero.items[slot])
        if item_id == NOBODY:
            continue
        item = book.items[item_id]
        row[HeroFeature.ITEM_0 + slot] = item_id + 1
        if item.range_squares > row[HeroFeature.GUN_RANGE]:
            row[HeroFeature.GUN_RANGE] = item.range_squares
            row[HeroFeature.GUN_SHOTS] = item.shots
            row[HeroFeature.GUN_SIDES] = item.sides
        if hero.item_used[slot] == 0 and item.free_attack == 1:
            row[HeroFeature.FREE_ATTACK] = 1
        if hero.item_used[slot] == 0 and item.rally > 0:
            row[HeroFeature.RALLY] = slot + 1


@compiled
def shown_decision(kind: int) -> int:
    """The kind of decision as it is shown: those about the order of the option `turn_order` are one with ACTIVATE.

    So observations are the same whatever the option says, and agents of one order can play under another.
    """
    return ORDER if kind >= Decision.FIRST_SIDE else kind


@compiled
def fill_battle(battle: Battle, row: Bytes) -> None:
    """The pending decision, the counts of the battle, and the dice that the decision is about."""
    pending = battle.pending
    row[BattleFeature.DECISION] = shown_decision(int(pending.kind))
    row[BattleFeature.SEAT] = pending.seat + 1
    row[BattleFeature.HERO] = pending.hero + 1
    row[BattleFeature.ENEMY] = pending.enemy + 1
    row[BattleFeature.AMOUNT] = min(int(pending.amount), BYTE)
    row[BattleFeature.TURN] = min(int(battle.turn), BYTE)
    row[BattleFeature.OUTCOME] = battle.outcome
    row[BattleFeature.HEROES] = battle.num_heroes
    row[BattleFeature.STANDING] = battle.num_standing
    row[BattleFeature.ENEMIES] = battle.num_alive
    row[BattleFeature.GROUPS] = battle.num_groups
    row[BattleFeature.REVIVE_TOKENS] = battle.revive_tokens
    if pending.hero != NOBODY:
        row[BattleFeature.MOVE_POINTS] = battle.heroes[pending.hero].move_points
    if is_about_dice(int(pending.kind)):
        fill_dice(battle, row)


@compiled
def fill_course(battle: Battle, book: Book, row: Bytes) -> None:
    """How far turn, delve and Last Stand have come.

    Source: B23, B69, facts 8.
    """
    row[BattleFeature.STAGE] = battle.stage
    row[BattleFeature.STAGES] = book.plan.num_stages
    row[BattleFeature.LEVEL] = battle.level
    row[BattleFeature.FLASH] = battle.flash
    row[BattleFeature.ACTIVATIONS] = min(int(battle.activations), BYTE)
    row[BattleFeature.THREAT_CARDS] = battle.threat_cards
    row[BattleFeature.MARKER] = battle.marker
    row[BattleFeature.TRACK] = book.plan.places_to_hold
    row[BattleFeature.KILLS] = min(int(battle.kills), BYTE)
    bits = 0
    for site in range(MAX_SITES):
        bits += int(battle.warnings[site]) << site
    row[BattleFeature.WARNINGS] = bits


@compiled
def is_about_dice(kind: int) -> bool:
    """Whether a decision is about dice that lie on the table."""
    if kind == Decision.REROLL or kind == Decision.DEAD_EYE:
        return True
    return kind == Decision.SPLIT or kind == Decision.SPLIT_TARGET


@compiled
def fill_dice(battle: Battle, row: Bytes) -> None:
    """The roll that the decision is about.

    Source: B41, N11.
    """
    pool = battle.pool
    row[BattleFeature.ROLL] = pool.kind + 1
    row[BattleFeature.ROLLER] = pool.hero + 1
    row[BattleFeature.DICE] = pool.count
    row[BattleFeature.SIDES] = pool.sides
    row[BattleFeature.NEED] = pool.need
    row[BattleFeature.CRITICAL] = pool.critical
    row[BattleFeature.MARKS] = pool.marks
    for i in range(pool.count):
        row[FIRST_VALUE + i] = pool.values[i]
        row[FIRST_GRADE + i] = pool.grades[i]
        row[FIRST_REROLLED + i] = pool.rerolled[i]
        row[FIRST_MARKED + i] = pool.marked[i]


@compiled
def fill_activation(book: Book, frame: FrameRecord, cells: Bytes, heroes_out: Bytes) -> None:
    """Whose activation goes on, and where that hero wants to go while it tries to escape.

    Source: B23, B29.
    """
    heroes_out[frame.hero, HeroFeature.ACTIVE] = 1
    if frame.stage == ActivationStage.ESCAPE_ROLLED:
        cells[DECIDING + int(book.map.cell[frame.extra])] = 2


@compiled
def fill_attack(battle: Battle, frame: FrameRecord, row: Bytes) -> None:
    """The hero's attack that goes on: with what, its hits from the next one to be dealt, and the die being dealt.

    Source: B32, B36, B38.
    """
    row[BattleFeature.ATTACK] = min(int(frame.slot), MAX_ITEMS) + 2
    row[BattleFeature.DEALT_TO] = frame.enemy + 1
    row[BattleFeature.HITS] = max(0, int(frame.amount) - int(frame.index))
    for i in range(int(frame.index), int(frame.amount)):
        row[FIRST_HIT + i] = battle.hits[i]
    kind = int(battle.pending.kind)
    if is_about_dice(kind) and kind != Decision.REROLL:
        row[BattleFeature.DIE] = int(frame.index) - int(frame.extra) + 1


@compiled
def fill_group(battle: Battle, frame: FrameRecord, enemies_out: Bytes, row: Bytes) -> None:
    """The enemy type whose activation goes on, and which of its figures have still to attack.

    Source: B48.
    """
    row[BattleFeature.ACTIVE_GROUP] = battle.groups[frame.slot].type_id + 1
    first = int(frame.index) if frame.stage == GroupStage.STRIKE else 0
    for e in range(first, battle.num_enemies):
        if battle.enemies[e].alive == 1 and battle.enemies[e].group == frame.slot:
            enemies_out[e, EnemyFeature.STRIKES] = 1
