"""The choices of the rounds' tactics in small positions, each of which a player would recognise."""

import numpy as np
import pytest

from brimstone_agents.arena import play_battles
from brimstone_agents.batch import Batch, load_match
from brimstone_agents.roster import make_agent
from brimstone_agents.scripted.agent import ScriptedAgent, choose_actions
from brimstone_agents.scripted_rounds.book import PLAYBOOK
from brimstone_agents.seeds import TRAINING
from tests.agents.positions import Seen

FIELD = """
############
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
#aaaaaaaaaa#
############
"""
SCRIPTED = make_agent("scripted")
IN_ORDER = make_agent("in-order")
HURT_FIRST = make_agent("hurt-first")


def seen(heroes, enemies, **position):
    return Seen("rounds", map=FIELD, heroes=heroes, enemies=enemies, **position)


def hero(kind, at, **fields):
    return {"class": kind, "at": at, **fields}


def foe(kind, at, **fields):
    return {"type": kind, "at": at, **fields}


# --- who acts next --------------------------------------------------------------------------------------------------


def test_next__in_order_is_the_order_of_the_party():
    battle = seen(
        [hero("conduit", [1, 1], stamina=2), hero("fury", [2, 2]), hero("shadow", [3, 1])],
        [foe("goblin-warrior", [2, 3])],
        halt="never", side="heroes",
    )  # fmt: skip
    assert battle.choice(IN_ORDER) == "act hero 0"


def test_next__who_can_do_most_acts_first():
    """The Conduit has nothing to strike within reach; the Fury has."""
    battle = seen(
        [hero("fury", [1, 10], acted=True), hero("conduit", [1, 1]), hero("fury", [5, 9], resource=5)],
        [foe("goblin-warrior", [6, 10], stamina=5), foe("goblin-warrior", [6, 9])],
        halt="never", side="heroes",
    )  # fmt: skip
    assert battle.choice(SCRIPTED) == "act hero 2"


def test_next__hurt_first_is_who_has_least_left():
    battle = seen(
        [hero("fury", [1, 1]), hero("shadow", [3, 1], stamina=4), hero("conduit", [5, 1])],
        [foe("ogre-goon", [3, 8])],
        halt="never", side="heroes",
    )  # fmt: skip
    assert battle.choice(HURT_FIRST) == "act hero 1"


# --- a turn ---------------------------------------------------------------------------------------------------------


def test_turn__who_lies_stands_up():
    battle = seen([hero("fury", [3, 3], active=True, conditions={"prone": "mended"})], [foe("goblin-warrior", [3, 4])])
    assert battle.choice(SCRIPTED) == "use stand-up"


def test_turn__who_is_hurt_catches_its_breath():
    battle = seen([hero("fury", [3, 3], active=True, stamina=8)], [foe("ogre-goon", [3, 4])])
    assert battle.choice(SCRIPTED) == "use catch-breath"


def test_turn__who_is_unhurt_strikes():
    battle = seen([hero("fury", [3, 3], active=True, move=0)], [foe("ogre-goon", [3, 4])])
    assert battle.choice(SCRIPTED) == "use brutal-slam"


def test_turn__a_dying_ally_is_healed_before_anything_else():
    battle = seen(
        [hero("conduit", [3, 3], active=True), hero("fury", [3, 6], stamina=-2)], [foe("goblin-warrior", [3, 9])]
    )
    assert battle.choice(SCRIPTED) == "use healing-grace"
    assert battle.do("use healing-grace").choice(SCRIPTED) == "on hero 1"


def test_turn__who_might_bleed_to_death_does_nothing():
    dying = hero("fury", [3, 3], active=True, stamina=-10, move=0, conditions={"bleeding": "mended"})
    battle = seen([dying], [foe("ogre-goon", [3, 4])])
    assert battle.choice(SCRIPTED) == "end"


def test_turn__who_reaches_nobody_comes_nearer():
    battle = seen([hero("fury", [1, 1], active=True)], [foe("ogre-goon", [5, 8])])
    assert battle.choice(SCRIPTED) == "advance"


