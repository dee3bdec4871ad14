"""The modules inside a module, as children(), modules() and their named forms hand them out."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.contents import PLAIN
from gradlint.analysis.domain.values import Const, Instance, Layer, Ref, Sequence, Unknown, Value
from gradlint.analysis.interpreter.machine import Machine

LISTING = frozenset({"children", "modules", "named_children", "named_modules"})
MOST = 40
"""Modules beyond which nobody tells one from the other."""


def listed(machine: Machine, module: Value, name: str, node: cst.CSTNode) -> Value | None:
    """What a module hands out; None where a part of it is not known."""
    found = list(_below(machine, module, "", name.endswith("modules"), {module}))
    if len(found) > MOST or any(each is None for _, each in found):
        return None
    whole: list[tuple[str, Value]] = [("", module)] if name.endswith("modules") else []
    whole += [(path, each) for path, each in found if each is not None]
    if not name.startswith("named"):
        return machine.alloc(Sequence("list", tuple(each for _, each in whole)))
    pairs = (machine.alloc(Sequence("tuple", (Const(path), each))) for path, each in whole)
    return machine.alloc(Sequence("list", tuple(pairs)))


def _below(
    machine: Machine, module: Value, path: str, deep: bool, seen: set[Value]
) -> Iterator[tuple[str, Value | None]]:
    thing = machine.load(module)
    if isinstance(thing, Layer):
        numbers = tuple(Const(str(number)) for number in range(len(thing.children)))
        keys = thing.keys if len(thing.keys) == len(thing.children) else numbers
        inside = [
            (str(key.value) if isinstance(key, Const) else "", each)
            for key, each in zip(keys, thing.children)
        ]
        if thing.loose:
            yield path, None
    elif isinstance(thing, Instance):
        inside = list(thing.attrs.items())
    else:
        return
    for key, each in inside:
        if isinstance(each, Unknown):
            yield key, None  # a module, perhaps
        if each in seen or isinstance(machine.load(each), PLAIN) or not _is_module(machine, each):
            continue
        seen.add(each)
        name = f"{path}.{key}" if path else key
        yield name, each
        if deep:
            yield from _below(machine, each, name, deep, seen)


def _is_module(machine: Machine, value: Value) -> bool:
    thing = machine.load(value) if isinstance(value, Ref) else None
    if isinstance(thing, Layer):
        return thing.lang == "torch"
    return isinstance(thing, Instance) and (thing.cls.library or "").startswith("torch.nn.")
