"""Calls with JAX arrays as functions of their float samples, and cotangents to pull back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import SAMPLES, fill

Op = Callable[..., Any]
jax: Any = import_module("jax")
np: Any = import_module("numpy")


@cache
def sample(name: str) -> Any:
    return jax.numpy.asarray(SAMPLES[name])


class Call:
    """One call as a function of its float samples."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.leaves: list[Any] = []
        self.positions: list[int | None] = []
        """Where each leaf was given."""
        fill(text, self.collect)

    def collect(self, name: str, position: int | None, fixed: bool) -> None:
        if name in SAMPLES and inexact(sample(name)) and not fixed:
            self.leaves.append(sample(name))
            self.positions.append(position)

    def run(self, op: Op, *leaves: Any) -> Any:
        """Apply `op`, the samples replaced by `leaves` in their order."""
        waiting = list(leaves)

        def value(name: str, position: int | None, fixed: bool) -> Any:
            if name == "key":
                return jax.random.key(0)
            if name not in SAMPLES:
                return getattr(jax.numpy, name)
            return waiting.pop(0) if inexact(sample(name)) and not fixed else sample(name)

        args, kwargs = fill(self.text, value)
        return op(*args, **kwargs)


def arrays(result: Any) -> list[Any]:
    return [leaf for leaf in jax.tree.leaves(result) if isinstance(leaf, jax.Array)]


def inexact(array: Any) -> bool:
    return bool(jax.numpy.issubdtype(array.dtype, jax.numpy.inexact))


def weights(output: Any) -> Any:
    return jax.numpy.linspace(0.5, 1.5, output.size).reshape(output.shape).astype(output.dtype)


def cotangent(output: Any, chosen: bool) -> Any:
    """Unequal weights for the output asked about, zeros for the others."""
    if not inexact(output):
        return np.zeros(output.shape, jax.dtypes.float0)
    return weights(output) if chosen else jax.numpy.zeros_like(output)
