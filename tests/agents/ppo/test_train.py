from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch as th
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback, CallbackList, EvalCallback
from stable_baselines3.common.evaluation import evaluate_policy as evaluate_without_masks

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import load_match
from brimstone_agents.ppo import train as training
from brimstone_agents.ppo.callbacks import refuse_plain_evaluation
from brimstone_agents.ppo.checkpoint import CHECKPOINT_NAME, read_checkpoint
from brimstone_agents.ppo.model import load_agent, read_card
from brimstone_agents.ppo.sb3_env import NativeVecEnv
from brimstone_agents.ppo.settings import Settings
from brimstone_agents.seeds import SELECTION
from brimstone_env.core.errors import InputError
from brimstone_env.core.game import find_game

compiled = pytest.mark.compiled
learning = pytest.mark.learning
SCRIPT = """
import sys
from pathlib import Path
from brimstone_agents.ppo.settings import make_settings
from brimstone_agents.ppo.train import train
import json
values = json.loads(sys.argv[2])
print("hash", train("t", make_settings(values, "test"), Path(sys.argv[1]), sys.argv[3] == "resume"))
"""


@compiled
def test_a_run_leaves_models_cards_a_checkpoint_and_a_report(tmp_path, tiny_settings, capsys):
    folder = tmp_path / "run"
    training.train("tiny", tiny_settings, folder)
    printed = capsys.readouterr().out
    for said in ("batch_size = 128", "decisions (random agent), gamma to that power", "rollout buffer: ", "network: "):
        assert said in printed
    for row in ("| random", "| ppo ", "| ppo (likeliest action)"):
        assert row in printed
    names = {path.name for path in folder.iterdir()}
    assert {"best.zip", "best.json", "last.zip", "last.json", "last.ckpt", "report.md", "report.json"} <= names
    assert not [name for name in names if name.endswith(".tmp")]
    assert any((folder / "tensorboard").iterdir())
    card = read_card(folder / "last.zip")
    assert card["steps"] == 1024
    assert card["evaluation"]["illegal"] == 0
    assert card["evaluation"]["block"] == "selection"
    report = json.loads((folder / "report.json").read_text())
    assert [row["agent"] for row in report["agents"]] == ["random", "ppo", "ppo (likeliest action)"]
    assert all(row["illegal"] == 0 and row["battles"] == 16 for row in report["agents"])


@compiled
@pytest.mark.parametrize("marks_dice", [True, False])
def test_a_kept_model_plays_as_it_was_evaluated(tmp_path, tiny_settings, marks_dice):
    training.train("tiny", replace(tiny_settings, marks_dice=marks_dice, evaluate_episodes=64), tmp_path)
    agent = load_agent(tmp_path / "last.zip")
    results = play_battles(agent, load_match("quick"), SELECTION.seeds(64))
    kept = read_card(tmp_path / "last.zip")["evaluation"]
    assert (int(results["won"].sum()), float(results["decisions"].mean())) == (kept["wins"], kept["decisions"])


@compiled
def test_a_run_is_not_overwritten_and_not_resumed_with_other_settings(tmp_path, tiny_settings):
    with pytest.raises(InputError, match="there is no checkpoint to resume from"):
        training.train("tiny", tiny_settings, tmp_path, resume=True)
    training.train("tiny", tiny_settings, tmp_path)
    with pytest.raises(InputError, match="already holds a run; go on with --resume"):
        training.train("tiny", tiny_settings, tmp_path)
    with pytest.raises(InputError, match=r"was made with gamma = 0.995, allowed for --resume is the same, not 0.9"):
        training.train("tiny", replace(tiny_settings, gamma=0.9), tmp_path, resume=True)
    (tmp_path / CHECKPOINT_NAME).write_bytes(b"half a file")
    with pytest.raises(InputError, match="is no checkpoint"):
        read_checkpoint(tmp_path / CHECKPOINT_NAME)


