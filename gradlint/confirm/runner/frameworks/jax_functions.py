"""A function that JAX differentiates, called again with one leaf of one argument moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import jax
import numpy as np

from ..differences import Array, Lost

_GRAD = jax.grad
_VALUE_AND_GRAD = jax.value_and_grad
"""As they are, whoever listens to them later."""


def _shifted(args: Any, argument: int, position: int, displacement: Array) -> list[Any]:
    """The arguments with one leaf of one of them displaced."""
    leaves, structure = jax.tree_util.tree_flatten(args[argument])
    leaf = leaves[position]
    numbers = np.array(leaf, dtype=np.float64)
    numbers = numbers + displacement.reshape(numbers.shape)
    moved = [*leaves[:position], _of_the_same_kind(leaf, numbers), *leaves[position + 1 :]]
    shifted = list(args)
    shifted[argument] = jax.tree_util.tree_unflatten(structure, moved)
    return shifted


def target_when_moved(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int
) -> Callable[[Array], Array]:
    def target(displacement: Array) -> Array:
        try:
            value = fun(*_shifted(args, argument, position, displacement), **kwargs)
        except Exception as problem:
            raise Lost(f"the function raised {type(problem).__name__} when called by itself") from problem
        return np.array(value[0] if has_aux else value, dtype=np.float64).ravel()

    return target


def _of_the_same_kind(leaf: Any, numbers: Any) -> Any:
    """A function may ask what it was given, so a plain number stays one."""
    if isinstance(leaf, (int, float)):
        return float(numbers)
    dtype = np.result_type(leaf)
    numbers = numbers.astype(dtype if dtype.kind == "f" else np.float32)
    return numbers if isinstance(leaf, np.ndarray) else jax.numpy.asarray(numbers)


def again_at(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int
) -> Callable[[Array], tuple[Array, Array]]:
    def again(displacement: Array) -> tuple[Array, Array]:
        try:
            value, gradient = _VALUE_AND_GRAD(fun, argument, has_aux)(
                *_shifted(args, argument, position, displacement), **kwargs
            )
        except Exception as problem:
            raise Lost(f"the function raised {type(problem).__name__} when called by itself") from problem
        slope = np.array(jax.tree_util.tree_leaves(gradient)[position], dtype=np.float64)
        return slope, np.array(value[0] if has_aux else value, dtype=np.float64).ravel()

    return again


def idle(fun: Any, has_aux: bool) -> Callable[..., Any]:
    """0 times the function: whatever is differentiated on the way is given nothing from above."""

    def nothing(*args: Any, **kwargs: Any) -> Any:
        value = fun(*args, **kwargs)
        return (0.0 * value[0], value[1]) if has_aux else 0.0 * value

    return nothing


def precisely(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int
) -> Callable[[], AbstractContextManager[tuple[Array, Callable[[Array], Array]]]]:
    """The same function in double precision."""

    @contextmanager
    def precise() -> Iterator[tuple[Array, Callable[[Array], Array]]]:
        with jax.enable_x64(True):
            doubled = tuple(jax.tree_util.tree_map(_doubled, each) for each in args)
            gradient = _GRAD(fun, argument, has_aux)(*doubled, **kwargs)
            slopes = jax.tree_util.tree_leaves(gradient[0] if has_aux else gradient)
            found = np.array(slopes[position], dtype=np.float64)
            yield found, target_when_moved(fun, has_aux, doubled, kwargs, argument, position)

    return precise


def _doubled(leaf: Any) -> Any:
    if not isinstance(leaf, (jax.Array, np.ndarray)) or leaf.dtype != np.float32:
        return leaf
    numbers = np.array(leaf, dtype=np.float64)
    return numbers if isinstance(leaf, np.ndarray) else jax.numpy.asarray(numbers)
