"""PyTorch objects that are no tensors and no modules: optimizers, gradient scalers, distributions, parameters()."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.facts import Write
from gradlint.analysis.domain.graph import EdgeRole
from gradlint.analysis.domain.state import DISTRIBUTION
from gradlint.analysis.domain.values import Const, Dictionary, Object, Params, Ref, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import depended_on
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Stepped, Zeroed
from gradlint.analysis.interpreter.forward_hooks import HANDLE, remove
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch.optimizers import optimised_arrays
from gradlint.analysis.monitors import loss_scaling, registration, training_step
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.tensorflow import DATASETS_OF_A_DATASET


@registry.methods(Object)
def object_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    if thing.name == HANDLE:
        if name == "remove":
            remove(machine, thing)
        return Const(None)
    if thing.name.startswith("torch.optim.") and name == "add_param_group" and args.pos:
        held = registration.held_by(machine, receiver) if isinstance(receiver, Ref) else frozenset()
        more = {ref for ref in optimised_arrays(machine, args.pos[0], node) if isinstance(ref, Ref)}
        if isinstance(receiver, Ref):
            group = machine.load(args.pos[0])
            params = group.items.get("params") if isinstance(group, Dictionary) else None
            if params is not None:
                machine.update(receiver, replace(thing, args=(*thing.args, params)))
            machine.flow.optimised.update(
                array.node for ref in more if (array := machine.array(ref)) is not None
            )
            registration.note_optimizer(machine, receiver, held | more, node)
        return Const(None)
    if thing.name.startswith("torch.optim.") and name == "step":
        registration.note_step(machine, receiver)
        result = _step(machine, thing, args, node)
        loss_scaling.note_plain_step(machine, receiver, node)
        machine.announce(Stepped(receiver, node))
        return result
    if thing.name.startswith("torch.optim.") and name == "zero_grad":
        machine.announce(Zeroed(receiver, node))
        return Const(None)
    if thing.name == "torch.GradScaler":
        loss_scaling.note_scaler_call(machine, receiver, name, args.get(0, "optimizer"), node)
        return _scaler(machine, name, args, node)
    if thing.name.startswith(DISTRIBUTION):
        return _distribution(machine, receiver, name, args, node)
    if thing.name.startswith("data:tf.data") and name in DATASETS_OF_A_DATASET:
        return machine.alloc(replace(thing, args=()))
    if thing.name.startswith(("torch.optim.", "data:")):
        return machine.data(node)
    return registry.other_object(machine, receiver, thing, name, args, node)


def _step(machine: Machine, thing: Object, args: Arguments, node: cst.CSTNode) -> Value:
    closure = args.get(0, "closure")
    if closure is not None and closure != Const(None):
        machine.invoke(closure, Arguments(), node)
    for params in thing.args:
        elements, _ = elements_of(machine, params, node)
        for ref in elements:
            array = machine.array(ref)
            if array is not None and array.lang == "torch" and training_step.has_gradient(machine, array):
                fact = Write(machine.place(node), array, "step", "step", False, None, False, False, False)
                machine.writes[array.storage] = (*machine.writes.get(array.storage, ()), fact)
    return machine.data(node)


def _scaler(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "scale" and args.pos:
        array = machine.array(args.pos[0])
        if array is None:
            return machine.unknown(node, ((args.pos[0], "value"),), "scaled")
        return machine.compute(
            "torch", Op.SCALED, node, ((args.pos[0], "value"),), dtype="float", shape=array.shape
        )
    if name == "step" and args.pos:
        optimizer = machine.load(args.pos[0])
        if isinstance(optimizer, Object):
            registration.note_step(machine, args.pos[0])
            result = _step(machine, optimizer, Arguments(), node)
            machine.announce(Stepped(args.pos[0], node))
            return result
        machine.announce(Stepped(args.pos[0], node))
    if name == "unscale_" and args.pos:
        training_step.note_unscale(machine, args.pos[0], node)
    return machine.data(node)


def _distribution(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    inputs: list[tuple[Value, EdgeRole]] = [
        (value, "value") for value in depended_on(machine, receiver, name)
    ]
    if name == "sample":
        return machine.compute("torch", "sample", node, inputs, cut="sample")
    extra: list[tuple[Value, EdgeRole]] = [(value, "target") for value in args.all()]
    return machine.compute("torch", name, node, [*inputs, *extra], dtype="float")


@registry.methods(Params)
def params_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return receiver if name in ("copy", "__iter__") else machine.unknown(node, ((receiver, "value"),))
