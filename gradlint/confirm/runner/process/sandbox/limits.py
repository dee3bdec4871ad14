"""Limits that every Unix knows: memory, processor time, file size, open files."""

from __future__ import annotations

import os

_FILE_MB = 64
_OPEN_FILES = 512
_PROCESSES = 16384
_SIGNALS = 1024
"""Signals and timers that wait; all processes of a user share what there is of them."""
_THREAD_MB = 32
"""Address space for the stacks of a framework's threads, per processor: reserved, hardly ever used."""
_RESERVED_MB = 2048
"""Address space that frameworks reserve without using it."""


def apply(memory_mb: int, seconds: float, device: str, file_mb: int = _FILE_MB) -> str:
    """Lower the limits of this process; none can be raised again."""
    import resource

    reserved, private = _sizes()
    # A fresh interpreter has already spent some on imports.
    usage = resource.getrusage(resource.RUSAGE_SELF)
    spent = usage.ru_utime + usage.ru_stime
    spare = 256 + _THREAD_MB * (os.cpu_count() or 1)
    limits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": int(spent + 4 * seconds) + 2,
        "RLIMIT_FSIZE": file_mb << 20,
        "RLIMIT_NOFILE": _OPEN_FILES,
        "RLIMIT_SIGPENDING": _SIGNALS,
        "RLIMIT_DATA": private + ((memory_mb + spare) << 20),
    }
    if device == "cpu":
        # Accelerators map far more addresses than they use.
        limits["RLIMIT_AS"] = reserved + ((memory_mb + spare + _RESERVED_MB) << 20)
        limits["RLIMIT_MEMLOCK"] = 64 << 20
    if os.getuid() != 0:
        limits["RLIMIT_NPROC"] = _PROCESSES
    for name, value in limits.items():
        which = getattr(resource, name, None)
        if which is None:
            continue
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))
    return f"{memory_mb} MB, {limits['RLIMIT_CPU']} s of processor time, files of {file_mb} MB"


def _sizes() -> tuple[int, int]:
    """Bytes of address space in use, and those of them that are private and writable."""
    try:
        with open("/proc/self/statm", encoding="ascii") as table:
            pages = [int(word) for word in table.read().split()]
    except OSError:
        return 4 << 30, 4 << 30
    size = os.sysconf("SC_PAGE_SIZE")
    return pages[0] * size, pages[5] * size
