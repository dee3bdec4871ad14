"""What to grant a program that a limit has stopped: the option by its name, with a value that would do."""

from __future__ import annotations

import re
from typing import Any

_MORE_TIME = 10
"""Of its time a program has a small part for one run, and how much is left to do nobody knows."""
_ALLOCATION = re.compile(
    r"(?:allocat\w*|requested) (?:memory[^\d]{0,40})?(\d+(?:\.\d+)?) ?(bytes|B|[KMGT]iB|[KMGT]B)?\b",
    re.IGNORECASE,
)
_OUT_OF_MEMORY = re.compile(
    r"can't allocate memory|Unable to allocate|[Oo]ut of memory|bad_alloc|RESOURCE_EXHAUSTED|OOM when allocating"
    r"|failed to allocate|Cannot allocate memory|MemoryError",
)
_UNITS = {"k": 10, "m": 20, "g": 30, "t": 40}


def is_out_of_memory(said: str) -> bool:
    return bool(_OUT_OF_MEMORY.search(said))


def more_memory(memory_mb: int, said: str = "", used_mb: int = 0) -> str:
    """For a program that was given so much and needs more: what the failed request asked for, on top of the rest."""
    wanted = _requested_mb(said)
    if not wanted:
        return f"needs more than {memory_mb} MB of memory: --confirm-memory {_power(2 * memory_mb)}"
    needed = wanted + used_mb
    return (
        f"needs about {_size(needed)} of memory: --confirm-memory {_power(max(1.25 * needed, 2 * memory_mb))}"
    )


def more_time(seconds: float) -> str:
    return f"not finished in its part of {seconds:g} s of processor time: --confirm-timeout {_MORE_TIME * seconds:g}"


def more_disk(disk_mb: int) -> str:
    return f"needs more than {disk_mb} MB of disk: --confirm-disk {_power(4 * disk_mb)}"


def hint(job: dict[str, Any], said: str, late: bool, used_mb: int) -> str:
    """What a run needs that said this, or that was stopped before its end; empty if no limit is to blame."""
    if is_out_of_memory(said):
        return more_memory(job["memory_mb"], said, used_mb)
    if re.search(r"No space left on device|File too large|Disk quota", said):
        return more_disk(job.get("disk_mb") or 256)
    return more_time(job["seconds"]) if late else ""


def _requested_mb(said: str) -> int:
    sizes = []
    for number, unit in _ALLOCATION.findall(said):
        shift = _UNITS.get(unit[:1].lower(), 0) if unit.lower() not in ("", "bytes", "b") else 0
        sizes.append(int(float(number) * (1 << shift)) >> 20)
    return max(sizes, default=0)


def _power(amount: float) -> int:
    """The next power of two: a number that is easy to read and leaves room."""
    value = 256
    while value < amount:
        value *= 2
    return value


def _size(amount_mb: int) -> str:
    return f"{amount_mb / 1024:.1f} GB" if amount_mb >= 1024 else f"{amount_mb} MB"
