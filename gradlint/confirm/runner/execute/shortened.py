"""A program that ends before one of its statements, with every other line where it was."""

from __future__ import annotations

import ast


def ended_before(text: str, row: int) -> str | None:
    """The text without the statement in this row and all that comes after it, at the top and below `if` and `with`.

    None if the row lies in no statement of the program itself, such as in a loop: what comes before it has no end.
    """
    lines = text.splitlines()
    block = ast.parse(text).body
    while True:
        place = next(
            (n for n, each in enumerate(block) if each.lineno <= row <= (each.end_lineno or 0)), None
        )
        if place is None:
            return None
        statement = block[place]
        inner = _inner(statement, row)
        if inner is None:
            break
        block = inner
    if isinstance(statement, (ast.For, ast.While, ast.Try, ast.FunctionDef, ast.ClassDef)):
        return None
    indent = lines[statement.lineno - 1][: statement.col_offset]
    if indent.strip():
        return None
    return "\n".join([*lines[: statement.lineno - 1], f"{indent}pass"]) + "\n"


def _inner(statement: ast.stmt, row: int) -> list[ast.stmt] | None:
    """The block of a statement that is executed once and holds the row."""
    if isinstance(statement, ast.If):
        return next((each for each in (statement.body, statement.orelse) if _holds(each, row)), None)
    return statement.body if isinstance(statement, ast.With) and _holds(statement.body, row) else None


def _holds(block: list[ast.stmt], row: int) -> bool:
    return bool(block) and block[0].lineno <= row <= (block[-1].end_lineno or 0)
