"""Execute a program as if it were a file, plainly or with everything it binds passing by a watcher."""

from __future__ import annotations

import ast
import io
import linecache
import os
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, ModuleType
from typing import Any, ClassVar, Protocol

from .instrument import WATCHER, instrumented
from .program import Focus, Program

MOST_PRINTED = 1 << 16


class Watcher(Protocol):
    """Who is told what the program does; see `instrument`."""

    def bound(self, name: str, row: int, value: Any) -> Any: ...

    def attribute(self, owner: Any, attribute: str, name: str, row: int) -> None: ...

    def seen(self, role: str, value: Any) -> Any: ...

    def hit(self) -> None: ...


class Enough(BaseException):
    """Raised inside a program that has shown what was wanted: it need not run to its end."""


@dataclass(frozen=True)
class Ended:
    """How an execution ended."""

    names: dict[str, Any]
    """What the names at module level hold."""
    problem: BaseException | None
    """What it raised; None if it ran to its end or was stopped because it had shown enough."""
    printed: str
    skipped: tuple[BaseException, ...] = ()
    """What single cells or blocks of a document raised before the others went on."""


class Script:
    """A program that is executed several times."""

    executions: ClassVar[int] = 0
    """How often any program was executed in this process: what a verdict costs, whatever the machine."""

    def __init__(self, program: Program, focus: Focus) -> None:
        self._program = program
        # Not the name of the file: TensorFlow would read the lines anew from there, and they may be others.
        self.filename = f"<{program.filename}>"
        """What frames of the program go by."""
        self._focus = focus
        self._plain = self._as_written()
        self._lines = program.text.splitlines(keepends=True)
        self._modules = frozenset(sys.modules)

    def _as_written(self) -> list[CodeType]:
        if self._program.tree is None and not self._program.tolerant:
            return [compile(self._program.text, self.filename, "exec", dont_inherit=True)]
        return self._compiled(self._program.tree or self._program.parsed())

    @cached_property
    def _watched(self) -> list[CodeType]:
        """Only made where somebody watches: what raises as it should is never watched."""
        return self._compiled(instrumented(self._program.parsed(), self._program.text, self._focus))

    def run(self, watcher: Watcher | None = None) -> Ended:
        """Execute it; without a watcher exactly as it was written."""
        Script.executions += 1
        self._forget_imports()
        # `tf.function` and `inspect` read the lines; without them they run a different program.
        linecache.cache[self.filename] = (len(self._program.text), None, self._lines, self.filename)
        main = ModuleType("__main__")
        main.__dict__.update(__file__=self._program.filename, __builtins__=__builtins__)
        if watcher is not None:
            main.__dict__[WATCHER] = watcher
        codes = self._plain if watcher is None else self._watched
        skipped: list[BaseException] = []
        problem: BaseException | None = None
        with _surroundings(main, self._program.filename) as printed:
            for code in codes:
                try:
                    exec(code, main.__dict__)
                except Enough:
                    break
                except BaseException as raised:
                    if len(codes) > 1 and isinstance(raised, Exception):
                        skipped.append(raised)
                        continue
                    problem = raised
                    break
        return Ended(main.__dict__, problem, printed.text(), tuple(skipped))

    def _compiled(self, tree: ast.Module) -> list[CodeType]:
        """One code object; for a document one per statement, so that one that fails does not stop the rest."""
        if not self._program.tolerant:
            return [compile(tree, self.filename, "exec", dont_inherit=True)]
        futures = [
            node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        ]
        return [
            compile(
                ast.Module(body=[*futures, node], type_ignores=[]), self.filename, "exec", dont_inherit=True
            )
            for node in tree.body
            if node not in futures and not _imports_another_framework(node)
        ]

    def _forget_imports(self) -> None:
        """What the program imported of its own project is imported anew: its module level is part of the run."""
        for name in sys.modules.keys() - self._modules:
            if _is_of_the_user(sys.modules[name]):
                del sys.modules[name]


def _imports_another_framework(node: ast.stmt) -> bool:
    """A document may show the same thing in three frameworks. The import of those that the finding is not about
    would take all the time there is; what needs them fails, and is skipped."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [node.module or ""]
    else:
        return False
    roots = {name.partition(".")[0] for name in names}
    return bool(roots & _FRAMEWORKS) and not any(root in sys.modules for root in roots)


_FRAMEWORKS = frozenset({"torch", "tensorflow", "jax"})


def _is_of_the_user(module: Any) -> bool:
    where = getattr(module, "__file__", None)
    if not isinstance(where, str):
        return False
    return not any(where.startswith(root + os.sep) for root in _INSTALLED) and "site-packages" not in where


_INSTALLED = tuple({os.path.realpath(os.path.dirname(os.__file__)), os.path.dirname(os.__file__)})


class _Printed(io.TextIOBase):
    """The beginning of what is printed; the rest is let go."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._room = MOST_PRINTED

    def write(self, text: str) -> int:
        if self._room > 0:
            self._parts.append(text[: self._room])
            self._room -= len(text)
        return len(text)

    def writable(self) -> bool:
        return True

    def text(self) -> str:
        return "".join(self._parts)


@contextmanager
def quietly() -> Iterator[None]:
    """What functions of the program print when they are called by themselves is nobody's to read."""
    kept = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = _Printed()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.stdout, sys.stderr = kept


@contextmanager
def _surroundings(main: ModuleType, filename: str) -> Iterator[_Printed]:
    """What a script may expect of its interpreter, and what it may change and we put back."""
    kept = sys.modules.get("__main__"), sys.argv, sys.stdin, sys.stdout, sys.stderr, random.getstate()
    printed = _Printed()
    sys.modules["__main__"], sys.argv, sys.stdin = main, [filename], io.StringIO("")
    sys.stdout, sys.stderr = printed, _Printed()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield printed
    finally:
        module, sys.argv, sys.stdin, sys.stdout, sys.stderr, state = kept
        if module is not None:
            sys.modules["__main__"] = module
        random.setstate(state)
