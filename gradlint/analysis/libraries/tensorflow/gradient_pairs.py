"""Pairs of gradients and variables, as an optimizer of Keras is given them: what belongs to what."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import GRADIENT, Node, reachable
from gradlint.analysis.domain.values import Array, Sequence, Value
from gradlint.analysis.interpreter.machine import Machine


def check_pairs(machine: Machine, pairs: Value, node: cst.CSTNode) -> None:
    """`zip(grads, variables)`: swapped, or the gradients of one model with the variables of another."""
    found = list(_pairs(machine, pairs))
    if found and all(
        _is_variable(machine, first) and _is_gradient(machine, second) for first, second in found
    ):
        machine.fault(node, "swapped-pairs", "")
        return
    for first, second in found:
        gradient, array = machine.node_of(first), machine.array(second)
        if gradient is None or gradient.op != GRADIENT or array is None or not array.variable:
            continue
        if _is_of_others(gradient, array, _requests(machine, gradient)):
            asked = any(array.node in group for each in machine.flow.sinks for group in each.asked or ())
            here = machine.place(node)
            # Where nobody asks for the gradient of these variables, the request names the wrong ones.
            place, related = (here, gradient.place) if asked else (gradient.place, here)
            machine.flow.misuses.append(fault(place, "gradients-of-others", "tensorflow", "", related))
            return


def _is_of_others(gradient: Node, array: Array, requests: list[Sink]) -> bool:
    """The loss depends on the variable, and its gradient was taken with respect to other ones only.

    A worker that hands its gradients to the weights of another model, of which it is a copy, has a loss that knows
    nothing of those. The edges of a gradient lead to the first of many variables, the request knows all of them.
    """
    asked = any(array.node in group for each in requests for group in each.asked or ())
    if asked or any(edge.node is array.node for edge in gradient.edges):
        return False
    return any(array.node in reachable(each.targets, each.recorder) for each in requests[:1])


def _requests(machine: Machine, gradient: Node) -> list[Sink]:
    return [each for each in machine.flow.sinks if each.place.node is gradient.place.node]


def _pairs(machine: Machine, pairs: Value) -> Iterator[tuple[Value, Value]]:
    thing = machine.load(pairs)
    for each in machine.members(thing) if isinstance(thing, Sequence) else ():
        pair = machine.load(each)
        if isinstance(pair, Sequence) and pair.items is not None and len(pair.items) == 2:
            yield pair.items[0], pair.items[1]


def _is_variable(machine: Machine, value: Value) -> bool:
    array = machine.array(value)
    return array is not None and array.variable


def _is_gradient(machine: Machine, value: Value) -> bool:
    node = machine.node_of(value)
    return node is not None and node.op == GRADIENT
