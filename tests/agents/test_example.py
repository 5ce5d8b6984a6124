"""The example of an agent that plans: it is what the README shows, and it plans."""

from pathlib import Path

import pytest

from brimstone_agents import example
from brimstone_agents.arena import play_battles
from brimstone_agents.batch import load_match
from brimstone_agents.random_agent import RandomAgent
from brimstone_agents.roster import make_agent
from brimstone_agents.seeds import TRAINING
from tests.agents.peeking import first_difference

README = Path(__file__).parents[2] / "README.md"


def test_readme__shows_the_example_as_it_is():
    code = Path(example.__file__).read_text(encoding="utf-8").partition('"""\n\n')[2]
    assert f"```python\n{code}```" in README.read_text(encoding="utf-8")


@pytest.mark.compiled
def test_example__plans():
    match, seeds = load_match("mine-medium"), TRAINING.seeds(12)
    planned = play_battles(make_agent("brimstone_agents.example:LookAhead:tries=4"), match, seeds)
    drawn = play_battles(RandomAgent(), match, seeds)
    assert not planned["illegal"].any()
    assert planned["won"].sum() >= drawn["won"].sum()
    assert planned["health"].mean() > drawn["health"].mean() + 5


@pytest.mark.compiled
def test_example__does_not_peek():
    assert first_difference(lambda: example.LookAhead(tries=2), "quick", seed=1, decisions=15) is None
