"""What is known of the whole run: models and their parameters, norms of gradients over time, the first NaN."""

from __future__ import annotations

import math
from typing import Any

from .frames import Row

_MOST_POINTS = 8
"""So many are kept when a series is thinned out; it may grow to twice as many."""
_MOST_NAMES = 5000


def is_sampled(count: int) -> bool:
    """The first ones, then ever fewer."""
    return count <= _MOST_POINTS or not count & (count - 1)


class Doubling:
    """The same for counts of which not all are seen."""

    def __init__(self) -> None:
        self._next = 0

    def takes(self, count: int) -> bool:
        if count > _MOST_POINTS and count < self._next:
            return False
        self._next = 2 * count
        return True


class Series:
    """A value at each step, thinned out as it grows: first all, then every second, every fourth."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.steps: list[int] = []
        self.values: list[float] = []
        self.count = 0
        self._stride = 1
        self._next = 0

    def wanted(self) -> bool:
        """Whether the value at the present step is wanted."""
        return self.count >= self._next

    def add(self, value: float) -> None:
        self.steps.append(self.count)
        self.values.append(value)
        self._next = self.count + self._stride
        if len(self.values) >= 2 * _MOST_POINTS:
            self.steps, self.values = self.steps[1::2], self.values[1::2]
            self._stride *= 2

    def facts(self) -> dict[str, Any]:
        values = [value if math.isfinite(value) else None for value in self.values]
        return {"label": self.label, "count": self.count, "steps": self.steps, "values": values}


class Parameter:
    """What became of one parameter."""

    __slots__ = ("dtype", "frozen", "gradient", "held", "looks", "made", "moved", "name", "shape", "steps")

    def __init__(self, name: str, shape: list[int], dtype: str, made: Row | None) -> None:
        self.name = name
        self.shape = shape
        self.dtype = dtype
        self.made = made
        self.gradient = "none"
        """The best that was seen: none, zero, nonfinite, ok; `traced` if there was one without numbers."""
        self.held: bool | None = False
        self.moved: bool | None = None
        self.frozen = False
        self.looks = 0
        self.steps = 0
        """How many steps had been made when it was last seen not to have moved."""

    def received(self, state: str) -> None:
        if _ORDER.index(state) > _ORDER.index(self.gradient):
            self.gradient = state
        self.looks += 1

    def facts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


_ORDER = ("none", "zero", "nonfinite", "traced", "ok")


class Model:
    def __init__(self, name: str, framework: str, made: Row | None) -> None:
        self.name = name
        self.framework = framework
        self.made = made
        self.parameters: dict[Any, Parameter] = {}

    def facts(self) -> dict[str, Any]:
        parameters = list(self.parameters.values())[:_MOST_NAMES]
        return {
            "name": self.name,
            "framework": self.framework,
            "made": self.made,
            "parameters": [one.facts() for one in parameters],
        }


class Training:
    def __init__(self) -> None:
        self.models: dict[Any, Model] = {}
        self.norms: dict[Any, Series] = {}
        self.first_bad: dict[str, Any] | None = None
        self.requests = 0
        self.traced = 0
        """How many of the requests were made while a function was traced, which then runs any number of times."""
        self.steps = 0
        self.rested = False
        """Whether there were more requests and steps than were counted."""

    def series(self, key: Any, label: str) -> Series:
        if key not in self.norms:
            self.norms[key] = Series(label)
        return self.norms[key]

    def bad(self, what: str, **more: Any) -> None:
        """The first value that is not finite; later ones follow from it."""
        if self.first_bad is None:
            when = {"request": self.requests, "step": self.steps, "rested": self.rested}
            self.first_bad = {"what": what, **when, **more}

    def facts(self) -> dict[str, Any]:
        return {
            "models": [one.facts() for one in self.models.values() if one.parameters],
            "norms": [one.facts() for one in self.norms.values() if one.values],
            "first_bad": self.first_bad,
            "requests": self.requests,
            "traced": self.traced,
            "steps": self.steps,
            "rested": self.rested,
        }
