"""Writes the observation of a battle into the caller's buffers; `features.py` says what each number means.

Everything is read from the battle and the map; nothing here changes a battle. Random streams are never read.
"""

from __future__ import annotations

from brimstone_env.core.board_planes import BYTE, Bytes, clear_bytes, shown_distance, wall_bits
from brimstone_env.core.compiled import compiled
from brimstone_env.core.frames import FrameRecord
from brimstone_env.core.grid import MAX_SQUARES, GridMap
from brimstone_env.rounds.ability_frame import level_of
from brimstone_env.rounds.book_layout import Book
from brimstone_env.rounds.codes import (
    MAX_CREATURES,
    MAX_HEROES,
    NOBODY,
    NUM_CHARACTERISTICS,
    NUM_CONDITIONS,
    Condition,
    Decision,
    Frame,
    Trait,
)
from brimstone_env.rounds.conditions import speed_of
from brimstone_env.rounds.creatures import gap, has_captain, has_trait, is_minion, sees, width_of
from brimstone_env.rounds.features import BattleFeature, BoardPlane, CreatureFeature, EnemyFeature, HeroFeature
from brimstone_env.rounds.layout import Battle

# Offsets of the planes in the flattened board.
FLOOR, WALLS, HERO, ENEMY, GROUP, STAMINA, WAITING, DECIDING, TARGET, DISTANCE, SIGHT = (
    int(plane) * MAX_SQUARES for plane in BoardPlane
)
FIRST_CHARACTERISTIC = int(CreatureFeature.MIGHT)
FIRST_CONDITION = int(CreatureFeature.BLEEDING)
LEAST = -5  # the least characteristic is shown as 0


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
    decider = deciding_creature(battle)
    origin = NOBODY if decider == NOBODY else int(battle.creatures[decider].square)
    fill_floor(battle, book.map, origin, cells)
    level = level_of(battle)
    for creature in range(MAX_HEROES + int(battle.num_enemies)):
        if battle.creatures[creature].alive == 0 or battle.creatures[creature].square == NOBODY:
            continue
        row = heroes_out[creature] if creature < MAX_HEROES else enemies_out[creature - MAX_HEROES]
        fill_creature(battle, book, creature, decider, row)
        fill_bonds(battle, creature, row)
        fill_aim(battle, creature, level, row)
        if creature < MAX_HEROES:
            fill_hero(battle, book, creature, row)
        else:
            fill_enemy(battle, book, creature, row)
        mark_creature(battle, book, creature, row, cells)
    fill_battle(battle, book, globals_out)
    fill_director(battle, globals_out)
    for depth in range(int(battle.stack.depth)):
        fill_rule(battle.stack.frames[depth], globals_out)
    if battle.stack.depth > 0:
        top = battle.stack.frames[battle.stack.depth - 1]
        globals_out[BattleFeature.RULE] = top.kind
        globals_out[BattleFeature.QUESTION] = top.stage


@compiled
def byte(number: int) -> int:
    """A number as a byte can show it: 0 at least, 255 at most."""
    return max(0, min(number, BYTE))


@compiled
def deciding_creature(battle: Battle) -> int:
    """The living creature that the pending decision is about, NOBODY without one."""
    creature = int(battle.pending.creature)
    if battle.pending.kind == Decision.NONE or creature == NOBODY or battle.creatures[creature].square == NOBODY:
        return NOBODY
    return creature


@compiled
def fill_floor(battle: Battle, grid: GridMap, origin: int, cells: Bytes) -> None:
    """Floor and walls, and what the deciding creature could walk to and see.

    Source: rounds 3, movement. rounds 7, Rotting Zombie.
    """
    for square in range(grid.num_squares):
        cell = int(grid.cell[square])
        cells[FLOOR + cell] = 1 + battle.graves[square]
        if grid.num_neighbours[square] < 8:
            cells[WALLS + cell] = wall_bits(grid, square, cell)
    if origin == NOBODY:
        return
    for square in range(grid.num_squares):
        cell = int(grid.cell[square])
        cells[DISTANCE + cell] = shown_distance(int(grid.distance[origin, square]))
        cells[SIGHT + cell] = grid.sight[origin, square]


