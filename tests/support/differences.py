"""Finite differences of whatever a script differentiated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests.support.outcome import Gradient, Left

Array = npt.NDArray[np.float64]

SMALL_STEPS = (1e-2, 5e-3)
LARGE_STEPS = (0.25, 0.5, 1.0, 2.0, 4.0)
MOST_ELEMENTS = 24


@dataclass(frozen=True)
class Asked:
    """One source of one gradient call, and a way to see the target with that source moved."""

    source: str
    found: Array | None
    size: int
    integer: bool
    target: Callable[[int, float], Array]
    """The target, flattened, with one element of the source moved by a step."""


@dataclass(frozen=True)
class Observed:
    """What there is to know about a script that ran: see `Outcome`."""

    asked: list[Asked]
    left: Left = ()
    kept: int = 0


def gradient(asked: Asked) -> Gradient:
    if asked.size > MOST_ELEMENTS:
        raise ValueError(f"{asked.source} has {asked.size} elements: an example should be small")
    centre = asked.target(0, 0.0)
    expected: list[float] = []
    steepest = 0.0
    flat = True
    for element in range(0 if asked.integer else asked.size):
        slopes = []
        for step in SMALL_STEPS:
            high, low = asked.target(element, step), asked.target(element, -step)
            flat = flat and bool(np.array_equal(high, centre) and np.array_equal(low, centre))
            slopes.append((high - low) / (2 * step))
        # The two steps differ by a factor of two, so this removes the error of second order.
        slope = (4 * slopes[1] - slopes[0]) / 3
        expected.append(float(slope.sum()))
        steepest = max(steepest, float(np.abs(slope).max(initial=0.0)))
    return Gradient(
        source=asked.source,
        found=None if asked.found is None else tuple(asked.found.ravel().tolist()),
        expected=tuple(expected),
        steepest=steepest,
        flat=flat,
        depends=not flat or _depends(asked, centre),
    )


def _depends(asked: Asked, centre: Array) -> bool:
    steps = (1.0, 2.0) if asked.integer else LARGE_STEPS
    return any(
        not np.array_equal(moved, centre) and bool(np.isfinite(moved).all())
        for element in range(asked.size)
        for step in steps
        for moved in (asked.target(element, step), asked.target(element, -step))
    )
