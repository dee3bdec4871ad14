"""Refuses system calls: no network, no processes, no signals to others, no changes of metadata, no mounts."""

from __future__ import annotations

import ctypes
import errno
import os

from . import bpf, kernel, syscalls

_SET_MODE_FILTER = 1
_ALL_THREADS = 1
_CLONE_THREAD = 0x10000
_X32 = 0x40000000
"""The same calls once more under other numbers, with 32-bit pointers."""
_UNIX, _STREAM, _TYPE_MASK = 1, 1, 0xF

_OWNERSHIP = (8, 10, 15)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX: a file can be told to send any signal to any process."""
_IOCTLS = (
    0x5412,  # TIOCSTI: type into the user's terminal
    0x541C,  # TIOCLINUX
    0x540E,  # TIOCSCTTY
    0x8901,  # FIOSETOWN
    0x8902,  # SIOCSPGRP
    0x40086602,  # FS_IOC_SETFLAGS: chattr needs no more than an open for reading
    0x40046602,  # FS_IOC32_SETFLAGS
    0x401C5820,  # FS_IOC_FSSETXATTR
    0x40806685,  # FS_IOC_ENABLE_VERITY
)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def apply() -> str:
    """Install the filter on every thread of this process, for good."""
    text = program(os.getpid())
    steps = ctypes.create_string_buffer(text, len(text))
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.call("seccomp", _SET_MODE_FILTER, _ALL_THREADS, _Program(len(text) // 8, ctypes.addressof(steps)))
    return f"{len(text) // 8} steps"


def program(me: int, machine: str | None = None) -> bytes:
    """The filter for the process with this number."""
    no = bpf.refuse(errno.EPERM)
    absent = bpf.refuse(errno.ENOSYS)
    rules = bpf.Filter(syscalls.audit_name(machine))
    if syscalls.is_x86(machine):
        rules.from_on(_X32, no)
    rules.from_on(syscalls.LAST_KNOWN + 1, absent)
    for number in syscalls.numbers(syscalls.NETWORK, machine).values():
        rules.always(number, bpf.refuse(errno.EACCES))
    for group in (
        syscalls.PROCESSES,
        syscalls.METADATA,
        syscalls.SYSTEM,
        syscalls.KERNEL,
        syscalls.SHARED,
    ):
        for number in syscalls.numbers(group, machine).values():
            rules.always(number, no)
    gated = syscalls.numbers(syscalls.GATED, machine)
    # The C library takes the hint and starts its threads by clone, whose flags a filter can see.
    rules.always(gated["clone3"], absent)
    rules.unless_bit(gated["clone"], 0, _CLONE_THREAD, bpf.refuse(errno.EAGAIN))
    for name in ("kill", "tgkill"):
        rules.unless_in(gated[name], 0, {me}, no)
    for name in (
        "prlimit64",
        "sched_setaffinity",
        "sched_setscheduler",
        "sched_setparam",
        "sched_setattr",
        "move_pages",
    ):
        rules.unless_in(gated[name], 0, {0, me}, no)
    # Whoever could forget that its parent died would outlive the watchdog.
    rules.if_in(gated["prctl"], 0, {kernel.PR_SET_PDEATHSIG}, no)
    rules.if_in(gated["fcntl"], 1, _OWNERSHIP, no)
    rules.if_in(gated["ioctl"], 1, _IOCTLS, no)
    # A pair of datagram sockets can send to any address, a pair of streams only to itself.
    rules.unless_masked(gated["socketpair"], 1, _TYPE_MASK, _STREAM, bpf.refuse(errno.EACCES))
    rules.unless_in(gated["socketpair"], 0, {_UNIX}, bpf.refuse(errno.EACCES))
    return rules.assembled()
