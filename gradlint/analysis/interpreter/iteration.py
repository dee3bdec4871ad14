"""Iteration: the elements that a loop, an unpacking or a comprehension goes through."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.fields import field_names
from gradlint.analysis.domain.handed_out import is_collected
from gradlint.analysis.domain.state import DATA, OUTPUT
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Layer,
    Method,
    Object,
    Params,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.inheritance import contents
from gradlint.analysis.interpreter.machine import Machine

RANGE_LIMIT = 8


def starred(machine: Machine, value: Value, node: cst.CSTNode) -> tuple[list[Value], bool]:
    """`*values` in a call: of a list of unknown length one element stands for all, and as a number says nothing."""
    found, whole = elements_of(machine, value, node)
    blurred: list[Value] = [machine.number(node) if isinstance(each, Const) else each for each in found]
    return (list(found) if whole else blurred), whole


def elements_of(machine: Machine, value: Value, node: cst.CSTNode) -> tuple[list[Value], bool]:
    """The elements of a value, and whether they are all of them in order."""
    thing = machine.load(value)
    if isinstance(thing, Sequence):
        if thing.items is not None and thing.rest is None:
            return list(thing.items), True
        return machine.members(thing), False
    if isinstance(thing, Dictionary):
        keys: list[Value] = [Const(key) for key in thing.items]
        return (keys, True) if thing.rest is None else ([*keys, machine.data(node)], False)
    if isinstance(thing, Params):
        if (
            not thing.arrays and not thing.whole
        ):  # what is listed is not seen, and there may well be something
            return [machine.unknown(node, (), "item")], False
        return list(thing.arrays), True
    if isinstance(thing, Layer) and thing.children:
        named = thing.name in ("ModuleDict", "ParameterDict")
        return list(thing.keys if named and thing.keys else thing.children), not thing.loose
    if isinstance(thing, Array):
        return _rows(machine, value, thing, node)
    if isinstance(value, Const) and isinstance(value.value, str):
        return [Const(each) for each in value.value[:RANGE_LIMIT]], len(value.value) <= RANGE_LIMIT
    if isinstance(value, Const) and isinstance(value.value, range):
        return _range(machine, value.value, node)
    if isinstance(thing, Instance):
        return _iterated(machine, value, node)
    if isinstance(thing, Object) and thing.name.startswith(OUTPUT):
        return [machine.compute("torch", "part", node, ((value, "value"),), dtype="float")], False
    if isinstance(thing, Object) and thing.name.startswith("data:"):
        return [_batch(machine, thing, node) or machine.data(node)], False
    if isinstance(value, Unknown) and value.node.op == DATA and value.node.source is None:
        return [value], False
    if isinstance(value, Unknown) and is_collected(value.node):
        return [machine.unknown(node, (), "item")], False
    if isinstance(value, Unknown):
        made = machine.node("item", machine.place(node), ((value, "value"),))
        made.part = -1
        return [Unknown(made, value.lang)], False
    return [], False


def _iterated(machine: Machine, value: Value, node: cst.CSTNode) -> tuple[list[Value], bool]:
    """What an object of the program hands out by its own __iter__, or by the __next__ of what that returns."""
    from gradlint.analysis.interpreter.attributes import attribute

    fields = named_fields(machine, value)
    if fields is not None:
        return fields, True
    held = contents(machine, value)
    handed: Value = held if held is not None else value
    if isinstance(attribute(machine, value, "__iter__", node), Method):
        handed = machine.invoke_method(value, "__iter__", (), node)
    if not isinstance(machine.load(handed), Instance):
        return elements_of(machine, handed, node)
    if isinstance(attribute(machine, handed, "__next__", node), Method):
        return [machine.invoke_method(handed, "__next__", (), node)], False
    return [], False


def named_fields(machine: Machine, value: Value) -> list[Value] | None:
    """The fields of a named tuple in their order; None for anything else, or if one of them is not known."""
    thing = machine.load(value)
    if not isinstance(thing, Instance) or thing.cls.library != "typing.NamedTuple":
        return None
    found = [thing.attrs.get(name, thing.cls.names.get(name)) for name in field_names(thing.cls)]
    known = [each for each in found if each is not None]
    return known if known and len(known) == len(found) else None


def _batch(machine: Machine, loader: Object, node: cst.CSTNode) -> Value | None:
    """What a loader of a TensorDataset hands out: a piece of each tensor, as many rows as it likes."""
    dataset = machine.load(loader.args[0]) if loader.args and loader.name.endswith(".DataLoader") else None
    if not isinstance(dataset, Object) or not dataset.name.endswith(".TensorDataset"):
        return None
    pieces: list[Value] = []
    for value in dataset.args:
        array = machine.array(value)
        if array is None:
            return None
        shape = (None, *array.shape[1:]) if array.shape else None
        pieces.append(machine.compute("torch", DATA, node, (), dtype=array.dtype, shape=shape))
    return machine.alloc(Sequence("tuple", tuple(pieces)))


def _range(machine: Machine, numbers: range, node: cst.CSTNode) -> tuple[list[Value], bool]:
    if len(numbers) <= 3:
        return [Const(each) for each in numbers], True
    return [machine.number(node)], False


def first_number(iterated: Value, node: cst.For) -> list[Value]:
    """The number of the first pass, where a plain `if step:` sets that pass apart from all others."""
    numbers = iterated.value if isinstance(iterated, Const) else None
    if not isinstance(numbers, range) or not numbers or not isinstance(node.target, cst.Name):
        return []
    apart = any(isinstance(each, cst.If) and _asks(each.test, node.target.value) for each in node.body.body)
    return [Const(numbers[0])] if apart else []


def _asks(test: cst.BaseExpression, name: str) -> bool:
    asked = test.expression if isinstance(test, cst.UnaryOperation) else test
    return isinstance(asked, cst.Name) and asked.value == name


def _rows(machine: Machine, value: Value, array: Array, node: cst.CSTNode) -> tuple[list[Value], bool]:
    """Iterating over a tensor gives views of it (torch: one multi-view operation, unbind)."""
    shape = array.shape[1:] if array.shape else None
    rows = array.shape[0] if array.shape else None
    count = rows if rows is not None and rows <= 4 else 1
    found: list[Value] = []
    for _ in range(count):
        made = machine.compute(
            array.lang, "unbind", node, ((value, "value"),), dtype=array.dtype, shape=shape
        )
        if array.lang == "torch" and isinstance(value, Ref):
            machine.make_view(made, value, "multi")
        machine.number_part(made, len(found) if rows == count else -1)
        found.append(made)
    return found, rows == count


def generated(
    machine: Machine, func: cst.FunctionDef | cst.Lambda, yields: list[tuple[cst.Yield, Value]]
) -> Value:
    """What a generator hands out: all of it in order, if each `yield` is a statement that is reached once."""
    plain = set(_plain_yields(func.body))
    whole = all(node in plain for node, _ in yields) and len({node for node, _ in yields}) == len(yields)
    items: list[Value] = []
    for node, value in yields:
        inner, known = [value], True
        if isinstance(node.value, cst.From):
            inner, known = elements_of(machine, value, node)
        items.extend(inner if inner or known else [machine.unknown(node, ((value, "value"),), "item")])
        whole = whole and known
    if whole:
        return machine.alloc(Sequence("list", tuple(items)))
    return machine.alloc(Sequence("list", None, machine.any_of(items, func)))


def _plain_yields(body: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The yields that stand as statements of their own where neither a branch nor a loop is around them."""
    for statement in body.body if isinstance(body, cst.IndentedBlock) else ():
        if isinstance(statement, cst.With):
            yield from _plain_yields(statement.body)
        elif isinstance(statement, cst.SimpleStatementLine):
            yield from (each.value for each in statement.body if isinstance(each, cst.Expr))
