"""Which parameters something stands for: an optimizer, a module, a list, or the loss of a backward pass."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import TORCH, Node
from gradlint.analysis.domain.values import (
    Array,
    Dictionary,
    Instance,
    Layer,
    Object,
    Params,
    Sequence,
    Value,
)
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors import registration
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op


def sources_behind(sink: Sink) -> list[Node]:
    """The leaves that a backward pass reaches."""
    found: dict[Node, None] = {}
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        if here.source is not None:
            found[here] = None
        if not here.recorded_by(TORCH):
            continue
        for edge in here.edges:
            if TORCH in edge.tracked and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return list(found)


def arrays_of(machine: Machine, value: Value, node: cst.CSTNode) -> list[Array]:
    """The parameters that an optimizer, a module or a list stands for."""
    thing = machine.load(value)
    if isinstance(thing, Array):
        return [thing]
    if isinstance(thing, Object):
        found = [array for each in thing.args for array in arrays_of(machine, each, node)]
        # What a filter lets through is one of several; if no other optimizer takes the rest, all of them.
        return list(_all_of(found)) if registration.is_only_optimizer(machine, value) else found
    if isinstance(thing, (Layer, Instance)):
        return [array for ref in machine.parameters_of(value) if (array := machine.array(ref)) is not None]
    if isinstance(thing, (Sequence, Params)):
        return [
            array for each in elements_of(machine, value, node)[0] for array in arrays_of(machine, each, node)
        ]
    if isinstance(thing, Dictionary) and "params" in thing.items:
        return arrays_of(machine, thing.items["params"], node)
    return []


def _all_of(arrays: list[Array]) -> Iterator[Array]:
    for array in arrays:
        if array.node.op != Op.EITHER:
            yield array
            continue
        stack, seen = [array.node], {array.node}
        while stack:
            here = stack.pop()
            if here.op != Op.EITHER:
                yield replace(array, node=here)
                continue
            inner = [edge.node for edge in here.edges if edge.node not in seen and edge.node.id < here.id]
            seen.update(inner)
            stack.extend(inner)
