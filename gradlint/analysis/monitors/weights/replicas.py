"""Replicas of weights under pmap: each device has its own gradient until a collective averages it."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import GRADIENT, Node
from gradlint.analysis.domain.values import Dictionary, Instance, Sequence, Value
from gradlint.analysis.interpreter.machine import Machine
from gradlint.knowledge.names.jax import COLLECTIVES
from gradlint.knowledge.names.operations import UPDATES, Op

LIMIT = 400
OPTIMISED = "optax.update"
"""What an optimizer of optax makes of a gradient."""


def check(machine: Machine, result: Value, since: int, node: cst.CSTNode) -> None:
    """What a mapped step returns: weights that a gradient of this device alone has moved."""
    stack = _returned(machine, result)
    seen = set(stack)
    while stack and len(seen) < LIMIT:
        here = stack.pop()
        if here.id < since or _is_collective(here) or here.op == GRADIENT:
            continue
        if _updates(here) and _moves_weights(here, since):
            here = _where_used(here, since)
            place = here.place.seen_from(machine.place(node))
            inner = here.place.stack[len(place.stack) + 1 :]
            where = here.place if not inner or place.node is node else place
            machine.flow.misuses.append(fault(where, "unaveraged-replicas", "jax", "", machine.place(node)))
            return
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)


def _returned(machine: Machine, value: Value) -> list[Node]:
    thing = machine.load(value)
    if isinstance(thing, (Sequence, Dictionary)):
        inside = machine.members(thing) if isinstance(thing, Sequence) else list(thing.items.values())
        return [each for one in inside for each in _returned(machine, one)]
    if isinstance(thing, Instance):
        return [each for one in thing.attrs.values() for each in _returned(machine, one)]
    return [edge.node for edge in machine.edges(value)]


def _updates(node: Node) -> bool:
    """Weights after a step; state.apply_gradients(grads=...) where nothing is known of the state."""
    return node.op in UPDATES or any(edge.node.op == Op.APPLY_GRADIENTS for edge in node.edges)


def _moves_weights(update: Node, since: int) -> bool:
    """A gradient of this device meets what was there before it: a number beside it would be a measure, no weight."""
    local = [_is_local(edge.node, since) for edge in update.edges]
    return any(local) and (update.op.rpartition(".")[2] not in _SUMS or not all(local))


_SUMS = frozenset({"sub", "subtract", "add"})


def _where_used(update: Node, since: int) -> Node:
    """The optimizer that makes a step of the gradient, if one does: it has to be given the average."""
    for edge in update.edges:
        made = edge.node
        while made.op == Op.GETITEM and made.edges:
            made = made.edges[0].node
        if made.op == OPTIMISED and made.id >= since:
            return made
    return update


def _is_collective(node: Node) -> bool:
    return node.op.rpartition(".")[2] in COLLECTIVES


def _is_local(node: Node, since: int) -> bool:
    """A gradient is behind this, and no collective between."""
    stack, seen = [node], {node}
    while stack and len(seen) < LIMIT:
        here = stack.pop()
        if here.op == GRADIENT:
            return here.id >= since
        if here.id < since or _is_collective(here):
            continue
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return False
