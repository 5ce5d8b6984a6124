"""Every rule in scope has code that cites it and a case that names it, and RULES.md says so."""

from __future__ import annotations

import pytest

from tests.rule_sources import (
    NUMBER,
    all_rules,
    case_names,
    cases_by_rule,
    edge_cases,
    find_symbols,
    mutants_by_rule,
    symbols_by_rule,
)
from tests.rules_page import PAGE, format_page

DONE = [rule.number for rule in all_rules() if rule.is_done]


def test_rules__the_list_is_whole():
    numbers = [rule.number for rule in all_rules()]
    battle = [f"B{i}" for i in range(1, 73)] + [f"N{i}" for i in range(1, 12)]
    assert numbers == battle + [f"D{i}" for i in range(1, 36)] + [f"rounds {i}" for i in range(2, 10)]


@pytest.mark.parametrize("number", DONE)
def test_rules__each_is_named_by_a_case(number):
    assert cases_by_rule()[number], f"no case names {number}"


@pytest.mark.parametrize("number", DONE)
def test_rules__each_is_cited_by_code(number):
    assert symbols_by_rule()[number], f"no docstring says Source: {number}"


@pytest.mark.parametrize("number", DONE)
def test_rules__each_is_bent_by_a_mutant(number):
    assert mutants_by_rule()[number], f"no mutant bends {number}"


def test_edge_cases__each_is_answered_by_a_case_or_says_why_not():
    assert [edge.number for edge in edge_cases()] == list(range(1, 68))
    for edge in edge_cases():
        assert bool(edge.cases) != bool(edge.left_out)
        assert set(edge.cases) <= case_names(), f"edge case {edge.number} names a case that does not exist"


def test_rules__only_known_numbers_are_cited_and_named():
    known = {rule.number for rule in all_rules()}
    assert {number for symbol in find_symbols() for number in symbol.rules} <= known
    assert set(cases_by_rule()) <= known
    assert all(NUMBER.fullmatch(number) for number in known)


def test_rules_page__is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == format_page(), "run `python -m tests.rules_page`"