def test_turn__an_area_is_used_where_many_stand():
    crowd = [foe("goblin-warrior", [2 + i % 3, 8 + i // 3]) for i in range(6)]
    battle = seen([hero("elementalist", [3, 2], active=True, resource=5, move=0)], crowd)
    assert battle.choice(SCRIPTED) == "use conflagration"


def test_turn__a_command_goes_to_who_strikes_hardest():
    """The Tactician has nobody in reach; the Fury stands beside a goblin, the Conduit far off."""
    battle = seen(
        [
            hero("tactician", [1, 1], active=True, move=0, maneuver=0),
            hero("conduit", [6, 1], resource=0),
            hero("fury", [4, 7]),
        ],
        [foe("goblin-warrior", [4, 8])],
    )
    assert battle.choice(SCRIPTED) == "use strike-now"
    assert battle.do("use strike-now").choice(SCRIPTED) == "on hero 2"


# --- in the middle of things ----------------------------------------------------------------------------------------


def test_force__into_a_wall_rather_than_over_open_ground():
    """Beside the southern wall a push to the south hurts, along the wall it does not."""
    battle = seen(
        [hero("fury", [5, 4], active=True, move=0)], [foe("goblin-warrior", [6, 4], stamina=15)],
        dice={"power": [6, 7]},
    )  # fmt: skip
    battle.do("use brutal-slam")
    assert battle.choice(SCRIPTED) == "way south"


def test_surge__goes_to_who_has_yet_to_act():
    battle = seen(
        [
            hero("shadow", [3, 3], active=True, move=0),
            hero("fury", [5, 4], acted=True),
            hero("fury", [2, 4]),
        ],
        [foe("ogre-goon", [3, 4])],
        dice={"power": [5, 5]},
    )
    battle.do("use gasping-in-pain")
    assert battle.choice(SCRIPTED) == "on hero 2"


def test_reaction__a_parry_is_saved_for_what_hurts():
    """A goblin's free strike of 1 is no reason for it, an ogre's club is."""
    for kind, wanted in (("goblin-warrior", False), ("ogre-goon", True)):
        battle = seen(
            [hero("tactician", [3, 3])], [foe(kind, [3, 4], active=True)],
            outside=[0, 6], dice={"power": [3, 4]},
        )  # fmt: skip
        battle.do("use spear-charge" if kind == "goblin-warrior" else "use club-swing")
        assert (battle.choice(SCRIPTED) == "use parry") == wanted


def test_turn__a_spare_maneuver_knocks_a_goblin_into_another():
    battle = seen(
        [hero("fury", [3, 3], active=True, move=0, main=0)],
        [foe("goblin-warrior", [3, 4], stamina=3), foe("goblin-warrior", [3, 5], stamina=3)],
    )
    assert battle.choice(SCRIPTED) == "use knockback"


def test_turn__a_spare_maneuver_aids_who_has_yet_to_strike():
    """The ogre is too big to be knocked back."""
    heroes = [hero("fury", [3, 3], active=True, move=0, main=0), hero("shadow", [5, 3])]
    battle = seen(heroes, [foe("ogre-goon", [3, 4])])
    assert battle.choice(SCRIPTED) == "use aid-attack"
    heroes[1]["acted"] = True
    assert seen(heroes, [foe("ogre-goon", [3, 4])]).choice(SCRIPTED) == "end"


def test_next__who_can_mend_acts_before_the_dying_fall():
    battle = seen(
        [hero("shadow", [3, 1]), hero("conduit", [5, 1]), hero("fury", [4, 3], stamina=-5, acted=True)],
        [foe("ogre-goon", [3, 8])],
        halt="never", side="heroes",
    )  # fmt: skip
    assert battle.choice(SCRIPTED) == "act hero 1"


# --- all tactics ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYBOOK.tactics)
def test_tactics__choose_legal_actions_whatever_the_dice(name):
    match = load_match("rounds-quick")
    batch = Batch(match, 1)
    batch.reset(TRAINING.seeds(1))
    for _ in range(2):
        chosen = choose_actions(match, batch.battles, batch.masks, PLAYBOOK.find_tactic(name))
        assert batch.masks[np.arange(1), chosen].all()
        others = batch.battles.copy()
        others["streams"]["state"] += 1
        assert np.array_equal(chosen, choose_actions(match, others, batch.masks, PLAYBOOK.find_tactic(name)))
        batch.step(chosen)


@pytest.mark.compiled
@pytest.mark.parametrize("name", PLAYBOOK.tactics)
@pytest.mark.parametrize("order", ["alternating", "agility"])
def test_tactics__answer_every_kind_of_decision(name, order):
    match = load_match("rounds-leader", options={"keep_single": True, "order": order, "timer": 3})
    results = play_battles(ScriptedAgent(name), match, TRAINING.seeds(12))
    assert results["illegal"].sum() == 0
    assert not results["cut_off"].any()


@pytest.mark.compiled
def test_scripted__wins_more_when_it_chooses_who_is_next():
    """The same tactic with the order fixed wins less, by ten points and more."""
    match, seeds = load_match("rounds-standard"), TRAINING.seeds(512)
    free, fixed = (play_battles(ScriptedAgent(name), match, seeds)["won"].mean() for name in ("scripted", "in-order"))
    assert free > fixed
