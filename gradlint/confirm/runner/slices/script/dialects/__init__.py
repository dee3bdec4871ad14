"""What a reproduction is written in: one module of texts per framework."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...inputs.spec import Spec


@dataclass(frozen=True)
class Dialect:
    """How one framework says what every reproduction needs."""

    header: str
    """Imports and the seed; `{double}` is the statement that makes everything double precision."""
    double: str
    total: str
    """Defines `total(value)`: everything differentiable in a result as one number."""
    surrogate: str
    """Defines `Surrogate`: a callable that stands for a network or function that is not there."""
    module: str
    """The class that stand-ins for unknown base classes inherit."""
    tensor: Callable[[Spec], str]
    """The expression that makes an input."""
    ask: Callable[[str, list[str]], str]
    """The statements that ask for the gradient of a call (its expression) with respect to the inputs named."""
    copy: str
    """How an input is turned into the result of an operation; `{}` is the input."""
    generator: str
    """A source of randomness."""
    optimizer: str
    """An optimizer for the parameters of `{}`."""
    frameworks: frozenset[str]
    """Top-level modules that nothing may stand in for."""


def dialect_of(framework: str) -> Dialect:
    if framework == "torch":
        from .torch_ import TORCH

        return TORCH
    if framework == "tensorflow":
        from .tensorflow_ import TENSORFLOW

        return TENSORFLOW
    if framework == "jax":
        from .jax_ import JAX

        return JAX
    from .numpy_ import NUMPY

    return NUMPY
