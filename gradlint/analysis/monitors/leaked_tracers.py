"""Traced values that are stored where they outlive the trace."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import Recorder
from gradlint.analysis.domain.misuses import LeakedTracer
from gradlint.analysis.domain.state import DATA
from gradlint.analysis.domain.values import Array, Dictionary, Instance, Lib, Ref, Sequence, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.events import Stored, listens
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
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
    if any(_is_key(machine, each, event.owner) for each in stored):
        machine.misuse(event.node, LeakedTracer, "jax")
        return
    for array in map(machine.array, stored):
        if array is None or array.lang != "jax" or array.maybe:
            continue
        for recorder in (*machine.tracked_now(array), *_staged_by(machine, array)):
            if recorder.kind in ("jax", "jit") and (event.owner is None or event.owner.id < recorder.since):
                machine.misuse(event.node, LeakedTracer, "jax")
                return


def _is_key(machine: Machine, value: Value, owner: Ref | None) -> bool:
    """Made by `random.split` or its like, in the trace that is under way and that its owner is older than."""
    node = machine.node_of(value) if isinstance(value, Unknown) else None
    call = node.place.node if node is not None and node.op == DATA else None
    if node is None or not isinstance(call, cst.Call) or dotted(call.func) is None:
        return False
    began = [each.since for each in machine.context.traces if _stages(each) and node.id > each.since]
    staged = any(owner is None or owner.id < each for each in began)
    func = evaluate(machine, call.func) if staged else None
    return isinstance(func, Lib) and func.name in KEYS


KEYS = frozenset({"jax.random.split", "jax.random.fold_in"})


def _staged_by(machine: Machine, array: Array) -> list[Recorder]:
    """While jit traces, the result of every operation of JAX is a tracer, also where only constants go in."""
    return [
        each
        for each in machine.context.traces
        if _stages(each) and array.node.edges and array.node.id > each.since
    ]


def _stages(recorder: Recorder) -> bool:
    """What is compiled is written down whole; vmap computes at once what does not depend on a row."""
    return recorder.kind == "jit" and not recorder.by.endswith("vmap")


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
