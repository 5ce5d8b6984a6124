"""What heroes did: counted by the kernel as a reader of the event log would count it."""

from collections import Counter as Tally

import numpy as np
import pytest

from brimstone_agents import cli
from brimstone_agents.arena import play_battles
from brimstone_agents.batch import load_match, name_game
from brimstone_agents.benchmark.behaviour import BEHAVIOUR, behaviour_of, behaviours_of
from brimstone_agents.benchmark.counting import Behaviour, note_choice
from brimstone_agents.roster import make_agent
from brimstone_agents.seeds import TRAINING
from brimstone_env.battle.codes import Decision, ItemKind, Verb
from brimstone_env.core.env import RulebookEnv
from brimstone_env.core.errors import InputError
from brimstone_env.core.records import new_records
from tests.agents.positions import Seen

SEED = int(TRAINING.seeds(1)[0])
GRIT_FOR = {(Decision.MOVE, Verb.EXTRA_MOVE): "grit_moves"}
SIZES = ("hits_small", "hits_medium", "hits_large", "hits_very_large")


def random_battle(scenario, seed, generator):
    """A battle of random legal actions: (actions, whole event log as rows with the decision's kind before it)."""
    env = RulebookEnv(name_game(scenario), scenario, log=True)
    info = env.reset(options={"episode_seed": seed})[1]
    rows, actions = [(0, -1, *event) for event in env.events()], []
    while info["outcome"] == 0 or info["decision"] != 0:
        actions.append(int(generator.choice(np.flatnonzero(info["action_mask"]))))
        kind = info["decision"]
        info = env.step(actions[-1])[-1]
        rows += [(kind, actions[-1], *event) for event in env.events()]
    return env, actions, rows


def tally(env, rows):
    """The counts that can be read off the log alone."""
    counts = Tally()
    items, tokens = env.prepared.books[0].items, env.prepared.books[0].tokens
    grid = env.prepared.books[0].map
    for kind, action, word, _, b, c in rows:
        if word == "hero_attack":
            counts["gun_attacks" if b >= 0 and items[b].kind == ItemKind.GUN else "melee_attacks"] += 1
            counts["free_attacks"] += c
        elif word == "hit":
            counts["hits"] += 1
            counts["critical_hits"] += c
        elif word == "grit" and (b > 0 or c == 1):
            counts["grit_gained"] += b
        elif word == "grit":
            counts[GRIT_FOR.get((kind, action), "grit_rerolls" if kind == Decision.REROLL else "grit_other")] -= b
        elif word == "hero_move":
            counts["moves"] += 1
            counts["squares_moved"] += int(grid.distance[grid.square_at[b], grid.square_at[c]])
        elif word == "token" and c == 0:
            counts["tokens_used"] += 1
            counts["other_attacks"] += int(tokens[b].ash + tokens[b].shiv_d6 + tokens[b].hatchet > 0)
        elif word in ("enemy_attack", "enemy_shoot"):
            counts["enemy_attacks"] += 1
            counts["enemy_hits"] += c
        elif word == "escape":
            counts["escapes_tried"] += 1
            counts["escapes_made"] += b
        elif word == "heal":
            counts["healed"] += b + c
        for name, event, number in (
            ("rounds", "turn", 1),
            ("other_attacks", "dynamite", 1),
            ("wounds_dealt", "wound", b),
            ("wounds_taken", "hero_wound", b),
            ("sanity_lost", "hero_horror", b),
            ("knockouts", "knocked_out", 1),
            ("recoveries", "revived", 1),
            ("recoveries", "recover", 1),
        ):
            counts[name] += number if word == event else 0
    return counts


def compare(scenario, count):
    generator, match = np.random.default_rng(3), load_match(scenario)
    total = Tally()
    for seed in range(SEED, SEED + count):
        env, actions, rows = random_battle(scenario, seed, generator)
        found = behaviour_of(match, seed, actions)
        expected = tally(env, rows)
        read = {name: int(found[name]) for name in BEHAVIOUR.names if name in expected}
        assert read == dict(expected)
        assert sum(int(found[name]) for name in SIZES) == found["hits"]
        total.update({name: int(found[name]) for name in BEHAVIOUR.names})
    return total


