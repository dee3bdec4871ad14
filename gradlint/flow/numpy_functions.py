"""What NumPy's functions and methods do to a `Grid`."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from gradlint.flow import grids
from gradlint.flow.grids import Grid, Numeric, Refused, Shape, is_numeric

Handler = Callable[..., Any]


def _numeric(value: Any) -> Numeric:
    if isinstance(value, (list, tuple)):
        return grids.nested(value)
    if not is_numeric(value):
        raise Refused
    return value  # type: ignore[no-any-return]


def _elementwise(function: Callable[[float], float], mask: bool = False) -> Handler:
    return lambda value: grids.apply(function, _numeric(value), mask)


def _pairwise(function: Callable[[float, float], float], mask: bool = False) -> Handler:
    return lambda one, two: grids.combine(function, _numeric(one), _numeric(two), mask)


def _axes(axis: Any) -> int | Sequence[int] | None:
    if axis is None or (isinstance(axis, (int, tuple)) and not isinstance(axis, bool)):
        return axis
    raise Refused


def _reduction(function: Callable[[list[float]], float]) -> Handler:
    def reduce(value: Any, axis: Any = None, keepdims: bool = False) -> Numeric:
        return grids.reduce(function, _numeric(value), _axes(axis), bool(keepdims))

    return reduce


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _variance(values: list[float]) -> float:
    mean = _mean(values)
    return _mean([(each - mean) ** 2 for each in values])


def _shape(value: Any) -> Shape:
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, (tuple, list)) and all(isinstance(each, int) for each in value):
        return tuple(value)
    raise Refused


def _sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-value))


def _log_add(one: float, two: float) -> float:
    top = max(one, two)
    return top + math.log(math.exp(one - top) + math.exp(two - top))


def _dot(one: Any, two: Any) -> Numeric:
    left, right = _numeric(one), _numeric(two)
    if not grids.shape_of(left) or not grids.shape_of(right):
        return grids.combine(operator.mul, left, right)
    return grids.matmul(left, right)


def _outer(one: Any, two: Any) -> Numeric:
    left, right = grids.data_of(_numeric(one)), grids.data_of(_numeric(two))
    return grids.grid((len(left), len(right)), [a * b for a in left for b in right])


def _eye(count: Any, columns: Any = None) -> Numeric:
    rows, width = _shape(count)[0], _shape(columns if columns is not None else count)[0]
    return grids.grid((rows, width), [float(row == column) for row in range(rows) for column in range(width)])


def _norm(value: Any, axis: Any = None, keepdims: bool = False) -> Numeric:
    return grids.reduce(
        lambda each: math.sqrt(sum(number * number for number in each)),
        _numeric(value),
        _axes(axis),
        keepdims,
    )


def _clip(value: Any, low: Any, high: Any) -> Numeric:
    if low is None or high is None:
        raise Refused
    return grids.combine(min, grids.combine(max, _numeric(value), _numeric(low)), _numeric(high))


def _einsum(formula: Any, *operands: Any) -> Numeric:
    if not isinstance(formula, str):
        raise Refused
    return grids.einsum(formula, [_numeric(each) for each in operands])


def _array(value: Any, dtype: Any = None, copy: Any = None) -> Numeric:
    return _numeric(value)


def _filled(number: float) -> Handler:
    return lambda shape, dtype=None: grids.full(_shape(shape), number)


def _like(number: float) -> Handler:
    return lambda value, dtype=None: grids.full(grids.shape_of(_numeric(value)), number)


def _expand(value: Any, axis: Any) -> Numeric:
    shape = list(grids.shape_of(_numeric(value)))
    if not isinstance(axis, int):
        raise Refused
    shape.insert(axis if axis >= 0 else len(shape) + 1 + axis, 1)
    return grids.grid(tuple(shape), grids.data_of(_numeric(value)))


def _squeeze(value: Any, axis: Any = None) -> Numeric:
    shape = grids.shape_of(_numeric(value))
    if axis is not None and (not isinstance(axis, int) or shape[axis] != 1):
        raise Refused
    dropped = {axis % len(shape)} if axis is not None else {i for i, size in enumerate(shape) if size == 1}
    left = tuple(size for i, size in enumerate(shape) if i not in dropped)
    return grids.grid(left, grids.data_of(_numeric(value)))


def _reshape(value: Any, *shape: Any) -> Numeric:
    wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    return grids.reshape(_numeric(value), _shape(tuple(wanted)))


def _transpose(value: Any, *axes: Any) -> Numeric:
    order = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
    return grids.transpose(_numeric(value), _shape(tuple(order)) if order else None)


def _flat(value: Any) -> Numeric:
    data = grids.data_of(_numeric(value))
    return grids.grid((len(data),), data)


def _copy(value: Any) -> Numeric:
    found = _numeric(value)
    return Grid(found.shape, found.data, found.mask) if isinstance(found, Grid) else found


def _astype(value: Any, dtype: Any) -> Numeric:
    found = _numeric(value)
    said = dtype if isinstance(dtype, str) else getattr(dtype, "name", "")
    whole = dtype(0.5) != 0.5 if callable(dtype) else "int" in said or "bool" in said
    if whole and not (isinstance(found, Grid) and found.mask):
        raise Refused
    return Grid(found.shape, found.data) if isinstance(found, Grid) else found


def _item(value: Any) -> float:
    data = grids.data_of(_numeric(value))
    if len(data) != 1:
        raise Refused
    return data[0]


def _where(condition: Any, one: Any, two: Any) -> Numeric:
    return grids.choose(_numeric(condition), _numeric(one), _numeric(two))


def _softmax(value: Any, axis: Any = -1) -> Numeric:
    found = _numeric(value)
    top = grids.reduce(max, found, _axes(axis), keepdims=True)
    powers = grids.apply(math.exp, grids.combine(operator.sub, found, top))
    return grids.combine(operator.truediv, powers, grids.reduce(sum, powers, _axes(axis), keepdims=True))


def _sign(value: float) -> float:
    return float((value > 0) - (value < 0))


_ELEMENTWISE: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "log1p": math.log1p,
    "expm1": math.expm1,
    "log2": math.log2,
    "log10": math.log10,
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "tanh": math.tanh,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "arctan": math.atan,
    "arcsin": math.asin,
    "arccos": math.acos,
    "atan": math.atan,
    "erf": math.erf,
    "expit": _sigmoid,
    "sigmoid": _sigmoid,
    "abs": abs,
    "absolute": abs,
    "fabs": abs,
    "square": lambda value: value * value,
    "negative": operator.neg,
    "reciprocal": lambda value: 1.0 / value,
    "sign": _sign,
    "relu": lambda value: max(value, 0.0),
    "softplus": lambda value: _log_add(value, 0.0),
    "float64": float,
    "float32": float,
}
_PAIRWISE: dict[str, Callable[[float, float], float]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "power": operator.pow,
    "pow": operator.pow,
    "maximum": max,
    "minimum": min,
    "logaddexp": _log_add,
    "arctan2": math.atan2,
    "hypot": math.hypot,
}
_MASKS: dict[str, Callable[[float, float], float]] = {
    "greater": operator.gt,
    "less": operator.lt,
    "greater_equal": operator.ge,
    "less_equal": operator.le,
}
_REDUCTIONS: dict[str, Callable[[list[float]], float]] = {
    "sum": sum,
    "mean": _mean,
    "max": max,
    "min": min,
    "amax": max,
    "amin": min,
    "prod": math.prod,
    "var": _variance,
    "std": lambda values: math.sqrt(_variance(values)),
}
FUNCTIONS: dict[str, Handler] = {
    **{name: _elementwise(function) for name, function in _ELEMENTWISE.items()},
    **{name: _pairwise(function) for name, function in _PAIRWISE.items()},
    **{name: _pairwise(function, mask=True) for name, function in _MASKS.items()},
    **{name: _reduction(function) for name, function in _REDUCTIONS.items()},
    "dot": _dot,
    "matmul": lambda one, two: grids.matmul(_numeric(one), _numeric(two)),
    "inner": _dot,
    "vdot": lambda one, two: _dot(_flat(one), _flat(two)),
    "outer": _outer,
    "einsum": _einsum,
    "transpose": _transpose,
    "reshape": _reshape,
    "ravel": _flat,
    "copy": _copy,
    "where": _where,
    "clip": _clip,
    "norm": _norm,
    "eye": _eye,
    "identity": _eye,
    "array": _array,
    "asarray": _array,
    "atleast_1d": lambda value: value if isinstance(value, Grid) else _flat(value),
    "zeros": _filled(0.0),
    "ones": _filled(1.0),
    "zeros_like": _like(0.0),
    "ones_like": _like(1.0),
    "full": lambda shape, number: grids.full(_shape(shape), float(number)),
    "expand_dims": _expand,
    "squeeze": _squeeze,
    "shape": lambda value: grids.shape_of(_numeric(value)),
    "size": lambda value: len(grids.data_of(_numeric(value))),
    "softmax": _softmax,
}
METHODS: dict[str, Handler] = {
    **{name: FUNCTIONS[name] for name in _REDUCTIONS if not name.startswith("a")},
    "dot": _dot,
    "transpose": _transpose,
    "reshape": _reshape,
    "ravel": _flat,
    "flatten": _flat,
    "copy": _copy,
    "squeeze": _squeeze,
    "clip": _clip,
    "astype": _astype,
    "item": _item,
}
