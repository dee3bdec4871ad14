"""PyTorch objects that are no tensors and no modules: optimizers, gradient scalers, distributions, parameters()."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import registration, registry, training
from gradlint.flow.calls import Arguments
from gradlint.flow.facts import Write
from gradlint.flow.graph import EdgeRole
from gradlint.flow.iterate import elements_of
from gradlint.flow.machine import Machine
from gradlint.flow.state import DISTRIBUTION
from gradlint.flow.torch_optimizers import optimised_arrays
from gradlint.flow.values import Const, Object, Params, Ref, Value


@registry.methods(Object)
def object_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    if thing.name.startswith("torch.optim.") and name == "add_param_group" and args.pos:
        held = machine.optimizers.get(receiver.id, set()) if isinstance(receiver, Ref) else set()
        more = {ref for ref in optimised_arrays(machine, args.pos[0], node) if isinstance(ref, Ref)}
        if isinstance(receiver, Ref):
            registration.note_optimizer(machine, receiver, held | more, node)
        return Const(None)
    if thing.name.startswith("torch.optim.") and name == "step":
        registration.note_step(machine, receiver)
        result = _step(machine, thing, args, node)
        training.note_step(machine, receiver, node)
        return result
    if thing.name.startswith("torch.optim.") and name == "zero_grad":
        training.note_zero(machine, receiver, node)
        return Const(None)
    if thing.name == "torch.GradScaler":
        return _scaler(machine, name, args, node)
    if thing.name.startswith(DISTRIBUTION):
        return _distribution(machine, thing, name, args, node)
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
            if array is not None and array.lang == "torch" and training.has_gradient(machine, array):
                fact = Write(machine.place(node), array, "step", "step", False, None, False, False, False)
                machine.writes[array.storage] = (*machine.writes.get(array.storage, ()), fact)
    return machine.data(node)


def _scaler(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "scale" and args.pos:
        array = machine.array(args.pos[0])
        if array is None:
            return args.pos[0]
        return machine.compute(
            "torch", "scaled", node, ((args.pos[0], "value"),), dtype="float", shape=array.shape
        )
    if name == "step" and args.pos:
        optimizer = machine.load(args.pos[0])
        if isinstance(optimizer, Object):
            result = _step(machine, optimizer, Arguments(), node)
            training.note_step(machine, args.pos[0], node)
            return result
    if name == "unscale_" and args.pos:
        training.note_unscale(machine, args.pos[0], node)
    return machine.data(node)


def _distribution(machine: Machine, thing: Object, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    inputs: list[tuple[Value, EdgeRole]] = [(value, "value") for value in thing.args]
    if name == "sample":
        return machine.compute("torch", "sample", node, inputs, cut="sample")
    extra: list[tuple[Value, EdgeRole]] = [(value, "target") for value in args.all()]
    return machine.compute("torch", name, node, [*inputs, *extra], dtype="float")


@registry.methods(Params)
def params_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return receiver if name in ("copy", "__iter__") else machine.unknown(node, ((receiver, "value"),))
