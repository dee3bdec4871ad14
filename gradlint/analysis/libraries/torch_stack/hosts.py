"""Methods that a training library calls for each batch in order to differentiate what they return."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import Class, Const, Dictionary, Func, Instance, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments, parameter_unknown
from gradlint.analysis.interpreter.events import Ended, Made, listens
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch_stack.models import model
from gradlint.analysis.libraries.torch_stack.wrappers import is_torch_module
from gradlint.analysis.lost_gradients.op_kinds import given
from gradlint.analysis.project.syntax import walk

HOSTED = {
    "training_step": ("lightning.", "torch.nn."),
    "compute_loss": ("transformers.", "trl.", "sentence_transformers.", "setfit."),
}
"""Which method of a class of the program is differentiated, and of which libraries such a class is."""


registry.provide("lightning.", automatic_optimization=Const(True))


def is_hosted(cls: Class, name: str) -> bool:
    base = cls.library or ""
    if name == "training_step" and not base.startswith(("transformers.", "trl.")):
        return True
    return base.startswith(HOSTED.get(name, ("-",))) and (name != "compute_loss" or base.endswith("Trainer"))


def argument(machine: Machine, cls: Class, func: Func, parameter: cst.Param) -> Value:
    """What the library is known to pass: a model that trains, a batch of data, no wish for the outputs."""
    if func.name == "compute_loss" and is_hosted(cls, func.name):
        name = parameter.name.value
        if name == "model":
            return _given_model(machine, cls) or _trained_model(machine, parameter)
        if name == "inputs":
            return machine.alloc(Dictionary({}, machine.data(parameter)))
        if name == "return_outputs":
            return Const(False)
        if name == "num_items_in_batch":
            return machine.number(parameter)
    return parameter_unknown(machine, func, parameter)


def _trained_model(machine: Machine, node: cst.CSTNode) -> Value:
    """The library's own optimizer holds its weights and steps."""
    made = model(machine, "transformers.PreTrainedModel", {}, node)
    hold(machine, made)
    return made


def _given_model(machine: Machine, cls: Class) -> Value | None:
    """The one model that the program gives to trainers of this class."""
    models = machine.own(TrainerArguments).models.get(cls.node, ())
    if len(set(models)) != 1:
        return None
    hold(machine, models[0])
    return models[0]


@listens(Made)
def note_trainer(machine: Machine, event: Made) -> None:
    """`MyTrainer(model=net, ...)`"""
    thing = machine.load(event.ref)
    if isinstance(thing, Instance) and is_hosted(thing.cls, "compute_loss") and event.model is not None:
        if is_torch_module(machine, event.model):
            models = machine.own(TrainerArguments).models
            models[thing.cls.node] = (*models.get(thing.cls.node, ()), event.model)


def hold(machine: Machine, model: Value) -> None:
    """An optimizer of the library has the weights of the model."""
    held = {array.node for ref in machine.parameters_of(model) if (array := machine.array(ref)) is not None}
    machine.flow.optimised |= held
    machine.flow.stepped |= held


def note_sink(machine: Machine, result: Value, func: Func) -> None:
    """The library calls backward on what the method returns: the loss, or a record with one."""
    if func.name == "training_step" and isinstance(machine.load(result), Sequence):
        return  # Lightning takes no tuple: somebody else calls this, and picks what it needs
    place = machine.place(func.node.name if isinstance(func.node, cst.FunctionDef) else func.node)
    nodes = differentiate(machine, result, place, func.node, first=func.name == "compute_loss")
    if func.name == "compute_loss":
        _note_unnormalised(machine, nodes, func)


def differentiate(
    machine: Machine, result: Value, place: Place, node: cst.CSTNode, first: bool = True
) -> tuple[Node, ...]:
    """The library asks for the gradients of the loss in what it got; of a sequence that is the first."""
    thing = machine.load(result)
    if isinstance(thing, Dictionary):
        result = item(machine, result, Const("loss"), node)
    elif isinstance(thing, Sequence) and first and thing.items:
        result = thing.items[0]
    nodes = tuple(edge.node for edge in machine.edges(result))
    machine.flow.sinks.append(Sink("step", place, TORCH, nodes, machine.array(result), None, machine.fresh()))
    return nodes


MEANS = frozenset(
    "cross_entropy mse_loss l1_loss nll_loss smooth_l1_loss huber_loss kl_div mean loss".split()
)


def _note_unnormalised(machine: Machine, targets: tuple[Node, ...], func: Func) -> None:
    """A mean over the micro-batch, of which the Trainer adds up several without dividing.

    It divides by itself only if nobody counts items; a compute_loss that is given their number has to use it.
    """
    names = {each.value for each in walk(func.node.body) if isinstance(each, cst.Name)}
    if names & {"num_items_in_batch", "kwargs", "loss_kwargs"}:
        return
    if func.owner is not None and _says_no(func.owner):
        return
    for target in targets:
        reduction = given(target, 99, "reduction")[1]
        if target.op in MEANS and reduction in (None, "mean"):
            place = Place(target.place.node, target.place.stack)
            machine.own(TrainerArguments).means.append(place)


@listens(Ended)
def judge_means(machine: Machine, event: Ended) -> None:
    known = machine.own(TrainerArguments)
    for place in {place.node: place for place in known.means}.values() if known.accumulates else ():
        machine.flow.misuses.append(fault(place, "micro-batches-summed", "torch"))


def _says_no(cls: Class) -> bool:
    """`self.model_accepts_loss_kwargs = False`: then the Trainer divides."""
    return any(
        isinstance(each, cst.Attribute) and each.attr.value == "model_accepts_loss_kwargs"
        for each in walk(cls.node)
    )


class TrainerArguments:
    NEVER_UNDONE: ClassVar = {
        "accumulates": "said once, of the whole program",
        "means": "evidence of the whole program, judged when all of it has been followed",
        "models": "said once, of the whole program",
    }

    def __init__(self, branches: Branches) -> None:
        self.accumulates = False
        self.means: list[Place] = []
        """Losses of micro-batches that are averages."""
        self.models: dict[cst.ClassDef, tuple[Value, ...]] = {}
        """What each class of trainers was given to train."""


@registry.function("transformers.TrainingArguments", "transformers.Seq2SeqTrainingArguments")
def training_arguments(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    steps = args.kw.get("gradient_accumulation_steps")
    if isinstance(steps, Const) and isinstance(steps.value, int) and steps.value > 1:
        machine.own(TrainerArguments).accumulates = True
    return machine.data(node)
