"""Results that are thrown away although they are all that a call does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.journal import Branches, Journal, on_every_path
from gradlint.analysis.domain.misuses import DiscardedUpdate
from gradlint.analysis.domain.values import Instance, Lib, Sequence, Transform, Value
from gradlint.analysis.interpreter.events import Dropped, Ended, listens
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.knowledge.names.operations import Op


class Pure:
    """Calls that change nothing and give something new."""

    NEVER_UNDONE: ClassVar = {
        "calls": "depends on the text and not on the path",
        "updating": "what some path has used is in use",
        **dict.fromkeys(
            ("steps", "dropped"), "evidence of the whole program, judged when all of it has been followed"
        ),
    }

    def __init__(self, branches: Branches) -> None:
        self.calls: dict[cst.CSTNode, str] = {}
        self.updating: set[Value] = set()
        """Optimizers that some update was computed with."""
        self.steps: dict[cst.CSTNode, int] = {}
        """Calls of compiled functions that give new weights, and which function it is."""
        self.dropped: dict[cst.CSTNode, Place] = {}
        """Those among them, in loops, of which nobody keeps what they give."""
        self.restarts: Journal[cst.CSTNode, int] = Journal(branches, on_every_path)
        """Where the state of an optimizer was begun anew amid its training, whichever way was taken, and how
        many loops deep."""


def note_pure(machine: Machine, node: cst.CSTNode, what: str) -> None:
    """Whoever makes this call has to keep what it gives."""
    machine.own(Pure).calls[node] = what


def note_step(machine: Machine, result: Value, compiled: Transform, since: int, node: cst.CSTNode) -> None:
    """A compiled function leaves nothing behind but what it returns, here weights after a step."""
    if any(each.op == Op.APPLY_UPDATES and each.id > since for each in _nodes_inside(machine, result)):
        machine.own(Pure).steps[node] = id(compiled.place)


def _nodes_inside(machine: Machine, value: Value) -> Iterator[Node]:
    thing = machine.load(value)
    if isinstance(thing, Sequence):
        for each in thing.items or ():
            yield from _nodes_inside(machine, each)
    elif isinstance(thing, Instance):
        for each in thing.attrs.values():
            yield from _nodes_inside(machine, each)
    elif (node := machine.node_of(value)) is not None:
        yield node


@listens(Ended)
def judge_steps(machine: Machine, event: Ended) -> None:
    """Every call of the step drops the new weights; one whose result is kept elsewhere is only warmed up here."""
    known = machine.own(Pure)
    kept = {step for call, step in known.steps.items() if call not in known.dropped}
    for call, place in known.dropped.items():
        if known.steps[call] not in kept:
            machine.flow.misuses.append(fault(place, "dropped-step", "jax"))


@listens(Dropped)
def check(machine: Machine, event: Dropped) -> None:
    """`x.at[i].set(v)` as a statement of its own: a new array that nobody keeps."""
    call = event.node.value
    if call in machine.own(Pure).steps and machine.loops.depth:
        machine.own(Pure).dropped[call] = machine.place(event.node)
    what = machine.own(Pure).calls.get(call) or _unknown_step(machine, call)
    if what is not None:
        machine.misuse(event.node, DiscardedUpdate, "jax", what)
        return
    clipped = _clipped(machine, call)
    if clipped is not None:
        machine.misuse(event.node, DiscardedUpdate, "tensorflow", clipped)
        return
    made = machine.node_of(event.value)
    if made is None:
        made = next((edge.node for edge in machine.edges(event.value)), None)
    if made is None or made.place.node is not call:
        return
    if made.op.startswith("at.") and made.op != Op.AT_GET:
        machine.misuse(event.node, DiscardedUpdate, "jax", f".at[...].{made.op[3:]}(...)")
    elif made.op == Op.APPLY_UPDATES:
        machine.misuse(event.node, DiscardedUpdate, "jax", "optax.apply_updates(...)")
    elif made.op == Op.DETACH and any(TORCH in edge.tracked for edge in made.edges):
        machine.fault(event.node, "dropped-detach")


CLIPPING = frozenset({"tf.clip_by_norm", "tf.clip_by_value", "tf.clip_by_global_norm"})


def _clipped(machine: Machine, call: cst.CSTNode) -> str | None:
    """`tf.clip_by_norm(g, 1.0)`: TensorFlow clips a copy."""
    written = call.func if isinstance(call, cst.Call) else None
    if not isinstance(written, cst.Attribute) or not written.attr.value.startswith("clip_by_"):
        return None
    if dotted(written) is None:
        return None
    func = evaluate(machine, written)
    return f"{func.name}(...)" if isinstance(func, Lib) and func.name in CLIPPING else None


def _unknown_step(machine: Machine, call: cst.CSTNode) -> str | None:
    """`state.apply_gradients(grads=g)`: of all libraries only Flax spells it so, and it gives a new state."""
    if (
        not isinstance(call, cst.Call)
        or machine.about.langs & {"torch", "tensorflow"}
        or "jax" not in machine.about.langs
    ):
        return None
    func = call.func
    named = any(each.keyword is not None and each.keyword.value == "grads" for each in call.args)
    if named and isinstance(func, cst.Attribute) and func.attr.value == "apply_gradients":
        owner = machine.scope.find(func.value.value) if isinstance(func.value, cst.Name) else None
        thing = machine.load(owner) if owner is not None else None
        # A class that extends Flax's may have a method of its own for it; the state is frozen all the same.
        frozen = isinstance(thing, Instance) and (thing.cls.library or "").startswith("flax.training.")
        return "apply_gradients(...)" if thing is None or frozen else None
    return None
