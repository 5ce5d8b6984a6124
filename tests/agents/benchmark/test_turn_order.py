"""The report that compares turn orders: its figures, and a small run of the command."""

from __future__ import annotations

import numpy as np
import pytest

from brimstone_agents.arena import RESULT
from brimstone_agents.benchmark.turn_order import ORDERS, mean_gain, mean_rate
from brimstone_agents.cli import main


def results(*wins):
    rows = np.zeros(len(wins), RESULT)
    rows["won"] = wins
    return rows


def test_mean_rate__scenarios_count_alike():
    rate, half = mean_rate({"one": results(1, 1, 0, 0), "two": results(*[1] * 40)})
    assert rate == pytest.approx(0.75)
    smooth = 41 / 42
    expected = 1.959964 * np.sqrt(0.25 / 4 + smooth * (1 - smooth) / 40) / 2
    assert half == pytest.approx(expected, rel=1e-5)


def test_mean_gain__is_paired():
    before = {"one": results(1, 0), "two": results(0, 0)}
    gain, half = mean_gain({"one": results(1, 1), "two": results(0, 1)}, before)
    assert gain == pytest.approx(0.5)
    assert half == pytest.approx(1.959964 * np.sqrt(2 * (0.25 + 2 / 16) / 2) / 2, rel=1e-5)
    assert mean_gain(before, before)[0] == 0


def test_command__plays_all_orders_and_prints_the_tables(capsys, tmp_path):
    file = tmp_path / "battles.csv"
    words = ["turn-order", "random", "--scenarios", "spider-door", "--episodes", "3", "--behaviours", "2"]
    assert main([*words, "--csv", str(file)]) == 0
    text = capsys.readouterr().out
    for order in ORDERS:
        assert f"| {order}" in text or f" {order} |" in text
    assert "squares moved a round" in text
    lines = file.read_text().splitlines()
    assert lines[0].startswith("agent,order,scenario,seed,won")
    assert len(lines) == 1 + 3 * len(ORDERS)


def test_command__refuses_the_option_itself(capsys):
    assert main(["turn-order", "random", "--option", "turn_order=agility"]) == 2
    assert "turn_order" in capsys.readouterr().err
