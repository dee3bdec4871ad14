"""Layers of Flax, Equinox and Haiku: what they compute, and where their weights come from."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import EdgeRole, Place, Source
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.misuses import UpdateInsideTrace
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Func,
    Instance,
    Layer,
    Lib,
    Object,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import shape_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.jax import optax_chains
from gradlint.analysis.libraries.jax.array_functions import operation
from gradlint.analysis.libraries.jax.tracers import is_static_field
from gradlint.analysis.monitors import discarded
from gradlint.analysis.monitors.weights import jax_weights
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import replace
from gradlint.knowledge.names.jax import (
    JAX_ACTIVATIONS,
    JAX_CLASSES_THAT_ARE_NO_LAYERS,
    JAX_LAYERS_WITHOUT_WEIGHTS,
    NNX_VARIABLES,
    ONE_ARRAY_LAYERS,
)
from gradlint.knowledge.names.operations import Op

HOLDING = ("equinox.nn.", "flax.nnx.")
"""Libraries whose layers hold their weights; those of the others are given them by `apply`."""


class Applied:
    """The weights that the running `apply` was given."""

    NEVER_UNDONE: ClassVar = {
        "stack": "set when something begins and set back when it ends, within one path",
        "fixed": "set when something begins and set back when it ends, within one path",
        "made": "a reference is handed out once",
    }

    def __init__(self, branches: Branches) -> None:
        self.stack: list[Value] = []
        self.fixed: list[Place | None] = []
        """For each of them the apply() in which nothing but what is returned may change; None where something may."""
        self.made: dict[int, Place] = {}
        """Where each layer was made, by its reference."""


@registry.root("flax.linen", "flax.nnx", "equinox.nn", "haiku")
def make(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A layer, or a function that the library has taken over from JAX."""
    library, _, short = name.rpartition(".")
    if short in JAX_ACTIVATIONS and library != "haiku":
        return operation(machine, f"jax.nn.{short}", args, node)
    if short.endswith("_pool") and args.pos:
        return machine.compute("jax", short, node, ((args.pos[0], "value"),), dtype="float")
    if library == "flax.linen" and short in ("remat", "checkpoint") and args.pos:
        return args.pos[0]
    if short == "update" and library == "flax.nnx":
        jax_weights.note_update(machine)
        return Const(None)
    if short in ("Optimizer", "ModelAndOptimizer"):
        optax_chains.check(machine, args.get(1, "tx"), added=True)
        return machine.alloc(Object("nnx_optimizer:", args.all()))
    if short == "Param":
        return parameter(machine, args, node)
    if short in NNX_VARIABLES and args.pos and library == "flax.nnx":
        return _kept(machine, name, args.pos[0], node)
    if not short[:1].isupper() or short in JAX_CLASSES_THAT_ARE_NO_LAYERS or "initializers" in name:
        return machine.unknown(node, args.flows(), name)
    options = {str(position): value for position, value in enumerate(args.pos)} | dict(args.kw)
    holds = name.startswith(HOLDING) and short not in JAX_LAYERS_WITHOUT_WEIGHTS and short != "Sequential"
    params = _weights(machine, name, node) if holds else None
    children = _children(machine, short, args, node)
    made = machine.alloc(Layer("jax", short, options, params, children))
    if not holds:
        machine.own(Applied).made[made.id] = machine.place(node)
    return made


def _weights(machine: Machine, name: str, node: cst.CSTNode) -> Ref:
    return machine.source("jax", "parameter", node, op=name, dtype="float", parameter=True)


def parameter(machine: Machine, args: Arguments, node: cst.CSTNode) -> Value:
    """nnx.Param(value)"""
    value = args.get(0, "value") or Const(0.0)
    return machine.source(
        "jax", "parameter", node, op="Param", dtype="float", shape=shape_of(machine, value), parameter=True
    )


def _kept(machine: Machine, name: str, value: Value, node: cst.CSTNode) -> Value:
    """nnx.Cache(value): a box that is written by item, around an array that is not."""
    array = machine.array(value)
    if array is None or array.lang != "jax":
        return value
    return machine.compute(
        "jax", name, node, ((value, "value"),), dtype=array.dtype, shape=array.shape, opaque=True
    )


