"""Functions and classes of the analysed program, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gradlint.flow.calls import Arguments
from gradlint.flow.expressions import evaluate
from gradlint.flow.graph import Place
from gradlint.flow.imported import resolve
from gradlint.flow.machine import Machine
from gradlint.flow.state import Frame
from gradlint.flow.values import Bound, Class, Func, Lib, Manager, Method, Partial, Scope, Transform, Value

if TYPE_CHECKING:
    from gradlint.flow.statements import Statements

MARKERS = frozenset(
    {"staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "dataclass"}
)
WRAPPERS = ("torch.", "jax.", "tf.", "keras.", "functools.partial", "lightning.", "contextlib.contextmanager")


def function(machine: Machine, node: cst.FunctionDef) -> Value:
    """Define a function and apply its decorators, the nearest first."""
    written = [evaluate(machine, each.decorator) for each in node.decorators]
    value: Value = Func(node.name.value, node, machine.scope, tuple(written))
    machine.defined.append(value)
    for decorator, syntax in zip(reversed(written), reversed(node.decorators)):
        value = decorate(machine, decorator, value, syntax)
    return value


def decorate(machine: Machine, decorator: Value, value: Value, node: cst.Decorator) -> Value:
    thing = machine.load(decorator)
    if isinstance(thing, Manager):
        return _paused(machine, thing, value, node)
    if isinstance(decorator, Lib):
        if decorator.name.rpartition(".")[2] in MARKERS:
            return value
        if not decorator.name.startswith(WRAPPERS):
            return value
        made = machine.invoke(decorator, Arguments((value,)), node)
        inner = machine.load(made)
        if isinstance(inner, Manager):
            return _paused(machine, inner, value, node)
        return made if isinstance(made, Transform) else value
    if isinstance(decorator, Bound) and isinstance(decorator.receiver, Transform):
        machine.invoke(decorator, Arguments((value,)), node)  # @f.defjvp
        return value
    if isinstance(decorator, (Partial, Func, Method)):
        made = machine.invoke(decorator, Arguments((value,)), node)
        return made if isinstance(made, (Func, Transform, Partial, Method)) else value
    return value


def _paused(machine: Machine, manager: Manager, value: Value, node: cst.Decorator) -> Value:
    kinds = {"grad_off": "grad_off", "inference": "inference", "grad_on": "grad_on"}
    kind = kinds.get(manager.kind)
    return Transform(kind, value, (), Place(node, machine.stack)) if kind is not None else value


def class_(machine: Machine, node: cst.ClassDef, statements: Statements) -> Class:
    bases = tuple(_base(machine, evaluate(machine, each.value)) for each in node.bases)
    outer, frame = machine.scope, machine.frame
    scope = Scope({}, outer)
    machine.scope, machine.frame = scope, Frame()
    before = len(machine.defined)
    try:
        statements.run(node.body)
    finally:
        machine.scope, machine.frame = outer, frame
    # Methods see the scope around the class, not the class body.
    made = Class(node.name.value, node, bases, {}, outer, _library(bases))
    for name, value in scope.names.items():
        made.names[name] = _owned(value, made, outer)
    scope.names.clear()
    for position in range(before, len(machine.defined)):
        machine.defined[position] = _owned(machine.defined[position], made, outer)
    machine.classes.append(made)
    for decorator in reversed(node.decorators):
        # What it returns is nearly always the class; that it enters it somewhere is what matters.
        wrapper = evaluate(machine, decorator.decorator)
        if isinstance(wrapper, (Func, Method)):
            machine.invoke(wrapper, Arguments((made,)), decorator)
    return made


def _library(bases: tuple[Value, ...]) -> str | None:
    names = (
        each.name if isinstance(each, Lib) else each.library
        for each in bases
        if isinstance(each, (Lib, Class))
    )
    return next((name for name in names if name is not None), None)


def _base(machine: Machine, value: Value) -> Value:
    """A base class of the same project is one we can look into."""
    if isinstance(value, Lib) and not value.name.startswith(
        ("torch.", "keras.", "tf.", "jax.", "lightning.")
    ):
        found = resolve(machine, value.name)
        if isinstance(found, Class):
            return found
    return value


def _owned(value: Value, cls: Class, outer: Scope) -> Value:
    if isinstance(value, Func) and value.owner is None and isinstance(value.node, cst.FunctionDef):
        return Func(value.name, value.node, outer, value.decorators, cls)
    if isinstance(value, Transform) and isinstance(value.func, (Func, Transform)):
        return Transform(value.kind, _owned(value.func, cls, outer), value.options, value.place)
    return value
