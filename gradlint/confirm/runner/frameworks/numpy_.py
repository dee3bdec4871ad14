"""Which gradients a NumPy program computes by hand.

NumPy has nobody to ask, so a function is known by its name and its parameters, as gradlint knows it:

- `foo_grad` is the derivative of `foo`. Parameters that both have are the same inputs, one that only
  `foo_grad` has is the gradient with respect to the result of `foo`. It returns one gradient for each
  input, in order; a single one belongs to the first.
- A function with `grad` in its name whose first argument is a function estimates the derivative of that
  function at its second argument.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import deepcopy
from functools import wraps
from typing import Any

import numpy as np

from ..asks import Answer, Ask, Trace
from ..differences import Array, Lost
from .arrays import described_array

SUFFIX = "_grad"


def devices() -> list[str]:
    return ["cpu"]


class NumPy:
    def __init__(self, device: str = "cpu") -> None:
        self._device = device

    def running(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def reset(self, seed: int, double: bool) -> None:
        random.seed(seed)
        np.random.seed(seed)

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        yield from ()

    def mark(self, part: Any) -> float:
        return 0.0

    def holds_more_later(self, value: Any) -> bool:
        return False

    def moved(self, value: Any, label: str, name: str, displacement: Array) -> Any:
        return value

    def reshaped(self, value: Any, shape: list[int]) -> Any:
        return np.reshape(value, shape)

    def unactivated(self, value: Any) -> Any:
        return value

    def described(self, value: Any) -> dict[str, Any]:
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
            return described_array(str(value.dtype), value.shape, np.array(value, dtype=np.float64))
        return {}

    def replaced(self, trace: Trace, name: str, row: int, value: Any) -> Any:
        """A function with `grad` in its name, listened to."""
        if not inspect.isfunction(value):
            return value
        trace.functions[name] = value
        return _listening(trace, name, row, value) if "grad" in name else value

    @contextmanager
    def listening(self, trace: Trace) -> Iterator[None]:
        yield

    def left(self, trace: Trace) -> dict[str, Array]:
        return {}

    def unregistered(self, trace: Trace) -> list[str]:
        return []

    def kept(self, trace: Trace) -> int:
        return 0


def _listening(trace: Trace, name: str, row: int, function: Any) -> Any:
    @wraps(function)
    def asking(*args: Any, **kwargs: Any) -> Any:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
        before = {key: deepcopy(value) for key, value in given.items()}  # it may write to what it is given
        result = function(*args, **kwargs)
        first, *others = before.values() if before else (None,)
        answers: list[Answer] = []
        if callable(first) and others:
            answers = [_answer(name, row, result, others[0], first)]
        elif forward := trace.functions.get(name.removesuffix(SUFFIX)):
            answers = _answers_of_pair(name, row, result, before, forward)
        if answers:
            trace.asked(Ask(trace.row(), np.zeros(0), tuple(answers)), [])
        return result

    return asking


def _answers_of_pair(
    name: str, row: int, result: Any, given: Mapping[str, Any], forward: Any
) -> list[Answer]:
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
        _answer(f"{name}: {key}", row, gradient, inputs[key], target(key))
        for key, gradient in zip(inputs, gradients, strict=False)
    ]


def _answer(label: str, row: int, gradient: Any, centre: Any, function: Callable[[Any], Any]) -> Answer:
    def target(displacement: Array) -> Array:
        numbers = np.array(centre, dtype=np.float64)
        try:
            return np.asarray(function(numbers + displacement.reshape(numbers.shape)), np.float64).ravel()
        except Exception as problem:
            raise Lost(f"{type(problem).__name__} when called by itself") from problem

    found = np.array(gradient, dtype=np.float64)
    return Answer(label, row, found, np.array(centre, dtype=np.float64), False, True, target=target)
