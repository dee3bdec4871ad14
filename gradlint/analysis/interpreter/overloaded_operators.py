"""Operators on what is no number: dictionaries that are merged, objects that bring their own arithmetic."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Dictionary, Instance, Layer, Method, Object, Ref, Unknown, Value
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace

SPECIAL = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "div": "truediv",
    "floor_divide": "floordiv",
    "remainder": "mod",
    "pow": "pow",
    "matmul": "matmul",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
    "bitwise_left_shift": "lshift",
    "bitwise_right_shift": "rshift",
    "neg": "neg",
}


def overloaded(machine: Machine, name: str, left: Value, right: Value, node: cst.CSTNode) -> Value | None:
    """What an operator gives if not numbers decide on it; None if they do."""
    one, two = machine.load(left), machine.load(right)
    if isinstance(one, Dictionary) and isinstance(two, Dictionary):
        return machine.alloc(merged(machine, one, two, node))
    if isinstance(one, Instance):
        found = _invoked(machine, left, f"__{SPECIAL[name]}__", (right,), node)
        if found is not None:
            return found
    if isinstance(two, Instance):
        found = _invoked(machine, right, f"__r{SPECIAL[name]}__", (left,), node)
        if found is not None:
            return found
    if isinstance(one, Instance) or isinstance(two, Instance):
        return Unknown(machine.node(name, machine.place(node), ((left, "value"), (right, "value"))))
    return None


def changed(machine: Machine, name: str, old: Value, value: Value, node: cst.CSTNode) -> Value | None:
    """What `old += value` binds if the old value changes itself; None if it is an ordinary operator."""
    one, two = machine.load(old), machine.load(value)
    if isinstance(one, Dictionary) and isinstance(two, Dictionary) and isinstance(old, Ref):
        machine.update(old, merged(machine, one, two, node))
        return old
    return (
        _invoked(machine, old, f"__i{SPECIAL[name]}__", (value,), node) if isinstance(one, Instance) else None
    )


def negated(machine: Machine, value: Value, node: cst.CSTNode) -> Value | None:
    """`-value` of an object."""
    if not is_object(machine, value):
        return None
    return _invoked(machine, value, "__neg__", (), node) or machine.unknown(node, ((value, "value"),))


def is_object(machine: Machine, value: Value) -> bool:
    """Something that Python can compute with only by methods of its own."""
    return isinstance(machine.load(value), (Instance, Layer, Object, Dictionary))


def merged(machine: Machine, one: Dictionary, two: Dictionary, node: cst.CSTNode) -> Dictionary:
    """One dictionary with the entries of both, the second winning."""
    rest = one.rest
    if two.rest is not None:
        rest = two.rest if rest is None else machine.join(rest, two.rest, node)
    return replace(one, items={**one.items, **two.items}, rest=rest)


def _invoked(
    machine: Machine, owner: Value, name: str, args: tuple[Value, ...], node: cst.CSTNode
) -> Value | None:
    if not isinstance(attribute(machine, owner, name, node), Method):
        return None
    return machine.invoke_method(owner, name, args, node)
