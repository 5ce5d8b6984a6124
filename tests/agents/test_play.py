"""`brimstone play`: a battle by names, from a pipe."""

import argparse
import os
import subprocess
import sys
from itertools import count

import pytest

from brimstone_agents import hints, play
from brimstone_agents.cli import main
from brimstone_agents.play import Table, answer, gather
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError

SEED = 11


@pytest.fixture
def said():
    return []


@pytest.fixture
def table(said):
    table = Table(RulebookEnv("battle", "quick", None, log=True), colour=False, out=said.append)
    table.begin(SEED)
    said.clear()
    return table


def play_from(text, *arguments):
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    return subprocess.run(
        [sys.executable, "-m", "brimstone_agents.cli", "play", *arguments],
        input=text,
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
    )


def test_play__from_a_pipe():
    result = play_from("help\nnonsense\nlegal\nquit\n", "--scenario", "quick", "--seed", str(SEED))
    assert result.returncode == 0
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    for words in (f"quick, seed {SEED}", "Turn 1", "Still to act", "> nonsense", "'nonsense' is not", "left undecided"):
        assert words in result.stdout


def test_play__unknown_scenario_is_one_sentence_and_status_2():
    result = play_from("", "--scenario", "no-such-place")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "no-such-place" in result.stderr


def test_run__the_end_of_the_input_leaves_the_battle(monkeypatch, capsys):
    def ended(prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)
    assert play.run(argparse.Namespace(scenario="quick", seed=None, tables=None, plain=False)) == 0
    assert "left undecided" in capsys.readouterr().out


def test_play__to_the_end(table, said):
    def read():
        return table.env.action_names()[next(turns) % len(table.env.action_names())]

    turns = count()
    play.play(table, read)
    assert table.over
    assert "Experience by hero" in said[-1]
    assert any("The battle is" in text for text in said)
    assert not any("not legal" in text for text in said)


def test_answer__commands(table, said, tmp_path):
    answer(table, "")
    assert said == []
    answer(table, "help")
    answer(table, "board")
    answer(table, "legal")
    assert "quit" in said[0]
    assert "Still to act" in said[1]
    assert ": " in said[2]


def test_answer__save(table, said, tmp_path):
    while table.env.view()["decision"] not in ("move", "attack"):
        table.act(table.env.action_names()[0])
    answer(table, f"save {tmp_path / 'position.toml'}")
    assert "heroes" in (tmp_path / "position.toml").read_text()
    with pytest.raises(InputError, match="save FILE"):
        answer(table, "save")
    with pytest.raises(InputError, match="cannot be written"):
        answer(table, f"save {tmp_path}/no/such/folder.toml")


def test_hint__names_an_action_and_changes_nothing(table, said):
    before = table.env.get_state()
    table.adviser = "nearest"
    answer(table, "hint")
    assert said[-1].removeprefix("nearest would: ") in table.env.action_names()
    assert table.env.get_state() == before


@pytest.mark.compiled
def test_hint__of_a_search_says_what_it_found_out(table, said):
    table.adviser = "mcts:simulations=40"
    while len(table.env.action_names()) < 4:
        table.act(table.env.action_names()[0])
    said.clear()
    answer(table, "hint")
    first, *others = said
    assert first.startswith("mcts-40 would: ")
    assert 1 <= len(others) <= hints.SHOWN
    tried = [int(line.split("tried ")[1].split()[0]) for line in others]
    assert tried == sorted(tried, reverse=True)
    assert sum(tried) <= 40
    assert all("reward " in line for line in others)
    said.clear()
    answer(table, "hint")
    assert said == [first, *others]


def test_hint__an_unknown_agent_is_one_sentence_before_the_battle():
    result = play_from("", "--scenario", "quick", "--hint", "nobody")
    assert result.returncode == 2
    assert "agent 'nobody' is unknown" in result.stderr


def test_act__an_illegal_action_changes_nothing(table):
    before = table.env.get_state()
    for name in ("dance", "move 0,0", "shoot moon", "activate hero 5", "go on"):
        with pytest.raises(InputError):
            table.act(name)
    assert table.env.get_state() == before


def test_act__the_first_letters_are_enough(table):
    names = table.env.action_names()
    name = next(n for n in names if sum(other.startswith(n[:-1]) for other in names) == 1)
    table.act(name[:-1])
    assert table.env.battle.num_decisions == 1


def test_act__letters_that_may_mean_several_are_asked_back(table):
    while sum(name.startswith("move") for name in table.env.action_names()) < 2:
        table.act(table.env.action_names()[0])
    with pytest.raises(InputError, match="'mov' may be move"):
        table.act("mov")


def test_completions(table):
    names = table.completions()
    assert set(table.env.action_names()) < set(names)
    assert "quit" in names


def test_gather():
    assert gather(["move 1,2", "move 1,3", "end move", "shoot pistol", "shoot carbine", "end"]) == [
        *["move 1,2 | 1,3", "end move", "shoot pistol | carbine", "end"]
    ]


def test_make_reader__reads_lines(table):
    prompt_toolkit = pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    assert prompt_toolkit
    with create_pipe_input() as pipe, create_app_session(pipe, DummyOutput()):
        read = play.make_reader(table)
        pipe.send_text("legal\n")
        assert read() == "legal"
        pipe.send_text("\x04")
        assert read() is None


def test_make_reader__without_prompt_toolkit(table, monkeypatch):
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    assert play.make_reader(table) is play.read_plainly


def test_matches():
    assert play.matches("qu", ["quit", "legal"]) == ["quit"]
    assert play.matches("pis", ["shoot pistol", "melee"]) == ["shoot pistol"]
    assert play.matches("", ["quit", "legal"]) == ["quit", "legal"]


def test_rounds__a_turn_by_names_with_story_board_and_legend(said):
    table = Table(RulebookEnv("rounds", "rounds-quick", None, log=True), colour=False, out=said.append)
    table.begin(3)
    assert any(line.startswith("  - Round 1 begins") for line in said)
    said.clear()
    answer(table, "act hero 0")
    assert "  - The fury takes its turn" in said
    said.clear()
    answer(table, "use catch-breath")
    assert any("uses catch breath, the fury gets" in line for line in said)
    answer(table, "help")
    assert "Still to act" in said[-1]
    with pytest.raises(InputError, match="not legal now"):
        answer(table, "heroes first")


def test_rounds__a_saved_position_says_of_which_game_it_is_and_odds_take_it(said, tmp_path, capsys):
    table = Table(RulebookEnv("rounds", "rounds-quick", None, log=True), colour=False, out=said.append)
    table.begin(3)
    answer(table, "act hero 0")
    file = tmp_path / "position.toml"
    answer(table, f"save {file}")
    assert file.read_text().startswith('game = "rounds"\n')
    assert main(["odds", str(file), "use catch-breath"]) == 0
    assert "use catch-breath" in capsys.readouterr().out
