from __future__ import annotations

import re

import pytest

from brimstone_agents.ppo.settings import SETTINGS, Settings, format_settings, load_settings, make_settings, parse_value
from brimstone_env.core.configs import list_configs, tomllib
from brimstone_env.core.errors import InputError


@pytest.fixture
def write(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return str(path)

    return write


def test_a_file_fills_the_settings_and_the_command_line_changes_them(write):
    name, settings = load_settings(
        write("seed = 3\ngamma = 1\n"), ["epochs=7", "scenario=solo", "report_agents=['random']"]
    )
    assert name == "mine"
    assert settings == Settings(seed=3, gamma=1.0, epochs=7, scenario="solo", report_agents=("random",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("epoch = 3", "mine.toml: unknown key 'epoch': did you mean 'epochs'? allowed: scenario, tables, seed"),
        ("epochs = 0", "mine.toml: epochs is 0, allowed is 1 to 100"),
        ("epochs = 2.5", "mine.toml: epochs is 2.5, allowed is a whole number"),
        ("epochs = true", "mine.toml: epochs is True, allowed is a whole number"),
        ("gamma = nan", "mine.toml: gamma is nan, allowed is 0.0 to 1.0"),
        ("gamma = '1'", "mine.toml: gamma is '1', allowed is a number"),
        ("select_by = 'luck'", "mine.toml: select_by is 'luck', allowed are stochastic, deterministic"),
        ("report_agents = 'random'", "mine.toml: report_agents is 'random', allowed is a list of texts"),
        ("batch_size = 100000", "mine.toml: batch_size is 100000, allowed is at most num_envs * rollout_steps = 8192"),
        ("num_envs = 1\nrollout_steps = 9\nbatch_size = 4", "leaves a last batch of one decision"),
        ("seed = ", "mine.toml is not TOML"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_is_allowed(write, text, said):
    with pytest.raises(InputError, match=re.escape(said)):
        load_settings(write(text))


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("sed=1", "sed=1: unknown key 'sed': did you mean 'seed'?"),
        ("seed", "'seed' changes no setting, allowed is KEY=VALUE"),
        ("seed=-1", "seed=-1: seed is -1, allowed is 0 to"),
    ],
)
def test_an_override_that_cannot_be_used_is_named(write, override, said):
    with pytest.raises(InputError, match=re.escape(said)):
        load_settings(write(""), [override])


def test_an_unknown_config_is_named():
    with pytest.raises(InputError, match=r"no config 'quik' in train: did you mean 'quick'\?"):
        load_settings("quik")


@pytest.mark.parametrize("name", list_configs("train"))
def test_the_configs_that_come_along_can_be_loaded(name):
    assert load_settings(name)[0] == name


def test_values_of_the_command_line_are_toml_or_text():
    assert [parse_value(text) for text in ("1", "0.5", "true", "quick", "a/b.toml")] == [
        1,
        0.5,
        True,
        "quick",
        "a/b.toml",
    ]


def test_printed_settings_are_a_file_that_gives_the_same_settings():
    settings = Settings(seed=9, report_agents=("random", "door"), force_gamma=True)
    assert make_settings(tomllib.loads(format_settings(settings)), "printed") == settings


def test_settings_survive_json():
    assert make_settings(Settings().to_dict(), "card") == Settings()


def test_every_setting_says_what_it_means():
    assert all(item.metadata["doc"] for item in SETTINGS.values())


def test_card_tables_of_ones_own_are_a_setting():
    assert load_settings("quick")[1].tables == ""
    assert load_settings("quick", ['tables = "my-tables"'])[1].tables == "my-tables"
