"""Pictures of Rounds-v0: they show who is where, whose turn it is and what may be chosen, and change nothing."""

import gymnasium as gym
import numpy as np
import pytest

import brimstone_env  # noqa: F401
from brimstone_env.core.env import RulebookEnv
from brimstone_env.rounds.drawing.scene import listed, read_scene


@pytest.fixture
def begun():
    env = gym.make("brimstone/Rounds-v0", scenario="rounds-quick")
    _, info = env.reset(seed=5)
    inner = env.unwrapped
    game = inner.prepared.game
    parts = (inner.battle, inner.prepared.books[0], inner.prepared.tables)
    while game.view(*parts)["decision"] != "next":
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    return inner, game, parts, info


def test_ansi__every_creature_is_on_the_board_and_in_the_list(begun):
    _, game, parts, info = begun
    text = game.draw_ansi(*parts, colour=False, mask=info["action_mask"])
    seen = game.view(*parts)
    assert "Round 1" in text
    assert f"Malice {seen['malice']}" in text
    for index, hero in enumerate(seen["heroes"]):
        assert f"hero {index}" in text
        assert f"{hero['stamina']}/{hero['max_stamina']}" in text
    assert "\x1b" not in text
    assert "\x1b" in game.draw_ansi(*parts)


def test_ansi__narrow_terminals_get_the_lists_below(begun):
    _, game, parts, _ = begun
    narrow, wide = game.draw_ansi(*parts, colour=False, width=60), game.draw_ansi(*parts, colour=False, width=300)
    assert narrow.count("\n") > wide.count("\n")
    assert max(map(len, narrow.splitlines())) < max(map(len, wide.splitlines()))


def test_rgb__marks_what_may_be_chosen_and_changes_nothing(begun):
    inner, game, parts, info = begun
    before = inner.battle.tobytes()
    plain, marked = game.draw_rgb(*parts), game.draw_rgb(*parts, mask=info["action_mask"])
    assert plain.shape == (860, 1280, 3)
    assert plain.dtype == np.uint8
    assert (plain != marked).any()
    assert inner.battle.tobytes() == before


def test_listed__a_squad_is_one_row_and_its_captain_another():
    env = RulebookEnv("rounds", "rounds-standard", None)
    env.reset(seed=1)
    prepared = env.prepared
    scene = read_scene(env.battle, prepared.books[0], prepared.tables, None)
    rows = {(figure.title, count) for figure, count in listed(scene.enemies)}
    assert ("goblin spinecleaver", 8) in rows
    assert ("goblin sniper", 4) in rows
    assert ("goblin assassin", 2) not in rows  # two of a kind that share no Stamina
    assert [figure.title for figure, _ in listed(scene.enemies) if "captain" in figure.words] == ["goblin underboss"]
    assert sum(count for _, count in listed(scene.enemies)) == len(scene.enemies)
