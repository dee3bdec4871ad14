"""Gradients that are summed over several batches before one step is taken with the sum.

A sum of k gradients of a mean is k times the gradient of the whole, unless somebody divides: the loss,
each gradient, or the sum (TensorFlow, JAX). And in PyTorch each micro-batch may clear those before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.expression_events import Subtracted
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import GRADIENT, TORCH, Node, Place
from gradlint.analysis.domain.journal import GONE, Branches, Gone, Journal, joined_tuples, on_every_path
from gradlint.analysis.domain.misuses import UnscaledAccumulation
from gradlint.analysis.domain.values import Array, Value
from gradlint.analysis.interpreter.events import Backward, Stepped, Zeroed, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import CARRIED, DIVISIONS, Op

MEANS = frozenset({"mean", "reduce_mean", "nanmean"})
DEPTH = 12


class Accumulation:
    """Variables in which gradients are added up."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.slots: Journal[Node, tuple[tuple[Place, Node], ...]] = Journal(branches, _joined)
        """Gradients that were added to a TensorFlow variable, and where."""


def _joined(
    before: tuple[tuple[Place, Node], ...] | Gone, ends: Sequence[tuple[tuple[Place, Node], ...] | Gone]
) -> tuple[tuple[Place, Node], ...] | Gone:
    """What was added up on any path, unless one of them has begun anew."""
    settled = not isinstance(before, Gone) and any(isinstance(each, Gone) for each in ends)
    return GONE if settled else joined_tuples(before, ends)


def note_step(machine: Machine, value: Value) -> None:
    """These numbers are what the parameters are moved by."""
    for edge in machine.edges(value):
        found = _sum_of_gradients(machine, edge.node)
        if found is not None:
            lang = (
                "jax"
                if "jax" in machine.about.langs and "tensorflow" not in machine.about.langs
                else "tensorflow"
            )
            known = [each for each in machine.flow.misuses if isinstance(each, UnscaledAccumulation)]
            if all(each.place.node is not found.node for each in known):
                machine.flow.misuses.append(UnscaledAccumulation(found, lang, None))  # type: ignore[arg-type]


@listens(Subtracted)
def note_update(machine: Machine, event: Subtracted) -> None:
    """`w - rate * total`, where the gradients in the total were taken with respect to w."""
    node = machine.node_of(event.left)
    if node is not None and any(node in _asked(each) for each in _gradients_in(machine, event.right)):
        note_step(machine, event.right)


def note_assigned(machine: Machine, array: Array, name: str, value: Value, node: cst.CSTNode) -> None:
    """`slot.assign_add(gradient)`, `slot.assign(zeros)`"""
    known = machine.own(Accumulation)
    given = machine.node_of(value)
    if name == "assign_add" and given is not None and given.op == GRADIENT:
        kept = known.slots.get(array.node, ())
        known.slots[array.node] = (*kept, (machine.place(node), given))
    elif name == "assign" and not machine.loops.modulo:
        known.slots.pop(array.node, None)


def _sum_of_gradients(machine: Machine, node: Node) -> Place | None:
    """Where the gradients of one and the same call are added up, if nothing on the way divides the sum."""
    known = machine.own(Accumulation)
    node = _unscaled(node)
    kept = known.slots.get(node, ())
    for (place, one), (_, two) in pairwise(kept):
        if one.place.node is two.place.node and _of_a_mean(machine, two):
            return place
    parts = _addends(node)
    last = next((each for each in parts if each.op == GRADIENT), None)
    if last is None or not _of_a_mean(machine, last):
        return None
    rest = [part for part in parts if part is not last]
    stack, seen = list(rest), set(rest)
    while stack and len(seen) < 40:
        here = stack.pop()
        if here.op == GRADIENT and here.place.node is last.place.node:
            return node.place
        if here.op in CARRIED or _addends(here):
            for edge in here.edges:
                if edge.node not in seen:
                    seen.add(edge.node)
                    stack.append(edge.node)
    return None


def _unscaled(node: Node) -> Node:
    """The sum behind a learning rate; a product with anything else is something else."""
    for _ in range(DEPTH):
        behind = [each for each in node.operands if each is not None and not _is_number(each)]
        if node.op in CARRIED and node.op != Op.EITHER and behind:
            node = behind[0]
        elif node.op == Op.EITHER:
            ends = [each for each in _ends(node) if _addends(each)]
            if not ends:
                return node
            node = max(ends, key=lambda each: each.id)
        elif node.op in (Op.MUL, Op.MULTIPLY) and len(behind) == 1:
            node = behind[0]
        else:
            return node
    return node


