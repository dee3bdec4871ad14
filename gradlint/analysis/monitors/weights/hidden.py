"""Weights where their module does not find them: in plain containers, and in what branches have made unclear."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import TORCH, Node, Place
from gradlint.analysis.domain.misuses import ModulesInContainer, ParametersInContainer
from gradlint.analysis.domain.values import (
    Array,
    Class,
    Dictionary,
    Func,
    HeapObject,
    Instance,
    Layer,
    Ref,
    Sequence,
    Unknown,
    Value,
    as_written,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import elements, walk
from gradlint.knowledge.names.operations import Op


def may_hide(held: HeapObject | None) -> bool:
    """Whether something with a gradient may lie here that its module does not find."""
    return isinstance(held, (Sequence, Dictionary)) or (isinstance(held, Array) and not held.parameter)


def weights_in(machine: Machine, value: Value) -> set[Node]:
    """The sources in a module, and in any that it may stand for."""
    array = machine.array(value)
    weights = [value] if array is not None and is_loose_leaf(array) else machine.parameters_of(value)
    return {node for weight in weights for node in sources_of(machine, weight)}


def in_container(
    machine: Machine, first: Ref, place: Place, name: str
) -> ParametersInContainer | ModulesInContainer:
    """What a module keeps in a plain list or dictionary, by the first of it."""
    array = machine.array(first)
    if array is None:
        return ModulesInContainer(place, "torch", name)
    kept = "tensors" if is_loose_leaf(array) else "nn.Parameters"
    return ParametersInContainer(place, "torch", name, kept=kept)


def is_hidden(statement: cst.CSTNode, module: Ref, owner: Ref) -> bool:
    """`self.teacher = [teacher]`: how a module holds one that it was given and does not want to own."""
    value = statement.value if isinstance(statement, cst.Assign) else None
    one = isinstance(value, (cst.List, cst.Tuple, cst.Dict)) and len(value.elements) == 1
    return one and module.id < owner.id


def of_parameter(array: Array, module: Node) -> bool:
    """nn.Parameter(...) * 0.1 is a tensor, not a Parameter; one that the module is given belongs to somebody else."""
    made = [edge.node for edge in array.node.edges if edge.node.id > module.id]
    return any(
        each.source is not None and each.source.kind == "parameter" and not each.source.name for each in made
    )


def is_itself(node: Node) -> bool:
    """nn.Parameter(...).cpu(): it is there already, and comes back as it is."""
    return node.op in (Op.CPU, Op.FLOAT, Op.CONTIGUOUS) or (node.op == Op.TO and "cpu" in node.constants)


def registered(machine: Machine, value: Value) -> Iterator[Ref]:
    """What an attribute registers: itself, and the children of a container module."""
    thing = machine.load(value)
    owned = isinstance(thing, (Layer, Instance)) or (isinstance(thing, Array) and thing.parameter)
    if owned and isinstance(value, Ref):
        yield value
    if isinstance(thing, Layer):
        for child in thing.children:
            yield from registered(machine, child)


def owned_by_each(machine: Machine) -> Iterator[set[Node]]:
    """What each module finds among its parameters."""
    for number, thing in list(machine.heap.items()):
        if isinstance(thing, Instance) and (thing.cls.library or "").startswith("torch.nn."):
            weights = machine.parameters_of(Ref(number), True)
            yield {node for weight in weights for node in sources_of(machine, weight)}


def trainable_inside(machine: Machine, held: Sequence | Dictionary) -> Iterator[Ref]:
    inside = machine.members(held) if isinstance(held, Sequence) else list(held.items.values())
    if isinstance(held, Dictionary) and held.rest is not None:
        inside.append(held.rest)
    for value in inside:
        thing = machine.load(value)
        if not isinstance(value, Ref):
            continue
        if isinstance(thing, (Array, Layer)):
            loose = isinstance(thing, Array) and is_loose_leaf(thing)
            if thing.lang == "torch" and (loose or _learns(machine, value)):
                yield value
        elif isinstance(thing, Instance) and (thing.cls.library or "").startswith("torch.nn."):
            if _learns(machine, value):
                yield value
        elif isinstance(thing, (Sequence, Dictionary)):
            yield from trainable_inside(machine, thing)


def is_loose_leaf(thing: Array) -> bool:
    """A tensor that requires a gradient and that no module lists."""
    return thing.leaf and not thing.maybe and not thing.parameter and TORCH in thing.tracked


def _learns(machine: Machine, value: Value) -> bool:
    """It owns a weight that is not frozen: nobody misses the others."""
    weights = (machine.array(each) for each in machine.parameters_of(value))
    return any(each is not None and TORCH in each.tracked for each in weights)


def candidates(node: Node) -> Iterator[Node]:
    """The sources that a parameter may be: where several meet, all of them, and the meeting itself."""
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        yield here
        if here.op == Op.EITHER:
            earlier = [edge.node for edge in reversed(here.edges) if edge.node.id < here.id]
            stack.extend(each for each in earlier if each not in seen)
            seen.update(earlier)


def sources_of(machine: Machine, value: Value) -> Iterator[Node]:
    """The sources that an array may be: where several meet, all of them."""
    array = machine.array(value)
    start = value.node if isinstance(value, Unknown) else None if array is None else array.node
    if start is not None:
        yield from (each for each in candidates(start) if each.op != Op.EITHER)


def unclear(machine: Machine, owner: Ref) -> Iterator[Node]:
    """What a registered child may be, where only a branch tells: a module put into a Sequential with others."""
    thing = machine.load(owner)
    inside = list(thing.attrs.values()) if isinstance(thing, Instance) else []
    for value in inside:
        held = machine.load(value)
        for child in held.children if isinstance(held, Layer) else (value,):
            if isinstance(child, Unknown):
                yield from sources_of(machine, child)


_RUNS = frozenset({"forward", "__call__"})
_LISTING = frozenset({"list", "tuple", "iter", "sum", "chain", "filter"})


def is_handed_out(machine: Machine, thing: Instance, name: str, value: Value) -> bool:
    """Whether a method returns the attribute, or a list that is another attribute and holds the same."""
    lists = {other: machine.load(held) for other, held in thing.attrs.items() if other != name}
    holding = [
        other
        for other, held in lists.items()
        if isinstance(held, Sequence) and value in machine.members(held)
    ]
    return any(gives_out(thing.cls, each) for each in (name, *holding))


def gives_out(cls: Class, name: str) -> bool:
    """Whether a method returns what `self.name` holds: whoever calls it may train these weights himself."""
    for method, value in cls.names.items():
        if not isinstance(value, Func) or method in _RUNS:
            continue
        for each in walk(as_written(value).node):
            given = each.value if isinstance(each, (cst.Return, cst.Yield)) else None
            given = given.item if isinstance(given, cst.From) else given
            if given is not None and _holds(given, name):
                return True
    return any(gives_out(base, name) for base in cls.bases if isinstance(base, Class))


def _holds(value: cst.BaseExpression, name: str) -> bool:
    if isinstance(value, cst.Attribute):
        owner = value.value
        return value.attr.value == name and isinstance(owner, cst.Name) and owner.value == "self"
    if isinstance(value, cst.Subscript):
        return _holds(value.value, name)
    if isinstance(value, cst.BinaryOperation):
        return _holds(value.left, name) or _holds(value.right, name)
    if isinstance(value, (cst.ListComp, cst.GeneratorExp)):
        return isinstance(value.elt, cst.Name) and _holds(value.for_in.iter, name)
    if isinstance(value, cst.Call):
        called = value.func.attr if isinstance(value.func, cst.Attribute) else value.func
        listed = isinstance(called, cst.Name) and called.value in _LISTING
        return listed and any(_holds(arg.value, name) for arg in value.args)
    return any(_holds(each, name) for each in elements(value) or ())
