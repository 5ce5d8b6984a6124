"""The mutation run, `python -m tests.mutation.run [RULE...]`: every bent rule must make a case that names it fail.

Each mutant is a copy of the package with one piece of code replaced. The cases that name its rule are run on the copy,
uncompiled, in a process of their own. A line is printed for each rule; exit status 1 if any mutant survives, if the
code that it bends is not there exactly once, or if a rule that is built has no mutant.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.mutants import MUTANTS, Mutant
from tests.rule_sources import CASES, PACKAGE, all_rules

CHILD = Path(__file__).with_name("child.py")
TIME_LIMIT = 120  # seconds; a bent rule that never ends is noticed too
CODE = ("*.py", "*.toml")
EVERY_RULE = "all"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    Attributes:
        mutant: the mutant.
        failed: names of the cases that noticed.
        count: cases that name its rule.
        fault: why it could not be tried, if so.
    """

    mutant: Mutant
    failed: tuple[str, ...] = ()
    count: int = 0
    fault: str = ""

    @property
    def is_dead(self) -> bool:
        """Whether a case noticed."""
        return bool(self.failed) and not self.fault


def find_fault(mutant: Mutant) -> str:
    """Why a mutant cannot be made, or nothing."""
    found = (PACKAGE / mutant.file).read_text(encoding="utf-8").count(mutant.old)
    if found != 1:
        return f"the code to bend is found {found} times in {mutant.file}: {mutant.old.strip()!r}"
    return "" if mutant.new != mutant.old else "it changes nothing"


def try_mutant(mutant: Mutant) -> Verdict:
    """Bend a copy of the package and run the cases of the rule on it."""
    fault = find_fault(mutant)
    if fault:
        return Verdict(mutant, fault=fault)
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_package(Path(folder))
        path = copy / mutant.file
        path.write_text(path.read_text(encoding="utf-8").replace(mutant.old, mutant.new), encoding="utf-8")
        return judge(mutant, copy.parent)


def copy_package(folder: Path) -> Path:
    """Copy the package's code and tables."""
    copy = folder / PACKAGE.name
    for pattern in CODE:
        for path in PACKAGE.rglob(pattern):
            target = copy / path.relative_to(PACKAGE)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return copy


def judge(mutant: Mutant, parent: Path) -> Verdict:
    """Run the cases of a mutant's rule; a loop without end counts as noticed, code that cannot be loaded does not."""
    try:
        results = run_cases(mutant.rule, parent)
    except subprocess.TimeoutExpired:
        return Verdict(mutant, ("none ended in time",), 1)
    except subprocess.CalledProcessError as error:
        return Verdict(mutant, fault=str(error.stderr).strip().splitlines()[-1])
    return Verdict(mutant, tuple(name for name, passed in results if not passed), len(results))


def run_cases(rule: str, parent: Path) -> list[tuple[str, bool]]:
    """Run the cases that name a rule (or all) on the package in a folder, in a process of their own.

    Returns:
        Name of each case and whether it passed.
    """
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    files = [str(path) for path in sorted(CASES.glob("*.toml"))]
    command = [sys.executable, "-W", "error", str(CHILD), str(parent), rule, *files]
    done = subprocess.run(
        command, env=environment, cwd=parent, capture_output=True, text=True, timeout=TIME_LIMIT, check=True
    )
    return [(str(name), bool(passed)) for name, passed in json.loads(done.stdout)]


def unbent_failures() -> list[str]:
    """Cases that fail although nothing is bent: then no verdict means anything."""
    return [name for name, passed in run_cases(EVERY_RULE, PACKAGE.parent) if not passed]


def try_all(mutants: Iterable[Mutant]) -> Iterator[Verdict]:
    """Try mutants, as many at a time as there are cores; verdicts in order."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(try_mutant, mutants)


def rules_without_mutant() -> list[str]:
    """Rules that are built and have no mutant."""
    have = {mutant.rule for mutant in MUTANTS}
    return [rule.number for rule in all_rules() if rule.is_done and rule.number not in have]


def line_of(rule: str, verdicts: list[Verdict]) -> str:
    """The line that is printed for a rule."""
    if all(verdict.is_dead for verdict in verdicts):
        counts = ", ".join(f"{v.mutant.bend} ({len(v.failed)} of {v.count})" for v in verdicts)
        return f"ok {rule}: {counts}"
    bad = [v for v in verdicts if not v.is_dead]
    return f"FAIL {rule}: " + "; ".join(f"{v.mutant.bend}: {v.fault or 'no case notices'}" for v in bad)


def main(rules: list[str]) -> int:
    """Try all mutants, or those of some rules; 1 if any survives."""
    broken = unbent_failures()
    if broken:
        print(f"{len(broken)} cases fail without a mutation: {', '.join(broken)}")
        return 1
    chosen = [mutant for mutant in MUTANTS if not rules or mutant.rule in rules]
    failures = 0
    by_rule: dict[str, list[Verdict]] = {}
    for verdict in try_all(chosen):
        by_rule.setdefault(verdict.mutant.rule, []).append(verdict)
        if len(by_rule[verdict.mutant.rule]) == sum(mutant.rule == verdict.mutant.rule for mutant in chosen):
            line = line_of(verdict.mutant.rule, by_rule[verdict.mutant.rule])
            failures += line.startswith("FAIL")
            print(line, flush=True)
    missing = [] if rules else rules_without_mutant()
    for rule in missing:
        print(f"FAIL {rule}: no mutant")
    failures += len(missing)
    print(f"{len(by_rule)} rules, {len(chosen)} mutants, {failures} rules fail")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