@pytest.mark.parametrize("scenario", ["quick", "lone-scout"])
def test_behaviour_of__counts_what_the_log_says(scenario):
    total = compare(scenario, 2)
    assert total["melee_attacks"] + total["gun_attacks"] > 0
    assert total["hits_large"] == total["hits_very_large"] == 0  # nobody is that large there


@pytest.mark.compiled
@pytest.mark.parametrize("scenario", ["mine-epic", "short-delve", "ambush-five", "outfitted", "pillar-bandits"])
def test_behaviour_of__counts_what_the_log_says_compiled(scenario):
    total = compare(scenario, 12)
    assert total["chose_nearest"] <= total["target_choices"]
    assert total["target_choices"] > 0
    if scenario == "mine-epic":
        assert total["hits_very_large"] > 0


ROOM = """
########
#aaaaaa#
#aaaaaa#
#aaaaaa#
########
"""


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (0, {"chose_nearest": 1, "chose_weakest": 0, "chose_wounded": 0, "chose_largest": 0}),
        (1, {"chose_nearest": 0, "chose_weakest": 1, "chose_wounded": 1, "chose_largest": 0}),
        (2, {"chose_nearest": 0, "chose_weakest": 0, "chose_wounded": 0, "chose_largest": 1}),
    ],
)
def test_note_choice__which_of_three_targets_of_a_gun(target, expected):
    hero = {"class": "us-marshal", "at": [1, 1], "active": True, "moved": True, "grit": 0}
    enemies = [
        {"type": "tentacles", "at": [1, 3]},
        {"type": "tentacles", "at": [1, 4], "wounds": 2},
        {"type": "night-terrors", "at": [3, 5]},
    ]
    seen = Seen(map=ROOM, heroes=[hero], enemies=enemies, dice={"to_hit": [8, 8]})
    seen.do("shoot shotgun")
    action = next(i for i in np.flatnonzero(seen.masks[0]).tolist() if seen.name(i) == f"assign enemy {target}")
    counts = new_records(Behaviour, 1)
    note_choice(seen.battles[0], seen.books[0], seen.masks[0], action, counts[0])
    assert {name: int(counts[0][name]) for name in expected} == expected
    assert counts[0]["target_choices"] == 1


def test_behaviour_of__an_action_that_is_not_legal():
    match = load_match("quick")
    with pytest.raises(InputError, match=r"scenario quick, seed 5: .* action 399 \(number 1\) is not legal there"):
        behaviour_of(match, 5, [399])


@pytest.mark.compiled
def test_behaviours_of__battles_must_come_out_as_they_did():
    match, seeds = load_match("quick"), TRAINING.seeds(4)
    actions = [[] for _ in seeds]
    results = play_battles(make_agent("random"), match, seeds, None, actions)
    found = behaviours_of(match, results, actions)
    assert found.dtype == BEHAVIOUR
    assert found.tobytes() == b"".join(
        behaviour_of(match, int(seed), chosen).tobytes() for seed, chosen in zip(seeds, actions, strict=True)
    )
    results["turns"][2] += 1
    with pytest.raises(InputError, match=r"seed 1000000002: .*turns is \d+, was \d+"):
        behaviours_of(match, results, actions)


@pytest.mark.compiled
def test_evaluate__behaviour_is_a_second_table(capsys, tmp_path):
    arguments = ["evaluate", "random", "nearest", "--scenario", "quick", "--episodes", "20", "--seeds", "training"]
    assert cli.main([*arguments, "--behaviour", "--record", str(tmp_path)]) == 0
    first, second = (part.splitlines() for part in capsys.readouterr().out.split("\n\nscenario "))
    assert [line.split("|")[1].strip() for line in first[2:4]] == ["random", "nearest"]
    assert [cell.strip() for cell in second[2].split("|")[1:4]] == ["behaviour", "random", "nearest"]
    assert len({len(line) for line in second[2:]}) == 1
    assert len(list(tmp_path.iterdir())) == 2  # one replay for each agent, as without --behaviour
