"""Runs the rule cases that name one rule (or `all`) with the `brimstone_env` of a given folder, a bent copy.

Called as `python child.py FOLDER RULE FILE...`; prints a JSON list of [case name, passed].
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path


def main(parent: str, rule: str, files: list[str]) -> None:
    """Run the cases; one that ends in any error has failed."""
    sys.path.insert(0, parent)
    import brimstone_env
    from brimstone_env.core.cases import read_cases, run_case
    from brimstone_env.core.game import find_game

    if not Path(brimstone_env.__file__).is_relative_to(parent):
        raise SystemExit(f"{brimstone_env.__file__} is not the bent copy")
    tables_of = functools.cache(lambda name: find_game(name).load_tables(None))
    results = []
    for file in files:
        for case in read_cases(Path(file)):
            if rule in ("all", *case["rules"]):
                try:
                    passed = run_case(case, lambda game: tables_of(game.name)).passed
                except Exception:
                    passed = False
                results.append([case["name"], passed])
    print(json.dumps(results))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
