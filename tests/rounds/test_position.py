"""Positions: what is printed reads back to the same battle; what cannot be is refused with a sentence."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brimstone_env.core.dice import new_dice
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import new_records
from brimstone_env.rounds.codes import MAX_HEROES, Decision
from brimstone_env.rounds.game import GAME
from brimstone_env.rounds.harm import die
from brimstone_env.rounds.layout import Battle
from brimstone_env.rounds.position import load_position, parse_position
from brimstone_env.rounds.position_text import format_position
from brimstone_env.rounds.round import Asked
from brimstone_env.rounds.squad import renew_captains

TABLES = GAME.load_tables()
ROOM = "aaaaaa\naaaaaa\naaaaaa\naaaaaa"
BASE: dict[str, Any] = {
    "map": ROOM,
    "heroes": [{"class": "fury", "at": [0, 0]}, {"class": "conduit", "at": [0, 1]}],
    "enemies": [{"type": "goblin-warrior", "at": [3, 3]}],
}


def begin(scenario: str, seed: int, **options: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    books = GAME.make_book(TABLES, GAME.load_scenario(scenario), options)
    battles, dice = new_records(Battle, 1), new_dice()
    GAME.run("reset", battles, books, dice, seed=seed)
    return battles, books, dice


def printed_text(battles: NDArray[Any], books: NDArray[Any]) -> str:
    """A battle as text, nothing for one that a position cannot say."""
    with contextlib.suppress(InputError):
        return format_position(battles[0], books[0], TABLES)
    return ""


def differences(text: str, battles: NDArray[Any]) -> list[str]:
    """The parts of a battle, random streams aside, that its text does not bring back."""
    again = load_position(text, TABLES)[0]
    names = battles.dtype.names or ()
    return [name for name in names if name != "streams" and battles[name].tobytes() != again[name].tobytes()]


@pytest.mark.parametrize("options", [{}, {"timer": 3}, {"order": "agility"}])
def test_a_battle_that_is_over_reads_back(options: dict[str, Any]) -> None:
    """What a turn that was cut short left behind did not."""
    battles, books, dice = begin("rounds-quick", 3, **options)
    for k in range(MAX_HEROES, MAX_HEROES + 3):
        battles["creatures"]["stamina"][0, k] = 1
    rng = np.random.default_rng(2)
    while battles[0].outcome == 0:
        mask = GAME.mask(battles, books, dice)[0]
        GAME.run("step", battles, books, dice, action=int(rng.choice(np.flatnonzero(mask))))
    assert differences(format_position(battles[0], books[0], TABLES), battles) == []


def test_a_captain_who_fell_is_of_no_squad_once_another_one_is_found() -> None:
    rows = [{"type": "goblin-runner", "at": [3, i], "group": 0} for i in range(3)]
    fallen = {"type": "goblin-warrior", "at": [2, 2], "group": 0, "squad": 0, "captain": True}
    other = {"type": "goblin-warrior", "at": [2, 4], "group": 0}
    battles, books, dice = parse_position({**BASE, "enemies": [*rows, fallen, other]}, TABLES)
    die(battles[0], books[0], dice[0], MAX_HEROES + 3)
    renew_captains(battles[0], books[0])
    assert battles[0].squads[0].captain == MAX_HEROES + 4
    assert differences(format_position(battles[0], books[0], TABLES), battles) == []


def test_a_hero_whom_the_director_picks_is_no_moment_of_a_position() -> None:
    """The text of such a moment read back as one in which the heroes vote."""
    battles, books, dice = begin("rounds-quick", 3, timer=1)
    battles["outside"] = (1 << (MAX_HEROES + 1)) - 1
    while battles[0].pending.kind != Decision.NEXT or battles[0].pending.amount != Asked.DIRECTOR:
        GAME.run("step", battles, books, dice, action=int(np.flatnonzero(GAME.mask(battles, books, dice)[0])[0]))
    with pytest.raises(InputError, match="a position cannot say this moment"):
        format_position(battles[0], books[0], TABLES)


@pytest.mark.parametrize("order", ["alternating", "agility"])
def test_what_is_printed_reads_back_to_the_same_battle(order: str) -> None:
    rng = np.random.default_rng(1)
    printed = 0
    for seed in range(2):
        battles, books, dice = begin("rounds-standard", seed, order=order)
        for _ in range(25):
            mask = GAME.mask(battles, books, dice)[0]
            if battles[0].outcome != 0:
                break
            text = printed_text(battles, books)
            if text:
                printed += 1
                again, book, _ = load_position(text, TABLES)
                for name in battles.dtype.names or ():
                    if name != "streams":
                        assert battles[name].tobytes() == again[name].tobytes(), name
                assert book["rules"].tobytes() == books["rules"].tobytes()
                assert (GAME.mask(again, book, dice)[0] == mask).all()
            GAME.run("step", battles, books, dice, action=int(rng.choice(np.flatnonzero(mask))))
    assert printed > 5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"heroes": []}, "heroes are missing"),
        ({"map": 3}, "map is 3"),
        ({"turn": 0, "heroes": [{"class": "fury", "at": [0, 0], "active": True}]}, "before the first round"),
        ({"enemies": [{"type": "goblin", "at": [3, 3]}]}, "unknown monster 'goblin'"),
        ({"enemies": [{"type": "fury", "at": [3, 3]}]}, "unknown monster 'fury'"),
        ({"enemies": [{"type": "goblin-warrior", "at": [0, 1]}]}, "is taken by another creature"),
        ({"enemies": [{"type": "ogre-goon", "at": [3, 5]}]}, "no room for two by two"),
        ({"enemies": [{"type": "goblin-warrior", "at": [9, 9]}]}, "9,9"),
        ({"heroes": [{"class": "fury", "at": [0, 0], "stamina": 1000}]}, "stamina"),
        ({"heroes": [{"class": "fury", "at": [0, 0], "wounds": 1}]}, "wounds"),
        ({"heroes": [{"class": "fury", "at": [0, 0], "marked": "enemy 4"}]}, "enemy 4"),
        ({"heroes": [{"class": "fury", "at": [0, 0], "conditions": {"tired": "save"}}]}, "tired"),
        ({"heroes": [{"class": "fury", "at": [0, 0], "sources": {"prone": "enemy 0"}}]}, "none of its conditions"),
        ({"enemies": [{"type": "goblin-warrior", "at": [3, 3], "captain": True, "squad": 0}]}, ""),
        ({"outcome": "won", "heroes": [{"class": "fury", "at": [0, 0], "active": True}]}, "is over"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    if not message:
        parse_position({**BASE, **change}, TABLES)
        return
    with pytest.raises(InputError, match=r".+") as caught:
        parse_position({**BASE, **change}, TABLES)
    assert message in str(caught.value)


def test_minions_of_one_group_are_a_squad_that_shares_its_stamina() -> None:
    rows = [{"type": "goblin-runner", "at": [3, i], "group": 0} for i in range(3)]
    captain = {"type": "goblin-warrior", "at": [2, 2], "group": 0, "squad": 0, "captain": True}
    battles, _, _ = parse_position({**BASE, "enemies": [*rows, captain]}, TABLES)
    squad = battles[0].squads[0]
    assert (squad.stamina, squad.living, squad.full, squad.captain) == (12, 3, 3, 9)
    assert battles[0].num_groups == 1
