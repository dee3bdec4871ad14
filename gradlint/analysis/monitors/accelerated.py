"""Accelerate: gradients that are accumulated over micro-batches, and what was prepared for it."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.state import SCOPE
from gradlint.analysis.domain.values import Const, Object, Ref, Value
from gradlint.analysis.interpreter.events import Backward, Ended, Entered, Prepared, Stepped, Zeroed, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import sources_behind
from gradlint.analysis.monitors.protocols import fire
from gradlint.knowledge.names.operations import Op

ACCUMULATE = "accumulate"
ACCELERATOR = "accelerate:Accelerator"
STEPS = "gradient_accumulation_steps"


class Accelerated:
    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("alone", "beside", "contexts", "rare"),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.accelerators: Journal[int, bool] = Journal(branches, outlives=True)
        """Those that there are."""
        self.prepared: Journal[int, int] = Journal(branches, outlives=True)
        """What was handed to which accelerator, by the numbers of both."""
        self.sources: Journal[int, int] = Journal(branches, outlives=True)
        """The parameters of prepared models."""
        self.alone: dict[int, tuple[Fault, int]] = {}
        """backward() outside of accumulate(), by the accelerator."""
        self.beside: set[int] = set()
        """Accelerators whose backward() is followed by a step in the same loop."""
        self.contexts: set[int] = set()
        """Accelerators that were asked for accumulate() or no_sync() anywhere."""
        self.rare: set[int] = set()
        """Accelerators beside which the program counts micro-batches by itself."""


def accumulates(machine: Machine, accelerator: Ref) -> bool:
    """Told to accumulate over more than one micro-batch, or over a number that is not known."""
    thing = machine.load(accelerator)
    if not isinstance(thing, Object):
        return False
    steps = thing.options.get(STEPS)
    return steps is not None and not (isinstance(steps, Const) and steps.value in (None, 1))


def _accumulating(machine: Machine) -> list[Ref]:
    found = [Ref(number) for number in machine.own(Accelerated).accelerators]
    return [each for each in found if accumulates(machine, each)]


@listens(Prepared)
def note_prepared(machine: Machine, event: Prepared) -> None:
    known = machine.own(Accelerated)
    if not isinstance(event.trainer, Ref):
        return
    for thing in event.things:
        known.prepared[thing.id] = event.trainer.id
        for ref in machine.parameters_of(thing):
            if (array := machine.array(ref)) is not None:
                known.sources[array.node.id] = event.trainer.id


def note_accelerator(machine: Machine, ref: Ref) -> None:
    machine.own(Accelerated).accelerators[ref.id] = True


def note_context(machine: Machine, accelerator: Value) -> None:
    if isinstance(accelerator, Ref):
        machine.own(Accelerated).contexts.add(accelerator.id)


@listens(Entered)
def note_entered(machine: Machine, event: Entered) -> None:
    owner = event.scope.args[0] if event.scope.args else None
    if event.scope.name == f"{SCOPE}accumulate" and isinstance(owner, Ref) and accumulates(machine, owner):
        fire(machine, ACCUMULATE, owner.id, "enter" if event.begins else "leave", event.node)


def note_own_backward(machine: Machine, accelerator: Ref, sink: Sink) -> None:
    """`accelerator.backward(loss)`"""
    known = machine.own(Accelerated)
    _note_unprepared(machine, accelerator, sink)
    if not accumulates(machine, accelerator):
        return
    fire(machine, ACCUMULATE, accelerator.id, "backward", sink.place.node)
    for target in sink.targets:
        division = divided_by_steps(machine, accelerator, target)
        if division is not None:
            machine.flow.misuses.append(
                fault(division, "accumulated-divided", "torch", "", sink.place, machine.certain)
            )
    if not any(each.name in (f"{SCOPE}accumulate", f"{SCOPE}no_sync") for each in machine.around.scopes):
        misuse = fault(sink.place, "accumulate-missing", "torch", "", None, machine.certain)
        known.alone.setdefault(accelerator.id, (misuse, machine.loops.depth))


def divided_by_steps(machine: Machine, accelerator: Ref, node: Node) -> Place | None:
    """Where a loss is divided by the number of micro-batches that the accelerator was given."""
    thing = machine.load(accelerator)
    steps = thing.options.get(STEPS) if isinstance(thing, Object) else None
    number = machine.node_of(steps) if steps is not None else None
    for _ in range(4):
        if node.op in (Op.DIV, Op.TRUE_DIVIDE, Op.DIV_INPLACE, Op.DIVIDE) and len(node.operands) > 1:
            same = isinstance(steps, Const) and node.constants[1] == steps.value
            return node.place if same or (number is not None and node.operands[1] is number) else None
        if len(node.edges) != 1:
            return None
        node = node.edges[0].node
    return None


def _note_unprepared(machine: Machine, accelerator: Ref, sink: Sink) -> None:
    """Weights that are trained, and that belong to no model that was prepared."""
    known = machine.own(Accelerated)
    named = [
        each for each in sources_behind(sink) if each.source is not None and each.source.kind != "unknown"
    ]
    left = [each for each in named if each.id not in known.sources]
    if not known.prepared or not left:
        return
    if len(left) < len(named):  # some weights belong to a model that was prepared: a layer beside it does not
        left = [
            each for each in left if each.source is not None and each.source.kind in ("module", "parameter")
        ]
        found = any(each in machine.flow.optimised for each in left)
    else:
        found = all(each in machine.flow.optimised for each in left)
    if found:
        made = left[0].place
        machine.flow.misuses.append(fault(sink.place, "unprepared-model", "torch", "", made, machine.certain))


@listens(Backward)
def note_plain_backward(machine: Machine, event: Backward) -> None:
    """`loss.backward()` on a prepared model, past the accelerator that would divide the loss."""
    known = machine.own(Accelerated)
    if not known.sources or event.by is not None:
        return
    for source in sources_behind(event.sink):
        owner = known.sources.get(source.id)
        if owner is not None and accumulates(machine, Ref(owner)) and not _is_divided(event.sink):
            misuse = fault(event.sink.place, "plain-backward", "torch", "", None, machine.certain)
            machine.flow.misuses.append(misuse)
            return


def _is_divided(sink: Sink) -> bool:
    """Somebody has divided the loss by hand instead."""
    return any(target.op in (Op.DIV, Op.MUL, Op.TRUE_DIVIDE) for target in sink.targets)


@listens(Zeroed)
def note_zero(machine: Machine, event: Zeroed) -> None:
    optimizer = isinstance(machine.load(event.owner), Object)
    for each in _accumulating(machine):
        fire(machine, ACCUMULATE, each.id, "zero" if optimizer else "zero module", event.node)


def note_clip(machine: Machine, node: cst.CSTNode) -> None:
    for each in _accumulating(machine) if not machine.loops.modulo else ():
        fire(machine, ACCUMULATE, each.id, "clip", node)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known = machine.own(Accelerated)
    for each in _accumulating(machine):
        alone = known.alone.get(each.id)
        if machine.loops.modulo:
            known.rare.add(each.id)
        elif alone is not None and machine.loops.depth == alone[1]:
            known.beside.add(each.id)
        elif isinstance(event.optimizer, Ref) and event.optimizer.id not in known.prepared:
            fire(machine, ACCUMULATE, each.id, "step unprepared", event.node)


@listens(Ended)
def note_missing(machine: Machine, event: Ended) -> None:
    """accumulate() is missing only if nobody enters it, and nobody counts by hand."""
    known = machine.own(Accelerated)
    taken = known.beside - known.contexts - known.rare
    machine.flow.misuses.extend(each for number, (each, _) in known.alone.items() if number in taken)
