"""Bent rules do not go unnoticed."""

from __future__ import annotations

import pytest

from tests.mutation.mutants import MUTANTS
from tests.mutation.run import find_fault, main, rules_without_mutant, try_mutant

SAMPLE = MUTANTS[7 :: len(MUTANTS) // 5][:5]  # from five chapters


def test_mutants__every_built_rule_has_one():
    assert rules_without_mutant() == []


def test_mutants__the_code_to_bend_is_there():
    assert [f"{mutant.rule}: {fault}" for mutant in MUTANTS if (fault := find_fault(mutant))] == []


@pytest.mark.parametrize("mutant", SAMPLE, ids=lambda mutant: f"{mutant.rule} {mutant.bend}")
def test_mutants__a_sample_dies(mutant):
    verdict = try_mutant(mutant)
    assert verdict.is_dead, verdict.fault or f"none of {verdict.count} cases notices"


@pytest.mark.soak
def test_mutants__all_die():
    assert main([]) == 0
