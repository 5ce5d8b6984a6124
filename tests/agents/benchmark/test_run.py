"""`brimstone benchmark`: what is done is kept, what is missing is played, the results are the same bytes always."""

import os
import signal
import subprocess
import sys
import time

import pytest

from brimstone_agents import cli
from brimstone_agents.benchmark.jobs import make_jobs, play_job, write_part
from brimstone_agents.benchmark.results import read_results, read_timings, write_results
from brimstone_agents.benchmark.run import PARTS_NAME, Store, only_run, pick_agents, pick_scenarios
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.small import SMALL_TOML, small_suite

pytestmark = pytest.mark.compiled
QUICK = ("--quick", "--agents", "nearest", "--jobs", "1")


@pytest.fixture(scope="module")
def suite_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("suite") / "small.toml"
    path.write_text(SMALL_TOML)
    return path


@pytest.fixture(scope="module")
def whole(suite_file, tmp_path_factory):
    """The folder of a full run."""
    folder = tmp_path_factory.mktemp("whole")
    assert cli.main(["benchmark", str(suite_file), "--out", str(folder), "--jobs", "1"]) == 0
    return folder


def test_benchmark__plays_every_battle_of_the_suite(whole):
    rows = read_results(whole)
    assert len(rows) == 80
    assert sorted(set(rows[["scenario", "agent"]].tolist())) == [
        ("quick", "nearest"),
        ("quick", "random"),
        ("solo", "nearest"),
        ("solo", "random"),
    ]
    assert not rows["illegal"].any()
    assert (rows["rounds"] == rows["turns"]).all()  # what the battles played again say
    assert rows["melee_attacks"].sum() > 0
    assert len(set(rows["commit"].tolist())) == 1
    assert sum(timing.battles for timing in read_timings(whole / "timings.csv")) == 80
    assert sum(timing.decisions for timing in read_timings(whole / "timings.csv")) == rows["decisions"].sum()
    assert not (whole / PARTS_NAME).exists()
    assert "nearest" in (whole / "leaderboard.md").read_text()
    assert (whole / "index.html").read_text().lower().startswith("<!doctype html>")


def test_benchmark__a_quick_run_continued_is_the_full_run(whole, suite_file, tmp_path, capsys):
    assert cli.main(["benchmark", str(suite_file), "--out", str(tmp_path), *QUICK]) == 0
    assert len(read_results(tmp_path)) == 8
    capsys.readouterr()
    assert cli.main(["benchmark", str(suite_file), "--out", str(tmp_path), "--jobs", "2"]) == 0
    said = capsys.readouterr()
    assert "4 of 40 jobs are done already" in said.err
    assert "forecast: about" in said.err
    assert (tmp_path / "results.csv.gz").read_bytes() == (whole / "results.csv.gz").read_bytes()


def test_benchmark__nothing_is_played_twice_unless_asked(whole, suite_file, capsys):
    before = (whole / "results.csv.gz").read_bytes()
    assert cli.main(["benchmark", str(suite_file), "--out", str(whole)]) == 0
    said = capsys.readouterr()
    assert "40 of 40 jobs are done already" in said.err
    assert "forecast" not in said.err
    assert (whole / "results.csv.gz").read_bytes() == before


def test_store__results_of_another_suite_are_refused(whole):
    agents = [{"agent": name, "episodes": 20} for name in ("random", "door")]
    with pytest.raises(InputError, match="has battles of 'nearest' in 'quick', which the suite 'small' does not play"):
        Store.open(whole, small_suite(agents=agents, reference="door"))


