"""A copy of the program that lives for one question: a fork goes on for a moment, answers, and is gone.

Nothing that it does reaches the program: its output goes nowhere, and it ends at once. Whoever asks waits for a few
seconds at most.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

_PATIENCE = 10.0
_LARGEST = 1 << 22


class Copy:
    """In the parent: how to hear the answer."""

    def __init__(self, pid: int, pipe: int) -> None:
        self._pid = pid
        self._pipe = pipe

    def answer(self) -> Any:
        """What the copy told; None if it told nothing in time."""
        data = b""
        until = time.monotonic() + _PATIENCE
        try:
            while (left := until - time.monotonic()) > 0:
                ready, _, _ = select.select([self._pipe], [], [], left)
                part = os.read(self._pipe, 1 << 16) if ready else b""
                if not part:
                    break
                data += part
        finally:
            os.close(self._pipe)
            self._end()
        try:
            return json.loads(data) if data else None
        except ValueError:
            return None

    def _end(self) -> None:
        with suppress(OSError):
            os.kill(self._pid, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(self._pid, 0)


def copy(begin: Callable[[Callable[[Any], NoReturn]], None]) -> Copy:
    """Fork. In the copy `begin` is called with the function that tells the answer and ends it, and the copy goes on."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Newer Pythons warn of threads: none of them is needed for what the copy does.
        warnings.simplefilter("ignore")
        pid = os.fork()
    if pid:
        os.close(writing)
        return Copy(pid, reading)
    os.close(reading)
    _shut_in(writing)

    def tell(answer: Any) -> NoReturn:
        try:
            text = json.dumps(answer).encode()
            while text and len(text) <= _LARGEST:
                text = text[os.write(writing, text) :]
        finally:
            os._exit(0)

    begin(tell)
    raise Entered


class Entered(Exception):
    """In the copy: `begin` has been called, and the code that forked is to go on as a copy."""


def _shut_in(pipe: int) -> None:
    """No file, socket or queue of the program can be reached any more, no new one opened, and it ends by itself."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in (0, 1, 2):
        os.dup2(nothing, file)
    os.closerange(3, pipe)
    os.closerange(pipe + 1, _most_files())
    sys.dont_write_bytecode = True
    sys.addaudithook(_refuse)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.alarm(int(_PATIENCE))


def _most_files() -> int:
    import resource

    return min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 16)


_REFUSED = tuple(
    """
    socket. subprocess. ftplib. shutil. os.system os.exec os.posix_spawn os.fork os.remove os.rename os.mkdir os.rmdir
    os.truncate os.link os.symlink os.kill
    """.split()
)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """What would be seen from outside ends the copy before it happens."""
    if event.startswith(_REFUSED) or (event == "open" and _writes(arguments)):
        os._exit(3)


def _writes(arguments: tuple[Any, ...]) -> bool:
    flags = arguments[2] if len(arguments) > 2 else 0
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))


def can_copy() -> bool:
    return hasattr(os, "fork") and sys.platform == "linux"
