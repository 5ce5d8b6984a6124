"""The roster: every entry is an agent; bad names get one clear sentence."""

import pytest

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
