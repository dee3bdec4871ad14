"""Where a gradient enters: leaves, what was computed from them, and how they are called in a message."""

from __future__ import annotations

from gradlint.analysis.domain.facts import GradRead, Rebinding
from gradlint.analysis.domain.graph import TORCH
from gradlint.analysis.domain.values import Array
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared.draft import Program

MOVES = frozenset({"to", "cpu", "type", "either", "float"})
"""Operations that may hand back the very same tensor."""


def called(name: str) -> str:
    return f"`{name}`" if name else "this tensor"


def is_computed(array: Array) -> bool:
    return (
        array.lang == "torch"
        and TORCH in array.tracked
        and not array.maybe
        and not array.leaf
        and array.node.op not in MOVES
        and array.node.source is None
    )


def is_unrecorded(array: Array) -> bool:
    """Computed where nothing was recorded, and no leaf since then: its `.grad` stays None as well."""
    return (
        array.lang == "torch"
        and not array.tracked
        and not array.maybe
        and not array.leaf
        and array.node.source is None
        and array.node.pause is not None
    )


def rebinding(program: Program, read: GradRead) -> Rebinding | None:
    """The assignment that made what is read into something computed."""
    if is_unrecorded(read.array):
        changes = program.flow.rebindings
        return next((each for each in changes if each.after.node is read.array.node), None)
    if not is_computed(read.array) or read.array.retains:
        return None
    stack, seen = [read.array.node], {read.array.node}
    while stack and len(seen) < 40:
        here = stack.pop()
        for change in program.flow.rebindings:
            named = read.name in (change.name, change.after.name)
            if change.after.node is here and (here is read.array.node or named):
                return change
        # An in-place update keeps what was there; in a loop the name may have been lost turns ago.
        for edge in here.edges:
            if edge.role in ("kept", "value") and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return None


def rebound(program: Program, array: Array) -> Rebinding | None:
    """The assignment by which this was a variable no more; in a loop it may have come turns ago."""
    lost = {change.after.node: change for change in program.flow.rebindings if change.before.variable}
    queue, seen = [array.node] if lost else [], {array.node}
    for here in queue:  # the nearest first
        change = lost.get(here)
        if change is not None and (
            here is array.node
            or array.node.op == Op.EITHER
            or array.name in ("", change.name, change.after.name)
        ):
            return change
        for edge in here.edges:
            if edge.role == "value" and edge.node not in seen and len(seen) < 40:
                seen.add(edge.node)
                queue.append(edge.node)
    return None


NO_GRADIENT_HERE = "never trained"
