"""Models of NNX, which are objects and no trees of arrays: what they hold, and what is asked of their gradients."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

import jax
import numpy as np

from ..finite_differences import Array
from .jax_numbers import is_floating

MOST_DEEP = 4


def nnx() -> Any:
    """NNX itself, where the program has imported it."""
    return sys.modules.get("flax.nnx")


def is_nnx_model(value: Any) -> bool:
    return nnx() is not None and isinstance(value, nnx().Module)


def beside_parameters(name: str, model: Any, depth: int = 0) -> Iterator[tuple[str, type, str, Any]]:
    """What a model holds besides its parameters: the label, the class that holds it, in which field, the array."""
    for field, held in _held(model) if depth <= MOST_DEEP else ():
        label = f"{name}.{field}"
        if is_nnx_model(held) or isinstance(held, (list, tuple, dict)):
            yield from beside_parameters(label, held, depth + 1)
        elif not isinstance(held, nnx().Param):
            array = _numbers(held)
            if isinstance(array, jax.Array) and not isinstance(array, jax.core.Tracer) and is_floating(array):
                yield label, type(model), field, array


def _held(model: Any) -> list[tuple[str, Any]]:
    if isinstance(model, dict):
        return [(str(key), each) for key, each in model.items()]
    if isinstance(model, (list, tuple)):
        return [(str(position), each) for position, each in enumerate(model)]
    return [(key, each) for key, each in vars(model).items() if not key.startswith("_pytree")]


def _numbers(held: Any) -> Any:
    return held.get_raw_value() if isinstance(held, nnx().Variable) else held


def with_array_moved(model: Any, path: list[str], displacement: Array) -> Any:
    """The model itself, one of whose arrays is displaced."""
    first, *others = path
    held = dict(_held(model))[first]
    if others:
        with_array_moved(held, others, displacement)
        return model
    numbers = np.array(_numbers(held))
    moved = jax.numpy.asarray((numbers + displacement.reshape(numbers.shape)).astype(numbers.dtype))
    if isinstance(held, nnx().Variable):
        held.set_raw_value(moved)
    else:
        setattr(model, first, moved)
    return model


def as_function(
    fun: Callable[..., Any], argnums: Any, args: Any
) -> tuple[Callable[..., Any], tuple[int, ...], list[Any]]:
    """The same question of a function of arrays: it, what it is differentiated by, and what it is given."""
    listed: Any = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
    filters: dict[int, Any] = {
        int(getattr(each, "argnum", each)): getattr(each, "filter", nnx().Param) for each in listed
    }
    made: list[Callable[[Any], Any]] = []
    given: list[Any] = []
    for position, each in enumerate(args):
        build, numbers = _apart(each, filters.get(position))
        made.append(build)
        given.append(numbers)

    @functools.wraps(fun)
    def of_arrays(*arrays: Any, **options: Any) -> Any:
        return fun(*(build(each) for build, each in zip(made, arrays, strict=True)), **options)

    return of_arrays, tuple(filters), given


def _apart(value: Any, wanted: Any) -> tuple[Callable[[Any], Any], Any]:
    """How to build a value from its arrays, and these: of what is differentiated only the wanted ones."""
    if not is_nnx_model(value):
        return (lambda each: each), value
    structure, *states = nnx().split(value, *(() if wanted is None else (wanted, ...)))
    first, *others = map(_apart_from_the_model, states)

    def build(each: Any) -> Any:
        return nnx().merge(structure, *map(_apart_from_the_model, (each, *others)))

    return build, first


def _apart_from_the_model(state: Any) -> Any:
    """The same arrays in variables of their own: what the program does to its own later changes none of these."""
    return jax.tree_util.tree_map(lambda leaf: leaf, state)


def listening(transform: Callable[..., Any], asked: Callable[..., Any]) -> Callable[..., Any]:
    """`nnx.grad` or `nnx.value_and_grad`: `asked` is called for each question, and gives the answer."""

    @functools.wraps(transform)
    def listen(f: Any = None, **options: Any) -> Any:
        if f is None:
            return functools.partial(listen, **options)
        differentiated = transform(f, **options)
        argnums, has_aux = options.get("argnums", 0), bool(options.get("has_aux", False))

        @functools.wraps(differentiated)
        def asking(*args: Any, **kwargs: Any) -> Any:
            return asked(
                functools.partial(differentiated, *args, **kwargs), f, argnums, has_aux, args, kwargs
            )

        return asking

    return listen
