"""`brimstone reproduce`: a published row is played again and compared."""

import numpy as np
import pytest

from brimstone_agents import cli
from brimstone_agents.benchmark.jobs import make_jobs, play_job
from brimstone_agents.benchmark.reproduce import compare, cut_jobs, rows_of
from brimstone_agents.benchmark.results import ROW, read_results, write_results
from tests.agents.benchmark.small import SMALL_TOML, small_suite


def played(scores, commit="abc", turns=3):
    rows = np.zeros(len(scores), ROW)
    rows["scenario"], rows["agent"], rows["commit"], rows["turns"] = "quick", "random", commit, turns
    rows["seed"], rows["score"] = np.arange(len(scores)), scores
    return rows


def test_compare__equal_battles_hold_whatever_code():
    verdict = compare(played([1, -1, 1]), played([1, -1, 1], "def"))
    assert (verdict.battles, verdict.equal, verdict.holds) == (3, 3, True)
    assert "all 3 battles are equal, bit for bit" in verdict.describe()


def test_compare__the_same_code_must_give_the_same_battles():
    verdict = compare(played([1, -1]), played([1, -1], turns=4))  # the scores alone are equal
    assert verdict.same_code
    assert not verdict.holds
    assert "NOT reproduced: 2 of 2 battles differ, though commit" in verdict.describe()


@pytest.mark.parametrize("commit", ["", "abc-dirty"])
def test_compare__code_that_is_not_known_is_not_the_same(commit):
    assert not compare(played([1, -1], commit), played([1, 1], commit)).same_code


def test_compare__other_code_may_be_off_by_chance_only():
    near = compare(played([1, -1] * 20), played([-1, 1] * 20, "def"))
    assert near.difference == 0
    assert near.holds
    assert "reproduced within the interval: 40 of 40" in near.describe()
    far = compare(played([1, -1] * 20), played([1, 1] * 20, "def"))
    assert far.difference == 1
    assert far.low > 0
    assert not far.holds
    assert far.describe().startswith("NOT reproduced: 20 of 40 battles differ; commit or versions")


def test_compare__one_battle_that_differs_is_outside():
    assert not compare(played([1]), played([-1], "def")).holds


def test_cut_jobs__whole_jobs_one_at_least():
    jobs = make_jobs(small_suite(), agents=["nearest"], scenarios=["solo"])
    assert [len(cut_jobs(jobs, battles)) for battles in (None, 1, 2, 5, 1000)] == [10, 1, 1, 2, 10]


def test_rows_of__in_the_order_of_what_was_played_again():
    published = played([1, -1, 1, 1])
    assert rows_of(published, published[[2, 0]])["seed"].tolist() == [2, 0]


@pytest.mark.compiled
def test_reproduce__a_row_of_a_run_comes_out_equal_and_a_forged_one_does_not(tmp_path, capsys):
    (tmp_path / "small.toml").write_text(SMALL_TOML)
    jobs = make_jobs(small_suite(), quick=True, scenarios=["quick"])
    write_results(tmp_path / "results.csv.gz", np.concatenate([play_job(job).rows for job in jobs]))
    options = ["--suite", str(tmp_path / "small.toml"), "--results", str(tmp_path), "--jobs", "1"]
    assert cli.main(["reproduce", "random", *options]) == 0
    said = capsys.readouterr().out
    assert "random: reproduced: all 4 battles are equal, bit for bit" in said
    assert said.splitlines()[1].split() == ["quick", "4", *said.splitlines()[1].split()[2:4], "4"]

    rows = read_results(tmp_path)
    rows["score"], rows["commit"] = 1.0, "of another tree"
    write_results(tmp_path / "results.csv.gz", rows)
    assert cli.main(["reproduce", "random", "quick", *options, "--battles", "2"]) == 1
    assert "NOT reproduced: 2 of 2 battles differ" in capsys.readouterr().out


def test_reproduce__what_was_never_published_is_bad_input(tmp_path, capsys):
    (tmp_path / "small.toml").write_text(SMALL_TOML)
    write_results(tmp_path / "results.csv.gz", played([1, 1]))
    command = ["reproduce", "nearest", "solo", "--suite", str(tmp_path / "small.toml"), "--results", str(tmp_path)]
    assert cli.main(command) == 2
    assert "has no battles of 'nearest' in 'solo'" in capsys.readouterr().err
