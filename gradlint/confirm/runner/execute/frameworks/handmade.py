"""Gradients that a program computes by hand.

Nobody is asked for them, so a function is known by its name and its parameters, as gradlint knows it:

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

from ..finite_differences import Array, Lost
from ..recorded_asks import Answer, Ask, Trace

SUFFIX = "_grad"
Make = Callable[[Array], Any]
"""Numbers as the framework has them."""


def listened_to(trace: Trace, name: str, row: int, value: Any, make: Make) -> Any:
    """A function with `grad` in its name, listened to; anything else as it is."""
    if not inspect.isfunction(value):
        return value
    trace.functions[name] = value
    return _listening(trace, name, row, value, make) if "grad" in name else value


def _listening(trace: Trace, name: str, row: int, function: Any, make: Make) -> Any:
    @wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
        before = {key: deepcopy(value) for key, value in given.items()}  # it may write to what it is given
        result = function(*args, **kwargs)
        first, *others = before.values() if before else (None,)
        answers: list[Answer | None] = []
        if callable(first) and others:
            answers = [_answer(name, row, result, others[0], first, make)]
        elif forward := trace.functions.get(name.removesuffix(SUFFIX)):
            answers = _answers_of_pair(name, row, result, before, forward, make)
        measured = tuple(each for each in answers if each is not None)
        if measured:
            trace.asked(Ask(trace.row(), np.zeros(0), measured), [])
        return result

    return asking


def _answers_of_pair(
    name: str, row: int, result: Any, given: Mapping[str, Any], forward: Any, make: Make
) -> list[Answer | None]:
    try:
        inputs = {key: given[key] for key in inspect.signature(forward).parameters}
    except KeyError:
        return []
    upstream = [value for key, value in given.items() if key not in inputs]

    def target(key: str) -> Callable[[Any], Any]:
        def weighted(value: Any) -> Any:
            return forward(**{**inputs, key: value}) * (upstream[0] if upstream else 1.0)

        return weighted

    gradients = result if isinstance(result, tuple) else (result,)
    return [
        _answer(f"{name}: {key}", row, gradient, inputs[key], target(key), make)
        for key, gradient in zip(inputs, gradients, strict=False)
    ]


def _answer(
    label: str, row: int, gradient: Any, centre: Any, function: Callable[[Any], Any], make: Make
) -> Answer | None:
    def target(displacement: Array) -> Array:
        numbers = np.array(centre, dtype=np.float64)
        try:
            return np.asarray(
                function(make(numbers + displacement.reshape(numbers.shape))), np.float64
            ).ravel()
        except Exception as problem:
            raise Lost(f"{type(problem).__name__} when called by itself") from problem

    try:
        found = np.array(gradient, dtype=np.float64)
        value = np.array(centre, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return Answer(label, row, found, value, False, True, target=target)
