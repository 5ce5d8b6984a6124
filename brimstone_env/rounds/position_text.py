"""Printing a battle as a position: TOML that reads back to the same battle, random streams aside.

Only what a position can say is printed: a battle between two turns, in the decision of somebody's turn, or over. In the
middle of an ability or a move `format_position` refuses; such a battle is saved as its bytes.
"""

from __future__ import annotations

from typing import Any

from brimstone_env.core.errors import InputError
from brimstone_env.core.notation import draw_map, thin_walls, toml_line
from brimstone_env.rounds.book import DIRECTORS, ORDERS, RuleOptions, Tables
from brimstone_env.rounds.codes import DIRECTOR, MAX_HEROES, NOBODY, Decision, Frame, Halt, Outcome, Side
from brimstone_env.rounds.creature_text import creature_row
from brimstone_env.rounds.round import Asked, RoundStage
from brimstone_env.rounds.turn_frame import TurnMode
from brimstone_env.rounds.view import DECISIONS, OUTCOMES, SIDES, grave_places

HALT_WORDS = {Halt.NEVER: "never", Halt.BETWEEN: "between", Halt.AT_HERO: "at hero"}
COUNTERS = ("malice", "villain_turn", "vicious", "vicious_turn", "hurried", "score")
FLAGS = ("brutal", "mist")
BUYERS = ("vicious_by", "brutal_by")
USUAL_LAST_TURN = 30


def format_position(battle: Any, book: Any, tables: Tables) -> str:
    """A battle as a position's text.

    Args:
        battle: the battle.
        book: its book.
        tables: the tables that the book was made from, for names.

    Returns:
        TOML, a key a line; `parse_position` makes the same battle of it, `streams` aside.

    Raises:
        InputError: if the battle is in the middle of something that a position cannot say.
    """
    check_sayable(battle)
    fresh = _unhurt(battle, book, tables)
    rows: dict[str, Any] = {
        "map": draw_map(book.map),
        "walls": thin_walls(book.map),
        "heroes": [creature_row(battle, i, fresh, book, tables) for i in range(battle.num_heroes)],
        "enemies": [_enemy_row(battle, i, fresh, book, tables) for i in range(battle.num_enemies)],
        "squads": [
            {"stamina": int(squad.stamina), "full": int(squad.full)} for squad in battle.squads[: battle.num_squads]
        ],
        "groups": [_group_row(group) for group in battle.groups[: battle.num_groups]],
        "turn": int(battle.turn),
        "first": SIDES[battle.first_side],
        "side": SIDES[battle.side],
        "outcome": OUTCOMES[battle.outcome],
        "halt": HALT_WORDS[Halt(int(battle.halt))],
        "outside": [seat for seat in range(DIRECTOR + 1) if int(battle.outside) >> seat & 1],
        "decisions": int(battle.num_decisions),
        "villain": [bool(used) for used in battle.villain],
        "next_up": int(battle.next_up),
        **{name: int(getattr(battle, name)) for name in COUNTERS},
        **{name: bool(getattr(battle, name)) for name in FLAGS},
        **{name: max(int(getattr(battle, name)) - MAX_HEROES, NOBODY) for name in BUYERS},
        "graves": grave_places(battle, book),
        "victories": int(book.rules.victories),
        "last_turn": int(book.rules.last_turn),
        "surprise": [side for bit, side in enumerate(SIDES) if int(book.rules.surprise) >> bit & 1],
        "options": _options_row(book.rules),
    }
    usual = _usual_values(battle)
    return "".join(
        toml_line(key, value) + "\n" for key, value in rows.items() if (value != usual[key] if key in usual else value)
    )


def _usual_values(battle: Any) -> dict[str, Any]:
    """What a key says that is not there."""
    acting = int(battle.acting)
    side = SIDES[battle.first_side]
    if acting != NOBODY:
        side = SIDES[Side.ENEMIES if acting < MAX_HEROES else Side.HEROES]
    return {
        "turn": 1,
        "first": SIDES[Side.HEROES],
        "side": side,
        "outcome": OUTCOMES[Outcome.UNDECIDED],
        "halt": "between",
        "outside": list(range(MAX_HEROES)),
        "villain": [False, False, False],
        "next_up": NOBODY,
        **dict.fromkeys(BUYERS, NOBODY),
        "last_turn": USUAL_LAST_TURN,
        "groups": [{}] * int(battle.num_groups),
    }


def check_sayable(battle: Any) -> None:
    """Refuse a battle that a position cannot say.

    Raises:
        InputError: saying what is going on.
    """
    frames = battle.stack.frames[: battle.stack.depth]
    kinds = [int(frame.kind) for frame in frames]
    decision = int(battle.pending.kind)
    if battle.outcome != Outcome.UNDECIDED and not kinds:
        return
    picking = (
        bool(kinds)
        and kinds[0] == Frame.ROUND
        and frames[0].stage == (RoundStage.PICK if battle.turn > 0 else RoundStage.START)
    )
    timed_out = decision == Decision.NEXT and battle.pending.amount == Asked.DIRECTOR
    if picking and kinds == [Frame.ROUND] and decision in (Decision.NONE, Decision.NEXT) and not timed_out:
        return
    turns = ([Frame.ROUND, Frame.TURN], [Frame.ROUND, Frame.GROUP, Frame.TURN])
    if picking and kinds in turns and decision == Decision.TURN and frames[-1].mode == TurnMode.WHOLE:
        return
    doing = "nothing that is pending" if not kinds else Frame(kinds[-1]).name.lower()
    raise InputError(
        f"a position cannot say this moment (in the middle of: {doing}; decision: {DECISIONS[decision]}), allowed are "
        "the decision of a creature's turn, and moments between turns"
    )


def _unhurt(battle: Any, book: Any, tables: Tables) -> Any:
    """The battle's creatures as a position places them."""
    from brimstone_env.rounds.position import empty_battles

    creatures = empty_battles(0)[0].creatures
    for i in range(len(creatures)):
        figure = battle.creatures[i]
        if figure.kind == NOBODY or not figure.alive:
            continue
        creatures[i].stamina = 0 if "minion" in tables.kinds[figure.kind].traits else book.kinds[figure.kind].stamina
        creatures[i].recoveries = book.kinds[figure.kind].recoveries
        creatures[i].surprised = int(book.rules.surprise) >> int(i >= MAX_HEROES) & 1
    return creatures


def _enemy_row(battle: Any, index: int, fresh: Any, book: Any, tables: Tables) -> dict[str, Any]:
    creature = MAX_HEROES + index
    row = creature_row(battle, creature, fresh, book, tables)
    figure = battle.creatures[creature]
    row["group"] = int(figure.group)
    if figure.squad != NOBODY:
        row["squad"] = int(figure.squad)
        if battle.squads[figure.squad].captain == creature:
            row["captain"] = True
    return row


def _group_row(group: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"acted": True} if group.acted else {}
    return row | {name: int(getattr(group, name)) for name in ("total", "place") if getattr(group, name)}


def _options_row(rules: Any) -> dict[str, Any]:
    """Options that differ from the defaults."""
    values = {
        "order": ORDERS[rules.order],
        "timer": int(rules.timer),
        "director": DIRECTORS[rules.director],
        "keep_single": bool(rules.keep_single),
    }
    return {name: value for name, value in values.items() if value != getattr(RuleOptions(), name)}
