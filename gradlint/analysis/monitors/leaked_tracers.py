"""Traced values that are stored where they outlive the trace."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.misuses import LeakedTracer
from gradlint.analysis.domain.values import Dictionary, Instance, Ref, Sequence
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.events import Stored, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import walk


@listens(Stored)
def check(machine: Machine, event: Stored) -> None:
    """A tracer, or a list of them, is stored in something that outlives the trace."""
    if not machine.context.traces or _is_made_anew(machine, event.owner):
        return
    if _is_taken_back(machine, event.node):
        return
    thing = machine.load(event.value)
    stored = [event.value]
    if isinstance(thing, Sequence):
        stored = machine.members(thing)
    elif isinstance(thing, Dictionary):
        stored = list(thing.items.values())
    for array in map(machine.array, stored):
        if array is None or array.lang != "jax" or array.maybe:
            continue
        for recorder in machine.tracked_now(array):
            if recorder.kind in ("jax", "jit") and (event.owner is None or event.owner.id < recorder.since):
                machine.misuse(event.node, LeakedTracer, "jax")
                return


def _is_made_anew(machine: Machine, owner: Ref | None) -> bool:
    """A module of Linen or Haiku: `apply` sets up a copy of its own each time, and forgets it."""
    thing = machine.load(owner)
    return isinstance(thing, Instance) and registry.is_functional(thing.cls.library)


def _is_taken_back(machine: Machine, node: cst.CSTNode) -> bool:
    """`stack.append(x)` in a function that ends with `stack.pop()`."""
    func = machine.calls[-1] if machine.calls else None
    method = node.func if isinstance(node, cst.Call) else None
    if func is None or not isinstance(method, cst.Attribute):
        return False
    calls = [each.func for each in walk(func) if isinstance(each, cst.Call)]
    taken = [each for each in calls if isinstance(each, cst.Attribute) and each.attr.value == "pop"]
    return any(each.value.deep_equals(method.value) for each in taken)
