"""``brimstone leaderboard``: what a benchmark's results say, as tables in Markdown, plots and a page."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from brimstone_agents.benchmark.contest import Contest, read_contest
from brimstone_agents.benchmark.page import make_page
from brimstone_agents.benchmark.results import write_whole
from brimstone_agents.benchmark.scores import BOOTSTRAP_SEED, DRAWS
from brimstone_agents.benchmark.standings import make_tables
from brimstone_agents.benchmark.suite import Suite, load_suite
from brimstone_agents.benchmark.tables import Table, to_markdown
from brimstone_agents.evaluate import make_folder
from brimstone_env.core.errors import InputError

TABLE_NAME = "leaderboard.md"
PAGE_NAME = "index.html"
PLOTS_NAME = "plots"
BEGIN, END = "<!-- leaderboard -->", "<!-- /leaderboard -->"  # the section of a README that is written anew
IN_README = ("leaderboard", "budgets")  # tables; the others stand in the file of tables


@dataclass(frozen=True)
class Report:
    """What is said about a contest.

    Attributes:
        title: the suite's.
        tables: all tables.
        facts: where the numbers come from, label and words.
        pictures: plots by file name.
        dark_pictures: the same on a dark background.
    """

    title: str
    tables: list[Table]
    facts: list[tuple[str, str]]
    pictures: dict[str, bytes]
    dark_pictures: dict[str, bytes]


def run(args: argparse.Namespace) -> int:
    """The subcommand: ``args`` as in ``cli``."""
    suite = load_suite(args.suite)
    source = Path(args.results).expanduser()
    folder = make_folder(args.out) if args.out else source if source.is_dir() else source.parent
    readme = Path(args.readme).expanduser() if args.readme else None
    if readme:  # fails at once if it cannot be written to
        split_readme(readme, suite.name)
        link_to(folder, readme.parent)
    report = make_report(source, suite)
    written = write_report(report, folder)
    if readme:
        write_section(readme, report, folder, suite.name)
        written.append(readme)
    for path in written:
        print(path)
    return 0


def write_leaderboard(folder: Path, suite: Suite) -> list[Path]:
    """Write tables, plots and page beside the results that a folder holds.

    Args:
        folder: holds `results.RESULTS_NAME`, and timings if there are any.
        suite: whose results they are.

    Returns:
        The files written.

    Raises:
        InputError: if the results cannot be read, or hold no battle of the suite.
    """
    return write_report(make_report(folder, suite), folder)


def make_report(source: Path, suite: Suite) -> Report:
    """Read results and work out what is to be said about them; takes some seconds.

    Args:
        source: a file of results, or the folder that holds it.
        suite: whose results they are.

    Raises:
        InputError: if the results cannot be read, or hold no battle of the suite.
    """
    print(f"summing up, with {DRAWS:,} draws of the bootstrap", file=sys.stderr, flush=True)
    contest = read_contest(source, suite)
    return Report(suite.title, make_tables(contest), list_facts(contest), *draw_pictures(contest))


def draw_pictures(contest: Contest) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The plots by file name, on white and on a dark background; none without matplotlib (extra `benchmark`)."""
    try:
        from brimstone_agents.benchmark.plots import DARK, draw_plots
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("matplotlib"):
            raise
        print("no plots: they need matplotlib (pip install 'brimstone-env[benchmark]')", file=sys.stderr)
        return {}, {}
    print("drawing", file=sys.stderr, flush=True)
    return draw_plots(contest), draw_plots(contest, DARK)


def list_facts(contest: Contest) -> list[tuple[str, str]]:
    """Where the numbers come from: label and words."""
    rows, suite, scores = contest.rows, contest.suite, contest.scores
    seeds = rows["seed"]
    commits = ", ".join(f"{name or 'unknown'} ({count:,} battles)" for name, count in _counted(rows["commit"]))
    return [
        ("command", f"`brimstone benchmark {suite.name}{' --quick' if is_quick(contest) else ''}`"),
        ("any row again", "`brimstone reproduce AGENT [SCENARIO]`"),
        ("commit", commits),
        ("versions", "; ".join(name for name, _ in _counted(rows["versions"]))),
        ("battles", f"{len(rows):,}, of {len(scores.agents)} agents in {len(scores.scenarios)} scenarios"),
        ("episode seeds", f"{seeds.min()} to {seeds.max()} (block {suite.seeds}), the first n for each agent"),
        ("bootstrap", f"seed {BOOTSTRAP_SEED}, {DRAWS:,} draws, percentile intervals"),
    ]


