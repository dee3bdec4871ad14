"""System calls that Python has no function for."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any

from . import syscalls

Argument = int | bytes | ctypes.Structure | ctypes.Array[ctypes.c_char] | None

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38


def call(name: str, *arguments: Argument) -> int:
    """Make a system call by its name; what it answers, or an OSError that names it."""
    ctypes.set_errno(0)
    result: int = _entry()(ctypes.c_long(_numbers()[name]), *map(_passed, arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result


def prctl(option: int, value: int) -> None:
    call("prctl", option, value, 0, 0, 0)


def _passed(argument: Argument) -> Any:
    """Everything as wide as a register: ctypes would pass a plain int as 32 bits."""
    if argument is None:
        return ctypes.c_long(0)
    if isinstance(argument, int):
        return ctypes.c_long(argument)
    if isinstance(argument, bytes):
        return ctypes.c_char_p(argument)
    return ctypes.byref(argument)


@cache
def _entry() -> Any:
    entry = ctypes.CDLL(None, use_errno=True).syscall
    entry.restype = ctypes.c_long
    return entry


@cache
def _numbers() -> dict[str, int]:
    made = (syscalls.OURS, syscalls.GATED, syscalls.SYSTEM)
    return {name: number for group in made for name, number in syscalls.numbers(group).items()}
