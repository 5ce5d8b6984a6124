"""Summaries and their table."""

import numpy as np
import pytest

from brimstone_agents.arena import RESULT
from brimstone_agents.evaluate import format_table, summarise


def make_results(won):
    results = np.zeros(len(won), RESULT)
    results["won"] = won
    results["heroes_standing"] = [2 if flag else 0 for flag in won]
    results["turns"] = 4
    results["decisions"] = [10 * (i + 1) for i in range(len(won))]
    return results


def test_summarise__rates_means_and_medians():
    summary = summarise("someone", make_results([True, False, True, True, False]), seconds=2.0)
    assert summary.win_rate == pytest.approx(0.6)
    assert summary.win_low < 0.6 < summary.win_high
    assert summary.heroes_standing == pytest.approx(1.2)
    assert summary.decisions == 30
    assert summary.rate == pytest.approx(75)


def test_summarise__one_battle_has_no_spread():
    assert summarise("someone", make_results([True])).heroes_spread == 0.0


def test_format_table__columns_line_up():
    table = format_table([summarise(name, make_results([True, False])) for name in ("a", "a-long-name")])
    lines = table.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len({line.count("|") for line in lines}) == 1
    assert "50.0%" in lines[2]
