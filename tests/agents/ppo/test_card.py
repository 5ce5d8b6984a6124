from __future__ import annotations

import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest
import torch as th

from brimstone_agents.ppo.card import check_card, make_card, schema_of
from brimstone_agents.ppo.model import (
    CARD_NAME,
    WEIGHTS_NAME,
    load_agent,
    load_policy,
    make_policy,
    read_card,
    write_atomically,
)
from brimstone_agents.ppo.reading import ROUNDS
from brimstone_agents.ppo.release import forget_verbs
from brimstone_agents.ppo.release import main as release
from brimstone_agents.ppo.settings import Settings
from brimstone_agents.roster import MODEL_LOADER, MODELS, import_object
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import find_game

SETTINGS = Settings(square_width=8, figure_width=8, latent_width=16)
GAME = find_game("battle")


@pytest.fixture
def card() -> dict:
    return make_card(GAME, SETTINGS, "quick", "abc", 123, {"win_rate": 0.5})


@pytest.fixture
def write(tmp_path, card):
    """Write a model's file, with parts of its card changed."""

    def write(**changes):
        th.manual_seed(0)
        path = tmp_path / "model.zip"
        with zipfile.ZipFile(path, "w") as archive, archive.open(WEIGHTS_NAME, "w") as file:
            th.save(make_policy(GAME, SETTINGS).state_dict(), file)
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr(CARD_NAME, json.dumps(card | changes))
        return path

    return write


def test_a_card_says_what_the_model_is_and_where_it_came_from(card):
    assert card["env_id"] == "brimstone/Battle-v0"
    assert card["settings"]["square_width"] == 8
    assert card["libraries"]["torch"].startswith("2.")
    assert card["seeds"]["training"] == 0
    assert {"commit", "books_hash", "evaluation", "steps"} <= set(card)
    assert json.loads(json.dumps(card)) == card


def test_a_model_is_loaded_from_its_card_and_plays(write, make_batch):
    policy = load_policy(write())
    th.manual_seed(0)
    assert all(
        (a == b).all() for a, b in zip(policy.parameters(), make_policy(GAME, SETTINGS).parameters(), strict=True)
    )
    agent = import_object(MODEL_LOADER)(write())
    masks = np.ones((3, GAME.num_actions), np.bool_)
    assert agent.act({name: leaf.numpy() for name, leaf in make_batch(3).items()}, masks).shape == (3,)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"env_id": "brimstone/Chess-v0"},
            "the game that the model was trained on is 'brimstone/Chess-v0', allowed is",
        ),
        ({"env_version": 7}, "the game's version that the model was trained on is 7, allowed is 0"),
        ({"action_hash": "x"}, r"the meaning of the actions \(hash\) that the model was trained on is 'x'"),
        ({"observation_hash": "x"}, "the meaning of the observations"),
        ({"card_format": 99}, "its card has format 99, allowed is 1"),
        ({"settings": SETTINGS.to_dict() | {"latent_width": 32}}, "weights do not fit the network"),
        ({"settings": SETTINGS.to_dict() | {"latent_width": -1}}, "latent_width is -1, allowed is 1 to 4096"),
    ],
)
def test_a_model_of_something_else_is_refused_in_one_sentence(write, changes, said):
    path = write(**changes)
    with pytest.raises(InputError, match=said) as caught:
        load_agent(path)
    assert str(caught.value).startswith(str(path))


@pytest.mark.parametrize("content", [b"", b"no zip", None])
def test_a_file_that_is_no_model_is_refused(tmp_path, content):
    path = tmp_path / "model.zip"
    if content is None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("data", "{}")
    else:
        path.write_bytes(content)
    with pytest.raises(InputError, match="is no model of `brimstone train`"):
        load_agent(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.zip: cannot be read"):
        load_agent(tmp_path / "none.zip")


def test_hashes_change_with_what_actions_or_observations_mean():
    other = replace(GAME, observation_rows=lambda: [*GAME.observation_rows()[1:]], num_actions=GAME.num_actions + 1)
    assert schema_of(other)["action_hash"] != schema_of(GAME)["action_hash"]
    assert schema_of(other)["observation_hash"] != schema_of(GAME)["observation_hash"]
    with pytest.raises(InputError):
        check_card(make_card(other, SETTINGS, "quick", "", 0, None), GAME, "model")


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "deep" / "file"
    write_atomically(path, b"old")

    def fail(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"newer")
    assert path.read_bytes() == b"old"
    monkeypatch.undo()
    write_atomically(path, b"newer")
    assert [entry.name for entry in path.parent.iterdir()] == ["file"]


def test_a_loaded_policy_still_does_not_mark_dice(write, card):
    # Found when a model that had trained without marking dice was evaluated with it, and lost a tenth of its wins.
    assert load_policy(write()).marks_dice
    assert not load_policy(write(settings=card["settings"] | {"marks_dice": False})).marks_dice


def test_release_model__keeps_what_playing_needs_and_always_writes_the_same_bytes(write, tmp_path):
    source = write()
    with zipfile.ZipFile(source, "a") as archive:
        archive.writestr("policy.optimizer.pth", bytes(10**6))
    targets = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for target in targets:
        assert release([str(source), str(target)]) == 0
    assert targets[0].read_bytes() == targets[1].read_bytes()
    with zipfile.ZipFile(targets[0]) as archive:
        assert sorted(archive.namelist()) == [CARD_NAME, WEIGHTS_NAME]
    assert read_card(targets[0]) == read_card(source)
    pairs = zip(load_policy(targets[0]).parameters(), load_policy(source).parameters(), strict=True)
    assert all((a == b).all() for a, b in pairs)


@pytest.mark.parametrize(("arguments", "said"), [([], "usage: "), (["none.zip", "x.zip"], "none.zip: cannot be read")])
def test_release_model__bad_input_is_one_sentence(arguments, said, capsys):
    assert release(arguments) == 2
    assert said in capsys.readouterr().err


def test_forget_verbs__only_if_nothing_else_about_the_actions_has_changed():
    """A verb that no decision ever offered may go; a model with other actions stays unusable."""
    game = find_game("rounds")
    now = schema_of(game)
    old = now | schema_of(game, {"END_MOVE": 6})
    assert old["action_hash"] != now["action_hash"]
    assert forget_verbs(old, {"END_MOVE": 6}, "old.zip") == now | {"lost_verbs": {"END_MOVE": 6}}
    with pytest.raises(InputError, match="its actions are not those of brimstone/Rounds-v0 with END_MOVE=9"):
        forget_verbs(old, {"END_MOVE": 9}, "old.zip")


def test_the_model_of_the_rounds__plays_the_rounds():
    policy = load_policy(MODELS / "ppo-rounds-standard.zip", "rounds")
    assert policy.features_extractor.reading is ROUNDS
    with pytest.raises(InputError, match="the game that the model was trained on is"):
        load_policy(MODELS / "ppo-rounds-standard.zip", "battle")
