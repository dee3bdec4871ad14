"""Accelerate and Lightning Fabric: they hand back what they are given, wrapped, and call backward themselves."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.state import SCOPE
from gradlint.analysis.domain.values import Const, Layer, Object, Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Prepared
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch.autograd import backward
from gradlint.analysis.libraries.torch.functions import clip_gradients
from gradlint.analysis.libraries.torch_stack.wrappers import bare, is_torch_module, wrap
from gradlint.analysis.monitors import accelerated
from gradlint.knowledge.names.stack import ACCELERATOR_ATTRIBUTES

ACCELERATOR, FABRIC = "accelerate", "fabric"


@registry.function("accelerate.Accelerator", "accelerate.accelerator.Accelerator")
def accelerator(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    plugin = machine.load(args.kw.get("gradient_accumulation_plugin"))
    told = {accelerated.STEPS: steps} if isinstance(plugin, Object) and (steps := _micro(plugin)) else {}
    made = machine.alloc(Object(f"{ACCELERATOR}:Accelerator", args.pos, {**args.kw, **told}))
    accelerated.note_accelerator(machine, made)
    return made


@registry.function(
    "accelerate.utils.GradientAccumulationPlugin", "accelerate.utils.dataclasses.GradientAccumulationPlugin"
)
def accumulation_plugin(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object("GradientAccumulationPlugin", args.pos, args.kw))


def _micro(plugin: Object) -> Value | None:
    return plugin.args[0] if plugin.args else plugin.options.get("num_steps")


@registry.attributes(ACCELERATOR)
def accelerator_attribute(
    machine: Machine, owner: Value, thing: Layer | Object, name: str, node: cst.CSTNode
) -> Value | None:
    if name == accelerated.STEPS:
        return thing.options.get(name, Const(1))
    return machine.data(node) if name in ACCELERATOR_ATTRIBUTES else None


@registry.function("lightning.Fabric", "lightning.fabric.Fabric")
def fabric(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(f"{FABRIC}:Fabric", args.pos, args.kw))


@registry.methods(ACCELERATOR, FABRIC)
def trainer_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """One machinery with two vocabularies."""
    if name in ("prepare", "setup", "setup_module", "setup_optimizers", "prepare_model", "prepare_optimizer"):
        return _handed_back(machine, receiver, name, args, node)
    if name in ("setup_dataloaders", "prepare_data_loader", "unwrap_model"):
        return _alone(machine, [bare(machine, each) for each in args.pos])
    if name == "backward":
        return _backward(machine, receiver, args, node)
    if name in ("clip_grad_norm_", "clip_grad_value_"):
        return clip_gradients(machine, name, args, node)
    if name == "clip_gradients":
        return machine.data(node)
    if name in ("accumulate", "no_sync", "no_backward_sync"):
        accelerated.note_context(machine, receiver)
        return machine.alloc(Object(f"{SCOPE}{name}", (receiver, *args.pos), args.kw))
    if name in ("gather", "gather_for_metrics", "all_gather"):
        return _gathered(machine, name, args, node)
    if name in ("reduce", "all_reduce", "pad_across_processes"):  # the tensor keeps its own graph
        return machine.compute("torch", name, node, args.flows(), dtype="float")
    return machine.data(node)


def _backward(machine: Machine, receiver: Value, args: Arguments, node: cst.CSTNode) -> Value:
    loss = args.get(0, "loss") or args.get(0, "tensor")
    if loss is None or not isinstance(receiver, Ref):
        return Const(None)
    backward(machine, loss, args.without(1), node, by=receiver)
    thing = machine.load(receiver)
    if isinstance(thing, Object) and thing.name.startswith(ACCELERATOR):
        accelerated.note_own_backward(machine, receiver, machine.flow.sinks[-1])
    return Const(None)


def _handed_back(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The same objects in the same order, models wrapped."""
    kind = "setup" if name.startswith("setup") else "prepare"
    found = [
        wrap(machine, kind, each, Arguments((each,)), node) if is_torch_module(machine, each) else each
        for each in args.pos
    ]
    machine.announce(Prepared(receiver, tuple(each for each in found if isinstance(each, Ref))))
    return machine.unknown(node, args.flows()) if args.open else _alone(machine, found)


def _alone(machine: Machine, values: list[Value]) -> Value:
    return values[0] if len(values) == 1 else machine.alloc(Sequence("tuple", tuple(values)))


def _gathered(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What comes from all processes has no graph."""
    return machine.compute("torch", name, node, args.flows(), dtype="float", cut="stop")
