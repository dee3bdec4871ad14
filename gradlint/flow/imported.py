"""Names imported from other modules of the project, looked up when they are used."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Seq
from typing import Any

import libcst as cst

from gradlint.flow.machine import Machine
from gradlint.flow.outline import Outline, Statement
from gradlint.flow.state import Context, Frame
from gradlint.flow.values import Class, Func, Lib, Scope, Transform, Value

ALIEN_ROOTS = frozenset({"torch", "tf", "keras", "jax", "numpy", "builtins", "scipy", "math", "tnp"})


def resolve(machine: Machine, name: str) -> Value | None:
    """The function or class behind a dotted name, if it lives in this project."""
    if machine.project is None or name.split(".")[0] in ALIEN_ROOTS:
        return None
    if name in machine.foreign_names:
        return machine.foreign_names[name]
    machine.foreign_names[name] = None  # while it is looked for, and if it is not found
    module, _, attribute = name.rpartition(".")
    if name.startswith(".") and not module.strip("."):
        module = name[: len(name) - len(attribute)]
    scope = _scope_of(machine, module) if module and attribute else None
    found = scope.names.get(attribute) if scope is not None else None
    if isinstance(found, Lib) and found.name != name:
        found = resolve(machine, found.name)
    if not isinstance(found, (Func, Class, Transform)):
        found = None
    machine.foreign_names[name] = found
    return found


def _scope_of(machine: Machine, module: str) -> Scope | None:
    assert machine.project is not None
    found = machine.project.module(module)
    if found is None:
        return None
    path, outline = found
    if path not in machine.foreign_scopes:
        names = _Names(machine, outline)
        names.scope = machine.foreign_scopes[path] = Scope(names)
    return machine.foreign_scopes[path]


class _Names(dict[str, Value]):
    """The names of another module: each is defined when it is first looked for."""

    scope: Scope

    def __init__(self, machine: Machine, outline: Outline) -> None:
        self._machine, self._left = machine, dict(outline.parts)

    def __contains__(self, name: object) -> bool:
        self._look_for(str(name))
        return dict.__contains__(self, name)

    def __getitem__(self, name: str) -> Value:
        self._look_for(name)
        return dict.__getitem__(self, name)

    def get(self, name: str, default: Any = None) -> Any:
        self._look_for(name)
        return dict.get(self, name, default)

    def _look_for(self, name: str) -> None:
        parts = self._left.pop(name, None)
        if parts is not None:
            _define(self._machine, self.scope, [each for part in parts for each in part.body])

    def clear(self) -> None:
        """Nobody will look for anything any more."""
        self._left.clear()
        del self._machine, self.scope
        dict.clear(self)


def _define(machine: Machine, scope: Scope, body: Seq[Statement]) -> None:
    """Run what a module defines, not what it does: imports, functions, classes, constants."""
    from gradlint.flow.statements import Statements

    outer = (machine.scope, machine.frame, machine.stack, machine.calls, machine.context)
    kept = (machine.defined, machine.classes, machine.pending, machine.star_imports)
    machine.scope, machine.frame, machine.stack, machine.calls = scope, Frame(), (), ()
    machine.context = Context(imagined=True)
    machine.defined, machine.classes, machine.pending, machine.star_imports = [], [], [], []
    statements = Statements(machine)
    try:
        for statement in _definitions(body):
            statement.visit(statements)
    finally:
        machine.foreign_classes.extend(machine.classes)
        machine.scope, machine.frame, machine.stack, machine.calls, machine.context = outer
        machine.defined, machine.classes, machine.pending, machine.star_imports = kept


def _definitions(body: Seq[Statement]) -> Iterator[Statement]:
    for statement in body:
        if isinstance(statement, cst.Try):  # what is tried comes last: it mostly works, and then it counts
            for block in (*(each.body for each in statement.handlers), statement.body):
                yield from _definitions(block.body)
        elif isinstance(statement, (cst.FunctionDef, cst.ClassDef)) or _is_definition(statement):
            yield statement


def _is_definition(statement: Statement) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    return all(
        isinstance(each, (cst.Import, cst.ImportFrom))
        or (
            isinstance(each, (cst.Assign, cst.AnnAssign))
            and isinstance(each.value, (cst.Integer, cst.Float, cst.Name))
        )
        for each in statement.body
    )
