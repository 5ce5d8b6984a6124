"""The single environment: options, ends, rewards, episode seeds, names, log, states, pictures."""

import copy
import json
import pickle
import subprocess
import sys
import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from brimstone_env.battle.codes import Decision, Frame, Verb
from brimstone_env.battle.scenario import list_scenarios
from brimstone_env.core.errors import InputError
from brimstone_env.core.prepared import FIRST_DRAWN_SEED, ILLEGAL_PENALTY
from tests.core.walks import ENV_ID, hash_elsewhere, make, play_hash, random_actions

QUICK = {"scenario": "quick"}


def play(env, steps=10_000, seed=0, **how):
    """Random legal play to the end of the battle; all steps as (action, observation, reward, ends, info)."""
    generator = np.random.default_rng(seed)
    _, info = env.reset(seed=seed, **how)  # a seed always: a battle may end in one decision by chance
    taken = []
    for _ in range(steps):
        action = int(random_actions(info["action_mask"][None], generator)[0])
        observation, reward, terminated, truncated, info = env.step(action)
        taken.append((action, observation, reward, terminated, truncated, info))
        if terminated or truncated:
            break
    return taken


def same(one, other):
    return data_equivalence(one, other, exact=True)


# --- options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scenario": "mine-figth"}, "mine-fight"),
        ({"scenario": {"map": "nowhere", "party": ["us-marshal"]}}, "nowhere"),
        ({"scenario": {"map": "crossing", "party": ["paladin"]}}, "paladin"),
        ({"scenario": 7}, "scenario"),
        ({"tables": "/nowhere"}, "/nowhere"),
        ({"experience": "double"}, "revised"),
        ({"enemy_order": "fair"}, "players"),
        ({"aftermaths": True}, "aftermath"),
        ({"scenaro": "quick"}, "unknown argument 'scenaro': did you mean 'scenario'?"),
        ({"options": {"aftermath": True}}, "by their own names"),
        ({"illegal_action": "ignore"}, "noop_penalty, raise"),
        ({"outside": [9]}, "0 to 5"),
        ({"outside": ["hero 0"]}, "seat 'hero 0'"),
        ({"render_mode": "gif"}, "rgb_array"),
        ({"game": "chess"}, "battle"),
    ],
)
def test_options__a_wrong_one_gets_one_clear_sentence(options, words):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium warns of the render mode first
        with pytest.raises(InputError) as fault:
            make(**options)
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("cap", [0, -3, 2.5, True])
def test_options__a_cap_is_a_whole_number(cap):
    env_class = type(make(**QUICK))
    with pytest.raises(InputError, match="max_episode_steps"):
        env_class(scenario="quick", max_episode_steps=cap)


@pytest.mark.parametrize(
    "options",
    [
        {"experience": "revised"},
        {"enemy_order": "players"},
        {"aftermath": True},
        {"keep_single": True},
        {"illegal_action": "raise"},
        {"outside": [0]},
        {"log": True},
        {"scenario": "solo"},
    ],
)
def test_options__a_seeded_reset_keeps_every_one(options):
    env = make(**{**QUICK, **options})
    before = env.prepared
    env.reset(seed=3)
    books = env.prepared.books.tobytes()
    env.reset(seed=4)
    assert env.prepared is before
    assert env.prepared.books.tobytes() == books
    assert int(env.battle.outside) == (1 if "outside" in options else 63)


def test_options__keep_single_asks_decisions_with_one_option():
    def fewest(**options):
        return min(info["action_mask"].sum() for *_, info in play(make(**QUICK, **options), 60, seed=0)[:-1])

    assert fewest(keep_single=True) == 1
    assert fewest() > 1


def test_outside__heroes_of_other_seats_are_played_by_the_rules():
    seats = {info["seat"] for *_, info in play(make(**QUICK, outside=[1]), seed=1)[:-1]}
    assert seats == {1}


# --- ends and rewards -----------------------------------------------------------------------------------------------


def test_rewards__only_the_end_pays_and_every_hero_alike():
    env = make(**QUICK)
    for seed in range(4):
        *before, last = play(env, seed=seed)
        assert all(step[2] == 0.0 and not step[3] for step in before)
        _, _, reward, terminated, truncated, info = last
        assert terminated
        assert not truncated
        assert reward == {1: 1.0, 2: -1.0}[info["outcome"]]
        heroes = int(env.battle.num_heroes)
        assert info["hero_rewards"].tolist() == [reward] * heroes + [0.0] * (6 - heroes)
        assert (info["enemies_alive"] == 0) == (info["outcome"] == 1)


