"""A fix as one stretch of text and what stands there afterwards, for formats that know only that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gradlint.core.model import Fix, Position, Span
from gradlint.sources.excerpt import Lines


@dataclass(frozen=True, slots=True)
class Replacement:
    span: Span
    text: str
    before: tuple[str, ...]
    """The whole lines of the span as they are."""
    after: tuple[str, ...]
    """And as they are afterwards."""


def replacement(fix: Fix, lines: Lines) -> Replacement | None:
    """All edits of a fix in one; None if its lines are not known, or not all in one cell."""
    edits = sorted(fix.edits, key=lambda edit: edit.span)
    if not edits or len({edit.span.cell for edit in edits}) > 1:
        return None
    cell = edits[0].span.cell
    first, last = edits[0].span.start, max(edit.span.end for edit in edits)
    text = []
    at = first
    for edit in edits:
        between = _between(lines, cell, at, edit.span.start)
        if between is None:
            return None
        text.append(between + edit.content)
        at = edit.span.end
    made = "".join(text)
    before = tuple(_rows(lines, cell, first.row, last.row))
    if len(before) != last.row - first.row + 1:
        return None
    whole = before[0][: first.column - 1] + made + before[-1][last.column - 1 :]
    return Replacement(Span(first, last, cell), made, before, tuple(whole.split("\n")))


def _between(lines: Lines, cell: int | None, start: Position, end: Position) -> str | None:
    """The text from one position to another; None if there is none, or if they overlap."""
    if start == end:
        return ""
    rows = list(_rows(lines, cell, start.row, end.row))
    if end < start or len(rows) != end.row - start.row + 1:
        return None
    rows[-1] = rows[-1][: end.column - 1]
    rows[0] = rows[0][start.column - 1 :]
    return "\n".join(rows)


def _rows(lines: Lines, cell: int | None, first: int, last: int) -> Iterator[str]:
    for row in range(first, last + 1):
        line = lines.at(cell, row)
        if line is None and row == last and row > first:
            # What is cut off with its line break ends at the beginning of a line that may not be there.
            line = ""
        if line is None:
            return
        yield line
