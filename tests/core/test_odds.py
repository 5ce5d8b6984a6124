"""Odds of actions: what is asked, how choices on the way are answered, limits, errors."""

from fractions import Fraction

import pytest

from brimstone_env.battle.book import load_tables
from brimstone_env.battle.game import GAME
from brimstone_env.battle.position import load_position
from brimstone_env.core.errors import InputError
from brimstone_env.core.odds import find_odds
from brimstone_env.core.outcomes import read_condition

MAP = '''
map = """
########
#aaaaaa#
#aaaaaa#
########
"""
'''
TABLES = load_tables(None)
MELEE = """
heroes = [{ class = "us-marshal", at = [1, 1], active = true, moved = true, grit = GRIT }]
enemies = [{ type = "tentacles", at = [1, 2] }]
"""


def odds_of(text, action, **how):
    battles, books, _ = load_position(MAP + text, TABLES)
    before = battles.tobytes()
    found = find_odds(GAME, TABLES, battles, books, action, **how)
    assert battles.tobytes() == before
    return found


def melee(grit=0, **how):
    return odds_of(MELEE.replace("GRIT", str(grit)), "melee", **how)


def test_chances__of_a_melee_add_up():
    odds = melee()
    assert odds.exact
    assert sum(chance for _, chance in odds.outcomes) == 1
    # A die misses on 1-3, hits on 4-5 (1-2 of the damage die are stopped), and is critical on 6.
    assert odds.chance("enemies.0.wounds = 0") == Fraction(11, 18) ** 2
    assert odds.chance("enemies.0.wounds > 0 and enemies.0.alive = 1") == odds.chance(
        lambda facts: facts["wounds_dealt"] > 0 and facts["kills"] == 0
    )
    assert odds.distribution("kills")[1] == odds.chance("enemies.0.alive = 0")
    assert odds.mean("experience") == 30 * odds.chance("kills = 1")


@pytest.mark.compiled
def test_rerolls__are_kept_taken_or_chosen():
    kept, taken, best = (melee(1, rerolls=rerolls) for rerolls in ("keep", "failures", "best"))
    assert kept.outcomes[0][1] == melee().outcomes[0][1]
    assert kept.mean("grit_spent") == 0
    assert taken.mean("grit_spent") == Fraction(3, 4)  # unless both dice hit
    assert kept.chance("kills = 1") < taken.chance("kills = 1") < best.chance("kills = 1")


@pytest.mark.compiled
def test_the_objective__decides_what_is_best():
    hurt = melee(1, objective="enemies.0.wounds >= 1").chance("enemies.0.wounds >= 1")
    assert hurt >= max(melee(1, objective=word).chance("enemies.0.wounds >= 1") for word in ("kills", "experience"))
    thrifty = melee(1, objective={"grit_spent": -1})
    assert thrifty.mean("grit_spent") == 0


@pytest.mark.compiled
def test_a_policy_of_ones_own__comes_first():
    asked = []

    def policy(battle, names):
        asked.append(int(battle.pending.kind))
        return "keep" if "keep" in names else None

    odds = melee(1, policy=policy)
    assert asked
    assert odds.outcomes == melee(1, rerolls="keep").outcomes
    assert odds.policy.startswith("your policy")


def test_a_policy_of_ones_own__may_not_answer_what_is_not_legal():
    with pytest.raises(InputError, match="the policy answers 'run away', legal are: "):
        melee(1, policy=lambda battle, names: "run away")


