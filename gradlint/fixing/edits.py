"""Edits on plain text: which of them go together, and the text that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gradlint.core.model import Edit, Fix, Position, Span
from gradlint.core.records import dataclass

_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Choice:
    """Fixes that can be made at once, and those that have to wait."""

    taken: tuple[Fix, ...]
    overlapping: tuple[Fix, ...]

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Each edit once: two fixes may want the same import."""
        return tuple(dict.fromkeys(edit for fix in self.taken for edit in fix.edits))


def choose(fixes: Iterable[Fix]) -> Choice:
    """First come, first served: a fix that touches what an earlier one changes is left for another time."""
    taken: list[Fix] = []
    edits: dict[Edit, None] = {}
    waiting: list[Fix] = []
    for fix in fixes:
        if any(_clash(edit, other) for edit in fix.edits for other in edits if edit != other):
            waiting.append(fix)
        else:
            taken.append(fix)
            edits.update(dict.fromkeys(fix.edits))
    return Choice(tuple(taken), tuple(waiting))


def _clash(one: Edit, other: Edit) -> bool:
    if one.span.cell != other.span.cell:
        return False
    (start, end), (first, last) = (one.span.start, one.span.end), (other.span.start, other.span.end)
    if start == end and first == last:
        return False  # two insertions, even at one place, do not disturb each other
    return start < last and first < end


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text with all the edits made; their positions are those of `text`."""
    starts = [0, *(found.end() for found in _BREAK.finditer(text))]
    newline = _newline(text)

    def offset(position: Position) -> int:
        if position.row > len(starts):
            return len(text)
        return min(starts[position.row - 1] + position.column - 1, len(text))

    made: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda each: (each.span.start, each.span.end)):
        start, end = offset(edit.span.start), offset(edit.span.end)
        made += [text[at:start], _BREAK.sub(newline, edit.content)]
        at = end
    return "".join([*made, text[at:]])


def _newline(text: str) -> str:
    """How the lines of the text end, by its first one."""
    found = _BREAK.search(text)
    return found[0] if found is not None else "\n"


def after(position: Position, edits: Sequence[Edit]) -> tuple[Position, Position]:
    """Where something that began at `position` may begin once the edits have been made.

    Two positions: what stood inside an edited span can be anywhere in what was put there.
    """
    rows, shift, shifted_row = 0, 0, -1
    for edit in sorted(edits, key=lambda each: (each.span.start, each.span.end)):
        start, end = edit.span.start, edit.span.end
        if position < start:
            break
        lines = _BREAK.split(edit.content)
        first = _moved(start, rows, shift, shifted_row)
        last_column = len(lines[-1]) + (first.column if len(lines) == 1 else 1)
        last = Position(first.row + len(lines) - 1, last_column)
        if start <= position < end:
            return first, last
        rows = last.row - end.row
        shift, shifted_row = last.column - end.column, end.row
    found = _moved(position, rows, shift, shifted_row)
    return found, found


def _moved(position: Position, rows: int, shift: int, shifted_row: int) -> Position:
    """Behind an edit everything moves by whole rows, and on its last row also by columns."""
    column = position.column + (shift if position.row == shifted_row else 0)
    return Position(position.row + rows, column)


def in_cell(edits: Iterable[Edit], cell: int | None) -> list[Edit]:
    return [edit for edit in edits if edit.span.cell == cell]


def without_cell(edit: Edit) -> Edit:
    return Edit(Span(edit.span.start, edit.span.end), edit.content)
