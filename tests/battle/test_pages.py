"""The generated pages are what is committed."""

import pytest

from brimstone_env.battle.codes import NUM_ACTIONS, Decision, Verb
from brimstone_env.battle.feature_rows import OBSERVATION_FIELDS
from brimstone_env.battle.pages import BLOCKS, FOLDER, PAGES, actions_page, enum_rows, observations_page, write_pages


@pytest.mark.parametrize("name", PAGES)
def test_pages__committed_text_is_the_generated_one(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == PAGES[name](), "run `python -m brimstone_env.battle.pages`"


def test_pages__are_written_anew(tmp_path):
    write_pages(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(PAGES)


def test_actions__blocks_cover_the_space_without_gaps():
    ends = [first + size for first, size, *_ in BLOCKS]
    assert [first for first, *_ in BLOCKS] == [0, *ends[:-1]]
    assert ends[-1] == NUM_ACTIONS


def test_actions__every_verb_and_decision_is_explained():
    for codes in (Verb, Decision):
        assert all(meaning for _, _, meaning in enum_rows(codes))
    assert "| 2 | `extra move` |" in actions_page()


def test_observations__every_feature_is_listed():
    page = observations_page()
    assert all(f"| {row.index} | `{row.name}` | 0..{row.high} |" in page for row in OBSERVATION_FIELDS)
