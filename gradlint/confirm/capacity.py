"""How many programs may run side by side without taking the machine away from its user."""

from __future__ import annotations

import os

_SPARE_MB = 1024


def side_by_side(memory_mb: int) -> int:
    """As many as there are processors, and as the free memory can feed."""
    free = _free_mb()
    fed = processors() if free is None else (free - _SPARE_MB) // memory_mb
    return max(1, min(processors(), fed))


def processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _free_mb() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as table:
            for line in table:
                name, _, amount = line.partition(":")
                if name == "MemAvailable":
                    return int(amount.split()[0]) >> 10
    except OSError:
        pass
    return None
