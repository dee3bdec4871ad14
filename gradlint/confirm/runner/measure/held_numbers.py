"""The numbers that the names of a program hold in the end, to compare two runs of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

MOST_DEEP = 3

Outcome = tuple[Mapping[str, Any], str]
"""What the names hold, and what was printed."""


def differing(one: Outcome, other: Outcome, to_the_end: bool) -> tuple[str, str] | None:
    """The first number, or line that is printed, that two runs of a program do not have in common."""
    ours, theirs = _numbers(one[0]), _numbers(other[0])
    for name, number in ours.items():
        if name in theirs and not np.isclose(number, theirs[name], rtol=1e-4):
            return f"{name} is {number:.4f}", f"{name} is {theirs[name]:.4f}"
    for line, another in zip(one[1].splitlines(), other[1].splitlines(), strict=False):
        if line != another and to_the_end:
            return f"it prints {line[:80]!r}", f"it prints {another[:80]!r}"
    return None


def _numbers(names: Mapping[str, Any]) -> dict[str, float]:
    """One number for each array, also for those in lists, dictionaries and objects of the program."""
    found: dict[str, float] = {}
    for name, value in names.items():
        for part, numbers in _held(name, value, 0):
            with suppress(Exception):  # text, or something that is still being traced
                found[part] = float(np.sum(np.asarray(numbers, dtype=np.float64)))
    return found


def _held(name: str, value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if is_number or (hasattr(value, "dtype") and hasattr(value, "shape")):
        yield name, value
    elif depth >= MOST_DEEP:
        return
    elif isinstance(value, Mapping):
        for key, each in list(value.items()):
            yield from _held(f"{name}[{key!r}]", each, depth + 1)
    elif type(value) in (list, tuple):
        for position, each in enumerate(value):
            yield from _held(f"{name}[{position}]", each, depth + 1)
    elif type(value).__module__ == "__main__" and not callable(value):
        for key, each in list(getattr(value, "__dict__", {}).items()):
            yield from _held(f"{name}.{key}", each, depth + 1)
