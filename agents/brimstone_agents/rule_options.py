"""Options of the rules on the command line: `--option NAME=VALUE`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from brimstone_env.core.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def add_rule_options(parser: argparse.ArgumentParser) -> None:
    """Give a subcommand `--option`, which may be repeated."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, `fixed_move=4` say; may be repeated (see README, options)",
    )


def read_rule_options(texts: list[str]) -> dict[str, Any]:
    """Options by name; whether the game knows them is its own care.

    Args:
        texts: `NAME=VALUE` each; a value is read as TOML (`4`, `true`), or else is the word that it is.

    Raises:
        InputError: if one has no `=`, or a name is given twice.
    """
    options: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise InputError(f"--option {text!r}: allowed is NAME=VALUE, `fixed_move=4` say")
        if name in options:
            raise InputError(f"--option {name}: it is given twice")
        options[name] = read_value(value)
    return options


def read_value(text: str) -> Any:
    """A TOML value, or the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
