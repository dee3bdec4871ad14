"""Rest: what listens is taken out of a framework, and put back for a moment a few times in a second.

A loop of a million small steps then runs as it would alone, and is looked at as often as one of long steps. The clock
is a thread that sleeps. It ends before a fork, so that no program forks with a thread that it did not start.
"""

from __future__ import annotations

import _thread
import os
from collections.abc import Callable

from .probe import Switch

_PAUSE = 0.25
"""Seconds from one look to the next."""


class Rest:
    def __init__(self, listen: Callable[[bool], None]) -> None:
        self._listen = listen
        self._is_on = False
        self.ever = False
        """Whether there was something that nobody listened to."""
        self._clock: tuple[_thread.LockType, _thread.LockType] | None = None
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self.stop, after_in_parent=self.start)

    def begin(self) -> None:
        self._listen(False)
        self._is_on = self.ever = True
        if Switch.on:
            self.start()

    def interrupt(self) -> None:
        if self._is_on:
            self._is_on = False
            self._listen(True)

    def stop(self) -> None:
        """Wait for the end of the clock; what rests goes on to rest."""
        if self._clock is not None:
            stop, stopped = self._clock
            self._clock = None
            stop.release()
            stopped.acquire(timeout=1.0)

    def start(self) -> None:
        if self._clock is None and self._is_on:
            self._clock = _thread.allocate_lock(), _thread.allocate_lock()
            for lock in self._clock:
                lock.acquire()
            _thread.start_new_thread(self._tick, self._clock)

    def _tick(self, stop: _thread.LockType, stopped: _thread.LockType) -> None:
        while not stop.acquire(timeout=_PAUSE):
            self.interrupt()
        stopped.release()
