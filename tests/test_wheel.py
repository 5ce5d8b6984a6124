"""The wheel works in an environment of its own, away from the checkout."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHECK = """
import sys
sys.path[:0] = [{site!r}]
sys.path.append({libraries!r})  # appended by hand: no .pth file of an editable install is read
import importlib.util
import brimstone_env, brimstone_agents
assert brimstone_env.__file__.startswith({site!r}), brimstone_env.__file__
assert brimstone_agents.__file__ is None or brimstone_agents.__file__.startswith({site!r})
for name in ("agents", "configs", "tests"):
    assert importlib.util.find_spec(name) is None, name
from brimstone_env.battle.scenario import list_scenarios, load_scenario
assert "mine-fight" in list_scenarios()
import gymnasium as gym
env = gym.make("brimstone/Battle-v0", scenario="mine-fight")
observation, info = env.reset(seed=1)
for _ in range(20):
    observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    if terminated or truncated:
        break
assert not any(name in sys.modules for name in ("torch", "stable_baselines3", "PIL", "pygame"))
from brimstone_agents.cli import main
assert main(["evaluate", "nobody"]) == 2
from brimstone_agents.roster import make_agent
make_agent("open-loop")  # its plan comes with the package
print("fine")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with nothing but what the wheel installs."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)], check=True
    )
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True)
    return folder / "site"


@pytest.mark.compiled
def test_wheel__plays_outside_the_checkout(site, tmp_path):
    code = CHECK.format(site=str(site), libraries=sysconfig.get_path("purelib"))
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DISPLAY")}
    environment["NUMBA_DISABLE_JIT"] = "1"  # what is in the wheel is the question, not how fast it runs
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("fine\n")


@pytest.mark.compiled
def test_wheel__carries_data_and_types(site):
    for path in (
        "brimstone_env/py.typed",
        "brimstone_env/battle/tables/enemies.toml",
        "brimstone_env/_configs/train/quick.toml",
    ):
        assert (site / path).is_file(), path
