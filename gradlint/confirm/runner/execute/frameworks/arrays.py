"""What an array looks like, whatever framework it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..finite_differences import Array

MOST_ELEMENTS = 1 << 16


def described_array(dtype: str, shape: tuple[int, ...], values: Array | None) -> dict[str, Any]:
    """Enough to see a broadcast, a probability or a singular point."""
    facts: dict[str, Any] = {"dtype": dtype, "shape": list(shape)}
    if values is None or not 0 < values.size <= MOST_ELEMENTS:
        return facts
    facts |= {"low": float(values.min()), "high": float(values.max())}
    if values.ndim and values.shape[-1] > 1:
        with np.errstate(all="ignore"):
            facts["sums"] = [float(each) for each in np.ravel(values.sum(axis=-1))[:8]]
            facts["exp_sums"] = [float(each) for each in np.ravel(np.exp(values).sum(axis=-1))[:8]]
    return facts


def copied_value(value: Any, copied: Callable[[Any], Any]) -> Any:
    """A copy of the arrays in a value; what is neither an array nor made of some raises TypeError."""
    if value is None or isinstance(value, (bool, int, float, complex, str)):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return value.copy()
    if type(value) in (list, tuple):
        return type(value)(copied_value(each, copied) for each in value)
    if type(value) is dict:
        return {key: copied_value(each, copied) for key, each in value.items()}
    return copied(value)


def same_numbers(one: Any, other: Any) -> bool:
    """Whether two values that were copied hold the same arrays."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same_numbers, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_numbers(one[key], other[key]) for key in one)
    return bool(np.array_equal(np.asarray(one), np.asarray(other)))


def not_numbers(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} holds no numbers that can be copied")


def added(after: Array | None, before: Array | None) -> Array | None:
    """What was added to a gradient that may have been there already."""
    if after is None or before is None or after.shape != before.shape:
        return after
    return after - before
