"""Finds by reading alone the functions of a program that take finite differences."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def differencing(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Functions that take a function and an array and divide a difference of two evaluations."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or not 2 <= len(node.args.args) <= 5:
            continue
        called = [
            each.func.id
            for each in ast.walk(node)
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        ]
        takes = any(called.count(arg.arg) >= 2 for arg in node.args.args)
        divides = any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div) for each in ast.walk(node))
        if takes and divides:
            yield node
