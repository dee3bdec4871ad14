"""What the gradient should be: central differences of the formula at two steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..run.arrays import Array

Forward = Callable[[dict[str, Array]], list[Array]]
STEPS = {True: (1e-5, 1e-4), False: (5e-3, 1.5e-2)}
AGREE = {True: (1e-3, 1e-6), False: (2e-2, 2e-3)}
MOST_ELEMENTS = 40


class Unreliable(Exception):
    """Two steps disagree: a kink, noise, or a function that is not finite beside the point."""


@dataclass(frozen=True)
class Slopes:
    """How every output changes with some elements of one input."""

    indices: list[tuple[int, ...]]
    shape: tuple[int, ...]
    columns: list[list[Array]]
    """For each element, the derivative of each output."""

    def against(self, weights: list[Array]) -> Array:
        """The gradient of the weighted sum of the outputs, one number per element."""
        return np.array(
            [sum(float(np.sum(w * c)) for w, c in zip(weights, column)) for column in self.columns]
        )

    def at(self, found: Array) -> Array:
        """The same elements of a written gradient."""
        return np.array([found[index] for index in self.indices])

    @property
    def complete(self) -> bool:
        return len(self.indices) == int(np.prod(self.shape, dtype=int))

    @property
    def flat(self) -> bool:
        return all(np.max(np.abs(part), initial=0.0) < 1e-9 for column in self.columns for part in column)


def slopes(forward: Forward, points: dict[str, Array], name: str, precise: bool) -> Slopes:
    shape = points[name].shape
    indices = list(np.ndindex(shape))
    if len(indices) > MOST_ELEMENTS:
        chosen = np.random.default_rng(3).choice(len(indices), MOST_ELEMENTS // 2, replace=False)
        indices = [indices[int(each)] for each in sorted(chosen)]
    relative, absolute = AGREE[precise]
    coarse, fine = STEPS[precise][1], STEPS[precise][0]
    columns = [_slope(forward, points, name, index, fine) for index in indices]
    others = [_slope(forward, points, name, index, coarse) for index in indices]
    largest = max(
        (float(np.max(np.abs(part), initial=0.0)) for column in columns for part in column), default=0.0
    )
    for column, other in zip(columns, others):
        for one, two in zip(column, other):
            if one.shape != two.shape or not np.all(np.isfinite(one)) or not np.all(np.isfinite(two)):
                raise Unreliable("not finite beside the point")
            if np.max(np.abs(one - two), initial=0.0) > relative * largest + absolute:
                raise Unreliable("two steps of the difference disagree (a kink, or noise)")
    return Slopes(indices, shape, columns)


def _slope(
    forward: Forward, points: dict[str, Array], name: str, index: tuple[int, ...], step: float
) -> list[Array]:
    sides = []
    for sign in (1.0, -1.0):
        moved = points[name].copy()
        moved[index] += sign * step
        sides.append(forward({**points, name: moved}))
    high, low = sides
    if len(high) != len(low) or any(a.shape != b.shape for a, b in zip(high, low)):
        raise Unreliable("the shape of the result depends on the values")
    return [(a - b) / (2 * step) for a, b in zip(high, low)]
