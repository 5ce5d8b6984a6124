"""Positions as people write them: a map, figures, the turn, dice. Read here, printed by `position_text`.

The keys are those of the rule cases' format (`map`, `walls`, `heroes`, `enemies`, `elite`, `turn`, `threat`,
`entrance`, `threat_cards`, `options`, `revive_tokens`, `dice`), and these:

- `seed` (0): of the random streams.
- `flash` (0): Initiative taken off all enemies until the end of the turn.
- `outcome` (`"undecided"`): `"won"` or `"lost"` for a battle that is over.
- `between_turns` (false): turn `turn` is over, and the next one has not begun.
- `halt` (`"between"`): where the engine pauses besides decisions. `"between"` two activations, as rule cases want it;
  `"never"`: the battle runs on as in play, and here at once to its first decision; `"at hero"`: likewise, but it pauses
  again after the next hero's activation.
- `outside` (all heroes): seats that are played from outside, 0..5 heroes, 6 the enemy side.
- `decisions` (0): actions so far. `drawn`: indices of the threat cards drawn, by deck.
- `events`: enemies that come later, as in scenarios, and `come`: how often one has come (as often as its turn was
  before this one).
- `activations`, `level`: how many were activated this turn, the Initiative of the last (both as the figures show).
  `score`: reward so far in hundredths.
- `stages`: the battles of a delve, as in scenarios, and `stage`: which of them it is, from 0.
- `last_stand`: as in scenarios; `marker` (where it begins), `kills` (0) that count towards its next place, `warnings`:
  entry points with a marker, from 1.
- with the option `turn_order`: `first_side` (who acts first in every turn) and `next_side` (who acts next), `"heroes"`
  or `"enemies"`, `"none"` as long as that is not decided; heroes may be `surprised`, and heroes and `groups` have
  `rank` (place in their side's order, 1 first) and `total` of the test that it comes from.
- `groups`: enemy types in their order, `[{ type = "stranglers", activated = true, ambush = 2 }]`; also `placed`,
  `rolled` (the Initiative that it rolled this turn)
  (figures so far) and `short_turn`. Not listed: in the order of `enemies`, not activated.
- a hero may have every number of `layout.Hero` by its name; `injuries` and `madness`: lists of rows by number (2..12),
  whose changes to the hero's numbers are made, unless the number is given too; `skills` as a table; `statuses`
  (`"void-venom"`, `"held"`, `"poison"` ...: each time named a marker); `tokens` (the side bag, by name);
  `upgrade` (the starting upgrade);
  `spent_items`: slots of items whose use is spent.
- an enemy may be `dead = true`; it then needs no `at`. A very large one that hangs over the edge of the map may have
  another corner of its four squares on `at` than the first: `lean`, 1 top right, 2 bottom left, 3 bottom right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from brimstone_env.battle.board_text import read_book
from brimstone_env.battle.book import Tables, find_upgrade
from brimstone_env.battle.building import build, new_battle
from brimstone_env.battle.codes import (
    MAX_CARDS,
    MAX_DICE,
    MAX_ENEMIES,
    MAX_GROUPS,
    MAX_HEROES,
    NOBODY,
    ActivationStage,
    Frame,
    Halt,
    Outcome,
    Size,
    Stat,
    TurnStage,
)
from brimstone_env.battle.hero_text import HERO_KEYS, fill_hero, results_of
from brimstone_env.battle.layout import FREE, HERO_HERE
from brimstone_env.battle.plan_text import LIST_KEYS, PLAN_KEYS, PROGRESS_KEYS, fill_progress
from brimstone_env.battle.position_text import format_position
from brimstone_env.battle.token_use import MOST_FLASH
from brimstone_env.battle.view import ENEMY_SIDE, OUTCOMES, ROLL_KINDS, full_health
from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import (
    check_keys,
    parse_toml,
    place_of,
    script_dice,
    square_of,
    square_text,
    take_flag,
    take_int,
    take_list,
    take_table,
    take_word,
)

__all__ = ["format_position", "load_position", "parse_position"]

POSITION_KEYS = (
    "map",
    "walls",
    "heroes",
    "enemies",
    "elite",
    "turn",
    "threat",
    "entrance",
    "threat_cards",
    "options",
    "revive_tokens",
    "flash",
    "dice",
    "seed",
    "outcome",
    "between_turns",
    "halt",
    "outside",
    "decisions",
    "drawn",
    "groups",
    *PLAN_KEYS,
    *PROGRESS_KEYS,
    *LIST_KEYS,
)
ENEMY_KEYS = ("type", "at", "wounds", "target", "dead", "lean")
GROUP_KEYS = ("type", "activated", "ambush", "rolled", "placed", "short_turn", "total", "rank")
HALTS = {"never": Halt.NEVER, "between": Halt.BETWEEN, "at hero": Halt.AT_HERO}
LAST_NUMBER = 2**15 - 1
LAST_SEED = 2**53 - 1
Arrays = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def load_position(text: str, tables: Tables, where: str = "position") -> Arrays:
    """Read a position from TOML text; see `parse_position`."""
    return parse_position(parse_toml(text, where), tables, where)


def parse_position(data: Mapping[str, Any], tables: Tables, where: str = "position") -> Arrays:
    """Read a position.

    A hero in its activation is run to its first decision (a hero with neither `move_points` nor `moved` begins the
    activation, with its rolls); where nobody is active, nothing runs unless `halt` says so.

    Args:
        data: the position, as read from TOML.
        tables: the printed tables.
        where: its source, for error messages.

    Returns:
        The battle, its book (read-only) and the dice table, each as a record array of length 1.

    Raises:
        InputError: if something is unknown, out of range or impossible; one sentence says what.
    """
    check_keys(data, POSITION_KEYS, where)
    books = read_book(data, tables, where)
    dice = script_dice(data.get("dice", {}), ROLL_KINDS, f"{where}: dice")
    battles = new_battle(take_int(data.get("seed", 0), 0, LAST_SEED, f"{where}: seed"))
    _fill_heroes(battles, books, data, tables, where)
    _fill_groups(battles, books, data, tables, where)
    _fill_enemies(battles, books, data, tables, where)
    _fill_counters(battles[0], data, tables, where)
    fill_progress(battles[0], books[0], data, where)
    _fill_frames(battles, books, data, where)
    _run_on(battles, books, dice, data)
    return battles, books, dice


# --- heroes ---------------------------------------------------------------------------------------------------------


def _rows(data: Mapping[str, Any], key: str, most: int, where: str) -> list[Mapping[str, Any]]:
    rows = take_list(data.get(key, []), f"{where}: {key}")
    if len(rows) > most:
        raise InputError(f"{where}: {len(rows)} {key}, at most {most} are allowed")
    return [take_table(row, f"{where}: {key}.{i}") for i, row in enumerate(rows)]


def _fill_heroes(
    battles: NDArray[Any], books: NDArray[Any], data: Mapping[str, Any], tables: Tables, where: str
) -> None:
    """Place the party and set what differs from fresh heroes.

    Source: B71, B72.
    """
    rows = _rows(data, "heroes", MAX_HEROES, where)
    if not rows:
        raise InputError(f"{where}: heroes are missing, a party has 1 to {MAX_HEROES}")
    places = []
    results = []
    for i, row in enumerate(rows):
        here = f"{where}: heroes.{i}"
        check_keys(row, HERO_KEYS, here)
        class_id = tables.class_ids[take_word(row.get("class"), "hero", tables.class_names, f"{here}.class")]
        upgrade = find_upgrade(tables, row["upgrade"], class_id, f"{here}.upgrade") if "upgrade" in row else NOBODY
        places.append((class_id, square_of(row.get("at"), books[0].map, f"{here}.at"), upgrade))
        results += results_of(row, i, tables, here)
    build(battles, books, heroes=places, results=results)
    battle = battles[0]
    active = [i for i, row in enumerate(rows) if take_flag(row.get("active", False), f"{where}: heroes.{i}.active")]
    if len(active) > 1:
        raise InputError(f"{where}: heroes {active[0]} and {active[1]} are both active, at most one is")
    for i, row in enumerate(rows):
        fill_hero(battle.heroes[i], row, i in active, tables, f"{where}: heroes.{i}")
    for i in active:
        _check_dragging(battle, books[0].map, i, f"{where}: heroes.{i}.dragging")
    battle.board[:] = FREE  # `build` stood knocked-out heroes up too
    for i in range(len(rows)):
        hero = battle.heroes[i]
        if hero.knocked_out:
            battle.num_standing -= 1
            continue
        _claim(battle, int(hero.square), books[0].map, f"{where}: heroes.{i}.at")
        battle.board[hero.square] = HERO_HERE


def _check_dragging(battle: Any, grid: Any, hero_index: int, where: str) -> None:
    """Refuse a hero who drags somebody that is not knocked out, or too far away.

    Source: B31.
    """
    hero = battle.heroes[hero_index]
    if hero.dragging == NOBODY:
        return
    other = battle.heroes[hero.dragging]
    near = hero.square == other.square or grid.adjacent[hero.square, other.square]
    if hero.dragging >= battle.num_heroes or not other.knocked_out or not near or hero.moved:
        raise InputError(f"{where} is {hero.dragging}, allowed is a knocked-out hero on or next to its square")


def _claim(battle: Any, square: int, grid: Any, where: str) -> None:
    """Refuse a square on which someone stands already."""
    if battle.board[square] != FREE:
        raise InputError(f"{where}: {square_text(*place_of(square, grid))} is taken by another figure")


# --- enemies --------------------------------------------------------------------------------------------------------


def _fill_groups(
    battles: NDArray[Any], books: NDArray[Any], data: Mapping[str, Any], tables: Tables, where: str
) -> None:
    """Add the enemy types, with the rows of their elite tables that are in force.

    Source: B14, B16.
    """
    rows = _rows(data, "groups", MAX_GROUPS, where)
    names = []
    for i, row in enumerate(rows):
        check_keys(row, GROUP_KEYS, f"{where}: groups.{i}")
        names.append(take_word(row.get("type"), "enemy", tables.type_names, f"{where}: groups.{i}.type"))
    for i, row in enumerate(_rows(data, "enemies", MAX_ENEMIES, where)):
        names.append(take_word(row.get("type"), "enemy", tables.type_names, f"{where}: enemies.{i}.type"))
    elite = _read_elite(data, tables, where)
    for name in elite:
        if name not in names and "threat" not in data:
            raise InputError(f"{where}: elite.{name}: there is no such enemy in the position")
    types = list(dict.fromkeys([*names, *elite]))
    brought = {tables.enemies[tables.type_ids[name]].spawns for name in types} - {None}
    count = len({*types, *brought})
    if count > MAX_GROUPS:
        raise InputError(f"{where}: {count} enemy types with those that they bring, at most {MAX_GROUPS} are allowed")
    type_ids = {name: tables.type_ids[name] for name in types}
    build(
        battles,
        books,
        groups=[(type_id,) for type_id in type_ids.values()],
        elite=[(type_ids[name], row - 1) for name, numbers in elite.items() for row in numbers],
    )
    for i, row in enumerate(rows):
        group = battles[0].groups[types.index(names[i])]
        here = f"{where}: groups.{i}"
        group.activated = take_flag(row.get("activated", False), f"{here}.activated")
        group.rolled = take_int(row.get("rolled", 0), 0, 6, f"{here}.rolled")
        group.ambush = take_int(row.get("ambush", 0), 0, 4, f"{here}.ambush")
        group.short_turn = take_int(row.get("short_turn", 0), 0, LAST_NUMBER, f"{here}.short_turn")
        group.total = take_int(row.get("total", 0), 0, 6 * MAX_DICE, f"{here}.total")
        group.rank = take_int(row.get("rank", 0), 0, MAX_GROUPS, f"{here}.rank")


def _read_elite(data: Mapping[str, Any], tables: Tables, where: str) -> dict[str, list[int]]:
    """Rows (1..6, ascending) in force, by enemy type."""
    elite: dict[str, list[int]] = {}
    for name, rows in take_table(data.get("elite", {}), f"{where}: elite").items():
        take_word(name, "enemy", tables.type_names, f"{where}: elite")
        here = f"{where}: elite.{name}"
        elite[name] = sorted(take_int(row, 1, 6, here) for row in take_list(rows, here))
        if len(set(elite[name])) < len(elite[name]):
            raise InputError(f"{here} is {rows}, no row can be in force twice")
    return elite


def _fill_enemies(
    battles: NDArray[Any], books: NDArray[Any], data: Mapping[str, Any], tables: Tables, where: str
) -> None:
    """Place the enemies in the order in which they are listed.

    Source: B10, B42, B56.
    """
    battle = battles[0]
    for i, row in enumerate(_rows(data, "enemies", MAX_ENEMIES, where)):
        here = f"{where}: enemies.{i}"
        check_keys(row, ENEMY_KEYS, here)
        type_id = tables.type_ids[row["type"]]
        group = next(group for group in battle.groups if group.type_id == type_id)
        target = take_int(row.get("target", NOBODY), NOBODY, int(battle.num_heroes) - 1, f"{here}.target")
        dead = take_flag(row.get("dead", False), f"{here}.dead")
        lean = take_int(row.get("lean", 0), 0, 0 if dead else 3, f"{here}.lean")
        square = NOBODY if dead else _find_room(battle, books[0].map, group, row, lean, here)
        build(battles, books, enemies=[(type_id, square, target, lean)])
    for i, row in enumerate(_rows(data, "enemies", MAX_ENEMIES, where)):
        enemy = battle.enemies[i]
        most = full_health(battle, int(enemy.group)) - 1 if enemy.alive else 999
        enemy.wounds = take_int(row.get("wounds", 0), 0, most, f"{where}: enemies.{i}.wounds")
    for i, row in enumerate(_rows(data, "groups", MAX_GROUPS, where)):
        if "placed" in row:
            battle.groups[i].placed = take_int(row["placed"], 0, MAX_ENEMIES, f"{where}: groups.{i}.placed")


def _find_room(battle: Any, grid: Any, group: Any, row: Mapping[str, Any], lean: int, where: str) -> int:
    """The base square of an enemy, if there is room for it: free, or shared with fewer than may share it.

    Source: B56, facts 2a (void spiders).
    """
    square = square_of(row.get("at"), grid, f"{where}.at")
    parts = [square]
    if group.stats[Stat.SIZE] == Size.VERY_LARGE:
        parts = sorted({int(part) for part in grid.footing[square, lean]})
        if NOBODY in parts:
            raise InputError(f"{where}.at: {square_text(*place_of(square, grid))} has no floor for half of its squares")
    elif lean:
        raise InputError(f"{where}.lean is {lean}, which is for very large enemies: allowed is 0")
    mates = 0
    for i in range(battle.num_enemies):
        other = battle.enemies[i]
        mates += other.alive and other.type_id == group.type_id and other.square == square
    if not 0 < mates < group.stats[Stat.SHARE]:
        for part in parts:
            _claim(battle, part, grid, f"{where}.at")
    return square


# --- the rest -------------------------------------------------------------------------------------------------------


def _fill_counters(battle: Any, data: Mapping[str, Any], tables: Tables, where: str) -> None:
    """Turn, tokens, cards, seats."""
    turn = take_int(data.get("turn", 1), 0, LAST_NUMBER, f"{where}: turn")
    battle.turn = max(turn - 1, 0) if "threat" in data else turn
    battle.revive_tokens = take_int(data.get("revive_tokens", 0), 0, 9, f"{where}: revive_tokens")
    battle.flash = take_int(data.get("flash", 0), 0, MOST_FLASH, f"{where}: flash")
    battle.threat_cards = take_int(data.get("threat_cards", 0), 0, 99, f"{where}: threat_cards")
    battle.num_decisions = take_int(data.get("decisions", 0), 0, 2**31 - 1, f"{where}: decisions")
    battle.halt = HALTS[take_word(data.get("halt", "between"), "halt", HALTS, f"{where}: halt")]
    battle.outcome = OUTCOMES.index(
        take_word(data.get("outcome", "undecided"), "outcome", OUTCOMES, f"{where}: outcome")
    )
    for seat in take_list(data.get("outside", list(range(MAX_HEROES))), f"{where}: outside"):
        battle.outside |= 1 << take_int(seat, 0, ENEMY_SIDE, f"{where}: outside")
    for name, cards in take_table(data.get("drawn", {}), f"{where}: drawn").items():
        deck = tables.deck_ids[take_word(name, "threat deck", tables.deck_names, f"{where}: drawn")]
        for card in take_list(cards, f"{where}: drawn.{name}"):
            battle.drawn[deck, take_int(card, 0, MAX_CARDS - 1, f"{where}: drawn.{name}")] = 1


def _fill_frames(battles: NDArray[Any], books: NDArray[Any], data: Mapping[str, Any], where: str) -> None:
    """Put the turn, and the activation of the active hero, on the stack; none for a battle that is over."""
    between = take_flag(data.get("between_turns", False), f"{where}: between_turns")
    active = [i for i, row in enumerate(data["heroes"]) if row.get("active", False)]
    if battles[0].outcome != Outcome.UNDECIDED:
        if active or "threat" in data:
            raise InputError(f"{where}: a battle that is over has no active hero and no threat")
        return
    if "threat" in data:
        if active or between:
            raise InputError(f"{where}: before the set-up no hero is active, and between_turns says nothing")
        build(battles, books, frames=[(Frame.SETUP, NOBODY, 0)])
        return
    if active and between:
        raise InputError(f"{where}: hero {active[0]} is active, but between_turns says that the turn is over")
    frames = [(int(Frame.TURN), NOBODY, int(TurnStage.BEGIN if between else TurnStage.PICK))]
    for i in active:
        stage = ActivationStage.BEGIN
        if data["heroes"][i].get("moved", False):
            stage = ActivationStage.ATTACK
        elif "move_points" in data["heroes"][i]:
            stage = ActivationStage.MOVE
        frames.append((int(Frame.ACTIVATION), i, int(stage)))
    build(battles, books, frames=frames)


def _run_on(battles: NDArray[Any], books: NDArray[Any], dice: NDArray[Any], data: Mapping[str, Any]) -> None:
    """Run to the first decision: of the active hero, or of whoever is next where the battle does not pause."""
    from brimstone_env.battle.game import GAME

    battle = battles[0]
    halt = int(battle.halt)
    if battle.outcome != Outcome.UNDECIDED or "threat" in data:
        return
    if battle.stack.depth == 2:
        GAME.run("set up", battles, books, dice)
    elif halt != Halt.BETWEEN:
        GAME.run("next", battles, books, dice)
    else:
        return
    if battle.outcome == Outcome.UNDECIDED:
        battle.halt = halt
