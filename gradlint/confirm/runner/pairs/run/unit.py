"""Executes a unit statement by statement, goes on where one fails, and watches how the program calls itself."""

from __future__ import annotations
import __future__

import ast
import contextlib
import functools
import io
import linecache
import os
import random
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...execute import clock

MODULE = "gradlint_unit"
KEPT_CALLS = 4


class TooLong(BaseException):
    """Not an Exception: no `except Exception` of the program may swallow it."""


@dataclass(frozen=True, slots=True)
class Skipped:
    row: int
    error: str
    """The type of the exception."""
    message: str

    def __str__(self) -> str:
        return (
            f"line {self.row}: {self.error}: {self.message}"
            if self.message
            else f"line {self.row}: {self.error}"
        )


@dataclass(slots=True)
class Executed:
    namespace: dict[str, Any]
    flags: int = 0
    """What `from __future__` asks of the compiler, for every statement after it."""
    kept: list[ast.stmt] = field(default_factory=list)
    """What ran without an error, for a script that stands alone."""
    skipped: list[Skipped] = field(default_factory=list)
    calls: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    """The arguments with which functions and classes of the unit were called, by qualified name."""


def execute(
    tree: ast.Module,
    source: str,
    filename: str,
    roots: list[str],
    package: str | None,
    seconds: float,
    watched: set[str],
) -> Executed:
    """Run the unit; `watched` are the functions, classes and methods whose calls are kept.

    Imports may take all of the time, the program itself no more than half of it.
    """
    module = types.ModuleType(MODULE)
    module.__file__ = filename
    module.__package__ = package or _package(filename, roots) or ""
    sys.modules[MODULE] = module
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    os.environ.setdefault("MPLBACKEND", "Agg")
    done = Executed(module.__dict__, _future(tree))
    sys.argv = [filename]
    restore: list[Callable[[], None]] = []
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        budget, end = seconds * 0.5, time.process_time() + seconds
        for statement in _statements(tree):
            importing = isinstance(statement, (ast.Import, ast.ImportFrom))
            left = max(0.02, end - time.process_time())
            used = _run(statement, filename, done, left if importing else min(left, max(0.05, budget / 2)))
            budget -= 0.0 if importing else used
            _watch(statement, done, watched, restore)
        for statement in _main_blocks(tree):
            if budget > 0.05:
                budget -= _run(statement, filename, done, budget / 2, keep=False)
    for undo in reversed(restore):
        undo()
    return done


def _future(tree: ast.Module) -> int:
    names = [
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    ]
    return sum(getattr(__future__, name).compiler_flag for name in set(names) if hasattr(__future__, name))


def _package(filename: str, roots: list[str]) -> str | None:
    for root in roots:
        relative = os.path.relpath(os.path.abspath(filename), root)
        if not relative.startswith("..") and os.sep in relative:
            return ".".join(relative.split(os.sep)[:-1])
    return None


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of the module, imports one by one so that one missing library costs only itself."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield ast.copy_location(ast.Import([alias]), node)
        elif isinstance(node, ast.ImportFrom) and node.module == "__future__":
            continue
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), node)
        elif not _is_main(node):
            yield node


def _is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(each, ast.Name) and each.id == "__name__" for each in ast.walk(node.test)
    )


def _main_blocks(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in tree.body:
        if isinstance(node, ast.If) and _is_main(node):
            yield from node.body


def _run(statement: ast.stmt, filename: str, done: Executed, seconds: float, keep: bool = True) -> float:
    begun = time.process_time()
    try:
        with limited(seconds):
            code = compile(ast.Module([statement], []), filename, "exec", done.flags, dont_inherit=True)
            exec(code, done.namespace)
        if keep:
            done.kept.append(statement)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        row = statement.lineno
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == filename:
                row = trace.tb_lineno
            trace = trace.tb_next
        message = " ".join(str(error).split())[:300]
        done.skipped.append(Skipped(row, type(error).__name__, message))
    return time.process_time() - begun


def limited(seconds: float) -> contextlib.AbstractContextManager[None]:
    """Raise TooLong in the program after a while, where signals can be used."""
    return clock.limited(seconds, TooLong)


# -- watching ------------------------------------------------------------------------------


def _watch(statement: ast.stmt, done: Executed, watched: set[str], restore: list[Callable[[], None]]) -> None:
    if isinstance(statement, ast.FunctionDef) and statement.name in watched:
        function = done.namespace.get(statement.name)
        if callable(function) and not isinstance(function, type):
            name = statement.name
            plain = isinstance(function, types.FunctionType)
            done.namespace[name] = (
                _recording(function, name, done) if plain else _Watched(function, name, done)
            )
            restore.append(lambda: done.namespace.__setitem__(name, function))
    elif isinstance(statement, ast.ClassDef):
        cls = done.namespace.get(statement.name)
        for name in [each for each in watched if each.startswith(f"{statement.name}.")]:
            method = name.partition(".")[2]
            raw = cls.__dict__.get(method) if isinstance(cls, type) else None
            if isinstance(raw, (types.FunctionType, staticmethod)):
                _watch_method(cls, method, raw, name, done, restore)


class _Watched:
    """Stands for a callable object, such as a function with a rule of its own, and keeps its calls."""

    def __init__(self, function: Any, name: str, done: Executed) -> None:
        self._function = function
        self._recorded = _recording(function, name, done)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._recorded(*args, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


def _watch_method(
    cls: Any, method: str, raw: Any, name: str, done: Executed, restore: list[Callable[[], None]]
) -> None:
    plain = raw.__func__ if isinstance(raw, staticmethod) else raw
    wrapped: Any = _recording(plain, name, done)
    setattr(cls, method, staticmethod(wrapped) if isinstance(raw, staticmethod) else wrapped)
    restore.append(lambda: setattr(cls, method, raw))


def _recording(function: Callable[..., Any], name: str, done: Executed) -> Callable[..., Any]:
    @functools.wraps(function, updated=())
    def recorded(*args: Any, **named: Any) -> Any:
        seen = done.calls.setdefault(name, [])
        if len(seen) < KEPT_CALLS:
            seen.append((_copied(args), _copied(tuple(named.values())), tuple(named)))
        return function(*args, **named)

    return recorded


def _copied(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arrays as they are now: the program may change them later."""
    numpy = sys.modules.get("numpy")
    return tuple(
        each.copy() if numpy is not None and isinstance(each, numpy.ndarray) else each for each in args
    )


class Chance:
    """Where the random numbers of the program begin: elsewhere only while we ask whether it draws any."""

    seed = 0


def seeded() -> None:
    """The same random numbers for every execution, whoever draws them."""
    random.seed(Chance.seed)
    import numpy

    numpy.random.seed(Chance.seed)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.manual_seed(Chance.seed)
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is not None and hasattr(tensorflow, "random"):
        tensorflow.random.set_seed(Chance.seed)
