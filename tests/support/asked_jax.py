"""Which gradients a JAX script asks for.

JAX differentiates functions, so there is nothing to run again but the function itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import jax
import numpy as np

from tests.support.differences import Array, Asked, Observed
from tests.support.outcome import Left
from tests.support.source import execute


def observed(source: str) -> Observed:
    found: list[Asked] = []
    with _listening(found):
        names = execute(source)
    return Observed(found, _left(names))


@contextmanager
def _listening(found: list[Asked]) -> Iterator[None]:
    grad, value_and_grad, vjp = jax.grad, jax.value_and_grad, jax.vjp

    def listen_to_grad(fun: Any, argnums: Any = 0, has_aux: bool = False, **options: Any) -> Any:
        def asking(*args: Any, **kwargs: Any) -> Any:
            result = differentiated(*args, **kwargs)
            _record(found, fun, argnums, has_aux, args, kwargs, result[0] if has_aux else result)
            return result

        differentiated = grad(fun, argnums, has_aux, **options)
        return asking

    def listen_to_value_and_grad(fun: Any, argnums: Any = 0, has_aux: bool = False, **options: Any) -> Any:
        def asking(*args: Any, **kwargs: Any) -> Any:
            result = differentiated(*args, **kwargs)
            _record(found, fun, argnums, has_aux, args, kwargs, result[1])
            return result

        differentiated = value_and_grad(fun, argnums, has_aux, **options)
        return asking

    def listen_to_vjp(fun: Any, *args: Any) -> Any:
        def asking(cotangents: Any) -> Any:
            def weighted(*moved: Any) -> Any:
                values, weights = map(jax.tree_util.tree_leaves, (fun(*moved), cotangents))
                return sum((value * weight).sum() for value, weight in zip(values, weights, strict=True))

            result = pull(cotangents)
            _record(found, weighted, tuple(range(len(args))), False, args, {}, result)
            return result

        value, pull = vjp(fun, *args)
        return value, asking

    with (
        patch("jax.grad", listen_to_grad),
        patch("jax.value_and_grad", listen_to_value_and_grad),
        patch("jax.vjp", listen_to_vjp),
    ):
        yield


def _record(
    found: list[Asked], fun: Any, argnums: Any, has_aux: bool, args: Any, kwargs: Any, gradients: Any
) -> None:
    if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves((args, kwargs))):
        return  # the call is itself being traced: its numbers are not known here
    several = isinstance(argnums, (tuple, list))
    for argument, gradient in zip(argnums, gradients, strict=True) if several else [(argnums, gradients)]:
        for position, slope in enumerate(jax.tree_util.tree_leaves(gradient)):
            numbers = np.array(slope, dtype=np.float64)
            target = _target_when_moved(fun, has_aux, args, kwargs, argument, position)
            found.append(Asked(f"argument {argument} leaf {position}", numbers, numbers.size, False, target))


def _target_when_moved(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int
) -> Callable[[int, float], Array]:
    leaves, structure = jax.tree_util.tree_flatten(args[argument])

    def target(element: int, step: float) -> Array:
        numbers = np.array(leaves[position], dtype=np.float32)
        numbers.flat[element] += step
        moved = [*leaves[:position], _of_the_same_kind(leaves[position], numbers), *leaves[position + 1 :]]
        shifted = list(args)
        shifted[argument] = jax.tree_util.tree_unflatten(structure, moved)
        value = fun(*shifted, **kwargs)
        return np.array(value[0] if has_aux else value, dtype=np.float64).ravel()

    return target


def _of_the_same_kind(leaf: Any, numbers: Any) -> Any:
    """A function may ask what it was given, so a plain number stays one."""
    return float(numbers) if isinstance(leaf, (int, float)) else jax.numpy.asarray(numbers)


def _left(names: Mapping[str, Any]) -> Left:
    """Nothing in JAX says what is being trained: whatever numbers the names hold."""
    return tuple(
        (f"{name} leaf {position}", tuple(np.array(leaf, dtype=np.float64).ravel().tolist()))
        for name, value in names.items()
        for position, leaf in enumerate(jax.tree_util.tree_leaves(value))
        if isinstance(leaf, (float, jax.Array, np.ndarray)) and np.result_type(leaf).kind == "f"
    )
