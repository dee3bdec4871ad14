"""GL507: A traced value is stored where it outlives the trace."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import LeakedTracer, Misuse
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_LEAKED: Wordings = {
    LeakedTracer: Wording(
        "a traced value is stored outside the traced function: using it later raises UnexpectedTracerError",
        "return the value as auxiliary output (has_aux=True) and store it after the call",
        "the tracer leaks here",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _LEAKED)


def fix(bench: Bench) -> Patch | None:
    """What is stored goes through a callback, which gets the number once there is one."""
    line, name = bench.text.alone(bench.node), bench.name("jax.debug.callback")
    statement = line.body[0] if line is not None else None
    if not isinstance(bench.draft.about, Misuse) or statement is None or name is None:
        return None
    written = ""
    if isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Call):
        call = statement.value
        value = positional(call, 0)
        if value is not None and len(call.args) == 1:
            written = f"{name}({bench.code(call.func)}, {bench.argument(value)})"
    elif isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target, code = statement.targets[0].target, bench.argument(statement.value)
        if isinstance(target, cst.Attribute):
            owner = bench.code(target.value)
            written = f'{name}(lambda value: setattr({owner}, "{target.attr.value}", value), {code})'
        elif isinstance(target, cst.Subscript) and len(target.slice) == 1:
            key = bench.code(target.slice[0].slice)
            written = f"{name}(lambda value: {bench.code(target.value)}.__setitem__({key}, value), {code})"
    return (
        bench.patch("Store the value in a callback", "display", [bench.replace(statement, written)])
        if written
        else None
    )
