"""Rewrite a program so that what it binds, and what its flagged line works with, passes by a watcher.

After each statement that binds names the watcher is handed what they hold, and may hand back something else:
`w = __gradlint__.bound("w", 3, w)`. What a statement only changes (`w[0] = 1`, `w.mul_(2)`) is handed over
without being bound again, which would make a global name local. The flagged expression is wrapped together
with its operands, and a flagged statement is counted. Line numbers stay the user's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from .expectation import LOOKED_AT
from .program import Focus, Place

WATCHER = "__gradlint__"
_Definition = TypeVar("_Definition", ast.FunctionDef, ast.AsyncFunctionDef)


def instrumented(tree: ast.Module, text: str, focus: Focus) -> ast.Module:
    flagged = _flagged(tree, text, focus.cut, focus.predicted.shows in LOOKED_AT)
    rows = {row for first, _, last, _ in (*focus.cut, *focus.enters) for row in (first, last)}
    rewritten = _Bindings(flagged, focus, rows).visit(tree)
    assert isinstance(rewritten, ast.Module)
    return rewritten


class _Bindings(ast.NodeTransformer):
    def __init__(self, flagged: dict[int, ast.expr], focus: Focus, rows: set[int]) -> None:
        self._flagged = flagged
        self._focus = focus
        self._rows = rows

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt]:
        if isinstance(node, ast.match_case):  # a pattern looks like an expression and is none
            first = node.body[0]
            node.body = _flat(self.visit(statement) for statement in node.body)
            if any(
                self._focus.is_cut(row) for row in range(node.pattern.lineno, node.pattern.end_lineno + 1)
            ):
                entered = _seen("result", ast.Constant(True, **_where(first)))
                node.body[:0] = [ast.Expr(entered, **_where(first))]
            return node
        is_flagged = isinstance(node, ast.stmt) and self._is_flagged(node)
        result: ast.AST | list[ast.stmt] = super().visit(node)
        if isinstance(node, ast.expr) and id(node) in self._flagged:
            assert isinstance(result, ast.expr)
            return self._probed(result)
        if is_flagged:
            assert isinstance(node, ast.stmt)
            count = ast.Expr(_call(node, "hit"), **_where(node))
            return [count, *_flat([result])]
        return result

    def _is_flagged(self, node: ast.stmt) -> bool:
        """A flagged statement, or the head of one that holds others."""
        last = node.end_lineno or node.lineno
        body = getattr(node, "body", None)
        if body:
            last = max(node.lineno, body[0].lineno - 1)
        return any(self._focus.is_cut(row) for row in range(node.lineno, last + 1))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> list[ast.stmt]:
        return self._function(node)

    def _function(self, node: _Definition) -> list[ast.stmt]:
        speaks_of_it = any(node.lineno <= row <= (node.end_lineno or node.lineno) for row in self._rows)
        self.generic_visit(node)
        if speaks_of_it:
            given: list[ast.arg] = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            names = [each.arg for each in given]
            at = 1 if ast.get_docstring(node, clean=False) is not None else 0
            node.body[at:at] = [_handed(name, node) for name in names if name not in {"self", "cls"}]
        return [node, _handed(node.name, node)]

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *(_hand_over(node.targets, node))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *(_hand_over([node.target] if node.value else [], node))]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *(_hand_over([node.target], node))]

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *_changed(node)]

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.body[:0] = _hand_over([node.target], node)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        """What the program catches itself is lost to everybody else."""
        self.generic_visit(node)
        node.body[:0] = [ast.Expr(_call(node.body[0], "caught"), **_where(node.body[0]))]
        return node

    def visit_With(self, node: ast.With) -> ast.With:
        self.generic_visit(node)
        targets = [item.optional_vars for item in node.items if item.optional_vars is not None]
        node.body[:0] = _hand_over(targets, node)
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.NamedExpr:
        self.generic_visit(node)
        known = _constants(node, node.target.id, node.lineno)
        node.value = _call(node.value, "bound", *known, node.value)
        return node

    def _probed(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BinOp):
            node.left, node.right = _seen("left", node.left), _seen("right", node.right)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                node.func.value = _seen("self", node.func.value)
            node.args = [
                each if isinstance(each, ast.Starred) else _seen(str(position), each)
                for position, each in enumerate(node.args)
            ]
            for keyword in node.keywords:
                if keyword.arg is not None:
                    keyword.value = _seen(keyword.arg, keyword.value)
        elif isinstance(node, ast.Attribute):
            node.value = _seen("self", node.value)
        return _seen("result", node)


def _flagged(
    tree: ast.Module, text: str, places: tuple[Place, ...], or_instead: bool = False
) -> dict[int, ast.expr]:
    """The expressions that the finding marks, by the identity of their nodes; or what a fix has made of the
    statement that one of them was."""
    lines = text.splitlines()

    def in_bytes(row: int, column: int) -> tuple[int, int]:
        line = lines[row - 1] if row <= len(lines) else ""
        return row, len(line[:column].encode())

    wanted = {(in_bytes(place[0], place[1]), in_bytes(place[2], place[3])) for place in places}
    found: dict[tuple[tuple[int, int], tuple[int, int]], ast.expr] = {}
    rows = {start[0] for start, _ in wanted}
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.value is not None and node.lineno in rows:
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            span = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
            if span in wanted:  # what a statement returns is what it gives
                found.setdefault(span, node.value)
        if not isinstance(node, ast.expr) or node.lineno not in rows:
            continue
        if not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            span = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
            if span in wanted and not isinstance(node, (ast.Starred, ast.Slice)):
                found.setdefault(span, node)
    if or_instead and not found:
        starts = {start for start, _ in wanted}
        return {
            id(node.value): node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and (node.lineno, node.col_offset) in starts
        }
    return {id(node): node for node in found.values()}


def _hand_over(targets: list[ast.expr], statement: ast.stmt) -> list[ast.stmt]:
    return [each for target in targets for each in _each(target, statement)]


def _each(target: ast.expr, statement: ast.stmt) -> Iterator[ast.stmt]:
    """`x.attribute = y` also hands over the attribute; `x[0] = y` changes what `x` holds."""
    if isinstance(target, ast.Name):
        yield _handed(target.id, statement)
    elif isinstance(target, ast.Attribute):
        if _is_plain(target.value):
            known = _constants(statement, target.attr, ast.unparse(target), statement.lineno)
            call = _call(statement, "attribute", _read(target.value, statement), *known)
            yield ast.Expr(call, **_where(statement))
            if isinstance(target.value, ast.Name):
                yield _noted(target.value, statement)
    elif isinstance(target, ast.Subscript):
        if _is_plain(target.value):
            yield _noted(target.value, statement)
    elif isinstance(target, ast.Starred):
        yield from _each(target.value, statement)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for element in target.elts:
            yield from _each(element, statement)


def _changed(statement: ast.Expr) -> Iterator[ast.stmt]:
    """`w.data.mul_(2)` and `init.zeros_(w)` write to what a name holds."""
    call = statement.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return
    if not call.func.attr.endswith("_") or call.func.attr.endswith("__"):
        return
    owner = call.func.value
    while isinstance(owner, ast.Attribute) and owner.attr in {"data", "grad"}:
        owner = owner.value
    for written in (owner, *call.args[:1]):
        if _is_plain(written):
            yield _noted(written, statement)


def _is_plain(node: ast.expr) -> bool:
    """A name or a chain of attributes: reading it once more does nothing."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


