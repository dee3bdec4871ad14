"""Draws one source line with the marks under it, cut to the width there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from gradlint.core.records import dataclass
from gradlint.report.screen import Screen, Style

_TAB = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """An underline from column `start` to before `end` (1-based, of the file), and what it says."""

    start: int
    end: int
    message: str
    glyph: str
    style: Style


@dataclass(frozen=True, slots=True)
class Drawn:
    """One source line, or the visible piece of it, with the lines of marks that belong under it."""

    source: str
    marks: tuple[str, ...]


class _Row:
    """A source line as it is laid out: what each of its characters looks like, and where it begins."""

    def __init__(self, text: str, screen: Screen) -> None:
        self.shown: list[str] = []
        widths: list[int] = []
        at = 0
        for character in text:
            if character == "\t":
                shown = " " * (_TAB - at % _TAB)
                width = len(shown)
            else:
                shown = screen.clean(character)
                width = screen.columns(shown)
            self.shown.append(shown)
            widths.append(width)
            at += width
        self.offsets = list(accumulate(widths, initial=0))

    @property
    def width(self) -> int:
        return self.offsets[-1]

    def stretch(self, mark: Mark) -> tuple[int, int]:
        """The columns under a mark; it has at least one, also behind the end of the line."""
        last = len(self.shown)
        start = self.offsets[min(max(mark.start - 1, 0), last)]
        end = self.offsets[min(max(mark.end - 1, 0), last)]
        return start, max(end, start + 1)

    def piece(self, start: int, end: int) -> str:
        """What stands in these columns; half of a wide character is a space."""
        text = []
        at = start
        for index, shown in enumerate(self.shown):
            left, right = self.offsets[index], self.offsets[index + 1]
            if left >= start and right <= end:
                text.append(" " * (left - at) + shown)
                at = right
        return "".join(text)


def draw(text: str, marks: Sequence[Mark], width: int, screen: Screen) -> Iterator[Drawn]:
    """The line with its marks; more than once if it is so long that no piece shows them all."""
    row = _Row(text.rstrip(), screen)
    waiting = sorted(marks, key=lambda mark: (mark.start, mark.end))
    while waiting:
        start, end = _window(row, row.stretch(waiting[0]), width, screen)
        visible = [mark for mark in waiting if start <= row.stretch(mark)[0] < max(end, 1)] or waiting[:1]
        waiting = [mark for mark in waiting if mark not in visible]
        before = screen.ellipsis if start else ""
        after = screen.ellipsis if end < row.width else ""
        yield Drawn(
            before + row.piece(start, end) + after,
            tuple(_underline(mark, row, start - len(before), end, screen) for mark in visible),
        )


def plain(text: str, width: int, screen: Screen) -> str:
    """A line that is only shown for what is around it."""
    row = _Row(text.rstrip(), screen)
    if row.width <= width:
        return row.piece(0, row.width)
    return row.piece(0, width - len(screen.ellipsis)) + screen.ellipsis


def _window(row: _Row, mark: tuple[int, int], width: int, screen: Screen) -> tuple[int, int]:
    """The columns to show so that the beginning of a mark is seen, and its end if there is room."""
    if max(row.width, mark[1]) <= width:
        return 0, max(row.width, mark[1])
    room = width - 2 * len(screen.ellipsis)
    length = min(mark[1] - mark[0], room)
    start = mark[0] - (room - length) // 2
    start = max(min(start, row.width - room), 0)
    start = min(start, mark[0])
    return start, start + room


def _underline(mark: Mark, row: _Row, origin: int, end: int, screen: Screen) -> str:
    first, last = row.stretch(mark)
    last = max(min(last, end), first + 1)
    line = screen.paint(mark.glyph * (last - first), mark.style)
    if mark.message:
        line += " " + screen.paint(screen.clean(mark.message), mark.style)
    return " " * (first - origin) + line
