"""Arrays that a JAX model holds beside its leaves: in static fields, which are its structure, or as no parameters."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from ..finite_differences import Array
from .jax_nnx import beside_parameters, is_nnx_model, with_array_moved
from .jax_numbers import is_floating

MOST_DEEP = 4


def held_beside_leaves(name: str, value: Any) -> Iterator[tuple[str, type, str, Any]]:
    """The label of each such array, the class that holds it, in which field, and the array."""
    if is_nnx_model(value):
        yield from beside_parameters(name, value)
        return
    leaves = {id(leaf) for leaf in jax.tree_util.tree_leaves(value)} if _is_model(value) else set()
    for label, holder, field, held in _arrays(name, value, 0):
        if id(held) not in leaves:
            yield label, holder, field, held


def _is_model(value: Any) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _arrays(name: str, value: Any, depth: int) -> Iterator[tuple[str, type, str, Any]]:
    if not _is_model(value) or depth > MOST_DEEP:
        return
    for field in dataclasses.fields(value):
        held = getattr(value, field.name, None)
        if isinstance(held, (jax.Array, np.ndarray)) and not isinstance(held, jax.core.Tracer):
            if is_floating(held):
                yield f"{name}.{field.name}", type(value), field.name, held
        else:
            yield from _arrays(f"{name}.{field.name}", held, depth + 1)


def with_field_moved(value: Any, path: list[str], displacement: Array) -> Any:
    """A model like this one, with one of the arrays in its fields displaced."""
    if is_nnx_model(value):
        return with_array_moved(value, path, displacement)
    first, *others = path
    held = getattr(value, first)
    if others:
        moved = with_field_moved(held, others, displacement)
    else:
        numbers = np.array(held)
        moved = (numbers + displacement.reshape(numbers.shape)).astype(numbers.dtype)
        moved = moved if isinstance(held, np.ndarray) else jax.numpy.asarray(moved)
    other = copy.copy(value)
    object.__setattr__(other, first, moved)
    return other
