"""Budgets in processor time: how far a program comes does not depend on what else the machine is doing.

A program that waits uses no processor time. It is stopped when it has hardly used any for as long, on the clock, as
its budget lasts; and after many times its budget in any case. The clock stands still while the program is ready to
run and others have the processor, where the system tells how long that is.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

WORKING = 0.02
"""The part of a processor that a program uses at least if it works: less than the busiest machine leaves it."""
MOST_ON_THE_CLOCK = 6.0
"""How many times its budget a program may take on the clock."""
MOST_IN_ALL = 5.0
"""How many times as long as that it may take where others have the processor."""
WAITED = "it waited"
"""How the reason begins where a program was stopped because it did nothing."""
_LOOKS = 8
"""How often a program is looked at while its budget passes on the clock."""


class OutOfTime(BaseException):
    """Raised in the program; not an `Exception`, so that it does not catch it by mistake."""


def spent() -> float:
    """Seconds of processor time that this process has used, with all its threads."""
    return time.process_time()


def peak_mb() -> int:
    """The most memory that this process has held, where that can be told."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> 20 if sys.platform == "darwin" else peak >> 10


def kept_waiting(pid: int | str = "self") -> float:
    """Seconds that the threads of a process were ready to run while others had the processor; 0 if nobody can tell."""
    total = 0
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with (
                suppress(OSError, ValueError, IndexError),
                open(f"/proc/{pid}/task/{thread}/schedstat", "rb", buffering=0) as table,
            ):
                total += int(table.read().split()[1])
    return total / 1e9


class _Moment:
    """Now, and how long the program was kept waiting up to now."""

    def __init__(self, kept: Callable[[], float]) -> None:
        self._clock, self._kept, self._before = time.monotonic(), kept, kept()

    def is_past(self, seconds: float) -> bool:
        """Whether it is longer ago than that, without the time in which others had the processor."""
        passed = time.monotonic() - self._clock
        return passed > seconds and (
            passed > MOST_IN_ALL * seconds or passed - max(0.0, self._kept() - self._before) > seconds
        )


class Patience:
    """Whether a program still works, from the processor time that it has used at certain moments."""

    def __init__(self, seconds: float, used: float = 0.0, kept: Callable[[], float] = lambda: 0.0) -> None:
        """`kept` tells how long others have kept the program from running up to now."""
        self._seconds = seconds
        self._kept = kept
        self._began = self._worked = _Moment(kept)
        self._used = used

    def is_over(self, used: float) -> str:
        """Why nobody waits for it any longer, if so; `used` is the processor time up to now."""
        if used - self._used >= WORKING * self._seconds:
            self._worked, self._used = _Moment(self._kept), used
        if self._worked.is_past(self._seconds):
            return f"{WAITED} for {self._seconds:g} s without using the processor"
        if self._began.is_past(MOST_ON_THE_CLOCK * self._seconds):
            return f"not finished after {MOST_ON_THE_CLOCK * self._seconds:g} s on the clock"
        return ""


@contextmanager
def limited(seconds: float, stopped: type[BaseException] = OutOfTime) -> Iterator[None]:
    """Where signals cannot be had, whoever started this process has a clock of its own."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    seconds = max(seconds, 0.01)
    patience = Patience(seconds, spent(), kept_waiting)

    def ring(*_: Any) -> None:
        raise stopped(f"stopped after {seconds:.1f} s")

    def look(*_: Any) -> None:
        if patience.is_over(spent()):
            ring()

    before = signal.signal(signal.SIGPROF, ring), signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds / _LOOKS, seconds / _LOOKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGPROF, before[0])
        signal.signal(signal.SIGALRM, before[1])