def test_end__an_aftermath_comes_before_it():
    env = make(**QUICK, aftermath=True)
    for seed in range(40):
        steps = play(env, seed=seed, options={"episode_seed": seed})
        asked = [i for i, step in enumerate(steps) if step[5]["decision"] in (Decision.BREATH, Decision.HEAL)]
        if steps[-1][5]["outcome"] == 1 and asked:
            assert not any(step[3] for step in steps[:-1])
            assert steps[asked[-1]][5]["outcome"] == 1 or steps[asked[-1]][5]["decision"] == Decision.HEAL
            assert steps[-1][2] == 1.0
            return
    pytest.fail("no battle was won with anything to heal")


def test_cap__truncates_and_the_end_by_the_rules_wins_a_tie():
    length = len(play(make(**QUICK), options={"episode_seed": 5}))
    env_class = type(make(**QUICK))
    for cap, terminated, truncated in ((length - 1, False, True), (length, True, False)):
        env = env_class(scenario="quick", max_episode_steps=cap)
        last = play(env, options={"episode_seed": 5})[-1]
        assert (last[3], last[4]) == (terminated, truncated)
        assert (last[2] == 0.0) == truncated


def test_cap__of_the_scenario_holds_and_time_limit_wraps():
    scenario = {"name": "short", "map": "crossing", "party": ["us-marshal"], "max_decisions": 3}
    assert len(play(make(scenario=scenario))) == 3
    wrapped = gym.make(ENV_ID, **QUICK, max_episode_steps=2)
    _, info = wrapped.reset(seed=0)
    ends = []
    for _ in range(2):
        *_, terminated, truncated, info = wrapped.step(int(np.flatnonzero(info["action_mask"])[0]))
        ends.append((terminated, truncated))
    assert ends == [(False, False), (False, True)]
    assert wrapped.get_wrapper_attr("action_masks")().shape == (400,)
    wrapped.close()


def test_step__before_the_first_reset_asks_for_one():
    with pytest.raises(gym.error.ResetNeeded):
        make(**QUICK).step(0)


# --- illegal actions ------------------------------------------------------------------------------------------------


def test_illegal__is_let_pass_for_a_penalty_and_counted():
    env = make(**QUICK)
    before, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[-1])
    for times in (1, 2):
        after, reward, terminated, truncated, info = env.step(illegal)
        assert same(before, after)
        assert not terminated
        assert not truncated
        assert reward == ILLEGAL_PENALTY
        assert info["illegal_actions"] == times
    assert info["hero_rewards"][0] == np.float32(ILLEGAL_PENALTY)
    assert env.reset(seed=0)[1]["illegal_actions"] == 0


def test_illegal__raises_by_option_and_names_what_is_legal():
    env = make(**QUICK, illegal_action="raise")
    env.reset(seed=0)
    state = env.get_state()
    with pytest.raises(InputError, match=r"not legal now, legal are: .*keep|end") as fault:
        env.step(Verb.USE_REVIVE)
    assert "use revive" in str(fault.value)
    assert env.get_state() == state


@pytest.mark.parametrize("action", [-1, 400, 2**40, 1.5, "end", None, np.array([1, 2])])
def test_illegal__outside_the_action_space_always_raises(action):
    env = make(**QUICK)
    env.reset(seed=0)
    with pytest.raises(InputError, match=r"^action is "):
        env.step(action)


@pytest.mark.parametrize("action", [np.int64(0), np.int8(0), np.array(0), 0])
def test_step__takes_any_whole_number(action):
    env = make(**QUICK)
    env.reset(seed=0)
    env.step(action)


# --- seeds ----------------------------------------------------------------------------------------------------------


def test_seeds__an_episode_seed_plays_the_same_whatever_came_before():
    env, other = make(**QUICK), make(**QUICK)
    play(env, 7, seed=3)
    first = play(env, 40, options={"episode_seed": 11})
    assert same(first, play(other, 40, options={"episode_seed": 11}))
    assert first[0][5]["episode_seed"] == 11


def test_seeds__drawn_ones_follow_the_generator_as_it_is_now():
    env = make(**QUICK)
    drawn = [env.reset(seed=3)[1]["episode_seed"], env.reset()[1]["episode_seed"], env.reset()[1]["episode_seed"]]
    assert len(set(drawn)) == 3
    assert min(drawn) >= FIRST_DRAWN_SEED
    env.reset(seed=3)
    assert [env.reset()[1]["episode_seed"], env.reset()[1]["episode_seed"]] == drawn[1:]
    env.np_random = np.random.default_rng(9)
    one = env.reset()[1]["episode_seed"]
    env.np_random = np.random.default_rng(9)
    assert env.reset()[1]["episode_seed"] == one


@pytest.mark.parametrize("seed", [-1, 2**53, 1.0, "7", True, None])
def test_seeds__a_wrong_episode_seed_is_refused(seed):
    with pytest.raises(InputError, match="episode_seed"):
        make(**QUICK).reset(options={"episode_seed": seed})


