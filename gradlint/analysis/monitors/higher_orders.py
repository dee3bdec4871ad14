"""Gradients of gradients: what a second derivative does not go through, or is zero in."""

from __future__ import annotations

from typing import ClassVar, Literal

import libcst as cst

from gradlint.analysis.domain.expression_events import RanCompiled
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import GRADIENT, TORCH, Node, Place, recorded
from gradlint.analysis.domain.journal import Branches, Journal, joined_tuples
from gradlint.analysis.domain.values import Layer, Value
from gradlint.analysis.interpreter.events import (
    Backward,
    CalledThrough,
    DataReplaced,
    Ended,
    GradientsTaken,
    Written,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import sources_behind
from gradlint.knowledge.names.operations import LINEAR_LAYERS_AND_OPERATIONS, PARTS, PIECEWISE_LINEAR, Op


class HigherOrders:
    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("candidates", "rates"), "evidence of the whole program, judged when all of it has been followed"
    )

    def __init__(self, branches: Branches) -> None:
        self.compiled: Journal[int, tuple[tuple[int, int], ...]] = Journal(
            branches, joined_tuples, outlives=True
        )
        """When each compiled module or function was called."""
        self.candidates: dict[int, Place] = {}
        """Derivatives of several outputs at once, by their node."""
        self.rates: dict[Node, Place] = {}
        """Weights that only scale an update which nobody records."""


@listens(CalledThrough)
def note_called(machine: Machine, event: CalledThrough) -> None:
    thing = machine.load(event.wrapper)
    if isinstance(thing, Layer) and thing.name == "wrapper:compile":
        known = machine.own(HigherOrders).compiled
        known[event.wrapper.id] = (*known.get(event.wrapper.id, ()), (event.since, event.until))


@listens(RanCompiled)
def note_ran(machine: Machine, event: RanCompiled) -> None:
    known = machine.own(HigherOrders).compiled
    known[id(event.func)] = (*known.get(id(event.func), ()), (event.since, event.until))


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    """A second pass through a compiled forward, which has no derivative of its derivative."""
    calls = [each for known in machine.own(HigherOrders).compiled.values() for each in known]
    if not calls:
        return
    for node in recorded(event.sink.targets, TORCH):
        if node.op == GRADIENT and node.operands and node.operands[0] is not None:
            inner = recorded((node.operands[0],), TORCH)
            outside = [(since, until) for since, until in calls if not since < node.id < until]
            if any(since < each.id < until for each in inner for since, until in outside):
                machine.flow.misuses.append(
                    fault(event.sink.place, "compiled-twice", "torch", "", node.place, machine.certain)
                )
                return


@listens(GradientsTaken)
def note_taken(machine: Machine, event: GradientsTaken) -> None:
    if event.sink.asked is None or not machine.recording:
        return
    asked = [node for group in event.sink.asked for node in group]
    behind = set(recorded(event.sink.targets, TORCH))
    unused = [each for each in asked if each not in behind and _whole(each) in behind]
    if unused and not event.allow_unused:
        machine.fault(event.sink.place.node, "unused-input", "", unused[0].place)
    for target in event.sink.targets:
        form = _form_of_what_was_derived(target, set(asked))
        if form == "bent":
            machine.fault(event.sink.place.node, "flat-second-derivative")
        elif form == "straight" and not event.allow_unused:
            machine.fault(event.sink.place.node, "straight-second-derivative")


def _whole(part: Node) -> Node | None:
    """What a slice was taken from; `features[name]` may be a tensor that lies in a container."""
    whole = part.edges[0].node if part.op in PARTS and part.edges else None
    known = whole is not None and whole.source is not None and whole.source.kind != "unknown"
    if known or part.op != Op.GETITEM:
        return whole
    index = part.place.node.slice if isinstance(part.place.node, cst.Subscript) else ()
    cuts = len(index) > 1 or any(isinstance(each.slice, cst.Slice) for each in index)
    return whole if cuts else None


Form = Literal["bent", "straight", "curved"]


def _form_of_what_was_derived(target: Node, asked: set[Node]) -> Form:
    """Of a derivative of a derivative: whether the network is linear in pieces, or linear altogether."""
    node = target
    while node.op in (Op.SUM, Op.MEAN, Op.GETITEM, Op.SQUEEZE) and node.edges:
        node = node.edges[0].node
    if node.op != GRADIENT or not node.operands or node.operands[0] is None:
        return "curved"
    return _form(node.operands[0], asked)


