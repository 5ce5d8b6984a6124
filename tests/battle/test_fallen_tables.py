"""The injury, madness and loot tables as people change them."""

from __future__ import annotations

import pytest

from brimstone_env.battle.book import export_tables, load_tables
from brimstone_env.core.errors import InputError


def test_the_tables_that_come_along_answer_every_roll():
    tables = load_tables()
    for rows in (tables.injuries, tables.madness):
        assert [roll for row in rows for roll in range(row.low, row.high + 1)] == list(range(1, 13))
    assert len(tables.loot_cards) == 12
    assert sum(row.gear for row in tables.loot_cards) == 2 * sum(row.artifact for row in tables.loot_cards)
    assert any(row.gear for row in tables.items)
    assert any(row.artifact for row in tables.items)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("injuries.toml", "low = 6\nhigh = 6", "low = 7\nhigh = 7", r"row 5 .leg.: low is 7 .* begins at 6"),
        ("injuries.toml", "low = 12\nhigh = 12", "low = 12\nhigh = 11", "high 11"),
        ("madness.toml", "low = 12\nhigh = 12", "low = 12\nhigh = 13", "high is 13, allowed is 1 to 12"),
        ("injuries.toml", "hands = -1", "hands = 1", "hands is 1, allowed is -2 to 0"),
        ("loot.toml", "copies = 2\ngear", "copies = 3\ngear", "copies add up to 13 cards, at most 12"),
        ("loot.toml", "dark_stone_d3 = 1", "dark_stone_d3 = 1\ngold_d6 = 5", "gold_d6 or for dark_stone_d3"),
        ("loot.toml", "gold = 100", "silver = 100", "unknown key 'silver'"),
    ],
)
def test_faults_are_one_sentence(tmp_path, file, old, new, message):
    export_tables(tmp_path)
    path = tmp_path / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load_tables(tmp_path)
