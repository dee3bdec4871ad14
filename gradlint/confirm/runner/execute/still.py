"""Hold still what the flagged expression gives, while a program runs again with a source moved.

What no longer changes then has passed through that expression, and through nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

MOST_RESULTS = 64


@dataclass
class Still:
    """The results of one run in order, noted first and handed out again from then on."""

    bound: bool = False
    """Whether what the flagged line binds counts as well, and not only what the flagged expression gives."""
    results: list[Any] = field(default_factory=list)
    giving: bool = False
    known: bool = True
    """Whether every result could be kept: what is only traced has no numbers to hand out."""
    shift: float = 0.0
    """What is added to what is handed out."""
    spoilt: bool = False
    """Whether what is handed out is not a number: whatever takes it in is none either."""
    given: list[Any] = field(default_factory=list)
    """What was handed out since the program has started."""
    _next: int = 0

    def give(self) -> None:
        """From now on, hand out what was noted."""
        self.giving = True

    def begin(self) -> None:
        """The program starts anew."""
        self._next = 0
        self.given = []
        if not self.giving:
            self.results.clear()

    def from_the_start(self, target: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """A target that is computed by a run of its own each time."""

        def again(displacement: Any) -> Any:
            self.begin()
            return target(displacement)

        return again

    def passed(self, value: Any, kept: Callable[[Any], Any]) -> Any:
        """What the flagged expression is to give; `kept` is a copy without a history, or raises TypeError."""
        if self.giving:
            if self._next >= len(self.results):
                return value
            self._next += 1
            held = kept(self.results[self._next - 1])
            if self.shift and "float" in str(getattr(held, "dtype", "")):
                held = held + self.shift
            if self.spoilt:
                held = _spoilt(held)
            self.given.append(held)
            return held
        try:
            self.results.append(kept(value))
        except TypeError:
            self.known = False
        self.known = self.known and len(self.results) <= MOST_RESULTS
        return value

    @property
    def is_useful(self) -> bool:
        return self.known and bool(self.results)


def _spoilt(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_spoilt, value))
    return value + math.nan if "float" in str(getattr(value, "dtype", type(value))) else value
