"""The text behind the syntax: exact spans, parents and lines of one unit, worked out once for all its fixes."""

from __future__ import annotations

import re
from functools import cached_property

import libcst as cst

from gradlint.flow.positions import Point, extents
from gradlint.flow.syntax import children, walk
from gradlint.sources.unit import Unit

_BREAK = re.compile(r"\r\n?|\n")
Block = cst.Module | cst.IndentedBlock
Statement = cst.BaseStatement


class Text:
    """Answers by offsets into the text of the unit, which is what edits are made of."""

    def __init__(self, unit: Unit, module: cst.Module) -> None:
        self.unit = unit
        self.module = module
        self.all = unit.text
        self._names: dict[int, dict[str, list[cst.Name]]] = {}

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

    @cached_property
    def _extents(self) -> tuple[dict[int, tuple[Point, Point]], dict[int, tuple[Point, Point]]]:
        return extents(self.module, list(walk(self.module)))

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
        start, end = self._extents[isinstance(node, cst.BaseExpression)][id(node)]
        return self.offset(start), self.offset(end)

    def inner(self, node: cst.CSTNode) -> tuple[int, int]:
        """... and without them."""
        start, end = self._extents[0][id(node)]
        return self.offset(start), self.offset(end)

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

    @cached_property
    def step(self) -> str:
        """One level of indentation."""
        return self.module.default_indent
