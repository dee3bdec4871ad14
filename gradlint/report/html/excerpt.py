"""The source lines of a finding in HTML, each step of its story marked and told under its line."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from gradlint.core.model import Finding, Label, Role, Span
from gradlint.report.html.text import safe, worded
from gradlint.report.texts import Texts, files
from gradlint.sources.excerpt import Lines

Row = tuple[int, int]
"""A cell (0 outside notebooks) and a row in it."""

_RANK: tuple[Role, ...] = ("note", "enters", "asked", "cut")
"""Where two marks overlap the later one here is seen."""
_AROUND = 1
"""Lines that are shown before and after each one that matters."""
_LONGEST = 400
"""Characters of a line; more is not read by anybody."""
_LEAD = 80
"""Characters before the first mark in a line that is longer."""


@dataclass(frozen=True, slots=True)
class _Mark:
    role: Role
    start: int
    end: int
    message: str


def steps(finding: Finding) -> tuple[Label, ...]:
    """The labels, and one for the finding itself if none is at its place."""
    if any(map(finding.stands_at, finding.labels)):
        return finding.labels
    return (*finding.labels, Label("cut", "", finding.span))


def row_of(span: Span) -> Row:
    return span.cell or 0, span.start.row


def row_id(number: int, row: Row, path: str | None) -> str:
    """The anchor of a line of the finding with this number; of another file, by its path."""
    file = "" if path is None else f"{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}-"
    return f"f{number}-{file}{row[0]}-{row[1]}"


def excerpts(finding: Finding, number: int, texts: Texts) -> str:
    """The lines of each file that the finding names."""
    shown = ((path, _excerpt(finding, number, path, texts.lines(path))) for path in files(finding))
    return "".join(
        code if path is None else f'<p class="other">{safe(path)}</p>{code}' for path, code in shown if code
    )


def _excerpt(finding: Finding, number: int, path: str | None, lines: Lines | None) -> str:
    if lines is None:
        return ""
    marks = _marks(finding, path, lines)
    rows = [row for row in _rows(marks) if _text(lines, row) is not None]
    if not rows:
        return ""
    width = len(str(max(row for _, row in rows)))
    body = "".join(_listed(rows, marks, lines, lambda row: row_id(number, row, path), width))
    return f'<pre class="code" tabindex="0" role="region" aria-label="Source code">{body}</pre>'


def _text(lines: Lines, row: Row) -> str | None:
    return lines.at(row[0] or None, row[1])


def _marks(finding: Finding, path: str | None, lines: Lines) -> Mapping[Row, list[_Mark]]:
    marks: dict[Row, list[_Mark]] = defaultdict(list)
    for label in steps(finding):
        if label.path != path:
            continue
        row = row_of(label.span)
        length = len(_text(lines, row) or "")
        start = min(label.span.start.column - 1, length)
        # Of a stretch of several lines the first is marked, to its end.
        end = label.span.end.column - 1 if label.span.end.row == row[1] else length
        marks[row].append(_Mark(label.role, start, max(min(end, length), start), label.message))
    return marks


def _rows(marks: Mapping[Row, list[_Mark]]) -> list[Row]:
    around = range(-_AROUND, _AROUND + 1)
    return sorted({(cell, row + offset) for cell, row in marks for offset in around if row + offset > 0})


def _listed(
    rows: list[Row],
    marks: Mapping[Row, list[_Mark]],
    lines: Lines,
    anchor: Callable[[Row], str],
    width: int,
) -> Iterator[str]:
    before: Row | None = None
    for row in rows:
        if row[0] and (before is None or before[0] != row[0]):
            yield f'<span class="gap">cell {row[0]}</span>\n'
        elif before is not None and before != (row[0], row[1] - 1):
            yield '<span class="gap">&#8943;</span>\n'
        text, here = _window(_text(lines, row) or "", marks.get(row, ()))
        gutter = f'<span class="number" aria-hidden="true">{row[1]:>{width}} </span>'
        marked = f' id="{anchor(row)}" class="row marked"' if here else ' class="row"'
        yield f"<span{marked}>{gutter}{_coloured(text, here)}</span>\n"
        for mark in here:
            if mark.message:
                yield _tooltip(mark, text, " " * width)
        before = row


def _window(text: str, marks: Iterable[_Mark]) -> tuple[str, list[_Mark]]:
    """The piece of a line that is shown, and its marks there."""
    here = sorted(marks, key=lambda mark: mark.start)
    start = max(here[0].start - _LEAD, 0) if here and len(text) > _LONGEST else 0
    moved = [replace(mark, start=mark.start - start, end=mark.end - start) for mark in here]
    return text[start : start + _LONGEST], moved


def _tooltip(mark: _Mark, text: str, margin: str) -> str:
    """What is to be said of a mark, under its first character.

    The text before it stands there unseen: whatever it holds, it takes the same room.
    """
    ghost = f'<span class="ghost" aria-hidden="true">{margin} {safe(text[: mark.start])}</span>'
    return (
        f'<span class="told">{ghost}<span class="{mark.role}">&#8593; {worded(mark.message)}</span></span>\n'
    )


def _coloured(text: str, marks: list[_Mark]) -> str:
    """The line with its marks; what two of them cover belongs to the one that matters more."""
    roles: list[Role | None] = [None] * len(text)
    for mark in sorted(marks, key=lambda mark: _RANK.index(mark.role)):
        for at in range(mark.start, min(mark.end, len(text))):
            roles[at] = mark.role
    made = []
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or roles[at] != roles[start]:
            piece = safe(text[start:at])
            role = roles[start]
            made.append(piece if role is None else f'<mark class="{role}">{piece}</mark>')
            start = at
    return "".join(made)
