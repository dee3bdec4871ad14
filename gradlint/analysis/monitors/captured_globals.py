"""What surrounds a compiled function: the globals and locals that it saw first it will see for ever."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.misuses import FrozenRead
from gradlint.analysis.domain.state import VARYING
from gradlint.analysis.domain.values import Const, Func, Instance, Lang, Method, Ref, Scope, Transform, Value
from gradlint.analysis.interpreter.bound_transforms import GIVEN_SELF
from gradlint.analysis.interpreter.events import AttributeRead, NameRead, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import walk


class Captures:
    """What compiled functions have read of what surrounds them."""

    NEVER_UNDONE: ClassVar = {
        "defined": "where a function was defined is the same on every path",
        "taken": "how a method is compiled is the same on every path",
    }

    def __init__(self, branches: Branches) -> None:
        self.read: Journal[tuple[int, str], tuple[Value, Place, Scope]] = Journal(branches, outlives=True)
        """Values by function and name, where each was read, and the variables among which it was found."""
        self.defined: dict[int, tuple[Place, Scope]] = {}
        """What surrounds each compiled function; the place keeps its number its own."""
        self.taken: set[tuple[int, int]] = set()
        """Compiled methods, and the instances that JAX took apart for them like any other argument."""


def begin(machine: Machine, value: Transform) -> int:
    """A compiled function is followed: its number."""
    func = value.func.func if isinstance(value.func, Method) else value.func
    if value.place is not None and isinstance(func, Func):
        machine.own(Captures).defined[id(value.place)] = value.place, func.scope
    receiver = value.func.receiver if isinstance(value.func, Method) else None
    if isinstance(receiver, Ref) and any(key == GIVEN_SELF for key, _ in value.options):
        machine.own(Captures).taken.add((id(value.place), receiver.id))
    return id(value.place)


@listens(NameRead)
def note_name(machine: Machine, event: NameRead) -> None:
    array = machine.array(event.found)
    if isinstance(event.found, Ref) and (array is None or array.lang != "python"):
        return
    name, scope = event.node.value, machine.scope
    while scope.parent is not None and name not in scope.names:
        scope = scope.parent
    known = machine.own(Captures)
    for key in machine.around.compiling:
        if key and (scope.parent is None or _surrounds(known, key, scope)):
            known.read.setdefault((key, name), (event.found, machine.place(event.node), scope))
            varies = array is not None and array.node.op == VARYING and machine.loops.depth
            if varies and scope.parent is None and not machine.context.graph_mode:
                machine.misuse(event.node, FrozenRead, "jax", name)


def _surrounds(known: Captures, key: int, scope: Scope) -> bool:
    """A variable of the function in which the compiled one was defined, and none of its own."""
    found = known.defined.get(key)
    inner: Scope | None = found[1] if found is not None else None
    while inner is not None and inner is not scope:
        inner = inner.parent
    return inner is scope


@listens(AttributeRead)
def note_attribute(machine: Machine, event: AttributeRead) -> None:
    array = machine.array(event.value)
    began = min((each.since for each in machine.context.traces), default=0)
    if event.owner.id > began:
        return  # an argument, or made inside: seen anew at each call
    if isinstance(event.value, Const) or (array is not None and array.lang == "python"):
        known = machine.own(Captures)
        for key in machine.around.compiling:
            if key and (key, event.owner.id) not in known.taken:
                known.read.setdefault(
                    (key, f"{event.owner.id}.{event.name}"),
                    (event.value, machine.place(event.node), machine.scope),
                )


def check(machine: Machine, value: Transform, given: tuple[Value, ...]) -> None:
    """A compiled function that is called again after a variable it has read was changed."""
    for (key, name), (seen, place, scope) in list(machine.own(Captures).read.items()):
        if key == id(value.place) and (scope.parent is None or "." in name or not _traces_anew(value, given)):
            now = _present(machine, name, scope)
            array = machine.array(now)
            number = isinstance(now, Const) or (array is not None and array.lang == "python")
            read = place.node
            if (
                now is not None
                and now is not seen
                and now != seen
                and number
                and not _is_counted(value, read)
            ):
                shown = dotted(read) if isinstance(read, cst.Attribute) else None
                shown = shown or name.rpartition(".")[2]
                lang: Lang = "tensorflow" if value.kind.startswith("tf.") else "jax"
                machine.flow.misuses.append(FrozenRead(place, lang, shown))


def _is_counted(value: Transform, read: cst.CSTNode) -> bool:
    """`traces += 1`: the variable is read to be changed, which counts how often the function is traced."""
    func = value.func.func if isinstance(value.func, Method) else value.func
    nodes = walk(func.node) if isinstance(func, Func) else ()
    return any(isinstance(each, cst.AugAssign) and each.target is read for each in nodes)


def _traces_anew(value: Transform, given: tuple[Value, ...]) -> bool:
    """Another number for a static argument, or for any that tf.function is given, has the function read all again."""
    if any(key.startswith("static_") for key, _ in value.options):
        return True
    return value.kind.startswith("tf.") and any(isinstance(each, Const) for each in given)


def _present(machine: Machine, name: str, scope: Scope) -> Value | None:
    """What a captured variable or attribute holds now."""
    owner, dot, attribute = name.partition(".")
    if dot:
        thing = machine.heap.get(int(owner))
        return thing.attrs.get(attribute) if isinstance(thing, Instance) else None
    return scope.names.get(name)
