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


def test_labels__an_enemy_has_the_number_that_actions_name_it_by():
    env = RulebookEnv("rounds", "rounds-standard", None)
    env.reset(seed=1)
    prepared = env.prepared
    scene = read_scene(env.battle, prepared.books[0], prepared.tables, None)
    assert [int(enemy.label[1:]) for enemy in scene.enemies] == list(range(len(scene.enemies)))
    text = prepared.game.draw_ansi(env.battle, prepared.books[0], prepared.tables, colour=False)
    assert all(enemy.label in text for enemy in scene.enemies)


def test_order__groups_still_to_act_are_named_by_what_stands_on_the_board():
    env = RulebookEnv("rounds", "rounds-standard", None)
    env.reset(seed=1)
    prepared = env.prepared
    seen = prepared.game.view(env.battle, prepared.books[0], prepared.tables)
    scene = read_scene(env.battle, prepared.books[0], prepared.tables, None)
    squads = [order for order in scene.order if " x " in order]
    assert len(scene.order) == len(seen["order"])
    assert any("8 x " in order for order in squads)
    assert all(order.startswith(name) for order, name in zip(scene.order, seen["order"], strict=True))


def test_graves__ground_that_grasps_is_marked_in_both_pictures(begun):
    inner, game, parts, _ = begun
    before, text_before = game.draw_rgb(*parts), game.draw_ansi(*parts, colour=False)
    free = next(
        square
        for square in range(int(parts[1]["map"]["num_squares"]))
        if square not in inner.battle.creatures["square"]
    )
    inner.battle.graves[free] = 1
    assert (game.draw_rgb(*parts) != before).any()
    text = game.draw_ansi(*parts, colour=False)
    assert "~" not in text_before
    assert text.count("~") == 1


def test_words__who_is_winded_is_said_and_who_is_dying_is_not_winded_too(begun):
    inner, _, parts, _ = begun
    inner.battle.creatures[0].stamina = 13  # half of a fury's 27
    inner.battle.creatures[1].stamina = 0
    fury, conduit = read_scene(*parts, None).heroes
    assert "winded" in fury.words
    assert "dying" in conduit.words
    assert "winded" not in conduit.words
    inner.battle.creatures[0].stamina = 14
    assert "winded" not in read_scene(*parts, None).heroes[0].words


def test_looks__goblins_are_told_apart_by_the_letter_of_their_trade(begun):
    _, _, parts, _ = begun
    letters = {enemy.title: enemy.look.letter for enemy in read_scene(*parts, None).enemies}
    assert letters["goblin warrior"] == "W"
    assert letters["goblin assassin"] == "A"
