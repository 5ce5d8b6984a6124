"""`brimstone replay`: recorded by `evaluate` and `play`, told as a story, drawn as an animation."""

import json
import subprocess
import sys

import pytest

from brimstone_agents import cli

SEED = "11"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records") / "new"
    arguments = ["--scenario", "quick", "--episodes", "2", "--record", str(folder), "--records", "2"]
    assert cli.main(["evaluate", "nearest", *arguments]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["nearest-0.json", "nearest-1.json"]
    return folder / "nearest-0.json"


def test_replay__a_story_that_can_be_followed(file, capsys):
    assert cli.main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    for words in ("played by nearest", "Turn 1\n", "Void spiders 0 to", " acts\n", "The battle is ", "as recorded"):
        assert words in text
    assert text.count("Still to act") == 1
    assert all(len(line) <= 120 for line in text.splitlines())


def test_replay__who_reads_may_stop(file):
    command = [sys.executable, "-m", "brimstone_agents.cli", "replay", str(file), "--boards"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_replay__boards_and_animation(file, capsys, tmp_path):
    short = json.loads(file.read_text())
    short["moves"], short["outcome"] = short["moves"][:14], "undecided"
    path, gif = tmp_path / "short.json", tmp_path / "short.gif"
    path.write_text(json.dumps(short))
    assert cli.main(["replay", str(path), "--boards", "--gif", str(gif)]) == 0
    assert capsys.readouterr().out.count("Still to act") >= 1
    assert gif.read_bytes().startswith(b"GIF89a")


def test_replay__errors_are_one_sentence_and_status_2(file, capsys, tmp_path):
    assert cli.main(["replay", str(tmp_path / "no.json")]) == 2
    assert cli.main(["replay", str(file), "--gif", str(tmp_path / "no" / "a.gif")]) == 2
    spoilt = json.loads(file.read_text())
    spoilt["seed"] = 5
    (tmp_path / "spoilt.json").write_text(json.dumps(spoilt))
    assert cli.main(["replay", str(tmp_path / "spoilt.json")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 3
    assert "plays otherwise" in errors[2]


def test_evaluate__records_a_delve(tmp_path, capsys):
    arguments = ["--scenario", "delve-mine", "--episodes", "1", "--record", str(tmp_path)]
    assert cli.main(["evaluate", "random", *arguments]) == 0
    assert cli.main(["replay", str(tmp_path / "random-0.json")]) == 0
    text = capsys.readouterr().out
    assert "brimstone/Delve-v0" in text
    assert "\nBattle 1 of the delve begins\n" in text


def test_play__records(tmp_path, capsys, monkeypatch):
    path = tmp_path / "mine.json"
    lines = iter(["end move", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert cli.main(["play", "--plain", "--scenario", "quick", "--seed", SEED, "--record", str(path)]) == 0
    assert "The replay is in" in capsys.readouterr().out
    assert cli.main(["replay", str(path)]) == 0
    text = capsys.readouterr().out
    assert "played by a person" in text
    assert "the battle undecided" in text
    assert cli.main(["play", "--plain", "--record", str(tmp_path / "no" / "mine.json")]) == 2


def test_evaluate__a_record_folder_that_cannot_be_made(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    arguments = ["--scenario", "quick", "--episodes", "1", "--record", str(tmp_path / "file")]
    assert cli.main(["evaluate", "random", *arguments]) == 2
    assert "nothing was played" in capsys.readouterr().err
