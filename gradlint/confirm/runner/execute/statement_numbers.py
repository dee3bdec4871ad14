"""Statements of a program by number: the same in a tree, in its text, and in the text of a rewritten tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def statements(tree: ast.Module) -> list[ast.stmt]:
    """Every statement, in an order that depends on nothing but the structure."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def number_of_binding(tree: ast.Module, name: str, row: int) -> int | None:
    """The number of the statement in a row that binds a name, or an attribute such as `self.scale`."""
    found = None
    for number, statement in enumerate(statements(tree)):
        if statement.lineno == row and name in bound_by(statement):
            found = number
    return found


def number_at(tree: ast.Module, rows: frozenset[int]) -> int | None:
    """The number of the innermost statement that lies in some rows."""
    found = None
    for number, statement in enumerate(statements(tree)):
        if any(statement.lineno <= row <= (statement.end_lineno or statement.lineno) for row in rows):
            found = number
    return found


def bound_by(statement: ast.stmt) -> list[str]:
    """What a statement binds itself: names, attributes of names, parameters."""
    if isinstance(statement, ast.Assign):
        return [name for target in statement.targets for name in _names(target)]
    if isinstance(statement, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)):
        return list(_names(statement.target))
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return [name for item in statement.items if item.optional_vars for name in _names(item.optional_vars)]
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [statement.name, *parameters(statement)]
    if isinstance(statement, (ast.Expr, ast.Return, ast.If, ast.While)):
        return [node.target.id for node in ast.walk(statement) if isinstance(node, ast.NamedExpr)]
    return []


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    given = function.args
    return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, (ast.Name, ast.Attribute)):
        yield ast.unparse(target)
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            yield target.value.id
    elif isinstance(target, (ast.Starred, ast.Subscript)):
        yield from _names(target.value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from _names(element)
