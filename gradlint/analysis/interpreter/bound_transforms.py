"""A decorated method of one instance: a transformation that was told about `self` and is called without it."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Func, Method, Sequence, Transform, Value
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import numbers
from gradlint.core.records import replace

COUNTED = frozenset({"argnums", "static_argnums", "static_broadcasted_argnums", "donate_argnums"})
"""Options that name arguments by their position, with `self` as number 0 where a method is decorated."""

LISTED = frozenset({"in_axes", "in_dims"})
"""Options that say something of each argument, of `self` first."""


GIVEN_SELF = "given_self"
"""Marks a compiled method that takes its instance as a tree: its attributes are seen anew at each call."""


def bound_transform(
    machine: Machine, found: Transform, func: Func, owner: Value, node: cst.CSTNode
) -> Transform:
    """`@partial(jax.jit, static_argnums=0)` above a method, seen from `instance.method`."""
    options = tuple(
        (key, _without_self(machine, value, node) if key in COUNTED else _rest(machine, key, value))
        for key, value in found.options
    )
    if not found.kind.startswith("tf.") and not _holds_self(machine, found, node):
        options = (*options, (GIVEN_SELF, Const(True)))
    return Transform(found.kind, Method(func, owner), options, found.place)


def _holds_self(machine: Machine, found: Transform, node: cst.CSTNode) -> bool:
    """Whether the instance is, or may be, one of the arguments that are static: a constant of what is compiled."""
    static = [(key, value) for key, value in found.options if key.startswith("static_")]
    listed = [numbers(machine, value, node) for key, value in static if key == "static_argnums"]
    return len(listed) < len(static) or any(
        positions is None or min(positions, default=1) <= 0 for positions in listed
    )


def _without_self(machine: Machine, value: Value, node: cst.CSTNode) -> Value:
    positions = numbers(machine, value, node)
    if positions is None or any(position < 0 for position in positions):
        return value
    if isinstance(value, Const) and positions != [0]:
        return Const(positions[0] - 1)
    return machine.alloc(Sequence("tuple", tuple(Const(each - 1) for each in positions if each)))


def _rest(machine: Machine, key: str, value: Value) -> Value:
    thing = machine.load(value) if key in LISTED else None
    if not isinstance(thing, Sequence) or not thing.items:
        return value
    return machine.alloc(replace(thing, items=thing.items[1:]))