@compiled
def stamina_of(battle: Battle, book: Book, creature: int) -> int:
    """Stamina left, of a minion what its squad has."""
    figure = battle.creatures[creature]
    if is_minion(battle, book, creature) and figure.squad != NOBODY:
        return int(battle.squads[figure.squad].stamina)
    return int(figure.stamina)


@compiled
def fill_creature(battle: Battle, book: Book, creature: int, decider: int, row: Bytes) -> None:
    """What heroes and enemies have in common.

    Source: rounds 2, characteristics. rounds 3, budget. rounds 4.
    """
    figure = battle.creatures[creature]
    kind = book.kinds[figure.kind]
    square = int(figure.square)
    row[CreatureFeature.ALIVE] = 1
    row[CreatureFeature.KIND] = figure.kind + 1
    row[CreatureFeature.ROW] = book.map.rows[square]
    row[CreatureFeature.COL] = book.map.cols[square]
    row[CreatureFeature.STAMINA] = byte(stamina_of(battle, book, creature))
    row[CreatureFeature.MAX_STAMINA] = byte(int(kind.stamina))
    row[CreatureFeature.TEMPORARY] = byte(int(figure.temporary))
    row[CreatureFeature.WINDED] = int(
        not is_minion(battle, book, creature) and int(figure.stamina) <= int(kind.stamina) // 2
    )
    row[CreatureFeature.SPEED] = byte(speed_of(battle, book, creature))
    row[CreatureFeature.STABILITY] = kind.stability
    for which in range(NUM_CHARACTERISTICS):
        row[FIRST_CHARACTERISTIC + which] = int(kind.characteristics[which]) - LEAST
    for condition in range(NUM_CONDITIONS):
        row[FIRST_CONDITION + condition] = figure.until[condition]
    fill_budget(battle, creature, row)
    if decider != NOBODY:
        row[CreatureFeature.ADJACENT] = int(creature != decider and gap(battle, book, decider, creature) == 1)
        row[CreatureFeature.SIGHT] = int(sees(battle, book, decider, creature))
        origin = int(battle.creatures[decider].square)
        row[CreatureFeature.DISTANCE] = shown_distance(int(book.map.distance[origin, square]))


@compiled
def fill_budget(battle: Battle, creature: int, row: Bytes) -> None:
    """What a creature has done and may still do.

    Source: D7; D19; D26. rounds 3, budget.
    """
    figure = battle.creatures[creature]
    row[CreatureFeature.ACTED] = figure.acted
    row[CreatureFeature.SURPRISED] = figure.surprised
    row[CreatureFeature.REACTED] = figure.reacted
    row[CreatureFeature.MAIN] = figure.main
    row[CreatureFeature.MANEUVER] = figure.maneuver
    row[CreatureFeature.MOVE] = figure.move
    row[CreatureFeature.STEPS] = figure.steps
    row[CreatureFeature.MOVED] = figure.moved
    row[CreatureFeature.BUSY] = figure.busy
    row[CreatureFeature.SHIFTING] = figure.shifting
    row[CreatureFeature.DEFENDING] = figure.defending
    row[CreatureFeature.HIDDEN] = figure.hidden
    row[CreatureFeature.TOTAL] = figure.total
    row[CreatureFeature.PLACE] = figure.place


@compiled
def fill_bonds(battle: Battle, creature: int, row: Bytes) -> None:
    """Who imposed what on a creature, and who aids against it.

    Source: rounds 3, aid attack. rounds 4, frightened; grabbed; taunted. rounds 7.
    """
    figure = battle.creatures[creature]
    row[CreatureFeature.AIDED] = figure.aided + 1
    row[CreatureFeature.FEARED] = figure.source[Condition.FRIGHTENED] + 1
    row[CreatureFeature.GRABBER] = figure.source[Condition.GRABBED] + 1
    row[CreatureFeature.TAUNTER] = figure.source[Condition.TAUNTED] + 1


