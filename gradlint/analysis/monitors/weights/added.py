"""Layers that a model is given after its optimizer was made: they get gradients, and nobody steps them."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.misuses import StaleParameters
from gradlint.analysis.domain.values import Instance, Ref
from gradlint.analysis.interpreter.events import AttributeStored, Ended, Stepped, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of
from gradlint.analysis.monitors.registration import Registration, too_late
from gradlint.analysis.monitors.training_step import ABSENT, Training
from gradlint.core.records import dataclass

_NOWHERE = cst.Pass()


@dataclass(frozen=True, slots=True)
class Added:
    optimizer: int
    """It holds whatever the model had until then."""
    weights: tuple[Node, ...]
    place: Place


class LateLayers:
    NEVER_UNDONE: ClassVar = {
        "passed_over": "that a step was taken without them is judged when all of it has been followed"
    }

    def __init__(self, branches: Branches) -> None:
        self.added: Journal[int, Added] = Journal(branches, outlives=True)
        """By the number of the layer."""
        self.passed_over: dict[Node, Added] = {}
        """Weights that had a gradient when the optimizer of the others stepped."""


@listens(AttributeStored)
def note_added(machine: Machine, event: AttributeStored) -> None:
    """`model.head = nn.Linear(8, 2)` where the model had no head, and all it had is in an optimizer."""
    optimizers = machine.own(Registration).optimizers
    thing = machine.load(event.owner)
    if not optimizers or machine.context.imagined or not isinstance(event.value, Ref):
        return
    if not isinstance(thing, Instance) or not (thing.cls.library or "").startswith("torch.nn."):
        return
    old = thing.attrs.get(event.name)
    if old is not None and machine.parameters_of(old):
        return  # replaced, not added
    before = set(machine.parameters_of(event.owner))
    after = set(machine.parameters_of(event.value)) - before
    if not before or not after:
        return
    for optimizer, held in optimizers.items():
        if before <= held and not after & held:
            arrays = [array for each in after if (array := machine.array(each)) is not None]
            place = too_late(machine, event.node, optimizer)
            nodes = tuple(array.node for array in arrays if TORCH in array.tracked)
            machine.own(LateLayers).added[event.value.id] = Added(optimizer, nodes, place)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known = machine.own(LateLayers)
    if not known.added or not isinstance(event.optimizer, Ref):
        return
    grads = machine.own(Training).grads
    for added in known.added.values():
        if added.optimizer == event.optimizer.id:
            ready = [each for each in added.weights if grads.get(each.id, ABSENT).state == "present"]
            known.passed_over.update(dict.fromkeys(ready, added))


@listens(Ended)
def judge(machine: Machine, event: Ended) -> None:
    """Weights beside those that are stepped, unless another optimizer or the program itself moves them."""
    known, registered = machine.own(LateLayers), machine.own(Registration)
    if not known.passed_over:
        return
    held = {
        array.node for number in registered.optimizers for array in arrays_of(machine, Ref(number), _NOWHERE)
    }
    read = {each.array.node for each in machine.flow.grad_reads} | machine.flow.grads_by_hand
    for place in {
        added.place.node: added.place
        for node, added in known.passed_over.items()
        if node not in held and node not in read and node not in machine.flow.optimised
    }.values():
        machine.flow.misuses.append(StaleParameters(place, "torch"))
