"""Several training seeds side by side: each comes out as it would alone."""

import json
from dataclasses import replace

import pytest

from brimstone_agents import cli
from brimstone_agents.ppo import several
from brimstone_agents.ppo import train as training
from brimstone_agents.ppo.several import SeedResult, format_summary, make_runs, refuse_old_runs, train_several
from brimstone_env.core.errors import InputError
from tests.agents.ppo.test_train import Stop


def test_make_runs__a_folder_and_a_seed_each_and_threads_that_are_said(tmp_path, tiny_settings):
    runs = make_runs("tiny", replace(tiny_settings, seed=5, threads=0), tmp_path, 3)
    assert [run.settings.seed for run in runs] == [5, 6, 7]
    assert [run.folder for run in runs] == [tmp_path / f"seed-{seed}" for seed in (5, 6, 7)]
    assert {run.settings.threads for run in runs} == {1}
    assert several.default_processes(replace(tiny_settings, threads=64)) == 1


def test_refuse_old_runs__names_the_folder(tmp_path, tiny_settings):
    runs = make_runs("tiny", tiny_settings, tmp_path, 2)
    refuse_old_runs(runs)
    runs[1].folder.mkdir()
    (runs[1].folder / "report.json").touch()
    with pytest.raises(InputError, match=r"seed-1: already holds a run; go on with --resume"):
        refuse_old_runs(runs)


def test_keep_files__writes_what_another_machine_made(tmp_path, tiny_settings):
    (run,) = make_runs("tiny", tiny_settings, tmp_path, 1)
    several.keep_files(run, SeedResult("abc", {"report.md": b"table"}))
    assert (run.folder / "report.md").read_bytes() == b"table"


def test_format_summary__how_far_seeds_are_apart():
    rows = [
        {"seed": seed, "weights": "0123456789abcdef", "win_rate": rate, "win_low": 0.1, "win_high": 0.9, "battles": 16}
        for seed, rate in enumerate((0.25, 0.75))
    ]
    lines = format_summary(rows).splitlines()
    assert lines[1].split()[:2] == ["0", "25.0%"]
    assert lines[3].split()[:5] == ["all", "50.0%", "25.0%", "to", "75.0%"]


def test_train__ray_without_seeds_is_bad_input(capsys):
    assert cli.main(["train", "quick", "--ray"]) == 2
    assert "allowed is with --seeds N" in capsys.readouterr().err


@pytest.mark.compiled
def test_train_several__each_seed_as_alone(tmp_path, tiny_settings, capsys):
    rows = train_several("tiny", tiny_settings, tmp_path / "both", 2, processes=1)
    assert [row["seed"] for row in rows] == [0, 1]
    assert rows[0]["weights"] != rows[1]["weights"]
    assert training.train("alone", replace(tiny_settings, seed=1), tmp_path / "alone") == rows[1]["weights"]
    assert json.loads((tmp_path / "both" / "seeds.json").read_text())["runs"] == rows
    assert "| ppo " in (tmp_path / "both" / "seed-1" / "log.txt").read_text()
    assert "seed 1: won" in capsys.readouterr().err


@pytest.mark.compiled
def test_train_one__goes_on_where_its_process_was_killed(tmp_path, tiny_settings):
    whole = training.train("whole", tiny_settings, tmp_path / "whole")
    (run,) = make_runs("tiny", tiny_settings, tmp_path, 1)
    with pytest.raises(KeyboardInterrupt):
        training.train("cut", tiny_settings, run.folder, extra=[Stop(3)])
    assert (run.folder / "last.ckpt").exists()
    assert several.train_one(run).weights == whole
    (run.folder / "last.ckpt").unlink()  # as if killed between the first model and the first checkpoint
    result = several.train_one(run)
    assert result.weights == whole
    assert result.files["report.json"] == (run.folder / "report.json").read_bytes()


@pytest.mark.learning
def test_train_several__on_ray_the_same_weights(tmp_path, tiny_settings):
    pytest.importorskip("ray")
    on_ray = train_several("tiny", tiny_settings, tmp_path / "ray", 2, processes=2, ray="local")
    without = train_several("tiny", tiny_settings, tmp_path / "processes", 2, processes=2)
    assert [row["weights"] for row in on_ray] == [row["weights"] for row in without]
    assert [row["wins"] for row in on_ray] == [row["wins"] for row in without]
