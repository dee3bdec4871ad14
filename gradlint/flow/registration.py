"""Modules and what they own: parameters that are registered, kept in a list, made too late or replaced."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.flow.facts import Misuse
from gradlint.flow.graph import TORCH
from gradlint.flow.machine import Machine
from gradlint.flow.values import Array, Const, Dictionary, Instance, Lang, Layer, Ref, Sequence, Value
from gradlint.records import replace


def check(machine: Machine, ref: Value) -> None:
    """After __init__: is everything with parameters where the library looks for it?"""
    thing = machine.load(ref)
    if not isinstance(thing, Instance) or not isinstance(ref, Ref):
        return
    base = thing.cls.library or ""
    if base.startswith(("torch.nn.", "lightning.")):
        _check_torch(machine, ref, thing)
    elif base.startswith("keras."):
        _check_keras(machine, ref, thing)


def _check_torch(machine: Machine, ref: Ref, thing: Instance) -> None:
    owned = {owner.id for value in thing.attrs.values() for owner in _registered(machine, value)}
    for name, value in thing.attrs.items():
        place = machine.attribute_places.get((ref.id, name))
        held = machine.load(value)
        if place is None:
            continue
        if isinstance(held, (Sequence, Dictionary)):
            inside = [each for each in _trainable_inside(machine, held) if each.id not in owned]
            if inside and not _is_hidden(place.node, inside[0], ref):
                kind = "params-in-list" if machine.array(inside[0]) is not None else "modules-in-list"
                machine.flow.misuses.append(Misuse(place, kind, "torch", name))
        elif isinstance(held, Array) and held.lang == "torch" and not held.parameter:
            if TORCH in held.tracked and not held.maybe and (held.leaf or _of_parameter(held)):
                machine.unregistered.append((value, Misuse(place, "unregistered", "torch", name)))


def _is_hidden(statement: cst.CSTNode, module: Ref, owner: Ref) -> bool:
    """`self.teacher = [teacher]`: how a module holds one that it was given and does not want to own."""
    value = statement.value if isinstance(statement, cst.Assign) else None
    return isinstance(value, (cst.List, cst.Tuple)) and len(value.elements) == 1 and module.id < owner.id


def _of_parameter(array: Array) -> bool:
    """nn.Parameter(...) * 0.1 is a tensor, not a Parameter."""
    return any(
        edge.node.source is not None and edge.node.source.kind == "parameter" and not edge.node.source.name
        for edge in array.node.edges
    )


def _registered(machine: Machine, value: Value) -> Iterator[Ref]:
    """What an attribute registers: itself, and the children of a container module."""
    thing = machine.load(value)
    owned = isinstance(thing, (Layer, Instance)) or (isinstance(thing, Array) and thing.parameter)
    if owned and isinstance(value, Ref):
        yield value
    if isinstance(thing, Layer):
        for child in thing.children:
            yield from _registered(machine, child)


def _trainable_inside(machine: Machine, held: Sequence | Dictionary) -> Iterator[Ref]:
    inside = machine.members(held) if isinstance(held, Sequence) else list(held.items.values())
    if isinstance(held, Dictionary) and held.rest is not None:
        inside.append(held.rest)
    for value in inside:
        thing = machine.load(value)
        if not isinstance(value, Ref):
            continue
        if isinstance(thing, (Array, Layer)):
            if thing.lang == "torch" and machine.parameters_of(value):
                yield value
        elif isinstance(thing, Instance) and (thing.cls.library or "").startswith("torch.nn."):
            if machine.parameters_of(value):
                yield value
        elif isinstance(thing, (Sequence, Dictionary)):
            yield from _trainable_inside(machine, thing)


def _check_keras(machine: Machine, ref: Ref, thing: Instance) -> None:
    """Keras 3 does not track a tf.Variable that is set as an attribute."""
    for name, value in thing.attrs.items():
        array = machine.array(value)
        place = machine.attribute_places.get((ref.id, name))
        if array is not None and array.node.op == "tf.Variable" and array.trainable and place is not None:
            if array.dtype not in ("int", "bool"):
                machine.untracked.append((array.node, Misuse(place, "untracked", "tensorflow", name)))


def note_unregistered(machine: Machine) -> None:
    """A bare tensor of a module is missed, unless an optimizer is given it by name."""
    listed = {ref for params in machine.optimizers.values() for ref in params}
    missed: dict[cst.CSTNode, Misuse] = {}
    excused: set[cst.CSTNode] = set()
    for value, misuse in machine.unregistered:
        if value in listed:
            excused.add(misuse.place.node)  # so it is meant, whichever instance of the module this is
        else:
            missed.setdefault(misuse.place.node, misuse)
    machine.flow.misuses.extend(misuse for node, misuse in missed.items() if node not in excused)


def note_untracked(machine: Machine) -> None:
    """What Keras does not track is missed, unless the program names it itself or only keeps its state in it."""
    if not machine.untracked:
        return
    groups = [group for sink in machine.flow.sinks for group in sink.asked or ()]
    named = {group[0] for group in groups if len(group) == 1} | machine.assigned
    for thing in machine.heap.values():
        for value in thing.attrs.values() if isinstance(thing, Instance) else ():
            listed = machine.load(value)
            if isinstance(listed, Sequence):  # self.all_variables = [self.weight, *others]
                arrays = map(machine.array, machine.members(listed))
                named.update(array.node for array in arrays if array is not None and array.variable)
    machine.flow.misuses.extend(misuse for node, misuse in machine.untracked if node not in named)


# -- made too late ------------------------------------------------------------------------


def note_new(machine: Machine, ref: Ref, lang: Lang, what: str, node: cst.CSTNode) -> None:
    """A layer with weights is made; in forward() it is a new one at each call."""
    if machine.forwards:
        machine.late[ref.id] = Misuse(machine.place(node), "layer-in-forward", lang, what)


def note_variable(machine: Machine, ref: Ref, node: cst.CSTNode) -> None:
    """A variable made inside a tf.function would be made again at each call."""
    if machine.context.graph_mode and not machine.context.imagined:
        machine.late[ref.id] = Misuse(machine.place(node), "variable-in-function", "tensorflow")


def kept(machine: Machine, value: Value, depth: int = 3) -> None:
    """Stored on an object: made once, on purpose, and so is what it is put together from."""
    if not isinstance(value, Ref) or not machine.late:
        return
    machine.late.pop(value.id, None)
    thing = machine.load(value)
    inside: list[Value] = []
    if isinstance(thing, Layer):
        inside = list(thing.children)
    elif isinstance(thing, Sequence):
        inside = machine.members(thing)
    elif isinstance(thing, Dictionary):
        inside = list(thing.items.values())
    elif isinstance(thing, Instance):
        inside = list(thing.attrs.values())
    for each in inside if depth else ():
        kept(machine, each, depth - 1)


def add_child(machine: Machine, owner: Ref, thing: Layer, name: str, value: Value, node: cst.CSTNode) -> None:
    """`layer.name = module`: from now on the layer owns it, and a Sequential also calls it."""
    # An unnamed child of a Sequential is called by its number.
    keys = thing.keys or tuple(Const(str(number)) for number in range(len(thing.children)))
    children = dict(zip(keys, thing.children, strict=False))
    key = Const(name)
    note_replaced(machine, children.get(key), value, node)
    kept(machine, value)
    children[key] = value
    machine.update(owner, replace(thing, children=tuple(children.values()), keys=tuple(children)))


# -- replaced after the optimizer has been made --------------------------------------------


def note_replaced(machine: Machine, old: Value | None, new: Value, node: cst.CSTNode) -> None:
    """A submodule is replaced whose weights an optimizer already holds."""
    if machine.context.imagined:
        return  # when its callers make the optimizer is not known
    before = set(machine.parameters_of(old)) if old is not None else set()
    after = set(machine.parameters_of(new))
    if before and after and not after & before:
        for optimizer, params in machine.optimizers.items():
            if before & params and not after & params:
                # The method that replaces it is right; that it is called after the optimizer was made is not.
                place = machine.place(node).seen_from(machine.optimizer_places[optimizer])
                machine.replaced.append((optimizer, frozenset(after), place))


def note_optimizer(machine: Machine, ref: Ref, params: set[Ref], node: cst.CSTNode) -> None:
    machine.optimizers[ref.id] = params
    machine.optimizer_places.setdefault(ref.id, machine.place(node))
    machine.replaced = [each for each in machine.replaced if not each[1] & params]


def note_step(machine: Machine, ref: Value) -> None:
    if not isinstance(ref, Ref):
        return
    for optimizer, _, place in machine.replaced:
        if optimizer == ref.id:
            machine.flow.misuses.append(Misuse(place, "stale-parameters", "torch"))
