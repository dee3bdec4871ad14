"""GL510: A column against a row inside a loss."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients import broadcasts
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.numerics import numeric_draft
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    carrying = program.lost.carrying
    for node, passage in carrying.items():
        shapes = broadcasts.column_against_row(node, passage.trace)
        if shapes is not None:
            column, row = (broadcasts.text(shape) for shape in shapes)
            yield numeric_draft(
                node,
                passage,
                f"shapes {column} and {row} broadcast to a matrix of all pairs: "
                "the loss compares every prediction with every target",
                "give both the same shape: squeeze(-1) the column, or unsqueeze(-1) the row",
            )


def fix(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Node):
        return None
    operands: list[cst.BaseExpression] = []
    if isinstance(node, cst.BinaryOperation):
        operands = [node.left, node.right]
    elif isinstance(node, cst.Call):
        operands = [arg.value for arg in node.args if arg.keyword is None][:2]
    columns = [at for at, shape in enumerate(about.shapes[:2]) if shape is not None and len(shape) == 2]
    if len(operands) != 2 or len(columns) != 1:
        return None
    column = operands[columns[0]]
    if bench.draft.framework == "tensorflow":
        name = bench.name("tf.squeeze")
        start, end = bench.text.span(column)
        change = Change(start, end, f"{name}({bench.argument(column)}, axis=-1)")
        return bench.patch("Drop the last axis", "safe", [change]) if name is not None else None
    written = f"{bench.operand(column)}.squeeze(-1)"
    return bench.patch("Drop the last axis", "safe", [Change(*bench.text.span(column), written)])