def _handed(name: str, statement: ast.stmt) -> ast.stmt:
    """`w = __gradlint__.bound("w", 3, w)`."""
    call = _call(statement, "bound", *_constants(statement, name, statement.lineno), _name(name, statement))
    where = _where(statement)
    return ast.Assign([ast.Name(name, ast.Store(), **where)], call, **where)


def _noted(node: ast.expr, statement: ast.stmt) -> ast.stmt:
    """The same without binding anything."""
    known = _constants(statement, ast.unparse(node), statement.lineno)
    call = _call(statement, "bound", *known, _read(node, statement))
    return ast.Expr(call, **_where(statement))


def _seen(role: str, node: ast.expr) -> ast.expr:
    return _call(node, "seen", *_constants(node, role), node)


def _call(at: ast.stmt | ast.expr, method: str, *arguments: ast.expr) -> ast.Call:
    watcher = ast.Attribute(_name(WATCHER, at), method, ast.Load(), **_where(at))
    return ast.Call(watcher, list(arguments), [], **_where(at))


def _constants(at: ast.stmt | ast.expr, *values: str | int) -> list[ast.expr]:
    return [ast.Constant(value, **_where(at)) for value in values]


def _read(node: ast.expr, at: ast.stmt) -> ast.expr:
    """A name or a chain of attributes once more, to be read."""
    if isinstance(node, ast.Attribute):
        return ast.Attribute(_read(node.value, at), node.attr, ast.Load(), **_where(at))
    assert isinstance(node, ast.Name)
    return _name(node.id, at)


def _name(name: str, at: ast.stmt | ast.expr) -> ast.Name:
    return ast.Name(name, ast.Load(), **_where(at))


def _where(at: ast.stmt | ast.expr) -> dict[str, Any]:
    """What is added stands where the user's own code stands; to be told once is faster than to be looked for."""
    return {
        "lineno": at.lineno,
        "col_offset": at.col_offset,
        "end_lineno": at.end_lineno,
        "end_col_offset": at.end_col_offset,
    }


def _flat(visited: Iterable[ast.AST | list[ast.stmt]]) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for each in visited:
        found += [part for part in (each if isinstance(each, list) else [each]) if isinstance(part, ast.stmt)]
    return found