def test_benchmark__killed_half_way_loses_nothing(whole, suite_file, tmp_path):
    command = [sys.executable, "-m", "brimstone_agents.cli", "benchmark", str(suite_file), "--out", str(tmp_path)]
    running = subprocess.Popen([*command, "--jobs", "1"], stderr=subprocess.DEVNULL)
    try:
        parts = tmp_path / PARTS_NAME
        give_up = time.monotonic() + 120
        while not (parts.is_dir() and len(list(parts.glob("*.json"))) >= 5):
            assert running.poll() is None
            assert time.monotonic() < give_up
            time.sleep(0.005)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    kept = len(list(parts.glob("*.json")))
    assert 5 <= kept < 40
    done = subprocess.run([*command, "--jobs", "1"], capture_output=True, text=True, check=True)
    assert f"{kept} of 40 jobs are done already" in done.stderr
    assert (tmp_path / "results.csv.gz").read_bytes() == (whole / "results.csv.gz").read_bytes()


def test_store__parts_of_an_interrupted_run_count(tmp_path):
    suite = small_suite()
    jobs = make_jobs(suite, quick=True)
    store = Store.open(tmp_path, suite)
    store.add(jobs[0], play_job(jobs[0]))
    again = Store.open(tmp_path, suite)  # as if the first had been killed here
    assert again.left_of(jobs) == jobs[1:]
    again.write()
    assert Store.open(tmp_path, suite).left_of(jobs) == jobs[1:]
    assert Store.open(tmp_path, suite, fresh=True).left_of(jobs) == jobs


def test_store__what_a_killed_run_left_half_written_does_not_stay(tmp_path):
    suite = small_suite()
    store = Store.open(tmp_path, suite)
    (tmp_path / PARTS_NAME / ".random-quick.json.tmp").write_text("{")
    store.write()
    assert sorted(os.listdir(tmp_path)) == ["results.csv.gz", "timings.csv"]


def test_only_run__one_at_a_time(tmp_path):
    with only_run(tmp_path), pytest.raises(InputError, match="another run is writing to it"), only_run(tmp_path):
        pass
    with only_run(tmp_path) as folder:
        assert folder == tmp_path


def test_store__battles_cut_into_other_jobs_are_played_again(tmp_path):
    suite = small_suite()
    (job, *_) = make_jobs(suite, quick=True)
    rows = play_job(job).rows
    rows["together"] = 3
    write_results(tmp_path / "results.csv.gz", rows)
    assert Store.open(tmp_path, suite).left_of([job]) == [job]


def test_store__says_whose_parts_it_cannot_read(tmp_path):
    suite = small_suite()
    (job, *_) = make_jobs(suite, quick=True)
    Store.open(tmp_path, suite)
    write_part(tmp_path / PARTS_NAME, job, play_job(job))
    (path,) = (tmp_path / PARTS_NAME).iterdir()
    path.write_text(path.read_text()[:-10])
    with pytest.raises(InputError, match=path.name):
        Store.open(tmp_path, suite)


def test_pick__by_spec_name_or_title():
    suite = small_suite(agents=[{"agent": "random", "episodes": 1}, {"agent": "nearest", "episodes": 1, "title": "N"}])
    assert pick_agents(suite, ["N", "random", "nearest"]) == ["nearest", "random", "nearest"]
    assert pick_agents(suite, None) == []
    other = small_suite(agents=[{"agent": name, "episodes": 1} for name in ("random", "nearest", "not-yet-made")])
    assert pick_agents(other, ["nearest"]) == ["nearest"]  # an agent that is not installed does not get in the way
    with pytest.raises(InputError, match="suite 'small' has no 'neerest': did you mean 'nearest'"):
        pick_agents(suite, ["neerest"])
    with pytest.raises(InputError, match="has no 'mine'"):
        pick_scenarios(suite, ["mine"])


def test_benchmark__bad_input_is_one_sentence(tmp_path, suite_file, capsys):
    assert cli.main(["benchmark", "no-such-suite"]) == 2
    assert "no-such-suite" in capsys.readouterr().err
    assert cli.main(["benchmark", str(suite_file), "--out", str(tmp_path), "--agents", "door"]) == 2
    assert "has no 'door'" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
