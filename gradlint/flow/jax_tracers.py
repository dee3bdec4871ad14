"""How the functions that JAX traces see their arguments: the same structure, followed by a recorder."""

from __future__ import annotations

import libcst as cst

from gradlint.flow.arithmetic import dtype_of, shape_of
from gradlint.flow.graph import Recorder, Source
from gradlint.flow.machine import Machine
from gradlint.flow.shape_rules import numbers
from gradlint.flow.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Partial,
    Ref,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.records import replace


def tracer(
    machine: Machine,
    value: Value,
    recorder: Recorder,
    node: cst.CSTNode,
    name: str = "",
    made_of: dict[Value, Ref] | None = None,
) -> Value:
    """An argument as the traced function sees it: the same structure, followed by the recorder."""
    made_of = {} if made_of is None else made_of
    thing = machine.load(value)
    if isinstance(thing, Sequence):
        items = (
            None
            if thing.items is None
            else tuple(tracer(machine, e, recorder, node, name, made_of) for e in thing.items)
        )
        rest = None if thing.rest is None else tracer(machine, thing.rest, recorder, node, name, made_of)
        return machine.alloc(Sequence(thing.kind, items, rest))
    if isinstance(thing, Dictionary):
        pairs = {
            key: tracer(machine, each, recorder, node, name, made_of) for key, each in thing.items.items()
        }
        rest = None if thing.rest is None else tracer(machine, thing.rest, recorder, node, name, made_of)
        return machine.alloc(Dictionary(pairs, rest))
    if isinstance(thing, Instance):
        if value not in made_of:
            made_of[value] = machine.alloc(replace(thing, attrs={}))
            attrs = {
                key: tracer(machine, each, recorder, node, key, made_of) for key, each in thing.attrs.items()
            }
            machine.update(made_of[value], replace(thing, attrs=attrs))
        return made_of[value]
    lang = "torch" if recorder.torch else "jax"
    if isinstance(thing, Array) or isinstance(value, Const):
        if isinstance(value, Const) and not isinstance(value.value, (int, float)):
            return value
        outer = machine.tracked_now(thing) if isinstance(thing, Array) else frozenset()
        made = machine.source(
            lang,  # type: ignore[arg-type]
            "argument",
            node,
            op="argument",
            inputs=((value, "value"),),
            tracked=frozenset({recorder}) | outer,
            seen_by=thing.seen_by if isinstance(thing, Array) else frozenset(),
            dtype=dtype_of(machine, value),
            shape=shape_of(machine, value),
            leaf=False,
        )
        array = machine.array(made)
        if array is not None and array.node.source is not None:
            array.node.source.name = name
            array.node.constants = ("python" if isinstance(value, Const) else _origin(machine, value),)
        return made
    if isinstance(value, Unknown):
        inner = machine.node(
            "argument", machine.place(node), ((value, "value"),), source=Source("argument", name)
        )
        return Unknown(inner, lang)  # type: ignore[arg-type]
    return value


def _origin(machine: Machine, value: Value) -> str:
    """What a tracer was before it was one."""
    array = machine.array(value)
    if array is None:
        return ""
    inner = array.node.constants[0] if array.node.op == "argument" and array.node.constants else None
    return inner if isinstance(inner, str) else array.lang


def argument_names(func: Value) -> list[str]:
    while isinstance(func, (Transform, Partial)):
        func = func.func
    node = getattr(func, "node", None) or getattr(getattr(func, "func", None), "node", None)
    if not isinstance(node, (cst.FunctionDef, cst.Lambda)):
        return []
    names = [each.name.value for each in (*node.params.posonly_params, *node.params.params)]
    return names[1:] if names[:1] == ["self"] else names


def numbers_option(machine: Machine, value: Transform, key: str, node: cst.CSTNode) -> list[int] | None:
    return numbers(machine, value.option(key), node)
