"""Loss scaling in half precision: what a GradScaler and its optimizers go through."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import GRADIENT, Node, Place
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import Const, Instance, Object, Ref, Value
from gradlint.analysis.interpreter.events import Backward, Ended, HandedAway, Zeroed, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.analysis.monitors.protocols import fire, forget, subjects
from gradlint.analysis.monitors.registration import Registration
from gradlint.knowledge.names.operations import Op

SCALER = "grad_scaler"


class Scaling:
    NEVER_UNDONE: ClassVar = {
        "used": "that the program scales at all is said of the whole of it",
        "stepping": "evidence of the whole program, judged when all of it has been followed",
        "updated": "evidence of the whole program, judged when all of it has been followed",
    }

    def __init__(self, branches: Branches) -> None:
        self.used = False
        self.stepping: dict[int, Place] = {}
        """Where each scaler takes a step again and again."""
        self.updated: set[int] = set()
        """Scalers that are updated anywhere, or that somebody else may update."""


def note_scaler(machine: Machine, scaler: Object) -> None:
    machine.own(Scaling).used |= scaler.options.get("enabled") != Const(False)


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    if not machine.own(Scaling).used:
        return
    scaled = any(target.op == Op.SCALED for target in event.sink.targets)
    reached = {source.id for source in sources_behind(event.sink)}
    for number in machine.own(Registration).optimizers:
        held = {array.node.id for array in arrays_of(machine, Ref(number), event.sink.place.node)}
        if held & reached:
            fire(
                machine,
                SCALER,
                number,
                "scaled backward" if scaled else "plain backward",
                event.sink.place.node,
            )


@listens(Zeroed)
def note_zero(machine: Machine, event: Zeroed) -> None:
    if machine.own(Scaling).used and isinstance(event.owner, Ref):
        fire(machine, SCALER, event.owner.id, "zero", event.node)


def note_plain_step(machine: Machine, optimizer: Value, node: cst.CSTNode) -> None:
    if machine.own(Scaling).used and isinstance(optimizer, Ref):
        fire(machine, SCALER, optimizer.id, "plain step", node)


def note_scaler_call(
    machine: Machine, scaler: Value, name: str, optimizer: Value | None, node: cst.CSTNode
) -> None:
    """`scaler.unscale_(optimizer)`, `scaler.step(optimizer)`, `scaler.update()`"""
    known = machine.own(Scaling)
    if not known.used:
        return
    if isinstance(scaler, Ref) and isinstance(optimizer, Ref) and name == "step" and machine.loops.depth:
        known.stepping.setdefault(scaler.id, machine.place(node))
    elif isinstance(scaler, Ref) and name == "update":
        known.updated.add(scaler.id)
    if name == "update":
        for number in subjects(machine, SCALER):
            fire(machine, SCALER, number, "update", node)
    elif isinstance(optimizer, Ref) and name in ("unscale_", "step"):
        half = _half_weights(machine, optimizer, node)
        if half:
            machine.flow.misuses.append(fault(machine.place(node), "half-weights-scaled", "torch", half))
        fire(machine, SCALER, optimizer.id, "unscale" if name == "unscale_" else "scaler step", node)


def _half_weights(machine: Machine, optimizer: Value, node: cst.CSTNode) -> str:
    """A GradScaler refuses gradients in float16, which weights in float16 have."""
    arrays = [each for each in arrays_of(machine, optimizer, node) if each.tracked]
    return "float16" if any(each.precision == "float16" for each in arrays) else ""


@listens(HandedAway)
def forget_given(machine: Machine, event: HandedAway) -> None:
    """Whoever is given a scaler may update it, whoever is given an optimizer may step."""
    if not machine.own(Scaling).used:
        return
    for value in event.values:
        thing = machine.load(value)
        inside = thing.attrs.values() if isinstance(thing, Instance) else (value,)
        machine.own(Scaling).updated.update(each.id for each in inside if isinstance(each, Ref))
        if isinstance(thing, Object) and thing.name == "torch.GradScaler":
            for number in subjects(machine, SCALER):
                forget(machine, SCALER, number)
        elif isinstance(thing, Object) and isinstance(value, Ref):
            forget(machine, SCALER, value.id)


@listens(Ended)
def note_never_updated(machine: Machine, event: Ended) -> None:
    """A step that is taken in a branch, and an update that is nowhere: the second step raises all the same."""
    known = machine.own(Scaling)
    said = {each.place.node for each in machine.flow.misuses}
    for scaler, place in known.stepping.items():
        if scaler not in known.updated and place.node not in said:
            machine.flow.misuses.append(
                fault(place, "scaler-not-updated", "torch", "", None, machine.certain)
            )


# -- Keras ---------------------------------------------------------------------------------


def check_scaled(machine: Machine, gradients: Value, node: cst.CSTNode) -> None:
    """A LossScaleOptimizer divides by its scale: what it is given must come from a loss that it has multiplied."""
    stack = [edge.node for edge in machine.edges(gradients)]
    seen = set(stack)
    places: dict[cst.CSTNode, Place] = {}
    while stack and len(seen) < 400:
        here = stack.pop()
        if here.op == GRADIENT and here.edges:
            if not _is_scaled(here.edges[0].node):
                places.setdefault(here.place.node, here.place)
            continue
        if here.op == Op.GET_UNSCALED_GRADIENTS:
            return
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    for place in places.values():
        misuse = fault(place, "loss-not-scaled", "tensorflow", "", machine.place(node), machine.certain)
        machine.flow.misuses.append(misuse)


def _is_scaled(loss: Node) -> bool:
    """Whether the loss was multiplied by the scale, or something unknown may have done so."""
    stack, seen = [loss], {loss}
    while stack and len(seen) < 400:
        here = stack.pop()
        if here.op == Op.SCALE_LOSS or here.op == Op.UNKNOWN:
            return True
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return False
