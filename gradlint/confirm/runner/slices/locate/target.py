"""The function, method or stretch of a module that a finding lives in."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .names import Function

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Target:
    """Where a finding lives; without a function it lives at the level of the module."""

    function: FunctionNode | None
    owner: ast.ClassDef | None = None
    path: tuple[str, ...] = ()
    """Names of the classes and functions around it, its own last."""

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def is_static(self) -> bool:
        return self._has("staticmethod")

    @property
    def is_class_method(self) -> bool:
        return self._has("classmethod")

    @property
    def is_property(self) -> bool:
        return self._has("property") or self._has("cached_property") or self._has("lazy_property")

    def _has(self, name: str) -> bool:
        function = self.function
        return function is not None and any(
            ast.unparse(one).rpartition(".")[2] == name for one in function.decorator_list
        )


def first_row(node: ast.stmt) -> int:
    """The row a statement begins on, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def holds(node: ast.stmt, row: int) -> bool:
    return first_row(node) <= row <= (node.end_lineno or node.lineno)


def target_at(tree: ast.Module, row: int, innermost: bool = False) -> Target:
    """The outermost (or innermost) function around a row: what surrounds it then comes for free."""
    function: FunctionNode | None = None
    owner: ast.ClassDef | None = None
    classes: ast.ClassDef | None = None
    path: list[str] = []
    found: tuple[str, ...] = ()
    body: list[ast.stmt] = tree.body
    while node := next((one for one in body if holds(one, row)), None):
        if isinstance(node, ast.ClassDef):
            path.append(node.name)
            classes = node
        elif isinstance(node, Function):
            path.append(node.name)
            function, owner, found = node, classes, tuple(path)
            classes = None
            if not innermost:
                break
        body = list(_statements(node))
    return Target(function, owner, found)


def target_named(tree: ast.Module, path: tuple[str, ...]) -> Target | None:
    """The same function in another text; the last one of that name counts, as it does for Python."""
    body: list[ast.stmt] = tree.body
    owner: ast.ClassDef | None = None
    for depth, name in enumerate(path):
        named = [one for one in _all_statements(body) if getattr(one, "name", None) == name]
        if not named:
            return None
        node = named[-1]
        if isinstance(node, Function) and depth == len(path) - 1:
            return Target(node, owner, path)
        owner = node if isinstance(node, ast.ClassDef) else None
        body = list(_statements(node))
    return None


def _statements(node: ast.stmt) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for field in ("body", "orelse", "finalbody"):
        found.extend(one for one in getattr(node, field, []) if isinstance(one, ast.stmt))
    for handler in getattr(node, "handlers", []):
        found.extend(handler.body)
    for case in getattr(node, "cases", []):
        found.extend(case.body)
    return found


def _all_statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """These statements and those nested in compound ones, functions and classes kept closed."""
    found: list[ast.stmt] = []
    for node in body:
        found.append(node)
        if not isinstance(node, (*Function, ast.ClassDef)):
            found.extend(_all_statements(_statements(node)))
    return found
