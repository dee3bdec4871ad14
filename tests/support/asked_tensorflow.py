"""Which gradients a TensorFlow script asks for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import keras
import numpy as np
import tensorflow as tf

from tests.support.asked_by_script import Answer, Ask, Trace, part_of, parts_of
from tests.support.differences import Array
from tests.support.outcome import Left


class TensorFlow:
    def reset(self) -> None:
        keras.utils.set_random_seed(0)

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, (tf.Variable, tf.Tensor, keras.Variable)):
            yield name, value
        elif isinstance(value, keras.Layer):
            for position, variable in enumerate(value.variables):
                yield f"{name}.variables[{position}]", variable

    def moved(self, value: Any, label: str, name: str, element: int, step: float) -> Any:
        part = dict(self.parts(name, value))[label]
        numbers = np.array(part)
        numbers.flat[element] += np.asarray(step, numbers.dtype)
        if isinstance(part, tf.Tensor):
            return tf.constant(numbers)
        part.assign(numbers)
        return value

    @contextmanager
    def listening(self, trace: Trace, also: tuple[str, ...]) -> Iterator[None]:
        gradient = tf.GradientTape.gradient

        def listen(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            # To differentiate a `tf.py_function`, TensorFlow itself asks in the middle of the call.
            with patch.object(tf.GradientTape, "gradient", gradient):
                result = gradient(tape, target, sources, *args, **kwargs)
            answers = tuple(
                self._answer(trace, source, None if found is None else _numbers(found))
                for source, found in zip(_flat(sources), _flat(result), strict=True)
            )
            numbers = np.concatenate([_numbers(t).ravel() for t in _flat(target)])
            trace.asks.append(Ask(numbers, answers))
            return result

        with patch.object(tf.GradientTape, "gradient", listen):
            yield

    def size_and_kind(self, part: Any) -> tuple[int, bool]:
        numbers = np.array(part)
        return numbers.size, numbers.dtype.kind in "iu"

    def left(self, trace: Trace) -> Left:
        variables = (part for part in parts_of(self, trace) if not isinstance(part.value, tf.Tensor))
        return tuple((part.label, tuple(_numbers(part.value).ravel().tolist())) for part in variables)

    def kept(self, trace: Trace) -> int:
        return 0  # a tape lets go of its record by itself

    def _answer(self, trace: Trace, source: Any, gradient: Array | None) -> Answer:
        return Answer(part_of(self, trace, source, gradient), gradient, np.array(source))


def _flat(structure: Any) -> list[Any]:
    return list(tf.nest.flatten(structure))


def _numbers(value: Any) -> Array:
    return np.array(tf.convert_to_tensor(value), dtype=np.float64)
