"""Weights of Keras layers: made before they have numbers, moved, or kept by nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import tensorflow as tf

from ..finite_differences import Array
from ..recorded_asks import Trace


def read(part: Any) -> np.ndarray[Any, Any]:
    """Its numbers, also while a function that uses it is being compiled."""
    with tf.init_scope():
        return numbers(part)


def numbers(value: Any) -> np.ndarray[Any, Any]:
    """Of its own type, also one that NumPy does not know by itself."""
    return np.array(tf.convert_to_tensor(value).numpy())


def is_awaited(part: Any) -> bool:
    """A weight that Keras makes while it only looks at shapes: it is given its numbers afterwards."""
    return isinstance(part, keras.Variable) and getattr(part, "_value", part) is None


def displaced(initializer: Callable[..., Any], displacement: Array) -> Callable[..., Any]:
    def initialize(shape: Any, dtype: Any = None) -> Any:
        plain = numbers(initializer(shape, dtype=dtype))
        return tf.constant((plain + displacement.reshape(plain.shape)).astype(plain.dtype))

    return initialize


def loose(trace: Trace) -> list[str]:
    """Weights that the flagged line makes and that no layer which the program keeps knows of."""
    layers = [
        layer
        for _, _, row, layer in trace.holders
        if isinstance(layer, keras.Layer) and not trace.focus.is_cut(row)
    ]
    kept = {id(variable) for layer in layers for variable in layer.variables}
    made = [part for part in trace.parts.values() if trace.focus.is_cut(part.row)]
    return [
        f"line {part.row} makes {part.label}, which belongs to no layer that is kept"
        for part in made
        if isinstance(part.value, keras.Variable) and id(part.value) not in kept
    ]
