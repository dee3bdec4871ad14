"""Flax's TrainState: parameters, optimizer and apply function in one value that is replaced at each step."""

from __future__ import annotations

from functools import lru_cache

import libcst as cst

from gradlint.analysis.domain.graph import Source
from gradlint.analysis.domain.values import Class, Instance, Lib, Scope, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.jax import optax_chains
from gradlint.analysis.monitors import discarded
from gradlint.core.records import replace

TRAIN_STATE = "flax.training.train_state.TrainState"


@lru_cache(maxsize=1)
def _library_class() -> Class:
    node = cst.ClassDef(cst.Name("TrainState"), cst.IndentedBlock([]))
    return Class("TrainState", node, (Lib(TRAIN_STATE),), {}, Scope({}), TRAIN_STATE)


@registry.function(f"{TRAIN_STATE}.create", TRAIN_STATE)
def create(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    optax_chains.check(machine, args.kw.get("tx"), added=True)
    return made(machine, _library_class(), args, node)


def made(machine: Machine, cls: Class, args: Arguments, node: cst.CSTNode) -> Value:
    """A state with what it was given; what it was not given is unknown."""
    stands = machine.node(cls.name, machine.place(node), (), source=Source("unknown", cls.name), opaque=True)
    return machine.alloc(Instance(cls, dict(args.kw), stands))


registry.annotation(TRAIN_STATE, lambda machine, node: made(machine, _library_class(), Arguments(), node))


@registry.methods(Class)
def class_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`State.create(...)` of a class that extends Flax's."""
    if name == "create" and isinstance(receiver, Class) and receiver.library == TRAIN_STATE:
        optax_chains.check(machine, args.kw.get("tx"), added=True)
        return made(machine, receiver, args, node)
    return machine.unknown(node, ((receiver, "value"), *args.flows()), name)


@registry.methods("train state")
def method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    if not isinstance(thing, Instance) or name not in ("apply_gradients", "replace"):
        return machine.unknown(node, ((receiver, "value"), *args.flows()), name)
    discarded.note_pure(machine, node, f"{name}(...)")
    new = {key: value for key, value in args.kw.items() if key != "grads"}
    if name == "apply_gradients":
        stepped = machine.node("apply_updates", machine.place(node), args.flows())
        new["params"] = Unknown(stepped, "jax")
    return machine.alloc(replace(thing, attrs={**thing.attrs, **new}))
