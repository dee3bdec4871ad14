"""The Trainer of Transformers: train() calls the model with a batch, differentiates its loss and steps."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Func, Instance, Object, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import class_attribute
from gradlint.analysis.interpreter.calls import Arguments, invoke, parameter_unknown
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch_stack import hosts
from gradlint.analysis.monitors.weights import adapters

TRAINER = "trainer"


@registry.function("transformers.Trainer", "transformers.Seq2SeqTrainer")
def trainer(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(f"{TRAINER}:{name}", args.pos, args.kw))


@registry.methods(TRAINER)
def trainer_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    if name == "train" and isinstance(thing, Object) and "compute_loss_func" not in thing.options:
        _train(machine, thing, node)
    return machine.data(node)


def _train(machine: Machine, thing: Object, node: cst.CSTNode) -> None:
    """Of a model that the program defines. The loss is the first thing in what it returns, or goes by that name."""
    model = thing.args[0] if thing.args else thing.options.get("model")
    made = machine.load(model) if model is not None else None
    if model is not None:
        adapters.note_trained(machine, model, node)
    if model is None or not isinstance(made, Instance):
        return
    forward = class_attribute(made.cls, "forward")
    if not isinstance(forward, Func):
        return
    hosts.hold(machine, model)
    batch = {each.name.value: _passed(machine, forward, each) for each in forward.node.params.params[1:]}
    result = invoke(machine, model, Arguments((), batch), node)
    hosts.differentiate(machine, result, machine.place(node), node)


def _passed(machine: Machine, forward: Func, parameter: cst.Param) -> Value:
    """What forward cannot do without, and labels, are in the batch; whether the rest is nobody knows."""
    if parameter.default is None or "label" in parameter.name.value:
        return machine.data(parameter)
    return parameter_unknown(machine, forward, parameter)