def _children(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> tuple[Value, ...]:
    if short != "Sequential" or not args.all():
        return ()
    first = args.all()[0]
    if isinstance(machine.load(first), Sequence):
        found, whole = elements_of(machine, first, node)
        return tuple(found) if whole else (*found, machine.unknown(node))
    return args.pos if not args.open else (*args.pos, machine.unknown(node))


@registry.layers("jax")
def call_layer(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    if thing.name == "Sequential":
        value = args.pos[0] if args.pos else machine.unknown(node)
        for child in thing.children:
            value = machine.invoke(child, Arguments((value,)), node)
        return value
    role: EdgeRole = "index" if thing.name in ("Embed", "Embedding") else "value"
    flows: list[tuple[Value, EdgeRole]] = [(each, role) for each in args.pos]
    if thing.params is not None:
        flows.append((thing.params, "value"))
    elif thing.name not in JAX_LAYERS_WITHOUT_WEIGHTS:
        weights = applied_weights(machine)
        if weights is None:
            return machine.unknown(node, args.flows(), thing.name)
        flows.append((_part(machine, weights, ref, thing, node), "value"))
        _check_statistics(machine, thing, args)
    if thing.name not in ONE_ARRAY_LAYERS:
        return Unknown(machine.node(thing.name, machine.place(node), flows, opaque=True), "jax")
    shape = _shape(machine, thing, args)
    return machine.compute("jax", thing.name, node, flows, dtype="float", shape=shape, opaque=True)


def _part(machine: Machine, weights: Value, ref: Value, layer: Layer, node: cst.CSTNode) -> Value:
    """What one layer takes out of the weights that apply() was given."""
    known = machine.own(Applied).made
    place = (known.get(ref.id) if isinstance(ref, Ref) else None) or machine.place(node)
    inputs: list[tuple[Value, EdgeRole]] = [(weights, "value")]
    source = Source("module", holder=layer.name)
    return Unknown(machine.node(Op.LAYER_WEIGHTS, place, inputs, source=source, opaque=True), "jax")


def _check_statistics(machine: Machine, layer: Layer, args: Arguments) -> None:
    """A BatchNorm that trains updates its averages, which apply() refuses unless it was told `mutable`."""
    fixed = machine.own(Applied).fixed[-1]
    if layer.name != "BatchNorm" or fixed is None:
        return
    averages = layer.options.get("use_running_average", layer.options.get("0"))
    if args.get(1, "use_running_average") == Const(False) or (
        args.get(1, "use_running_average") is None and averages == Const(False)
    ):
        machine.flow.misuses.append(fault(fixed, "statistics-fixed", "jax", certain=machine.certain))


def applied_weights(machine: Machine) -> Value | None:
    stack = machine.own(Applied).stack
    return stack[-1] if stack else None


_WIDTH_AT = {"Dense": ("0", "features"), "Linear": ("1", "out_features")}


def _shape(machine: Machine, thing: Layer, args: Arguments) -> Shape | None:
    """The shape behind a fully connected layer."""
    given = shape_of(machine, args.pos[0]) if args.pos else None
    keys = _WIDTH_AT.get(thing.name)
    if thing.name == "Dropout":
        return given
    if keys is None or not given:
        return None
    width = next((thing.options[key] for key in keys if key in thing.options), None)
    return (*given[:-1], width.value) if isinstance(width, Const) and isinstance(width.value, int) else None


@registry.function("equinox.apply_updates")
def apply_updates(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The same model with other numbers in it."""
    discarded.note_pure(machine, node, "eqx.apply_updates(...)")
    jax_weights.note_update(machine, args.get(0, "model"))
    return args.pos[0] if args.pos else machine.unknown(node, args.flows())


@registry.function("equinox.tree_at")
def tree_at(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A copy of a model in which one part is another."""
    discarded.note_pure(machine, node, "eqx.tree_at(...)")
    return machine.unknown(node, args.flows(), name)


@registry.function("equinox.partition")
def partition(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What is differentiated, and the rest."""
    if not args.pos:
        return machine.unknown(node, args.flows())
    kept = only_arrays(machine, args.pos[0], _inexact(args))
    return machine.alloc(Sequence("tuple", (kept, machine.data(node))))


def _inexact(args: Arguments) -> bool:
    """Whether integers are taken out as well: eqx.is_inexact_array"""
    asked = args.get(1, "filter_spec")
    return isinstance(asked, Lib) and "is_inexact_array" in asked.name


@registry.function("equinox.combine")
def combine(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    known = [each for each in args.pos if machine.load(each) is not None]
    gaps = any(_has_gaps(machine, each) for each in known)
    return known[0] if len(known) == 1 and not gaps else machine.unknown(node, args.flows(), name)


def _has_gaps(machine: Machine, tree: Value) -> bool:
    """Something else fills the places that hold None here."""
    thing = machine.load(tree)
    inside = thing.items if isinstance(thing, Sequence) else ()
    if isinstance(thing, Dictionary):
        inside = tuple(thing.items.values())
    return any(each == Const(None) or _has_gaps(machine, each) for each in inside or ())


@registry.function("equinox.filter")
def filtered_model(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos:
        return machine.unknown(node, args.flows())
    return only_arrays(machine, args.pos[0], _inexact(args))


ARRAYS_ONLY = "(arrays)"
"""The mark of a model from which everything but its arrays has been taken."""


def only_arrays(machine: Machine, value: Value, inexact: bool = False, depth: int = 4) -> Value:
    """The same tree with None wherever there is no array, or none with a gradient."""
    thing = machine.load(value)
    if isinstance(value, Const) or (inexact and isinstance(thing, Array) and thing.dtype in ("int", "bool")):
        return Const(None)
    if isinstance(thing, Sequence) and thing.items is not None and depth:
        items = tuple(only_arrays(machine, each, inexact, depth - 1) for each in thing.items)
        return machine.alloc(replace(thing, items=items))
    if isinstance(thing, Dictionary) and depth:
        kept = {key: only_arrays(machine, each, inexact, depth - 1) for key, each in thing.items.items()}
        return machine.alloc(replace(thing, items=kept))
    if isinstance(thing, Layer):
        return machine.alloc(replace(thing, options={**thing.options, ARRAYS_ONLY: Const(True)}))
    if isinstance(thing, Instance):
        return machine.alloc(replace(thing, attrs={**thing.attrs, ARRAYS_ONLY: Const(True)}))
    return value


@registry.function("equinox.nn.inference_mode", "equinox.tree_inference", "flax.nnx.clone")
def same_model(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return args.pos[0] if args.pos else machine.unknown(node, args.flows())


HOLDS_FUNCTION = frozenset({"MLP", "Lambda"})
"""Layers of Equinox that hold their activation beside their weights."""


def no_array(machine: Machine, value: Value) -> str | None:
    """What a model of Equinox holds that jax.grad cannot take."""
    thing = machine.load(value)
    marked = thing.options if isinstance(thing, Layer) else thing.attrs if isinstance(thing, Instance) else {}
    if ARRAYS_ONLY in marked:
        return None
    if isinstance(thing, Layer):
        library = machine.node_of(thing.params) if thing.params is not None else None
        eqx = library is not None and library.op.startswith("equinox.")
        return "its activation function" if eqx and thing.name in HOLDS_FUNCTION else None
    if isinstance(thing, Instance) and (thing.cls.library or "").startswith("equinox."):
        for name, each in thing.attrs.items():
            if isinstance(each, (Lib, Func)) and not is_static_field(machine, thing, name):
                return f"the function `{name}`"
            inner = no_array(machine, each)
            if inner is not None:
                return inner
    return None


# -- nnx ----------------------------------------------------------------------------------


@registry.methods("nnx_optimizer")
def optimizer_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    if name == "update":
        jax_weights.note_update(machine)
    if name == "update" and isinstance(receiver, Ref) and _only_inside(machine, receiver, node):
        machine.misuse(node, UpdateInsideTrace, "jax", "optimizer.update")
    return Const(None) if name == "update" else machine.unknown(node, args.flows(), name)


def _only_inside(machine: Machine, receiver: Ref, node: cst.CSTNode) -> bool:
    """Whether what is changed here came into a function that jax.jit compiles, and does not come out of it."""
    began = min((each.since for each in machine.context.traces), default=0)
    kinds = machine.own(Compilers).kinds
    if not kinds or kinds[-1] != "jax.jit" or receiver.id > began or not isinstance(node, cst.Call):
        return False
    func = machine.calls[-1] if machine.calls else None
    used = {each.value for each in walk(node) if isinstance(each, cst.Name)}
    body = walk(func, into_functions=False) if func is not None else ()
    returned = [each for each in body if isinstance(each, cst.Return)]
    kept = {each.value for one in returned for each in walk(one) if isinstance(each, cst.Name)}
    return not kept & (used - {"grads"})


class Compilers:
    """Which transformations compile what runs now."""

    NEVER_UNDONE: ClassVar = {"kinds": "set when something begins and set back when it ends, within one path"}

    def __init__(self, branches: Branches) -> None:
        self.kinds: list[str] = []