def test_seeds__an_unknown_reset_option_is_refused():
    with pytest.raises(InputError, match="episode_sede"):
        make(**QUICK).reset(options={"episode_sede": 1})


# --- names, view, log -----------------------------------------------------------------------------------------------


def test_names__legal_actions_by_name():
    env = make(**QUICK)
    _, info = env.reset(seed=0)
    for _ in range(20):
        legal = np.flatnonzero(info["action_mask"]).tolist()
        names = env.action_names()
        assert [env.action_index(name) for name in names] == legal
        assert [env.action_name(index) for index in legal] == names
        *_, info = env.step(legal[-1])
    with pytest.raises(InputError):
        env.action_index("dance")
    with pytest.raises(InputError):
        env.action_name(400)


def test_view__is_plain_values():
    env = make(**QUICK)
    play(env, 9)
    view = env.view()
    assert json.loads(json.dumps(view)) == view
    assert view["decisions"] == 9
    assert env.view(viewer=0)["turn"] == view["turn"]
    with pytest.raises(InputError, match="viewer"):
        env.view(viewer=99)


def test_log__holds_the_events_of_the_last_step_only():
    env = make(**QUICK, log=True)
    env.reset(seed=0)
    assert "place" in {word for word, *_ in env.events()}
    seen = set()
    for _ in range(40):
        *_, terminated, _, _ = env.step(int(np.flatnonzero(env.action_masks())[-1]))
        words = {word for word, *_ in env.events()}
        assert "place" not in words
        seen |= words
        if terminated:
            break
    assert {"die", "turn", "activate_hero"} <= seen
    assert len(env.events()[0]) == 4


def test_log__does_not_change_the_battle_and_needs_the_option():
    steps = [play(make(**QUICK, log=log), 40, options={"episode_seed": 2}) for log in (False, True)]
    assert same(*steps)
    env = make(**QUICK)
    env.reset(seed=0)
    with pytest.raises(InputError, match="log=True"):
        env.events()


# --- states and clones ----------------------------------------------------------------------------------------------


def test_state__restores_at_every_kind_of_decision():
    env, other = make(**QUICK, aftermath=True), make(**QUICK, aftermath=True)
    kinds = set()
    for seed in range(6):
        generator = np.random.default_rng(seed)
        _, info = env.reset(options={"episode_seed": seed})
        while info["decision"]:
            kind = info["decision"]
            state = env.get_state()
            action = int(random_actions(info["action_mask"][None], generator)[0])
            after = env.step(action)
            if kind not in kinds or len(kinds) < 3:
                other.set_state(state)
                assert same(other.step(action), after)
                assert other.get_state() == env.get_state()
            kinds.add(kind)
            info = after[4]
    assert {Decision.REROLL, Decision.MOVE, Decision.ATTACK, Decision.ASSIGN} <= kinds


def test_state__holds_counters_and_the_generator():
    env, other = make(**QUICK), make(**QUICK)
    env.reset(seed=1)
    env.step(Verb.USE_REVIVE)
    other.set_state(env.get_state())
    assert other.observe()[1]["illegal_actions"] == 1
    assert other.reset()[1]["episode_seed"] == env.reset()[1]["episode_seed"]
    assert other.np_random_seed == env.np_random_seed


@pytest.mark.parametrize(
    ("state", "words"),
    [(b"", "get_state"), (b"junk", "get_state"), (b"[1]\nxx", "get_state"), ("text", "get_state"), (None, "get_state")],
)
def test_state__what_is_none_is_refused(state, words):
    with pytest.raises(InputError, match=words):
        make(**QUICK).set_state(state)


def test_state__of_another_scenario_or_cut_short_is_refused():
    env = make(**QUICK)
    env.reset(seed=0)
    with pytest.raises(InputError, match="another scenario and options"):
        make(scenario="solo").set_state(env.get_state())
    with pytest.raises(InputError, match="another scenario and options"):
        make(**QUICK, experience="revised").set_state(env.get_state())
    with pytest.raises(InputError, match="battles"):
        make(**QUICK).set_state(env.get_state()[:-7])


def test_copies__pickle_deepcopy_and_clones_go_on_alike():
    env = make(**QUICK)
    play(env, 5, options={"episode_seed": 1})
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone("same")]
    legal = int(np.flatnonzero(env.action_masks())[0])
    after = env.step(legal)
    assert all(same(one.step(legal), after) for one in copies)
    assert all(one.spec == env.spec for one in copies)


def test_clone__fresh_dice_differ_and_the_original_does_not_notice():
    env = make(**QUICK)
    env.reset(options={"episode_seed": 1})
    state = env.get_state()
    streams = [env.clone("fresh").battle.streams.state.tolist() for _ in range(3)]
    assert len({str(stream) for stream in [*streams, env.battle.streams.state.tolist()]}) == 4
    assert env.get_state() == state
    with pytest.raises(InputError, match="'same' and 'fresh'"):
        env.clone("new")


