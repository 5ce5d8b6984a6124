"""The battle on the picture of the README: a position of the standard map, and one shot in it."""

from __future__ import annotations

from typing import Any

ACTING = {"active": True, "moved": True}
POSITION: dict[str, Any] = {
    "map": "room-two-passages",
    "turn": 3,
    "heroes": [
        {"class": "gunslinger", "at": [5, 2], "health": 7, "sanity": 9, "grit": 2, "dead_eye": 4, **ACTING},
        {"class": "us-marshal", "at": [5, 4], "health": 5, "activated": True},
        {"class": "saloon-girl", "at": [7, 3], "sanity": 11, "statuses": ["void-venom"]},
        {"class": "bandido", "at": [6, 5], "health": 0, "sanity": 4, "knocked_out": True},
    ],
    "enemies": [
        {"type": "void-spiders", "at": [4, 3], "target": 1},
        {"type": "void-spiders", "at": [4, 3], "target": 0, "wounds": 1},
        {"type": "void-spiders", "at": [4, 3], "target": 1},
        {"type": "void-spiders", "at": [4, 1], "target": 0},
        {"type": "void-spiders", "at": [5, 5], "target": 1, "wounds": 2},
        {"type": "void-spiders", "at": [6, 1], "target": 0},
        {"type": "night-terrors", "at": [3, 5], "wounds": 7},
        {"type": "night-terrors", "at": [4, 5], "target": 1, "wounds": 3},
        {"type": "tentacles", "at": [1, 2]},
        {"type": "tentacles", "at": [4, 9]},
        {"type": "stranglers", "at": [6, 4], "target": 1},
    ],
    "elite": {"night-terrors": [3]},
    "groups": [
        {"type": "void-spiders", "activated": True, "placed": 8},
        {"type": "night-terrors"},
        {"type": "tentacles"},
        {"type": "stranglers"},
    ],
    "dice": {"to_hit": [2, 6]},
}  # fmt: skip
ACTION = "shoot pistol"


def example_battle() -> tuple[Any, Any, Any, Any]:
    """Battle, book, tables and legal actions of the example."""
    from brimstone_env.battle.game import GAME

    tables = GAME.load_tables(None)
    battles, books, dice = GAME.parse_position(POSITION, tables, "example")
    GAME.run("step", battles, books, dice, GAME.action_index(ACTION, battles[0], books[0], tables))
    return battles[0], books[0], tables, GAME.mask(battles, books, dice)[0]
