"""Graphs that a backward pass has gone through: a second pass that needs them raises.

What went through a choice between several values is only known if it is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import GRADIENT, TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal, on_every_path
from gradlint.analysis.domain.misuses import BackwardTwice
from gradlint.analysis.domain.passed import behind as all_behind
from gradlint.analysis.domain.passed import between, continues, tracked_edges
from gradlint.analysis.interpreter.events import Backward, GradientsTaken, Imagined, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.guards import is_taken_again
from gradlint.knowledge.names.operations import JOINING, PARTS, SAVING, Op


class Freed:
    """Which graphs are gone."""

    NEVER_UNDONE: ClassVar = {"unsure": "how an imagined call was entered is the same on all of its paths"}

    def __init__(self, branches: Branches) -> None:
        self.places: Journal[int, Place] = Journal(branches, on_every_path)
        """Operations that a backward pass has gone through, and where."""
        self.perhaps: Journal[int, Place] = Journal(branches)
        """The same, on some path."""
        self.met: Journal[cst.CSTNode, Place] = Journal(branches, on_every_path)
        """By the pass that has freed a graph the next one that wanted it: there the program ends."""
        self.unsure = 0
        """What an imagined call has computed up to this moment may not have been recorded."""


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    """A graph can be gone through once, unless it is retained."""
    raises = _check(machine, event.sink)
    if not raises and event.retain is False and not event.create_graph:
        _free(machine, event.sink)


@listens(GradientsTaken)
def note_gradients(machine: Machine, event: GradientsTaken) -> None:
    """What lies between the outputs and the inputs is gone through, and nothing else."""
    if event.sink.asked is None:
        return
    raises = _check(machine, event.sink)
    if not raises and event.retain is False and not event.create_graph:
        _free(machine, event.sink)


def _check(machine: Machine, sink: Sink) -> bool:
    """Report a pass through a graph that is gone; whether it raises."""
    known = machine.own(Freed)
    first = _gone(machine, sink, known.places) if known.places else None
    if first is None and machine.loops.once_more and len(known.perhaps) > len(known.places):
        again = {node: place for node, place in known.perhaps.items() if place.node is sink.place.node}
        first = _gone(machine, sink, again) if again and is_taken_again(machine, sink.place) else None
    if first is None or _is_of_gradient(sink, first):
        return False
    passes = machine.flow.again.setdefault(first.node, [])
    if sink.place.node not in passes:
        passes.append(sink.place.node)
    if known.met.get(first.node, sink.place).node is not sink.place.node:
        return True
    known.met[first.node] = sink.place
    memory = _memory(machine, sink) if first.node is sink.place.node else None
    if memory is None:
        machine.flow.misuses.append(BackwardTwice(sink.place, "torch", first))
    else:
        machine.flow.misuses.append(fault(memory, "kept-in-memory", "torch", "", sink.place, machine.certain))
    return True


def _memory(machine: Machine, sink: Sink) -> Place | None:
    """`queue = torch.cat([queue[n:], keys])`: where a loop adds what it has just computed to what it keeps."""
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if here.id < machine.loops.pass_began and here.op != Op.EITHER and here.source is None:
            joined = here
            while joined.op in PARTS and joined.edges:
                joined = joined.edges[0].node
            return joined.place if joined.op in JOINING else None
        fresh = (
            [edge.node for edge in tracked_edges(here) if edge.node not in seen] if continues(here) else []
        )
        seen.update(fresh)
        stack.extend(fresh)
    return None


def _is_of_gradient(sink: Sink, first: Place) -> bool:
    """The gradients that the first pass gave are a part of this loss: they lack a graph, which is the cause of both."""
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if here.op == GRADIENT and here.place.node is first.node:
            return True
        behind = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(behind)
        stack.extend(behind)
    return False


def _free(machine: Machine, sink: Sink) -> None:
    freed = machine.own(Freed)
    passed = between(sink)
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if continues(here) and (passed is None or here in passed):
            if here.id > freed.unsure:
                freed.places[here.id] = freed.perhaps[here.id] = sink.place
                machine.loops.took_over = machine.loops.took_over or machine.loops.is_taken_over(here.id)
            behind = [each for each in _surely_behind(here) if each not in seen]
            seen.update(behind)
            stack.extend(behind)


@listens(Imagined)
def forget_all(machine: Machine, event: Imagined) -> None:
    """What was gone through before a call that is only imagined may have been built anew."""
    known = machine.own(Freed)
    for places in (known.places, known.perhaps):
        for node in list(places):
            places.pop(node)
    machine.own(Freed).unsure = 0


def note_switched_on(machine: Machine) -> None:
    """`torch.set_grad_enabled(True)` where nothing is off: whoever calls this function has switched it off before."""
    if machine.context.imagined and machine.context.pause is None:
        machine.own(Freed).unsure = machine.fresh()


def was_gone_through(machine: Machine, node: Node) -> bool:
    """A backward pass has freed a part of what this was computed from: nobody can differentiate it any more."""
    places = machine.own(Freed).places
    stack, seen = [node] if places else [], {node}
    while stack:
        here = stack.pop()
        if here.op == Op.EITHER or not continues(here):
            continue
        if here.id in places and saves(here):
            return True
        behind = [edge.node for edge in tracked_edges(here) if edge.node not in seen]
        seen.update(behind)
        stack.extend(behind)
    return False


def was_part(machine: Machine, node: Node) -> bool:
    """A backward pass has come through this very value, and freed what was behind it."""
    return node.id in machine.own(Freed).places and was_gone_through(machine, node)


def _gone(machine: Machine, sink: Sink, places: Mapping[int, Place]) -> Place | None:
    """Where something that this pass is sure to need was freed."""
    # What was made of a leaf by mistake is a fault of its own, and the cause of this one.
    lost = {change.after.node for change in machine.flow.rebindings}
    passed = between(sink)
    found: dict[Node, Place] = {}
    for here in sorted(all_behind(sink) if passed is None else passed, key=lambda each: each.id):
        if not continues(here):
            continue
        freed = places.get(here.id)
        if freed is None or here in lost or not saves(here) or not surely_recorded(here):
            freed = _needed(here, found)
        if freed is not None:
            found[here] = freed
    return next((found[target] for target in sink.targets if target in found), None)


def _needed(node: Node, found: dict[Node, Place]) -> Place | None:
    """Where the first of the inputs was freed; of a choice, all of them must have been."""
    if node.last:
        return found.get(node.edges[0].node)
    places = [found[edge.node] for edge in tracked_edges(node) if edge.node in found]
    if node.op == Op.EITHER and len(places) < len(node.edges):
        return None
    return places[0] if places else None


def _surely_behind(node: Node) -> Iterator[Node]:
    """The inputs that a pass goes through for certain."""
    for edge in tracked_edges(node):
        behind = edge.node
        if node.last and edge is not node.edges[0]:
            continue
        if behind.op != Op.EITHER or behind.last:
            yield behind


def surely_recorded(node: Node) -> bool:
    """Whether something that surely asks for a gradient lies behind an operation, or a module nobody can see into.

    A plain number or array that came from somewhere unknown has no graph to be freed.
    """
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if here.opaque if here.source is None else here.source.kind != "unknown":
            return True
        for edge in here.edges:
            if TORCH in edge.tracked and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return False


def saves(node: Node) -> bool:
    """Whether the operation keeps anything that is freed after the first pass."""
    if node.saved or node.opaque or node.op in SAVING:
        return True
    facts = op_facts.torch_facts(node.op)
    return facts is not None and (facts.saves_result or bool(facts.saves))
