"""Execute a program as if it were a file, plainly or with everything it binds passing by a watcher."""

from __future__ import annotations

import ast
import importlib
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

from . import workplace
from .instrument import WATCHER, instrumented
from .launch import Execute, Served, enters, instead_of_files, place_of, remember_code, serving
from .made_up import forget_what_was_handed
from .program import Focus, Program

MOST_PRINTED = 1 << 16


class Watcher(Protocol):
    """Who is told what the program does; see `instrument`."""

    def bound(self, name: str, row: int, value: Any) -> Any: ...

    def attribute(self, owner: Any, attribute: str, name: str, row: int) -> None: ...

    def seen(self, role: str, value: Any) -> Any: ...

    def hit(self) -> None: ...

    def caught(self) -> None: ...


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
        self._modules = _before_any() if program.tree is None else frozenset(sys.modules)
        """What stays loaded between two executions. What the pieces of a program import is imported once."""

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
        remember_code()
        if self._program.tree is not None:
            forget_what_was_handed()
        # `tf.function` and `inspect` read the lines; without them they run a different program.
        linecache.cache[self.filename] = (len(self._program.text), None, self._lines, self.filename)
        workplace.settle(self._program.filename, self._program.launch.roots)
        skipped: list[BaseException] = []
        names: dict[str, Any] = {}

        def execute(module: dict[str, Any]) -> None:
            nonlocal names
            names = module
            if watcher is not None:
                names[WATCHER] = watcher
            codes = self._plain if watcher is None else self._watched
            for code in codes:
                try:
                    exec(code, names)
                except Exception as raised:
                    if len(codes) == 1:
                        raise
                    skipped.append(raised)

        problem: BaseException | None = None
        main = ModuleType("__main__")
        with _surroundings(main, self._program) as printed:
            try:
                with instead_of_files(self._program.modules):
                    self._start(main, execute)
            except Enough:
                pass
            except BaseException as raised:
                problem = raised
        return Ended(names, problem, printed.text(), tuple(skipped))

    def _start(self, main: ModuleType, execute: Execute) -> None:
        """As the user would: see `launch`."""
        launch = self._program.launch
        main.__dict__.update(__file__=self._program.filename, __builtins__=__builtins__)
        if self._program.tree is not None:
            main.__package__ = launch.package or None
            execute(main.__dict__)
        elif launch.run_as == "import" and self._imported(execute):
            return
        else:
            # Whoever imports it again gets the text that is executed, not the one on the disk, and unwatched.
            again = Served(launch.module, self._program.filename, self._unwatched)
            with serving(again):
                if launch.run_as == "main" and enters(launch, again):
                    main.__package__, main.__spec__, main.__loader__ = launch.package, again.spec(), again
                execute(main.__dict__)

    def _imported(self, execute: Execute) -> bool:
        """Execute it where it is imported first, perhaps by its own package; false if that cannot be imported."""
        launch = self._program.launch
        served = Served(launch.module, self._program.filename, execute)
        with serving(served):
            if not enters(launch, served):
                return False
            importlib.import_module(launch.module)
        return True

    def _unwatched(self, names: dict[str, Any]) -> None:
        for code in self._plain:
            exec(code, names)

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
        new = [name for name in sys.modules if name not in self._modules and name.partition(".")[0] != _OURS]
        # All are looked at before one is gone: a package may ask those around it where it lies.
        for name in [name for name in new if _is_of_the_user(sys.modules[name])]:
            del sys.modules[name]


_OURS = __name__.partition(".")[0]
_loaded: list[frozenset[str]] = []


def _before_any() -> frozenset[str]:
    """What was loaded before the first program began: what one program imports is not there for the next."""
    if not _loaded:
        _loaded.append(frozenset(sys.modules))
    return _loaded[0]


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
    where = place_of(module)
    if where is None:
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
def _surroundings(main: ModuleType, program: Program) -> Iterator[_Printed]:
    """What a script may expect of its interpreter, and what it may change and we put back."""
    kept = sys.modules.get("__main__"), sys.argv, sys.stdin, sys.stdout, sys.stderr, random.getstate()
    printed = _Printed()
    sys.modules["__main__"], sys.argv, sys.stdin = main, [program.filename], io.StringIO("")
    sys.stdout, sys.stderr = printed, _Printed()
    _find_as_at_first(program.launch.roots)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield printed
    finally:
        module, sys.argv, sys.stdin, sys.stdout, sys.stderr, state = kept
        if module is not None:
            sys.modules["__main__"] = module
        random.setstate(state)


_paths: list[tuple[list[str], list[Any]]] = []


def _find_as_at_first(roots: tuple[str, ...]) -> None:
    """Imports start from the roots, and not from where an earlier run made them start.

    That is put right before a run and not after it: functions of a program are called again when it has ended.
    """
    if not _paths:
        _paths.append((list(sys.path), list(sys.meta_path)))
    path, finders = _paths[0]
    sys.path[:] = [*roots, *(each for each in path if each not in roots)]
    sys.meta_path[:] = finders
    # What stood in for an absent module in one attempt must not do so in the next one unsaid, nor be kept by
    # modules of the project that imported it.
    if any(map(_stands_in, sys.modules.values())):
        for name in [
            each for each, module in sys.modules.items() if _stands_in(module) or _lies_in(module, roots)
        ]:
            if name.partition(".")[0] not in (_OURS, "__main__"):
                del sys.modules[name]


def _lies_in(module: Any, roots: tuple[str, ...]) -> bool:
    where = place_of(module) if _is_of_the_user(module) else None
    return where is not None and any(where.startswith(os.path.join(root, "")) for root in roots)


def _stands_in(module: Any) -> bool:
    return type(module) is ModuleType and vars(module).get("made_up") is True
