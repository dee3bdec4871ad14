"""Keeps a deeply nested program from overflowing the C stack, which no `except` could catch.

libcst's parser is native code that recurses once per level. Chains that Python itself compiles, such as
a sum of some thousand terms, need more stack than the main thread has; programs that are nested deeper
than Python would compile are recognised before they are parsed.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")

_IMPATIENT = 130
"""The exit code after a second Ctrl-C, which is a shell's for the first as well."""
_STACK_BYTES = 256 << 20
_RECURSION_LIMIT = 20_000
_BRACKET = re.compile(r"[][(){}]")
_LONG_LINE = re.compile(r"[^\n]{4000}")
_DEEP_BRACKETS = 100
_LONG_BRACKET = 16_000
_MANY = 500


def with_deep_stack(work: Callable[[], T]) -> T:
    """The result of `work`, called where native code may recurse far deeper than usual.

    The stack is only address space until it is used. Ctrl-C ends the work and then reaches the caller.
    """
    call = _Call(work)
    with call.taking_interrupts():
        _start(call.run, threading.stack_size())
        call.finished.wait()
    if call.interrupted:
        raise KeyboardInterrupt
    if call.failure is not None:
        raise call.failure
    return call.outcome[0]


class _Call(Generic[T]):
    """One piece of work in a thread of its own.

    If Ctrl-C ended the waiting and then the process while the thread is inside native code, that code would
    abort. So it goes to the thread, and the process waits until the work has ended.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self.finished = threading.Event()
        self.interrupted = False
        self.outcome: list[T] = []
        self.failure: BaseException | None = None
        self._work = work
        self._thread: int | None = None

    def run(self) -> None:
        try:
            self._thread = threading.get_ident()
            if not self.interrupted:
                self.outcome.append(self._work())
        except BaseException as error:
            self.failure = error
        finally:
            self.finished.set()

    @contextmanager
    def taking_interrupts(self) -> Iterator[None]:
        """Ctrl-C belongs to the work, unless somebody else has already taken charge of it."""
        mine = threading.current_thread() is threading.main_thread()
        if not mine or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _interrupt(self, number: int, frame: object) -> None:
        if self.interrupted:
            os._exit(_IMPATIENT)
        self.interrupted = True
        if self._thread is None or self.finished.is_set():
            return
        import ctypes

        set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc
        set_exception(ctypes.c_ulong(self._thread), ctypes.py_object(KeyboardInterrupt))


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets Python code recurse as deep as that stack allows.

    Not for asking Python whether it would compile a program: its limit follows this one.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def may_be_too_deep(text: str) -> bool:
    """Whether one statement is so long or nested so deeply that Python should be asked about it first."""
    if _LONG_LINE.search(text) or text.count("elif") > _MANY or text.count("\\\n") > _MANY:
        return True
    depth = opened = 0
    for bracket in _BRACKET.finditer(text):
        if bracket[0] in "([{":
            depth += 1
            if depth == 1:
                opened = bracket.start()
            elif depth > _DEEP_BRACKETS:
                return True
        elif depth:
            depth -= 1
            if not depth and bracket.start() - opened > _LONG_BRACKET:
                return True
    return bool(depth) and len(text) - opened > _LONG_BRACKET


def python_gives_up(text: str) -> bool:
    """Whether Python itself finds the program too deep to compile. Whatever else it finds is for others."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "unit", "exec", dont_inherit=True)
    except (RecursionError, MemoryError):
        return True
    except (SyntaxError, ValueError):
        return False
    return False


def _start(run: Callable[[], None], previous_size: int) -> None:
    try:
        threading.stack_size(_STACK_BYTES)
        threading.Thread(target=run, name="gradlint", daemon=True).start()
    except (RuntimeError, ValueError):
        # Address space is limited here: better the usual stack than no answer.
        threading.stack_size(previous_size)
        threading.Thread(target=run, name="gradlint", daemon=True).start()
    finally:
        threading.stack_size(previous_size)
