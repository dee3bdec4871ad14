"""A probe: it is handed a value, looks at it now and then, and hands it on.

The first hits and then ever fewer are looked at, so that a line in a loop of a million steps costs a count.
"""

from __future__ import annotations

import itertools
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


class Gate:
    """Says at which passes a statement is looked at, inside the statement itself: `NEXT() in LOOKED`.

    Both run in C, so that a pass that is not looked at costs a count and nothing else.
    """

    __slots__ = ("_read", "next")

    def __init__(self) -> None:
        self.next = itertools.count(1).__next__
        self._read = 0

    @property
    def count(self) -> int:
        """How many passes there were. To read the counter is to count, which is taken off again."""
        self._read += 1
        return self.next() - self._read

    def look_at_all(self) -> None:
        """In a copy of the program, which runs a single function, every pass matters."""
        first = self.count + self._read
        LOOKED.update(range(first, first + _MOST_IN_A_COPY))


LOOKED = {*range(1, ALWAYS + 1), *(1 << power for power in range(ALWAYS.bit_length(), 63))}
"""The numbers of the passes that are looked at."""
_MOST_IN_A_COPY = 100_000


class Probe:
    """Stands in the code of a function. In another process, where pickling may take it, it only hands on."""

    __slots__ = ("_count", "gate", "take")

    def __init__(self, take: Callable[[Any, int], object], gate: Gate | None = None) -> None:
        self._count = 0
        self.gate = gate
        self.take = take

    @property
    def count(self) -> int:
        """How often the line ran."""
        return self._count if self.gate is None else self.gate.count

    def __call__(self, value: Any = None) -> Any:
        self._count = count = self._count + 1
        if self.gate is None and count > ALWAYS and count & (count - 1):
            return value
        quietly(self.take, value, count)
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, ("lambda value=None: value",)


class EveryTime(Probe):
    """A probe that looks each time."""

    __slots__ = ()

    def __call__(self, value: Any = None) -> Any:
        self._count = count = self._count + 1
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
