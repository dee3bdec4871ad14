"""A function that JAX differentiates, called again with one leaf of one argument moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import jax
import numpy as np

from ..finite_differences import Array, Lost
from ..recorded_asks import Precisely
from .jax_numbers import is_floating
from .jax_whole import compiled

_GRAD = jax.grad
_VALUE_AND_GRAD = jax.value_and_grad
"""As they are, whoever listens to them later."""


def _replaced(args: Any, argument: int, position: int, leaf: Any) -> list[Any]:
    """The arguments with another leaf in the place of one."""
    leaves, structure = jax.tree_util.tree_flatten(args[argument])
    changed = list(args)
    changed[argument] = jax.tree_util.tree_unflatten(
        structure, [*leaves[:position], leaf, *leaves[position + 1 :]]
    )
    return changed


def _leaf(args: Any, argument: int, position: int) -> Any:
    return jax.tree_util.tree_leaves(args[argument])[position]


def _moved_leaf(leaf: Any, displacement: Array) -> Any:
    numbers = np.array(leaf, dtype=np.float64)
    return _of_the_same_kind(leaf, numbers + displacement.reshape(numbers.shape))


def target_when_moved(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int, exact: bool = False
) -> Callable[[Array], Array]:
    def of_leaf(leaf: Any) -> Any:
        value = fun(*_replaced(args, argument, position, leaf), **kwargs)
        return value[0] if has_aux else value

    whole: list[Callable[[Any], Any]] = []

    def target(displacement: Array) -> Array:
        leaf = _moved_leaf(_leaf(args, argument, position), displacement)
        if not whole:
            whole.append((None if exact else compiled(of_leaf, leaf)) or of_leaf)
        try:
            value = whole[0](leaf)
        except Exception as problem:
            raise Lost(f"the function raised {type(problem).__name__} when called by itself") from problem
        return _flat(value)

    return target


def _flat(value: Any) -> Array:
    return np.array(value, dtype=np.float64).ravel()


def _of_the_same_kind(leaf: Any, numbers: Any) -> Any:
    """A function may ask what it was given, so a plain number stays one."""
    if isinstance(leaf, (int, float)):
        return float(numbers)
    numbers = numbers.astype(leaf.dtype if is_floating(leaf) else np.float32)
    return numbers if isinstance(leaf, np.ndarray) else jax.device_put(numbers)


def again_at(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int
) -> Callable[[Array], tuple[Array, Array]]:
    def again(displacement: Array) -> tuple[Array, Array]:
        try:
            moved = _moved_leaf(_leaf(args, argument, position), displacement)
            value, gradient = _VALUE_AND_GRAD(fun, argument, has_aux)(
                *_replaced(args, argument, position, moved), **kwargs
            )
        except Exception as problem:
            raise Lost(f"the function raised {type(problem).__name__} when called by itself") from problem
        slope = np.array(jax.tree_util.tree_leaves(gradient)[position], dtype=np.float64)
        return slope, _flat(value[0] if has_aux else value)

    return again


def idle(fun: Any, has_aux: bool) -> Callable[..., Any]:
    """0 times the function: whatever is differentiated on the way is given nothing from above."""

    def nothing(*args: Any, **kwargs: Any) -> Any:
        value = fun(*args, **kwargs)
        return (0.0 * value[0], value[1]) if has_aux else 0.0 * value

    return nothing


def precisely(
    fun: Any, has_aux: bool, args: Any, kwargs: Any, argument: int, position: int
) -> Callable[[], AbstractContextManager[Precisely]]:
    """The same function in double precision."""

    @contextmanager
    def precise() -> Iterator[Precisely]:
        with jax.enable_x64(True):
            doubled = tuple(jax.tree_util.tree_map(_doubled, each) for each in args)
            leaf = _leaf(doubled, argument, position)

            def of_leaf(moved: Any) -> Any:
                value = fun(*_replaced(doubled, argument, position, moved), **kwargs)
                return value[0] if has_aux else value

            both = compiled(of_leaf, leaf, _VALUE_AND_GRAD)
            if both is not None:
                yield Precisely(
                    np.array(both(leaf)[1], dtype=np.float64),
                    lambda step: _flat(both(_moved_leaf(leaf, step))[0]),
                    target_when_moved(fun, has_aux, doubled, kwargs, argument, position, exact=True),
                )
                return
            gradient = _GRAD(fun, argument, has_aux)(*doubled, **kwargs)
            slope = _leaf((gradient[0] if has_aux else gradient,), 0, position)
            target = target_when_moved(fun, has_aux, doubled, kwargs, argument, position)
            yield Precisely(np.array(slope, dtype=np.float64), target)

    return precise


def _doubled(leaf: Any) -> Any:
    if not isinstance(leaf, (jax.Array, np.ndarray)) or leaf.dtype != np.float32:
        return leaf
    numbers = np.array(leaf, dtype=np.float64)
    return numbers if isinstance(leaf, np.ndarray) else jax.device_put(numbers)
