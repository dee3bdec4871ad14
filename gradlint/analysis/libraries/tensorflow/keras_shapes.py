"""Which shape a Keras layer gives, where its sizes are written in the program."""

from __future__ import annotations

from collections.abc import Sequence as Seq
from math import prod

import libcst as cst

from gradlint.analysis.domain.values import Const, Layer, Sequence, Shape, Value
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import wanted_shape
from gradlint.knowledge.names.tensorflow import KERAS_LAYERS_THAT_KEEP_SHAPE, KERAS_MERGES

POOLS = frozenset(
    "GlobalAveragePooling1D GlobalAveragePooling2D GlobalMaxPooling1D GlobalMaxPooling2D".split()
)


def input_shape(machine: Machine, args: Arguments, node: cst.CSTNode) -> Shape | None:
    """`keras.Input((4,))` stands for any number of examples of this shape."""
    given = args.get(0, "shape")
    one = wanted_shape(machine, (given,), {}, node) if given is not None else None
    return None if one is None else (None, *(each if each != -1 else None for each in one))


def layer_shape(machine: Machine, thing: Layer, given: Seq[Shape | None], node: cst.CSTNode) -> Shape | None:
    """The shape of a layer's result for inputs of these shapes."""
    if thing.name == "Model":
        outputs = machine.array(thing.options.get("outputs"))
        return outputs.shape if outputs is not None else None
    if thing.name == "Sequential":
        return stack_shape(machine, thing.children, node)
    shape = given[0] if given else None
    if not shape:
        return None
    if thing.name in KERAS_LAYERS_THAT_KEEP_SHAPE:
        return shape
    if thing.name == "Dense":
        return (*shape[:-1], _size(thing, "0", "units"))
    if thing.name == "Embedding":
        return (*shape, _size(thing, "1", "output_dim"))
    if thing.name == "Flatten":
        rest = [each for each in shape[1:] if each is not None]
        return (shape[0], prod(rest) if len(rest) == len(shape) - 1 else None)
    if thing.name == "Reshape":
        wanted = thing.options.get("target_shape", thing.options.get("0"))
        one = wanted_shape(machine, (wanted,), {}, node) if wanted is not None else None
        return None if one is None or -1 in one else (shape[0], *one)
    if thing.name in POOLS and not thing.options:
        return (shape[0], shape[-1])
    if thing.name in KERAS_MERGES:
        return shape if all(each == shape for each in given) else None
    if thing.name == "Concatenate":
        return _joined(thing, given)
    return None


def stack_shape(machine: Machine, children: Seq[Value], node: cst.CSTNode) -> Shape | None:
    """The shape that the layers of a Sequential make of what its Input declares."""
    shape: Shape | None = None
    for child in children:
        declared, thing = machine.array(child), machine.load(child)
        if declared is not None:
            shape = declared.shape
        elif isinstance(thing, Layer):
            shape = layer_shape(machine, thing, [shape], node)
        else:
            return None
    return shape


def given_shapes(machine: Machine, args: Arguments, node: cst.CSTNode) -> list[Shape | None]:
    """The shapes of the one or several tensors that a layer is called on."""
    listed = list(args.pos[:1])
    if listed and isinstance(machine.load(listed[0]), Sequence):
        listed = elements_of(machine, listed[0], node)[0]
    arrays = [machine.array(each) for each in listed]
    return [each.shape if each is not None else None for each in arrays]


def _joined(thing: Layer, given: Seq[Shape | None]) -> Shape | None:
    written = thing.options.get("axis", thing.options.get("0", Const(-1)))
    known = [each for each in given if each is not None]
    if written != Const(-1) or len(known) != len(given) or len({len(each) for each in known}) != 1:
        return None
    last = [each[-1] for each in known if each[-1] is not None]
    return (*known[0][:-1], sum(last) if len(last) == len(known) else None)


def _size(thing: Layer, position: str, name: str) -> int | None:
    value = thing.options.get(name, thing.options.get(position))
    return value.value if isinstance(value, Const) and type(value.value) is int else None
