"""`owner[index]`: the element of a container, the part of an array."""

from __future__ import annotations

from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.analysis.domain.expression_events import Indexed, Picked
from gradlint.analysis.domain.state import DATA
from gradlint.analysis.domain.values import (
    Array,
    Bound,
    Class,
    Const,
    Dictionary,
    Instance,
    Layer,
    Lib,
    Method,
    Object,
    Params,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.inheritance import contents
from gradlint.analysis.interpreter.iteration import named_fields
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace


def item(machine: Machine, owner: Value, index: Value, node: cst.CSTNode) -> Value:
    thing = machine.load(owner)
    if isinstance(thing, Array) and isinstance(owner, Ref):
        return _array_item(machine, owner, thing, index, node)
    if isinstance(thing, Sequence):
        if not _is_array_in_parts(machine, thing):
            machine.announce(Picked(thing.kind, index, node))
        return _sequence_item(machine, thing, index, node)
    if isinstance(thing, Layer) and thing.children:
        return _child(machine, thing, index, node)
    if isinstance(thing, Dictionary):
        return _entry(machine, owner, thing, index, node)
    if isinstance(thing, Params):
        one = machine.any_of(list(thing.arrays), node) or machine.unknown(node)
        several = isinstance(index, Const) and isinstance(index.value, slice)
        return machine.alloc(Sequence("list", None, one)) if several else one
    if isinstance(thing, Instance):
        return _own_item(machine, owner, index, node)
    if isinstance(thing, Object):
        return _named_part(machine, owner, index, node)
    if isinstance(owner, Unknown):
        if owner.node.op == DATA and owner.node.source is None:
            return owner
        if owner.node.source is not None and isinstance(index, Const) and plain_key(index.value):
            return machine.attribute_of(owner.node, f"[{index.value!r}]", node)
        made = machine.node("getitem", machine.place(node), ((owner, "value"), (index, "index")))
        return Unknown(made, owner.lang)
    if isinstance(owner, (Lib, Class, Bound)):
        return owner
    return machine.unknown(node, ((owner, "value"),))


def _is_array_in_parts(machine: Machine, thing: Sequence) -> bool:
    """A tuple of which nothing is known, which may be an array that is taken apart: the keys of random.split."""
    members = machine.members(thing)
    return thing.kind == "tuple" and all(
        isinstance(each, Unknown) and each.node.op == DATA for each in members
    )


def _entry(machine: Machine, owner: Value, thing: Dictionary, index: Value, node: cst.CSTNode) -> Value:
    """What a dictionary holds under a key; a key that nobody was seen to set was set by somebody else."""
    known = index.value if isinstance(index, Const) and plain_key(index.value) else None
    if known is not None and known in thing.items:
        return thing.items[known]
    if thing.factory is not None and thing.rest is None and isinstance(owner, Ref):
        made = machine.invoke_plain(thing.factory, node)
        if known is not None:
            machine.update(owner, replace(thing, items={**thing.items, known: made}))
            return made
        thing = replace(thing, rest=made)
        machine.update(owner, thing)
    held = [*thing.items.values(), *((thing.rest,) if thing.rest else ())]
    found = machine.chosen(held, node) or machine.some_of(held, node)
    return found if found is not None else machine.unknown(node)


def _named_part(machine: Machine, owner: Value, index: Value, node: cst.CSTNode) -> Value:
    """`outputs["loss"]`, `outputs[0]`: what a record calls by name or by its position."""
    from gradlint.analysis.interpreter.attributes import attribute

    key = index.value if isinstance(index, Const) else "?"
    found = attribute(machine, owner, key if isinstance(key, str) else f"[{key!r}]", node)
    return machine.unknown(node, ((owner, "value"),)) if isinstance(found, Bound) else found


def _own_item(machine: Machine, owner: Value, index: Value, node: cst.CSTNode) -> Value:
    """A field of a named tuple by its position, or what the object's own __getitem__ gives."""
    from gradlint.analysis.interpreter.attributes import attribute

    fields = named_fields(machine, owner)
    if fields is not None:
        return _sequence_item(machine, Sequence("tuple", tuple(fields)), index, node)
    if isinstance(attribute(machine, owner, "__getitem__", node), Method):
        return machine.invoke_method(owner, "__getitem__", (index,), node)
    held = contents(machine, owner)
    if held is not None:
        return item(machine, held, index, node)
    return machine.unknown(node, ((owner, "value"),))


def _child(machine: Machine, thing: Layer, index: Value, node: cst.CSTNode) -> Value:
    """`model[0]`, `self.heads["age"]`, `self.blocks[i]`, `model[:-1]`."""
    if isinstance(index, Const) and isinstance(index.value, int):
        if -len(thing.children) <= index.value < len(thing.children):
            return thing.children[index.value]
    if isinstance(index, Const) and index in thing.keys:
        return thing.children[thing.keys.index(index)]
    if isinstance(index, Const) and isinstance(index.value, slice):
        children = None if thing.loose else _cut(thing.children, index.value)
        return machine.alloc(thing if children is None else replace(thing, children=children))
    return machine.some_of(thing.children, node) or machine.unknown(node)


def _cut(values: tuple[Value, ...], where: slice) -> tuple[Value, ...] | None:
    """A part of what is held; None where the bounds are no whole numbers."""
    try:
        return values[where]
    except TypeError:
        return None


def plain_key(value: object) -> bool:
    return isinstance(value, (str, int, float, bool, type(None)))


def _sequence_item(machine: Machine, thing: Sequence, index: Value, node: cst.CSTNode) -> Value:
    if thing.items is not None and isinstance(index, Const):
        if isinstance(index.value, int) and -len(thing.items) <= index.value < len(thing.items):
            return thing.items[index.value]
        cut = _cut(thing.items, index.value) if isinstance(index.value, slice) else None
        if cut is not None:
            return machine.alloc(Sequence(thing.kind, cut, thing.rest))
    if isinstance(index, Const) and isinstance(index.value, (slice, type(Ellipsis))):
        return machine.alloc(Sequence(thing.kind, None, machine.any_of(machine.members(thing), node)))
    return machine.some_of(machine.members(thing), node) or machine.unknown(node)


def _array_item(machine: Machine, ref: Ref, array: Array, index: Value, node: cst.CSTNode) -> Value:
    machine.announce(Indexed(array, index, node))
    result = machine.compute(
        array.lang,
        "getitem",
        node,
        ((ref, "value"), (index, "index")),
        dtype=array.dtype,
        shape=_item_shape(machine, array.shape, index),
    )
    made = machine.node_of(result)
    if made is not None and (index == Const(None) or not isinstance(index, Const)):
        parts = _parts(machine, index)
        if parts and all(isinstance(part, Const) for part in parts):
            made.constants = (None, tuple(part.value for part in parts if isinstance(part, Const)))
    if array.lang == "torch" and _is_basic(machine, index):
        machine.make_view(result, ref, "view", _leaves_gaps(_parts(machine, index)))
    return result


def _parts(machine: Machine, index: Value) -> Seq[Value]:
    thing = machine.load(index)
    return thing.items or () if isinstance(thing, Sequence) and thing.kind == "tuple" else (index,)


def _is_basic(machine: Machine, index: Value) -> bool:
    """Integers, slices, None and ... give a view; masks and lists a copy."""
    for part in _parts(machine, index):
        array = machine.array(part)
        if not isinstance(part, Const) and (array is None or array.lang != "python"):
            return False
        if isinstance(part, Const) and isinstance(part.value, bool):
            return False
    return True


def _leaves_gaps(parts: Seq[Value]) -> bool:
    """`x[:, 1:]` and `x[::2]` skip memory in between; `x[2:5]` and `x[0]` are one piece."""
    whole = (Const(slice(None)), Const(...), Const(None))
    inner = [part for part in parts if part != Const(None)]
    while inner and not (isinstance(inner[0], Const) and isinstance(inner[0].value, (slice, type(...)))):
        inner = inner[1:]  # a single row
    if not inner:
        return False
    first = inner[0].value if isinstance(inner[0], Const) else None
    steps = isinstance(first, slice) and first.step not in (None, 1)
    return steps or any(part not in whole for part in inner[1:])


def _item_shape(machine: Machine, shape: Shape | None, index: Value) -> Shape | None:
    if shape is None:
        return None
    rest = list(shape)
    found: list[int | None] = []
    for part in _parts(machine, index):
        if not isinstance(part, Const):
            return None
        key = part.value
        if key is None:
            found.append(1)
            continue
        if not rest:
            return None
        if isinstance(key, slice):
            length = rest.pop(0)
            try:
                found.append(len(range(*key.indices(length))) if length is not None and length >= 0 else None)
            except TypeError:
                found.append(None)
        elif isinstance(key, int) and not isinstance(key, bool):
            rest.pop(0)
        else:
            return None
    return tuple(found + rest)
