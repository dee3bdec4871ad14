"""Split the files of a large repository over CI jobs: evenly by size, the same way on every machine."""

from __future__ import annotations

import heapq
import os
from collections.abc import Sequence


def part(paths: Sequence[str], number: int, total: int) -> list[str]:
    """Part `number` (from 1) of `total`, in the order of the paths.

    The largest file goes to the job that has least so far, and so on; equal sizes go by name. Every file
    is in exactly one part.
    """
    jobs = [(0, job) for job in range(total)]
    chosen: set[str] = set()
    for size, path in sorted(((_size(path), path) for path in paths), key=lambda pair: (-pair[0], pair[1])):
        load, job = heapq.heappop(jobs)
        heapq.heappush(jobs, (load + size, job))
        if job == number - 1:
            chosen.add(path)
    return [path for path in paths if path in chosen]


def _size(path: str) -> int:
    try:
        # A file costs something even if it is empty.
        return os.path.getsize(path) + 512
    except OSError:
        return 512
