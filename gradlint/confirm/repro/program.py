"""The text of a program with a few lines put into it; everything else stays as it was written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from gradlint.confirm.repro.parts import Insert
from gradlint.confirm.runner.execute.statement_numbers import parameters, statements

ADDED = "  # added by gradlint"
_CAUGHT = b"""
except (Exception, SystemExit) as _other:
    print("not part of the finding:", repr(_other))"""
_COMPOUND = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.If, ast.While)


class Text:
    """A program that can be changed at places given by its syntax tree."""

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)
        self._statements = statements(self._tree)
        # As Python counts them: a form feed ends no line.
        self._lines = [line.encode() for line in re.split(r"\r\n|\r|\n", text)]
        self._changes: list[tuple[int, int, int, int, int, bytes]] = []
        self._wrapped: dict[int, ast.stmt] = {}
        """The rows of statements that may fail."""
        self._dropped: dict[int, bytes] = {}
        """The rows that become comments, and how these begin."""
        self.futures: list[str] = []
        """Imports from `__future__`, which have to stand at the top of a file."""

    def take_futures(self) -> None:
        for node in self._tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                self.futures.append(ast.unparse(node))
                self._put(node.lineno, node.col_offset, b"pass", node.end_lineno, node.end_col_offset)

    def keep_docstring(self) -> None:
        """A program that reads its own docstring goes on to find it."""
        if ast.get_docstring(self._tree, clean=False) is None:
            return
        if any(isinstance(node, ast.Name) and node.id == "__doc__" for node in ast.walk(self._tree)):
            node = self._tree.body[0]
            self._put(node.lineno, node.col_offset, b"__doc__ = ")

    def leave_out(self, positions: Iterable[int]) -> None:
        """Let statements at the top fail without consequences, as they did when a document was executed."""
        for position in positions:
            if position < len(self._tree.body):
                node = self._tree.body[position]
                if self._can_be_indented(node):
                    self._wrapped.update(dict.fromkeys(_rows(node), node))
                else:
                    self._dropped.update(dict.fromkeys(_rows(node), b"# left out: "))

    def end_at(self, position: int) -> None:
        """End the program with a statement at the top that raises something else, or exits."""
        self.leave_out([position])
        for node in self._tree.body[position + 1 :]:
            self._dropped.update(dict.fromkeys(_rows(node), b"# not reached: "))

    def insert(self, insert: Insert) -> None:
        if not 0 <= insert.statement < len(self._statements):
            return
        node = self._statements[insert.statement]
        line = insert.line.encode()
        if node.lineno in self._dropped:
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and insert.name in parameters(node):
            has_docstring = ast.get_docstring(node, clean=False) is not None
            self._before(node.body[1 if has_docstring and node.body[1:] else 0], line)
        elif isinstance(node, _COMPOUND):
            self._before(node.body[0], line)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self._new_line(node.end_lineno or node.lineno, self._indent(node), line)
        else:
            self._behind(node, line)

    def result(self) -> str:
        """The program with all changes, and without the long gaps of a document."""
        self._wrap()
        lines = list(self._lines)
        for row, column, _, last, end, content in sorted(self._changes, reverse=True):
            text = lines[row - 1][:column] + content + lines[last - 1][end:]
            lines[row - 1 : last] = text.split(b"\n")
        return "\n".join(_closed_up([line.decode("utf-8", "replace") for line in lines]))

    def _wrap(self) -> None:
        for row, beginning in self._dropped.items():
            self._put(row, 0, beginning)
        for row, node in self._wrapped.items():
            if row == _first_row(node):
                self._put(row, 0, b"try:\n")
            if self._lines[row - 1].strip():
                self._put(row, 0, b"    ")
            if row == (node.end_lineno or node.lineno):
                self._put(row, len(self._lines[row - 1]), _CAUGHT)

    def _can_be_indented(self, node: ast.stmt) -> bool:
        """Whether indenting a statement leaves it what it is: a string over several lines would change."""
        body = [
            b"    " + self._lines[row - 1] if self._lines[row - 1].strip() else b"" for row in _rows(node)
        ]
        try:
            block = ast.parse(b"if 1:\n" + b"\n".join(body)).body[0]
        except SyntaxError:
            return False
        return (
            isinstance(block, ast.If) and len(block.body) == 1 and ast.dump(block.body[0]) == ast.dump(node)
        )

    def _before(self, node: ast.stmt, line: bytes) -> None:
        row = _first_row(node)
        if self._lines[row - 1][: node.col_offset].strip() and row == node.lineno:
            self._put(node.lineno, node.col_offset, line + b"; ")
        else:
            self._put(row, 0, self._deeper(row) + self._indent(node) + line + ADDED.encode() + b"\n")

    def _behind(self, node: ast.stmt, line: bytes) -> None:
        last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        rest = self._lines[last - 1][end:].strip()
        alone = not self._lines[node.lineno - 1][: node.col_offset].strip()
        if alone and (not rest or rest.startswith(b"#")):
            self._new_line(last, self._indent(node), line)
        else:
            self._put(last, end, b"; " + line)

    def _new_line(self, row: int, indent: bytes, line: bytes) -> None:
        content = b"\n" + self._deeper(row) + indent + line + ADDED.encode()
        self._put(row, len(self._lines[row - 1]), content)

    def _deeper(self, row: int) -> bytes:
        return b"    " if row in self._wrapped else b""

    def _indent(self, node: ast.stmt) -> bytes:
        return self._lines[node.lineno - 1][: node.col_offset]

    def _put(
        self, row: int, column: int, content: bytes, last: int | None = None, end: int | None = None
    ) -> None:
        """Of several changes at one place the first comes first."""
        stop = (row, column) if last is None or end is None else (last, end)
        self._changes.append((row, column, len(self._changes), *stop, content))


def _rows(node: ast.stmt) -> range:
    return range(_first_row(node), (node.end_lineno or node.lineno) + 1)


def _first_row(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min(node.lineno, *(each.lineno for each in decorators)) if decorators else node.lineno


def _closed_up(lines: list[str]) -> list[str]:
    """Without gaps of many empty lines, which stand where a document has its prose."""
    try:
        tree = ast.parse("\n".join(lines))
    except SyntaxError:
        return lines
    inside = {row for node in tree.body for row in _rows(node)}
    kept: list[str] = []
    gap = 0
    for row, line in enumerate(lines, 1):
        gap = gap + 1 if not line.strip() and row not in inside else 0
        if gap <= 2 and (kept or gap == 0):
            kept.append(line)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
