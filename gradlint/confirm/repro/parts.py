"""What a check adds to a program: lines before it, lines in it, lines after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
"""What the runner noted for a run to be looked at again: see `runner/replay.py`."""


@dataclass(frozen=True)
class Insert:
    """A line to be executed each time that a statement has bound something."""

    statement: int
    """Its number: see `runner/places.py`."""
    line: str
    name: str = ""
    """What it binds; a parameter is bound at the beginning of the function that has it."""


@dataclass(frozen=True)
class Check:
    before: tuple[str, ...] = ()
    """What listens while the program runs."""
    inserts: tuple[Insert, ...] = ()
    after: tuple[str, ...] = ()
    """What is looked at in the end: it fails if the gradient is broken."""


def number(value: float) -> str:
    return f"{value:.6g}"


def numbers(values: list[float]) -> str:
    return f"[{', '.join(map(number, values))}]"


def lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip("\n").split("\n"))
