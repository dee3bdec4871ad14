"""What a formula computes with besides arrays: instances, operators, builtins, functions of libraries."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from gradlint.flow import grids
from gradlint.flow.grids import Grid, Numeric, Refused
from gradlint.flow.numpy_functions import FUNCTIONS
from gradlint.flow.values import Class, Func, Lib
from gradlint.records import dataclass, field

LOOP_LIMIT = 64


@dataclass(eq=False, slots=True)
class Made:
    """An instance of a class of the program."""

    cls: Class
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bound:
    receiver: Any
    name: str


class Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


BINARY: dict[str, Callable[[float, float], float]] = {
    "Add": operator.add,
    "Subtract": operator.sub,
    "Multiply": operator.mul,
    "Divide": operator.truediv,
    "FloorDivide": operator.floordiv,
    "Modulo": operator.mod,
    "Power": operator.pow,
    "BitAnd": lambda a, b: float(bool(a) and bool(b)),
    "BitOr": lambda a, b: float(bool(a) or bool(b)),
}
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "LessThan": operator.lt,
    "LessThanEqual": operator.le,
    "GreaterThan": operator.gt,
    "GreaterThanEqual": operator.ge,
    "Equal": operator.eq,
    "NotEqual": operator.ne,
}
GENERATOR = Lib("numpy.random")
"""What stands for any generator of random numbers: it has the same functions."""


def method(cls: Class, name: str) -> Func | None:
    found = cls.names.get(name)
    if isinstance(found, Func):
        return found if not found.decorators else None
    if found is None:
        for base in cls.bases:
            inherited = method(base, name) if isinstance(base, Class) else None
            if inherited is not None:
                return inherited
    return None


def library_value(name: str) -> Any:
    if name in ("numpy.pi", "jax.numpy.pi", "math.pi"):
        return math.pi
    if name in ("numpy.e", "math.e"):
        return math.e
    if name in ("numpy.newaxis", "jax.numpy.newaxis"):
        return None
    return Lib(name)


def library_call(name: str, args: list[Any], named: dict[str, Any]) -> Any:
    for prefix in ("numpy.linalg.", "jax.numpy.", "numpy.", "math.", "scipy.special.", "jax.nn."):
        if name.startswith(prefix):
            handler = FUNCTIONS.get(name[len(prefix) :])
            if handler is not None:
                return handler(*args, **named)
    raise Refused


def _length(value: Any) -> int:
    if isinstance(value, Grid):
        return value.shape[0]
    if isinstance(value, (tuple, list, dict)):
        return len(value)
    raise Refused


def _total(values: Any) -> Numeric:
    result: Numeric = 0.0
    for each in values if not isinstance(values, Grid) else values.data:
        result = grids.combine(operator.add, result, each)
    return result


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        if any(isinstance(each, (Grid, str)) for each in args):
            raise Refused
        return function(*args)

    return call


CONSTANTS: dict[str, Any] = {"None": None, "True": True, "False": False}
BUILTINS: dict[str, Callable[..., Any]] = {
    "len": _length,
    "sum": _total,
    "range": _plain(range),
    "float": _plain(float),
    "int": _plain(int),
    "abs": lambda value: grids.apply(abs, value),
    "max": _plain(max),
    "min": _plain(min),
    "tuple": tuple,
    "list": list,
    "zip": zip,
    "enumerate": enumerate,
}
