"""Bent rules: a small change of the code for each rule, which at least one case that names the rule must notice.

They are listed in a file a chapter, `chapter-a.toml` ... `chapter-n.toml`. When code moves, its mutants move with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brimstone_env.core.configs import read_toml


@dataclass(frozen=True)
class Mutant:
    """One bent rule.

    Attributes:
        rule: number of the rule.
        bend: what goes wrong, in a few words.
        file: path below `brimstone_env/`.
        old: the code as it is; it must stand in the file exactly once.
        new: the code as it is bent.
    """

    rule: str
    bend: str
    file: str
    old: str
    new: str


def read_mutants() -> tuple[Mutant, ...]:
    """All mutants, by chapter."""
    files = sorted(Path(__file__).parent.glob("chapter-*.toml"))
    return tuple(Mutant(**row) for file in files for row in read_toml(file)["mutant"])


MUTANTS = read_mutants()