# --- Gymnasium, pictures --------------------------------------------------------------------------------------------


def test_gymnasium__check_env_finds_nothing(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(**QUICK), skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render__shows_the_battle_without_a_display(mode, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    env = make(**QUICK, render_mode=mode)
    env.reset(seed=0)
    first = env.render()
    for _ in range(12):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    second = env.render()
    if mode == "ansi":
        assert isinstance(first, str)
        assert first != second
    else:
        assert first.dtype == np.uint8
        assert first.ndim == 3
        assert first.shape[2] == 3
        assert first.min() != first.max()
        assert not np.array_equal(first, second)
    env.close()
    env.close()


def test_render__human_opens_the_usual_window(monkeypatch):
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = make(**QUICK, render_mode="human")
    env.reset(seed=0)
    assert env.render() is None
    env.close()
    env.close()


def test_import__registers_and_pulls_in_neither_torch_nor_the_compiler():
    program = (
        "import sys, brimstone_env, gymnasium as gym; gym.spec('brimstone/Battle-v0');"
        "print([m for m in ('torch', 'stable_baselines3', 'pygame', 'PIL', 'numba', 'pettingzoo') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_environment__pulls_in_neither_torch_nor_pictures():
    program = (
        "import sys, gymnasium as gym, brimstone_env; gym.make('brimstone/Battle-v0', scenario='quick');"
        "print([m for m in ('torch', 'stable_baselines3', 'pygame', 'PIL', 'pettingzoo') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- the same bytes everywhere --------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_parity__compiled_and_uncompiled_play_the_same():
    assert play_hash(300, **QUICK) == hash_elsewhere(300, compiled=False, **QUICK)


@pytest.mark.compiled
def test_state__restores_at_every_kind_of_decision_of_every_scenario():
    """A defense reroll in the middle of an enemy group's attack included."""
    seen = set()
    orders = [("quick", "alternating"), ("quick", "agility")]
    for scenario, order in [*((scenario, "initiative") for scenario in list_scenarios()), *orders]:
        options = {"scenario": scenario, "aftermath": True, "enemy_order": "players", "keep_single": True}
        options["turn_order"] = order
        env, other = make(**options), make(**options)
        for seed in range(40):
            generator = np.random.default_rng(seed)
            _, info = env.reset(options={"episode_seed": seed})
            while info["decision"]:
                frames = {int(frame.kind) for frame in env.battle.stack.frames[: env.battle.stack.depth]}
                kind = (info["decision"], Frame.GROUP in frames)
                state = env.get_state()
                twin = env.clone("same")
                action = int(random_actions(info["action_mask"][None], generator)[0])
                after = env.step(action)
                if kind not in seen:
                    other.set_state(state)
                    assert other.get_state() == state
                    for copied in (other, twin):
                        assert same(copied.step(action), after)
                        assert copied.battle.tobytes() == env.battle.tobytes()
                seen.add(kind)
                info = after[4]
    assert {kind for kind, _ in seen} == set(Decision) - {Decision.NONE}
    assert (Decision.REROLL, True) in seen
    assert (Decision.REVIVE, True) in seen


@pytest.mark.compiled
def test_parity__processes_with_other_hash_seeds_play_the_same():
    here = play_hash(300)
    assert [hash_elsewhere(300, hash_seed=seed) for seed in ("0", "1")] == [here, here]


@pytest.mark.compiled
def test_cache__a_second_process_compiles_nothing():
    play_hash(1, **QUICK)  # fills the cache, if this process is the first
    program = (
        "from tests.core.walks import play_hash; play_hash(1, scenario='quick');"
        "from brimstone_env.battle.entry import run_many; stats = run_many.dispatcher.stats;"
        "print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "0"]


# --- odds -----------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_odds__are_those_of_the_position_and_change_nothing():
    env = make(**QUICK)
    with pytest.raises(gym.error.ResetNeeded):
        env.odds("end move")
    env.reset(seed=3)
    while not any(name.startswith("shoot") for name in env.action_names()):
        mask = env.action_masks()
        env.step(int(np.flatnonzero(mask)[0]))
    name = next(name for name in env.action_names() if name.startswith("shoot"))
    before = env.get_state()
    odds = env.odds(name)
    assert env.get_state() == before
    assert odds.exact
    assert sum(chance for _, chance in odds.outcomes) == 1
    assert odds.outcomes == env.odds(env.action_index(name)).outcomes
    twin = env.clone(rng="fresh")
    assert twin.odds(name).outcomes == odds.outcomes  # coming dice are not looked at
    with pytest.raises(InputError, match="is not legal"):
        env.odds("take grit")
