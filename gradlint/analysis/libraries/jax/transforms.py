"""JAX: transformations are made, and jit, vmap and checkpoint are applied."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from gradlint.analysis.domain.graph import Recorder
from gradlint.analysis.domain.misuses import StaticArgument
from gradlint.analysis.domain.state import SCOPE
from gradlint.analysis.domain.values import (
    Const,
    Dictionary,
    Lib,
    Manager,
    Object,
    Partial,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import forget_shape
from gradlint.analysis.libraries.jax.gradients import DIFFERENTIATORS, OWN_RULE, check_callable
from gradlint.analysis.libraries.jax.layers import Compilers
from gradlint.analysis.libraries.jax.tracers import Tracing, argument_names, filtered, numbers_option
from gradlint.analysis.monitors import captured_globals, discarded
from gradlint.analysis.monitors.weights import replicas
from gradlint.knowledge.names.jax import PURE_TRACERS, TRACERS
from gradlint.knowledge.names.operations import Op

REWRITERS = ("pennylane.qjit", "catalyst.qjit")
"""Of Catalyst: branches, loops and item assignments of Python become operations, which it differentiates by itself."""


@registry.function(
    *DIFFERENTIATORS, *TRACERS, *OWN_RULE, *REWRITERS, "jax.closure_convert", "torch.func.vmap"
)
def transformation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func = args.get(0, "fun") or args.get(0, "func") or args.get(0, "f")
    if name in DIFFERENTIATORS:
        check_callable(machine, name, func, args, node)
    options = {key: value for key, value in args.kw.items() if key not in ("fun", "func", "f")}
    if func is None:
        return Partial(Lib(name), (), tuple(options.items()))
    if len(args.pos) > 1:
        options["axis_name" if name.endswith("pmap") else "argnums"] = args.pos[1]
    made = Transform(name, func, tuple(options.items()), machine.place(node))
    machine.module.pending.append(made)
    return made


@registry.function("jax.named_call")
def named(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Only gives what it does a name for the profiler: the function is called with what it is given."""
    func = args.get(0, "fun")
    return func if func is not None else Partial(Lib(name), (), tuple(args.kw.items()))


