"""argparse: a parser knows its options by name and type, and what it reads are plain Python values."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.domain.values import Array, Const, Dictionary, Dtype, Lib, Object, Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace

PARSER = "argparse.ArgumentParser"
_GROUPS = frozenset({"add_argument_group", "add_mutually_exclusive_group", "add_subparsers", "add_parser"})


@registry.function("argparse.ArgumentParser")
def parser(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(PARSER))


@registry.root("argparse")
def other(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "argparse.Namespace":
        return machine.alloc(Dictionary(dict(args.kw.items()), machine.data(node) if args.open else None))
    return machine.data(node)


@registry.methods(PARSER)
def parser_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Object) and isinstance(receiver, Ref)
    if name in _GROUPS:
        return receiver
    if name == "add_argument":
        dest = _destination(args)
        if dest is not None:
            known = {**thing.options, dest: _read(machine, args, node)}
            machine.update(receiver, replace(thing, options=known))
        return Const(None)
    if name in ("parse_args", "parse_known_args", "parse_intermixed_args"):
        found = machine.alloc(Dictionary(dict(thing.options.items()), machine.data(node)))
        if name != "parse_known_args":
            return found
        return machine.alloc(Sequence("tuple", (found, machine.data(node))))
    return Const(None) if name.startswith(("set_", "print_")) else machine.data(node)


def _destination(args: Arguments) -> str | None:
    """The attribute under which an option is found."""
    said = args.get(-1, "dest")
    if isinstance(said, Const) and isinstance(said.value, str):
        return said.value
    flags = [each.value for each in args.pos if isinstance(each, Const) and isinstance(each.value, str)]
    long = next((each for each in flags if each.startswith("--")), flags[0] if flags else None)
    return long.lstrip("-").replace("-", "_") if long else None


def _read(machine: Machine, args: Arguments, node: cst.CSTNode) -> Value:
    """What the command line gives: a number of the type that is asked for, or a text, never a tensor."""
    kind, default = args.get(-1, "type"), args.get(-1, "default")
    if args.get(-1, "nargs") is not None or args.get(-1, "action") is not None:
        return machine.data(node)
    names: dict[str, Dtype] = {"builtins.int": "int", "builtins.float": "float"}
    dtype = names.get(kind.name) if isinstance(kind, Lib) else None
    if dtype is None or default is None or default == Const(None):
        return machine.data(node)
    return machine.alloc(Array("python", Node(machine.fresh(), "option", machine.place(node)), dtype, ()))
