"""Python's operators as functions, and folding with them: operator.add, functools.reduce."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import binary
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine

NAMES = {
    "operator.add": "add",
    "operator.sub": "sub",
    "operator.mul": "mul",
    "operator.truediv": "div",
    "operator.floordiv": "floor_divide",
    "operator.mod": "remainder",
    "operator.pow": "pow",
    "operator.matmul": "matmul",
}


@registry.function(*NAMES)
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) != 2:
        return machine.unknown(node, args.flows())
    return binary(machine, NAMES[name], args.pos[0], args.pos[1], node)


@registry.function("operator.getitem")
def get_item(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) != 2:
        return machine.unknown(node, args.flows())
    return item(machine, args.pos[0], args.pos[1], node)


@registry.function("functools.reduce")
def reduce(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Of a sequence whose length is not known, two steps stand for all."""
    if len(args.pos) < 2:
        return machine.unknown(node, args.flows())
    elements, whole = elements_of(machine, args.pos[1], node)
    rest = list(args.pos[2:3]) + (elements if whole or not elements else [elements[0], *elements])
    if not rest:
        return machine.unknown(node, args.flows())
    result = rest[0]
    for each in rest[1:]:
        result = machine.invoke(args.pos[0], Arguments((result, each)), node)
    return result
