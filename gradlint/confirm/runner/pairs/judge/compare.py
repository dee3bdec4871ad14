"""Holds a written gradient against the differences of its formula and says how the two differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..run.arrays import Array
from .differences import Slopes

RIGHT, WRONG = {True: 3e-4, False: 1e-2}, {True: 1e-2, False: 8e-2}
"""Below the first a gradient is right, above the second it is wrong; between them nothing is said."""


ZERO = "it is zero"


@dataclass(frozen=True)
class Part:
    """One gradient of one target, compared."""

    target: str
    state: Literal["right", "value", "shape", "unclear", "flat", "none"]
    found: list[float]
    expected: list[float]
    error: float = 0.0
    factor: float | None = None
    """The written gradient divided by the right one, where that is one number."""
    guess: str = ""
    position: int = 0
    attribute: str = ""
    shape: tuple[int, ...] = ()
    """That of the written gradient."""
    access: str = "result"
    """How a script gets it out of what came back."""


def compared(
    target: str,
    found: Array,
    true: Slopes,
    weights: list[Array],
    precise: bool,
    position: int = 0,
    attribute: str = "",
) -> Part:
    expected = true.against(weights)
    where = {"position": position, "attribute": attribute, "shape": found.shape}
    if found.shape != true.shape:
        fitted = _fitted(found, true.shape)
        if fitted is None:
            guess = _shape_guess(found, true, expected)
            return Part(target, "shape", _few(found), _few(expected), 1.0, None, guess, **where)  # type: ignore[arg-type]
        found = fitted
    here = true.at(found)
    scale = float(np.max(np.abs(expected), initial=0.0))
    if scale < 1e-8:
        same = float(np.max(np.abs(here), initial=0.0)) < 1e-6
        return Part(target, "right" if same else "flat", _few(here), _few(expected), 0.0, None, "", **where)  # type: ignore[arg-type]
    error = float(np.max(np.abs(here - expected)) / scale)
    if error <= RIGHT[precise]:
        return Part(target, "right", _few(here), _few(expected), error, 1.0, "", **where)  # type: ignore[arg-type]
    state: Literal["value", "unclear"] = "value" if error >= WRONG[precise] else "unclear"
    factor = _factor(here, expected)
    guess = _guess(found, here, expected, true, factor)
    return Part(target, state, _few(here), _few(expected), error, factor, guess, **where)  # type: ignore[arg-type]


def _fitted(found: Array, shape: tuple[int, ...]) -> Array | None:
    """The same numbers where only axes of size one are missing or too many."""
    squeezed = tuple(size for size in found.shape if size != 1)
    if squeezed == tuple(size for size in shape if size != 1):
        return found.reshape(shape)
    return None


def _few(values: Array) -> list[float]:
    return [float(each) for each in np.asarray(values, dtype=float).ravel()[:8]]


def _factor(here: Array, expected: Array) -> float | None:
    large = np.abs(expected) > 1e-3 * np.max(np.abs(expected))
    ratios = here[large] / expected[large]
    steady = ratios.size > 0 and np.allclose(ratios, ratios[0], rtol=1e-3)
    rest = np.allclose(here[~large], 0.0, atol=1e-2 * float(np.max(np.abs(here), initial=0.0)) + 1e-9)
    return float(ratios[0]) if steady and rest else None


def _guess(found: Array, here: Array, expected: Array, true: Slopes, factor: float | None) -> str:
    if not np.any(np.abs(here) > 1e-9):
        return ZERO
    if (factor is not None and expected.size > 1) or (factor is not None and abs(abs(factor) - 1) < 1e-3):
        assert factor is not None
        return "sign error" if abs(factor + 1) < 1e-3 else f"factor {_number(factor)}"
    if true.complete and found.ndim == 2 and found.shape[0] == found.shape[1]:
        if np.allclose(found.T.ravel(), expected, rtol=1e-3, atol=1e-6):
            return "transposed"
    if expected.size == 1 and factor is not None:
        return f"factor {_number(factor)}"
    return "chain factor missing or wrong: the ratio to the right gradient varies from element to element"


def _number(value: float) -> str:
    return f"{value:.4g}"


def _shape_guess(found: Array, true: Slopes, expected: Array) -> str:
    shape = true.shape
    shapes = f"shape {list(found.shape)} where the input has {list(shape)}"
    if true.complete and found.shape == shape[::-1] and found.ndim == 2:
        if np.allclose(found.T.ravel(), expected, rtol=1e-3, atol=1e-6):
            return f"transposed: {shapes}"
    summed = _summed(found, shape)
    if true.complete and summed is not None and np.allclose(summed.ravel(), expected, rtol=1e-3, atol=1e-6):
        return f"sum over the broadcast axis missing: {shapes}"
    return shapes


def _summed(found: Array, shape: tuple[int, ...]) -> Array | None:
    """Sum away the axes along which an input of this shape would have been stretched."""
    if found.ndim < len(shape):
        return None
    result = found.sum(axis=tuple(range(found.ndim - len(shape)))) if found.ndim > len(shape) else found
    for axis, size in enumerate(shape):
        if size == 1 and result.shape[axis] != 1:
            result = result.sum(axis=axis, keepdims=True)
    return np.asarray(result) if result.shape == shape else None
