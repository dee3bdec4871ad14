"""Context managers: what entering a `with` block does to the recorders."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Seq
from functools import partial

import libcst as cst

from gradlint.analysis.domain.graph import Pause
from gradlint.analysis.domain.state import EXIT_STACK, GENERATOR, SCOPE, Context
from gradlint.analysis.domain.values import Const, Instance, Lib, Manager, Object, Partial, Ref, Tape, Value
from gradlint.analysis.interpreter import assignment
from gradlint.analysis.interpreter.events import Entered
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace


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
            pause = Pause("block", thing.place, thing.kind == "inference", machine.around.evaluating > 0)
            machine.context = replace(context, pause=pause)
        elif thing.kind == "grad_on":
            machine.context = replace(context, pause=None)
        elif thing.kind == "concrete":
            machine.context = replace(context, traces=())
        elif thing.kind == "init_scope":
            machine.context = replace(context, graph_mode=False)
        elif thing.kind == "stop_recording" and thing.tape is not None:
            thing.tape.pauses.append((machine.fresh(), thing.place))
            machine.context = replace(context, paused_tapes=context.paused_tapes | {thing.tape})
        elif thing.kind == "record" and thing.tape is not None:
            tapes = (*(each for each in context.tapes if each is not thing.tape), thing.tape)
            machine.context = replace(context, tapes=tapes, paused_tapes=context.paused_tapes - {thing.tape})
        return manager
    if isinstance(thing, Instance):
        return machine.invoke_method(manager, "__enter__", (), node)
    if isinstance(thing, Object) and thing.name == GENERATOR and isinstance(thing.args[0], Partial):
        return _entered_generator(machine, thing.args[0], node)
    if isinstance(thing, Object) and thing.name.startswith(SCOPE):
        machine.around.scopes.append(thing)
        machine.announce(Entered(thing, node, True))
        return thing.options.get("as", manager)
    return manager


def _entered_generator(machine: Machine, generator: Partial, node: cst.CSTNode) -> Value:
    """What a generator has switched when it yields stays so until whoever has entered it lets go."""
    held: list[tuple[Value, Context]] = []
    machine.run_around(generator, lambda value: held.append((value, machine.context)), node)
    value, context = held[0]
    machine.context = replace(
        machine.context,
        pause=context.pause,
        tapes=context.tapes,
        paused_tapes=context.paused_tapes,
        graph_mode=context.graph_mode,
    )
    return value


def enter_in(machine: Machine, stack: Value, manager: Value, node: cst.CSTNode) -> Value:
    """`stack.enter_context(manager)`: until the end of the block of the stack."""
    thing = machine.load(stack)
    if isinstance(thing, Object) and isinstance(stack, Ref):
        machine.update(stack, replace(thing, args=(*thing.args, manager)))
    return enter(machine, manager, node)


def generator_of(machine: Machine, manager: Value) -> Partial | None:
    """The generator function behind a context that @contextmanager has made."""
    thing = machine.load(manager)
    if isinstance(thing, Object) and thing.name == GENERATOR and isinstance(thing.args[0], Partial):
        return thing.args[0]
    return None


def leave(machine: Machine, manager: Value, node: cst.CSTNode) -> None:
    thing = machine.load(manager)
    if isinstance(thing, Instance):
        exit_args: tuple[Value, ...] = (Const(None), Const(None), Const(None))
        machine.invoke_method(manager, "__exit__", exit_args, thing.cls.node)
    elif isinstance(thing, Object) and thing.name == EXIT_STACK:
        for each in reversed(thing.args):
            leave(machine, each, node)
    elif isinstance(thing, Object) and thing.name.startswith(SCOPE) and thing in machine.around.scopes:
        machine.around.scopes.remove(thing)
        machine.announce(Entered(thing, node, False))


# -- the block of an ExitStack ------------------------------------------------------------

Statements = Seq[cst.BaseStatement]
"""What a generator does after its yield is done when the block ends."""


def run_stack(
    machine: Machine, stack: Value, body: cst.BaseSuite, follow: Callable[[Statements], None]
) -> bool:
    """Run a block as that of a stack, if it is one."""
    thing = machine.load(stack)
    found = isinstance(thing, Object) and thing.name == EXIT_STACK and isinstance(body, cst.IndentedBlock)
    if found and isinstance(body, cst.IndentedBlock):
        _run_stack(machine, stack, body.body, follow)
    return found


def _run_stack(
    machine: Machine, stack: Value, body: Statements, follow: Callable[[Statements], None]
) -> None:
    """Run the statements; from the one that enters a generator on, the rest stands in the place of its yield."""
    for number, statement in enumerate(body):
        call, target = _entering(statement)
        owner = call.func.value if call is not None and isinstance(call.func, cst.Attribute) else None
        if call is None or not isinstance(owner, cst.Name) or machine.scope.find(owner.value) != stack:
            continue
        follow(body[:number])
        if machine.frame.dead:
            return
        rest = body[number + 1 :]
        manager = evaluate(machine, call.args[0].value)
        generator = generator_of(machine, manager)

        bound = None if target is None else (target, statement)
        if generator is None:
            value = enter_in(machine, stack, manager, call)
            _go_on(machine, stack, rest, follow, bound, value)
        else:
            machine.run_around(generator, partial(_go_on, machine, stack, rest, follow, bound), call)
        return
    follow(body)


def _go_on(
    machine: Machine,
    stack: Value,
    rest: Statements,
    follow: Callable[[Statements], None],
    bound: tuple[cst.BaseExpression, cst.CSTNode] | None,
    value: Value,
) -> None:
    if bound is not None:
        assignment.bind(machine, bound[0], value, bound[1])
    _run_stack(machine, stack, rest, follow)


def _entering(statement: cst.BaseStatement) -> tuple[cst.Call | None, cst.BaseExpression | None]:
    """`stack.enter_context(manager)`, as a line of its own, and the name that its value is given."""
    small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    if small is None or not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) > 1:
        return None, None
    target: cst.BaseExpression | None = None
    if isinstance(small, cst.Assign) and len(small.targets) == 1:
        target = small.targets[0].target
    call = small.value if isinstance(small, (cst.Expr, cst.Assign)) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or len(call.args) != 1:
        return None, None
    entering = call.func.attr.value == "enter_context" and not call.args[0].star
    return (call, target) if entering else (None, None)
