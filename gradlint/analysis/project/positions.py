"""Positions for the few syntax nodes that a finding points at.

libcst knows no positions without its metadata provider, which visits everything. Here the
code generator is run only as far as the last wanted node.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from types import TracebackType
from typing import Any

import libcst as cst

from gradlint.analysis.project.libcst_hooks import CodegenState, write

Point = tuple[int, int]
"""1-based line, 0-based column."""
_NEWLINE = re.compile(r"\r\n?|\n")


class _Done(Exception):
    """Every wanted node has been passed."""


class _Nothing:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class _Recording:
    """Takes down where a node's own text begins and ends, without the whitespace around it."""

    def __init__(
        self, state: _Walk, node: cst.CSTNode, start: cst.CSTNode | None, end: cst.CSTNode | None
    ) -> None:
        self.state, self.node, self.start, self.end = state, node, start, end

    def __enter__(self) -> None:
        self.begun = self.state.here

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if kind is not None:
            return
        found = self.state.found
        first = found[id(self.start)][0] if id(self.start) in found else self.begun
        last = found[id(self.end)][1] if id(self.end) in found else self.state.here
        found[id(self.node)] = (first, last)


class _Walk(CodegenState):
    def __init__(self, module: cst.Module, wanted: set[int]) -> None:
        super().__init__(default_indent=module.default_indent, default_newline=module.default_newline)
        self.wanted = wanted
        self.left = len(wanted)
        self.line, self.column = 1, 0
        self.found: dict[int, tuple[Point, Point]] = {}
        self.whole: dict[int, tuple[Point, Point]] = {}
        self._starts: dict[int, Point] = {}

    @property
    def here(self) -> Point:
        return (self.line, self.column)

    def add_indent_tokens(self) -> None:
        self.column += sum(len(token) for token in self.indent_tokens)

    def add_token(self, value: str) -> None:
        if "\n" in value or "\r" in value:
            parts = _NEWLINE.split(value)
            self.line += len(parts) - 1
            self.column = len(parts[-1])
        else:
            self.column += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        if id(node) in self.wanted:
            self._starts[id(node)] = self.here

    def after_codegen(self, node: cst.CSTNode) -> None:
        key = id(node)
        if key in self.wanted:
            self.whole[key] = (self._starts[key], self.here)
            self.found.setdefault(key, self.whole[key])
            self.left -= 1
            if not self.left:
                raise _Done

    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Any:
        if id(node) not in self.wanted:
            return _Nothing()
        for edge in (start_node, end_node):  # the ends of a node may be those of a child
            if edge is not None and id(edge) not in self.wanted:
                self.wanted.add(id(edge))
                self.left += 1
        return _Recording(self, node, start_node, end_node)


def positions(module: cst.Module, nodes: Iterable[cst.CSTNode]) -> dict[int, tuple[Point, Point]]:
    """Start and end of each node, by id."""
    wanted = {id(node) for node in nodes}
    return {key: span for key, span in _walked(module, wanted).found.items() if key in wanted}


def extents(
    module: cst.Module, nodes: Iterable[cst.CSTNode]
) -> tuple[dict[int, tuple[Point, Point]], dict[int, tuple[Point, Point]]]:
    """Start and end of each node without its own parentheses, and all that it was written with."""
    walk = _walked(module, {id(node) for node in nodes})
    return walk.found, walk.whole


def _walked(module: cst.Module, wanted: set[int]) -> _Walk:
    walk = _Walk(module, set(wanted))
    if wanted:
        with contextlib.suppress(_Done):
            write(module, walk)
    return walk
