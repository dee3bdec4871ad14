"""The watchdog: follows one child, ends it when it takes too much, and says how it ended."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..execute.clock import Patience, kept_waiting
from ..execute.granting import is_out_of_memory, more_memory, more_time
from .pipe import Inbox
from .sandbox import SCRATCH_MB
from .scratch_folder import OUTPUT_LIMIT, ScratchFolder

_IMPORT_PATIENCE = 180.0
_REST = 4
"""How much longer the pause between two walks through the scratch folder is than the walk."""
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Watch:
    """A child at work, seen from outside."""

    def __init__(
        self,
        job: dict[str, Any],
        pid: int,
        pipe: int,
        nonce: str,
        folder: ScratchFolder,
        memory_mb: int,
        is_ready: bool = True,
    ) -> None:
        """`is_ready`: the framework is imported, and the time of the job is running."""
        self.job_id: str = job["id"]
        self.pid = pid
        self.pipe = pipe
        self.folder = folder
        self._inbox = Inbox(nonce, ready=is_ready)
        self._seconds: float = job["seconds"]
        self._memory_mb = memory_mb
        self._granted_mb: int = job["memory_mb"]
        """What the user has granted; the framework itself comes on top."""
        self._disk_mb: int = job.get("disk_mb", SCRATCH_MB)
        self._peak = 0
        self._started = time.monotonic()
        self._is_ready = is_ready
        self._patience = Patience(self._seconds if is_ready else _IMPORT_PATIENCE, 0.0, self._kept_waiting)
        self._before = 0.0
        """Processor time that went into the import of the framework."""
        self._next_walk = 0.0
        self._killed: tuple[str, str] | None = None

    def listen(self) -> bool:
        """Take what the pipe holds; false once it is closed."""
        while True:
            try:
                data = os.read(self.pipe, 1 << 16)
            except BlockingIOError:
                return True
            if not data:
                return False
            self._inbox.feed(data)
            if self._inbox.flooded:
                self.end("flooded", "more came over the pipe for the report than any report has")

    def look(self) -> None:
        """End the child if it has taken more than it was given."""
        if self._killed is not None:
            return
        resident = _resident(self.pid)
        self._peak = max(self._peak, resident)
        used = _used(self.pid)
        if self._inbox.ready and not self._is_ready:
            self._is_ready, self._before = True, used
            self._patience = Patience(self._seconds, used, self._kept_waiting)
        seconds = self._seconds if self._is_ready else _IMPORT_PATIENCE
        if used - self._before > seconds:
            self.end("timeout", more_time(seconds))
        elif waited := self._patience.is_over(used):
            self.end("timeout", waited if used else f"not finished after {seconds:g} s")
        elif resident > self._memory_mb << 20:
            self.end("memory", more_memory(self._granted_mb))
        elif self.folder.flooded():
            self.end("flooded", f"more than {OUTPUT_LIMIT >> 20} MB of output")
        elif why := self.folder.overwritten(self.pid, self._disk_mb) or self._overfull():
            self.end("disk", why)

    def _kept_waiting(self) -> float:
        return kept_waiting(self.pid)

    def _overfull(self) -> str | None:
        """Looking through many files takes long; it must not become all that the watchdog does."""
        began = time.monotonic()
        if began < self._next_walk:
            return None
        why = self.folder.overfull(self.pid, self._disk_mb)
        ended = time.monotonic()
        self._next_walk = ended + _REST * (ended - began)
        return why

    def end(self, how: str, why: str) -> None:
        """Kill the child with all that it started."""
        if self._killed is None:
            self._killed = how, why
        for pid in [*_descendants(self.pid), self.pid]:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)

    def answer(self, status: int, cpu_seconds: float, peak: int) -> dict[str, Any]:
        """What to tell about a child that is dead; its traces are removed."""
        self.listen()
        self._inbox.close()
        end, reason = self._killed or ending(status, self._inbox)
        shown = self.folder.shown()
        if end == "crashed" and is_out_of_memory(shown):
            end, reason = "memory", more_memory(self._granted_mb, shown)
        answer = {
            "id": self.job_id,
            "end": end,
            "reason": reason,
            "layers": self._inbox.layers,
            "report": self._inbox.reports[0] if end == "reported" else None,
            "cpu_seconds": round(cpu_seconds, 4),
            "wall_seconds": round(time.monotonic() - self._started, 4),
            "peak_mb": max(self._peak, peak) >> 20,
            "output": shown,
            "forged": self._inbox.forged,
        }
        os.close(self.pipe)
        self.folder.remove()
        return answer


def ending(status: int, inbox: Inbox) -> tuple[str, str]:
    """How a child ended that nobody killed; exit code 0 proves nothing, only a complete report does."""
    if len(inbox.reports) == 1:
        return "reported", "complete"
    if inbox.reports:
        return "exited", f"{len(inbox.reports)} reports arrived where one is due, so none is believed"
    if inbox.absent is not None:
        return "absent", inbox.absent
    if inbox.trouble is not None:
        return "setup", inbox.trouble
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == getattr(signal, "SIGXCPU", None):
            return "timeout", "used up its processor time"
        return "crashed", f"ended by {_signal_name(number)}"
    return "exited", f"left before its report, with exit code {os.WEXITSTATUS(status)}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _used(pid: int) -> float:
    """Seconds of processor time that a process and its descendants have used; 0 where nobody can tell."""
    total = 0
    for process in (pid, *_descendants(pid)):
        with (
            suppress(OSError, ValueError, IndexError),
            open(f"/proc/{process}/stat", "rb", buffering=0) as table,
        ):
            # The name of the program, in brackets, may hold anything.
            fields = table.read().rpartition(b")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / _TICKS


def _resident(pid: int) -> int:
    """Bytes of memory that a process and its descendants hold."""
    descendants = list(_descendants(pid))
    if descendants:
        return sum(_share(process) for process in (pid, *descendants))
    return _own(pid)


def _own(process: int) -> int:
    with suppress(OSError), open(f"/proc/{process}/statm", "rb", buffering=0) as table:
        return int(table.read().split()[1]) * _PAGE
    return 0


def _share(process: int) -> int:
    """What several processes hold together, since one was forked from the other, counts once."""
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup", "rb", buffering=0) as table:
        for line in table.read().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    return _own(process)


def _descendants(pid: int) -> Iterator[int]:
    """Only without seccomp are there any."""
    pending = list(children(pid))
    while pending:
        process = pending.pop()
        yield process
        pending += children(process)


def children(pid: int) -> Iterator[int]:
    """The processes that any thread of this one started."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        with (
            suppress(OSError),
            open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as table,
        ):
            yield from map(int, table.read().split())
