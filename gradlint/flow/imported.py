"""Names imported from other modules of the project, looked up when they are used."""

from __future__ import annotations

from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.flow.machine import Machine
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
    path, tree = found
    if path not in machine.foreign_scopes:
        scope = Scope({})
        machine.foreign_scopes[path] = scope
        _define(machine, scope, tree.body)
    return machine.foreign_scopes[path]


def _define(machine: Machine, scope: Scope, body: Seq[cst.BaseStatement | cst.BaseSmallStatement]) -> None:
    """Run what a module defines, not what it does: imports, functions, classes, constants."""
    from gradlint.flow.statements import Statements

    outer = (machine.scope, machine.frame, machine.stack, machine.calls, machine.context)
    kept = (machine.defined, machine.classes, machine.pending, machine.star_imports)
    machine.scope, machine.frame, machine.stack, machine.calls = scope, Frame(), (), ()
    machine.context = Context(imagined=True)
    machine.defined, machine.classes, machine.pending, machine.star_imports = [], [], [], []
    statements = Statements(machine)
    try:
        for statement in body:
            if isinstance(statement, (cst.FunctionDef, cst.ClassDef, cst.Try)) or _is_definition(statement):
                statement.visit(statements)
    finally:
        machine.scope, machine.frame, machine.stack, machine.calls, machine.context = outer
        machine.defined, machine.classes, machine.pending, machine.star_imports = kept


def _is_definition(statement: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
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
