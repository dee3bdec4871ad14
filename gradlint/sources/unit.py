"""A unit: one Python program to analyse, with the way back to the file it came from.

A `.py` file is one unit. A notebook is one unit (its cells run as one program) and so is a
Markdown document (its blocks share a namespace). The text of a unit has exactly as many
lines as are needed to map each one back: whatever is not Python is blank.
"""

from __future__ import annotations

from typing import Literal

from gradlint.core.model import Position, Span
from gradlint.core.records import dataclass, field

Kind = Literal["python", "notebook", "markdown"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one line of a unit comes from."""

    row: int
    column: int = 0
    """How many columns stood before the code on that line (a fence in a list is indented)."""
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the file that is no Python though it claims to be."""

    message: str
    span: Span
    fragment: bool = False
    """It may never have been meant to run: a signature, a shell line or an output in a document."""


@dataclass(frozen=True, slots=True)
class Unit:
    path: str
    kind: Kind
    text: str
    origins: tuple[Origin, ...] | None = None
    """One entry per line of `text`; None where line n of the text is line n of the file."""
    problems: tuple[Problem, ...] = ()
    source_lines: tuple[str, ...] = field(default=(), repr=False)
    """Unit lines as the user wrote them (before magics were masked), for excerpts."""

    failing: frozenset[int] = frozenset()
    """Cells of a notebook that are tagged as raising an exception."""

    def expects_errors(self, cell: int | None) -> bool:
        return cell in self.failing

    def shows(self, span: Span) -> bool:
        """A notebook prints the value of the expression that ends a cell, unless a semicolon follows."""
        last = self.row_of(span.end.row, span.cell) if span.cell is not None else None
        if last is None or self.origins is None or span.start.column != 1:
            return False
        lines = self.text.split("\n")
        below = [
            line.strip()
            for line, origin in zip(lines[last:], self.origins[last:])
            if origin.cell == span.cell
        ]
        rest = lines[last - 1][span.end.column - 1 :].strip()
        return not rest.startswith(";") and all(not line or line.startswith("#") for line in below)

    def locate(self, row: int, column: int) -> tuple[Position, int | None]:
        """The file position (and cell) of a 1-based row and 0-based column of `text`."""
        if self.origins is None or not 1 <= row <= len(self.origins):
            return Position(row, column + 1), None
        origin = self.origins[row - 1]
        return Position(origin.row, column + origin.column + 1), origin.cell

    def row_of(self, row: int, cell: int | None = None) -> int | None:
        """The row of `text` that a row of the file (or of a notebook's cell) became: `locate` the other way round."""
        if self.origins is None:
            return row
        for number, origin in enumerate(self.origins, 1):
            if origin.row == row and origin.cell == cell:
                return number
        return None

    def place(self, span: Span) -> tuple[int, int, int, int] | None:
        """A span of the file in rows (from 1) and columns (from 0) of `text`; the end is exclusive."""
        first = self.row_of(span.start.row, span.cell)
        last = self.row_of(span.end.row, span.cell)
        if first is None or last is None:
            return None
        before, after = (0, 0) if self.origins is None else (self._indent(first), self._indent(last))
        return first, span.start.column - 1 - before, last, span.end.column - 1 - after

    def _indent(self, row: int) -> int:
        assert self.origins is not None
        return self.origins[row - 1].column

    def span(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        first, cell = self.locate(*start)
        last, _ = self.locate(*end)
        return Span(first, last, cell)
