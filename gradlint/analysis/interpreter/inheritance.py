"""What instances of the program's classes inherit: the items of a container, and what a library's class was given.

An instance of a subclass of dict or list keeps its items in a container of its own, under a name that no program can
write: registries, configurations with attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gradlint.analysis.domain.values import (
    Class,
    Const,
    Dictionary,
    Instance,
    Object,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.calls import Arguments

ITEMS = "(items)"
DICTIONARIES = frozenset(
    {"builtins.dict", "collections.OrderedDict", "collections.UserDict", "collections.defaultdict"}
)
LISTS = frozenset({"builtins.list", "collections.UserList", "collections.deque"})
METHODS = frozenset(dir(dict)) | frozenset(dir(list))


def equip(machine: Machine, ref: Ref, cls: Class) -> None:
    """Give a new instance of a subclass of dict or list its items, none so far."""
    thing = machine.load(ref)
    if not isinstance(thing, Instance) or cls.library is None:
        return
    if cls.library in DICTIONARIES:
        held = machine.alloc(Dictionary({}))
    elif cls.library in LISTS:
        held = machine.alloc(Sequence("list", ()))
    else:
        return
    machine.update(ref, replace(thing, attrs={**thing.attrs, ITEMS: held}))


def contents(machine: Machine, value: Value) -> Ref | None:
    """The container that an instance is."""
    thing = machine.load(value)
    held = thing.attrs.get(ITEMS) if isinstance(thing, Instance) else None
    return held if isinstance(held, Ref) else None


def entry_as_attribute(machine: Machine, value: Value, name: str) -> Value | None:
    """`config.lr` of a dictionary that shows its entries as attributes."""
    held = contents(machine, value)
    entries = machine.load(held) if held is not None else None
    return entries.items.get(name) if isinstance(entries, Dictionary) else None


def fill(
    machine: Machine, ref: Ref, given: tuple[Value, ...], named: dict[str, Value], at: cst.CSTNode
) -> None:
    """`Config({"lr": 0.1}, seed=1)` of a class without an `__init__` of its own."""
    held = contents(machine, ref)
    if held is None:
        return
    thing = machine.load(held)
    first = machine.load(given[0]) if given else None
    if isinstance(thing, Dictionary):
        items: dict[object, Value] = {key: value for key, value in named.items()}
        rest = thing.rest
        if isinstance(first, Dictionary):
            items, rest = {**first.items, **items}, first.rest
        elif given and given[0] != Const(None):
            rest = machine.unknown(at)
        machine.update(held, replace(thing, items={**thing.items, **items}, rest=rest))
    elif isinstance(first, Sequence):
        machine.update(held, replace(first, kind="list"))
    elif given:
        machine.update(held, Sequence("list", None, machine.unknown(at)))


def keep(machine: Machine, ref: Value, args: Arguments, node: cst.CSTNode) -> None:
    """Remember what a gradient may come back to, where the class of the library is not known."""
    thing = machine.load(ref)
    if not isinstance(thing, Instance) or thing.cls.library is None:
        return
    given = machine.node("given", machine.place(node), args.flows())
    followed = machine.context.traces or machine.context.tapes or any(edge.tracked for edge in given.edges)
    if followed and given.edges:
        machine.fill(thing.node, Unknown(given))


def of_super(machine: Machine, thing: Instance, args: Arguments, node: cst.CSTNode) -> Value:
    """What a method of a library's class returns, called by the class that inherits it."""
    given = [value for _, value in machine.stored.get(thing.node, ())]
    return machine.unknown(node, [*((each, "value") for each in given), *args.flows()])


def super_object(machine: Machine, node: cst.CSTNode) -> Value:
    """`super()`: the methods of the bases, bound to the present instance."""
    cls = machine.scope.find("__class__")
    receiver = next(iter(machine.scope.names.values()), None)
    if not isinstance(cls, Class) or receiver is None:
        return machine.data(node)
    return machine.alloc(Object("super", (receiver, cls)))
