"""Positions as people write them: a map, creatures, the round, dice. Read here, printed by `position_text`.

Keys, with what holds where one is not there:

- `map`: a drawing (`#` no floor, a letter floor), `walls`: thin walls, pairs of squares.
- `heroes`: `class`, `at` (row, column), and whatever differs from an unhurt hero: every number and flag of a creature
  in the view by its name (`stamina`, `resource`, `surges`, `main` ...), `aided`, `marked`, `upkeep_at`, `inciter`
  (a creature: `"enemy 3"`), `upkeep` (an ability), `conditions` (`{ prone = "mended", bleeding = "save" }`),
  `sources` (`{ taunted = "hero 0" }`), `dead = true`, `active = true`: it is in its turn, with a whole turn before it
  unless `main`, `maneuver`, `move` say less.
- `enemies`: likewise with `type` instead of `class`, and `group` (number from 0; one of its own), `squad` (number from
  0; minions of one type and group are a squad), `captain = true` (of that squad).
- `squads`: `stamina`, `full` of squads that lost some. `groups`: `acted`, `total`, `place`.
- `turn` (1): the round; 0: the battle has not begun, and it is still to be seen who goes first. `first` (`"heroes"`),
  `side` (the side that picks next; the other one than the active creature's).
- `malice`, `villain` (which villain actions were used), `villain_turn`, `vicious`, `vicious_turn`, `brutal`, `hurried`,
  `mist`, `next_up`: 0, or nobody; `vicious_by`, `brutal_by`: the number of the enemy who bought it.
- `graves` (`[]`): squares where rotting zombies fell.
- `victories` (0), `last_turn` (30), `surprise` (sides: `["heroes"]`), `options` (`order`, `timer`, `director` ...).
- `dice`, `seed` (0), `decisions` (0), `score` (0), `outcome` (`"undecided"`).
- `halt` (`"between"`): where the engine pauses besides decisions: `"between"` two turns, as rule cases want it;
  `"never"`: it runs on as in play, and here at once to its first decision; `"at hero"`: likewise, but it pauses again
  after the next hero's turn.
- `outside` (all heroes): seats that are played from outside, 0..5 heroes, 6 the Director.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.dice import stream_states
from brimstone_env.core.errors import InputError
from brimstone_env.core.grid import parse_drawing
from brimstone_env.core.notation import (
    check_keys,
    is_int,
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
from brimstone_env.core.records import fields_of, new_records
from brimstone_env.rounds.book import Tables, new_book, options_of
from brimstone_env.rounds.codes import (
    DIRECTOR,
    MAX_CREATURES,
    MAX_ENEMIES,
    MAX_GROUPS,
    MAX_HEROES,
    MAX_SQUADS,
    NOBODY,
    Frame,
    Halt,
    Outcome,
    Side,
)
from brimstone_env.rounds.creature_text import ENEMY_KEYS, HERO_KEYS, fill_creature, read_creature
from brimstone_env.rounds.layout import Battle, Creature, Pending, Squad
from brimstone_env.rounds.position_text import format_position
from brimstone_env.rounds.round import RoundStage
from brimstone_env.rounds.turn_frame import TurnStage
from brimstone_env.rounds.view import OUTCOMES, ROLL_KINDS, SIDES

__all__ = ["format_position", "load_position", "parse_position"]

NUMBERS = ("malice", "villain_turn", "vicious", "vicious_turn", "hurried", "score")
FLAGS = ("brutal", "mist")
BUYERS = ("vicious_by", "brutal_by")
SQUAD_KEYS = ("stamina", "full")
GROUP_KEYS = ("acted", "total", "place")
POSITION_KEYS = (
    "map", "walls", "heroes", "enemies", "squads", "groups", "turn", "first", "side", "villain", "next_up", "victories",
    "graves", "last_turn", "surprise", "options", "dice", "seed", "decisions", "outcome", "halt", "outside",
    *NUMBERS, *FLAGS, *BUYERS,
)  # fmt: skip
HALTS = {"never": Halt.NEVER, "between": Halt.BETWEEN, "at hero": Halt.AT_HERO}
SIDE_BITS = {"heroes": 1, "enemies": 2}
LAST_NUMBER = 2**15 - 1
LAST_SEED = 2**53 - 1
Arrays = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def load_position(text: str, tables: Tables, where: str = "position") -> Arrays:
    """Read a position from TOML text; see `parse_position`."""
    return parse_position(parse_toml(text, where), tables, where)


def parse_position(data: Mapping[str, Any], tables: Tables, where: str = "position") -> Arrays:
    """Read a position; a creature in its turn is run to the decision of its turn.

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
    battles = empty_battles(take_int(data.get("seed", 0), 0, LAST_SEED, f"{where}: seed"))
    heroes = _rows(data, "heroes", MAX_HEROES, where)
    enemies = _rows(data, "enemies", MAX_ENEMIES, where)
    if not heroes:
        raise InputError(f"{where}: heroes are missing, a party has 1 to {MAX_HEROES}")
    battle, book = battles[0], books[0]
    for i, row in enumerate(heroes):
        _enter(battle, book, i, row, tables, f"{where}: heroes.{i}")
    for i, row in enumerate(enemies):
        _enter(battle, book, MAX_HEROES + i, row, tables, f"{where}: enemies.{i}")
    battle.num_heroes = len(heroes)
    battle.num_enemies = len(enemies)
    _join(battle, enemies, tables, where)
    _fill_rows(battle, data, where)
    rows = {**dict(enumerate(heroes)), **{MAX_HEROES + i: row for i, row in enumerate(enemies)}}
    for creature, row in rows.items():
        slot = f"heroes.{creature}" if creature < MAX_HEROES else f"enemies.{creature - MAX_HEROES}"
        fill_creature(battle, creature, row, tables, f"{where}: {slot}")
    battle.num_standing = sum(int(figure.alive) for figure in battle.creatures[:MAX_HEROES])
    battle.num_alive = sum(int(figure.alive) for figure in battle.creatures[MAX_HEROES:])
    for i, square in enumerate(take_list(data.get("graves", []), f"{where}: graves")):
        battle.graves[square_of(square, book.map, f"{where}: graves.{i}")] = 1
    _fill_counters(battle, data, where)
    _fill_frames(battle, rows, data, where)
    _run_on(battles, books, dice)
    return battles, books, dice


