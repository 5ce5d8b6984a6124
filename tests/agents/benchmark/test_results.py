"""Files of results and timings: what is written is read back, anything else is refused."""

import gzip

import numpy as np
import pytest

from brimstone_agents.benchmark.behaviour import BEHAVIOUR
from brimstone_agents.benchmark.results import (
    NAMES,
    ROW,
    Timing,
    make_rows,
    played_in,
    read_results,
    read_timings,
    sort_rows,
    write_results,
    write_timings,
)
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.small import small_suite


def rows_of(scenario, agent, seeds, turns=3):
    battles = np.zeros(len(seeds), [("seed", np.int64), ("won", np.bool_), ("score", np.float64), ("turns", np.int32)])
    battles["seed"], battles["turns"] = seeds, turns
    battles["won"], battles["score"] = np.arange(len(seeds)) % 2, 1 / 3
    return make_rows(scenario, "train", agent, battles, np.zeros(len(seeds), BEHAVIOUR), ("abc", "python 3, numpy 2"))


@pytest.mark.parametrize("name", ["results.csv", "results.csv.gz"])
def test_results__come_back_as_they_were(tmp_path, name):
    rows = np.concatenate([rows_of("quick", "random", [5, 6, 7]), rows_of("solo", "my:A,b=1", [2**40])])
    write_results(tmp_path / name, rows)
    again = read_results(tmp_path / name)
    assert again.dtype == ROW
    assert (again == rows).all()
    assert again["together"].tolist() == [3, 3, 3, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]  # no temporary file stays


def test_results__the_same_rows_are_the_same_bytes(tmp_path):
    rows = rows_of("quick", "random", [5, 6, 7])
    paths = [tmp_path / "a.csv.gz", tmp_path / "b.csv.gz"]
    for path in paths:
        write_results(path, rows)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_results__a_folder_stands_for_its_file(tmp_path):
    write_results(tmp_path / "results.csv.gz", rows_of("quick", "random", [1]))
    assert read_results(tmp_path)["seed"].tolist() == [1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "its columns are none"),
        ("a,b\n1,2\n", "its columns are a, b; allowed are scenario, split, agent, seed"),
        (",".join(NAMES) + "\nquick,train\n", "line 2: 2 values"),
        (",".join(NAMES) + "\n" + ",".join("x" for _ in NAMES) + "\n", "column 'seed'"),
    ],
)
def test_read_results__says_what_is_wrong(tmp_path, text, said):
    path = tmp_path / "results.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_results(path)


def test_read_results__a_file_that_is_missing_or_broken(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_results(tmp_path / "results.csv")
    broken = tmp_path / "results.csv.gz"
    broken.write_bytes(gzip.compress(b"x" * 1000)[:20])
    with pytest.raises(InputError, match="cannot be read"):
        read_results(broken)


def test_sort_rows__as_the_suite_lists_them_and_the_later_of_two_stays():
    suite = small_suite()
    rows = np.concatenate(
        [
            rows_of("solo", "random", [3, 1]),
            rows_of("quick", "nearest", [2]),
            rows_of("quick", "random", [9, 8]),
            rows_of("quick", "nearest", [2], turns=99),
        ]
    )
    ordered = sort_rows(rows, suite)
    assert ordered[["scenario", "agent", "seed"]].tolist() == [
        ("quick", "random", 8),
        ("quick", "random", 9),
        ("quick", "nearest", 2),
        ("solo", "random", 1),
        ("solo", "random", 3),
    ]
    assert ordered["turns"].tolist() == [3, 3, 99, 3, 3]


def test_played_in__knows_the_suites_own():
    rows = np.concatenate([rows_of("quick", "random", [1]), rows_of("quick", "door", [1]), rows_of("x", "random", [1])])
    assert played_in(rows, small_suite()).tolist() == [True, False, False]


def test_timings__are_summed_up_and_come_back(tmp_path):
    path = tmp_path / "timings.csv"
    some = [
        Timing("a", "quick", 10, 0.5, 2, "here"),
        Timing("b", "quick", 1, 0.25, 1, "here"),
        Timing("a", "quick", 30, 1.5, 4, "here"),
        Timing("a", "quick", 30, 1.5, 4, "elsewhere"),
    ]
    write_timings(path, some)
    read = read_timings(path)
    assert read == [Timing("a", "quick", 40, 2.0, 6, "here"), some[1], some[3]]
    assert read[0].rate == 20
    path.write_text(path.read_text().replace("40", "many"))
    with pytest.raises(InputError, match="'many'"):
        read_timings(path)
