"""Rounds-v0, tied into a `Game`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.game import Game
from brimstone_env.core.records import copy_records
from brimstone_env.rounds.codes import MAX_HEROES, NUM_ACTIONS, Command
from brimstone_env.rounds.entry import run_many
from brimstone_env.rounds.feature_rows import observation_planes, observation_rows
from brimstone_env.rounds.layout import Battle, Book
from brimstone_env.rounds.names import action_groups, action_index, action_name, expand_name
from brimstone_env.rounds.odds import ODDS
from brimstone_env.rounds.plan import make_book
from brimstone_env.rounds.position import format_position, parse_position
from brimstone_env.rounds.scenario import load_scenario
from brimstone_env.rounds.table_files import load_tables
from brimstone_env.rounds.view import DECISIONS, OUTCOMES, ROLL_KINDS, view

CASE_COMMANDS = ("set up", "start", "enemies", "next")


def keep_single(books: NDArray[Any]) -> NDArray[Any]:
    """A read-only copy of books under which decisions with one legal option are asked too."""
    kept = copy_records(books)
    kept["rules"]["keep_single"] = 1
    kept.flags.writeable = False
    return kept


def draw_ansi(battle: Any, book: Any, tables: Any, **options: Any) -> str:
    """The battle as text for a terminal; see `picture.draw_ansi`."""
    from brimstone_env.rounds import picture

    return picture.draw_ansi(battle, book, tables, **options)


def draw_rgb(battle: Any, book: Any, tables: Any, **options: Any) -> NDArray[np.uint8]:
    """The battle as a picture, uint8 (height, width, 3); see `picture.draw_rgb`."""
    from brimstone_env.rounds import picture

    return picture.draw_rgb(battle, book, tables, **options)


GAME = Game(
    name="rounds",
    env_id="brimstone/Rounds-v0",
    version=0,
    num_actions=NUM_ACTIONS,
    record=Battle,
    book_record=Book,
    num_heroes=MAX_HEROES,
    outcomes=OUTCOMES,
    decisions=DECISIONS,
    roll_kinds=MappingProxyType(ROLL_KINDS),
    commands=MappingProxyType({command.name.lower().replace("_", " "): int(command) for command in Command}),
    case_commands=CASE_COMMANDS,
    run_many=run_many,
    load_tables=load_tables,
    load_scenario=load_scenario,
    make_book=make_book,
    keep_single=keep_single,
    action_name=action_name,
    action_index=action_index,
    expand_name=expand_name,
    action_groups=action_groups,
    view=view,
    parse_position=parse_position,
    format_position=format_position,
    observation_planes=observation_planes,
    observation_rows=observation_rows,
    draw_ansi=draw_ansi,
    draw_rgb=draw_rgb,
    odds=ODDS,
)