def empty_battles(seed: int) -> NDArray[Any]:
    """A battle in which nobody is, as a record array of length 1."""
    battles = new_records(Battle, 1)
    battle = battles[0]
    battle.streams.state[:] = stream_states(np.array([seed], np.int64))[0]
    for part, kind in ((battle, Battle), (battle.pending, Pending)):
        _blank(part, kind)
    for creature in range(MAX_CREATURES):
        _blank(battle.creatures[creature], Creature)
    for squad in range(MAX_SQUADS):
        _blank(battle.squads[squad], Squad)
    return battles


def _blank(record: Any, kind: type[Any]) -> None:
    """Write -1 into every number that uses it for nobody or nowhere."""
    for item in fields_of(kind):
        if item.low == NOBODY and item.name in record.dtype.names:
            if item.shape:
                getattr(record, item.name)[...] = NOBODY
            else:
                setattr(record, item.name, NOBODY)


def read_book(data: Mapping[str, Any], tables: Tables, where: str) -> NDArray[Any]:
    """The book of a position, read-only, as an array of length 1.

    Raises:
        InputError: if map, walls or options cannot be used.
    """
    options = options_of(take_table(data.get("options", {}), f"{where}: options"), f"{where}: options")
    drawing = data.get("map")
    if not isinstance(drawing, str):
        raise InputError(f"{where}: map is {drawing!r}, allowed is a drawing")
    given = take_list(data.get("walls", []), f"{where}: walls")
    try:
        grids, _ = parse_drawing(drawing, [_read_wall(wall, f"{where}: walls.{i}") for i, wall in enumerate(given)])
    except InputError as error:
        raise InputError(f"{where}: map: {error}") from error
    books = new_book(tables, grids, options)
    rules = books[0].rules
    rules.victories = take_int(data.get("victories", 0), 0, 20, f"{where}: victories")
    rules.last_turn = take_int(data.get("last_turn", int(rules.last_turn)), 1, 999, f"{where}: last_turn")
    for side in take_list(data.get("surprise", []), f"{where}: surprise"):
        rules.surprise |= SIDE_BITS[take_word(side, "side", SIDE_BITS, f"{where}: surprise")]
    books.flags.writeable = False
    return books


def _read_wall(wall: Any, where: str) -> tuple[tuple[int, int], tuple[int, int]]:
    pair = take_list(wall, where)
    if len(pair) == 2 and all(isinstance(at, list) and len(at) == 2 and all(map(is_int, at)) for at in pair):
        return (pair[0][0], pair[0][1]), (pair[1][0], pair[1][1])
    raise InputError(f"{where} is {wall!r}, allowed is a pair of squares [[row, column], [row, column]]")


def _rows(data: Mapping[str, Any], key: str, most: int, where: str) -> list[Mapping[str, Any]]:
    rows = take_list(data.get(key, []), f"{where}: {key}")
    if len(rows) > most:
        raise InputError(f"{where}: {len(rows)} {key}, at most {most} are allowed")
    return [take_table(row, f"{where}: {key}.{i}") for i, row in enumerate(rows)]


# --- creatures ------------------------------------------------------------------------------------------------------


