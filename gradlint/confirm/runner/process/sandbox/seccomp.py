"""Refuses system calls: no network, no processes, no signals to others, no changes of metadata, no mounts."""

from __future__ import annotations

import ctypes
import errno
import os

from . import bpf, kernel, syscalls

_SET_MODE_FILTER = 1
_PR_SET_SECCOMP = 22
_ALL_THREADS = 1
_CLONE_THREAD = 0x10000
_X32 = 0x40000000
"""The same calls once more under other numbers, with 32-bit pointers."""
_UNIX, _STREAM, _TYPE_MASK = 1, 1, 0xF

_REFUSED_OF_FILES = (
    8,  # F_SETOWN: a file can be told to send signals to any process,
    10,  # F_SETSIG: whichever signal,
    15,  # F_SETOWN_EX
    1024,  # F_SETLEASE: whoever opens the file waits
    1026,  # F_NOTIFY
    1031,  # F_SETPIPE_SZ: what all pipes of a user hold is limited
)
_ACCESS, _READ, _READ_AND_WRITE_BY_IOCTL, _TRUNCATE = 3, 0, 3, 0o1000
"""Of the flags of open. A file that is only read can be emptied on the way: Landlock knows that since version 3."""
_LOCKS = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW."""
_ORDERS = (
    0x5401,  # TCGETS: is this a terminal?
    0x540F,  # TIOCGPGRP
    0x5413,  # TIOCGWINSZ
    0x541B,  # FIONREAD
    0x5421,  # FIONBIO
    0x5450,  # FIONCLEX
    0x5451,  # FIOCLEX
    0x40049409,  # FICLONE: copy a file, as newer versions of Python do it
    0x4020940D,  # FICLONERANGE
)
"""What is asked of files and pipes; file systems take many other orders, some from whoever may only read."""
_REFUSED_ORDERS = (
    0x5412,  # TIOCSTI: type into the user's terminal
    0x541C,  # TIOCLINUX
    0x540E,  # TIOCSCTTY
    0x8901,  # FIOSETOWN
    0x8902,  # SIOCSPGRP
    0x40086602,  # FS_IOC_SETFLAGS: chattr needs no more than an open for reading
    0x40046602,  # FS_IOC32_SETFLAGS
    0x40087602,  # FS_IOC_SETVERSION
    0x40047602,  # FS_IOC32_SETVERSION
    0x401C5820,  # FS_IOC_FSSETXATTR
    0x40806685,  # FS_IOC_ENABLE_VERITY
    0x800C6613,  # FS_IOC_SET_ENCRYPTION_POLICY
    0xC0406618,  # FS_IOC_REMOVE_ENCRYPTION_KEY
)
"""Where a device takes orders that nobody has listed, at least these are refused."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def apply(device: str) -> str:
    """Install the filter on every thread of this process, for good."""
    text = program(os.getpid(), device)
    steps = ctypes.create_string_buffer(text, len(text))
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.call("seccomp", _SET_MODE_FILTER, _ALL_THREADS, _Program(len(text) // 8, ctypes.addressof(steps)))
    return f"{len(text) // 8} steps"


def program(me: int, device: str = "cpu", machine: str | None = None) -> bytes:
    """The filter for the process with this number, which works on this device."""
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
    # A filter cannot see its flags, which lie in memory.
    rules.always(gated["openat2"], absent)
    for name, flags in (("open", 1), ("openat", 2)):
        for access in (_READ, _READ_AND_WRITE_BY_IOCTL) if name in gated else ():
            rules.if_masked(
                gated[name], flags, _ACCESS | _TRUNCATE, access | _TRUNCATE, bpf.refuse(errno.EACCES)
            )
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
    for number in syscalls.numbers(syscalls.PRETENDED, machine).values():
        rules.always(number, bpf.PRETEND)
    # Whoever could forget that its parent died would outlive the watchdog, or else hide from it.
    forgotten = {kernel.PR_SET_PDEATHSIG, kernel.PR_SET_DUMPABLE}
    # This filter is the last: one that hands calls to a program could hold them up at will.
    rules.if_in(gated["prctl"], 0, {*forgotten, _PR_SET_SECCOMP}, no)
    rules.always(syscalls.numbers(syscalls.OURS, machine)["seccomp"], no)
    rules.if_in(gated["fcntl"], 1, _LOCKS, bpf.PRETEND)
    rules.if_in(gated["fcntl"], 1, _REFUSED_OF_FILES, no)
    if device == "cpu":
        rules.unless_in(gated["ioctl"], 1, _ORDERS, bpf.refuse(errno.ENOTTY))
    else:
        rules.if_in(gated["ioctl"], 1, _REFUSED_ORDERS, no)
    # Room that is only reserved is written by nobody, so nobody would notice; the C library writes instead.
    rules.always(gated["fallocate"], bpf.refuse(errno.EOPNOTSUPP))
    # A pair of datagram sockets can send to any address, a pair of streams only to itself.
    rules.unless_masked(gated["socketpair"], 1, _TYPE_MASK, _STREAM, bpf.refuse(errno.EACCES))
    rules.unless_in(gated["socketpair"], 0, {_UNIX}, bpf.refuse(errno.EACCES))
    return rules.assembled()
