"""The README's code blocks run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from brimstone_env.battle.book import RuleOptions
from brimstone_env.battle.codes import NUM_ACTIONS
from brimstone_env.core.cases import run_file
from brimstone_env.rounds.book import RuleOptions as RoundsOptions

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
PYTHON = [text for language, text in BLOCKS if language == "python"]
CASES = [text for language, text in BLOCKS if language == "toml" and "[[case]]" in text]
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines() if line]


def test_readme__has_blocks_of_each_kind():
    assert len(PYTHON) >= 4
    assert len(CASES) >= 1
    assert len(COMMANDS) >= 8


def test_readme__the_size_of_the_action_space():
    assert re.findall(r"`Discrete\((\d+)\)`", README) == [str(NUM_ACTIONS)]


def test_readme__every_option_with_its_default():
    rows = dict(re.findall(r"^\| `(\w+)` \| \*\*(\w+)\*\*", README, flags=re.MULTILINE))
    fields = {**RuleOptions.model_fields, **RoundsOptions.model_fields}
    assert rows == {key: str(field.default).lower() for key, field in fields.items()}


@pytest.mark.compiled
@pytest.mark.parametrize("block", PYTHON, ids=[text.splitlines()[0] for text in PYTHON])
def test_readme__python_blocks_run(block, tmp_path):
    script = tmp_path / "block.py"
    script.write_text(block, encoding="utf-8")
    subprocess.run([sys.executable, "-W", "error", str(script)], check=True, cwd=tmp_path, timeout=300)


@pytest.mark.parametrize("block", CASES)
def test_readme__cases_hold(block, tmp_path):
    path = tmp_path / "readme.toml"
    path.write_text(block, encoding="utf-8")
    results = list(run_file(path))
    assert results
    assert [result.faults for result in results] == [()] * len(results)


def commands_of_brimstone():
    """Each `brimstone ...` command of the README without its comment, as a list of words."""
    found = []
    for line in COMMANDS:
        command = line.split("#")[0].split("&&")[-1].strip().removeprefix(".venv/bin/")
        if command.startswith("brimstone "):
            found.append(command.split()[1:])
    return found


@pytest.mark.parametrize("words", commands_of_brimstone(), ids=" ".join)
def test_readme__commands_are_understood(words):
    from brimstone_agents.cli import make_parser

    assert make_parser().parse_args(words).command == words[0]


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(((?!http)[^)#]+)\)", README))))
def test_readme__links_lead_somewhere(path):
    assert (ROOT / path).exists()
