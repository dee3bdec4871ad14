"""GL701: A guard around the result of an operation instead of its argument."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients import loss_functions
from gradlint.analysis.lost_gradients.lost import Passage
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.analysis.lost_gradients.path_queries import is_linear_to_target
from gradlint.analysis.project.syntax import walk
from gradlint.knowledge.names.tensorflow import ZERO_TIMES_INFINITY_IS_ZERO
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.draft import LANGS, Draft, DraftLabel, Program
from gradlint.rules.shared.numerics import name_of, numeric_draft
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for node, failing in program.lost.masked.items():
        operation = failing[0]
        note = DraftLabel("note", "computed for every element", operation.place.node)
        yield numeric_draft(
            node,
            program.lost.carrying[node],
            f"the gradient of {name_of(operation)} is not finite where the other branch is taken, "
            + _becomes(operation, program.lost.carrying[node]),
            f"guard the argument as well: {name_of(operation)} of where(condition, x, a safe number)",
            labels=() if note.node is node.place.node else (note,),
        )

    for node, passage in program.lost.carrying.items():
        if kind(node) == "filled" and node not in program.lost.masked and _is_finished(node, passage):
            yield numeric_draft(
                node,
                passage,
                f"{name_of(node)} replaces the value of the loss and not the gradient, which is still NaN",
                "skip a batch whose loss is not finite, or guard the operation that makes it NaN",
            )


def _becomes(operation: Node, passage: Passage) -> str:
    """What the product with the zero from above is: some kernels of TensorFlow look whether it is one."""
    hidden = operation.op.rpartition(".")[2] in ZERO_TIMES_INFINITY_IS_ZERO
    if hidden and LANGS.get(passage.sink.recorder.kind) == "tensorflow":
        return "and 0 * inf is NaN under XLA (jit_compile=True); the CPU kernel gives 0"
    return "and 0 * inf is NaN"


_REDUCING = frozenset({"mean", "sum", "nanmean", *loss_functions.LOSSES})


def _is_finished(node: Node, passage: Passage) -> bool:
    """Nothing but the loss itself goes in, and nothing but sums and constant factors come after."""
    value = node.operands[0] if node.operands else None
    while value is not None and kind(value) in ("neg", "mul", "div") and value.operands:
        value = value.operands[0]
    reduced = value is not None and value.op.rpartition(".")[2] in _REDUCING
    return reduced and is_linear_to_target(passage.trace, node)


_SAFE_AT_ZERO = frozenset("acos asin atanh exp expm1".split())
"""Functions that zero is a harmless argument of; for the others it is one."""


def fix(bench: Bench) -> Patch | None:
    """The same condition around the argument of what fails."""
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Node) or not isinstance(call, cst.Call):
        return None
    condition, first, second = (positional(call, at) for at in range(3))
    if condition is None or first is None or second is None or method(call) is None:
        return None
    inside = [
        (operation, taken)
        for operation in bench.program.lost.masked.get(about, [])
        for branch, taken in ((first, True), (second, False))
        if any(each is operation.place.node for each in walk(branch))
    ]
    if not inside:
        return None
    operation, taken = min(inside, key=lambda each: _length(bench, each[0]))
    argument = _argument(operation)
    if argument is None:
        return None
    harmless = "0.0" if kind(operation) in _SAFE_AT_ZERO else "1.0"
    where, test, code = bench.code(call.func), bench.argument(condition), bench.argument(argument)
    pair = (code, harmless) if taken else (harmless, code)
    written = f"{where}({test}, {pair[0]}, {pair[1]})"
    return bench.patch("Guard the argument as well", "unsafe", [Change(*bench.text.span(argument), written)])


def _length(bench: Bench, node: Node) -> int:
    start, end = bench.text.span(node.place.node)
    return end - start


def _argument(operation: Node) -> cst.BaseExpression | None:
    """What an operation fails on: the divisor, or the argument of a function."""
    node = operation.place.node
    if isinstance(node, cst.BinaryOperation):
        return node.right if isinstance(node.operator, cst.Divide) else node.left
    if not isinstance(node, cst.Call):
        return None
    found = method(node)
    if found is not None and not isinstance(found[0], (cst.Name, cst.Attribute)):
        return found[0]
    return positional(node, 0) or (found[0] if found is not None else None)
