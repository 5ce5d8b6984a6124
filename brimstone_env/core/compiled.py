"""The only module that imports numba: the decorators, and the folder of the compile cache.

``compiled`` is for rule functions; ``entry`` for the few functions that Python calls, which are cached on disk.
With ``NUMBA_DISABLE_JIT=1`` both return the function as it is: the same source runs uncompiled.

The cache of an entry lies in a folder named after a hash of the sources that it is made from (its module and, through
their imports, all modules of this package that it rests on), since numba notices changes in the entry's own file only.
The newest few folders are kept.
"""

from __future__ import annotations

import ast
import contextlib
import fcntl
import functools
import hashlib
import importlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

numba: Any = importlib.import_module("numba")  # its stubs know neither its settings nor all its options
F = TypeVar("F", bound=Callable[..., Any])
HERE = Path(__file__).parent.parent  # the package brimstone_env
OPTIMISATION = 2  # LLVM's level: 3 takes a fifth longer to compile and runs no faster
KEPT_CACHES = 4  # folders of older sources that are left in place


def is_compiling() -> bool:
    """Whether rule functions are compiled in this process (false under ``NUMBA_DISABLE_JIT=1``)."""
    return not bool(numba.config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile a rule function that only other compiled functions call."""
    if not is_compiling():
        return function
    options = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
    dispatcher: F = numba.njit(**options)(function)
    _compile_once(dispatcher)
    return dispatcher


def _compile_once(dispatcher: Any) -> None:
    """Let a rule function be compiled for 64-bit integers only, whatever integers its callers hold.

    A field of a record may be an int8, a loop counter an int32, a constant a literal or an enum member: numba would
    compile the function anew for each of them. Callers convert instead, which costs nothing at run time.
    """
    original = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return original(tuple(widen(kind) for kind in args), kws)

    dispatcher.get_call_template = get_call_template


def widen(kind: Any) -> Any:
    """The type as which a ``compiled`` function takes an argument: every integer as int64."""
    types = numba.types
    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    if isinstance(kind, types.IntegerLiteral | types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean):
        return types.int64
    return kind


def _enum_int(x: Any) -> Any:
    """What ``int`` of an enum member compiles to: numba itself knows it of numbers only."""
    return (lambda x: x.value) if isinstance(x, numba.types.IntEnumMember) else None


if is_compiling():
    numba.extending.overload(int, strict=False)(_enum_int)


def entry(function: F) -> F:
    """Compile a function that Python calls, cached on disk per game sources.

    The function is compiled, or fetched from the cache, at its first call; one process compiles at a time, and
    a line on standard error says so when it takes long.
    """
    return _compiled_entry(function, _FirstCall)


def entry_of_games(function: F) -> F:
    """The same for a function that takes battles of any game: it is compiled once for each game's records."""
    return _compiled_entry(function, _FirstCallOfEach)


def _compiled_entry(function: F, first_call: type[_FirstCall]) -> F:
    if not is_compiling():
        return function
    module = Path(sys.modules[function.__module__].__file__ or "")
    dispatcher = with_cache_folder(
        cache_folder(module), lambda: numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    )
    call = first_call(dispatcher, module.parent.name)
    return functools.wraps(function)(call)  # type: ignore[return-value]


class _FirstCall:
    """A compiled entry: the first call compiles or loads it, later ones go straight to it.

    After the first call no other signature is compiled: arrays of another dtype, layout or writability are an error
    instead of a silent second compilation.
    """

    def __init__(self, dispatcher: Any, name: str) -> None:
        self.dispatcher = dispatcher
        self.game = name
        self.ready = False

    def __call__(self, *args: Any) -> Any:
        if self.ready:
            return self.dispatcher(*args)
        with one_compiler(self.game), _settings():
            result = self.dispatcher(*args)
        self.dispatcher.disable_compile()
        self.ready = True
        return result


class _FirstCallOfEach(_FirstCall):
    """The same for each game: the dtype of the first array of records says which game it is."""

    def __init__(self, dispatcher: Any, name: str) -> None:
        super().__init__(dispatcher, name)
        self.games: set[Any] = set()

    def __call__(self, *args: Any) -> Any:
        game = next(arg.dtype for arg in args if isinstance(arg, np.ndarray) and arg.dtype.names)
        if game not in self.games:
            self.ready = False
            self.dispatcher.disable_compile(False)
            self.games.add(game)
        return super().__call__(*args)


def cache_root() -> Path:
    """The folder that holds all compile caches: ``$BRIMSTONE_CACHE_DIR``, else the user's cache folder."""
    chosen = os.environ.get("BRIMSTONE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "brimstone-env"


def source_files(module: Path) -> list[Path]:
    """The Python sources that a module rests on: itself and, followed through imports, those of the same packages.

    The packages are the module's own top-level package and this one, wherever each of them lies.
    """
    top = next(p for p in module.parents if not (p.parent / "__init__.py").exists())
    homes = {top.name: top.parent, HERE.name: HERE.parent}
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                home = homes.get(name.partition(".")[0])
                source = (home / Path(*name.split("."))).with_suffix(".py") if home else module
                if source.is_file():
                    waiting.append(source)
    return sorted(found)


@functools.cache
def source_hash(module: Path) -> str:
    """Hash of all sources that an entry's module rests on, and of the versions of compiler, NumPy and Python."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version_info[:2]}".encode())
    for path in source_files(module):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder(module: Path) -> Path:
    """The cache folder of an entry's present sources; makes room by removing the oldest others of its package."""
    package = module.parent.name
    folder = cache_root() / f"{package}-{source_hash(module)}"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        others = sorted(cache_root().glob(f"{package}-*"), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in others[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def with_cache_folder(folder: Path, make: Callable[[], Any]) -> Any:
    """Run ``make`` with numba's cache folder set to ``folder``, and restore it: other users keep theirs."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return make()
    finally:
        numba.config.CACHE_DIR = before


@contextlib.contextmanager
def one_compiler(name: str) -> Iterator[None]:
    """Hold the lock that lets one process compile at a time; say so on standard error if it takes over 2 s."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        lock = (root / "compile.lock").open("w")
    except OSError:  # a read-only home: compile without the lock
        with _say_if_slow(name):
            yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with _say_if_slow(name):
            yield


@contextlib.contextmanager
def _settings() -> Iterator[None]:
    """Numba's settings while the rules compile: what costs compile time and gains branchy code nothing is off."""
    config = numba.config
    before = {name: getattr(config, name) for name in ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")}
    config.OPT = type(config.OPT)(OPTIMISATION)
    config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(config, name, value)


@contextlib.contextmanager
def _say_if_slow(name: str) -> Iterator[None]:
    import threading

    say = threading.Timer(
        2.0,
        lambda: print(
            f"compiling the rules of {name!r}: once per machine and version, about a minute", file=sys.stderr
        ),
    )
    say.daemon = True
    started = time.perf_counter()
    say.start()
    try:
        yield
    finally:
        say.cancel()
        took = time.perf_counter() - started
        if took > 2.0:
            print(f"compiled in {took:.0f} s", file=sys.stderr)
