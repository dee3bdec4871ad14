"""NumPyro: inference differentiates a model with respect to what it samples, in a function that is compiled."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import Recorder
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import Const, Object, Ref, Sequence, Transform, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors import discarded
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op

MODEL = "numpyro model"


class Inference:
    """The inferences whose model runs now."""

    NEVER_UNDONE: ClassVar = {"running": "set when a model begins and set back when it ends, within one path"}

    def __init__(self, branches: Branches) -> None:
        self.running: list[Recorder] = []


@registry.function("numpyro.infer.SVI")
def variational(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    for func in (args.get(0, "model"), args.get(1, "guide")):
        _run_later(machine, func, node)
    return machine.alloc(Object("svi:", args.all()))


@registry.function("numpyro.infer.NUTS", "numpyro.infer.HMC")
def kernel(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    _run_later(machine, args.get(0, "model"), node)
    return machine.unknown(node, args.flows(), name)


def _run_later(machine: Machine, func: Value | None, node: cst.CSTNode) -> None:
    if func is not None:
        machine.module.pending.append(Transform(MODEL, func, (), machine.place(node)))


@registry.transforms(MODEL)
def run_model(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """Data is handed on as it is; what is sampled has no value yet."""
    machine.applied(value)
    recorder = Recorder("jit", machine.place(node), since=machine.fresh())
    running = machine.own(Inference).running
    with machine.within(machine.context.inside(recorder)):
        running.append(recorder)
        try:
            return machine.invoke(value.func, args, node)
        finally:
            running.pop()


@registry.function("numpyro.sample", "numpyro.param")
def site(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A latent value is a tracer during inference; one that was observed is what was observed."""
    observed = args.get(2, "obs") if name == "numpyro.sample" else None
    if observed is not None and observed != Const(None):
        return observed
    running = machine.own(Inference).running
    if not running or observed is not None or len(args.pos) < 2:
        return machine.unknown(node, args.flows(), name)
    tracked = frozenset(running[-1:])
    return machine.source(
        "jax", "argument", node, op=Op.ARGUMENT, tracked=tracked, seen_by=tracked, leaf=False
    )


@registry.methods("svi")
def svi_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name in ("update", "stable_update"):
        discarded.note_pure(machine, node, f"SVI.{name}(...)")
        _note_old_state(machine, args.get(0, "svi_state"), node)
        made = Unknown(machine.node(name, machine.place(node), args.flows()), "jax")
        return machine.alloc(Sequence("tuple", (machine.alloc(Object(STATE)), made)))
    if name == "init":
        return machine.alloc(Object(STATE))
    return machine.unknown(node, args.flows(), name)


STATE = "svi_state:"


def _note_old_state(machine: Machine, state: Value | None, node: cst.CSTNode) -> None:
    """The same state goes into the same update once more: what the last one returned was not kept."""
    thing = machine.load(state)
    if isinstance(thing, Object) and thing.name == STATE and isinstance(state, Ref):
        if Const(node) in thing.args:
            machine.flow.misuses.append(fault(machine.place(node), "old-state", "jax"))
        machine.update(state, replace(thing, args=(Const(node),)))
