"""Shows how far a long run has come; only on a terminal, and only if the run really is long."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_Item = TypeVar("_Item")
_PATIENCE = 1.0
"""Seconds before there is anything to see; rich is not even imported earlier."""


class Progress:
    """A bar on standard error that gets out of the way of whatever is printed."""

    def __init__(self, total: int, wanted: bool, label: str = "linting") -> None:
        self._total = total
        self._label = label
        self._wanted = wanted and total > 1 and sys.stderr.isatty()
        self._started = time.monotonic()
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
        for done, item in enumerate(items, 1):
            if self._wanted and time.monotonic() - self._started > _PATIENCE:
                self._show(done)
            yield item

    def hide(self) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _show(self, done: int) -> None:
        if self._bar is None:
            self._bar = _bar()
            self._task = self._bar.add_task(self._label, total=self._total)
        self._bar.start()
        if self._task is not None:
            self._bar.update(self._task, completed=done)


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Bar(*columns, console=Console(stderr=True), transient=True)
