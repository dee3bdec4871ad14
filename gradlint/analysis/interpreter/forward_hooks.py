"""Around the call of a module: forward hooks, and Keras, which traces what is put behind an Input."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import is_behind
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import (
    Const,
    Func,
    Instance,
    Method,
    Object,
    Partial,
    Ref,
    Sequence,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.calls import Arguments

AFTER, BEFORE = "register_forward_hook", "register_forward_pre_hook"
HANDLE = "forward hook"
_MOST = 6
"""Hooks of one module that are followed."""


class Hooks:
    """Which functions are called around the call of which module."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.after: Journal[int, tuple[Value, ...]] = Journal(branches, outlives=True)
        self.before: Journal[int, tuple[Value, ...]] = Journal(branches, outlives=True)


def register(machine: Machine, module: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """`module.register_forward_hook(hook)` gives a handle by which the hook can be removed."""
    hook = args.get(0, "hook")
    if not isinstance(module, Ref) or not isinstance(hook, (Func, Method, Partial)):
        return machine.data(node)
    hooks = machine.own(Hooks)
    table = hooks.after if name == AFTER else hooks.before
    known = table.get(module.id, ())
    if hook not in known and len(known) < _MOST:
        table[module.id] = (*known, hook)
    return machine.alloc(Object(HANDLE, (module, hook)))


def register_on_unknown(
    machine: Machine, module: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """When a module of which nothing is known will be called, nobody knows: the hook may run, or not."""
    hook = args.get(0, "hook")
    if isinstance(hook, (Func, Method, Partial)):
        before = machine.begin()
        result = (machine.unknown(node, ((module, "value"),)),) if name == AFTER else ()
        machine.invoke_plain(hook, node, module, machine.unknown(node), *result)
        called = machine.end(before)
        machine.merge([called, machine.end(machine.begin())], node)
    return machine.data(node)


def remove(machine: Machine, handle: Object) -> None:
    module, hook = handle.args
    hooks = machine.own(Hooks)
    for table in (hooks.after, hooks.before):
        if isinstance(module, Ref) and hook in table.get(module.id, ()):
            table[module.id] = tuple(each for each in table[module.id] if each != hook)


def before_call(machine: Machine, module: Ref, args: Arguments, node: cst.CSTNode) -> Arguments:
    """The arguments as the hooks hand them on."""
    from gradlint.analysis.interpreter.calls import Arguments as Given

    for hook in machine.own(Hooks).before.get(module.id, ()):
        given = machine.alloc(Sequence("tuple", args.pos))
        result = machine.invoke_plain(hook, node, module, given)
        if result != Const(None):
            thing = machine.load(result)
            whole = thing.items if isinstance(thing, Sequence) and thing.kind == "tuple" else None
            args = Given(whole if whole is not None else (result,), args.kw, args.open)
    return args


def after_call(machine: Machine, module: Ref, args: Arguments, result: Value, node: cst.CSTNode) -> Value:
    """The result as the hooks hand it on."""
    for hook in machine.own(Hooks).after.get(module.id, ()):
        given = machine.alloc(Sequence("tuple", args.pos))
        changed = machine.invoke_plain(hook, node, module, given, result)
        if changed != Const(None):
            result = changed
    return result


def is_put_behind_input(machine: Machine, thing: Instance, args: Arguments) -> bool:
    """Keras traces the call() of a layer that is put behind an Input, however the model is run later."""
    array = machine.array(args.get(0)) if registry.is_keras(thing) else None
    return array is not None and is_behind(array.node, Op.INPUT)


def run_forward(
    machine: Machine, module: Instance, forward: Value, args: Arguments, node: cst.CSTNode
) -> Value:
    if is_put_behind_input(machine, module, args):
        with machine.within(replace(machine.context, graph_mode=True)):
            return machine.invoke(forward, args, node)
    result = machine.invoke(forward, args, node)
    return machine.unknown(node) if _is_blank(machine, module, args, result) else result


def _is_blank(machine: Machine, module: Instance, args: Arguments, result: Value) -> bool:
    """A module that has nothing and gives plain data back as they came: whoever fills it in brings the weights."""
    given, array = args.get(0), machine.array(result)
    whole = not module.attrs and module.cls.library == "torch.nn.Module"
    return whole and given == result and array is not None and not array.tracked and not array.maybe
