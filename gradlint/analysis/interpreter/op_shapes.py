"""Which shape an operation's result has, for the operations where constant shapes matter."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.analysis.domain import shapes
from gradlint.analysis.domain.values import (
    Const,
    Dictionary,
    Instance,
    Lang,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.arithmetic import note_clash, shape_of
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import BROADCASTING, KEEPS_SHAPE, MATRIX_PRODUCTS, REDUCTIONS

RESHAPES = frozenset({"reshape", "view"})
JOINS = frozenset({"cat", "concat", "concatenate"})


def infer(
    machine: Machine,
    lang: Lang,
    name: str,
    inputs: Seq[Value],
    kw: Mapping[str, Value],
    node: cst.CSTNode,
) -> Shape | None:
    """The shape of `name(*inputs, **kw)`; notes a clash where the operation must raise."""
    short = name.rpartition(".")[2].removesuffix("_")
    if not inputs:
        return None
    first = shape_of(machine, inputs[0]) if inputs else None
    try:
        if short in ("cumsum", "cumprod") and lang in ("jax", "numpy") and axis_argument(inputs, kw) is None:
            count = shapes.size(first)
            return (count,) if count is not None else None
        if short in KEEPS_SHAPE:
            return first
        if short in BROADCASTING:
            shape: Shape | None = first
            for value in inputs[1:]:
                shape = shapes.broadcast(shape, shape_of(machine, value))
            return shape
        if short in REDUCTIONS:
            return _reduction(machine, first, short, inputs, kw, node)
        if short in MATRIX_PRODUCTS and len(inputs) > 1:
            second = shape_of(machine, inputs[1])
            if len(inputs) > 2 or any(each != Const(False) for key, each in kw.items() if key in _TURNS):
                return _turned_product(first, second, inputs, kw)
            return shapes.matmul(first, second)
        if short in RESHAPES:
            return shapes.reshape(first, wanted_shape(machine, inputs[1:], kw, node))
        if short in JOINS:
            return _joined(machine, inputs, kw, node)
        return _rearranged(machine, lang, first, short, inputs, kw, node)
    except shapes.Clash:
        other = wanted_shape(machine, inputs[1:], kw, node) if short in RESHAPES else _second(machine, inputs)
        if short in JOINS:
            parts = [shape_of(machine, each) for each in elements_of(machine, inputs[0], node)[0]]
            first, other = parts[0], next((each for each in parts if each != parts[0]), None)
        note_clash(machine, node, lang, short, first, other)
        return None


_TURNS = frozenset({"transpose_a", "transpose_b", "adjoint_a", "adjoint_b"})


def _turned_product(
    first: Shape | None, second: Shape | None, inputs: Seq[Value], kw: Mapping[str, Value]
) -> Shape | None:
    """matmul(a, b, transpose_b=True)"""
    turns = {key: kw.get(key) for key in _TURNS}
    if len(inputs) > 2 or any(each not in (None, Const(True), Const(False)) for each in turns.values()):
        return None
    if Const(True) in (turns["transpose_a"], turns["adjoint_a"]) and first is not None and len(first) > 1:
        first = shapes.swap(first, -1, -2)
    if Const(True) in (turns["transpose_b"], turns["adjoint_b"]) and second is not None and len(second) > 1:
        second = shapes.swap(second, -1, -2)
    return shapes.matmul(first, second)


def _second(machine: Machine, inputs: Seq[Value]) -> Shape | None:
    return shape_of(machine, inputs[1]) if len(inputs) > 1 else None


def _may_be_several(machine: Machine, value: Value) -> bool:
    """Something unknown, or a tensor, which may be a whole shape."""
    array = machine.array(value)
    return isinstance(value, Unknown) or (array is not None and array.lang != "python" and array.shape != ())


def wanted_shape(
    machine: Machine, written: Seq[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Shape | None:
    """The shape given as one tuple or as several numbers."""
    if not written:
        given = kw.get("shape", kw.get("newshape", kw.get("size")))
        written = (given,) if given is not None else ()
    if len(written) == 1 and isinstance(machine.load(written[0]), Sequence):
        written, whole = elements_of(machine, written[0], node)
        if not whole or not written:
            return () if whole else None
    if len(written) == 1 and _may_be_several(machine, written[0]):
        return None  # a number or a whole shape
    starred = isinstance(node, cst.Call) and any(arg.star == "*" for arg in node.args)
    if starred and not all(isinstance(value, Const) for value in written):
        return None  # how many sizes there are is not known
    found: list[int | None] = []
    for value in written:
        if isinstance(value, Const) and isinstance(value.value, int):
            found.append(value.value if value.value >= -1 else None)
        elif isinstance(value, Const):
            return None
        else:
            found.append(None)
    return tuple(found) if found else None


def numbers(machine: Machine, value: Value | None, node: cst.CSTNode) -> list[int] | None:
    if isinstance(value, Const) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return [value.value]
    if isinstance(machine.load(value), Sequence) and value is not None:
        items, whole = elements_of(machine, value, node)
        found = [each.value for each in items if isinstance(each, Const) and isinstance(each.value, int)]
        return found if whole and len(found) == len(items) else None
    return None


def axis_argument(inputs: Seq[Value], kw: Mapping[str, Value]) -> Value | None:
    for key in ("dim", "axis"):
        if key in kw:
            return kw[key]
    return inputs[1] if len(inputs) > 1 else None


def _reduction(
    machine: Machine,
    first: Shape | None,
    short: str,
    inputs: Seq[Value],
    kw: Mapping[str, Value],
    node: cst.CSTNode,
) -> Shape | None:
    if short == "norm":
        axis = kw.get("dim", kw.get("axis", inputs[2] if len(inputs) > 2 else None))
    else:
        axis = axis_argument(inputs, kw)
    last = inputs[-1] if len(inputs) > (3 if short in ("norm", "std", "var") else 2) else None
    kept = kw.get("keepdims", kw.get("keepdim", last)) == Const(True)
    if axis is None or axis == Const(None):
        return shapes.reduce(first, None, kept)
    axes = numbers(machine, axis, node)
    return shapes.reduce(first, axes, kept) if axes is not None else None


def _joined(machine: Machine, inputs: Seq[Value], kw: Mapping[str, Value], node: cst.CSTNode) -> Shape | None:
    parts, whole = elements_of(machine, inputs[0], node)
    if not whole:
        return None
    given = axis_argument(inputs, kw)
    axes = [0] if given is None else numbers(machine, given, node)
    return shapes.concatenate([shape_of(machine, each) for each in parts], axes[0]) if axes else None


def _rearranged(
    machine: Machine,
    lang: Lang,
    first: Shape | None,
    short: str,
    inputs: Seq[Value],
    kw: Mapping[str, Value],
    node: cst.CSTNode,
) -> Shape | None:
    if short == "t" or (short == "transpose" and len(inputs) == 1 and not kw):
        return shapes.transpose(first)
    if short in ("flatten", "ravel") and len(inputs) == 1 and not kw:
        return (shapes.size(first),)
    if short == "flatten" and first and axis_argument(inputs, kw) == Const(1) and len(inputs) + len(kw) < 3:
        return (first[0], shapes.size(first[1:]))
    if short in ("transpose", "swapaxes", "swapdims") and len(inputs) == 3:
        pair = [each.value for each in inputs[1:] if isinstance(each, Const) and isinstance(each.value, int)]
        return shapes.swap(first, *pair) if len(pair) == 2 else None
    if short in ("permute", "transpose"):
        order = wanted_shape(machine, inputs[1:], kw, node)
        known = [each for each in order or () if each is not None]
        return shapes.transpose(first, known) if order is not None and len(known) == len(order) else None
    if short in ("unsqueeze", "expand_dims"):
        axes = numbers(machine, axis_argument(inputs, kw), node)
        return shapes.insert(first, axes[0]) if axes else None
    if short == "squeeze" and first is not None:
        axes = numbers(machine, axis_argument(inputs, kw), node)
        if axes is None:
            return (
                tuple(each for each in first if each != 1) if None not in first and len(inputs) == 1 else None
            )
        asked = {axis % len(first) for axis in axes} if first else set()
        if lang == "torch" and any(first[axis] is None for axis in asked):
            return None  # an axis of another size than 1 stays, whatever was asked for
        return tuple(each for i, each in enumerate(first) if i not in asked or each not in (1, None))
    if short == "unfold" and lang == "torch" and len(inputs) == 4:
        return _windows(first, inputs[1:3])
    if short == "gather" and len(inputs) > 2:
        return shape_of(machine, inputs[2])
    if short in ("take_along_dim", "take_along_axis") and len(inputs) > 1:
        axis = numbers(machine, axis_argument(inputs[1:], kw), node)
        return _taken_along(first, shape_of(machine, inputs[1]), axis)
    if short == "one_hot" and first is not None and len(inputs) > 1:
        depth = inputs[1]
        width = depth.value if isinstance(depth, Const) and isinstance(depth.value, int) else None
        return (*first, width) if axis_argument(inputs[:1], kw) is None else None
    if short == "stack":
        return _stacked(machine, inputs, kw, node)
    return None


def piece_shape(
    machine: Machine, lang: Lang, short: str, inputs: Seq[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Shape | None:
    """The shape of each piece into which a split cuts its first input."""
    first = shape_of(machine, inputs[0]) if inputs else None
    axes = numbers(machine, axis_argument(inputs[1:], kw) or Const(0), node)
    if short not in SPLITS or not first or not axes or not -len(first) <= axes[0] < len(first):
        return None
    at, count = axes[0] % len(first), inputs[1] if len(inputs) > 1 else None
    length, parts = first[at], count.value if isinstance(count, Const) else None
    known = lang != "torch" or short == "chunk"  # torch.split() is told how long a piece is
    each = length // parts if known and length and type(parts) is int and length % parts == 0 else None
    return (*first[:at], each, *first[at + 1 :])


SPLITS = frozenset({"split", "array_split", "chunk", "tensor_split"})


def _windows(shape: Shape | None, given: Seq[Value]) -> Shape | None:
    """`series.unfold(0, length, 1)`: one window after the other along the axis, and a last axis inside each."""
    axis, length = (
        each.value if isinstance(each, Const) and type(each.value) is int else None for each in given
    )
    if shape is None or axis is None or not -len(shape) <= axis < len(shape):
        return None
    at = axis % len(shape)
    return (*shape[:at], None, *shape[at + 1 :], length)


def _taken_along(first: Shape | None, index: Shape | None, axes: Seq[int] | None) -> Shape | None:
    """As long as the index along the axis; elsewhere the two are broadcast against each other."""
    if first is None or index is None or not axes or len(first) != len(index):
        return None
    along = axes[0] % len(first)
    return tuple(
        wanted if place == along or held == 1 else held if wanted in (1, held) else None
        for place, (held, wanted) in enumerate(zip(first, index))
    )


def _stacked(
    machine: Machine, inputs: Seq[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Shape | None:
    """One more axis, as long as the list."""
    parts, whole = elements_of(machine, inputs[0], node)
    known = [shape_of(machine, each) for each in parts]
    axis = axis_argument(inputs, kw)
    at = [0] if axis is None else numbers(machine, axis, node)
    first = known[0] if known else None
    if first is None or not at or any(each != first for each in known):
        return None
    place = at[0] % (len(first) + 1)
    return (*first[:place], len(parts) if whole else None, *first[place:])


def forget_shape(machine: Machine, value: Value) -> Value:
    """What a mapped function gives has another axis, in whatever tree its arrays are."""
    array = machine.array(value)
    if array is not None and isinstance(value, Ref):
        return machine.alloc(replace(array, shape=None))
    thing = machine.load(value)
    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(replace(thing, items=tuple(forget_shape(machine, each) for each in thing.items)))
    if isinstance(thing, Dictionary):
        kept = {key: forget_shape(machine, each) for key, each in thing.items.items()}
        return machine.alloc(replace(thing, items=kept))
    if isinstance(thing, Instance):
        attrs = {key: forget_shape(machine, each) for key, each in thing.attrs.items()}
        return machine.alloc(replace(thing, attrs=attrs))
    return value
