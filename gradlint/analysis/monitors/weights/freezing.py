"""Modules that stop asking for gradients, and those that ask again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import TORCH, Node
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Class, Const, Instance, Layer, Ref, Value
from gradlint.analysis.interpreter.attributes import class_attribute
from gradlint.analysis.interpreter.events import (
    AttributeStored,
    Ended,
    FlagCleared,
    Froze,
    HandedAway,
    MayThaw,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import sources_behind
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import replace


class Freezing:
    """What has been told to ask for no gradient."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {
        "flags": "evidence of the whole program, judged when all of it has been followed"
    }

    def __init__(self, branches: Branches) -> None:
        self.frozen: Journal[Ref, bool] = Journal(branches, outlives=True)
        """Parameters that have been told so at some time."""
        self.flags: list[tuple[Fault, bool, tuple[Ref, ...]]] = []
        """Modules that were given a flag as if they were tensors, what it says, and their parameters."""


@listens(Froze)
def note_frozen(machine: Machine, event: Froze) -> None:
    freeze(machine, event.owner)


@listens(MayThaw)
def note_thaw(machine: Machine, event: MayThaw) -> None:
    thaw_any(machine)


@listens(HandedAway)
def note_handed_away(machine: Machine, event: HandedAway) -> None:
    """Something unknown may make whatever it is given ask again."""
    if machine.own(Freezing).frozen:
        thaw(machine, event.values, False)


@listens(FlagCleared)
def note_flag(machine: Machine, event: FlagCleared) -> None:
    machine.own(Freezing).frozen[event.ref] = True


def freeze(machine: Machine, owner: Value) -> None:
    """The parameters of a module stop asking for gradients."""
    frozen = machine.own(Freezing).frozen
    for ref in machine.parameters_of(owner):
        array = machine.array(ref)
        if array is not None:
            frozen[ref] = True
            machine.update(ref, replace(array, tracked=array.tracked - {TORCH}, trainable=False))


def thaw(machine: Machine, owners: Iterable[Value], certain: bool) -> None:
    """What was frozen inside of these asks for gradients again, or perhaps does."""
    _thaw(machine, (ref for owner in owners for ref in machine.parameters_of(owner)), certain)


def thaw_any(machine: Machine) -> None:
    """Something asks for gradients again and nobody knows what: it may be anything that was frozen."""
    _thaw(machine, tuple(machine.own(Freezing).frozen), False)


def _thaw(machine: Machine, refs: Iterable[Ref], certain: bool) -> None:
    for ref in refs:
        array = machine.array(ref)
        if array is not None and array.lang == "torch" and TORCH not in array.tracked:
            again = replace(array, tracked=array.tracked | {TORCH}, trainable=True, maybe=not certain)
            machine.update(ref, again)


FLAG = "requires_grad"


@listens(AttributeStored)
def note_module_flag(machine: Machine, event: AttributeStored) -> None:
    """`model.fc.requires_grad = False`: a module has no such flag, so this says nothing to its parameters."""
    wanted = event.value.value if isinstance(event.value, Const) else None
    if event.name != FLAG or not isinstance(wanted, bool) or not _lacks_flag(machine, event.owner):
        return
    parameters = tuple(machine.parameters_of(event.owner))
    if parameters:
        found = fault(
            machine.place(event.node), "flag-on-module", "torch", str(wanted), None, machine.certain
        )
        machine.own(Freezing).flags.append((found, wanted, parameters))


def _lacks_flag(machine: Machine, owner: Value) -> bool:
    """A torch module to which nobody has given a meaning of that name."""
    thing = machine.load(owner)
    if isinstance(thing, Layer):
        return thing.lang == "torch"
    return (
        isinstance(thing, Instance)
        and (thing.cls.library or "").startswith("torch.nn.")
        and FLAG not in thing.attrs
        and owner not in machine.scope.names.values()
        and class_attribute(thing.cls, FLAG) is None
        and class_attribute(thing.cls, "__setattr__") is None
        and not _reads_flag(thing.cls)
    )


def _reads_flag(cls: Class) -> bool:
    """`self.requires_grad` in the class itself: an option that it is given."""
    return any(
        isinstance(each, cst.Attribute)
        and each.attr.value == FLAG
        and isinstance(each.value, cst.Name)
        and each.value.value == "self"
        for each in walk(cls.node)
    )


@listens(Ended)
def judge_flags(machine: Machine, event: Ended) -> None:
    """What should have been frozen gets a gradient; what should be trained again is still frozen."""
    flags = machine.own(Freezing).flags
    reached: set[Node] = set()
    for sink in machine.flow.sinks if flags else ():
        reached.update(sources_behind(sink))
    said: set[cst.CSTNode] = set()
    for found, wanted, parameters in flags:
        arrays = [array for ref in parameters if (array := machine.array(ref)) is not None]
        if wanted:
            wrong = all(TORCH not in array.tracked and not array.maybe for array in arrays)
        else:
            wrong = any(array.node in reached for array in arrays)
        if wrong and found.place.node not in said:
            said.add(found.place.node)
            machine.flow.misuses.append(found)
