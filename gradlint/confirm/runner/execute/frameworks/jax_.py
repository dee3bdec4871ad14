"""Which gradients a JAX program asks for.

JAX differentiates functions, so to see the target with a source moved the function is called again.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from types import ModuleType
from typing import Any
from unittest.mock import patch

import jax
import numpy as np

from ..expectation import BY_HAND
from ..finite_differences import Array
from ..instrument import WATCHER
from ..recorded_asks import Answer, Ask, Trace
from .arrays import copied_value, described_array, not_numbers
from .handmade import listened_to
from .jax_context import share_context
from .jax_fields import held_beside_leaves, with_field_moved
from .jax_functions import again_at, idle, precisely, target_when_moved
from .jax_nnx import as_function, listening, nnx
from .jax_numbers import is_floating, is_inexact, is_numeric, is_real
from .jax_share import share_of
from .jax_updates import LINKED, linked, noting_updates

share_context()


def devices() -> list[str]:
    """What there is to compute on, the fastest first; a family stands for its first member."""
    found: list[str] = []
    for name in ("tpu", "cuda"):
        with suppress(RuntimeError):
            found += [name, *(f"{name}:{number}" for number in range(len(jax.devices(name))))]
    return [*found, "cpu"]


class Jax:
    def __init__(self, device: str = "cpu", eager: bool = False) -> None:
        self._device = device
        self._eager = eager
        """Run what is compiled as plain Python: its numbers are not known otherwise."""

    def running(self, several: bool = False) -> AbstractContextManager[Any]:
        family, _, number = self._device.partition(":")
        if family == "cpu" and jax.default_backend() == "cpu":
            return nullcontext()
        place: AbstractContextManager[Any] = jax.default_device(jax.devices(family)[int(number or 0)])
        return place

    def reset(self, seed: int, double: bool) -> None:
        random.seed(seed)
        np.random.seed(seed)
        jax.config.update("jax_enable_x64", double)
        jax.config.update("jax_disable_jit", self._eager)

    def replaced(self, trace: Trace, name: str, row: int, value: Any) -> Any:
        if LINKED & set(trace.focus.predicted.measures) and name == "result":
            return linked(trace, value)
        by_hand = trace.focus.predicted.shows in BY_HAND
        return listened_to(trace, name, row, value, jax.numpy.asarray) if by_hand else value

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, jax.core.Tracer) or not is_numeric(value):
            return
        if isinstance(value, (jax.Array, np.ndarray)):
            yield name, value

    def mark(self, part: Any) -> float:
        return float(np.sum(np.array(part, dtype=np.float64)))

    def holds_more_later(self, value: Any) -> bool:
        return next(held_beside_leaves("", value), None) is not None

    def beside_leaves(self, name: str, value: Any) -> Iterator[tuple[str, type, str, Any]]:
        return held_beside_leaves(name, value)

    def memory(self, name: str, value: Any) -> Iterator[tuple[str, Any, int]]:
        return iter(())

    def moved(self, value: Any, label: str, name: str, displacement: Array) -> Any:
        if label != name and label.startswith(f"{name}."):
            return with_field_moved(value, label.removeprefix(f"{name}.").split("."), displacement)
        numbers = np.array(value)
        return jax.numpy.asarray((numbers + displacement.reshape(numbers.shape)).astype(numbers.dtype))

    def reshaped(self, value: Any, shape: list[int]) -> Any:
        return jax.numpy.reshape(value, tuple(shape))

    def unactivated(self, value: Any) -> Any:
        # What is being traced has no numbers to look at; probabilities given for logits is the common way.
        return jax.numpy.log(value) if isinstance(value, jax.Array) else value

    def copied(self, value: Any) -> Any:
        return copied_value(value, _copied)

    def described(self, value: Any) -> dict[str, Any]:
        if isinstance(value, jax.core.Tracer):
            return described_array(str(value.dtype), tuple(value.shape), None)
        if isinstance(value, (jax.Array, np.ndarray)) and is_real(value):
            return described_array(str(value.dtype), tuple(value.shape), np.array(value, dtype=np.float64))
        return {}

    @contextmanager
    def listening(self, trace: Trace) -> Iterator[None]:
        grad, value_and_grad, vjp = jax.grad, jax.value_and_grad, jax.vjp
        record = _Recorder(trace)

        def listen_to_grad(fun: Any, argnums: Any = 0, has_aux: bool = False, **options: Any) -> Any:
            def asking(*args: Any, **kwargs: Any) -> Any:
                row = trace.row()
                result = record.outermost(nothing, differentiated)(*args, **kwargs)
                found = result[0] if has_aux else result
                record(row, fun, argnums, has_aux, args, kwargs, found)
                return result

            differentiated = grad(fun, argnums, has_aux, **options)
            nothing = grad(idle(fun, has_aux), argnums, has_aux, **options) if trace.idle else None
            return _looking_like(differentiated, asking)

        def listen_to_value_and_grad(
            fun: Any, argnums: Any = 0, has_aux: bool = False, **options: Any
        ) -> Any:
            def asking(*args: Any, **kwargs: Any) -> Any:
                row = trace.row()
                result = record.outermost(nothing, differentiated)(*args, **kwargs)
                record(row, fun, argnums, has_aux, args, kwargs, result[1])
                return result

            differentiated = value_and_grad(fun, argnums, has_aux, **options)
            nothing = value_and_grad(idle(fun, has_aux), argnums, has_aux, **options) if trace.idle else None
            return _looking_like(differentiated, asking)

        def listen_to_vjp(fun: Any, *args: Any, **options: Any) -> Any:
            def asking(cotangents: Any) -> Any:
                def weighted(*moved: Any) -> Any:
                    values, weights = map(jax.tree_util.tree_leaves, (fun(*moved), cotangents))
                    pairs = zip(values, weights, strict=True)
                    return sum((value * weight).sum() for value, weight in pairs if is_inexact(value))

                row = trace.row()
                result = pull(cotangents)
                record(row, weighted, tuple(range(len(args))), False, args, {}, result)
                return result

            result = vjp(fun, *args, **options)
            if options:
                return result
            value, pull = result
            return value, asking

        def asked_by_nnx(
            differentiated: Any, fun: Any, argnums: Any, has_aux: bool, args: Any, kwargs: Any, whole: bool
        ) -> Any:
            row = trace.row()
            try:
                of_arrays, positions, arrays = as_function(fun, argnums, args)
            except Exception:  # what is no question about models is put to JAX itself
                return differentiated()
            with record.asked_already():
                result = differentiated()
            gradients = result[1] if whole else result[0] if has_aux else result
            several = gradients if isinstance(argnums, (tuple, list)) else (gradients,)
            record(row, of_arrays, positions, has_aux, arrays, kwargs, several)
            return result

        with ExitStack() as patches:
            patches.enter_context(patch("jax.grad", listen_to_grad))
            patches.enter_context(patch("jax.value_and_grad", listen_to_value_and_grad))
            patches.enter_context(patch("jax.vjp", listen_to_vjp))
            if trace.focus.predicted.measures:
                patches.enter_context(noting_updates(trace))
            if nnx() is not None and not trace.idle:
                for name in ("grad", "value_and_grad"):
                    asked = partial(asked_by_nnx, whole=name == "value_and_grad")
                    patches.enter_context(patch.object(nnx(), name, listening(getattr(nnx(), name), asked)))
            yield

    def left(self, trace: Trace) -> dict[str, Array]:
        """Nothing in JAX says what is being trained: whatever numbers the names hold."""
        held = {name: value for name, value in trace.names.items() if name != WATCHER}
        for name, value in list(held.items()):
            if not isinstance(value, (type, ModuleType)) and not callable(value):
                held |= {f"{name}.{key}": each for key, each in getattr(value, "__dict__", {}).items()}
        return {
            f"{name} leaf {position}": np.array(leaf, dtype=np.float64)
            for name, value in held.items()
            for position, leaf in enumerate(_leaves(value))
            if isinstance(leaf, (float, jax.Array, np.ndarray))
            and not isinstance(leaf, jax.core.Tracer)
            and is_floating(leaf)
        }

    def unregistered(self, trace: Trace) -> None:
        return None

    def kept(self, trace: Trace) -> int:
        return 0  # nothing is recorded beyond the call

    def stored(self, trace: Trace) -> int:
        return 0


def _leaves(value: Any) -> list[Any]:
    try:
        return list(jax.tree_util.tree_leaves(value))
    except (TypeError, ValueError):  # keys that have no order
        return []


def _looking_like(original: Any, replacement: Callable[..., Any]) -> Callable[..., Any]:
    replacement.__name__ = getattr(original, "__name__", "asking")
    replacement.__doc__ = getattr(original, "__doc__", None)
    replacement.__wrapped__ = getattr(original, "__wrapped__", original)  # type: ignore[attr-defined]
    return replacement


def _copied(value: Any) -> Any:
    known = isinstance(value, jax.Array) and not isinstance(value, jax.core.Tracer)
    return value if known else not_numbers(value)


class _Recorder:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._is_inside = False
        self._is_known = False

    @contextmanager
    def asked_already(self) -> Iterator[None]:
        """While a question is answered by asking another one, which says nothing more."""
        before, self._is_known = self._is_known, True
        try:
            yield
        finally:
            self._is_known = before

    def outermost(self, nothing: Callable[..., Any] | None, differentiated: Callable[..., Any]) -> Any:
        """What asks first is asked of 0 times its function; what that needs gradients for is given them."""

        def called(*args: Any, **kwargs: Any) -> Any:
            was_inside, self._is_inside = self._is_inside, True
            try:
                return (nothing or differentiated)(*args, **kwargs)
            finally:
                self._is_inside = was_inside

        return differentiated if nothing is None or self._is_inside else called

    def __call__(
        self, row: int, fun: Any, argnums: Any, has_aux: bool, args: Any, kwargs: Any, gradients: Any
    ) -> None:
        if self._is_known or (self._trace.idle and self._is_inside):
            return  # it was not asked of nothing, so what it gives says nothing
        if any(isinstance(leaf, jax.core.Tracer) for leaf in _leaves((args, kwargs))):
            self._trace.traced += 1  # the call is itself being traced: its numbers are not known here
            return
        if any(isinstance(leaf, jax.core.Tracer) for leaf in _leaves(gradients)):
            self._trace.traced += 1
            return
        several = isinstance(argnums, (tuple, list))
        listed = zip(argnums, gradients, strict=True) if several else [(argnums, gradients)]
        answers = [
            answer
            for argument, gradient in listed
            for answer in self._answers(fun, has_aux, args, kwargs, argument, gradient)
        ]
        summed = self._trace.focus.predicted.shows == "summed-gradients"
        share = share_of(fun, has_aux, args, kwargs) if summed else 1.0
        others = "asked-of-data" in self._trace.focus.predicted.measures
        beside = tuple(self._beside(fun, has_aux, args, kwargs, argnums)) if others else ()
        self._trace.asked(Ask(row, np.zeros(0), tuple(answers), share=share, beside=beside), [])

    def _beside(self, fun: Any, has_aux: bool, args: Any, kwargs: Any, argnums: Any) -> Iterator[Answer]:
        """The numbers that the function is given and not differentiated by."""
        differentiated = {each % len(args) for each in np.atleast_1d(argnums)}
        for argument in set(range(len(args))) - differentiated:
            nothing = jax.tree_util.tree_map(lambda leaf: 0, args[argument])
            yield from self._answers(fun, has_aux, args, kwargs, argument, nothing)

    def _answers(
        self, fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, gradient: Any
    ) -> Iterator[Answer]:
        name, at = _parameter(fun, argument), _row(fun)
        places, _ = jax.tree_util.tree_flatten_with_path(args[argument])
        slopes = jax.tree_util.tree_leaves(gradient)
        if len(slopes) != len(places):
            return
        focus = self._trace.focus
        for position, ((path, leaf), slope) in enumerate(zip(places, slopes, strict=True)):
            if not is_numeric(leaf):  # the key of a random generator: nothing is differentiable in it
                continue
            if getattr(slope, "dtype", None) == jax.dtypes.float0:
                slope = np.zeros(np.shape(slope))
            for device in getattr(leaf, "devices", set)():
                self._trace.devices.add(str(device))
            yield Answer(
                label=f"{name}{jax.tree_util.keystr(path)}",
                row=at,
                gradient=np.array(slope, dtype=np.float64),
                value=np.array(leaf, dtype=np.float64),
                integer=not is_inexact(leaf),
                wanted=name in focus.names or focus.is_entered(at),
                target=target_when_moved(fun, has_aux, args, kwargs, argument, position),
                exact=target_when_moved(fun, has_aux, args, kwargs, argument, position, exact=True),
                again=again_at(fun, has_aux, args, kwargs, argument, position),
                precise=precisely(fun, has_aux, args, kwargs, argument, position),
                leaf=leaf,
            )


def _parameter(fun: Any, argument: int) -> str:
    try:
        return list(inspect.signature(fun).parameters)[argument]
    except (TypeError, ValueError, IndexError):
        return f"argument {argument}"


def _row(fun: Any) -> int:
    code = getattr(inspect.unwrap(fun), "__code__", None) if callable(fun) else None
    return int(code.co_firstlineno) if code is not None else 0
