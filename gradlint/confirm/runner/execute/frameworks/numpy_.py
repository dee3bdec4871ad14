"""A NumPy program: its gradients are computed by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numpy as np

from ..finite_differences import Array
from ..recorded_asks import Trace
from .arrays import copied_value, described_array, not_numbers
from .handmade import listened_to


def devices() -> list[str]:
    return ["cpu"]


class NumPy:
    def __init__(self, device: str = "cpu") -> None:
        self._device = device

    def running(self, several: bool = False) -> AbstractContextManager[Any]:
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

    def beside_leaves(self, name: str, value: Any) -> Iterator[tuple[str, type, str, Any]]:
        return iter(())

    def memory(self, name: str, value: Any) -> Iterator[tuple[str, Any, int]]:
        return iter(())

    def moved(self, value: Any, label: str, name: str, displacement: Array) -> Any:
        return value

    def reshaped(self, value: Any, shape: list[int]) -> Any:
        return np.reshape(value, shape)

    def unactivated(self, value: Any) -> Any:
        return value

    def copied(self, value: Any) -> Any:
        return copied_value(value, not_numbers)

    def described(self, value: Any) -> dict[str, Any]:
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
            return described_array(str(value.dtype), value.shape, np.array(value, dtype=np.float64))
        return {}

    def replaced(self, trace: Trace, name: str, row: int, value: Any) -> Any:
        return listened_to(trace, name, row, value, lambda numbers: numbers)

    @contextmanager
    def listening(self, trace: Trace) -> Iterator[None]:
        yield

    def left(self, trace: Trace) -> dict[str, Array]:
        return {}

    def unregistered(self, trace: Trace) -> None:
        return None

    def kept(self, trace: Trace) -> int:
        return 0

    def stored(self, trace: Trace) -> int:
        return 0
