"""A probe: it is handed a value, looks at it now and then, and hands it on.

The first hits and then ever fewer are looked at, so that a line in a loop of a million steps costs a count.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

ALWAYS = 8
"""So many hits are looked at one by one; after them those whose number is a power of two."""


class _Busy(threading.local):
    on = False


_busy = _Busy()


class Switch:
    """Whether this process is watched. A fork of it is not."""

    on = True


class Probe:
    """Stands in the code of a function. In another process, where pickling may take it, it only hands on."""

    __slots__ = ("count", "take")

    def __init__(self, take: Callable[[Any, int], object]) -> None:
        self.count = 0
        self.take = take

    def __call__(self, value: Any = None) -> Any:
        self.count = count = self.count + 1
        if count > ALWAYS and count & (count - 1):
            return value
        quietly(self.take, value, count)
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, ("lambda value=None: value",)


class EveryTime(Probe):
    """A probe that looks each time, unless there is nothing to be seen."""

    __slots__ = ("idle",)

    def __init__(self, take: Callable[[Any, int], object], idle: Callable[[int], bool] | None = None) -> None:
        super().__init__(take)
        self.idle = idle

    def __call__(self, value: Any = None) -> Any:
        self.count = count = self.count + 1
        if self.idle is None or not self.idle(count):
            quietly(self.take, value, count)
        return value


def quietly(take: Callable[..., object], *arguments: Any) -> None:
    """Nothing that goes wrong while watching may reach the program, and what watching does is not watched."""
    if _busy.on or not Switch.on:
        return
    _busy.on = True
    try:
        take(*arguments)
    except Exception as error:
        troubles.setdefault(f"{type(error).__name__}: {error}"[:200], _where(error))
    finally:
        _busy.on = False


def _where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace is not None else ""


troubles: dict[str, str] = {}
"""What went wrong while watching, for the report."""
