"""The page RULES.md: every rule with its code, cases and status. `python -m tests.rules_page` writes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tests.rule_sources import (
    ROOT,
    Rule,
    all_rules,
    cases_by_rule,
    chapter_titles,
    edge_cases,
    find_symbols,
    mutants_by_rule,
    symbols_by_rule,
    tests_by_rule,
)

PAGE = ROOT / "RULES.md"
HEAD = """# The rules of Battle-v0 and Rounds-v0

Made by `python -m tests.rules_page` from `tests/rules.toml`, the docstrings of the code and the rule cases; a test
compares. Numbers B1-B72 and N1-N11 (Battle-v0) and D1-D35 (Rounds-v0) are this project's own, `rounds 2` to `rounds 9`
are the sections of the facts of Rounds-v0; docstrings cite them after `Source:`. Code is named by file below
`brimstone_env/`; cases by file below `tests/cases/`, with how many of that file name the rule. Run them with
`brimstone cases tests/cases/*.toml`. Tests are Python functions below `tests/` that say which rule they check, by file;
mutants are bent versions of the rule's code, each of which a case of the rule must notice
(`python -m tests.mutation.run`).
"""


def format_page() -> str:
    """The whole page."""
    lines = [HEAD]
    rules = all_rules()
    done = sum(rule.is_done for rule in rules)
    lines.append(f"{len(rules)} rules and rulings: {done} done, {len(rules) - done} later.\n")
    for letter, title in chapter_titles().items():
        lines += [f"## {letter}. {title}\n", *format_chapter([rule for rule in rules if rule.chapter == letter]), ""]
    lines += ["## Questions that players ask\n", *format_edges(), ""]
    lines += ["## Where the code decides for itself\n", *format_differences()]
    return "\n".join(lines) + "\n"


def format_chapter(rules: list[Rule]) -> Iterator[str]:
    """The table of one chapter."""
    symbols = symbols_by_rule()
    cases = cases_by_rule()
    yield "| rule | in short | code | tests | cases | mutants | status |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for rule in rules:
        by_file: dict[str, list[str]] = defaultdict(list)
        for symbol in symbols[rule.number]:
            by_file[symbol.file].append(f"`{symbol.name}`")
        code = "; ".join(f"{file}: {', '.join(names)}" for file, names in by_file.items()) or "-"
        named = cases[rule.number]
        counted = ", ".join(f"{file} {len(names)}" for file, names in named.items()) or "-"
        status = "done" if rule.is_done else f"later, issue {rule.issue}"
        tests = ", ".join(f"{file} {count}" for file, count in tests_by_rule()[rule.number].items()) or "-"
        mutants = mutants_by_rule()[rule.number]
        yield f"| {rule.number} | {rule.in_short} | {code} | {tests} | {counted} | {mutants} | {status} |"


def format_edges() -> Iterator[str]:
    """The table of edge cases."""
    yield "| # | question | answered by the case |"
    yield "| --- | --- | --- |"
    for edge in edge_cases():
        yield f"| {edge.number} | {edge.question} | {'; '.join(edge.cases) or edge.left_out} |"


def format_differences() -> Iterator[str]:
    """The notes of docstrings that begin with `Differs:`."""
    yield "The sources do not say, or say otherwise:\n"
    for symbol in find_symbols():
        for note in symbol.differs:
            about = f" ({', '.join(symbol.rules)})" if symbol.rules else ""
            yield f"- {symbol.file}, `{symbol.name}`{about}: {note}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(format_page(), encoding="utf-8")
    print(f"{PAGE.name} written")


if __name__ == "__main__":
    main()
