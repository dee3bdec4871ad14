"""Run a script once in this process and see how far it came."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType, FrameType, TracebackType
from typing import Any

from ...execute.clock import spent
from ...execute.launch import place_of
from ...execute.program import SCAFFOLD

_LOADED_BEFORE = frozenset(sys.modules)


class TooLong(BaseException):
    """The script used up its time."""


@dataclass
class Frame:
    """One level of a traceback, in the user's file or elsewhere."""

    filename: str
    row: int
    function: str
    positions: tuple[int | None, int | None]
    """First and last column of the failing expression, where Python knows them."""


@dataclass
class Outcome:
    """What a run left behind."""

    error: BaseException | None = None
    frames: list[Frame] = field(default_factory=list)
    rows: set[tuple[str, int]] = field(default_factory=set)
    """Lines that ran, of the user's file and project."""
    namespace: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def progress(self) -> int:
        return len(self.rows)

    @property
    def message(self) -> str:
        return "" if self.error is None else f"{type(self.error).__name__}: {self.error}"

    def user_frames(self, filename: str) -> list[Frame]:
        """Frames in the user's own text, the innermost last."""
        return [one for one in self.frames if one.filename == filename and one.row < SCAFFOLD]

    def hit(self, filename: str, rows: set[int]) -> int:
        return sum((filename, row) in self.rows for row in rows)


def run(
    tree: ast.Module,
    filename: str,
    text: str,
    roots: tuple[str, ...],
    seconds: float | None,
    package: str = "",
) -> Outcome:
    """Execute a script; whatever it raises is part of the outcome. Without a limit it is not watched either."""
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
    names = {"__name__": "__main__", "__file__": filename, "__package__": package or None}
    outcome = Outcome(namespace=names)
    compiled = compile(tree, filename, "exec", dont_inherit=True)
    watch = _Watch(outcome, filename, roots, spent() + (seconds or 0))
    started = spent()
    before = sys.gettrace()
    meta, path = list(sys.meta_path), list(sys.path)
    try:
        with _undisturbed():
            if seconds is not None:
                sys.settrace(watch.enter)
            exec(compiled, outcome.namespace)
    except BaseException as error:
        sys.settrace(before)
        if isinstance(error, KeyboardInterrupt):
            raise
        outcome.error = error
        outcome.frames = _frames(error.__traceback__)
    finally:
        sys.settrace(before)
        sys.meta_path[:], sys.path[:] = meta, path
    outcome.seconds = spent() - started
    return outcome


def forget(roots: tuple[str, ...]) -> None:
    """Unload modules of the project: an import that failed half-way leaves some that are of no use to anybody."""
    own = __name__.partition(".")[0]
    new = [name for name in sys.modules if name not in _LOADED_BEFORE and name.partition(".")[0] != own]
    places = {name: place_of(sys.modules[name]) for name in new}
    for name, where in places.items():
        if where is not None and where.startswith(roots) and "site-packages" not in where:
            del sys.modules[name]


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Nothing is printed, and what a script switches is switched back."""
    torch: Any = sys.modules.get("torch")
    modes = (torch.get_default_dtype(), torch.is_grad_enabled()) if torch else None
    try:
        quiet = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
        with quiet[0], quiet[1], warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if modes is not None:
            torch.set_default_dtype(modes[0])
            torch.set_grad_enabled(modes[1])


class _Watch:
    """Notes which lines run, and ends what takes too long."""

    def __init__(self, outcome: Outcome, filename: str, roots: tuple[str, ...], until: float) -> None:
        self.rows = outcome.rows
        self.filename = filename
        self.roots = roots
        self.until = until
        self.known: dict[CodeType, bool] = {}

    def enter(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        ours = self.known.get(code)
        if ours is None:
            name = code.co_filename
            of_project = name.startswith(self.roots) and "site-packages" not in name
            ours = name == self.filename or (of_project and code.co_name != "<module>")
            self.known[code] = ours
        # Only the user's own lines are interrupted: a module that is being imported must not be left half done.
        return self.line if ours else None

    def line(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.rows.add((frame.f_code.co_filename, frame.f_lineno))
            if spent() > self.until:
                raise TooLong
        return self.line


def _frames(trace: TracebackType | None) -> list[Frame]:
    found: list[Frame] = []
    while trace is not None:
        frame = trace.tb_frame
        code = frame.f_code
        columns: tuple[int | None, int | None] = (None, None)
        if hasattr(code, "co_positions"):
            place = list(code.co_positions())[trace.tb_lasti // 2]
            columns = (place[2], place[3]) if place[0] == place[1] else (None, None)
        found.append(Frame(code.co_filename, trace.tb_lineno, code.co_name, columns))
        trace = trace.tb_next
    return found[1:]
