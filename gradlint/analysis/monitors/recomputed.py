"""Functions that run a second time in the backward pass: checkpoints, and what may not have changed in between."""

from __future__ import annotations

from typing import ClassVar

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Value
from gradlint.analysis.interpreter.events import AttributeStored, Backward, RecomputedRead, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.knowledge.names.operations import RANDOM_IN_FORWARD


class Recomputed:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.reads: Journal[tuple[int, str], tuple[Place, Value]] = Journal(branches)
        """Attributes that a checkpointed function has read, and what they were."""
        self.changed: Journal[tuple[int, str], Place] = Journal(branches)
        """Those that have been changed since, by where they were read."""


def draws(machine: Machine, value: Value, since: int) -> bool:
    """Whether anything random went into a value since then."""
    stack = [edge.node for edge in machine.edges(value)]
    seen: set[Node] = set(stack)
    while stack:
        here = stack.pop()
        if here.op in RANDOM_IN_FORWARD and here.id > since:
            return True
        more = [edge.node for edge in here.edges if edge.node not in seen and edge.node.id > since]
        seen.update(more)
        stack.extend(more)
    return False


@listens(RecomputedRead)
def note_read(machine: Machine, event: RecomputedRead) -> None:
    known = machine.own(Recomputed)
    if machine.recording and not machine.parameters_of(event.value):
        known.reads[event.owner.id, event.name] = (machine.place(event.node), event.value)


@listens(AttributeStored)
def note_stored(machine: Machine, event: AttributeStored) -> None:
    known = machine.own(Recomputed)
    read = known.reads.get((event.owner.id, event.name))
    if read is not None and (read[1] != event.value or _is_counted(machine, event.value)):
        known.changed[event.owner.id, event.name] = read[0]


def _is_counted(machine: Machine, value: Value) -> bool:
    """What a loop around this counts: another number than in the pass before."""
    array = machine.array(value)
    made = array.node.place.node if array is not None else None
    return machine.loops.once_more and any(made is each.iter for each in machine.loops.statements)


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(Recomputed)
    for key, place in list(known.changed.items()):
        machine.flow.misuses.append(
            fault(place, "changed-before-recomputation", "torch", key[1], event.sink.place)
        )
        del known.changed[key]
    for key in list(known.reads):
        del known.reads[key]
