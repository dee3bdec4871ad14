"""The text behind the syntax: exact spans, parents and lines of one unit, worked out once for all its fixes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

import libcst as cst

from gradlint.analysis.project.positions import Point, extents
from gradlint.analysis.project.syntax import children, walk
from gradlint.sources.unit import Unit

_BREAK = re.compile(r"\r\n?|\n")
Extents = dict[int, tuple[Point, Point]]
Block = cst.Module | cst.IndentedBlock
Statement = cst.BaseStatement
MethodCalls = dict[str, tuple[list[int], list[tuple[cst.Call, cst.BaseExpression]]]]
"""By the name of the method: where each call begins, and the calls with their receivers, in the order of the text."""
Binders = dict[tuple[str, bool], list[tuple[cst.CSTNode, list[cst.BaseExpression]]]]
"""By a variable, and whether it is bound itself or something in it: who binds it, and what else."""


class Elsewhere(Exception):
    """A node that stands in another file than the text that is asked for it."""


class Text:
    """Answers by offsets into the text of the unit, which is what edits are made of."""

    def __init__(self, unit: Unit, module: cst.Module) -> None:
        self.unit = unit
        self.module = module
        self.all = unit.text
        self._names: dict[int, dict[str, list[cst.Name]]] = {}
        self._bound: dict[int, Binders] = {}
        self._calls: dict[int, MethodCalls] = {}

    @cached_property
    def parents(self) -> dict[cst.CSTNode, cst.CSTNode]:
        return {child: node for node in walk(self.module) for child in children(node)}

    def names(self, block: cst.CSTNode) -> dict[str, list[cst.Name]]:
        """Every name in a function or module, with the places where it stands."""
        found = self._names.get(id(block))
        if found is None:
            found = self._names[id(block)] = {}
            for node in walk(block):
                if isinstance(node, cst.Name):
                    found.setdefault(node.value, []).append(node)
        return found

    def bound(self, block: cst.CSTNode, index: Callable[[cst.CSTNode], Binders]) -> Binders:
        """Who binds which variable in a function or module, looked for once."""
        found = self._bound.get(id(block))
        if found is None:
            found = self._bound[id(block)] = index(block)
        return found

    def calls(self, block: cst.CSTNode, index: Callable[[Text, cst.CSTNode], MethodCalls]) -> MethodCalls:
        """The calls of methods in a function or module, looked for once."""
        found = self._calls.get(id(block))
        if found is None:
            found = self._calls[id(block)] = index(self, block)
        return found

    @cached_property
    def _extents(self) -> tuple[Extents, Extents]:
        return extents(self.module, list(walk(self.module)))

    def _extent(self, node: cst.CSTNode, whole: bool) -> tuple[int, int]:
        found = self._extents[whole].get(id(node))
        if found is None:
            raise Elsewhere
        return self.offset(found[0]), self.offset(found[1])

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins; one more for the end of the text."""
        return [0, *(found.end() for found in _BREAK.finditer(self.all))]

    def offset(self, point: Point) -> int:
        row, column = point
        return self._starts[row - 1] + column if row <= len(self._starts) else len(self.all)

    def point(self, offset: int) -> Point:
        from bisect import bisect_right

        row = bisect_right(self._starts, offset)
        return (row, offset - self._starts[row - 1])

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where the node stands, an expression with its parentheses."""
        return self._extent(node, isinstance(node, cst.BaseExpression))

    def inner(self, node: cst.CSTNode) -> tuple[int, int]:
        """... and without them."""
        return self._extent(node, False)

    def code(self, node: cst.CSTNode) -> str:
        """The node as it was written."""
        start, end = self.span(node)
        return self.all[start:end]

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        return self.parents.get(node)

    def up(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        """What the node stands in, innermost first."""
        found: list[cst.CSTNode] = []
        here = self.parents.get(node)
        while here is not None:
            found.append(here)
            here = self.parents.get(here)
        return found

    # -- statements and lines ---------------------------------------------------------

    def statement(self, node: cst.CSTNode) -> Statement | None:
        """The innermost statement that has lines of its own."""
        for each in (node, *self.up(node)):
            if isinstance(each, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
                return each
        return None

    def alone(self, node: cst.CSTNode) -> cst.SimpleStatementLine | None:
        """The line of the statement around the node, if nothing else stands on it."""
        found = self.statement(node)
        if not isinstance(found, cst.SimpleStatementLine) or len(found.body) != 1:
            return None
        return found if self.block(found) is not None else None

    def block(self, statement: cst.CSTNode) -> Block | None:
        """The body that a statement is a line of; None for `if x: y`."""
        found = self.parents.get(statement)
        return found if isinstance(found, (cst.Module, cst.IndentedBlock)) else None

    def function(self, node: cst.CSTNode) -> cst.FunctionDef | cst.Lambda | cst.Module:
        for each in self.up(node):
            if isinstance(each, (cst.FunctionDef, cst.Lambda)):
                return each
        return self.module

    def line_start(self, offset: int) -> int:
        return self._starts[self.point(offset)[0] - 1]

    def line_end(self, offset: int) -> int:
        """Behind the line break of the line; where there is none, the end of the text."""
        row = self.point(offset)[0]
        return self._starts[row] if row < len(self._starts) else len(self.all)

    def lines(self, statement: cst.CSTNode) -> tuple[int, int]:
        """All of the statement's lines, with the line break and a comment behind it."""
        start, end = self.span(statement)
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)) and statement.decorators:
            start = self.span(statement.decorators[0])[0]
        # A block ends at the start of the line after it.
        last = end - 1 if end > start and self.all[end - 1] in "\r\n" else end
        return self.line_start(start), self.line_end(last)

    def indent(self, statement: cst.CSTNode) -> str:
        start = self.span(statement)[0]
        return self.all[self.line_start(start) : start]

    def comments(self, start: int, end: int) -> list[str]:
        """The comments between two offsets."""
        return (
            [text for at, text in self._comments if start <= at < end] if "#" in self.all[start:end] else []
        )

    @cached_property
    def _comments(self) -> list[tuple[int, str]]:
        """All comments, each with the offset at which it begins; none of them is found in a string."""
        import io
        import tokenize

        readline = io.StringIO(self.all, newline=None).readline
        try:
            tokens = [each for each in tokenize.generate_tokens(readline) if each.type == tokenize.COMMENT]
        except (tokenize.TokenError, SyntaxError):
            return []
        return [(self.offset(each.start), each.string) for each in tokens]

    @cached_property
    def step(self) -> str:
        """One level of indentation."""
        return self.module.default_indent
