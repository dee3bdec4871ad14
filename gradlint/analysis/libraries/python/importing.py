"""Imports that are calls: importlib, and what a program adds to the path on which modules are found."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Lib, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.imported_names import OtherModules, imported_name, present_file
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
