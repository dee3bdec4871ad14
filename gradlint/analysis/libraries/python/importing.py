"""Imports that are calls: importlib, and what a program adds to the path on which modules are found."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Class, Const, Dictionary, Func, Lib, Scope, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.imported_names import OtherModules, imported_name, present_file, resolve
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.search_path import written_path


@registry.function("importlib.import_module", "builtins.__import__")
def import_module(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`importlib.import_module("losses")`: the module by a name that is known."""
    wanted = args.get(0, "name")
    if not isinstance(wanted, Const) or not isinstance(wanted.value, str) or not wanted.value:
        return machine.unknown(node, args.flows())
    return Lib(imported_name(machine, wanted.value))


@registry.function("sys.path.append", "sys.path.insert", "site.addsitedir")
def extend_path(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`sys.path.append(os.path.dirname(__file__))`"""
    others = machine.own(OtherModules)
    file = present_file(machine)
    if others.project is not None and file is not None and isinstance(node, cst.Call) and node.args:
        folder = written_path(node.args[-1].value, file)
        if folder is not None:
            others.project.extend(folder)
    return Const(None)


MOST_NAMES = 12
"""Of a module with more classes and functions nobody can say which of them is meant."""


def one_of_module(machine: Machine, owner: Value, node: cst.CSTNode) -> Value | None:
    """`getattr(models, args.arch)`: one of the classes of a module of the project, by a name from outside."""
    project = machine.own(OtherModules).project
    if (
        project is None
        or not isinstance(owner, Lib)
        or not owner.name.startswith(".")
        or not machine.about.asks
    ):
        return None
    module = project.module(owner.name[1:])
    names = dict.fromkeys((*module[1].defined, *module[1].imports)) if module is not None else {}
    if len(names) > MOST_NAMES:
        return None
    found = [resolve(machine, f"{owner.name}.{each}") for each in names if not each.startswith("_")]
    classes = [each for each in found if isinstance(each, Class)]
    return machine.chosen(classes or [each for each in found if isinstance(each, Func)], node)


@registry.function("builtins.globals")
def globals_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The classes and functions of the present module."""
    scope: Scope | None = machine.scope
    while scope is not None and scope.parent is not None:
        scope = scope.parent
    if scope is None:
        return machine.unknown(node)
    names = scope.module.defined if scope.module is not None else tuple(scope.names)
    found = {each: scope.names.get(each) for each in names} if len(names) <= MOST_NAMES else {}
    known: dict[object, Value] = {
        each: value for each, value in found.items() if isinstance(value, (Class, Func))
    }
    return machine.alloc(Dictionary(known, machine.unknown(node)))
