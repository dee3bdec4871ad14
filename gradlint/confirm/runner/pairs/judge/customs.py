"""Habits in writing gradients that are right in their way: no upstream gradient, a mean over the batch."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .compare import ZERO, Part
from .differences import Slopes
from .plan import Given, Point


def without_upstream(given: Given, true: Slopes, at: Point, part: Part) -> Part:
    """A derivative without an upstream gradient: element by element, a Jacobian, or of the sum or mean."""
    assert given.value is not None
    result = at.outputs[0].shape
    here = {"position": given.position, "attribute": given.attribute, "shape": given.value.shape}
    if (
        len(at.outputs) == 1
        and given.value.shape in (result + true.shape, true.shape + result)
        and true.complete
    ):
        jacobian = np.moveaxis(np.array([column[0] for column in true.columns]), 0, -1).reshape(
            result + true.shape
        )
        for other in (jacobian, np.moveaxis(jacobian, range(len(result)), range(-len(result), 0))):
            if other.shape == given.value.shape:
                scale = float(np.max(np.abs(other), initial=1e-12))
                error = float(np.max(np.abs(other - given.value), initial=0.0)) / scale
                if error < 3e-4:
                    few = [float(each) for each in given.value.ravel()[:8]]
                    return Part(given.target, "right", few, few, error, 1.0, "the Jacobian", **here)  # type: ignore[arg-type]
        if part.state == "shape":
            return replace(
                part, state="none", guess="it looks like a Jacobian and is laid out in an unknown way"
            )
    if _is_elementwise(true, result) or part.state == "right":
        return part
    if part.factor is not None and any(abs(part.factor * size - 1) < 1e-3 for size in result):
        return replace(part, state="right", guess="the gradient of the mean")
    return replace(part, state="none", guess="no upstream gradient is taken, and the result is neither a scalar nor "
                   "computed element by element")  # fmt: skip


def _is_elementwise(true: Slopes, result: tuple[int, ...]) -> bool:
    if true.shape != result:
        return False
    for index, column in zip(true.indices, true.columns):
        rest = column[0].copy()
        rest[index] = 0.0
        if np.max(np.abs(rest), initial=0.0) > 1e-9:
            return False
    return True


def declared(parts: list[Part]) -> list[Part]:
    """A rule that is right for one input and says zero or None for another declares that one a constant."""
    if not any(part.state == "right" and any(part.expected) for part in parts):
        return parts
    return [replace(part, state="none") if part.guess == ZERO else part for part in parts]


def averaged(parts: list[Part], at: Point) -> list[Part]:
    """Gradients of parameters divided by the batch: the mean of the cost, taken where it is convenient."""
    if not any(part.state == "right" and any(part.expected) for part in parts):
        return parts
    sizes = {size for each in at.outputs for size in each.shape if size > 1}
    made: list[Part] = []
    for part in parts:
        size = next((s for s in sizes if part.factor is not None and abs(part.factor * s - 1) < 1e-3), None)
        if part.state == "value" and size is not None and at.points[part.target].shape != at.outputs[0].shape:
            part = replace(part, state="right", error=0.0, guess=f"divided by {size}")
        made.append(part)
    return made
