import sys

import pytest

from brimstone_agents.benchmark import leaderboard as module
from brimstone_agents.benchmark.contest import make_contest
from brimstone_agents.benchmark.leaderboard import (
    Report,
    draw_pictures,
    is_quick,
    list_facts,
    make_report,
    write_leaderboard,
    write_section,
)
from brimstone_agents.benchmark.results import write_results, write_timings
from brimstone_agents.benchmark.tables import Table, text
from brimstone_agents.cli import main
from brimstone_env.core.errors import InputError
from tests.agents.benchmark.made_up import AGENTS, DRAWS, made_up_contest, make_rows, make_suite, make_timings

README = "# Mine\n\n<!-- leaderboard -->\nold words\n<!-- /leaderboard -->\n\nThe rest.\n"


@pytest.fixture
def results(tmp_path, monkeypatch):
    def few_draws(source, suite):
        return read(source, suite, DRAWS)

    read = module.read_contest
    monkeypatch.setattr(module, "read_contest", few_draws)
    write_results(tmp_path / "results.csv.gz", make_rows())
    write_timings(tmp_path / "timings.csv", make_timings())
    return tmp_path


def short_report():
    return Report("Made up", [Table("leaderboard", "Leaderboard", ["agent"], [[text("me")]], "A note.")],
                  [("command", "`brimstone benchmark made-up`")], {"leaderboard-x.png": b"png"}, {})  # fmt: skip


def test_write_leaderboard(results):
    written = write_leaderboard(results, make_suite())
    assert {path.relative_to(results).as_posix() for path in written} == {
        "plots/leaderboard-intervals.png",
        "plots/leaderboard-profiles.png",
        "plots/budgets-curve.png",
        "plots/scenarios-wins.png",
        "plots/improvement-chances.png",
        "leaderboard.md",
        "index.html",
    }
    said = (results / "leaderboard.md").read_text()
    assert said.startswith("# Made up\n")
    for path in written:
        assert path.stat().st_size > 1000
        assert path.suffix != ".png" or f"](plots/{path.name})" in said
    assert "| scripted " in said
    assert not list(results.rglob("*.tmp"))


def test_same_results_same_files(results):
    first = {path: path.read_bytes() for path in write_leaderboard(results, make_suite())}
    assert {path: path.read_bytes() for path in write_leaderboard(results, make_suite())} == first


def test_facts():
    facts = dict(list_facts(made_up_contest()))
    assert facts["command"] == "`brimstone benchmark made-up`"
    assert facts["commit"] == "0123abc (580 battles)"
    assert facts["episode seeds"].startswith("0 to 39 (block report)")


def test_quick_runs_say_so():
    rows = make_rows({agent: (count // 5, chances) for agent, (count, chances) in AGENTS.items()})
    contest = make_contest(rows, make_suite(), draws=5)
    assert is_quick(contest)
    assert dict(list_facts(contest))["command"] == "`brimstone benchmark made-up --quick`"
    assert not is_quick(made_up_contest())


def test_section_of_a_readme(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(README)
    folder = tmp_path / "configs" / "results"
    folder.mkdir(parents=True)
    write_section(readme, short_report(), folder, "small")
    said = readme.read_text()
    assert said.startswith("# Mine\n\n<!-- leaderboard -->\n| agent |\n")
    assert said.endswith("\n<!-- /leaderboard -->\n\nThe rest.\n")
    assert "old words" not in said
    assert "](configs/results/plots/leaderboard-x.png)" in said
    write_section(readme, short_report(), folder, "small")
    assert readme.read_text() == said


def test_readme_without_a_section(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("<!-- leaderboard -->\n")
    with pytest.raises(InputError, match="has no section to write"):
        write_section(readme, short_report(), tmp_path, "small")
    assert readme.read_text() == "<!-- leaderboard -->\n"


def test_plots_that_a_readme_cannot_show(tmp_path):
    readme = tmp_path / "here" / "README.md"
    readme.parent.mkdir()
    readme.write_text(README)
    with pytest.raises(InputError, match="does not lie below"):
        write_section(readme, short_report(), tmp_path / "elsewhere", "small")


def test_without_matplotlib_there_are_no_plots(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "brimstone_agents.benchmark.plots", raising=False)
    assert draw_pictures(made_up_contest()) == ({}, {})
    assert "need matplotlib" in capsys.readouterr().err


def test_command(results, capsys, tmp_path):
    suite = tmp_path / "made-up.toml"
    agents = "\n".join(f'[[agents]]\nagent = "{row.agent}"\nepisodes = {row.episodes}' for row in make_suite().agents)
    scenarios = "\n".join(
        f'[[scenarios]]\nname = "{row.name}"\nsplit = "{row.split}"' for row in make_suite().scenarios
    )
    suite.write_text(
        f'title = "Made up"\nseeds = "report"\nreference = "{make_suite().reference}"\n{scenarios}\n{agents}'
    )
    readme = tmp_path / "README.md"
    readme.write_text(README)
    out = tmp_path / "out"
    assert main(["leaderboard", str(results), "--suite", str(suite), "--out", str(out), "--readme", str(readme)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == str(readme)
    assert "](out/plots/scenarios-wins.png)" in readme.read_text()
    assert (out / "index.html").exists()


def test_command_with_nothing_to_read(tmp_path, capsys):
    assert main(["leaderboard", str(tmp_path)]) == 2
    assert "results.csv.gz: cannot be read" in capsys.readouterr().err


def test_report_holds_both_kinds_of_pictures(results):
    report = make_report(results, make_suite())
    assert report.pictures.keys() == report.dark_pictures.keys()
    assert all(report.pictures[name] != report.dark_pictures[name] for name in report.pictures)


def test_section_of_a_readme__a_suite_may_have_one_of_its_own(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text(README + "\n<!-- leaderboard small -->\nold\n<!-- /leaderboard -->\nend\n")
    write_section(readme, short_report(), tmp_path / "plots", "small")
    before, _, own = readme.read_text().partition("<!-- leaderboard small -->")
    assert before == README + "\n"
    assert "old" not in own
    assert own.endswith("<!-- /leaderboard -->\nend\n")
