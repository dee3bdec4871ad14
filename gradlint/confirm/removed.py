"""The program without the flagged statement: what a finding is compared with where that statement must not be there."""

from __future__ import annotations

import ast

from gradlint.confirm.expectation import foretold
from gradlint.core.model import Finding
from gradlint.sources.unit import Unit


def without_it(finding: Finding, unit: Unit) -> str | None:
    """The text with `pass` in the place of the flagged statement, if its rule says that this puts the program right."""
    place = unit.place(finding.span)
    if finding.fix is not None or place is None or "removable" not in foretold(finding.code).traits:
        return None
    try:
        tree = ast.parse(unit.text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    row = place[0]
    statements = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign))
        and node.lineno <= row <= (node.end_lineno or node.lineno)
    ]
    lines = unit.text.splitlines(keepends=True)
    if len(statements) != 1 or _binds(statements[0]):
        return None
    if lines[statements[0].lineno - 1][: statements[0].col_offset].strip():
        return None  # behind a colon, or another statement
    first, last = statements[0].lineno, statements[0].end_lineno or statements[0].lineno
    indent = lines[first - 1][: statements[0].col_offset]
    return "".join([*lines[: first - 1], f"{indent}pass\n", *["\n"] * (last - first), *lines[last:]])


def _binds(statement: ast.stmt) -> bool:
    """Whether it gives a name to something, which may be needed."""
    return any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) for node in ast.walk(statement))