def _counted(values: NDArray[np.str_]) -> list[tuple[str, int]]:
    """Each value and how often it comes, the most frequent first."""
    names, counts = np.unique(values, return_counts=True)
    return sorted(zip(names.tolist(), counts.tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))


def is_quick(contest: Contest) -> bool:
    """Whether no agent played more battles in a scenario than in a quick run."""
    quick = {row.agent: row.quick for row in contest.suite.agents}
    most = contest.scores.battles.max(axis=1).tolist()
    return all(count <= quick[agent] for agent, count in zip(contest.scores.agents, most, strict=True))


def write_report(report: Report, folder: Path) -> list[Path]:
    """Write tables, plots and page to a folder.

    Returns:
        The files written.
    """
    if report.pictures:
        make_folder(str(folder / PLOTS_NAME))
    files = {folder / PLOTS_NAME / name: data for name, data in report.pictures.items()}
    files[folder / TABLE_NAME] = format_report(report).encode()
    page = make_page(report.title, report.tables, report.facts, report.pictures, report.dark_pictures)
    files[folder / PAGE_NAME] = page.encode()
    for path, data in files.items():
        write_whole(path, data)
    return list(files)


def format_report(report: Report) -> str:
    """The file of tables, in Markdown."""
    parts = [f"# {report.title}", format_facts(report)]
    for table in report.tables:
        pictures = [format_picture(name, "") for name in report.pictures if name.startswith(table.name)]
        parts += [f"## {table.title}", *pictures, to_markdown(table), table.note]
    return "\n\n".join(part for part in parts if part) + "\n"


def format_facts(report: Report) -> str:
    """Where the numbers come from, as a list in Markdown."""
    return "\n".join(f"- {label}: {words}" for label, words in report.facts)


def format_picture(name: str, folder: str) -> str:
    """A plot in Markdown.

    Args:
        name: its file.
        folder: what links to the folder of the report begin with.
    """
    return f"![{Path(name).stem.replace('-', ': ', 1)}]({folder}{PLOTS_NAME}/{name})"


def write_section(path: Path, report: Report, folder: Path, name: str) -> None:
    """Write the leaderboard into a README, between its markers; see `split_readme`.

    Args:
        path: the README.
        report: what to say.
        folder: where the plots, the page and the other tables lie.
        name: the suite's name.

    Raises:
        InputError: if the README cannot be read or written, or lacks the markers.
    """
    before, after = split_readme(path, name)
    section = format_section(report, link_to(folder, path.parent))
    write_whole(path, f"{before}\n{section}\n{after}".encode())


def split_readme(path: Path, name: str) -> tuple[str, str]:
    """What stands in a README before and after the section that is written anew, the markers included.

    A section begins with a marker that names its suite, `<!-- leaderboard NAME -->`, or with one for all other suites,
    `BEGIN`; it ends at the next `END`.

    Raises:
        InputError: if it cannot be read, or lacks the markers `BEGIN` and `END`.
    """
    try:
        whole = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    own = f"<!-- leaderboard {name} -->"
    before, begin, rest = whole.partition(own if own in whole else BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise InputError(f"{path}: has no section to write, allowed is one between {BEGIN} (or {own}) and {END}")
    return before + begin, end + after


def link_to(folder: Path, start: Path) -> str:
    """How a file in one folder names another folder, with a stroke at the end.

    Raises:
        InputError: if the other folder does not lie below the first.
    """
    try:
        return f"{folder.resolve().relative_to(start.resolve()).as_posix()}/".removeprefix("./")
    except ValueError as error:
        raise InputError(f"{folder}: does not lie below {start}, so that its plots cannot be shown there") from error


def format_section(report: Report, folder: str) -> str:
    """The section of a README: the main tables, the plots and where the numbers come from.

    Args:
        report: what to say.
        folder: what links to the folder of the report begin with.
    """
    parts = []
    for table in report.tables:
        if table.name in IN_README:
            parts += [to_markdown(table), table.note]
    parts += [format_picture(name, folder) for name in report.pictures]
    parts.append(f"More: [all tables]({folder}{TABLE_NAME}); [a page with tables to sort]({folder}{PAGE_NAME}).")
    parts.append(format_facts(report))
    return "\n\n".join(parts)
