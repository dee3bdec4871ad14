"""Makes instances of the program's classes: with the arguments the program uses, else with likely ones."""

from __future__ import annotations

import copy
import inspect
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..find.names import BIASES, RATES
from .arrays import Array
from .unit import Executed, TooLong, seeded

IN = re.compile(
    r"^(n_?in\w*|in_?\w*|input\w*|fan_in|din|d_in|dim_in|num_in\w*|n_input\w*|features|num_features|dim|d|"
    r"n_features|size|n|channels|c|normalized_shape|num_channels|in_channels|layer_size|units_in)$",
    re.I,
)
OUT = re.compile(
    r"^(n_?out\w*|out_?\w*|output\w*|fan_out|dout|d_out|dim_out|num_out\w*|units|n_neurons|neurons|hidden\w*|"
    r"n_hidden|m|n_units|num_filters|filters|n_filters|classes|num_classes|n_classes)$",
    re.I,
)
KERNEL = re.compile(
    r"^(kernel\w*|filter_size|k|f|ksize|window|pool_?size|pool_h|pool_w|size_k|filter_dim|f_size)$", re.I
)
WEIGHT = re.compile(r"^(w\d*|weights?|kernel_weights|weight_matrix)$", re.I)
SCALARS = {
    "stride": 1, "strides": 1, "pad": 0, "padding": 0, "p": 0.5, "rate": 0.5, "dropout_ratio": 0.5, "keep_prob": 0.7,
    "prob": 0.5, "alpha": 0.3, "eps": 1e-5, "epsilon": 1e-5, "momentum": 0.9, "negative_slope": 0.2, "slope": 0.2,
    "seed": 1, "activation": "relu", "bias": True, "use_bias": True, "name": "layer", "beta1": 0.9, "beta2": 0.99,
    "init": "random", "initializer": "random", "lambda_": 0.1, "reg": 0.0, "l2": 0.0, "scale": 0.7, "temperature": 1.3,
}  # fmt: skip


@dataclass(frozen=True)
class Made:
    value: Any
    text: str
    """The call that a script makes."""


def instances(cls: type, done: Executed) -> Iterator[Made]:
    """Instances of a class, the likeliest first."""
    for arguments in _choices(cls, done):
        seeded()
        try:
            value = cls(*[copy.deepcopy(each) for each in arguments])
        except TooLong:
            raise
        except Exception:
            continue
        yield Made(value, f"{cls.__name__}({', '.join(map(text_of, arguments))})")


def _choices(cls: type, done: Executed) -> Iterator[tuple[Any, ...]]:
    init = inspect.getattr_static(cls, "__init__")
    if init is object.__init__:
        yield ()
        return
    taken = list(inspect.signature(init).parameters.values())[1:]
    plain = [p for p in taken if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p.name for p in plain if p.default is p.empty]
    if not required:
        yield ()
        return
    lists = [_options(name, position) for position, name in enumerate(required)]
    yield from itertools.islice(itertools.product(*lists), 60)
    for positional, _, names in done.calls.get(f"{cls.__name__}.__init__", ()):
        if not names and all(
            isinstance(each, (int, float, str, bool, np.ndarray)) for each in positional[1:]
        ):
            yield positional[1:]


def _options(name: str, position: int) -> list[Any]:
    lower = name.lower()
    if lower in RATES:
        return [0.1]
    if lower in ("rng", "random_state", "generator", "prng"):
        return [np.random.default_rng(0), np.random.RandomState(0)]
    if lower in SCALARS:
        return [SCALARS[lower]]
    if WEIGHT.match(name):
        return [_array((3, 2)), _array((2, 3)), _array((3,)), _array((2, 3, 3, 3))]
    if BIASES.match(name):
        return [_array((2,)), _array((3,)), _array((2, 1)), _array((1, 2))]
    if KERNEL.match(name):
        return [2, 3, (2, 2)]
    if IN.match(name):
        return [3, (3,), (3, 6, 5)]
    if OUT.match(name):
        return [2]
    return [(3, 2, 5, 7)[position % 4], 0.5, _array((3, 2))]


def _array(shape: tuple[int, ...]) -> Array:
    chance = np.random.default_rng(17)
    return np.asarray(chance.uniform(0.2, 0.9, shape) * np.where(chance.random(shape) < 0.5, -1.0, 1.0))


def text_of(value: Any) -> str:
    """Python text that makes a value again."""
    if isinstance(value, np.ndarray):
        numbers = np.array2string(
            value, separator=", ", threshold=100000, floatmode="unique", max_line_width=100
        )
        numbers = numbers.replace("\n", "").replace("  ", " ")
        return f"np.array({numbers})" if value.size else f"np.zeros({value.shape})"
    if isinstance(value, np.random.Generator):
        return "np.random.default_rng(0)"
    if isinstance(value, np.random.RandomState):
        return "np.random.RandomState(0)"
    return repr(value)
