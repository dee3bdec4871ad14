"""Which names a piece of code reads, binds and changes."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field

BUILTIN = frozenset(dir(builtins)) | {"__file__", "__name__", "__doc__"}
_CHANGING_METHODS = frozenset({"append", "extend", "insert", "update", "add", "pop", "setdefault", "assign"})

Function = (ast.FunctionDef, ast.AsyncFunctionDef)
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass
class Uses:
    """Names of one scope: `reads` from it or from outside, `binds` in it, `changes` what a name stands for."""

    reads: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    changes: set[str] = field(default_factory=set)


def uses(*nodes: ast.AST) -> Uses:
    """What running these nodes needs and leaves behind."""
    visitor = _Visitor()
    for node in nodes:
        visitor.visit(node)
    return visitor.found


def root_name(node: ast.AST) -> str | None:
    """`x` of `x.grad[0].data`."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def dotted(node: ast.AST) -> str:
    """`torch.nn.Linear` as it is written, or nothing if it is no chain of names."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def parameters(function: Scope) -> list[ast.arg]:
    """All parameters in the order of the signature, `*args` and `**kwargs` left out."""
    spec = function.args
    return [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]


def defaults(function: Scope) -> dict[str, ast.expr]:
    """The parameters that have a default, with it."""
    spec = function.args
    placed = [*spec.posonlyargs, *spec.args]
    first = len(placed) - len(spec.defaults)
    found = {arg.arg: value for arg, value in zip(placed[first:], spec.defaults)}
    found.update({arg.arg: value for arg, value in zip(spec.kwonlyargs, spec.kw_defaults) if value})
    return found


def free_names(function: Scope) -> set[str]:
    """What a function takes from around it."""
    body = function.body if isinstance(function.body, list) else [function.body]
    inside = uses(*body)
    own = {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}
    outer = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    return (inside.reads | inside.changes) - (inside.binds - outer) - own


class _Visitor(ast.NodeVisitor):
    def __init__(self) -> None:
        self.found = Uses()

    def visit_Name(self, node: ast.Name) -> None:
        (self.found.reads if isinstance(node.ctx, ast.Load) else self.found.binds).add(node.id)

    def _visit_place(self, node: ast.Attribute | ast.Subscript) -> None:
        name = root_name(node)
        if not isinstance(node.ctx, ast.Load) and name:
            self.found.changes.add(name)
        self.generic_visit(node)

    visit_Attribute = _visit_place
    visit_Subscript = _visit_place

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        # `x += 1` needs the old x, and may change in place what other names see.
        if name := root_name(node.target):
            self.found.reads.add(name)
            self.found.changes.add(name)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            method = node.func.attr
            written = method.endswith("_") and not method.startswith("_")
            if (written or method in _CHANGING_METHODS) and (name := root_name(node.func)):
                self.found.changes.add(name)
        for keyword in node.keywords:
            if keyword.arg == "out" and (name := root_name(keyword.value)):
                self.found.changes.add(name)
        self.generic_visit(node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.found.binds.add(node.name)
        for outside in [*node.decorator_list, *defaults(node).values()]:
            self.visit(outside)
        for arg in ast.walk(node.args):
            if isinstance(arg, ast.arg) and arg.annotation is not None:
                self.visit(arg.annotation)
        if node.returns is not None:
            self.visit(node.returns)
        self.found.reads |= free_names(node)

    visit_FunctionDef = _visit_function
    visit_AsyncFunctionDef = _visit_function

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for outside in defaults(node).values():
            self.visit(outside)
        self.found.reads |= free_names(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.found.binds.add(node.name)
        for outside in [*node.decorator_list, *node.bases, *(word.value for word in node.keywords)]:
            self.visit(outside)
        inside = uses(*node.body)
        self.found.reads |= inside.reads

    def _visit_import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self.found.binds.add(alias.asname or alias.name.partition(".")[0])

    visit_Import = _visit_import
    visit_ImportFrom = _visit_import

    def _visit_comprehension(self, node: ast.expr) -> None:
        inner = _Visitor()
        inner.generic_visit(node)
        self.found.reads |= inner.found.reads - inner.found.binds
        self.found.changes |= inner.found.changes

    visit_ListComp = _visit_comprehension
    visit_SetComp = _visit_comprehension
    visit_DictComp = _visit_comprehension
    visit_GeneratorExp = _visit_comprehension

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.found.binds.add(node.name)
        self.generic_visit(node)
