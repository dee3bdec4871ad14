"""The top level of a module by the names it binds: a statement is parsed when one of its names is wanted.

Of another module a file needs a function or two, and what these call in their turn. Python's own parser tells in a
tenth of libcst's time which lines that is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.flow.parsing import parse
from gradlint.sources.lines import split_lines
from gradlint.triage import syntax_of

Statement = cst.BaseStatement | cst.BaseSmallStatement
_Body = Seq[Statement]


class Part:
    """Lines that hold a definition, and what they say once somebody asks."""

    def __init__(self, lines: list[str]) -> None:
        self._lines: list[str] | None = lines
        self._body: _Body = ()

    @property
    def body(self) -> _Body:
        if self._lines is not None:
            lines, self._lines = self._lines, None
            try:
                self._body = parse("\n".join(lines) + "\n").body
            except (cst.ParserSyntaxError, RecursionError):  # what Python takes and libcst does not
                self._body = ()
        return self._body


class Outline:
    """What a module defines: imports, functions, classes, plain constants."""

    def __init__(self, text: str) -> None:
        self.size = len(text)
        self.parts: dict[str, list[Part]] = {}
        """The parts that bind a name, in the order of the module."""
        tree = syntax_of(text)
        lines = split_lines(text)
        for first, last, statements in _rows(tree.body if tree is not None else ()):
            names = [name for statement in statements for name in _bound(statement)]
            if names:
                part = Part(lines[first - 1 : last])
                for name in dict.fromkeys(names):
                    self.parts.setdefault(name, []).append(part)


def _rows(body: Seq[ast.stmt]) -> Iterator[tuple[int, int, list[ast.stmt]]]:
    """Statements with their first and last line; those that share a line together."""
    held: list[ast.stmt] = []
    first = last = 0
    for statement in body:
        decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
        start = min([statement.lineno, *(each.lineno for each in decorators)])
        if held and start > last:
            yield first, last, held
            held = []
        if not held:
            first = start
        held.append(statement)
        last = statement.end_lineno or start
    if held:
        yield first, last, held


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement defines; none for one that does something else."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, ast.Import):
        for alias in statement.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(statement, ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or alias.name
    elif isinstance(statement, ast.Assign) and _is_plain(statement.value):
        for target in statement.targets:
            yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        if statement.value is not None and _is_plain(statement.value):
            yield statement.target.id
    elif isinstance(statement, ast.Try):
        for block in (*(each.body for each in statement.handlers), statement.body):
            yield from (name for each in block for name in _bound(each))


def _is_plain(value: ast.expr) -> bool:
    number = isinstance(value, ast.Constant) and type(value.value) in (int, float)
    return number or isinstance(value, ast.Name)
