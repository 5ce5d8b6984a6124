"""`brimstone odds`: one action, all actions, conditions, JSON, errors."""

import json

import pytest

from brimstone_agents import cli

POSITION = '''
map = """
########
#aaaaaa#
#aaaaaa#
########
"""
heroes = [{ class = "us-marshal", at = [1, 1], active = true, moved = true, grit = 0 }]
enemies = [{ type = "tentacles", at = [1, 2] }]
'''


@pytest.fixture
def run(tmp_path, capsys):
    """Run `brimstone odds` on a position: (exit status, output, errors)."""
    path = tmp_path / "fight.toml"
    path.write_text(POSITION, encoding="utf-8")

    def run(*words, more=""):
        path.write_text(POSITION + more, encoding="utf-8")
        status = cli.main(["odds", str(path), *words])
        return status, *capsys.readouterr()

    return run


def test_odds__of_one_action(run):
    status, out, _ = run("melee", "--when", "kills >= 1")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "melee: exact, 5 different outcomes"
    assert lines[1] == "(rerolls: best, other choices: best for fight)"
    assert lines[2] == "  kills >= 1:  30.015 %  389/1296"
    assert "  wounds_dealt, on average 1.867" in lines
    assert "       0   37.346 %  121/324" in lines


def test_odds__of_all_actions_with_dice(run):
    status, out, _ = run("--when", "enemies.0.alive=0")
    assert status == 0
    head, heads, *rows = out.splitlines()
    assert head == "rerolls: best, other choices: best for fight"
    assert heads.split()[:3] == ["on", "average", "kills"]
    assert heads.endswith("enemies.0.alive=0")
    assert [row.split()[0] for row in rows[:2]] == ["melee", "shoot"]
    assert rows[0].split()[-2:] == ["30.02", "%"]
    assert rows[-1] == "(2 further actions without dice)"  # the badge, and the end


def test_odds__as_json(run):
    status, out, _ = run("melee", "--json")
    assert status == 0
    told = json.loads(out)["melee"]
    assert told["exact"] is True
    assert told["facts"]["enemies.0.alive"] == {"0": [389, 1296], "1": [907, 1296]}


def test_odds__past_the_limit_are_called_estimates(run):
    status, out, _ = run("melee", "--limit", "2", "--samples", "50", "--when", "kills = 1")
    assert status == 0
    assert out.startswith("melee: 50 battles played, since there are too many outcomes: chances are estimates")
    assert "(95 %: " in out
    assert "/" not in out.splitlines()[2]


@pytest.mark.parametrize(
    ("words", "more", "sentence"),
    [
        (["mele"], "", "'mele' is not the name of an action"),
        (["melee", "--when", "kils = 1"], "", "did you mean 'kills'"),
        (["melee", "--objective", "glory"], "", "unknown objective 'glory'"),
        (["melee"], "dice = { to_hit = [1] }\n", "dice are scripted"),
        (["melee"], "heros = 3\n", "heros"),
    ],
)
def test_odds__bad_input_is_one_sentence(run, words, more, sentence):
    status, out, errors = run(*words, more=more)
    assert (status, out) == (2, "")
    assert errors.startswith("brimstone odds: ")
    assert sentence in errors
    assert errors.count("\n") == 1


def test_odds__of_nothing_asked(run, tmp_path, capsys):
    path = tmp_path / "calm.toml"
    path.write_text(POSITION.replace("active = true, moved = true, ", ""), encoding="utf-8")
    assert cli.main(["odds", str(path)]) == 2
    assert "name what goes on, one of set up, start, enemies, next" in capsys.readouterr().err
