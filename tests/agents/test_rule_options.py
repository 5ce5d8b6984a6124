"""Options of the rules on the command line."""

import pytest

from brimstone_agents import cli
from brimstone_agents.rule_options import read_rule_options
from brimstone_env.core.errors import InputError


def test_values_are_toml_or_words():
    assert read_rule_options(["fixed_move=4", "aftermath=true", "experience=revised", "epic='always'"]) == {
        "fixed_move": 4,
        "aftermath": True,
        "experience": "revised",
        "epic": "always",
    }


@pytest.mark.parametrize("texts", [["fixed_move"], ["=4"], ["fixed_move=4", "fixed_move=5"]])
def test_what_is_no_option_is_said(texts):
    with pytest.raises(InputError, match="--option"):
        read_rule_options(texts)


@pytest.mark.parametrize("command", [["evaluate", "random", "--episodes", "1"], ["play"]])
def test_an_unknown_option_is_one_sentence_and_status_2(command, capsys):
    assert cli.main([*command, "--scenario", "quick", "--option", "fixed_mov=4"]) == 2
    error = capsys.readouterr().err
    assert "fixed_move" in error
    assert error.count("\n") == 1


def test_an_option_holds_in_the_battles_of_an_evaluation(monkeypatch, capsys):
    seen = []

    def load(scenario, tables, options):
        seen.append(options)
        raise InputError("enough")

    monkeypatch.setattr("brimstone_agents.evaluate.load_match", load)
    assert cli.main(["evaluate", "random", "--option", "dice_cap=8", "--option", "epic=always"]) == 2
    assert seen == [{"dice_cap": 8, "epic": "always"}]
