"""The behaviour mix: quotients of sums over all battles."""

import numpy as np
import pytest

from brimstone_agents.benchmark.behaviour import BEHAVIOUR
from brimstone_agents.benchmark.mix import MIX, mix_of, mix_rows


def two_battles(**counts):
    found = np.zeros(2, BEHAVIOUR)
    for name, values in counts.items():
        found[name] = values
    return found


def test_mix_of__battles_weigh_by_what_happened_in_them():
    mix = mix_of(two_battles(rounds=[2, 6], melee_attacks=[1, 3], gun_attacks=[4, 8], wounds_taken=[10, 30]))
    assert mix["attacks_a_round"] == pytest.approx(16 / 8)
    assert mix["melee"] == pytest.approx(4 / 16)
    assert mix["wounds_taken_a_round"] == pytest.approx(40 / 8)


def test_mix_of__by_battle_and_of_nothing():
    mix = mix_of(two_battles(rounds=[1, 1], knockouts=[2, 1], grit_moves=[1, 0], grit_rerolls=[1, 2]))
    assert mix["knockouts"] == 1.5
    assert mix["grit_spent"] == 2.0
    assert mix["grit_on_rerolls"] == 0.75
    assert np.isnan(mix["escapes_made"])


def test_mix_rows__a_row_for_each_figure():
    mixes = [(name, mix_of(two_battles(rounds=[1, 3], escapes_tried=tries))) for name, tries in (("a", 0), ("b", 4))]
    rows = mix_rows(mixes)
    assert rows[0] == ["behaviour", "a", "b"]
    assert [row[0] for row in rows[1:]] == [figure.heading for figure in MIX]
    assert ["escapes made", "-", "0%"] in rows
    assert ["escapes tried a battle", "0.0", "4.0"] in rows


def test_mix__every_figure_is_made_of_counts():
    for figure in MIX:
        assert set(figure.above) | set(figure.below) <= {*BEHAVIOUR.names, "battles"}
