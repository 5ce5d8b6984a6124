"""Calls by address: how one compiled kernel runs a function of another kernel without compiling it again.

A game's rules take a minute and more to compile. A planner that called them directly would be linked with all of them,
and every change in the planner would compile them once more. Instead the game's kernel says where a compiled function
lies (``address_of``), and the planner's kernel calls that place (``call_int``, ``call_float``). Addresses are good only
within the process; both sides must mean the same argument types, which are those that ``compiled`` functions get:
records, arrays, and 64-bit integers.

Uncompiled, an address is a number in a table of Python functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brimstone_env.core.compiled import is_compiling, numba, widen

_FUNCTIONS: list[Callable[..., Any]] = []  # uncompiled: the functions by address


def _address_of(function: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
    """Where a compiled function lies.

    Args:
        function: a function under ``compiled``, by its module-level name.
        arguments: a tuple of arguments as it will be called with; only their types matter.

    Returns:
        A number for ``call_int`` and ``call_float`` in this process.
    """
    if function not in _FUNCTIONS:
        _FUNCTIONS.append(function)
    return _FUNCTIONS.index(function)


def _call_int(address: int, arguments: tuple[Any, ...]) -> int:
    """Call what lies at an address, and answer the int64 that it returns."""
    return int(_FUNCTIONS[address](*arguments))


def _call_float(address: int, arguments: tuple[Any, ...]) -> float:
    """Call what lies at an address, and answer the float64 that it returns."""
    return float(_FUNCTIONS[address](*arguments))


def _compiled_address_of() -> Any:
    """``_address_of`` as the compiler puts it into compiled code."""
    from llvmlite import ir

    def address_of(typing: Any, function: Any, arguments: Any) -> Any:
        signature = function.get_call_type(typing, tuple(arguments.types), {})

        def generate(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            found = function.dispatcher.get_compile_result(signature)
            context.active_code_library.add_linking_library(found.library)
            place = context.declare_function(builder.module, found.fndesc)
            return builder.ptrtoint(place, ir.IntType(64))

        return numba.types.int64(function, arguments), generate

    return numba.extending.intrinsic(address_of)


def _compiled_call(result: Any) -> Any:
    """A call by address that answers a value of one type, as the compiler puts it into compiled code."""

    def call(_typing: Any, address: Any, arguments: Any) -> Any:
        kinds = tuple(widen(kind) for kind in arguments.types)

        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            shape = context.call_conv.get_function_type(result, kinds)
            function = builder.inttoptr(values[0], shape.as_pointer())
            parts = [builder.extract_value(values[1], i) for i in range(len(kinds))]
            sent = [
                context.cast(builder, part, kind, wide)
                for part, kind, wide in zip(parts, arguments.types, kinds, strict=True)
            ]
            status, answer = context.call_conv.call_function(builder, function, result, kinds, sent)
            with builder.if_then(status.is_error, likely=False):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return result(address, arguments), generate

    return numba.extending.intrinsic(call)


if is_compiling():
    address_of = _compiled_address_of()
    call_int = _compiled_call(numba.types.int64)
    call_float = _compiled_call(numba.types.float64)
else:
    address_of, call_int, call_float = _address_of, _call_int, _call_float