def _enter(battle: Any, book: Any, creature: int, row: Mapping[str, Any], tables: Tables, where: str) -> None:
    """Put an unhurt creature on its squares."""
    hero = creature < MAX_HEROES
    check_keys(row, HERO_KEYS if hero else ENEMY_KEYS, where)
    kind = read_creature(row, tables, hero, where)
    figure = battle.creatures[creature]
    figure.kind = kind
    if take_flag(row.get("dead", False), f"{where}.dead"):
        return
    figure.alive = 1
    figure.stamina = 0 if "minion" in tables.kinds[kind].traits else book.kinds[kind].stamina
    figure.recoveries = book.kinds[kind].recoveries
    figure.square = square_of(row.get("at"), book.map, f"{where}.at")
    side = "enemies" if not hero else "heroes"
    if (int(book.rules.surprise) & SIDE_BITS[side]) != 0:
        figure.surprised = 1
    for square in _squares(book, int(figure.square), int(book.kinds[kind].width), f"{where}.at"):
        if battle.board[square] != NOBODY:
            raise InputError(f"{where}.at: {square_text(*place_of(square, book.map))} is taken by another creature")
        battle.board[square] = creature


def _squares(book: Any, square: int, width: int, where: str) -> list[int]:
    """The squares that a creature covers."""
    if width == 1:
        return [square]
    block = [int(corner) for corner in book.map.block[square]]
    if NOBODY in block:
        raise InputError(f"{where}: {square_text(*place_of(square, book.map))} has no room for two by two squares")
    return block


def _join(battle: Any, rows: list[Mapping[str, Any]], tables: Tables, where: str) -> None:
    """Sort enemies into groups and squads.

    Source: D32. rounds 8, squad; captain.
    """
    named = [take_int(row["group"], 0, MAX_GROUPS - 1, f"{where}: enemies.group") for row in rows if "group" in row]
    next_group = max(named, default=-1) + 1
    squads: dict[tuple[int, int], int] = {}
    for i, row in enumerate(rows):
        here = f"{where}: enemies.{i}"
        figure = battle.creatures[MAX_HEROES + i]
        minion = "minion" in tables.kinds[figure.kind].traits
        group = int(row.get("group", next_group))
        key = (int(figure.kind), group)
        if "group" not in row:
            next_group += 1
        if group >= MAX_GROUPS:
            raise InputError(f"{here}: more groups than {MAX_GROUPS}")
        figure.group = group
        battle.num_groups = max(int(battle.num_groups), group + 1)
        battle.groups[group].members += figure.alive
        if minion:
            squad = take_int(row.get("squad", squads.get(key, len(squads))), 0, MAX_SQUADS - 1, f"{here}.squad")
            squads[key] = squad
            _add_minion(battle, figure, squad, tables, here)
    for i, row in enumerate(rows):
        if take_flag(row.get("captain", False), f"{where}: enemies.{i}.captain"):
            _make_captain(battle, MAX_HEROES + i, row, f"{where}: enemies.{i}")


def _add_minion(battle: Any, figure: Any, squad_index: int, tables: Tables, where: str) -> None:
    squad = battle.squads[squad_index]
    if squad.kind not in (NOBODY, figure.kind):
        raise InputError(f"{where}.squad: squad {squad_index} is of another kind")
    battle.num_squads = max(int(battle.num_squads), squad_index + 1)
    figure.squad = squad_index
    squad.kind = figure.kind
    squad.full += 1
    squad.living += figure.alive
    squad.stamina += int(figure.alive) * tables.kinds[figure.kind].stamina


def _make_captain(battle: Any, creature: int, row: Mapping[str, Any], where: str) -> None:
    squad = take_int(row.get("squad"), 0, max(int(battle.num_squads) - 1, 0), f"{where}.squad")
    figure = battle.creatures[creature]
    if figure.squad != NOBODY or battle.squads[squad].captain != NOBODY:
        raise InputError(f"{where}: a squad has one captain, who is no minion")
    figure.squad = squad
    battle.squads[squad].captain = creature


def _fill_rows(battle: Any, data: Mapping[str, Any], where: str) -> None:
    """Write what differs in squads and groups."""
    for i, row in enumerate(_rows(data, "squads", int(battle.num_squads), where)):
        check_keys(row, SQUAD_KEYS, f"{where}: squads.{i}")
        squad = battle.squads[i]
        squad.full = take_int(row.get("full", int(squad.full)), 0, 8, f"{where}: squads.{i}.full")
        squad.stamina = take_int(row.get("stamina", int(squad.stamina)), 0, 999, f"{where}: squads.{i}.stamina")
    for i, row in enumerate(_rows(data, "groups", int(battle.num_groups), where)):
        check_keys(row, GROUP_KEYS, f"{where}: groups.{i}")
        group = battle.groups[i]
        group.acted = take_flag(row.get("acted", False), f"{where}: groups.{i}.acted")
        group.total = take_int(row.get("total", 0), -9, 99, f"{where}: groups.{i}.total")
        group.place = take_int(row.get("place", 0), 0, MAX_CREATURES, f"{where}: groups.{i}.place")


