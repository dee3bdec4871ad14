"""Run a script again with one of its values moved.

An example is an ordinary script: it binds what it differentiates to a name at module level and
calls `loss.backward()` or `tape.gradient(...)`. To learn what the gradient should have been, the
script is rewritten so that every such binding passes through a callback, which sees the value
and may hand back another one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from tests.support.source import execute

BOUND = "__bound__"
Bound = Callable[[str, Any], Any]


class Script:
    """A script whose bindings can be watched and moved."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tree = ast.fix_missing_locations(_Bindings().visit(ast.parse(source)))

    def run(self, bound: Bound) -> dict[str, Any]:
        """The names that the script leaves."""
        return execute(self._source, self._tree, **{BOUND: bound})


class _Bindings(ast.NodeTransformer):
    """After each statement that binds names: `name = __bound__("name", name)`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        return [node, ast.copy_location(_hand_over(node.name), node)]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return self._followed(node, node.targets)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        return self._followed(node, [node.target] if node.value else [])

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        return self._followed(node, [node.target])

    def _followed(self, statement: ast.stmt, targets: list[ast.expr]) -> list[ast.stmt]:
        names = [name for target in targets for name in _names(target)]
        return [statement, *(ast.copy_location(_hand_over(name), statement) for name in names)]


def _names(target: ast.expr) -> Iterator[str]:
    """The names a target binds; `x.attribute = y` and `x[0] = y` change what `x` holds."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Starred, ast.Attribute, ast.Subscript)):
        yield from _names(target.value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from _names(element)


def _hand_over(name: str) -> ast.stmt:
    return ast.parse(f"{name} = {BOUND}({name!r}, {name})").body[0]
