"""What may come of an action: outcomes with their chances, and conditions on them in words."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from brimstone_env.core.configs import allowed_words
from brimstone_env.core.errors import InputError

Row = tuple[int, ...]
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
CONDITION = re.compile(r"\s*([\w.\-]+)\s*(<=|>=|!=|==|=|<|>)\s*(-?\d+)\s*")
CERTAIN_SIGMAS = 1.959964  # 95 %


def read_condition(text: str, names: Sequence[str]) -> Callable[[Row], bool]:
    """A condition on an outcome from its words: `kills >= 1`, `heroes.0.health > 5 and enemies.0.alive = 0`.

    Args:
        text: comparisons of a fact with a whole number, `and` between them.
        names: the facts' names, in the order of an outcome's row.

    Raises:
        InputError: if it is no such text, or names an unknown fact.
    """
    parts = []
    for part in text.split(" and "):
        match = CONDITION.fullmatch(part)
        if match is None:
            raise InputError(f"condition {part.strip()!r} is not FACT, one of = != < <= > >=, NUMBER (`kills >= 1`)")
        name, sign, number = match.groups()
        if name not in names:
            raise InputError(f"condition {text!r}: unknown fact {name!r}: {allowed_words(name, list(names))}")
        parts.append((names.index(name), COMPARISONS[sign.replace("==", "=")], int(number)))
    return lambda row: all(compare(row[column], number) for column, compare, number in parts)


@dataclass(frozen=True)
class Odds:
    """The outcomes of an action, with their chances.

    Attributes:
        names: the facts that tell outcomes apart: totals (`kills`, `wounds_dealt` ...), then paths of the view
            (`heroes.0.health`; `at` as row * 16 + column, -1 for none; yes and no as 1 and 0).
        outcomes: rows of these facts with their chances, in order; the chances add up to 1.
        exact: whether the chances are exact; else they are shares of samples.
        samples: how many battles were played, 0 for exact odds.
        policy: in words, how the decisions on the way were answered.
    """

    names: tuple[str, ...]
    outcomes: tuple[tuple[Row, Fraction], ...]
    exact: bool
    samples: int
    policy: str

    def chance(self, condition: str | Callable[[dict[str, int]], bool]) -> Fraction:
        """The chance that a condition holds.

        Args:
            condition: words such as `kills >= 1`, or a function of the facts by name.

        Raises:
            InputError: if the words are no condition.
        """
        if isinstance(condition, str):
            holds = read_condition(condition, self.names)
            return sum((chance for row, chance in self.outcomes if holds(row)), Fraction(0))
        return sum((chance for row, chance in self.outcomes if condition(self.facts(row))), Fraction(0))

    def interval(self, condition: str | Callable[[dict[str, int]], bool]) -> tuple[float, float]:
        """Where the chance of a condition lies: a 95 % interval (Wilson's) for samples, twice the same if exact."""
        share = float(self.chance(condition))
        if self.exact:
            return share, share
        square = CERTAIN_SIGMAS**2
        middle = (share + square / (2 * self.samples)) / (1 + square / self.samples)
        spread = sqrt(share * (1 - share) / self.samples + square / (4 * self.samples**2))
        half = CERTAIN_SIGMAS * spread / (1 + square / self.samples)
        return max(0.0, middle - half), min(1.0, middle + half)

    def distribution(self, name: str) -> dict[int, Fraction]:
        """The chance of every value of a fact, in ascending order.

        Raises:
            InputError: if there is no such fact.
        """
        column = self._column(name)
        found: dict[int, Fraction] = {}
        for row, chance in self.outcomes:
            found[row[column]] = found.get(row[column], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def mean(self, name: str) -> Fraction:
        """The expected value of a fact.

        Raises:
            InputError: if there is no such fact.
        """
        return sum((value * chance for value, chance in self.distribution(name).items()), Fraction(0))

    def facts(self, row: Row) -> dict[str, int]:
        """An outcome's facts by name."""
        return dict(zip(self.names, row, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON: for every fact that is not the same in all outcomes, its distribution."""
        facts = {name: self.distribution(name) for name in self.names}
        return {
            "exact": self.exact,
            "samples": self.samples,
            "policy": self.policy,
            "facts": {
                name: {str(value): [chance.numerator, chance.denominator] for value, chance in values.items()}
                for name, values in facts.items()
                if len(values) > 1
            },
        }

    def _column(self, name: str) -> int:
        if name not in self.names:
            raise InputError(f"unknown fact {name!r}: {allowed_words(name, list(self.names))}")
        return self.names.index(name)