@compiled
def fill_aim(battle: Battle, creature: int, level: int, row: Bytes) -> None:
    """A creature's part in the turn, in the decision, and in the ability under way.

    Source: rounds 2, several targets.
    """
    row[CreatureFeature.ACTING] = int(battle.acting == creature)
    row[CreatureFeature.TARGET] = battle.targets[level, creature]
    row[CreatureFeature.TIER] = battle.tiers[level, creature]
    if battle.pending.kind != Decision.NONE:
        row[CreatureFeature.DECIDING] = int(battle.pending.creature == creature)
        row[CreatureFeature.ASKED_ABOUT] = int(battle.pending.target == creature)


@compiled
def fill_hero(battle: Battle, book: Book, hero: int, row: Bytes) -> None:
    """What only heroes have.

    Source: D24. rounds 2, surges. rounds 4, recovery value. rounds 5. rounds 6.
    """
    figure = battle.creatures[hero]
    row[HeroFeature.BELOW] = byte(-int(figure.stamina))
    row[HeroFeature.RECOVERIES] = figure.recoveries
    row[HeroFeature.RESOURCE_KIND] = book.kinds[figure.kind].resource
    row[HeroFeature.RESOURCE] = byte(int(figure.resource))
    row[HeroFeature.DEBT] = byte(-int(figure.resource))
    row[HeroFeature.SURGES] = figure.surges
    row[HeroFeature.MARKED] = figure.marked + 1
    row[HeroFeature.EDGE] = figure.edge
    row[HeroFeature.WARD] = figure.ward
    row[HeroFeature.UPKEEP] = figure.upkeep + 1
    row[HeroFeature.UPKEEP_AT] = figure.upkeep_at + 1
    row[HeroFeature.HARMED] = byte(int(figure.harmed))
    row[HeroFeature.EARLY] = figure.early
    row[HeroFeature.VOTE] = battle.votes[hero] + 1
    row[HeroFeature.ONCE] = byte(int(figure.once))
    row[HeroFeature.EVER] = byte(int(figure.ever))


@compiled
def fill_enemy(battle: Battle, book: Book, creature: int, row: Bytes) -> None:
    """What only enemies have.

    Source: D32. rounds 7. rounds 8.
    """
    figure = battle.creatures[creature]
    kind = book.kinds[figure.kind]
    row[EnemyFeature.WIDTH] = kind.width
    row[EnemyFeature.MINION] = int(is_minion(battle, book, creature))
    row[EnemyFeature.LEADER] = int(has_trait(battle, book, creature, Trait.LEADER))
    row[EnemyFeature.CRAFTY] = int(has_trait(battle, book, creature, Trait.CRAFTY))
    row[EnemyFeature.RISEN] = figure.risen
    row[EnemyFeature.RECKLESS] = figure.reckless
    row[EnemyFeature.FREE_STRIKE] = kind.free_strike
    if figure.group != NOBODY:
        row[EnemyFeature.GROUP] = figure.group + 1
        row[EnemyFeature.GROUP_ACTED] = battle.groups[figure.group].acted
    if figure.squad != NOBODY:
        squad = battle.squads[figure.squad]
        row[EnemyFeature.SQUAD] = figure.squad + 1
        row[EnemyFeature.SQUAD_STAMINA] = byte(int(squad.stamina))
        row[EnemyFeature.SQUAD_LIVING] = squad.living
        row[EnemyFeature.CAPTAIN] = int(squad.captain == creature)
        row[EnemyFeature.LED] = int(has_captain(battle, book, creature))
    first = int(kind.abilities[0])
    if first != NOBODY:
        ability = book.abilities[first]
        row[EnemyFeature.REACH] = ability.melee
        row[EnemyFeature.RANGE] = ability.distance
        row[EnemyFeature.LOW_DAMAGE] = ability.damage[0]
        row[EnemyFeature.MID_DAMAGE] = ability.damage[1]
        row[EnemyFeature.HIGH_DAMAGE] = ability.damage[2]


@compiled
def mark_creature(battle: Battle, book: Book, creature: int, row: Bytes, cells: Bytes) -> None:
    """One creature on the planes, on each square that it covers.

    Source: rounds 3, movement.
    """
    figure = battle.creatures[creature]
    parts = 4 if width_of(battle, book, creature) > 1 else 1
    for part in range(parts):
        square = int(figure.square) if parts == 1 else int(book.map.block[figure.square, part])
        if square == NOBODY:
            continue
        cell = int(book.map.cell[square])
        if creature < MAX_HEROES:
            cells[HERO + cell] = creature + 1
        else:
            cells[ENEMY + cell] = figure.kind + 1
            cells[GROUP + cell] = figure.group + 1
        cells[STAMINA + cell] = row[CreatureFeature.STAMINA]
        cells[WAITING + cell] = 1 - figure.acted
        cells[DECIDING + cell] = row[CreatureFeature.DECIDING]
        cells[TARGET + cell] = 2 if row[CreatureFeature.ASKED_ABOUT] == 1 else row[CreatureFeature.TARGET]


