"""Finds by reading alone the functions of a program that take finite differences."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def takes_differences(tree: ast.Module) -> bool:
    return any(True for _ in differencing(tree)) or any(True for _ in differencing_of(tree))


def differencing(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Functions that take a function and an array and divide a difference of two evaluations."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or not 2 <= len(node.args.args) <= 5:
            continue
        called = _called(node)
        if any(called.count(arg.arg) >= 2 for arg in node.args.args) and _divides(node):
            yield node


def differencing_of(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Functions that divide a difference of two evaluations of another function of the program, and its name."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in functions:
        called = _called(node)
        twice = [each.name for each in functions if each is not node and called.count(each.name) == 2]
        if len(twice) == 1 and _divides(node) and node.args.args:
            yield node, twice[0]


def _called(node: ast.FunctionDef) -> list[str]:
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
    return [each.func.id for each in calls if isinstance(each.func, ast.Name)]


def _divides(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div) for each in ast.walk(node))
