"""The roster: every entry is an agent; bad names get one clear sentence."""

import numpy as np
import pytest

from brimstone_agents.arena import checked_actions
from brimstone_agents.base import Agent
from brimstone_agents.roster import ROSTER, agent_name, import_object, make_agent, roster_help
from brimstone_env.core.errors import InputError


@pytest.mark.parametrize("name", list(ROSTER))
def test_make_agent__every_entry_is_an_agent(name):
    assert isinstance(make_agent(name), Agent)


def test_roster_help__lists_every_entry():
    text = roster_help()
    for entry in ROSTER.values():
        assert entry.name in text
        assert entry.description in text


def test_make_agent__takes_a_class_of_the_users():
    agent = make_agent("brimstone_agents.random_agent:RandomAgent")
    assert isinstance(agent, Agent)
    assert agent_name("brimstone_agents.random_agent:RandomAgent") == "RandomAgent"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("scriptd", "agent 'scriptd' is unknown, allowed are random, "),
        ("no_such_module:Agent", "module 'no_such_module' is not installed"),
        ("brimstone_agents.base:NoAgent", "module 'brimstone_agents.base' has no 'NoAgent'"),
        ("collections:Counter", "agent 'collections:Counter' has no reset"),
    ],
)
def test_make_agent__refuses_with_a_sentence(spec, message):
    with pytest.raises(InputError, match=message):
        make_agent(spec)


def test_import_object__imports_a_name_of_a_module():
    assert import_object("brimstone_agents.base:Agent") is Agent


def test_own_agents__what_is_wrong_is_one_sentence(tmp_path, monkeypatch):
    # Found by a new user: each of these was a traceback.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_here.py").write_text(
        "class Needs:\n    def __init__(self, name): pass\nclass Empty: pass\n"
        "class Fine:\n    def reset(self, count, seed=0): pass\n"
        "    def act(self, observations, masks): return masks.argmax(1)\n"
    )
    assert make_agent("mine_here:Fine").act({}, np.ones((2, 3), np.bool_)).shape == (2,)
    for spec, words in (
        ("mine_here:Needs", "cannot be made without arguments"),
        ("mine_here:Empty", r"has no reset\(count, seed\)"),
        ("mine_here:Nobody", "has no 'Nobody'"),
        ("./mine_here:Fine", "names no module"),
    ):
        with pytest.raises(InputError, match=words):
            make_agent(spec)


@pytest.mark.parametrize("answer", [0, [0.5, 1.5], [1]])
def test_answers__that_are_no_actions_are_one_sentence(answer):
    with pytest.raises(InputError, match="one action for each battle"):
        checked_actions(answer, 2)
