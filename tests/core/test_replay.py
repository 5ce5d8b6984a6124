"""Replays: recorded, written, read, played again byte for byte; and what is said when one is not as recorded."""

import json

import gymnasium as gym
import numpy as np
import pytest

import brimstone_env
from brimstone_env.battle.table_files import export_tables
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.core.render.animation import write_gif
from brimstone_env.core.replay import Recorder, RecordReplay, play_again, read_replay, write_replay

assert brimstone_env.__version__  # imported for its registration
DECISIONS = 12


def recorded(seed=3, decisions=DECISIONS, **options):
    """A replay of random play."""
    env = RecordReplay(gym.make("brimstone/Battle-v0", scenario="quick", log=True, **options), agent="dice")
    generator = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(decisions):
        _, _, terminated, _, info = env.step(int(generator.choice(np.flatnonzero(info["action_mask"]))))
        if terminated:
            break
    return env.replay()


@pytest.fixture(scope="module")
def replay():
    return recorded()


def changed(replay, tmp_path, /, **values):
    """The replay from a file in which some keys have other values."""
    path = tmp_path / "changed.json"
    write_replay(replay, path)
    data = json.loads(path.read_text()) | values
    path.write_text(json.dumps({key: value for key, value in data.items() if value is not None}))
    return path


def test_replay__written_read_and_played_again(replay, tmp_path):
    path = tmp_path / "battle.json"
    write_replay(replay, path)
    assert read_replay(path) == replay
    assert (replay.env, replay.note, len(replay.moves)) == ("brimstone/Battle-v0", {"agent": "dice"}, DECISIONS)
    assert json.loads(path.read_text())["moves"][0]["name"] == replay.moves[0].name
    moments = list(play_again(read_replay(path)))
    assert [moment.number for moment in moments] == list(range(DECISIONS + 1))
    assert moments[0].events == replay.begin
    assert tuple(moment.events for moment in moments[1:]) == tuple(move.events for move in replay.moves)


def test_replay__options_and_seats_come_with_it():
    replay = recorded(enemy_order="players", outside=[0, 1, 6], keep_single=True)
    assert replay.options == {"enemy_order": "players", "outside": [0, 1, 6], "keep_single": True}
    assert len(list(play_again(replay))) == DECISIONS + 1


def test_replay__illegal_actions_are_part_of_it():
    env = RecordReplay(gym.make("brimstone/Battle-v0", scenario="quick", log=True))
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    replay = env.replay()
    assert [move.events for move in replay.moves] == [()]
    assert len(list(play_again(replay))) == 2


def test_replay__another_die_is_told_with_its_place(replay, tmp_path):
    moves = [{**move._asdict()} for move in replay.moves]
    number = next(i for i, move in enumerate(replay.moves) if any(event[0] == "die" for event in move.events))
    events = [list(event) for event in moves[number]["events"]]
    place = next(i for i, event in enumerate(events) if event[0] == "die")
    events[place][2] += 1
    moves[number]["events"] = events
    read = read_replay(changed(replay, tmp_path, moves=moves))
    with pytest.raises(
        InputError, match=rf"otherwise from decision {number + 1} \(.*: die .*recorded is die"
    ) as caught:
        list(play_again(read))
    assert "(version and tables are the recorded ones)" in str(caught.value)


def test_replay__what_differs_here_is_said(replay, tmp_path):
    read = read_replay(
        changed(replay, tmp_path, begin=[["turn", 1, 0, 0]], version=7, package="0.0.1", tables="0123456789abcdef")
    )
    with pytest.raises(InputError, match="otherwise from the set-up on") as caught:
        list(play_again(read))
    for said in ("version 7, not of", "recorded by version 0.0.1", "card tables were others"):
        assert said in str(caught.value)


def test_replay__an_action_that_is_another_or_an_end_that_is_another(replay, tmp_path):
    moves = [{**move._asdict(), "name": "dance"} for move in replay.moves]
    with pytest.raises(InputError, match=r"from decision 1 \(dance\) on: that is not action"):
        list(play_again(read_replay(changed(replay, tmp_path, moves=moves))))
    with pytest.raises(InputError, match="ends otherwise: undecided, recorded is won"):
        list(play_again(read_replay(changed(replay, tmp_path, outcome="won"))))


def test_replay__tables_of_ones_own(tmp_path):
    folder = tmp_path / "tables"
    export_tables(folder)
    enemies = folder / "enemies.toml"
    enemies.write_text(enemies.read_text().replace("health = 3\n", "health = 5\n", 1))
    replay = recorded(tables=folder)
    assert len(list(play_again(replay, folder))) == len(replay.moves) + 1
    assert replay.tables != recorded().tables


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"replay": None}, "is no replay"),
        ({"replay": 9}, "replay is 9, allowed is 1"),
        ({"sed": 4}, "unknown key 'sed'"),
        ({"seed": "four"}, "seed is 'four', allowed is a whole number"),
        ({"scenario": None}, "scenario is None, allowed is a table"),
        ({"moves": [{"action": 1}]}, "not as they are recorded"),
        ({"begin": [["turn"]]}, "not as they are recorded"),
    ],
)
def test_read_replay__what_is_wrong_is_one_sentence(replay, tmp_path, values, message):
    with pytest.raises(InputError, match=message) as caught:
        read_replay(changed(replay, tmp_path, **values))
    assert "changed.json" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_used(replay, tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_replay(tmp_path / "no.json")
    with pytest.raises(InputError, match="cannot be written"):
        write_replay(replay, tmp_path / "no" / "battle.json")
    (tmp_path / "text.json").write_text("once upon a time")
    with pytest.raises(InputError, match="is no replay"):
        read_replay(tmp_path / "text.json")


def test_recorder__needs_a_log_an_environment_of_ours_and_a_reset():
    with pytest.raises(InputError, match="log=True"):
        Recorder(RulebookEnv(scenario="quick"))
    with pytest.raises(InputError, match="not of"):
        RecordReplay(gym.make("CartPole-v1"))
    with pytest.raises(InputError, match=r"after reset\(\)"):
        Recorder(RulebookEnv(scenario="quick", log=True)).replay()


def test_write_gif__equal_pictures_are_one(tmp_path):
    from PIL import Image

    black, white = np.zeros((40, 80, 3), np.uint8), np.full((40, 80, 3), 255, np.uint8)
    path = tmp_path / "play.gif"
    assert write_gif([(black, 100), (black, 100), (white, 300)], path, 40) == 2
    with Image.open(path) as image:
        assert (image.size, image.n_frames, image.info["duration"]) == ((40, 20), 2, 200)
    with pytest.raises(InputError, match="no picture"):
        write_gif([], path, 40)
    with pytest.raises(InputError, match="cannot be written"):
        write_gif([(black, 1)], tmp_path / "no" / "play.gif", 40)