def _form(target: Node, asked: set[Node]) -> Form:
    """Between the target and what is asked for nothing is curved, and perhaps something has a bend."""
    stack, seen, bends = [target], {target}, False
    reached = False
    while stack:
        here = stack.pop()
        if here in asked:
            reached = True
            continue
        if here.source is not None or not here.recorded_by(TORCH):
            continue
        if here.op in PIECEWISE_LINEAR:
            bends = True
        elif _multiplies(here, asked) or (here.op not in LINEAR_LAYERS_AND_OPERATIONS and not _scales(here)):
            return "curved"
        more = [edge.node for edge in here.edges if TORCH in edge.tracked and edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    if not reached:
        return "curved"
    return "bent" if bends else "straight"


def _multiplies(node: Node, asked: set[Node]) -> bool:
    """`x @ a @ x`: the input is on both sides of a product."""
    if node.op != Op.MATMUL:
        return False
    sides = [{*recorded((each,), TORCH)} & asked for each in node.operands if each is not None]
    return sum(map(bool, sides)) > 1


def _scales(node: Node) -> bool:
    """A product with a number."""
    return node.op in (Op.MUL, Op.DIV) and any(number is not None for number in node.constants)


# -- several outputs at once ---------------------------------------------------------------


def note_summed(machine: Machine, made: Node, place: Place) -> None:
    machine.own(HigherOrders).candidates[made.id] = place


@listens(Ended)
def judge(machine: Machine, event: Ended) -> None:
    """The sum of the derivatives of several outputs, of which the program takes columns as if it were one's."""
    known = machine.own(HigherOrders)
    if not known.candidates:
        return
    found: dict[int, Place] = {}
    for sink in machine.flow.sinks:
        for node in recorded(sink.targets, TORCH):
            for operand in node.operands if node.op == Op.GETITEM else ():
                if operand is not None and operand.id in known.candidates:
                    found[operand.id] = known.candidates[operand.id]
    machine.flow.misuses.extend(fault(place, "summed-outputs", "torch") for place in found.values())


# -- updates of an inner loop --------------------------------------------------------------


@listens(Written)
def note_update(machine: Machine, event: Written) -> None:
    """`p.data -= rate * g` with a gradient that has a graph: the outer loss does not see the update."""
    if event.array.view is not None and event.array.view.kind == "data":
        _check_update(machine, event.values, event.node)
    elif event.array.parameter and not machine.recording:
        _note_rates(machine, event)


def _note_rates(machine: Machine, event: Written) -> None:
    """`p.sub_(alpha * g)` under no_grad: alpha learns nothing from it."""
    stack = [edge.node for value in event.values for edge in machine.edges(value)]
    seen, rates, moves = set(stack), [], False
    while stack and len(seen) < MOST_IN_AN_UPDATE:
        here = stack.pop()
        if here.op == GRADIENT:
            moves = True
            continue
        if here.source is not None and here.source.kind in ("parameter", "leaf"):
            rates.append(here)
        more = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    for rate in rates if moves else ():
        if rate is not event.array.node:
            machine.own(HigherOrders).rates.setdefault(rate, machine.place(event.node))


MOST_IN_AN_UPDATE = 30


@listens(Ended)
def judge_rates(machine: Machine, event: Ended) -> None:
    """An optimizer has the weight, and no loss reaches it."""
    rates = machine.own(HigherOrders).rates
    reached = {source for sink in machine.flow.sinks if rates for source in sources_behind(sink)}
    for place in {
        place.node: place
        for rate, place in rates.items()
        if rate in machine.flow.optimised and rate not in reached
    }.values():
        machine.flow.misuses.append(fault(place, "update-without-graph", "torch"))


@listens(DataReplaced)
def note_replaced(machine: Machine, event: DataReplaced) -> None:
    """`p.data = p.data - rate * g`"""
    _check_update(machine, (event.value,), event.node)


def _check_update(machine: Machine, values: tuple[Value, ...], node: cst.CSTNode) -> None:
    if not machine.recording:
        return
    nodes = tuple(edge.node for value in values for edge in machine.edges(value) if TORCH in edge.tracked)
    if any(each.op == GRADIENT and each.edges for each in recorded(nodes, TORCH)):
        machine.fault(node, "update-without-graph")