@registry.transforms(*OWN_RULE, *REWRITERS)
def own_rule(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """Differentiated by its own rule: the inside does not matter. One array or a tree of them comes back."""
    machine.applied(value)
    return Unknown(machine.node("custom", machine.place(node), args.flows(), opaque=True), "jax")


COMPILERS = frozenset({"jax.jit", "equinox.filter_jit", "flax.nnx.jit"})
"""Transformations under which whatever JAX computes is a tracer, made of an argument or not."""
MAPS = ("vmap", "pmap")
"""Transformations that take an axis away from what they are given."""


EAGER = f"{SCOPE}disable_jit"


@registry.function("jax.disable_jit")
def disable_jit(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`with jax.disable_jit():` runs what would be compiled as it is written."""
    if args.get(0, "disable") not in (None, Const(True)):
        return machine.unknown(node, args.flows(), name)
    return machine.alloc(Object(EAGER))


@registry.function("jax.ensure_compile_time_eval")
def compile_time(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What is computed inside, of what is no tracer, has its values while the rest is traced."""
    return machine.alloc(Manager("concrete", machine.place(node)))


@registry.function("jax.config.update")
def switch(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if args.pos == (Const("jax_disable_jit"), Const(True)):
        machine.around.scopes.append(Object(EAGER))
    return Const(None)


@registry.transforms(*TRACERS, "torch.func.vmap")
def trace_function(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """jit, vmap, checkpoint: every argument that is not static becomes an abstract tracer."""
    machine.applied(value)
    if value.kind in COMPILERS and any(each.name == EAGER for each in machine.around.scopes):
        return machine.invoke(value.func, args, node)
    recorder = Recorder(
        "jit",
        machine.place(node),
        since=machine.fresh(),
        by=value.kind,
        made=value.place,
        torch=value.kind.startswith("torch."),
    )
    if value.kind in COMPILERS:
        captured_globals.check(machine, value, args.all())
    names = argument_names(value.func)
    static, named, sure = _static(machine, value, names, node)
    context = machine.context.inside(recorder)
    tracing = Tracing(machine, recorder, node, filtered(value.kind, False))
    with machine.within(context):
        inner: list[Value] = []
        for position, given in enumerate(args.pos):
            name = names[position] if position < len(names) else ""
            if position in static or name in named:
                if sure:
                    _check_static(machine, given, name, node)
                inner.append(given)
            elif value.kind.endswith(MAPS):
                axis = _axis(machine, value, position, node)
                if axis != Const(None):
                    inner.append(tracing.of(_row(machine, axis, given, node), name))
                elif value.kind.endswith("vmap"):
                    inner.append(given)  # the same for every row: handed on as it is, whatever it is
                else:
                    inner.append(tracing.of(given, name))  # pmap compiles: whole, and a tracer all the same
            else:
                inner.append(tracing.of(given, name))
        kw: dict[str, Value] = {}
        for key, each in args.kw.items():
            if sure and key in named:
                _check_static(machine, each, key, node)
            kw[key] = each if key in named else tracing.of(each, key)
        machine.around.compiling.append(
            captured_globals.begin(machine, value) if value.kind in COMPILERS else 0
        )
        machine.own(Compilers).kinds.append(value.kind)
        try:
            result = machine.invoke(value.func, Arguments(tuple(inner), kw, args.open), node)
        finally:
            machine.around.compiling.pop()
            machine.own(Compilers).kinds.pop()
    if value.kind in PURE_TRACERS:
        discarded.note_step(machine, result, value, recorder.since, node)
    if _leaves_apart(value):
        replicas.check(machine, result, recorder.since, node)
    if value.kind.endswith(MAPS):
        return forget_shape(machine, result)
    return result


def _leaves_apart(value: Transform) -> bool:
    """A map over devices of which nobody sees to it that all of them go on with the same weights."""
    if value.kind.endswith("shard_map"):  # it looks whether they agree, unless it is told not to
        return Const(False) in (value.option("check_vma"), value.option("check_rep"))
    return value.kind.endswith("pmap") and value.option("axis_name") is not None


def _check_static(machine: Machine, given: Value, name: str, node: cst.CSTNode) -> None:
    """A static argument is hashed, which no tracer can be."""
    array = machine.array(given)
    if array is not None and array.lang == "jax" and not array.maybe:
        if machine.is_traced(array):
            machine.misuse(node, StaticArgument, "jax", name)


def _static(
    machine: Machine, value: Transform, names: list[str], node: cst.CSTNode
) -> tuple[list[int], set[object], bool]:
    """The arguments that stay Python values, by position and by name, and whether that is certain."""
    key = "static_broadcasted_argnums" if value.kind == "jax.pmap" else "static_argnums"
    static = numbers_option(machine, value, key, node)
    static_names = value.option("static_argnames")
    named: set[object] = {static_names.value} if isinstance(static_names, Const) else set()
    thing = machine.load(static_names)
    if isinstance(thing, Sequence):
        named = {each.value for each in machine.members(thing) if isinstance(each, Const)}
    unsure = static is None and value.option(key) is not None
    unsure = unsure or isinstance(static_names, Unknown)
    unsure = unsure or (isinstance(thing, Sequence) and thing.items is None)
    if unsure:
        static, named = list(range(len(names))), {*names}  # said where it cannot be read: it may be any
    # jit finds the names that belong to the positions, so that a keyword is static as well.
    named.update(names[position] for position in static or () if -len(names) <= position < len(names))
    return static or [], named, not unsure


def _axis(machine: Machine, value: Transform, position: int, node: cst.CSTNode) -> Value | None:
    """Along which axis an argument is mapped; None if nothing is said about it."""
    axes = value.option("in_axes") or value.option("argnums") or value.option("in_dims")
    if axes is not None and isinstance(machine.load(axes), Sequence):
        return item(machine, axes, Const(position), node)
    return axes


def _row(machine: Machine, axis: Value | None, given: Value, node: cst.CSTNode) -> Value:
    """One element of a batch, as a mapped function sees it."""
    array = machine.array(given)
    if array is None:
        return _rows(machine, axis, given, node)
    shape = array.shape[1:] if array.shape and axis in (None, Const(0)) else None
    return machine.compute("jax", Op.ROW, node, ((given, "value"),), dtype=array.dtype, shape=shape)


def _rows(machine: Machine, axis: Value | None, given: Value, node: cst.CSTNode) -> Value:
    """The same of a tree: one axis holds for all leaves, and where each has its own no shape is claimed."""
    thing = machine.load(given)
    if isinstance(thing, Sequence) and thing.items is not None:
        items = tuple(_row(machine, axis, each, node) for each in thing.items)
        return machine.alloc(replace(thing, items=items))
    if isinstance(thing, Dictionary):
        pairs = {key: _row(machine, axis, each, node) for key, each in thing.items.items()}
        return machine.alloc(replace(thing, items=pairs))
    return given
