"""The block of an ExitStack: what a generator does after its yield is done when the block ends."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Seq
from functools import partial

import libcst as cst

from gradlint.analysis.domain.state import EXIT_STACK
from gradlint.analysis.domain.values import Object, Value
from gradlint.analysis.interpreter import assignment, context_managers
from gradlint.analysis.interpreter.expressions import evaluate
from gradlint.analysis.interpreter.machine import Machine

Statements = Seq[cst.BaseStatement]


def is_stack(machine: Machine, manager: Value) -> bool:
    thing = machine.load(manager)
    return isinstance(thing, Object) and thing.name == EXIT_STACK


def run(machine: Machine, stack: Value, body: Statements, follow: Callable[[Statements], None]) -> None:
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
        generator = context_managers.generator_of(machine, manager)

        bound = None if target is None else (target, statement)
        if generator is None:
            value = context_managers.enter_in(machine, stack, manager, call)
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
    run(machine, stack, rest, follow)


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
