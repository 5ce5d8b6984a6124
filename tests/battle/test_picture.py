"""Pictures of battles: pixels and text, without a display."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.codes import FIRST_ENEMY, FIRST_SQUARE, NUM_ACTIONS, Decision, Outcome, Roll
from brimstone_env.battle.drawing.looks import KNOWN_LOOKS, looks_of
from brimstone_env.battle.drawing.scene import read_scene
from brimstone_env.battle.picture import draw_ansi, draw_rgb, main
from brimstone_env.battle.position import parse_position
from brimstone_env.core.errors import InputError
from brimstone_env.core.render import canvas
from brimstone_env.core.render.board import floor_of, grid_of
from brimstone_env.core.render.looks import initials
from brimstone_env.core.render.shapes import SHAPES, outline_of

TABLES = load_tables(None)
MAP = """
##########
#aaaa#bbb#
#aaaa+bbb#
#aaaa+bbb#
#aaaa#bbb#
##########
"""
HEROES = [
    {"class": "us-marshal", "at": [2, 2], "health": 6},
    {"class": "gunslinger", "at": [3, 2]},
    {"class": "bandido", "at": [1, 1], "knocked_out": True, "health": 0},
]
ENEMIES = [
    {"type": "void-spiders", "at": [2, 3], "target": 0},
    {"type": "void-spiders", "at": [2, 3], "target": 0},
    {"type": "void-spiders", "at": [2, 3], "target": 1, "wounds": 2},
    {"type": "tentacles", "at": [3, 3], "target": 1},
    {"type": "goliath", "at": [2, 7]},
]


def position(**changes):
    """A battle and its book; `changes` replace keys of the position."""
    data = {"map": MAP, "walls": [[[3, 6], [4, 6]]], "heroes": HEROES, "enemies": ENEMIES, **changes}
    battles, books, _ = parse_position(data, TABLES, "test")
    return battles, books


def rgb(battles, books, mask=None):
    return draw_rgb(battles[0], books[0], TABLES, mask)


def ansi(battles, books, **options):
    return draw_ansi(battles[0], books[0], TABLES, **{"colour": False, **options})


def test_draw_rgb__a_frame_is_pixels_and_not_constant():
    frame = rgb(*position())
    assert frame.dtype == np.uint8
    assert frame.shape == (860, 1280, 3)
    assert frame.flags.writeable
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize(
    ("record", "index", "name", "value"),
    [
        ("heroes", 0, "health", 1),
        ("heroes", 0, "sanity", 1),
        ("heroes", 0, "grit", 2),
        ("heroes", 0, "venom", 1),
        ("heroes", 0, "held", 1),
        ("heroes", 0, "poison", 2),
        ("heroes", 0, "stunned", 1),
        ("heroes", 1, "bleeding", 1),
        ("heroes", 1, "corruption", 3),
        ("heroes", 0, "dragging", 2),
        ("heroes", 1, "square", 0),
        ("heroes", 1, "knocked_out", 1),
        ("heroes", 1, "activated", 1),
        ("enemies", 3, "wounds", 2),
        ("enemies", 3, "target", 0),
        ("enemies", 3, "square", 6),
        ("enemies", 3, "alive", 0),
        ("groups", 1, "elite", [1, 0, 0, 0, 0, 0]),
        ("groups", 1, "ambush", 2),
        ("groups", 1, "rolled", 6),
    ],
)
def test_draw__what_a_person_must_see_changes_both_pictures(record, index, name, value):
    battles, books = position()
    frame, text = rgb(battles, books), ansi(battles, books)
    battles[record][name][0, index] = value
    assert (rgb(battles, books) != frame).any(), (record, name)
    assert ansi(battles, books) != text, (record, name)


def test_draw_rgb__same_state_same_picture():
    battles, books = position()
    assert (rgb(battles, books) == rgb(battles, books)).all()


def test_draw__legal_actions_are_marked():
    battles, books = position()
    mask = np.zeros(NUM_ACTIONS, np.int8)
    mask[FIRST_SQUARE + 16 * 4 + 1] = 1
    assert (rgb(battles, books, mask) != rgb(battles, books)).any()
    assert " o " in ansi(battles, books, mask=mask)
    frame = rgb(battles, books, mask)
    mask[FIRST_ENEMY + 3] = 1
    assert (rgb(battles, books, mask) != frame).any()


def test_draw__the_end_is_announced():
    battles, books = position()
    battles["outcome"] = Outcome.WON
    assert "Victory: 2 of 3 heroes standing" in ansi(battles, books)
    battles["outcome"] = Outcome.LOST
    assert "Defeat" in ansi(battles, books)
    assert (rgb(battles, books) != rgb(*position())).any()


@pytest.mark.parametrize("decision", list(Decision))
def test_draw__every_decision_has_words(decision):
    battles, books = position()
    pending = battles[0].pending
    pending.kind, pending.hero, pending.enemy, pending.amount = decision, 0, 3, 2
    scene = read_scene(battles[0], books[0], TABLES)
    assert scene.question
    assert scene.headline == ("US Marshal" if decision != Decision.NONE else "The party")
    assert rgb(battles, books).shape == (860, 1280, 3)


def test_draw__the_roll_in_question_is_shown():
    battles, books = position()
    battle = battles[0]
    battle.pending.kind, battle.pending.hero = Decision.REROLL, 0
    battle.pool.kind, battle.pool.count, battle.pool.need = Roll.TO_HIT, 3, 4
    battle.pool.values[:3], battle.pool.grades[:3], battle.pool.marked[0] = (2, 5, 6), (0, 1, 2), 1
    assert "[to hit] 2* 5 6!" in ansi(battles, books)
    assert "needs 4+" in ansi(battles, books)
    many = battles.copy()
    many["pool"]["count"] = 24
    assert (rgb(many, books) != rgb(battles, books)).any()


def test_draw_ansi__board_in_box_characters():
    lines = ansi(*position(), width=60).splitlines()
    rows = lines[3:13]
    assert rows[0] == "   ┏━━━━━━━━━━━━━━━━━━━┓    ┏━━━━━━━━━━━━━━┓"
    assert rows[1] == " 1 ┃xB    a    a    a  ┃    ┃ b    b    b  ┃"
    assert rows[3].startswith(" 2 ┃ a    UM  3xV  ")
    assert "━" in rows[6][26:32]  # the thin wall between rows 3 and 4
    assert " T3 " in "".join(rows)
    assert "G4" in rows[3]
    assert "G4" in rows[5]


def test_draw_ansi__colour_is_escape_sequences_only():
    battles, books = position()
    plain = ansi(battles, books)
    coloured = ansi(battles, books, colour=True)
    assert "\x1b" not in plain
    bare = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()


@pytest.mark.parametrize("width", [60, 100, 160])
def test_draw_ansi__lists_stand_beside_or_below(width):
    battles, books = position()
    text = ansi(battles, books, width=width)
    assert "US Marshal  hero 0" in text
    assert "Still to act: Gunslinger" not in text
    assert "V2  at 2,3" in text
    beside = any("┃" in line and "Health" in line for line in text.splitlines())
    assert beside == (width >= 100)


def test_draw_ansi__what_an_enemy_type_attacks_with():
    types = ("slashers", "bandits", "corpse-piles", "auto-turrets")
    enemies = [{"type": name, "at": [row, 4]} for row, name in enumerate(types, 1)]
    lines = [line.split("    ")[-1] for line in ansi(*position(enemies=enemies), width=60).splitlines()]
    assert [line for line in lines if line.startswith(("Initiative", "Shoots"))] == [
        "Initiative 4, Defense 4, 2 dice 3+, damage d6",
        "Initiative 5, Defense 3, 2 dice 4+, damage 2",
        "Shoots 3 dice 5+, damage 2, range 6",
        "Initiative 0, Defense 2",
        "Initiative 5, Defense 3",
        "Shoots 3 dice 4+, damage 2, range 12",
    ]


def test_draw_ansi__a_figure_is_named_by_its_base_square():
    enemies = [{"type": "goliath", "at": [3, 3], "lean": 3, "target": 1}]
    heroes = [{"class": "us-marshal", "at": [1, 1]}, {"class": "gunslinger", "at": [4, 4]}]
    text = ansi(*position(heroes=heroes, enemies=enemies))
    assert "G0  at 3,3" in text
    assert [line.count(" G0 ") for line in text.splitlines() if line.startswith((" 2 ┃", " 3 ┃"))] == [2, 2]


def test_draw__party_sizes_and_maps():
    floor = [[row, column] for row in range(1, 5) for column in range(1, 5)]
    for size in range(1, 7):
        party = [{"class": "gunslinger", "at": at} for at in floor[:size]]
        enemies = [{"type": "tentacles", "at": [1, 6]}]
        battles, books = position(heroes=party, enemies=enemies)
        assert rgb(battles, books).any()
        assert (f"Gunslinger {size}" in ansi(battles, books)) == (size > 1)


def test_grid_of__the_map_fits_between_the_strips():
    for row in TABLES.maps:
        _, books = position(
            map=row.name, walls=[], heroes=[{"class": "bandido", "at": list(row.starts[0])}], enemies=[]
        )
        grid = grid_of(floor_of(books[0]))
        assert grid.cell >= 30
        assert grid.x > 24
        assert grid.y > 90
        assert grid.x + grid.columns * grid.cell < 1280 - 376
        assert grid.y + grid.rows * grid.cell < 860 - 60


def test_looks_of__letters_and_shapes_are_told_apart():
    looks = looks_of([*KNOWN_LOOKS, "cave-rats", "vampires"])
    letters = [look.letter for look in looks]
    assert len(set(letters)) == len(letters)
    assert all(look.shape in SHAPES for look in looks)
    first = [
        KNOWN_LOOKS[name].shape for name in ("void-spiders", "stranglers", "tentacles", "night-terrors", "goliath")
    ]
    assert len(set(first)) == 5


def test_initials():
    assert initials("US Marshal") == "UM"
    assert initials("Saloon Girl") == "SG"
    assert initials("bandido") == "B"


@pytest.mark.parametrize("name", list(SHAPES))
def test_shapes__stay_in_their_box(name):
    assert all(-0.15 <= x <= 1.15 and -0.15 <= y <= 1.15 for x, y in outline_of(name))


def test_load_pillow__missing_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(InputError, match=r"pip install 'brimstone-env\[render\]'"):
        canvas.load_pillow()


def test_draw__no_display_no_pygame():
    code = (
        "import sys, os; os.environ.pop('DISPLAY', None)\n"
        "from tests_picture import rgb, ansi, position\n"
        "rgb(*position()); ansi(*position())\n"
        "assert 'pygame' not in sys.modules\n"
        "assert not any('SDL' in name for name in os.environ)\n"
    )
    loader = (
        "import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('tests_picture', {__file__!r})\n"
        "module = importlib.util.module_from_spec(spec); sys.modules['tests_picture'] = module\n"
        "spec.loader.exec_module(module)\n"
    )
    clean = {name: value for name, value in os.environ.items() if "SDL" not in name}  # other tests open windows
    subprocess.run([sys.executable, "-c", loader + code], check=True, env=clean)


def test_main__draws_the_picture_of_the_readme(tmp_path, capsys):
    assert main([str(tmp_path / "battle.png")]) == 0
    assert (tmp_path / "battle.png").read_bytes().startswith(b"\x89PNG")
    assert main([str(tmp_path / "no" / "battle.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main([]) == 2
