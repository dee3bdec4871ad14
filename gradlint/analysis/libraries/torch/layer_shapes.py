"""Which shape a torch layer gives, where its sizes are written in the program."""

from __future__ import annotations

from math import prod

import libcst as cst

from gradlint.analysis.domain.values import Const, Layer, Shape, Value
from gradlint.analysis.interpreter.arithmetic import note_clash
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import numbers
from gradlint.knowledge.names.torch import LAYERS_THAT_KEEP_SHAPE

POOLS = ("MaxPool", "AvgPool", "AdaptiveAvgPool", "AdaptiveMaxPool")


def layer_shape(machine: Machine, thing: Layer, inputs: list[Value], node: cst.CSTNode) -> Shape | None:
    """The shape of a layer's result; notes a clash where the layer refuses its input."""
    first = machine.array(inputs[0]) if inputs else None
    if first is None or not first.shape:
        return None
    shape = first.shape
    if thing.name in LAYERS_THAT_KEEP_SHAPE:
        return shape
    if thing.name == "Linear":
        wanted, out = _size(thing, 0, "in_features"), _size(thing, 1, "out_features")
        if _clash(wanted, shape[-1]):
            note_clash(machine, node, "torch", "linear", shape, (wanted, out))
        return (*shape[:-1], out)
    if thing.name in ("RNN", "GRU", "LSTM"):
        return (*shape[:-1], _states(thing))
    if thing.name == "Flatten":
        return _flat(shape) if not thing.options else None
    dims = int(thing.name[-2]) if thing.name[-1:] == "d" and thing.name[-2:-1].isdigit() else 0
    if not dims or len(shape) != dims + 2:
        return None
    if thing.name.startswith("Conv") and "Transpose" not in thing.name:
        wanted, out = _size(thing, 0, "in_channels"), _size(thing, 1, "out_channels")
        if _clash(wanted, shape[1]):
            note_clash(machine, node, "torch", thing.name.lower(), shape, (out, wanted))
        return (shape[0], out, *_slid(machine, thing, shape[2:], 2, node))
    if thing.name.startswith(POOLS):
        return (*shape[:2], *_pooled(machine, thing, shape[2:], node))
    return None


def _states(thing: Layer) -> int | None:
    """How wide the states are that a recurrent layer gives: both directions lie beside each other."""
    size = _size(thing, 1, "hidden_size")
    both = _given(thing, 6, "bidirectional") or Const(False)
    if size is None or not isinstance(both, Const) or "proj_size" in thing.options:
        return None
    return 2 * size if both.value else size


def _flat(shape: Shape) -> Shape:
    rest = shape[1:]
    known = [each for each in rest if each is not None]
    return (shape[0], prod(known) if len(known) == len(rest) else None)


def _clash(wanted: int | None, found: int | None) -> bool:
    return wanted is not None and found is not None and wanted != found


def _given(thing: Layer, position: int, name: str) -> Value | None:
    return thing.options.get(name, thing.options.get(str(position)))


def _size(thing: Layer, position: int, name: str) -> int | None:
    value = _given(thing, position, name)
    return value.value if isinstance(value, Const) and type(value.value) is int else None


def _each(
    machine: Machine, thing: Layer, position: int, name: str, default: int, dims: int, node: cst.CSTNode
) -> list[int] | None:
    """An option that is one number for all dimensions, or one for each."""
    value = _given(thing, position, name)
    if value is None:
        return [default] * dims
    found = numbers(machine, value, node)
    if found is None or len(found) not in (1, dims):
        return None
    return found * dims if len(found) == 1 else found


def _pooled(machine: Machine, thing: Layer, shape: Shape, node: cst.CSTNode) -> Shape:
    if thing.name.startswith("Adaptive"):
        found = _each(machine, thing, 0, "output_size", 0, len(shape), node)
        return tuple(found) if found else (None,) * len(shape)
    if "ceil_mode" in thing.options or "4" in thing.options:
        return (None,) * len(shape)
    return _slid(machine, thing, shape, 0, node)


def _slid(machine: Machine, thing: Layer, shape: Shape, at: int, node: cst.CSTNode) -> Shape:
    """A window sliding over the last dimensions; `at` is the position of its size among the arguments."""
    dims = len(shape)
    if _given(thing, at + 2, "padding") == Const("same"):
        return shape
    kernel = _each(machine, thing, at, "kernel_size", 0, dims, node)
    stride = _each(machine, thing, at + 1, "stride", 0, dims, node)
    padding = _each(machine, thing, at + 2, "padding", 0, dims, node)
    dilation = _each(machine, thing, at + 3, "dilation", 1, dims, node)
    if kernel is None or stride is None or padding is None or dilation is None or 0 in kernel:
        return (None,) * dims
    default = kernel if thing.name.startswith(POOLS) else [1] * dims
    steps = [given or usual for given, usual in zip(stride, default)]
    return tuple(
        (length + 2 * pad - wide * (size - 1) - 1) // step + 1 if length is not None else None
        for length, size, step, pad, wide in zip(shape, kernel, steps, padding, dilation)
    )
