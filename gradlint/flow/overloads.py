"""Operators on objects of the program: `__mul__` and its like say what `a * b` is."""

from __future__ import annotations

import libcst as cst

from gradlint.flow.attributes import class_attribute
from gradlint.flow.machine import Machine
from gradlint.flow.values import Func, Instance, Method, Unknown, Value

METHODS = {
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
}


def overloaded(machine: Machine, name: str, left: Value, right: Value, node: cst.CSTNode) -> Value | None:
    """The result of an operator where one side is an object of the program; None if neither is."""
    found = False
    for owner, other, side in ((left, right, ""), (right, left, "r")):
        thing = machine.load(owner)
        if isinstance(thing, Instance):
            found = True
            method = class_attribute(thing.cls, f"__{side}{METHODS.get(name, '')}__")
            if isinstance(method, Func):
                return machine.invoke_plain(Method(method, owner), node, other)
    if not found:
        return None
    return Unknown(machine.node(name, machine.place(node), ((left, "value"), (right, "value"))))


def negated(machine: Machine, value: Value, node: cst.CSTNode) -> Value | None:
    """`-x` for an object of the program; None if it is none."""
    thing = machine.load(value)
    if not isinstance(thing, Instance):
        return None
    method = class_attribute(thing.cls, "__neg__")
    if isinstance(method, Func):
        return machine.invoke_plain(Method(method, value), node)
    return Unknown(machine.node("neg", machine.place(node), ((value, "value"),)))
