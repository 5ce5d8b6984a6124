"""Arguments given as text (`simulations=1000`) for whatever makes an agent: its signature says which there are.

A factory is a class or a function whose keyword arguments are annotated with `int`, `float`, `bool`, `str`, `Path`, a
`Literal` of words, or one of these `| None`. Without an annotation the type of the default counts, else it is a text.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from brimstone_env.core.configs import allowed_words
from brimstone_env.core.errors import InputError

ALLOWED = {bool: "true or false", int: "a whole number", float: "a number", Path: "a path", str: "a text"}


def split_arguments(text: str, spec: str) -> dict[str, str]:
    """The arguments of ``key=value,key=value``.

    Args:
        text: what stands behind the last colon of an agent's spec.
        spec: the whole spec, for messages.

    Raises:
        InputError: if a part has no `=`, or a key comes twice.
    """
    arguments: dict[str, str] = {}
    for part in text.split(","):
        key, separator, value = part.partition("=")
        if not separator or not key.strip():
            raise InputError(f"agent {spec!r}: {part!r} is no argument, allowed is key=value,key=value")
        if key.strip() in arguments:
            raise InputError(f"agent {spec!r}: argument {key.strip()!r} is given twice")
        arguments[key.strip()] = value.strip()
    return arguments


def parameters_of(factory: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The arguments of a factory that can be given as text, by name, with their annotations as types.

    Returns:
        Parameters in order; those without an annotation have the type of their default, else `str`.
    """
    hints = _hints(factory)
    found = {}
    for name, parameter in inspect.signature(factory).parameters.items():
        plain = str if parameter.default in (parameter.empty, None) else type(parameter.default)
        kind = hints.get(name, plain)
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY) and _is_readable(kind):
            found[name] = parameter.replace(annotation=kind)
    return found


def _is_readable(kind: Any) -> bool:
    """Whether a value of the type can be written as text."""
    if get_origin(kind) in (Union, types.UnionType):
        return all(other is type(None) or _is_readable(other) for other in get_args(kind))
    return kind in ALLOWED or get_origin(kind) is Literal


def _hints(factory: Callable[..., Any]) -> dict[str, Any]:
    made: Any = factory
    try:
        return get_type_hints(made.__init__ if inspect.isclass(made) else made)
    except (NameError, TypeError, AttributeError):  # names that are imported for type checkers only
        return {}


def format_parameters(factory: Callable[..., Any], fixed: Mapping[str, Any]) -> str:
    """The arguments that people may give, as they are written: `simulations=100, seconds=0.0`."""
    return ", ".join(
        name if parameter.default is parameter.empty else f"{name}={_format(parameter.default)}"
        for name, parameter in parameters_of(factory).items()
        if name not in fixed
    )


def _format(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def call_with(factory: Callable[..., Any], given: Mapping[str, str], fixed: Mapping[str, Any], spec: str) -> Any:
    """Call a factory with arguments given as text.

    Args:
        factory: what makes the agent.
        given: text by argument.
        fixed: arguments that its row of the table sets, and that cannot be given.
        spec: the agent's spec, for messages.

    Raises:
        InputError: if there is no such argument, its value cannot be read, or one is missing.
    """
    parameters = {name: kept for name, kept in parameters_of(factory).items() if name not in fixed}
    for name in given:
        if name not in parameters:
            raise InputError(f"agent {spec!r}: unknown argument {name!r}: {allowed_words(name, parameters)}")
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and name not in given:
            raise InputError(f"agent {spec!r}: argument {name!r} is missing, as in {name}=VALUE")
    values = {
        name: read_value(text, parameters[name].annotation, f"agent {spec!r}: {name}") for name, text in given.items()
    }
    return factory(**values, **fixed)


def read_value(text: str, kind: Any, place: str) -> Any:
    """A value of a type from its text.

    Args:
        text: as it was typed.
        kind: `bool`, `int`, `float`, `str`, `Path`, a `Literal`, or one of them `| None` (empty text: None).
        place: what it is, for messages.

    Raises:
        InputError: if the text is none of that type.
    """
    if get_origin(kind) in (Union, types.UnionType):
        kinds = [other for other in get_args(kind) if other is not type(None)]
        if not text and len(kinds) < len(get_args(kind)):
            return None
        kind = kinds[0]
    if get_origin(kind) is Literal:
        return _read_word(text, get_args(kind), place)
    try:
        return {"true": True, "false": False}[text.lower()] if kind is bool else kind(text)
    except (ValueError, KeyError):
        raise InputError(f"{place} is {text!r}, allowed is {ALLOWED[kind]}") from None


def _read_word(text: str, words: tuple[Any, ...], place: str) -> Any:
    for word in words:
        if str(word) == text:
            return word
    raise InputError(f"{place} is {text!r}, allowed are {', '.join(map(str, words))}")