@compiled
def test_battles_too_long_for_gamma_are_refused_unless_forced():
    match = load_match("quick")
    with pytest.raises(InputError, match=r"gamma is 0.5, of which only 0.000 is left .* allowed is 0.\d+ or more"):
        training.check_length(Settings(gamma=0.5), match)
    assert "gamma to that power 0.00" in training.check_length(Settings(gamma=0.5, force_gamma=True), match)


class Stop(BaseCallback):
    """Ends training after some rollouts, as an interruption would."""

    def __init__(self, rollouts: int) -> None:
        super().__init__()
        self.left = rollouts

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@compiled
@pytest.mark.parametrize("shaping", [0.0, 0.5])
def test_a_run_that_was_interrupted_goes_on_to_the_very_same_weights(tmp_path, tiny_settings, shaping):
    settings = replace(tiny_settings, shaping=shaping)
    whole = training.train("tiny", settings, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        training.train("tiny", settings, tmp_path / "cut", extra=[Stop(3)])
    assert training.train("tiny", settings, tmp_path / "cut", resume=True) == whole
    reports = [json.loads((tmp_path / name / "report.json").read_text())["agents"] for name in ("whole", "cut")]
    assert [row["wins"] for row in reports[0]] == [row["wins"] for row in reports[1]]


@compiled
def test_plain_evaluation_of_stable_baselines_is_refused(tmp_path, tiny_settings):
    env = NativeVecEnv("quick", 4, threads=1)
    plain = EvalCallback(env)
    refuse_plain_evaluation([MaskableEvalCallback(env)])
    with pytest.raises(InputError, match="EvalCallback of stable_baselines3 evaluates without action masks"):
        refuse_plain_evaluation([CallbackList([plain])])
    with pytest.raises(InputError, match="without action masks"):
        training.train("tiny", tiny_settings, tmp_path, extra=[plain])
    model = training.make_model(replace(tiny_settings, num_envs=4, batch_size=32), env, find_game("battle"))
    with pytest.raises(InputError, match="without action masks"):
        evaluate_without_masks(model, env, n_eval_episodes=2)
    evaluate_policy(model, env, n_eval_episodes=4)
    assert env.illegal_actions == 0


def start(folder, settings: Settings, how: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SCRIPT, str(folder), json.dumps(settings.to_dict()), how]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def finish(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    return output.split()[-1]


@learning
def test_a_run_that_was_killed_loses_nothing_but_time(tmp_path, tiny_settings):
    """Kill -9 at any moment, resume, and the weights are those of a run that was left alone (L66)."""
    settings = replace(tiny_settings, total_steps=8192)
    whole = finish(start(tmp_path / "whole", settings, "new"))
    how = "new"
    for wanted in (512, 3000):
        process = start(tmp_path / "cut", settings, how)
        path = tmp_path / "cut" / CHECKPOINT_NAME
        while not (path.exists() and read_checkpoint(path)["steps"] >= wanted):
            assert process.poll() is None
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        how = "resume"
    assert finish(start(tmp_path / "cut", settings, how)) == whole


@learning
def test_two_runs_of_one_seed_end_with_equal_weights_and_another_seed_with_others(tmp_path, tiny_settings):
    hashes = [
        finish(start(tmp_path / name, replace(tiny_settings, seed=seed, threads=2), "new"))
        for name, seed in (("a", 5), ("b", 5), ("c", 6))
    ]
    assert hashes[0] == hashes[1] != hashes[2]


@learning
def test_a_short_run_learns_to_win_twice_as_often(tmp_path):
    """An untrained policy plays like the random agent; a minute of training is enough to leave it far behind."""
    settings = Settings(total_steps=150_000, evaluate_every=150_000, report_episodes=500, report_agents=("random",))
    training.train("short", settings, tmp_path)
    rows = json.loads((tmp_path / "report.json").read_text())["agents"]
    rates = {row["agent"]: row["win_rate"] for row in rows}
    assert rates["ppo"] > 2 * rates["random"]


@pytest.fixture(autouse=True)
def _one_thread():
    before = th.get_num_threads()
    yield
    th.set_num_threads(before)
