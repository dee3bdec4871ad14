"""Functions and classes of the analysed program, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gradlint.analysis.domain.state import Frame
from gradlint.analysis.domain.values import (
    Bound,
    Class,
    Func,
    Instance,
    Lib,
    Manager,
    Method,
    Partial,
    Scope,
    Transform,
    Value,
)
from gradlint.analysis.interpreter.assignment import SETTER
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.imported_names import is_foreign, resolve
from gradlint.analysis.interpreter.machine import Machine

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.statements import Statements

MARKERS = frozenset(
    {"staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "dataclass"}
)
WRAPPERS = (
    "torch.", "jax.", "tf.", "keras.", "functools.partial", "lightning.", "contextlib.contextmanager", "equinox.filter",
    "flax.nnx.", "haiku.transform", "pennylane.qjit", "catalyst.qjit",
)  # fmt: skip


TREES = ("jax.tree_util.", "flax.struct.", "chex.")
"""Whose decorators make a class a tree for JAX."""


def function(machine: Machine, node: cst.FunctionDef) -> Value:
    """Define a function and apply its decorators, the nearest first."""
    kept = _property_of(machine, node)
    written = [] if kept is not None else [evaluate(machine, each.decorator) for each in node.decorators]
    owner = machine.frame.owner
    # Methods see the scope around the class, not the class body.
    scope = owner.scope if owner is not None else machine.scope
    value: Value = Func(node.name.value, node, scope, tuple(written), owner)
    machine.module.defined.append(value)
    if kept is not None:
        if _accessor(node) == "setter":
            machine.bind(f"{node.name.value}{SETTER}", value)
        return kept
    for decorator, syntax in zip(reversed(written), reversed(node.decorators)):
        value = decorate(machine, decorator, value, syntax)
    return value


def _accessor(node: cst.FunctionDef) -> str:
    """Of `@size.setter` the last word."""
    last = node.decorators[-1].decorator if node.decorators else None
    return last.attr.value if isinstance(last, cst.Attribute) else ""


def _property_of(machine: Machine, node: cst.FunctionDef) -> Func | None:
    """The property that `@size.setter` and `@size.deleter` add to: whoever reads it still calls its getter."""
    last = node.decorators[-1].decorator if node.decorators else None
    if _accessor(node) not in ("setter", "deleter") or not isinstance(last, cst.Attribute):
        return None
    found = machine.scope.names.get(last.value.value) if isinstance(last.value, cst.Name) else None
    return found if isinstance(found, Func) and found.decorators else None


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
    if isinstance(decorator, Func) and _is_abroad(machine, decorator):
        return value
    if isinstance(decorator, (Partial, Func, Method)) or isinstance(thing, Instance):
        made = machine.invoke(decorator, Arguments((value,)), node)
        if isinstance(made, Func) and isinstance(value, Func):
            return _wrapper(made, value)
        return made if isinstance(made, (Func, Transform, Partial, Method)) else value
    return value


def _is_abroad(machine: Machine, decorator: Func) -> bool:
    """A decorator of another module, where nobody asks for a gradient.

    Packages of models register and document hundreds of functions. What a decorator does to the gradients of its
    function shows where they are asked for, and what is wrong with the decorator itself in its own file.
    """
    return not machine.about.asks and is_foreign(decorator)


def _wrapper(made: Func, value: Func) -> Func:
    """What a decorator of the program gave back: it stands where the function stood."""
    inner = value.wrapped or value
    same = made.node is value.node and made.scope is value.scope
    if same or made.wrapped is inner:
        return made  # the function itself, perhaps marked as compiled
    return Func(made.name, made.node, made.scope, value.decorators, value.owner, made.defaults, inner)


def _paused(machine: Machine, manager: Manager, value: Value, node: cst.Decorator) -> Value:
    kinds = {"grad_off": "grad_off", "inference": "inference", "grad_on": "grad_on"}
    kind = kinds.get(manager.kind)
    return Transform(kind, value, (), machine.place(node)) if kind is not None else value


def class_(machine: Machine, node: cst.ClassDef, statements: Statements) -> Class:
    bases = tuple(_base(machine, evaluate(machine, each.value)) for each in node.bases)
    outer, frame = machine.scope, machine.frame
    scope = Scope({}, outer)
    made = Class(node.name.value, node, bases, {}, outer, _library(bases))
    machine.scope, machine.frame = scope, Frame(owner=made)
    before, waiting = len(machine.module.defined), len(machine.module.pending)
    try:
        statements.run(node.body)
    finally:
        machine.scope, machine.frame = outer, frame
    for name, value in scope.names.items():
        made.names[name] = _owned(value, made, outer)
    scope.names.clear()
    for position in range(before, len(machine.module.defined)):
        machine.module.defined[position] = _owned(machine.module.defined[position], made, outer)
    for position in range(waiting, len(machine.module.pending)):
        owned = _owned(machine.module.pending[position], made, outer)
        if isinstance(owned, Transform):
            machine.module.pending[position] = owned
    machine.module.classes.append(made)
    for decorator in reversed(node.decorators):
        # What it returns is nearly always the class; that it enters it somewhere is what matters.
        wrapper = evaluate(machine, decorator.decorator)
        if isinstance(wrapper, Func) and _is_abroad(machine, wrapper):
            continue
        is_tree = isinstance(wrapper, Lib) and wrapper.name.startswith(TREES)
        if is_tree or isinstance(wrapper, (Func, Method, Partial)):
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
    """A function from around the class is a method all the same."""
    if isinstance(value, Func) and value.owner is None and isinstance(value.node, cst.FunctionDef):
        if value.scope is outer:
            return Func(value.name, value.node, outer, value.decorators, cls, wrapped=value.wrapped)
    if isinstance(value, Transform) and isinstance(value.func, (Func, Transform)):
        return Transform(value.kind, _owned(value.func, cls, outer), value.options, value.place)
    return value
