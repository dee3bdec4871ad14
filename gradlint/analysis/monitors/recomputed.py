"""Functions that run a second time in the backward pass: checkpoints, and what may not have changed in between."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal, joined_tuples
from gradlint.analysis.domain.values import Const, Value
from gradlint.analysis.interpreter.events import AttributeStored, Backward, RecomputedRead, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.freed_graph import saves
from gradlint.knowledge.names.operations import RANDOM_IN_FORWARD, Op

SUMS = frozenset({Op.ADD, Op.SUB})
PRODUCTS = frozenset({Op.MUL, Op.DIV})
POWERS = frozenset({Op.POW})


class Read(NamedTuple):
    place: Place
    value: Value
    when: int


class Recomputed:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.reads: Journal[tuple[int, str], tuple[Read, ...]] = Journal(branches, joined_tuples)
        """Where checkpointed functions have read an attribute, and what it was."""
        self.changed: Journal[tuple[int, str], Place] = Journal(branches)
        """Those that have been changed since, by where they were read."""


def draws(machine: Machine, value: Value, since: int) -> bool:
    """Whether anything random went into a value since then."""
    return any(here.op in RANDOM_IN_FORWARD for here in _made(machine, value, since))


def _made(machine: Machine, value: Value, since: int) -> set[Node]:
    """What was computed for a value since then."""
    stack = [edge.node for edge in machine.edges(value) if edge.node.id > since]
    seen: set[Node] = set(stack)
    while stack:
        here = stack.pop()
        more = [edge.node for edge in here.edges if edge.node not in seen and edge.node.id > since]
        seen.update(more)
        stack.extend(more)
    return seen


@listens(RecomputedRead)
def note_read(machine: Machine, event: RecomputedRead) -> None:
    known = machine.own(Recomputed)
    if machine.recording and not machine.parameters_of(event.value):
        key = event.owner.id, event.name
        before = known.reads.get(key, ())
        if all(each.place.node is not event.node or each.value != event.value for each in before):
            read = Read(machine.place(event.node), event.value, machine.fresh())
            known.reads[key] = (*before, read)


def note_computed(machine: Machine, result: Value, since: int, twice: bool) -> None:
    """A checkpointed function has come back. The second run brings back what the first had saved, and the numbers of
    its products stay those of the first; a reentrant one is differentiated as it ran the second time (`twice`)."""
    known = machine.own(Recomputed)
    if not any(each.when > since for reads in known.reads.values() for each in reads):
        return
    made = sorted(_made(machine, result, since), key=lambda each: each.id)
    for key, reads in list(known.reads.items()):
        known.reads[key] = tuple(
            each
            for each in reads
            if each.when < since or not _changes_nothing_saved(machine, each, made, twice)
        )


def _changes_nothing_saved(machine: Machine, read: Read, made: list[Node], twice: bool) -> bool:
    """`tanh(f(x)) * self.k`, and nothing after it keeps what comes of it."""
    scaling = SUMS if twice or not _is_number(machine, read.value) else SUMS | PRODUCTS | POWERS
    met = {each for each in made if _has_as_a_side(each, read.place.node, scaling)}
    if not met:
        return False
    for each in made:
        if any(edge.node in met for edge in each.edges):
            if saves(each) and not _is_scaled(each):
                return False
            met.add(each)
    return True


def _has_as_a_side(node: Node, read: cst.CSTNode, operations: frozenset[str]) -> bool:
    if node.op not in operations or all(TORCH not in edge.tracked for edge in node.edges):
        return False
    return any(_is_number_of(side, read) for side in _sides(node.place.node))


def _sides(written: cst.CSTNode) -> tuple[cst.BaseExpression, ...]:
    """`a * b`, `torch.mul(a, b)`, `a.mul(b)`"""
    if isinstance(written, cst.BinaryOperation):
        return written.left, written.right
    if isinstance(written, cst.Call):
        return tuple(each.value for each in written.args if each.keyword is None)
    return ()


def _is_number_of(written: cst.BaseExpression, read: cst.CSTNode) -> bool:
    """`self.k`, `1.0 + self.k`"""
    if isinstance(written, cst.BinaryOperation):
        sides = written.left, written.right
        return any(isinstance(each, (cst.Integer, cst.Float)) for each in sides) and any(
            _is_number_of(each, read) for each in sides
        )
    return written is read


def _is_number(machine: Machine, value: Value) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    array = machine.array(value)
    made = array.node.place.node if array is not None else None
    return isinstance(made, cst.Call) and isinstance(made.func, cst.Name) and made.func.value == "range"


def _is_scaled(node: Node) -> bool:
    """A product with a number keeps only the number."""
    return node.op in PRODUCTS and any(number is not None for number in node.constants)


@listens(AttributeStored)
def note_stored(machine: Machine, event: AttributeStored) -> None:
    known = machine.own(Recomputed)
    for read in known.reads.get((event.owner.id, event.name), ()):
        if read.value != event.value or _is_counted(machine, event.value):
            known.changed.setdefault((event.owner.id, event.name), read.place)


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