@compiled
def fill_battle(battle: Battle, book: Book, row: Bytes) -> None:
    """The pending decision, the counts of the battle, and the order of turns.

    Source: D2; D18; D21; D24; D26; D35.
    """
    pending = battle.pending
    if pending.kind != Decision.NONE:
        row[BattleFeature.DECISION] = pending.kind
        row[BattleFeature.SEAT] = pending.seat + 1
        row[BattleFeature.CREATURE] = pending.creature + 1
        row[BattleFeature.TARGET] = pending.target + 1
        row[BattleFeature.ABILITY] = pending.ability + 1
        row[BattleFeature.AMOUNT] = byte(int(pending.amount))
    row[BattleFeature.ROUND] = byte(int(battle.turn))
    row[BattleFeature.OUTCOME] = battle.outcome
    row[BattleFeature.HEROES] = battle.num_heroes
    row[BattleFeature.STANDING] = battle.num_standing
    row[BattleFeature.ENEMIES] = battle.num_alive
    row[BattleFeature.GROUPS] = battle.num_groups
    row[BattleFeature.FIRST_SIDE] = battle.first_side
    row[BattleFeature.SIDE] = battle.side
    row[BattleFeature.ACTING] = battle.acting + 1
    row[BattleFeature.NEXT_UP] = battle.next_up + 1
    row[BattleFeature.VOTES_LEFT] = byte(int(battle.votes_left))
    row[BattleFeature.ORDER] = book.rules.order
    row[BattleFeature.HIT] = byte(int(battle.hit))
    row[BattleFeature.LIFT] = battle.lift
    for hero in range(MAX_HEROES):
        figure = battle.creatures[hero]
        row[BattleFeature.WAITING_HEROES] += int(figure.alive == 1 and figure.acted == 0)
    for group in range(int(battle.num_groups)):
        waits = battle.groups[group].acted == 0 and battle.groups[group].members > 0
        row[BattleFeature.WAITING_GROUPS] += int(waits)


@compiled
def fill_director(battle: Battle, row: Bytes) -> None:
    """Malice and villain actions.

    Source: rounds 9.
    """
    row[BattleFeature.MALICE] = byte(int(battle.malice))
    row[BattleFeature.VILLAIN_0] = battle.villain[0]
    row[BattleFeature.VILLAIN_1] = battle.villain[1]
    row[BattleFeature.VILLAIN_2] = battle.villain[2]
    row[BattleFeature.VILLAIN_NOW] = int(battle.turn > 0 and battle.villain_turn == battle.turn)
    row[BattleFeature.VICIOUS] = battle.vicious
    row[BattleFeature.BRUTAL] = battle.brutal
    row[BattleFeature.HURRIED] = battle.hurried
    row[BattleFeature.MIST] = battle.mist


@compiled
def fill_rule(frame: FrameRecord, row: Bytes) -> None:
    """What is under way: an ability, forced movement, an event that is reacted to; the uppermost of each.

    Source: rounds 2, power roll. rounds 3, forced move; triggered action.
    """
    if frame.kind == Frame.ABILITY:
        row[BattleFeature.USER] = frame.enemy + 1
        row[BattleFeature.USED] = frame.slot + 1
        row[BattleFeature.NATURAL] = max(0, min(int(frame.extra), 20))
    elif frame.kind == Frame.FORCE:
        row[BattleFeature.SHOVE] = frame.mode
        row[BattleFeature.SHOVED] = frame.enemy + 1
        row[BattleFeature.SQUARES] = byte(int(frame.amount))
    elif frame.kind == Frame.REACTION:
        row[BattleFeature.EVENT] = frame.mode + 1


assert MAX_CREATURES < BYTE
