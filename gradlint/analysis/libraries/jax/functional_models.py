"""Models that keep no weights: flax.linen and Haiku hand them in with `apply`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst

from gradlint.analysis.domain.graph import EdgeRole, Place
from gradlint.analysis.domain.values import (
    Const,
    Func,
    Instance,
    Layer,
    Method,
    Object,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.jax.layers import Applied, applied_weights
from gradlint.analysis.monitors.weights import jax_weights
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import replace

APPLY_OPTIONS = frozenset({"variables", "rngs", "mutable", "method", "capture_intermediates"})
READY = "(set up)"
"""The attribute of a linen module whose setup() has been run."""


@contextmanager
def given(machine: Machine, weights: Value, fixed: Place | None = None) -> Iterator[None]:
    """Whatever layer is called now has its weights from here."""
    known = machine.own(Applied)
    known.stack.append(weights)
    known.fixed.append(fixed)
    try:
        yield
    finally:
        known.stack.pop()
        known.fixed.pop()


@registry.methods("functional model")
def method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What a linen module inherits."""
    if name == "apply" and args.all():
        return _apply(machine, receiver, args, node)
    if name in ("init", "init_with_output"):
        return _initial(machine, name, node, STATISTICS if _keeps_statistics(machine, receiver) else "init")
    if name == "bind":
        return receiver
    if name == "param":
        return learned(machine, args, node)
    if name in ("variable", "get_variable"):
        return machine.unknown(node, (), name)
    return machine.unknown(node, args.flows(), name)


STATISTICS = "init with statistics"
"""The operation behind variables of which some are no weights."""


def _keeps_statistics(machine: Machine, receiver: Value) -> bool:
    thing = machine.load(receiver)
    if isinstance(thing, Layer):
        return thing.name == "BatchNorm"
    nodes = walk(thing.cls.node) if isinstance(thing, Instance) else ()
    return any(isinstance(each, cst.Name) and each.value == "BatchNorm" for each in nodes)


def _initial(machine: Machine, name: str, node: cst.CSTNode, op: str = "init") -> Value:
    weights = Unknown(machine.node(op, machine.place(node)), "jax")
    if name == "init":
        return weights
    out = Unknown(machine.node("init", machine.place(node)), "jax")
    return machine.alloc(Sequence("tuple", (out, weights)))


def learned(machine: Machine, args: Arguments, node: cst.CSTNode) -> Value:
    """self.param(...), hk.get_parameter(...): one of the weights that were handed in."""
    weights = applied_weights(machine)
    if weights is None:
        return machine.unknown(node, (), "param")
    return machine.compute("jax", "param", node, ((weights, "value"),), dtype="float", opaque=True)


registry.function("haiku.get_parameter")(lambda machine, name, args, node: learned(machine, args, node))


@registry.function("haiku.get_state", "haiku.set_state")
def stored(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What a module keeps beside its weights: it changes only where the program sets it."""
    key = args.get(0, "name")
    written = key.value if isinstance(key, Const) and isinstance(key.value, str) else None
    jax_weights.note_state(machine, written, name.endswith("set_state"), node)
    return machine.unknown(node, args.without(1).flows() if name.endswith("set_state") else (), name)


def _apply(machine: Machine, receiver: Value, args: Arguments, node: cst.CSTNode) -> Value:
    weights = args.get(0, "variables")
    if weights is None:
        return machine.unknown(node, args.flows())
    left = {key: value for key, value in args.kw.items() if key not in APPLY_OPTIONS}
    inner = Arguments(args.pos[1:], left, args.open)
    plain = not args.open and args.kw.get("mutable", Const(False)) == Const(False)
    with given(machine, weights, machine.place(node) if plain else None):
        result = _run(machine, _clone(machine, receiver), args.kw.get("method"), inner, node)
    if result is None:
        flows: list[tuple[Value, EdgeRole]] = [(weights, "value"), *inner.flows()]
        result = Unknown(machine.node("apply", machine.place(node), flows), "jax")
    if args.kw.get("mutable", Const(False)) != Const(False):
        state = Unknown(machine.node("state", machine.place(node)), "jax")
        if isinstance(args.kw["mutable"], Unknown):
            return machine.unknown(node, ((result, "value"),))
        return machine.alloc(Sequence("tuple", (result, state)))
    return result


def _run(
    machine: Machine, receiver: Value, chosen: Value | None, args: Arguments, node: cst.CSTNode
) -> Value | None:
    """The method that apply() runs, with the weights at hand; None where it is not known."""
    thing = machine.load(receiver)
    if isinstance(thing, Layer):
        return machine.invoke(receiver, args, node) if chosen is None else None
    if not isinstance(thing, Instance) or not isinstance(receiver, Ref):
        return None
    set_up(machine, receiver, node)
    if chosen is None or chosen == Const(None):
        found = attribute(machine, receiver, "__call__", node)
    elif isinstance(chosen, Const) and isinstance(chosen.value, str):
        found = attribute(machine, receiver, chosen.value, node)
    elif isinstance(chosen, Func):
        found = Method(chosen, receiver)
    else:
        found = chosen
    return machine.invoke(found, args, node) if isinstance(found, Method) else None


def _clone(machine: Machine, value: Value) -> Value:
    """apply() works on a copy: what setup() stores is gone afterwards."""
    thing = machine.load(value)
    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(replace(thing, items=tuple(_clone(machine, each) for each in thing.items)))
    if not isinstance(thing, Instance) or not registry.is_functional(thing.cls.library):
        return value
    return machine.alloc(
        replace(thing, attrs={key: _clone(machine, each) for key, each in thing.attrs.items()})
    )


@registry.prepares
def set_up(machine: Machine, receiver: Ref, node: cst.CSTNode) -> None:
    """A linen module makes its layers in setup(), when it is first used."""
    thing = machine.load(receiver)
    if not isinstance(thing, Instance) or READY in thing.attrs:
        return
    machine.update(receiver, replace(thing, attrs={**thing.attrs, READY: Const(True)}))
    found = attribute(machine, receiver, "setup", node)
    if isinstance(found, Method):
        machine.invoke(found, Arguments(), node)


# -- Haiku --------------------------------------------------------------------------------


@registry.function("haiku.transform", "haiku.transform_with_state")
def transform(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func = args.get(0, "f")
    if func is None:
        return machine.unknown(node, args.flows())
    state = name.endswith("_with_state")
    return machine.alloc(Object("haiku:", (func,), {"state": Const(state), "rng": Const(True)}))


@registry.function("haiku.without_apply_rng")
def without_rng(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(args.get(0, "f"))
    if not isinstance(thing, Object):
        return machine.unknown(node, args.flows())
    return machine.alloc(replace(thing, options={**thing.options, "rng": Const(False)}))


@registry.methods("haiku")
def transformed(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object)
    state = thing.options["state"] == Const(True)
    if name == "init":
        made = _initial(machine, name, node)
        return machine.alloc(Sequence("tuple", (made, made))) if state else made
    before = 1 + state + (thing.options["rng"] == Const(True))
    if name != "apply" or len(args.pos) < before:
        return machine.unknown(node, args.flows())
    with given(machine, args.pos[0]):
        result = machine.invoke(thing.args[0], Arguments(args.pos[before:], args.kw, args.open), node)
    new = Unknown(machine.node("state", machine.place(node)), "jax")
    return machine.alloc(Sequence("tuple", (result, new))) if state else result
