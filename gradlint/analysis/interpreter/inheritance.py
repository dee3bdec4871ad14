"""`class Squashed(library.Normal)`: what the class of a library is given is behind all that it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gradlint.analysis.domain.values import Class, Instance, Unknown, Value
from gradlint.analysis.interpreter import registry

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.calls import Arguments
    from gradlint.analysis.interpreter.machine import Machine


def keep(machine: Machine, ref: Value, args: Arguments, node: cst.CSTNode) -> None:
    """Remember what a gradient may come back to, where the class of the library is not known."""
    thing = machine.load(ref)
    if not isinstance(thing, Instance) or thing.cls.library is None:
        return
    if registry.is_module(thing.cls.library) or registry.is_functional(thing.cls.library):
        return
    given = machine.node("given", machine.place(node), args.flows())
    if given.active:
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
    return machine.alloc(registry.super_proxy(receiver, cls))
