"""Methods of a LightningModule or a Trainer, which the library calls: what they return, keep, and make too late."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.misuses import KeptGraph
from gradlint.analysis.domain.values import (
    Array,
    Class,
    Const,
    Dictionary,
    Func,
    Instance,
    Lib,
    Object,
    Ref,
    Sequence,
    Value,
    as_written,
)
from gradlint.analysis.interpreter.attributes import class_attribute
from gradlint.analysis.interpreter.events import (
    AttributeStored,
    Backward,
    Collected,
    Dropped,
    GradientsTaken,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of
from gradlint.analysis.monitors.protocols import fire
from gradlint.analysis.monitors.weights import freezing
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.stack import LATE_HOOKS

EVALUATION = frozenset({"validation_step", "test_step", "predict_step"})
"""What Lightning calls with recording off."""
MANUAL = "manual_optimisation"
CONFIGURED = "(optimizers)"


class Hosted:
    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("running", "evaluating", "late", "dropped", "differentiated", "by_itself"),
        "set when something begins and set back when it ends, within one path",
    )

    def __init__(self, branches: Branches) -> None:
        self.running: list[tuple[Class, Ref, str]] = []
        """The methods that a library calls and that are followed now."""
        self.evaluating = 0
        self.late: list[tuple[frozenset[Node], int, Fault]] = []
        """Layers made in a hook that comes too late, and how many optimizers held something before."""
        self.toggled: Journal[int, tuple[Ref, ...]] = Journal(branches)
        """What each toggled optimizer has frozen of the others."""
        self.dropped: set[cst.CSTNode] = set()
        """Steps that call for something with a gradient and let go of it."""
        self.by_itself: set[cst.CSTNode] = set()
        """Steps in which somebody asks for gradients: what they return is of no account."""
        self.differentiated: list[Place] = []
        """Where the step that runs now asks for gradients by itself."""


def is_lightning(cls: Class) -> bool:
    """A LightningModule: callbacks have methods of the same names, and configure nothing."""
    return (cls.library or "").startswith("lightning.") and "allback" not in (cls.library or "")


def is_manual(machine: Machine, cls: Class, instance: Value) -> bool:
    """`self.automatic_optimization = False`, in the instance or its class."""
    thing = machine.load(instance)
    found = thing.attrs.get("automatic_optimization") if isinstance(thing, Instance) else None
    return Const(False) in (found, class_attribute(cls, "automatic_optimization"))


def is_automatic(machine: Machine, cls: Class, instance: Value) -> bool:
    thing = machine.load(instance)
    found = thing.attrs.get("automatic_optimization") if isinstance(thing, Instance) else None
    return found in (None, Const(True)) and class_attribute(cls, "automatic_optimization") in (
        None,
        Const(True),
    )


def begin(machine: Machine, cls: Class, instance: Ref, name: str, func: Func) -> None:
    known = machine.own(Hosted)
    known.running.append((cls, instance, name))
    known.differentiated = []
    if name == "training_step" and is_manual(machine, cls, instance):
        fire(machine, MANUAL, instance.id, "enter", func.node)


def end(machine: Machine, cls: Class, instance: Ref, func: Func, result: Value) -> None:
    known, func = machine.own(Hosted), as_written(func)
    _, _, name = known.running.pop()
    for nodes, before, misuse in known.late if not known.running else ():
        since = machine.flow.optimizer_params[before:]
        if not any(each.array.node in nodes for each in since):  # no optimizer of its own
            machine.flow.misuses.append(misuse)
    known.late = [] if not known.running else known.late
    if name != "training_step" or not is_lightning(cls) or not isinstance(func.node, cst.FunctionDef):
        return
    written = _written(cls, name) or func.node
    returns = [each for each in walk(written) if isinstance(each, cst.Return) and each.value is not None]
    if is_manual(machine, cls, instance):
        if returns and not _speaks_of_training(cls):
            fire(machine, MANUAL, instance.id, "return", returns[-1])
        if known.differentiated and _never_steps(cls):
            machine.flow.misuses.append(fault(known.differentiated[0], "manual-backward-alone", "torch"))
    elif (
        is_automatic(machine, cls, instance)
        and not returns
        and result == Const(None)
        and func.node not in known.by_itself
        and (func.node in known.dropped or _computes(func.node))
    ):
        machine.flow.misuses.append(fault(machine.place(func.node.name), "no-loss-returned", "torch"))


def optimizers(machine: Machine, module: Value, thing: Instance, node: cst.CSTNode) -> Value:
    """`self.optimizers()`: what configure_optimizers has returned, without the schedules; one alone is no list."""
    made = thing.attrs.get(CONFIGURED)
    if made is None and isinstance(class_attribute(thing.cls, "configure_optimizers"), Func):
        found = _optimizers_in(machine, machine.invoke_method(module, "configure_optimizers", (), node))
        if found:
            made = found[0] if len(found) == 1 else machine.alloc(Sequence("list", tuple(found)))
            now = machine.load(module)
            if isinstance(module, Ref) and isinstance(now, Instance):
                machine.update(module, replace(now, attrs={**now.attrs, CONFIGURED: made}))
    return made if made is not None else machine.unknown(node, ((module, "value"),), "optimizers")


def _optimizers_in(machine: Machine, value: Value, depth: int = 2) -> list[Value]:
    """One, several, `{"optimizer": one}`, or a pair of lists: optimizers and schedules. Nothing if one is unknown."""
    thing = machine.load(value)
    if (
        isinstance(thing, Object)
        and thing.name.startswith("torch.optim.")
        and "lr_scheduler" not in thing.name
    ):
        return [value]
    if isinstance(thing, Dictionary) and "optimizer" in thing.items and depth:
        return _optimizers_in(machine, thing.items["optimizer"], depth - 1)
    if not isinstance(thing, Sequence) or thing.items is None or thing.rest is not None or not depth:
        return []
    first = machine.load(thing.items[0]) if thing.items else None
    if isinstance(first, Sequence) and len(thing.items) == 2:
        return _optimizers_in(machine, thing.items[0], depth - 1)
    found = [_optimizers_in(machine, each, depth - 1) for each in thing.items]
    return [each for some in found for each in some] if all(found) else []


def toggle(machine: Machine, module: Value, thing: Instance, optimizer: Value, node: cst.CSTNode) -> None:
    """`self.toggle_optimizer(opt)`: the parameters of all other optimizers ask for nothing until it is untoggled."""
    everyone = optimizers(machine, module, thing, node)
    held = machine.load(everyone)
    if not isinstance(optimizer, Ref) or not isinstance(held, Sequence):
        return
    held_by = [{array.node for array in arrays_of(machine, each, node)} for each in machine.members(held)]
    foreign = set().union(*held_by) - {array.node for array in arrays_of(machine, optimizer, node)}
    others = tuple(
        ref
        for ref in machine.parameters_of(module)
        if (array := machine.array(ref)) is not None and array.node in foreign and TORCH in array.tracked
    )
    for ref in others:
        freezing.freeze(machine, ref)
    machine.own(Hosted).toggled[optimizer.id] = others


def untoggle(machine: Machine, optimizer: Value) -> None:
    others = machine.own(Hosted).toggled.pop(optimizer.id, ()) if isinstance(optimizer, Ref) else ()
    freezing.thaw(machine, others, True)


def _never_steps(cls: Class) -> bool:
    """No method of the class, or of those it extends, so much as speaks of a step; nor does anybody else do it."""
    known = [base for base in cls.bases if isinstance(base, Class)]
    named = (each.attr.value for each in walk(cls.node) if isinstance(each, cst.Attribute))
    seen = len(known) + sum(1 for base in cls.bases if isinstance(base, Lib)) == len(cls.bases)
    return (
        seen
        and not any("step" in each and each != "global_step" for each in named)
        and all(map(_never_steps, known))
    )


def _written(cls: Class, name: str) -> cst.FunctionDef | None:
    """The method as it stands in the class, of which a decorator may have made another function."""
    body = cls.node.body.body
    return next(
        (each for each in body if isinstance(each, cst.FunctionDef) and each.name.value == name), None
    )


def _speaks_of_training(cls: Class) -> bool:
    """Some method of the class may differentiate by itself, or leave that to something that steps."""
    calls = [each.func for each in walk(cls.node) if isinstance(each, cst.Call)]
    steps = any(isinstance(each, cst.Attribute) and each.attr.value == "step" for each in calls)
    return steps or any(
        isinstance(each, cst.Attribute) and "backward" in each.attr.value for each in walk(cls.node)
    )


def _computes(func: cst.FunctionDef) -> bool:
    """It logs or keeps a loss: not a stub, and not one that hands the step to somebody else."""
    names = [each.value for each in walk(func) if isinstance(each, (cst.Name, cst.SimpleString))]
    raises = any(isinstance(each, cst.Raise) for each in walk(func))
    return any("loss" in each.lower() for each in names) and not raises


@listens(Dropped)
def note_dropped(machine: Machine, event: Dropped) -> None:
    """`self._shared_step(batch, "train")` as a statement of its own, which gives the loss back."""
    known, call = machine.own(Hosted), event.node.value
    if not known.running or known.running[-1][2] != "training_step" or not machine.calls:
        return
    func, method = machine.calls[-1], call.func if isinstance(call, cst.Call) else None
    if not isinstance(func, cst.FunctionDef) or func.name.value != "training_step":
        return
    if (
        isinstance(method, cst.Attribute)
        and isinstance(method.value, cst.Name)
        and method.value.value == "self"
    ):
        if any(TORCH in each.tracked and not each.leaf for each in _tensors_inside(machine, event.value)):
            known.dropped.add(func)


def note_logged(machine: Machine, values: tuple[Value, ...]) -> None:
    """`self.log("loss", loss)`, in the step itself or in what it calls: a loss was computed."""
    known = machine.own(Hosted)
    if known.running and known.running[-1][2] == "training_step":
        if _speaks_of_training(known.running[-1][0]):
            return  # somebody may be handed the loss who differentiates it
        arrays = [each for value in values for each in _tensors_inside(machine, value)]
        if any(TORCH in each.tracked and not each.leaf and not each.maybe for each in arrays):
            known.dropped.update(_steps_around(machine))


def _steps_around(machine: Machine) -> list[cst.CSTNode]:
    return [
        each
        for each in machine.calls
        if isinstance(each, cst.FunctionDef) and each.name.value == "training_step"
    ]


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(Hosted)
    known.by_itself.update(_steps_around(machine) if known.running else ())
    for cls, instance, name in known.running:
        if name == "training_step" and is_manual(machine, cls, instance):
            fire(machine, MANUAL, instance.id, "backward", event.sink.place.node)
            known.differentiated.append(event.sink.place)
    if known.evaluating and not machine.recording:
        machine.fault(event.sink.place.node, "gradient-in-evaluation")
    note_keras_step(machine, event.sink.place.node)


def note_keras_step(machine: Machine, node: cst.CSTNode) -> None:
    """A train_step of Keras on PyTorch is called for every batch, and nobody clears the gradients for it."""
    cls = machine.scope.find("__class__")
    if not isinstance(cls, Class) or not _runs_within(machine, "train_step"):
        return
    clears = any(
        isinstance(each, cst.Attribute) and each.attr.value == "zero_grad" for each in walk(cls.node)
    )
    if (cls.library or "").startswith("keras.") and not clears:
        machine.fault(node, "never-cleared")


def _runs_within(machine: Machine, name: str) -> bool:
    """A method of this name, or something that it calls, is followed now."""
    return any(isinstance(each, cst.FunctionDef) and each.name.value == name for each in machine.calls)


@listens(GradientsTaken)
def note_taken(machine: Machine, event: GradientsTaken) -> None:
    if machine.own(Hosted).evaluating and not machine.recording:
        machine.fault(event.sink.place.node, "gradient-in-evaluation")


@listens(Collected)
def note_collected(machine: Machine, event: Collected) -> None:
    """`self.outputs.append(loss)` in training_step: kept until the epoch ends, with its graph."""
    known = machine.own(Hosted)
    if not known.running or not _is_own(event.node):
        return
    cls, instance, name = known.running[-1]
    if name != "compute_loss" and not (
        name == "training_step" and is_automatic(machine, cls, instance) and is_lightning(cls)
    ):
        return
    anew = event.holder.id > machine.context.since and not _made_on_demand(machine, event.node)
    if anew or _is_returned(machine, event.node):
        return  # made anew in each step, or what the step hands to Lightning to be differentiated
    if any(
        TORCH in each.tracked and not each.maybe and not each.leaf
        for each in _tensors_inside(machine, event.value)
    ):
        machine.misuse(event.node, KeptGraph, "torch")


def _made_on_demand(machine: Machine, call: cst.CSTNode) -> bool:
    """`self.outputs["train"].append(loss)` where the entry is made by a defaultdict that the module has had before."""
    owner = call.func.value if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) else None
    inner = owner.value if isinstance(owner, cst.Subscript) else None
    if not isinstance(inner, cst.Attribute) or not isinstance(inner.value, cst.Name):
        return False
    module = machine.scope.find(inner.value.value)
    thing = machine.load(module) if module is not None else None
    held = thing.attrs.get(inner.attr.value) if isinstance(thing, Instance) else None
    entries = machine.load(held)
    old = isinstance(held, Ref) and held.id <= machine.context.since
    return old and isinstance(entries, Dictionary) and entries.factory is not None


def _is_returned(machine: Machine, call: cst.CSTNode) -> bool:
    """`self.losses.append(loss)` in a method that ends with `return sum(self.losses)`."""
    func = machine.calls[-1] if machine.calls else None
    method = call.func if isinstance(call, cst.Call) else None
    if func is None or not isinstance(method, cst.Attribute):
        return False
    returned = [each.value for each in walk(func) if isinstance(each, cst.Return) and each.value is not None]
    return any(inner.deep_equals(method.value) for value in returned for inner in walk(value))


def _is_own(node: cst.CSTNode) -> bool:
    """A call of a method of something that belongs to the module, or `self.outputs += [loss]`."""
    owner = node.func if isinstance(node, cst.Call) else None
    inner = owner.value if isinstance(owner, cst.Attribute) else getattr(node, "target", None)
    if not isinstance(inner, (cst.Attribute, cst.Subscript)):
        return False
    base: cst.BaseExpression = inner
    while isinstance(base, (cst.Attribute, cst.Subscript)):
        base = base.value
    return isinstance(base, cst.Name) and base.value == "self"


def _tensors_inside(machine: Machine, value: Value) -> list[Array]:
    thing = machine.load(value)
    if isinstance(thing, Array):
        return [thing] if thing.lang == "torch" else []
    held: list[Value] = []
    if isinstance(thing, Sequence):
        held = machine.members(thing)
    elif isinstance(thing, Dictionary):
        held = list(thing.items.values())
    return [array for each in held if (array := machine.array(each)) is not None and array.lang == "torch"]


@listens(AttributeStored)
def note_total(machine: Machine, event: AttributeStored) -> None:
    """`self.total += loss` in training_step: the sum keeps the graphs of all batches of the epoch."""
    known = machine.own(Hosted)
    if not known.running or known.running[-1][2] != "training_step" or known.running[-1][1] != event.owner:
        return
    cls, instance, _ = known.running[-1]
    array = machine.array(event.value)
    if array is None or TORCH not in array.tracked or array.maybe or array.node.op != Op.ADD:
        return
    if is_lightning(cls) and is_automatic(machine, cls, instance) and _adds_to_itself(event.node, event.name):
        bodies = [each for func in machine.calls for each in walk(func)]
        if all(each is event.node or event.name not in _attributes_set(each) for each in bodies):
            machine.misuse(event.node, KeptGraph, "torch")


def _adds_to_itself(statement: cst.CSTNode, name: str) -> bool:
    if isinstance(statement, cst.AugAssign):
        return True
    read = walk(statement.value) if isinstance(statement, cst.Assign) else ()
    return any(isinstance(each, cst.Attribute) and each.attr.value == name for each in read)


def _attributes_set(statement: cst.CSTNode) -> set[str]:
    """`self.total = ...`, by which a sum begins anew."""
    targets = [each.target for each in statement.targets] if isinstance(statement, cst.Assign) else []
    return {each.attr.value for each in targets if isinstance(each, cst.Attribute)}


@listens(AttributeStored)
def note_late_layer(machine: Machine, event: AttributeStored) -> None:
    """`self.head = nn.Linear(...)` or `self.net.head = ...` in a hook that comes after configure_optimizers."""
    known = machine.own(Hosted)
    if not known.running or known.running[-1][2] not in LATE_HOOKS or not machine.parameters_of(event.value):
        return
    thing = machine.load(known.running[-1][1])
    if not isinstance(thing, Instance) or not is_lightning(thing.cls):
        return
    if event.owner != known.running[-1][1] and not _holds(machine, known.running[-1][1], event.owner):
        return
    held = machine.load(event.value)
    late = [
        each
        for each in machine.parameters_of(event.value)
        if each.id > machine.mark and _trains(machine, each)
    ]
    if late and not isinstance(held, (Sequence, Dictionary)) and not _adds_group(thing.cls):
        nodes = frozenset(array.node for each in late if (array := machine.array(each)) is not None)
        misuse = fault(machine.place(event.node), "late-layer", "torch", _target(event))
        known.late.append((nodes, len(machine.flow.optimizer_params), misuse))


def _trains(machine: Machine, ref: Ref) -> bool:
    array = machine.array(ref)
    return array is not None and TORCH in array.tracked


def _target(event: AttributeStored) -> str:
    """`self.net.head` as it is written, where an assignment says it."""
    target = event.node.targets[0].target if isinstance(event.node, cst.Assign) else None
    return (dotted(target) if target is not None else None) or f"self.{event.name}"


def _holds(machine: Machine, module: Ref, part: Ref) -> bool:
    """Whether the weights of a part are those of the module, which its optimizer was made of."""
    weights = set(machine.parameters_of(part))
    return bool(weights) and weights <= set(machine.parameters_of(module))


def _adds_group(cls: Class) -> bool:
    return any(
        isinstance(each, cst.Attribute) and each.attr.value in ("add_param_group", "setup_optimizers")
        for each in walk(cls.node)
    )
