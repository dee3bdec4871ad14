"""GL209: A variable in the middle of the path holds a number, not a computation."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.draft import Draft, Program, named, story
from gradlint.rules.shared.evidence import is_bound_here
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for broken in program.lost.breaks:
        if broken.reason == "state" and broken.total and broken.cut.op.startswith("assign"):
            yield Draft(
                broken.cut.place.node,
                f"{broken.cut.op}() stores a number: reading the variable afterwards gives no gradient to "
                f"{named(broken.source)}",
                "use the tensor itself, and assign it after the tape",
                "tensorflow",
                Severity.ERROR,
                story(broken.source, broken.sink.place),
                "cut here: the variable keeps only the number",
                about=broken,
            )


def fix(bench: Bench) -> Patch | None:
    """The name stands for the tensor itself from here on."""
    call = bench.node
    found = method(call)
    if not isinstance(bench.draft.about, Break) or found is None:
        return None
    changes: list[Change | None] = []
    bound = isinstance(bench.text.function(call), cst.Module) or not isinstance(found[0], cst.Name)
    for node in walk(bench.text.function(call)):
        each = method(node)
        if each is None or not each[1].startswith("assign") or not each[0].deep_equals(found[0]):
            continue
        changes.append(_as_binding(bench, node, each[0], each[1]))
        bound = bound or each[1] == "assign"
    if not bound or (isinstance(found[0], cst.Name) and _reads_the_outer_one(bench, found[0])):
        return None
    return bench.patch("Use the tensor", "unsafe", changes)


def _reads_the_outer_one(bench: Bench, name: cst.Name) -> bool:
    """Bound here, the name would be a local one, and what reads it before that would find nothing."""
    if is_bound_here(bench, name):
        return False
    uses = [
        node
        for node in walk(bench.text.function(name))
        if isinstance(node, cst.Name) and node.value == name.value
    ]
    first = uses[0] if uses else name
    call = next((each for each in bench.text.up(first) if isinstance(each, cst.Call)), None)
    found = method(call) if call is not None else None
    if call is None or found is None or found[0] is not first or found[1] != "assign":
        return True
    value = positional(call, 0)
    return value is not None and any(isinstance(n, cst.Name) and n.value == name.value for n in walk(value))


def _as_binding(bench: Bench, call: cst.CSTNode, target: cst.BaseExpression, how: str) -> Change | None:
    line = bench.text.alone(call)
    value = positional(call, 0) if isinstance(call, cst.Call) else None
    operator = {"assign": "", "assign_add": "+", "assign_sub": "-"}.get(how)
    if line is None or value is None or operator is None or not isinstance(line.body[0], cst.Expr):
        return None
    name = bench.code(target)
    written = f"{name} {operator} {bench.operand(value)}" if operator else bench.argument(value)
    return bench.replace(line.body[0], f"{name} = {written}")
