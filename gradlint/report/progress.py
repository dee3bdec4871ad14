"""Shows how far a long run has come; only on a terminal, and only if the run really is long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_Item = TypeVar("_Item")
_PATIENCE = 1.0
"""Seconds before there is anything to see; rich is not even imported earlier."""
_TRUST = 0.2
"""How far the expected end moves with each new estimate: one slow file does not make it jump."""


class Pace:
    """How much longer a run takes, told from all of it so far."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._end: float | None = None

    def left(self, part: float, now: float) -> float | None:
        """The seconds that are left when this part of the work, from 0 to 1, is done; None if nobody can tell."""
        if part <= 0:
            return None
        end = self._started + (now - self._started) / min(part, 1.0)
        self._end = end if self._end is None else self._end + _TRUST * (end - self._end)
        return max(self._end - now, 0.0)


def worded(seconds: float | None) -> str:
    """Such as `about 2 min left`, in steps that do not flicker."""
    if seconds is None:
        return ""
    if seconds < 10:
        return "a few seconds left"
    if seconds < 90:
        return f"about {round(seconds / 10) * 10} s left"
    minutes = round(seconds / 60)
    return f"about {minutes} min left" if minutes < 90 else f"about {round(minutes / 60)} h left"


class Progress:
    """A bar on standard error that gets out of the way of whatever is printed."""

    def __init__(
        self,
        total: int,
        wanted: bool,
        label: str = "linting",
        at_once: bool = False,
        part: Callable[[int], float] | None = None,
    ) -> None:
        """`at_once` is for work of which the first piece takes long already; `part` is how much of the work
        so many pieces are, from 0 to 1, where some are larger than others."""
        self._total = total
        self._label = label
        self._at_once = at_once and total > 0
        self._wanted = wanted and (total > 1 or self._at_once) and sys.stderr.isatty()
        self._part = part or (lambda done: done / total)
        self._started = time.monotonic()
        self._pace = Pace(self._started)
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hide()

    def watching(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """The items, each counted as it passes."""
        if self._wanted and self._at_once:
            self._show(0)
        for done, item in enumerate(items, 1):
            if self._wanted and (self._at_once or time.monotonic() - self._started > _PATIENCE):
                self._show(done)
            yield item
            if self._bar is not None and self._at_once:
                self._bar.start()  # whoever took the item may have hidden the bar to print

    def hide(self) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _show(self, done: int) -> None:
        if self._bar is None:
            self._bar = _bar()
            self._task = self._bar.add_task(self._label, total=self._total, left="")
        self._bar.start()
        if self._task is not None:
            left = worded(self._pace.left(self._part(done), time.monotonic()))
            self._bar.update(self._task, completed=done, left=left)


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        SpinnerColumn("line"),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    return Bar(*columns, console=Console(stderr=True), transient=True)
