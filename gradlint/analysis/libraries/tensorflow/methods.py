"""TensorFlow and Keras methods: tensors, variables, metrics, optimizers."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import EdgeRole
from gradlint.analysis.domain.misuses import KerasMinimize
from gradlint.analysis.domain.state import SCALING_OPTIMIZER
from gradlint.analysis.domain.values import Array, Const, Object, Ref, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import shape_value
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.tensorflow import gradient_pairs
from gradlint.analysis.libraries.tensorflow.traced_functions import Modes
from gradlint.analysis.monitors import accumulation, hosted_steps, loss_scaling, registration
from gradlint.core.records import replace
from gradlint.knowledge.names.tensorflow import SCALE_FREE


@registry.methods("tensorflow")
def tensor_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(receiver)
    assert array is not None
    if name in ("numpy", "__array__", "eval"):
        note_host_call(machine, node, f".{name}()", receiver, "conversion")
        return machine.compute(
            "numpy",
            name,
            node,
            ((receiver, "value"),),
            dtype=array.dtype,
            shape=array.shape,
            cut="conversion",
        )
    if name in ("assign", "assign_add", "assign_sub", "scatter_nd_update", "scatter_update"):
        return _assign(machine, receiver, array, name, args, node)
    if name == "backward":  # Keras on PyTorch
        hosted_steps.note_keras_step(machine, node)
        return Const(None)
    if name in ("get_shape",):
        return shape_value(machine, array.shape, node)
    if name in ("set_shape", "ndims", "dtype"):
        return machine.data(node)
    return machine.compute(
        "tensorflow", name, node, ((receiver, "value"), *args.flows()), dtype=array.dtype,
        shape=array.shape if name in ("value", "read_value") else None,
    )  # fmt: skip


def _assign(
    machine: Machine, ref: Value, array: Array, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """A variable takes over a number; while a tape records, what the number came from is left behind."""
    registration.note_assigned(machine, array.node)
    if args.pos and name == "assign_sub":
        accumulation.note_step(machine, args.pos[0])
    elif args.pos:
        accumulation.note_assigned(machine, array, name, args.pos[0], node)
    whole = _whole_variable(machine, node)
    if whole is not None and isinstance(whole, Ref):
        ref, array = whole, machine.array(whole) or array
    if machine.context.tapes and array.variable and isinstance(ref, Ref):
        flows: list[tuple[Value, EdgeRole]] = [*args.flows()]
        made = machine.node(name, machine.place(node), flows, cut="state", source=array.node.source)
        machine.update(ref, replace(array, node=made))
    return ref


def _whole_variable(machine: Machine, call: cst.CSTNode) -> Value | None:
    """Of `losses[i].assign(x)` the variable, a part of which takes over the number."""
    func = call.func if isinstance(call, cst.Call) else None
    part = func.value if isinstance(func, cst.Attribute) else None
    if not isinstance(part, cst.Subscript) or not isinstance(part.value, (cst.Name, cst.Attribute)):
        return None
    whole = evaluate(machine, part.value)
    array = machine.array(whole)
    return whole if array is not None and array.variable else None


@registry.methods("metric")
def metric_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object) and isinstance(receiver, Ref)
    if name == "update_state":
        machine.update(receiver, replace(thing, args=(*thing.args, *args.pos)))
        return Const(None)
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in thing.args]
    return machine.compute("tensorflow", name, node, flows, dtype="float", cut="state")


@registry.methods("tensorarray")
def array_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    if name in ("write", "unstack", "scatter"):
        return machine.alloc(replace(thing, args=(*thing.args, *args.pos[-1:])))
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in thing.args]
    return machine.compute("tensorflow", name, node, flows, dtype="float")


@registry.methods("v1_optimizer")
def old_optimizer_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """A TensorFlow 1 optimizer wants a function in eager mode, not its value."""
    if name in ("minimize", "compute_gradients") and machine.array(args.get(0, "loss")) is not None:
        if (
            not machine.context.graph_mode
            and not machine.own(Modes).legacy_graph
            and not machine.context.imagined
        ):
            machine.misuse(node, KerasMinimize, "tensorflow")
    return machine.data(node)


@registry.methods("keras_optimizer")
def optimizer_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    if name == "minimize":
        machine.misuse(node, KerasMinimize, "tensorflow")
    if name in ("scale_loss", "get_scaled_loss") and args.pos:
        return machine.compute("tensorflow", "scale_loss", node, args.flows(), dtype="float")
    if name == "get_unscaled_gradients":
        return machine.unknown(node, args.flows(), name)
    if name in ("apply_gradients", "apply") and args.pos:
        thing = machine.load(receiver)
        if isinstance(thing, Object) and thing.name == SCALING_OPTIMIZER:
            loss_scaling.check_scaled(machine, args.pos[0], node)
        kind = thing.name.rpartition(".")[2] if isinstance(thing, Object) else ""
        if kind not in SCALE_FREE:
            accumulation.note_step(machine, args.pos[0])
        gradient_pairs.check_pairs(machine, args.pos[0], node)
    if name == "minimize" and args.pos and machine.is_program_function(args.pos[0]):
        machine.invoke(args.pos[0], Arguments(), node)
    return machine.data(node)
