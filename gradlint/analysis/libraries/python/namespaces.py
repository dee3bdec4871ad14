"""The attributes of an object as a dictionary: `vars(obj)`, `obj.__dict__`."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Dictionary, Instance, Object, Ref, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.assignment import set_attribute
from gradlint.analysis.interpreter.attributes import NAMESPACE
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace


@registry.methods(NAMESPACE)
def namespace_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    thing = machine.load(receiver)
    owner = thing.args[0] if isinstance(thing, Object) else receiver
    if name != "update":
        return machine.unknown(node, ((owner, "value"), *args.flows()))
    given = machine.load(args.get(0))
    known: dict[object, Value] = dict(given.items) if isinstance(given, Dictionary) else {}
    known.update(args.kw.items())
    for key, value in known.items():
        if isinstance(key, str):
            set_attribute(machine, owner, key, value, node)
    if args.open or (args.pos and not (isinstance(given, Dictionary) and given.rest is None)):
        forget_settings(machine, owner, node)
    return Const(None)


@registry.function("builtins.vars")
def vars_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    owner = args.get(0)
    if isinstance(machine.load(owner), Instance) and owner is not None:
        return machine.alloc(Object(NAMESPACE, (owner,)))
    return machine.data(node)


@registry.function("builtins.setattr")
def setattr_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) == 3:
        owner, key, value = args.pos
        named = isinstance(key, Const) and isinstance(key.value, str)
        if not named and isinstance(value, (Const, Unknown)):
            forget_settings(machine, owner, node)
        written = key.value if isinstance(key, Const) and isinstance(key.value, str) else None
        set_attribute(machine, owner, written or f"?{machine.fresh()}", value, node)
    return Const(None)


def forget_settings(machine: Machine, owner: Value, node: cst.CSTNode) -> None:
    """Something is set under a name that is not known: any of the numbers and words may be another one now."""
    thing = machine.load(owner)
    if isinstance(thing, Instance) and isinstance(owner, Ref):
        attrs = {
            name: machine.attribute_of(thing.node, name, node) if isinstance(value, Const) else value
            for name, value in thing.attrs.items()
        }
        machine.update(owner, replace(thing, attrs=attrs))
