"""What happened in the rounds, in words."""

import numpy as np
import pytest

from brimstone_env.core.env import RulebookEnv
from brimstone_env.rounds.codes import NOBODY, Condition, DamageType, Event, Outcome, Roll, Until
from brimstone_env.rounds.story import Story, read_event, tell


@pytest.fixture(scope="module")
def env():
    env = RulebookEnv("rounds", "rounds-quick", None, log=True)
    env.reset(seed=3)
    return env


@pytest.fixture
def told(env):
    prepared = env.prepared
    return lambda *events: tell(events, env.battle, prepared.books[0], prepared.tables)


def test_tell__an_ability_its_dice_and_what_it_does_are_one_sentence(told):
    row = 12  # the first ability that is not common
    lines = told(
        (Event.USE, 0, row, 0),
        (Event.DIE, Roll.POWER, 7, 10),
        (Event.DIE, Roll.POWER, 2, 10),
        (Event.TIER, 0, 6, 2),
        (Event.DAMAGE, 6, 5, DamageType.FIRE),
        (Event.CONDITION, 6, Condition.PRONE, Until.MENDED),
        (Event.DEAD, 6, 0, 0),
    )
    assert len(lines) == 1
    assert lines[0].startswith("The fury uses ")
    assert "tier 2 against goblin warrior (enemy 0) (rolls 7 and 2)" in lines[0]
    assert lines[0].endswith(
        "goblin warrior (enemy 0) takes 5 fire damage, goblin warrior (enemy 0) is prone, goblin warrior (enemy 0) dies"
    )


def test_tell__steps_of_one_move_are_told_as_one(told):
    assert told((Event.MOVED, 0, 0, 0), (Event.MOVED, 0, 1, 0), (Event.MOVED, 1, 2, 0)) == [
        "The fury moves to 1,2",
        "The conduit moves to 1,3",
    ]


def test_tell__shoves_and_slams_belong_to_what_began_them(told):
    lines = told((Event.USE, 0, 12, 0), (Event.MOVED, 6, 3, 1), (Event.SLAM, 6, NOBODY, 4))
    assert len(lines) == 1
    assert lines[0].endswith(
        "goblin warrior (enemy 0) is shoved to 1,4, goblin warrior (enemy 0) slams into a wall for 4"
    )


def test_tell__conditions_end_at_the_end_of_a_turn_or_by_a_save(told):
    lines = told(
        (Event.CONDITION, 0, Condition.SLOWED, Until.SAVE),
        (Event.CONDITION, 0, Condition.WEAKENED, Until.END_OF_TURN),
        (Event.CONDITION, 0, Condition.NO_STANDING, Until.MENDED),
        (Event.SAVED, 0, Condition.SLOWED, 0),
        (Event.ENDED, 0, Condition.SLOWED, 0),
    )
    assert lines == [
        "The fury is slowed until it saves, the fury is weakened until the end of its turn, the fury is kept down, "
        "the fury saves against being slowed, the fury is no longer slowed"
    ]


@pytest.mark.parametrize("outcome", [Outcome.WON, Outcome.LOST])
def test_tell__the_end(told, outcome):
    assert told((Event.OUTCOME, outcome, 0, 0)) == [f"The heroes have {outcome.name.lower()} the battle"]


def test_story__tells_every_event_of_a_battle_and_piecewise_the_same_as_at_once(env):
    """Random play to the end: each event has words, and the pieces together are the whole."""
    random = np.random.default_rng(5)
    prepared = env.prepared
    env.reset(seed=8)
    story = Story(env.battle, prepared.books[0], prepared.tables)
    rows = [*env.events()]
    lines = story.add(rows, env.battle)
    for _ in range(400):
        _, _, over, cut, _ = env.step(int(random.choice(np.flatnonzero(env.action_masks()))))
        events = env.events()
        rows += events
        lines += story.add(events, env.battle)
        if over or cut:
            break
    lines += story.end()
    assert lines == tell(rows, env.battle, prepared.books[0], prepared.tables)
    assert lines[-1].endswith("the battle")
    silent = {Event.TURN_END, Event.DIE}
    for row in rows:
        if read_event(row)[0] not in silent:
            assert tell([row], env.battle, prepared.books[0], prepared.tables), row


def test_tell__an_ability_that_goes_on_by_itself_is_told_once(told):
    use = (Event.USE, 6, 12, 0)
    assert len(told(use, use)) == 1
    assert len(told(use, (Event.DAMAGE, 0, 2, DamageType.PLAIN), use)) == 2
    assert len(told(use, (Event.USE, 7, 12, 0))) == 2
