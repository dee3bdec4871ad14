"""Which gradients a JAX script asks for.

JAX differentiates functions, so there is nothing to run again but the function itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import jax
import numpy as np

from tests.support.differences import Array, Asked
from tests.support.source import execute


def asked(source: str) -> list[Asked]:
    found: list[Asked] = []
    with _listening(found):
        execute(source)
    return found


@contextmanager
def _listening(found: list[Asked]) -> Iterator[None]:
    grad, value_and_grad = jax.grad, jax.value_and_grad

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

    with patch("jax.grad", listen_to_grad), patch("jax.value_and_grad", listen_to_value_and_grad):
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
        moved = [*leaves[:position], jax.numpy.asarray(numbers), *leaves[position + 1 :]]
        shifted = list(args)
        shifted[argument] = jax.tree_util.tree_unflatten(structure, moved)
        value = fun(*shifted, **kwargs)
        return np.array(value[0] if has_aux else value, dtype=np.float64).ravel()

    return target
