"""Globals that a compiled function has read: what it saw then it will see for ever."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.misuses import FrozenRead
from gradlint.analysis.domain.state import VARYING
from gradlint.analysis.domain.values import Const, Instance, Ref, Transform, Value
from gradlint.analysis.interpreter.events import AttributeRead, NameRead, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted


class Captures:
    """What compiled functions have read of what surrounds them."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.read: Journal[tuple[int, str], tuple[Value, Place]] = Journal(branches, outlives=True)
        """Values by function and name, and where each was read."""


@listens(NameRead)
def note_name(machine: Machine, event: NameRead) -> None:
    array = machine.array(event.found)
    if isinstance(event.found, Ref) and (array is None or array.lang != "python"):
        return
    name, scope = event.node.value, machine.scope
    while scope.parent is not None:
        if name in scope.names:
            return
        scope = scope.parent
    read = machine.own(Captures).read
    for key in machine.around.compiling:
        if key:
            read.setdefault((key, name), (event.found, machine.place(event.node)))
            if array is not None and array.node.op == VARYING and machine.loops.depth:
                machine.misuse(event.node, FrozenRead, "jax", name)


@listens(AttributeRead)
def note_attribute(machine: Machine, event: AttributeRead) -> None:
    array = machine.array(event.value)
    began = min((each.since for each in machine.context.traces), default=0)
    if event.owner.id > began:
        return  # an argument, or made inside: seen anew at each call
    if isinstance(event.value, Const) or (array is not None and array.lang == "python"):
        read = machine.own(Captures).read
        for key in machine.around.compiling:
            if key:
                read.setdefault(
                    (key, f"{event.owner.id}.{event.name}"), (event.value, machine.place(event.node))
                )


def check(machine: Machine, value: Transform) -> None:
    """A compiled function that is called again after a global it has read was changed."""
    for (key, name), (seen, place) in list(machine.own(Captures).read.items()):
        if key == id(value.place):
            now = _present(machine, name)
            array = machine.array(now)
            number = isinstance(now, Const) or (array is not None and array.lang == "python")
            if now is not None and now is not seen and now != seen and number:
                read = place.node
                shown = dotted(read) if isinstance(read, cst.Attribute) else None
                shown = shown or name.rpartition(".")[2]
                machine.flow.misuses.append(FrozenRead(place, "jax", shown))


def _present(machine: Machine, name: str) -> Value | None:
    """What a captured global or attribute holds now."""
    owner, dot, attribute = name.partition(".")
    if dot:
        thing = machine.heap.get(int(owner))
        return thing.attrs.get(attribute) if isinstance(thing, Instance) else None
    scope = machine.scope
    while scope.parent is not None:
        scope = scope.parent
    return scope.names.get(name)
