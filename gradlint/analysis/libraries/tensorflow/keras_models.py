"""Keras layers and models are called, compiled and trained."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import EdgeRole
from gradlint.analysis.domain.state import ADDED_LOSSES
from gradlint.analysis.domain.values import (
    Const,
    Dictionary,
    Instance,
    Layer,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import class_attribute
from gradlint.analysis.interpreter.calls import BUILT, Arguments
from gradlint.analysis.interpreter.events import Zeroed
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.tensorflow.keras_activations import ends_recalled, layer_op
from gradlint.analysis.libraries.tensorflow.keras_factories import ACTIVATIONS, keras_loss
from gradlint.analysis.libraries.tensorflow.keras_shapes import given_shapes, layer_shape, stack_shape
from gradlint.analysis.libraries.tensorflow.keras_training import (
    TRAINING,
    Compiled,
    compile_model,
    is_alone,
    note_output,
    note_training,
)
from gradlint.analysis.monitors.weights import keras_compiled
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.tensorflow import BUILDING_METHODS, NO_NUMBERS_OF_LAYERS


@registry.layers("tensorflow")
def call_layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    if thing.name.startswith("loss:"):
        flags = {key: value for key, value in thing.options.items() if key in ("from_logits", "reduction")}
        return keras_loss(machine, thing.name[5:], Arguments(args.pos, {**args.kw, **flags}), node)
    if thing.name == "Sequential" and thing.children:
        mark_built(machine, ref)
        value = args.pos[0] if args.pos else machine.unknown(node)
        for child in thing.children:
            inner = machine.array(child)
            if inner is not None:  # keras.Input
                continue
            value = machine.invoke(child, Arguments((value,)), node)
        return _shaped(machine, value, args, stack_shape(machine, thing.children, node))
    mark_built(machine, ref)
    func = thing.options.get("0")
    if thing.name == "Lambda" and func is not None:
        return machine.invoke(func, Arguments(args.pos), node)
    flows: list[tuple[Value, EdgeRole]] = [*args.flows(), (ref, "value")]
    if thing.name == "Embedding":
        flows = [*args.flows("index"), (ref, "value")]
    shape = layer_shape(machine, thing, given_shapes(machine, args, node), node)
    op = layer_op(machine, thing)
    hidden = thing.params is not None or op in ACTIVATIONS
    cut = "zero" if op == "softmax" and is_alone(shape) else None
    made = machine.compute(
        "tensorflow",
        op,
        node,
        flows,
        dtype="float",
        shape=shape,
        opaque=hidden,
        cut=cut,  # type: ignore[arg-type]
    )
    result = machine.node_of(made)
    if result is not None:
        note_output(machine, thing, result)
        result.recalls = op in ACTIVATIONS and ends_recalled(machine, thing)
        if isinstance(machine.load(thing.options.get("outputs")), (Sequence, Dictionary)):
            return Unknown(result, "tensorflow")  # as many as the model has outputs, in a list
    return made


def _shaped(machine: Machine, value: Value, args: Arguments, shape: Shape | None) -> Value:
    """What a stack of layers returns, with the shape that its Input implies where the argument says nothing."""
    array = machine.array(value)
    if array is not None and array.shape is None and isinstance(value, Ref) and value not in args.pos:
        machine.update(value, replace(array, shape=shape))
    return value


def mark_built(machine: Machine, ref: Value) -> None:
    thing = machine.load(ref)
    if isinstance(thing, Layer) and isinstance(ref, Ref) and not thing.built:
        machine.update(ref, replace(thing, built=True))
    # A build() of its own is followed when the model is first called.
    if isinstance(thing, Instance) and isinstance(ref, Ref) and class_attribute(thing.cls, "build") is None:
        machine.update(ref, replace(thing, attrs={**thing.attrs, BUILT: Const(True)}))


INHERITED = frozenset({"compile", "add_weight", "add_loss", "compute_loss"})
"""Methods of Keras that a class of the program may extend: super().compile(...) does what compile(...) does."""


@registry.methods("keras")
def model_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    if name.removeprefix("super.") in INHERITED:
        name = name.removeprefix("super.")
    if name in BUILDING_METHODS:
        mark_built(machine, receiver)
    if name in TRAINING:
        note_training(machine, receiver)
    if name == "fit":
        keras_compiled.note_trained(machine, receiver, node)
    if name == "add" and isinstance(thing, Layer) and isinstance(receiver, Ref) and args.pos:
        machine.update(receiver, replace(thing, children=(*thing.children, args.pos[0])))
        return Const(None)
    if name == "zero_grad":  # under the backend of torch every layer is a torch module
        machine.announce(Zeroed(receiver, node))
        return Const(None)
    if name == "add_weight":
        return _add_weight(machine, args, node)
    if name == "add_loss" and isinstance(thing, Instance) and isinstance(receiver, Ref) and args.pos:
        before = machine.load(thing.attrs.get(ADDED_LOSSES))
        losses = (*(machine.members(before) if isinstance(before, Sequence) else ()), args.pos[0])
        kept = {**thing.attrs, ADDED_LOSSES: machine.alloc(Sequence("list", losses))}
        machine.update(receiver, replace(thing, attrs=kept))
        return Const(None)
    if name in ("predict", "predict_on_batch"):
        return machine.compute(
            "numpy", name, node, ((receiver, "value"), *args.flows()), dtype="float", cut="state"
        )
    if name == "get_weights":
        made = machine.compute("numpy", name, node, ((receiver, "value"),), dtype="float", cut="conversion")
        return machine.alloc(Sequence("list", None, made))
    if name == "compile":
        eager = args.flag("run_eagerly") is True
        if not isinstance(thing, Layer) or args.open or args.get(1, "loss") is not None:  # else by add_loss
            machine.own(Compiled).note(machine, receiver, eager, node)
        compile_model(machine, receiver, args, node)
        keras_compiled.note_compiled(machine, receiver)
        return Const(None)
    if name in ("call", "__call__") and isinstance(thing, Layer):
        return call_layer(machine, receiver, thing, args, node)
    if name == "get_layer":
        return machine.unknown(node, ((receiver, "value"),), Op.GET_LAYER)
    if name == "compute_loss" or name == "compiled_loss":
        return machine.compute("tensorflow", name, node, args.flows(), dtype="float")
    if name in NO_NUMBERS_OF_LAYERS:
        return machine.data(node)
    if name == "super.__init__":
        return Const(None)
    if name in ("super.call", "super.__call__"):  # what the class of the library does with its own weights
        flows: list[tuple[Value, EdgeRole]] = [(receiver, "value"), *args.flows()]
        return machine.compute("tensorflow", "call", node, flows, dtype="float", opaque=True)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


def _add_weight(machine: Machine, args: Arguments, node: cst.CSTNode) -> Value:
    first = args.get(-1, "initializer")
    is_zero = isinstance(first, Const) and first.value in ("zeros", "zero")
    zeros = machine.compute("tensorflow", "zeros", node, (), dtype="float") if is_zero else None
    return machine.source(
        "tensorflow",
        "variable",
        node,
        op="add_weight",
        inputs=[(zeros, "value")] if zeros is not None else (),
        dtype="float",
        variable=True,
        trainable=args.flag("trainable") is not False,
        parameter=True,
    )
