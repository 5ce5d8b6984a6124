from __future__ import annotations

import json
from argparse import Namespace

import pytest

from brimstone_agents import bench
from brimstone_agents.batch import load_match
from brimstone_agents.ppo import speed
from brimstone_agents.ppo.settings import Settings
from brimstone_env.core.errors import InputError


@pytest.mark.compiled
def test_the_quick_table_has_machine_scenario_and_every_figure(tmp_path, capsys):
    path = tmp_path / "speed.json"
    assert bench.run(Namespace(scenario="quick", quick=True, json=str(path))) == 0
    printed = capsys.readouterr().out
    for said in ("processor: ", "cores: ", "numba ", "scenario: quick", "best of"):
        assert said in printed
    figures = json.loads(path.read_text())["figures"]
    names = [figure["what"] for figure in figures]
    for said in (
        "playouts",
        "gymnasium.make",
        "vector env, 1 battles",
        "vector env, 1,024 battles",
        "playouts of 2 turns",
    ):
        assert any(said in name for name in names)
    assert all(figure["value"] > 0 for figure in figures)


@pytest.mark.compiled
def test_the_engine_of_another_game_is_measured():
    match = load_match("rounds-quick")
    figures = [bench.measure_playouts(match, 1), bench.measure_single(match, "rounds-quick", None, 50, 1)]
    figures += bench.measure_vector(match, "rounds-quick", None, 2, 40, 1)
    figures += bench.measure_clones(match, "rounds-quick", None, 1)
    assert len(figures) == 6
    assert all(figure.value > 0 for figure in figures)


@pytest.mark.compiled
def test_the_first_reset_is_timed_in_a_process_of_its_own():
    import os

    assert 0.1 < bench.time_first_reset("quick", os.environ) < 100


@pytest.mark.compiled
def test_training_is_measured_with_its_ceiling_and_the_share_of_the_environment():
    settings = Settings(num_envs=64, rollout_steps=8, batch_size=256, epochs=1)
    rows = list(speed.measure_loop(settings, "quick", 1, 3000, 10))
    whole, ceiling, share = (row[1] for row in rows)
    assert ceiling > whole / 3
    assert whole > 0
    assert 0 < share < 100


@pytest.mark.parametrize(
    ("value", "unit", "budget", "met"),
    [
        (10, "steps/s", 9, True),
        (8, "steps/s", 9, False),
        (8, "s", 9, True),
        (10, "µs", 9, False),
        (10, "s", None, True),
    ],
)
def test_rates_must_reach_their_budget_and_times_must_keep_it(value, unit, budget, met):
    figure = bench.Figure("x", value, unit, budget)
    assert figure.met == met
    assert ("missed" in bench.format_figure(figure)) is not met


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        bench.write_json(tmp_path / "no" / "file.json", {})
