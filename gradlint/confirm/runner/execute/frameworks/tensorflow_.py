"""Which gradients a TensorFlow or Keras program asks for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any
from unittest.mock import patch

import keras
import numpy as np
import tensorflow as tf

from ..clock import spent
from ..expectation import BY_HAND
from ..finite_differences import Array
from ..recorded_asks import Answer, Ask, Event, Part, Trace
from .arrays import copied_value, described_array, not_numbers
from .handmade import listened_to
from .tensorflow_kernels import keep_kernels
from .tensorflow_scale import noting_scales
from .tensorflow_share import Shares
from .tensorflow_weights import displaced, is_awaited, loose, numbers, read
from .tensorflow_xla import compiled, noting

keep_kernels()

MOST_IN_CONTAINER = 64
MOST_MOVED, MOST_ELEMENTS = 64, 1 << 16


def devices() -> list[str]:
    """What there is to compute on, the fastest first; a family stands for its first member."""
    found: list[str] = []
    for family, name in (("TPU", "tpu"), ("GPU", "cuda")):
        count = len(tf.config.list_logical_devices(family))
        found += [name, *(f"{name}:{number}" for number in range(count))] if count else []
    return [*found, "cpu"]


class TensorFlow:
    def __init__(self, device: str = "cpu", eager: bool = False, xla: bool = False) -> None:
        self._device = device
        self._eager = eager
        """Run what is compiled as plain Python: its numbers are not known otherwise."""
        self._xla = xla
        """Have each gradient that is asked for computed by XLA."""

    def running(self, several: bool = False) -> AbstractContextManager[Any]:
        if self._device == "cpu":
            return tf.device("/CPU:0") if tf.config.list_physical_devices("GPU") else nullcontext()
        family, _, number = self._device.partition(":")
        place: AbstractContextManager[Any] = tf.device(
            f"/{'GPU' if family == 'cuda' else family.upper()}:{number or 0}"
        )
        return place

    def reset(self, seed: int, double: bool) -> None:
        random.seed(seed)
        np.random.seed(seed)
        tf.random.set_seed(seed)
        keras.utils.set_random_seed(seed)
        keras.utils.clear_session(free_memory=False)  # layers are numbered, and are known by that again
        keras.backend.set_floatx("float32")
        tf.config.run_functions_eagerly(self._eager)

    def replaced(self, trace: Trace, name: str, row: int, value: Any) -> Any:
        by_hand = trace.focus.predicted.shows in BY_HAND
        return listened_to(trace, name, row, value, tf.constant) if by_hand else value

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        yield from _parts(name, value, depth=0)

    def mark(self, part: Any) -> float:
        return float("nan") if is_awaited(part) else float(np.sum(read(part).astype(np.float64)))

    def holds_more_later(self, value: Any) -> bool:
        return isinstance(value, (keras.Layer, list, dict))

    def beside_leaves(self, name: str, value: Any) -> Iterator[tuple[str, type, str, Any]]:
        return iter(())

    def memory(self, name: str, value: Any) -> Iterator[tuple[str, Any, int]]:
        return iter(())

    def moved(self, value: Any, label: str, name: str, displacement: Array) -> Any:
        return _moved(value, label, name, displacement, depth=0)

    def reshaped(self, value: Any, shape: list[int]) -> Any:
        return tf.reshape(value, shape)

    def unactivated(self, value: Any) -> Any:
        if not isinstance(value, tf.Tensor) or not value.dtype.is_floating:
            return value
        numbers = _numbers(value) if _is_known(value) else np.full(1, np.nan)
        if bool((numbers >= 0).all() and (numbers <= 1).all()):
            adds_up = numbers.ndim > 0 and bool(np.allclose(numbers.sum(axis=-1), 1.0, atol=1e-3))
            return tf.math.log(value) if adds_up else tf.math.log(value / (1 - value))
        return tf.nn.softmax(value) if value.shape.rank and value.shape[-1] > 1 else tf.sigmoid(value)

    def copied(self, value: Any) -> Any:
        return copied_value(value, _copied)

    def described(self, value: Any) -> dict[str, Any]:
        if isinstance(value, (tf.Variable, keras.Variable)):
            value = tf.convert_to_tensor(value)
        if not isinstance(value, tf.Tensor) or value.shape.rank is None or not _has_numbers(value):
            return {}
        shape = tuple(-1 if size is None else int(size) for size in value.shape)
        return described_array(value.dtype.name, shape, _numbers(value) if _is_known(value) else None)

    @contextmanager
    def listening(self, trace: Trace) -> Iterator[None]:
        gradient, add_weight = tf.GradientTape.gradient, keras.Layer.add_weight
        apply, jacobian = keras.Optimizer.apply, tf.GradientTape.jacobian
        shares, summed = Shares(), trace.focus.predicted.shows == "summed-gradients"

        def listen(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            if trace.idle:
                args, kwargs = (
                    args[1:],
                    {**kwargs, "output_gradients": tf.nest.map_structure(tf.zeros_like, target)},
                )
            # To differentiate a `tf.py_function`, TensorFlow itself asks in the middle of the call.
            row = trace.row()
            targets = [each for each in _flat(target) if each is not None]
            weights = kwargs.get("output_gradients", args[0] if args else None)
            known = all(_is_known(each) for each in targets)
            if known and trace.ends_here():
                trace.asked(Ask(row, _target(targets, weights), ()), targets)
            with patch.object(tf.GradientTape, "gradient", gradient):
                result = self._differentiated(gradient, trace, tape, target, sources, *args, **kwargs)
            if not known:
                trace.traced += 1
                return result
            numbers = _target(targets, weights)
            pairs = zip(_flat(sources), _flat(result), strict=True) if trace.measuring else ()
            answers = tuple(
                self._answer(trace, source, found, row) for source, found in pairs if _has_numbers(source)
            )
            share = max(map(shares.of, targets), default=1.0)
            trace.asked(Ask(row, numbers, answers, share=share), targets)
            return result

        def listen_to_jacobian(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            """Summed over the target a Jacobian is a gradient."""
            row = trace.row()
            with patch.object(tf.GradientTape, "gradient", gradient):
                result = self._differentiated(jacobian, trace, tape, target, sources, *args, **kwargs)
            target = tf.convert_to_tensor(target) if isinstance(target, np.ndarray) else target
            if not trace.adds_up or not isinstance(target, tf.Tensor) or not _is_known(target):
                return result
            pairs = zip(_flat(sources), _flat(result), strict=True) if trace.measuring else ()
            axes = list(range(len(target.shape)))
            answers = tuple(
                self._answer(trace, source, None if each is None else tf.reduce_sum(each, axis=axes), row)
                for source, each in pairs
            )
            trace.asked(Ask(row, _target([target], None), answers), [target])
            return result

        def noting_weight(layer: Any, *args: Any, **kwargs: Any) -> Any:
            variable = add_weight(layer, *args, **kwargs)
            trace.bound(f"{layer.name}.{variable.name}", trace.row(), variable)
            return variable

        def noting_step(optimizer: Any, gradients: Any, trainable_variables: Any = None) -> Any:
            if trace.measuring and len(trace.events) < 256:
                known = {
                    number: _numbers(each)
                    for number, each in enumerate(
                        gradients if trace.focus.predicted.shows == "summed-gradients" else ()
                    )
                    if each is not None and _is_known(each)
                }
                facts: dict[str, Any] = {"stored": known, "asks": len(trace.asks)} if known else {}
                if "step-of-another" in trace.focus.predicted.measures:
                    moved = trainable_variables or getattr(optimizer, "_trainable_variables", ())
                    facts["moves"] = _pairs(moved, gradients)
                trace.events.append(Event("step", trace.row(), facts))
            return apply(optimizer, gradients, trainable_variables)

        with (
            noting(trace) if trace.measuring else nullcontext(),
            noting_scales(trace),
            shares.listening() if summed else nullcontext(),
            patch.object(tf.GradientTape, "gradient", listen),
            patch.object(tf.GradientTape, "jacobian", listen_to_jacobian),
            patch.object(keras.Layer, "add_weight", noting_weight),
            patch.object(keras.Optimizer, "apply", noting_step),
        ):
            yield

    def _differentiated(self, ask: Callable[..., Any], trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if not (self._xla and trace.measuring):
            return ask(*args, **kwargs)
        began = spent()
        try:
            return compiled(ask)(*args, **kwargs)
        finally:
            trace.started += spent() - began  # the time of the compiler is not the program's

    def left(self, trace: Trace) -> dict[str, Array]:
        return {
            part.label: _numbers(part.value)
            for part in trace.all_parts()
            if not isinstance(part.value, tf.Tensor)
        }

    def unregistered(self, trace: Trace) -> list[str]:
        return (loose(trace) if trace.focus.predicted.shows == "made-anew" else []) or [
            f"{type(owner).__name__}.trainable_variables does not give {name}"
            for owner, name, value, _ in trace.owned_there()
            if isinstance(owner, keras.Layer)
            and isinstance(value, tf.Variable)
            and value.trainable
            and not any(each is value or getattr(each, "value", None) is value for each in owner.variables)
        ]

    def kept(self, trace: Trace) -> int:
        return 0  # a tape lets go of its record by itself

    def stored(self, trace: Trace) -> int:
        return 0

    def _answer(self, trace: Trace, source: Any, found: Any, row: int) -> Answer:
        part = trace.part_of(source) or Part("a value without a name", source, -1, "", row)
        value = numbers(source)
        where = getattr(source, "device", None)
        if isinstance(where, str) and where:
            trace.devices.add(where)
        return Answer(
            label=part.label,
            row=part.row,
            gradient=None if found is None else _numbers(found),
            value=np.asarray(value, dtype=np.float64),
            integer=value.dtype.kind in "iub",
            wanted=trace.is_wanted(part),
            part=part if part.binding >= 0 else None,
        )


def _parts(name: str, value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, (tf.Variable, keras.Variable)):
        if _has_numbers(value):
            yield name, value
    elif isinstance(value, tf.Tensor):
        if _is_known(value) and (value.dtype.is_floating or value.dtype.is_integer):
            yield name, value
    elif isinstance(value, keras.Layer):
        for variable in filter(_has_numbers, value.variables):
            yield f"{name}.{variable.path}", variable
    elif depth < 3 and type(value) in (list, tuple, dict) and len(value) <= MOST_IN_CONTAINER:
        for key, element in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _parts(f"{name}[{key!r}]", element, depth + 1)


def _moved(value: Any, label: str, name: str, displacement: Array, depth: int) -> Any:
    """A variable is written to; a constant is replaced, in the list that holds it if need be."""
    if depth < 3 and type(value) in (list, tuple, dict):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        changed = {
            key: _moved(element, label, f"{name}[{key!r}]", displacement, depth + 1) for key, element in items
        }
        if all(changed[key] is element for key, element in items):
            return value
        return changed if isinstance(value, dict) else type(value)(changed.values())
    for at, part in _parts(name, value, depth):
        if at == label and is_awaited(part):
            part._initializer = displaced(part._initializer, displacement)
        elif at == label:
            numbers = read(part)
            numbers = (numbers + displacement.reshape(numbers.shape)).astype(numbers.dtype)
            if isinstance(part, tf.Tensor):
                return tf.constant(numbers)
            with tf.init_scope():
                part.assign(numbers)
    return value


def _pairs(variables: Any, gradients: Any) -> list[tuple[int, Array]]:
    """Which variable is moved by what, as far as that is known and small."""
    return [
        (id(variable), _numbers(gradient))
        for variable, gradient in zip(list(variables)[:MOST_MOVED], list(gradients), strict=False)
        if isinstance(gradient, tf.Tensor) and _is_known(gradient) and tf.size(gradient) <= MOST_ELEMENTS
    ]


def _has_numbers(value: Any) -> bool:
    """One array of numbers: not several of different lengths, not a text, not a handle."""
    if not isinstance(value, (tf.Tensor, tf.Variable, keras.Variable)):
        return False
    dtype = tf.as_dtype(value.dtype)
    return bool(dtype.is_floating or dtype.is_integer or dtype.is_bool or dtype.is_complex)


def _copied(value: Any) -> Any:
    known = isinstance(value, tf.Tensor) and _is_known(value)
    return tf.stop_gradient(value) if known else not_numbers(value)


def _is_known(value: Any) -> bool:
    """A tensor with numbers in it, and not one that stands for them while a function is being compiled."""
    return hasattr(value, "numpy") or not isinstance(value, tf.Tensor)


def _flat(structure: Any) -> list[Any]:
    return list(tf.nest.flatten(structure))


def _target(targets: list[Any], weights: Any) -> Array:
    weighted = [None] * len(targets) if weights is None else _flat(weights)
    parts = [
        (_numbers(each) * (1.0 if weight is None else _numbers(weight))).ravel()
        for each, weight in zip(targets, weighted, strict=True)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def _numbers(value: Any) -> Array:
    return numbers(value).astype(np.float64)