def _ends(node: Node) -> Iterator[Node]:
    """Everything that a value may be."""
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if here.op != Op.EITHER:
            yield here
            continue
        more = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)


def _is_number(node: Node) -> bool:
    return not node.edges and node.op in (Op.NUMBER, Op.ARGUMENT, Op.VARYING)


def _addends(node: Node) -> list[Node]:
    if node.op not in (Op.ADD, Op.IADD):
        return []
    return [each for each in node.operands if each is not None]


def _gradients_in(machine: Machine, value: Value) -> Iterator[Node]:
    node = machine.node_of(value)
    if node is not None:
        yield from (each for each in _addends(_unscaled(node)) if each.op == GRADIENT)


def _asked(gradient: Node) -> set[Node]:
    """What a gradient was taken with respect to."""
    found: set[Node] = set()
    for edge in gradient.edges:
        found.add(edge.node)
        found.update(each for each in edge.node.operands if each is not None and edge.node.op == Op.ARGUMENT)
    return found


def _of_a_mean(machine: Machine, gradient: Node) -> bool:
    """The loss is a mean, as it stands: whatever divides or sums it has been thought about."""
    targets = [
        target
        for sink in machine.flow.sinks
        if sink.place.node is gradient.place.node
        for target in sink.targets
    ]
    return bool(targets) and all(_is_mean(target) for target in targets)


def _is_mean(node: Node) -> bool:
    for _ in range(DEPTH):
        if node.op not in (Op.EITHER, Op.SQUEEZE, Op.CAST, Op.ASTYPE) or not node.edges:
            break
        node = node.edges[0].node
    # A Keras loss object takes the mean over the batch unless it is told not to.
    return node.op in MEANS or (
        node.op[:1].isupper() and node.op.endswith(("Error", "ntropy")) and _by_default(node)
    )


def _by_default(node: Node) -> bool:
    return "reduction" not in node.keys


# -- micro-batches ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cleared:
    place: Place
    began: int
    """The pass of the loop in which it was cleared."""
    asked: bool = False
    """The gradient of a part of the loss has come since."""


class MicroBatches:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.cleared: Journal[int, Cleared] = Journal(branches, on_every_path)
        """Sources whose gradient is cleared in this very pass, whichever branches it takes."""


@listens(Zeroed)
def note_cleared(machine: Machine, event: Zeroed) -> None:
    known = machine.own(MicroBatches)
    began = machine.loops.pass_began
    if machine.loops.depth and not machine.loops.modulo:
        for array in arrays_of(machine, event.owner, event.node):
            known.cleared[array.node.id] = Cleared(machine.place(event.node), began)


@listens(Backward)
def note_part(machine: Machine, event: Backward) -> None:
    """The loss is divided: it is one of several that are to be added up."""
    known = machine.own(MicroBatches)
    if not known.cleared or machine.loops.modulo or not all(map(_is_divided, event.sink.targets)):
        return
    for source in sources_behind(event.sink):
        before = known.cleared.get(source.id)
        if before is not None and before.began == machine.loops.pass_began:
            known.cleared[source.id] = Cleared(before.place, before.began, True)


@listens(Stepped)
def note_rare_step(machine: Machine, event: Stepped) -> None:
    """Only every so often, and all but the last micro-batch are gone by then."""
    known = machine.own(MicroBatches)
    if not known.cleared or not machine.loops.modulo:
        return
    arrays = [each for each in arrays_of(machine, event.optimizer, event.node) if TORCH in each.tracked]
    found = [known.cleared.get(each.node.id) for each in arrays]
    first = found[0] if found else None
    if first is not None and all(each is not None and each.asked for each in found):
        if first.began == machine.loops.pass_began:
            misuse = fault(first.place, "micro-batches-cleared", "torch", "", machine.place(event.node))
            machine.flow.misuses.append(misuse)


def _is_divided(node: Node) -> bool:
    while node.op in (Op.SCALED, Op.EITHER) and len(node.edges) == 1:
        node = node.edges[0].node
    return node.op in DIVISIONS
