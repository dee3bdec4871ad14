"""Keeps a deeply nested program from overflowing the C stack, which no `except` could catch.

libcst's parser is native code that recurses once per level. Chains that Python itself compiles, such as
a sum of some thousand terms, need more stack than the main thread has; programs that are nested deeper
than Python would compile are recognised before they are parsed.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

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

    The stack is only address space until it is used. Ctrl-C ends the work and reaches the caller.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)

    thread = _start(run, threading.stack_size())
    try:
        thread.join()
    except KeyboardInterrupt:
        _interrupt(thread)
        raise
    if failure:
        raise failure[0]
    return outcome[0]


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


def _interrupt(thread: threading.Thread) -> None:
    """Make the work end as if Ctrl-C had reached it.

    The process cannot simply end: a thread that is cut off inside native code takes it down with SIGABRT.
    """
    import ctypes

    set_exception = ctypes.pythonapi.PyThreadState_SetAsyncExc
    set_exception(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(KeyboardInterrupt))
    try:
        thread.join()
    except KeyboardInterrupt:
        os._exit(_IMPATIENT)


def _start(run: Callable[[], None], previous_size: int) -> threading.Thread:
    thread = threading.Thread(target=run, name="gradlint", daemon=True)
    try:
        threading.stack_size(_STACK_BYTES)
        thread.start()
    except (RuntimeError, ValueError):
        # Address space is limited here: better the usual stack than no answer.
        threading.stack_size(previous_size)
        thread = threading.Thread(target=run, name="gradlint", daemon=True)
        thread.start()
    finally:
        threading.stack_size(previous_size)
    return thread
