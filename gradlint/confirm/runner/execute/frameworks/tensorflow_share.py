"""What a loss was multiplied by last: a number, such as one over the number of batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import tensorflow as tf
from tensorflow.python.ops import gen_math_ops


class Shares:
    """While it listens, what each product and quotient is a multiple of, and by how much."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Any, float]] = {}
        """The result itself is held on to: an id is only good that long."""

    def of(self, loss: Any) -> float:
        return self._made[id(loss)][1] if id(loss) in self._made else 1.0

    @contextmanager
    def listening(self) -> Iterator[None]:
        product = self._noted(gen_math_ops.mul, lambda number: number)
        quotient = self._noted(gen_math_ops.real_div, lambda number: 1.0 / number)
        with patch.object(gen_math_ops, "mul", product), patch.object(gen_math_ops, "real_div", quotient):
            yield

    def _noted(self, kernel: Callable[..., Any], factor: Callable[[float], float]) -> Callable[..., Any]:
        def call(x: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
            result = kernel(x, y, *args, **kwargs)
            for whole, by in ((x, y), (y, x))[: 2 if kernel.__name__ == "mul" else 1]:
                if isinstance(whole, tf.Tensor) and (number := self._number(by)) is not None:
                    self._made[id(result)] = result, self.of(whole) * factor(number)
                    break
            return result

        return call

    def _number(self, value: Any) -> float | None:
        """A single number that nothing was computed for; None if it is none, or 0."""
        if isinstance(value, tf.Variable) or id(value) in self._made or np.ndim(value):
            return None
        known = isinstance(value, (int, float, np.number)) or hasattr(value, "numpy")
        return (float(value) or None) if known else None
