"""Which gradients a NumPy script computes by hand.

NumPy has nobody to ask, so a function is known by its name and its parameters, as gradlint knows it:

- `foo_grad` is the derivative of `foo`. Parameters that both have are the same inputs, one that only
  `foo_grad` has is the gradient with respect to the result of `foo`. It returns one gradient for each
  input, in order; a single one belongs to the first.
- A function with `grad` in its name whose first argument is a function estimates the derivative of that
  function at its second argument.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import wraps
from typing import Any

import numpy as np

from tests.support.differences import Array, Asked, Observed
from tests.support.rerun import Script

SUFFIX = "_grad"


def observed(source: str) -> Observed:
    found: list[Asked] = []
    functions: dict[str, Any] = {}

    def bound(name: str, value: Any) -> Any:
        if not inspect.isfunction(value):
            return value
        functions[name] = value
        return _listening(found, functions, name, value) if "grad" in name else value

    np.random.seed(0)
    Script(source).run(bound)
    return Observed(found)


def _listening(found: list[Asked], functions: Mapping[str, Any], name: str, function: Any) -> Any:
    @wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
        before = {key: deepcopy(value) for key, value in given.items()}  # it may write to what it is given
        result = function(*args, **kwargs)
        first, *others = before.values()
        if callable(first):
            found.append(_asked(name, result, others[0], first))
        elif forward := functions.get(name.removesuffix(SUFFIX)):
            found.extend(_asked_of_pair(name, result, before, forward))
        return result

    return asking


def _asked_of_pair(name: str, result: Any, given: Mapping[str, Any], forward: Any) -> list[Asked]:
    inputs = {key: given[key] for key in inspect.signature(forward).parameters}
    upstream = [value for key, value in given.items() if key not in inputs]

    def target(key: str) -> Callable[[Any], Any]:
        def weighted(value: Any) -> Any:
            return forward(**{**inputs, key: value}) * (upstream[0] if upstream else 1.0)

        return weighted

    gradients = result if isinstance(result, tuple) else (result,)
    return [
        _asked(f"{name}: {key}", gradient, inputs[key], target(key))
        for key, gradient in zip(inputs, gradients, strict=False)
    ]


def _asked(source: str, gradient: Any, centre: Any, function: Callable[[Any], Any]) -> Asked:
    def target(element: int, step: float) -> Array:
        moved = np.array(centre, dtype=np.float64)
        moved.flat[element] += step
        return np.asarray(function(moved), dtype=np.float64).ravel()

    return Asked(source, np.array(gradient, dtype=np.float64), np.size(centre), False, target)
