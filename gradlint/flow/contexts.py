"""Context managers: what entering a `with` block does to the recorders."""

from __future__ import annotations

import libcst as cst

from gradlint.flow.graph import Pause
from gradlint.flow.machine import Machine
from gradlint.flow.state import GENERATOR
from gradlint.flow.values import Const, Instance, Lib, Manager, Object, Partial, Ref, Tape, Value
from gradlint.records import replace


def enter(machine: Machine, manager: Value, node: cst.CSTNode) -> Value:
    """Enter a context and give what `as` binds."""
    if isinstance(manager, Lib):
        manager = machine.invoke_plain(manager, node)
    thing = machine.load(manager)
    context = machine.context
    if isinstance(thing, Tape) and isinstance(manager, Ref):
        machine.update(manager, replace(thing, entered=True, consumed=False, consumed_at=None))
        machine.context = replace(context, tapes=(*context.tapes, thing.recorder))
        return manager
    if isinstance(thing, Manager):
        if thing.kind in ("grad_off", "inference"):
            pause = Pause("block", thing.place, thing.kind == "inference")
            machine.context = replace(context, pause=pause)
        elif thing.kind == "grad_on":
            machine.context = replace(context, pause=None)
        elif thing.kind == "init_scope":
            machine.context = replace(context, graph_mode=False)
        elif thing.kind == "stop_recording" and thing.tape is not None:
            thing.tape.pauses.append((machine.fresh(), thing.place))
            machine.context = replace(context, paused_tapes=context.paused_tapes | {thing.tape})
        return manager
    if isinstance(thing, Instance):
        return machine.invoke_method(manager, "__enter__", (), node)
    return manager


def generator_of(machine: Machine, manager: Value) -> Partial | None:
    """The generator function behind a context that @contextmanager has made."""
    thing = machine.load(manager)
    if isinstance(thing, Object) and thing.name == GENERATOR and isinstance(thing.args[0], Partial):
        return thing.args[0]
    return None


def leave(machine: Machine, manager: Value) -> None:
    thing = machine.load(manager)
    if isinstance(thing, Instance):
        exit_args: tuple[Value, ...] = (Const(None), Const(None), Const(None))
        machine.invoke_method(manager, "__exit__", exit_args, thing.cls.node)