# --- the rest -------------------------------------------------------------------------------------------------------


def _fill_counters(battle: Any, data: Mapping[str, Any], where: str) -> None:
    """Round, sides, Malice, seats."""
    battle.turn = take_int(data.get("turn", 1), 0, LAST_NUMBER, f"{where}: turn")
    battle.num_decisions = take_int(data.get("decisions", 0), 0, 2**31 - 1, f"{where}: decisions")
    battle.halt = HALTS[take_word(data.get("halt", "between"), "halt", HALTS, f"{where}: halt")]
    battle.outcome = OUTCOMES.index(
        take_word(data.get("outcome", "undecided"), "outcome", OUTCOMES, f"{where}: outcome")
    )
    battle.first_side = SIDES.index(take_word(data.get("first", "heroes"), "side", SIDES, f"{where}: first"))
    battle.side = battle.first_side
    limits = {item.name: item for item in fields_of(Battle)}
    for name in NUMBERS:
        low, high = limits[name].low, limits[name].high
        setattr(battle, name, take_int(data.get(name, 0), low, high, f"{where}: {name}"))
    for name in FLAGS:
        setattr(battle, name, int(take_flag(data.get(name, False), f"{where}: {name}")))
    for i, used in enumerate(take_list(data.get("villain", []), f"{where}: villain")[:3]):
        battle.villain[i] = int(take_flag(used, f"{where}: villain.{i}"))
    for name in BUYERS:
        enemy = take_int(data.get(name, NOBODY), NOBODY, int(battle.num_enemies) - 1, f"{where}: {name}")
        setattr(battle, name, NOBODY if enemy == NOBODY else MAX_HEROES + enemy)
    battle.next_up = take_int(data.get("next_up", NOBODY), NOBODY, MAX_HEROES - 1, f"{where}: next_up")
    if "side" in data:
        battle.side = SIDES.index(take_word(data["side"], "side", SIDES, f"{where}: side"))
    for seat in take_list(data.get("outside", list(range(MAX_HEROES))), f"{where}: outside"):
        battle.outside |= 1 << take_int(seat, 0, DIRECTOR, f"{where}: outside")


def _fill_frames(battle: Any, rows: Mapping[int, Mapping[str, Any]], data: Mapping[str, Any], where: str) -> None:
    """Put the order of turns on the stack, and the turn of the active creature; nothing for a battle that is over."""
    active = [creature for creature, row in rows.items() if row.get("active", False)]
    if len(active) > 1:
        raise InputError(f"{where}: {len(active)} creatures are active, one at most can be")
    if battle.outcome != Outcome.UNDECIDED:
        if active:
            raise InputError(f"{where}: a battle that is over has no active creature")
        return
    _push(battle, Frame.ROUND, RoundStage.PICK if battle.turn > 0 else RoundStage.START, NOBODY, NOBODY)
    if active:
        if battle.turn == 0:
            raise InputError(f"{where}: nobody is active before the first round")
        creature = active[0]
        battle.acting = creature
        if "side" not in data:
            battle.side = int(Side.ENEMIES) if creature < MAX_HEROES else int(Side.HEROES)
        if creature >= MAX_HEROES:
            group = int(battle.creatures[creature].group)
            battle.groups[group].acted = 1
            _push(battle, Frame.GROUP, 0, NOBODY, group)
        _push(battle, Frame.TURN, TurnStage.ACT, creature, NOBODY)


def _push(battle: Any, kind: Frame, stage: int, creature: int, slot: int) -> None:
    """Put a frame on the stack, as `push_frame` does."""
    frame = battle.stack.frames[battle.stack.depth]
    battle.stack.depth += 1
    frame.kind = kind
    frame.stage = stage
    frame.hero = NOBODY
    frame.enemy = creature
    frame.chosen = creature
    frame.slot = slot


def _run_on(battles: NDArray[Any], books: NDArray[Any], dice: NDArray[Any]) -> None:
    """Run to the first decision: of the active creature, or of whoever is next where the battle does not pause."""
    from brimstone_env.rounds.game import GAME

    battle = battles[0]
    halt = int(battle.halt)
    if battle.outcome != Outcome.UNDECIDED:
        return
    if battle.stack.depth > 1:
        GAME.run("set up", battles, books, dice)
    elif halt != Halt.BETWEEN:
        GAME.run("next", battles, books, dice)
    else:
        return
    if battle.outcome == Outcome.UNDECIDED:
        battle.halt = halt