@pytest.mark.compiled
def test_odds__end_with_the_enemys_attack():
    """The second of two stranglers does not strike any more."""
    text = """
    heroes = [{ class = "us-marshal", at = [1, 1], grit = 1 }]
    enemies = [{ type = "tentacles", at = [1, 2], target = 0 }, { type = "tentacles", at = [2, 2], target = 0 }]
    """
    battles, books, dice = load_position(MAP + text + "dice = { enemy_to_hit = [5, 5, 1], defense = [1, 1] }\n", TABLES)
    GAME.run("enemies", battles, books, dice)
    kept = find_odds(GAME, TABLES, battles, books, "keep")
    assert kept.distribution("wounds_taken") == {6: 1}
    again = find_odds(GAME, TABLES, battles, books, "reroll failures")
    block = Fraction(2, 3)  # Defense 3+
    assert again.distribution("wounds_taken") == {
        0: block**2,
        3: 2 * block * (1 - block),
        6: (1 - block) ** 2,
    }
    marked = find_odds(GAME, TABLES, battles, books, "reroll die 0", objective="unhurt")
    assert marked.chance("wounds_taken = 0") == block**2  # both are marked, though only one was named


def test_a_command__is_an_action_where_nothing_is_asked():
    text = """
    heroes = [{ class = "us-marshal", at = [1, 1], grit = 0 }]
    enemies = [{ type = "tentacles", at = [1, 2], target = 0 }]
    """
    odds = odds_of(text, "enemies")
    # Three dice: 4 and 5 can be blocked at 3+, 6 cannot; each unblocked hit is 3 wounds.
    harm = Fraction(1, 3) * Fraction(1, 3) + Fraction(1, 6)
    assert odds.distribution("wounds_taken") == {
        0: (1 - harm) ** 3,
        3: 3 * harm * (1 - harm) ** 2,
        6: 3 * harm**2 * (1 - harm),
        9: harm**3,
    }
    with pytest.raises(InputError, match="'melee' is not legal, legal are: set up, start, enemies, next"):
        odds_of(text, "melee")


@pytest.mark.compiled
def test_beyond_the_limit__battles_are_played_and_said_to_be():
    sampled = melee(limit=3, samples=60)
    assert not sampled.exact
    assert sampled.samples == 60
    assert sum(chance for _, chance in sampled.outcomes) == 1
    low, high = sampled.interval("kills = 1")
    assert low < float(melee().chance("kills = 1")) < high
    assert sampled.outcomes == melee(limit=3, samples=60).outcomes
    assert sampled.outcomes != melee(limit=3, samples=60, seed=1).outcomes
    assert melee().interval("kills = 1") == (float(melee().chance("kills = 1")),) * 2


@pytest.mark.parametrize(
    ("action", "how", "words"),
    [
        ("shoot shotgun 7", {}, "shotgun 7"),
        ("end move", {}, "'end move' is not legal, legal are: end, melee, "),
        (398, {}, "398 is not legal"),
        (4000, {}, "4000 is not legal"),
        ("melee", {"rerolls": "some"}, "rerolls is 'some', allowed are best, keep, failures"),
        ("melee", {"objective": "glory"}, "unknown objective 'glory'"),
        ("melee", {"objective": {"fame": 1}}, "unknown fact 'fame'"),
        ("melee", {"objective": "kils > 0"}, "did you mean 'kills'"),
        ("melee", {"objective": "kills > many"}, "is not FACT"),
    ],
)
def test_errors(action, how, words):
    with pytest.raises(InputError) as error:
        odds_of(MELEE.replace("GRIT", "0"), action, **how)
    assert words in str(error.value)


def test_unknown_facts__are_errors():
    odds = melee()
    for ask in (odds.mean, odds.distribution, lambda name: odds.chance(f"{name} = 1")):
        with pytest.raises(InputError, match="unknown fact 'wunds'"):
            ask("wunds")


def test_conditions__compare_as_they_say():
    names = ("a", "b.0.c")
    row = (2, -1)
    for text, holds in [("a = 2", True), ("a == 2", True), ("a != 2", False), ("a >= 2", True), ("a < 2", False),
                        ("a <= 1", False), ("a > 1 and b.0.c = -1", True), ("a > 1 and b.0.c = 0", False)]:  # fmt: skip
        assert read_condition(text, names)(row) is holds, text


def test_as_dict__holds_what_varies():
    told = melee().as_dict()
    assert told["exact"]
    assert told["facts"]["kills"] == {"0": [907, 1296], "1": [389, 1296]}
    assert "wounds_taken" not in told["facts"]
