"""The command line: exit statuses, messages on standard error, help made from the tables."""

import subprocess
import sys

import pytest

from brimstone_agents import cli
from brimstone_agents.roster import ROSTER


def test_main__bad_input_is_one_sentence_and_status_2(capsys):
    assert cli.main(["evaluate", "nobody-known", "--scenario", "quick"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("brimstone evaluate: agent 'nobody-known' is unknown")
    assert captured.err.count("\n") == 1


def test_main__too_many_episodes_for_the_block(capsys):
    assert cli.main(["evaluate", "random", "--scenario", "quick", "--episodes", "2000000"]) == 2
    assert "seed block 'report'" in capsys.readouterr().err


def test_main__unknown_scenario_is_bad_input(capsys):
    assert cli.main(["evaluate", "random", "--scenario", "no-such-place", "--episodes", "1"]) == 2
    assert "no-such-place" in capsys.readouterr().err


def test_main__interrupt_is_status_130(monkeypatch):
    def interrupted(path):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "import_object", interrupted)
    assert cli.main(["bench"]) == 130


def test_main__runner_decides_the_status(monkeypatch):
    monkeypatch.setattr(cli, "import_object", lambda path: lambda args: 1)
    assert cli.main(["cases", "some.toml"]) == 1
    monkeypatch.setattr(cli, "import_object", lambda path: lambda args: None)
    assert cli.main(["cases", "some.toml"]) == 0


def test_main__other_errors_are_not_hidden(monkeypatch):
    def broken(args):
        raise ValueError("a fault of ours")

    monkeypatch.setattr(cli, "import_object", lambda path: broken)
    with pytest.raises(ValueError, match="a fault of ours"):
        cli.main(["bench"])


@pytest.mark.parametrize(
    ("text", "words"), [("x", "'x' is not a whole number"), ("1.5", "'1.5' is not a whole"), ("-1", "-1 is not 0 or")]
)
def test_main__a_seed_is_a_whole_number(text, words, capsys):
    with pytest.raises(SystemExit):
        cli.main(["play", "--seed", text])
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("bad", [["evaluate"], ["evaluate", "random", "--episodes", "0"], ["dance"], []])
def test_main__usage_errors_are_status_2(bad, capsys):
    with pytest.raises(SystemExit) as error:
        cli.main(bad)
    assert error.value.code == 2
    assert "usage: brimstone" in capsys.readouterr().err


def test_help__lists_the_agents(capsys):
    with pytest.raises(SystemExit):
        cli.main(["evaluate", "--help"])
    text = capsys.readouterr().out
    assert all(entry.description in text for entry in ROSTER.values())


def test_tables_export__writes_a_folder_once(tmp_path, capsys):
    folder = tmp_path / "tables"
    assert cli.main(["tables", "export", str(folder)]) == 0
    assert (folder / "enemies.toml").exists()
    assert cli.main(["tables", "export", str(folder)]) == 2
    assert "already holds something" in capsys.readouterr().err


def test_cli__imports_nothing_heavy():
    code = (
        "import sys, brimstone_agents.cli as cli; cli.make_parser();"
        "print([m for m in ('torch', 'numba', 'stable_baselines3') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_evaluate__a_csv_file_without_a_folder_is_refused_before_anything_is_played(tmp_path, capsys):
    # Found by a new user: it was a traceback.
    assert cli.main(["evaluate", "random", "--csv", str(tmp_path / "no" / "battles.csv")]) == 2
    assert "nothing was played" in capsys.readouterr().err


def test_tables__exported_checked_and_what_is_wrong_named(tmp_path, capsys):
    folder = tmp_path / "mine"
    assert cli.main(["tables", "export", str(folder)]) == 0
    assert cli.main(["tables", "check", str(folder)]) == 0
    assert "no fault found in" in capsys.readouterr().out
    assert cli.main(["tables", "export", str(folder)]) == 2
    items = folder / "items.toml"
    items.write_text(items.read_text().replace("shots = ", "shots = -", 1))
    assert cli.main(["tables", "check", str(folder)]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    for said in ("items.toml", "item 1", "shots is -", "0 to 12"):
        assert said in error


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('tile = "b"', 'tile = "z"', ": tile is 'z', which the map does not have: allowed a, b, c"),
        ("#bbbbbb#####", "#bBbbbb#####", ": 'B' at 1,2 of the drawing is not a square: allowed are #, a-z and +"),
    ],
)
def test_tables_check__a_fault_of_a_map_names_file_and_row(tmp_path, capsys, old, new, said):
    assert cli.main(["tables", "export", str(tmp_path)]) == 0
    maps = tmp_path / "maps.toml"
    maps.write_text(maps.read_text().replace(old, new, 1))
    assert cli.main(["tables", "check", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert f"{maps}, map 1 (room-two-passages){said}" in error


def test_tables__those_of_the_rounds_are_exported_checked_and_what_is_wrong_named(tmp_path, capsys):
    folder = tmp_path / "rounds"
    assert cli.main(["tables", "export", "--game", "rounds", str(folder)]) == 0
    assert cli.main(["tables", "check", "--game", "rounds", str(folder)]) == 0
    assert "no fault found" in capsys.readouterr().out
    file = folder / "heroes.toml"
    file.write_text(file.read_text().replace("stamina = 33", "stamina = 3300", 1))
    assert cli.main(["tables", "check", "--game", "rounds", str(folder)]) == 2
    said = capsys.readouterr().err
    assert "heroes.toml" in said
    assert "stamina" in said
