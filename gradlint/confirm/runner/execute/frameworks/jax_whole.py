"""A function compiled as a whole, to be looked at again.

Called as it is, JAX compiles each of its operations by itself; all of them at once take a tenth of that. But a
compiled function is frozen, and one that draws numbers or counts its calls would become another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from .jax_numbers import comparable

MOST_ELEMENTS = 1 << 16
"""What the function holds becomes part of the compiled code."""

Function = Callable[[Any], Any]


def compiled(
    function: Function, leaf: Any, made: Callable[[Function], Function] | None = None
) -> Function | None:
    """The function, or what is made of it, of an array like this one; nothing if that might be another one."""
    with jax.disable_jit(False):
        if not _is_always_the_same(function, leaf):
            return None
        whole = jax.jit(function if made is None else made(function))

    def call(moved: Any) -> Any:
        with jax.disable_jit(False):
            return whole(moved)

    return call


def _is_always_the_same(function: Function, leaf: Any) -> bool:
    """Whether it takes an array that stands for any numbers, does the same every time, and calls nobody."""
    if not isinstance(leaf, jax.Array):
        return False
    try:
        once, twice = jax.make_jaxpr(function)(leaf), jax.make_jaxpr(lambda moved: function(moved))(leaf)
    except Exception:  # it needs to see the numbers
        return False
    text = str(once)
    return "callback" not in text and text == str(twice) and _same(once.consts, twice.consts)


def _same(ours: Any, theirs: Any) -> bool:
    if sum(np.size(each) for each in ours) > MOST_ELEMENTS or len(ours) != len(theirs):
        return False
    pairs = zip(map(comparable, ours), map(comparable, theirs), strict=True)
    return all(np.array_equal(one, other) for one, other in pairs)
