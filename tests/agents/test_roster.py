"""The roster: every entry is an agent; bad names get one clear sentence."""

import importlib
from typing import Literal

import numpy as np
import pytest

from brimstone_agents import plugins
from brimstone_agents.arena import checked_actions
from brimstone_agents.arguments import format_parameters, parameters_of, read_value, split_arguments
from brimstone_agents.base import Agent
from brimstone_agents.roster import (
    ROSTER,
    RosterEntry,
    agent_name,
    describe_roster,
    import_object,
    make_agent,
    numbered_label,
    roster,
    roster_help,
)
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
        ("mine_here:Needs", "argument 'name' is missing"),
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


# --- arguments ------------------------------------------------------------------------------------------------------


class Planner:
    """An agent with arguments of every kind that can be given."""

    def __init__(
        self,
        simulations: int = 100,
        seconds: float = 0.0,
        *,
        reuse: bool = True,
        dice: Literal["exact", "sampled"] = "sampled",
        model: str | None = None,
        weights: np.ndarray | None = None,
        untyped=3,
    ) -> None:
        self.given = (simulations, seconds, reuse, dice, model, untyped)
        self.weights = weights

    def reset(self, count, seed=0):
        pass

    def act(self, observations, masks):
        return masks.argmax(axis=1)


PLANNER = f"{__name__}:Planner"


@pytest.fixture(autouse=True)
def _planner_row(monkeypatch):
    monkeypatch.setitem(
        ROSTER, "planner", RosterEntry("planner", "plans", PLANNER, label=numbered_label("simulations"))
    )


def test_make_agent__arguments_get_the_type_of_the_signature():
    agent = make_agent("planner:simulations=1000,seconds=0.5,reuse=false,dice=exact,model=a b,untyped=4")
    assert agent.given == (1000, 0.5, False, "exact", "a b", 4)
    assert make_agent("planner:model=").given == (100, 0.0, True, "sampled", None, 3)
    assert make_agent(f"{PLANNER}:simulations=7").given[0] == 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("simulation=3", "unknown argument 'simulation': did you mean 'simulations'"),
        ("weights=3", "unknown argument 'weights': allowed: simulations, seconds"),
        ("simulations=many", "simulations is 'many', allowed is a whole number"),
        ("seconds=long", "seconds is 'long', allowed is a number"),
        ("reuse=1", "reuse is '1', allowed is true or false"),
        ("dice=loaded", "dice is 'loaded', allowed are exact, sampled"),
        ("simulations", "'simulations' is no argument, allowed is key=value"),
        ("simulations=1,", "'' is no argument"),
        ("seconds=1,seconds=2", "argument 'seconds' is given twice"),
    ],
)
def test_make_agent__arguments_that_cannot_be_used_are_one_sentence(arguments, message):
    with pytest.raises(InputError, match=message):
        make_agent(f"planner:{arguments}")


def test_make_agent__an_unknown_name_with_arguments_is_unknown():
    with pytest.raises(InputError, match="agent 'plannr:simulations=3' is unknown, allowed are random"):
        make_agent("plannr:simulations=3")


def test_agent_name__tells_specs_apart():
    assert agent_name("planner") == "planner"
    assert agent_name("planner:simulations=1000") == "planner-1000"
    assert agent_name("planner:simulations=1000,seconds=1") == "planner-1000:seconds=1"
    assert agent_name("random") == "random"
    assert agent_name(f"{PLANNER}:seconds=2") == "Planner:seconds=2"


def test_agent_name__of_a_model_is_its_file(tmp_path):
    (tmp_path / "best.zip").touch()
    assert agent_name(str(tmp_path / "best.zip")) == "best"
    assert agent_name(f"{tmp_path / 'best.zip'}:deterministic=true") == "best:deterministic=true"
    with pytest.raises(InputError, match="is unknown"):
        agent_name(str(tmp_path / "worst.zip"))


def test_fixed_arguments__are_those_of_the_row_and_cannot_be_given(monkeypatch):
    monkeypatch.setitem(ROSTER, "exact", RosterEntry("exact", "", PLANNER, {"dice": "exact"}))
    assert make_agent("exact:simulations=3").given[:4] == (3, 0.0, True, "exact")
    with pytest.raises(InputError, match="unknown argument 'dice'"):
        make_agent("exact:dice=sampled")


def test_parameters__what_text_cannot_say_is_not_offered():
    assert list(parameters_of(Planner)) == ["simulations", "seconds", "reuse", "dice", "model", "untyped"]
    assert format_parameters(Planner, {}) == "simulations=100, seconds=0.0, reuse=true, dice=sampled, model=, untyped=3"
    assert "planner: plans\n    simulations=100," in describe_roster()


def test_split_arguments__values_may_hold_colons_and_equal_signs():
    assert split_arguments("rollouts=C:/a=b.zip, turns = 2", "mcts") == {"rollouts": "C:/a=b.zip", "turns": "2"}


def test_read_value__a_negative_number_in_exponents():
    assert read_value("-1e-3", float, "x") == -0.001


# --- agents of other packages ---------------------------------------------------------------------------------------


def install(folder, monkeypatch, name, module, source):
    """Lay out a package as an installer does: its module, and metadata with an entry point."""
    (folder / f"{module}.py").write_text(source)
    info = folder / f"{module}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[{plugins.GROUP}]\n{name} = {module}:Guest\n")
    monkeypatch.syspath_prepend(str(folder))
    importlib.invalidate_caches()


GUEST = """class Guest:
    def __init__(self, courage: int = 1):
        if courage < 0:
            raise ValueError("no courage")
        self.courage = courage
    def reset(self, count, seed=0): pass
    def act(self, observations, masks): return masks.argmax(axis=1)
"""


def test_plugins__an_installed_package_is_in_the_table(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, "guest", "guest_agents", GUEST)
    assert "guest  " in roster_help()
    assert "of package guest_agents 1.2 (guest_agents:Guest)" in roster_help()
    assert make_agent("guest:courage=3").courage == 3
    assert agent_name("guest:courage=3") == "guest:courage=3"


def test_plugins__a_taken_name_is_told_apart(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, "random", "guest_agents2", GUEST)
    assert type(make_agent("random")).__name__ == "RandomAgent"
    assert type(make_agent("random@guest_agents2")).__name__ == "Guest"


def test_plugins__what_is_wrong_in_one_is_one_sentence_and_hinders_no_other(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, "broken", "broken_agents", "raise RuntimeError('out of order')\n")
    with pytest.raises(InputError, match=r"'broken' of package broken_agents: .*RuntimeError: out of order"):
        make_agent("broken")
    assert make_agent("random")
    assert "out of order" in describe_roster()
    install(tmp_path, monkeypatch, "guest", "guest_agents3", GUEST)
    with pytest.raises(InputError, match="agent 'guest:courage=-1' cannot be made: ValueError: no courage"):
        make_agent("guest:courage=-1")


# --- models that come with the package ------------------------------------------------------------------------------


def test_models__are_in_the_table_where_their_file_is(tmp_path, monkeypatch):
    monkeypatch.setattr("brimstone_agents.roster.MODELS", tmp_path)
    assert "ppo-here" not in roster()
    (tmp_path / "ppo-here.zip").write_bytes(b"")
    assert roster()["ppo-here"].fixed == {"path": tmp_path / "ppo-here.zip"}
    assert "ppo-here" in roster_help()
