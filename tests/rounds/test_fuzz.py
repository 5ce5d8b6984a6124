"""Random battles of the rounds, checked at every decision: short uncompiled, longer compiled, a million by request."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_env.core.compiled import is_compiling
from brimstone_env.core.records import copy_records
from brimstone_env.rounds.codes import Frame
from brimstone_env.rounds.game import GAME
from brimstone_env.rounds.position import load_position
from tests.rounds.faults import find_faults
from tests.rounds.fuzz import Fuzz, Trouble, play_again, run_fuzz

# What the scenarios seldom come to: a million decisions hit it, fewer may not.
COMMON = ("block", "verb", "frame", "event", "roll", "creature", "outcome")
CHARGE = """
map = "aaaaaaaa"
outside = [0, 6]
heroes = [{ class = "shadow", at = [0, 1], active = true }]
enemies = [{ type = "human-brawler", at = [0, 0] }, { type = "human-brawler", at = [0, 7] }]
"""

LAST_ROOM = """
map = "aaa"
malice = 1
outside = [0, 6]
heroes = [{ class = "shadow", at = [0, 2] }]
enemies = [{ type = "goblin-monarch", at = [0, 0], active = true }]
"""


def assert_clean(fuzz: Fuzz, *kinds: str) -> None:
    """No trouble, and nothing of these kinds (none: of any) that was never hit."""
    print("\n".join(fuzz.tally.report()))
    assert not fuzz.troubles, "\n".join(str(trouble) for trouble in fuzz.troubles[:10])
    missing = [name for name in fuzz.tally.missing() if not kinds or name.split(" ")[0] in kinds]
    assert not missing, f"never hit: {missing}"


@pytest.mark.skipif(is_compiling(), reason="the compiled fuzz is another test")
def test_150_decisions_uncompiled() -> None:
    """With NumPy's warnings of overflow and bad indices as errors."""
    assert_clean(run_fuzz(150, seed=21, count=8, full_every=40, text_every=3), "block")


@pytest.mark.compiled
def test_20000_decisions() -> None:
    assert_clean(run_fuzz(20_000, seed=22), *COMMON)


@pytest.mark.soak
def test_a_million_decisions() -> None:
    assert_clean(run_fuzz(1_000_000, seed=23))


@pytest.mark.compiled
def test_what_is_changed_behind_the_rules_back_is_found() -> None:
    """The fuzz itself: each of these changes of one battle is noticed, and nothing of the others."""
    fuzz = Fuzz(seed=24, count=12)
    for _ in range(20):
        fuzz.play_round()
    assert not fuzz.troubles
    alive = np.argwhere(fuzz.battles["creatures"]["alive"][:, :6] == 1)
    row, hero = alive[0].tolist()
    changes = {
        "surges": ("surges", -1),
        "square": ("square", -1),
        "stamina": ("stamina", 99),
        "alive": ("alive", 0),
        "steps": ("steps", 127),
        "kind": ("kind", -1),
    }
    for name, value in changes.values():
        battles = copy_records(fuzz.battles)
        battles["creatures"][name][row, hero] = value
        assert set(find_faults(battles, fuzz.books)) == {row}, name


@pytest.mark.compiled
def test_the_referee_notices_who_acts_twice() -> None:
    fuzz = Fuzz(seed=25, count=12)
    for _ in range(40):
        fuzz.play_round()
    referee = fuzz.referees[0]
    after = fuzz.battles.view(np.ndarray)[0]
    acted = sorted(referee.turns)
    assert acted
    events = np.array([(2, acted[0], 0, 0)], np.int16)
    assert any("second turn" in sentence for sentence in referee.follow(events, after))


@pytest.mark.compiled
def test_histories_play_again() -> None:
    """What a trouble reports is enough: world, seed and actions give the same battle, to the byte."""
    fuzz = Fuzz(seed=26, count=12)
    for _ in range(40):
        fuzz.play_round()
    for i, actions in enumerate(fuzz.history):
        again = play_again(Trouble("", fuzz.worlds[i], int(fuzz.seeds[i]), actions, ""))
        again.battles["book_id"] = i
        assert again.battles.tobytes() == copy_records(fuzz.battles[i : i + 1]).tobytes()


def test_a_charge_in_the_middle_of_a_shift_kept_a_flag_of_two() -> None:
    battles, books, dice = load_position(CHARGE, GAME.load_tables())
    for name in ("disengage", "use charge"):
        action = GAME.action_index(name, battles[0], books[0], GAME.load_tables())
        assert GAME.run("step", battles, books, dice, action)[0] == 1
    assert battles[0].creatures[0].steps == 7
    frames = battles[0].stack.frames[: battles[0].stack.depth]
    assert Frame.MOVE in [frame.kind for frame in frames]
    assert not find_faults(battles, books)


def test_one_of_two_runners_found_room_and_was_not_counted() -> None:
    battles, books, dice = load_position(LAST_ROOM, GAME.load_tables())
    action = GAME.action_index("use get-in-here", battles[0], books[0], GAME.load_tables())
    assert GAME.run("step", battles, books, dice, action)[0] == 1
    assert (battles[0].num_enemies, battles[0].num_alive) == (2, 2)
    assert not find_faults(battles, books)
