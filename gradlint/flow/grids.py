"""Small arrays of numbers in plain Python, enough of NumPy to try a formula on.

A hand-written gradient is checked by arithmetic, and that arithmetic must need neither NumPy nor
the program that is being read. Scalars are floats, everything else is a `Grid`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from gradlint.records import dataclass

Shape = tuple[int, ...]
SIZE_LIMIT = 400


class Refused(Exception):
    """The shapes do not fit, or the operation is not known here."""


@dataclass(frozen=True, slots=True)
class Grid:
    shape: Shape
    data: tuple[float, ...]
    mask: bool = False
    """Made by a comparison."""

    @property
    def size(self) -> int:
        return len(self.data)


Numeric = Grid | float | int | bool


def is_numeric(value: object) -> bool:
    return isinstance(value, (Grid, float, int, bool))


def shape_of(value: Numeric) -> Shape:
    return value.shape if isinstance(value, Grid) else ()


def data_of(value: Numeric) -> tuple[float, ...]:
    return value.data if isinstance(value, Grid) else (float(value),)


def grid(shape: Shape, data: Iterable[float], mask: bool = False) -> Numeric:
    values = tuple(data)
    if math.prod(shape) != len(values) or len(values) > SIZE_LIMIT:
        raise Refused
    return Grid(shape, values, mask) if shape else values[0]


def full(shape: Shape, value: float) -> Numeric:
    if math.prod(shape) > SIZE_LIMIT or any(each < 0 for each in shape):
        raise Refused
    return grid(shape, [value] * math.prod(shape))


def nested(value: object) -> Numeric:
    """A number, an array, or lists of them, as one array."""
    if isinstance(value, (Grid, float, int, bool)):
        return value
    if not isinstance(value, (list, tuple)) or not value:
        raise Refused
    parts = [nested(each) for each in value]
    shapes = {shape_of(each) for each in parts}
    if len(shapes) != 1:
        raise Refused
    return grid((len(parts), *shapes.pop()), [number for each in parts for number in data_of(each)])


# -- elementwise --------------------------------------------------------------------------


def broadcast(one: Shape, two: Shape) -> Shape:
    found: list[int] = []
    for position in range(max(len(one), len(two))):
        a = one[-1 - position] if position < len(one) else 1
        b = two[-1 - position] if position < len(two) else 1
        if a != b and 1 not in (a, b):
            raise Refused
        found.append(b if a == 1 else a)
    return tuple(reversed(found))


def spread(value: Numeric, shape: Shape) -> list[float]:
    """The numbers of an array as a larger shape sees them."""
    own, data = shape_of(value), data_of(value)
    if own == shape:
        return list(data)
    if len(data) == 1:
        return [data[0]] * math.prod(shape)
    steps = [0] * len(shape)
    stride = 1
    for position in range(1, len(own) + 1):
        steps[-position] = stride if own[-position] != 1 else 0
        stride *= own[-position]
    return [
        data[sum(i * step for i, step in zip(index, steps))]
        for index in product(*(range(each) for each in shape))
    ]


def combine(
    function: Callable[[float, float], float], one: Numeric, two: Numeric, mask: bool = False
) -> Numeric:
    if not isinstance(one, Grid) and not isinstance(two, Grid):
        return function(one, two)
    shape = broadcast(shape_of(one), shape_of(two))
    left, right = spread(one, shape), spread(two, shape)
    return grid(shape, [float(function(a, b)) for a, b in zip(left, right)], mask)


def apply(function: Callable[[float], float], value: Numeric, mask: bool = False) -> Numeric:
    if not isinstance(value, Grid):
        return function(value)
    return Grid(value.shape, tuple(float(function(each)) for each in value.data), mask)


def choose(condition: Numeric, one: Numeric, two: Numeric) -> Numeric:
    shape = broadcast(broadcast(shape_of(condition), shape_of(one)), shape_of(two))
    rows = zip(spread(condition, shape), spread(one, shape), spread(two, shape))
    return grid(shape, [a if test else b for test, a, b in rows])


# -- linear algebra -----------------------------------------------------------------------


def matmul(one: Numeric, two: Numeric) -> Numeric:
    left, right = shape_of(one), shape_of(two)
    if not left or not right or len(left) > 2 or len(right) > 2:
        raise Refused
    rows, inner = (1, left[0]) if len(left) == 1 else left
    other, columns = (right[0], 1) if len(right) == 1 else right
    if inner != other:
        raise Refused
    a, b = data_of(one), data_of(two)
    made = [
        sum(a[row * inner + k] * b[k * columns + column] for k in range(inner))
        for row in range(rows)
        for column in range(columns)
    ]
    shape = (left[:-1] if len(left) == 2 else ()) + (right[1:] if len(right) == 2 else ())
    return grid(shape, made)


def transpose(value: Numeric, axes: Sequence[int] | None = None) -> Numeric:
    shape = shape_of(value)
    order = list(axes) if axes is not None else list(reversed(range(len(shape))))
    if sorted(each % len(shape) if shape else each for each in order) != list(range(len(shape))):
        raise Refused
    letters = "abcdefgh"[: len(shape)]
    return (
        einsum(f"{letters}->{''.join(letters[each] for each in order)}", [value]) if len(shape) > 1 else value
    )


def einsum(formula: str, operands: Sequence[Numeric]) -> Numeric:
    formula = formula.replace(" ", "")
    before, arrow, after = formula.partition("->")
    inputs = before.split(",")
    if not arrow or len(inputs) != len(operands) or "." in formula:
        raise Refused
    sizes: dict[str, int] = {}
    for letters, operand in zip(inputs, operands):
        if len(letters) != len(shape_of(operand)):
            raise Refused
        for letter, size in zip(letters, shape_of(operand)):
            if sizes.setdefault(letter, size) != size:
                raise Refused
    summed = [letter for letter in sizes if letter not in after]
    if any(letter not in sizes for letter in after) or math.prod(sizes.values()) > 20_000:
        raise Refused
    made: list[float] = []
    for outer in product(*(range(sizes[letter]) for letter in after)):
        total = 0.0
        for inner in product(*(range(sizes[letter]) for letter in summed)):
            at = dict(zip((*after, *summed), (*outer, *inner)))
            term = 1.0
            for letters, operand in zip(inputs, operands):
                position = 0
                for letter in letters:
                    position = position * sizes[letter] + at[letter]
                term *= data_of(operand)[position]
            total += term
        made.append(total)
    return grid(tuple(sizes[letter] for letter in after), made)


# -- reductions and shapes ----------------------------------------------------------------


def reduce(
    function: Callable[[list[float]], float],
    value: Numeric,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
) -> Numeric:
    shape = shape_of(value)
    if axis is None:
        return grid((1,) * len(shape) if keepdims else (), [function(list(data_of(value)))])
    wanted = [axis] if isinstance(axis, int) else list(axis)
    if any(not -len(shape) <= each < len(shape) for each in wanted):
        raise Refused
    axes = {each % len(shape) for each in wanted}
    groups: dict[tuple[int, ...], list[float]] = {}
    for index, number in zip(product(*(range(each) for each in shape)), data_of(value)):
        key = tuple(0 if position in axes else i for position, i in enumerate(index))
        groups.setdefault(key, []).append(number)
    kept = tuple(1 if position in axes else size for position, size in enumerate(shape))
    left = kept if keepdims else tuple(size for position, size in enumerate(shape) if position not in axes)
    return grid(left, [function(groups[key]) for key in sorted(groups)])


def reshape(value: Numeric, shape: Sequence[int]) -> Numeric:
    wanted = list(shape)
    count = len(data_of(value))
    if wanted.count(-1) == 1:
        rest = math.prod(each for each in wanted if each != -1)
        if not rest or count % rest:
            raise Refused
        wanted[wanted.index(-1)] = count // rest
    return grid(tuple(wanted), data_of(value))


def take(value: Grid, index: object) -> Numeric:
    """`x[i, :, None]`; a mask gives the elements it marks."""
    if isinstance(index, Grid):
        if not index.mask or index.shape != value.shape:
            raise Refused
        kept = [number for number, test in zip(value.data, index.data) if test]
        return grid((len(kept),), kept)
    shape, positions = _positions(value.shape, index)
    return grid(shape, [value.data[each] for each in positions])


def put(value: Grid, index: object, new: Numeric) -> Grid:
    """The array after `x[index] = new`."""
    data = list(value.data)
    if isinstance(index, Grid):
        if not index.mask or index.shape != value.shape or isinstance(new, Grid):
            raise Refused
        data = [float(new) if test else number for number, test in zip(data, index.data)]
        return Grid(value.shape, tuple(data))
    shape, positions = _positions(value.shape, index)
    for position, number in zip(positions, spread(new, shape) if shape else data_of(new)):
        data[position] = number
    return Grid(value.shape, tuple(data))


def _positions(shape: Shape, index: object) -> tuple[Shape, list[int]]:
    parts = list(index) if isinstance(index, tuple) else [index]
    if any(part is Ellipsis for part in parts):
        at = parts.index(Ellipsis)
        filled = sum(part is not None and part is not Ellipsis for part in parts)
        parts[at : at + 1] = [slice(None)] * (len(shape) - filled)
    choices: list[range] = []
    result: list[int] = []
    axis = 0
    for part in parts:
        if part is None:
            result.append(1)
            continue
        if axis >= len(shape):
            raise Refused
        if isinstance(part, bool):
            raise Refused
        if isinstance(part, int):
            if not -shape[axis] <= part < shape[axis]:
                raise Refused
            choices.append(range(part % shape[axis], part % shape[axis] + 1))
        elif isinstance(part, slice):
            choices.append(range(*part.indices(shape[axis])))
            result.append(len(choices[-1]))
        else:
            raise Refused
        axis += 1
    for size in shape[axis:]:
        choices.append(range(size))
        result.append(size)
    found: list[int] = []
    for place in product(*choices):
        position = 0
        for i, size in zip(place, shape):
            position = position * size + i
        found.append(position)
    return tuple(result), found
