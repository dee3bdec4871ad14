"""The text of a program with a few lines put into it; everything else stays as it was written."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradlint.confirm.repro.parts import Insert
from gradlint.confirm.runner.places import parameters, statements

ADDED = "  # added by gradlint"
_COMPOUND = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.If, ast.While)


class Text:
    """A program that can be changed at places given by its syntax tree."""

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)
        self._statements = statements(self._tree)
        self._lines = [line.encode() for line in text.splitlines()]
        self._changes: list[tuple[int, int, int, int, bytes]] = []
        self.futures: list[str] = []
        """Imports from `__future__`, which have to stand at the top of a file."""

    def take_futures(self) -> None:
        for node in self._tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                self.futures.append(ast.unparse(node))
                self._replace(node, b"pass")

    def keep_docstring(self) -> None:
        """A program that reads its own docstring goes on to find it."""
        if ast.get_docstring(self._tree, clean=False) is None:
            return
        if any(isinstance(node, ast.Name) and node.id == "__doc__" for node in ast.walk(self._tree)):
            node = self._tree.body[0]
            self._put(node.lineno, node.col_offset, b"__doc__ = ")

    def insert(self, insert: Insert) -> None:
        if not 0 <= insert.statement < len(self._statements):
            return
        node = self._statements[insert.statement]
        line = insert.line.encode()
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and insert.name in parameters(node):
            has_docstring = ast.get_docstring(node, clean=False) is not None
            self._before(node.body[1], line) if has_docstring and node.body[1:] else self._before(
                node.body[0], line
            )
        elif isinstance(node, _COMPOUND):
            self._before(node.body[0], line)
        elif is_function or isinstance(node, ast.ClassDef):
            self._new_line(node.end_lineno or node.lineno, self._indent(node), line)
        else:
            self._behind(node, line)

    def leave_out(self, positions: Iterable[int]) -> None:
        """Let statements at the top fail without consequences, as they did when a document was executed."""
        for position in positions:
            if position < len(self._tree.body):
                self._wrap(self._tree.body[position])

    def end_at(self, position: int) -> None:
        """End the program with a statement at the top that raises something else, or exits."""
        if position >= len(self._tree.body):
            return
        self._wrap(self._tree.body[position])
        for node in self._tree.body[position + 1 :]:
            first, last = _first_row(node), node.end_lineno or node.lineno
            self._exchange(first, last, [b"# not reached: " + line for line in self._lines[first - 1 : last]])

    def _wrap(self, node: ast.stmt) -> None:
        first, last = _first_row(node), node.end_lineno or node.lineno
        body = [b"    " + line if line.strip() else line for line in self._lines[first - 1 : last]]
        caught = b"except (Exception, SystemExit) as _other:"
        wrapped = [b"try:", *body, caught, b'    print("not part of the finding:", repr(_other))']
        if not self._is_same(node, body):
            wrapped = [b"# left out: " + line for line in self._lines[first - 1 : last]]
        self._exchange(first, last, wrapped)

    def _exchange(self, first: int, last: int, content: list[bytes]) -> None:
        self._changes.append((first, 0, last, len(self._lines[last - 1]), b"\n".join(content)))

    def result(self) -> str:
        """The program with all changes, and without the long gaps of a document."""
        lines = list(self._lines)
        for first, start, last, end, content in sorted(self._changes, reverse=True):
            text = lines[first - 1][:start] + content + lines[last - 1][end:]
            lines[first - 1 : last] = text.split(b"\n")
        return "\n".join(_closed_up([line.decode("utf-8", "replace") for line in lines]))

    def _is_same(self, node: ast.stmt, body: list[bytes]) -> bool:
        """Whether indenting a statement leaves it what it is: a string over several lines would change."""
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
            indent = self._indent(node)
            self._put(row, 0, indent + line + ADDED.encode() + b"\n")

    def _behind(self, node: ast.stmt, line: bytes) -> None:
        last = node.end_lineno or node.lineno
        end = node.end_col_offset or 0
        rest = self._lines[last - 1][end:].strip()
        alone = not self._lines[node.lineno - 1][: node.col_offset].strip()
        if alone and (not rest or rest.startswith(b"#")):
            self._new_line(last, self._indent(node), line)
        else:
            self._put(last, end, b"; " + line)

    def _new_line(self, row: int, indent: bytes, line: bytes) -> None:
        self._put(row, len(self._lines[row - 1]), b"\n" + indent + line + ADDED.encode())

    def _indent(self, node: ast.stmt) -> bytes:
        return self._lines[node.lineno - 1][: node.col_offset]

    def _put(self, row: int, column: int, content: bytes) -> None:
        self._changes.append((row, column, row, column, content))

    def _replace(self, node: ast.stmt, content: bytes) -> None:
        last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        self._changes.append((node.lineno, node.col_offset, last, end, content))


def _first_row(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min(node.lineno, *(each.lineno for each in decorators)) if decorators else node.lineno


def _closed_up(lines: list[str]) -> list[str]:
    """Without gaps of many empty lines, which stand where a document has its prose."""
    try:
        tree = ast.parse("\n".join(lines))
    except SyntaxError:
        return lines
    inside = {
        row for node in tree.body for row in range(_first_row(node), (node.end_lineno or node.lineno) + 1)
    }
    kept: list[str] = []
    gap = 0
    for row, line in enumerate(lines, 1):
        gap = gap + 1 if not line.strip() and row not in inside else 0
        if gap <= 2 and (kept or gap == 0):
            kept.append(line)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
