"""Where rules are: the list of rules, docstrings that cite them, cases that name them."""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from brimstone_env.core.cases import read_cases
from brimstone_env.core.configs import read_toml

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "brimstone_env"
CASES = ROOT / "tests" / "cases"
BUILT_UP_TO = 5  # the last issue whose rules are built
NUMBER = re.compile(r"\b(?:[BND]\d+|rounds [2-9])\b")
PARAGRAPH = re.compile(r"\b{label}:\s*(.+?)(?:\n\s*\n|\Z)".format(label="(Source|Differs)"), re.DOTALL)


@dataclass(frozen=True)
class Rule:
    """A row of `rules.toml`."""

    number: str
    chapter: str
    issue: int
    in_short: str

    @property
    def is_done(self) -> bool:
        """Whether the rule is built."""
        return self.issue <= BUILT_UP_TO


@dataclass(frozen=True)
class Symbol:
    """A function or class whose docstring cites rules, or says where it differs from them."""

    file: str
    name: str
    rules: tuple[str, ...]
    differs: tuple[str, ...]


def chapter_titles() -> dict[str, str]:
    """Titles by chapter letter."""
    return dict(read_toml(ROOT / "tests" / "rules.toml")["chapters"])


@functools.cache
def all_rules() -> list[Rule]:
    """Every rule, in order."""
    rows = read_toml(ROOT / "tests" / "rules.toml")["rules"]
    return [Rule(number, **row) for number, row in rows.items()]


@functools.cache
def find_symbols() -> list[Symbol]:
    """Every function, method and class of the package that cites a rule or differs from one, by file and line."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, text in named_docstrings(tree, ""):
            rules: list[str] = []
            differs = []
            for label, body in PARAGRAPH.findall(text):
                body = " ".join(body.split())
                # `Source: B56; Differs: ...` may stand on one line: what comes after Differs is no source.
                source, _, difference = body.partition("Differs:") if label == "Source" else ("", "", body)
                rules += NUMBER.findall(source)
                if difference.strip():
                    differs.append(difference.strip())
            if rules or differs:
                file = path.relative_to(PACKAGE).as_posix()
                found.append(Symbol(file, name, tuple(dict.fromkeys(rules)), tuple(differs)))
    return found


def named_docstrings(node: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
    """Qualified names and docstrings of the functions and classes below a node, in order."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{prefix}{child.name}"
            yield name, ast.get_docstring(child) or ""
            yield from named_docstrings(child, f"{name}.")


@functools.cache
def symbols_by_rule() -> dict[str, list[Symbol]]:
    """Which functions and classes cite each rule."""
    by_rule: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in find_symbols():
        for number in symbol.rules:
            by_rule[number].append(symbol)
    return by_rule


@functools.cache
def tests_by_rule() -> dict[str, dict[str, int]]:
    """How many functions of each Python file below `tests/` say in their docstring that they check a rule.

    The compiled check of `tests/second` and the odds worked out by hand are such functions; cases and mutants are
    counted apart.
    """
    by_rule: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for path in sorted((ROOT / "tests").rglob("*.py")):
        file = path.relative_to(ROOT / "tests").as_posix()
        for _, text in named_docstrings(ast.parse(path.read_text(encoding="utf-8")), ""):
            for number in set(NUMBER.findall(text)):
                by_rule[number][file] += 1
    return by_rule


@functools.cache
def mutants_by_rule() -> dict[str, int]:
    """How many bent versions of each rule the mutation run tries."""
    by_rule: dict[str, int] = defaultdict(int)
    for path in sorted((ROOT / "tests" / "mutation").glob("chapter-*.toml")):
        for row in read_toml(path)["mutant"]:
            by_rule[row["rule"]] += 1
    return by_rule


@dataclass(frozen=True)
class EdgeCase:
    """A row of `edge-cases.toml`: a question that players ask, and the rule cases that answer it."""

    number: int
    question: str
    cases: tuple[str, ...]
    left_out: str


@functools.cache
def edge_cases() -> list[EdgeCase]:
    """Every edge case, in order."""
    rows = read_toml(ROOT / "tests" / "edge-cases.toml")["edge"]
    return [EdgeCase(row["number"], row["question"], tuple(row["cases"]), row.get("left_out", "")) for row in rows]


@functools.cache
def case_names() -> frozenset[str]:
    """The names of all rule cases."""
    return frozenset(case["name"] for path in sorted(CASES.glob("*.toml")) for case in read_cases(path))


@functools.cache
def cases_by_rule() -> dict[str, dict[str, list[str]]]:
    """Names of the cases of each rule, by file."""
    by_rule: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(CASES.glob("*.toml")):
        for case in read_cases(path):
            for number in case.get("rules", []):
                by_rule[number][path.stem].append(case["name"])
    return by_rule
