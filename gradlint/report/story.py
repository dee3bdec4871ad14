"""One finding with its source: where the gradient enters, is cut, is asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gradlint.excerpt import Lines
from gradlint.model import Finding, Span, Verdict
from gradlint.report.places import place
from gradlint.report.screen import Screen, Style
from gradlint.report.snippet import Drawn, Mark, draw, plain

Row = tuple[int, int]
"""A cell (0 outside notebooks) and a row in it."""


def story(finding: Finding, lines: Lines, screen: Screen) -> Iterator[str]:
    """The lines to print."""
    marks = {row: found for row, found in sorted(_marks(finding).items()) if _text(lines, row) is not None}
    margin = " " * len(str(max((row for _, row in marks), default=1)))
    yield _headline(finding, screen)
    yield f"{margin}{screen.paint('-->', 'frame')} {place(finding, screen)}"
    bar = f"{margin} {screen.paint('|', 'frame')}"
    if marks:
        yield bar
        yield from _excerpt(marks, finding, lines, len(margin), screen)
        yield bar
    if finding.help:
        yield from _help(finding.help, margin, screen)
    if finding.verdict is not None:
        yield from _verdict(finding.verdict, margin, screen)


def _headline(finding: Finding, screen: Screen) -> str:
    tag = screen.paint(f"{finding.severity.value}[{finding.code}]", finding.severity.value)
    return f"{tag} {screen.paint(f'{finding.name}:', 'strong')} {screen.clean(finding.message)}"


def _help(text: str, margin: str, screen: Screen) -> Iterator[str]:
    lead = f"{margin} {screen.paint('=', 'frame')} {screen.paint('help:', 'help')} "
    for line in text.strip().splitlines():
        yield lead + screen.clean(line)
        lead = margin + " " * len(" = help: ")


def _verdict(verdict: Verdict, margin: str, screen: Screen) -> Iterator[str]:
    """What running showed, its evidence, and what had to be made up for it."""
    style: Style = "help" if verdict.kind == "confirmed" else "label"
    lead = f"{margin} {screen.paint('=', 'frame')} {screen.paint(f'{verdict.kind}:', style)} "
    yield lead + screen.clean(verdict.reason)
    inside = f"{margin}     "
    for line in verdict.evidence:
        yield inside + screen.clean(line)
    made_up = {"stubs": verdict.stubs, "repairs": verdict.repairs, "inputs": verdict.inputs}
    for name, entries in made_up.items():
        if entries:
            yield f"{inside}{name}: {screen.clean('; '.join(entries))}"
    if verdict.device is not None:
        layers = [layer for layer, state in verdict.isolation if state.startswith("active")]
        sandbox = ", ".join(layers) or "none"
        yield f"{inside}{screen.paint(f'on {verdict.device}, sandbox: {sandbox}', 'frame')}"


def _marks(finding: Finding) -> dict[Row, list[Mark]]:
    """What to underline, by row. A label on the very span of the finding speaks for it."""
    own = [label.message for label in finding.labels if label.span == finding.span]
    marks: dict[Row, list[Mark]] = defaultdict(list)
    marks[_row(finding.span)].append(_mark(finding.span, "; ".join(own), "^", finding.severity.value))
    for label in finding.labels:
        if label.span != finding.span:
            marks[_row(label.span)].append(_mark(label.span, label.message, "-", "label"))
    return marks


def _row(span: Span) -> Row:
    return span.cell or 0, span.start.row


def _mark(span: Span, message: str, glyph: str, style: Style) -> Mark:
    # Of a stretch of several lines the first is underlined, to its end.
    end = span.end.column if span.end.row == span.start.row else 1_000_000
    return Mark(span.start.column, end, message, glyph, style)


def _text(lines: Lines, row: Row) -> str | None:
    return lines.at(row[0] or None, row[1])


def _excerpt(
    marks: dict[Row, list[Mark]], finding: Finding, lines: Lines, margin: int, screen: Screen
) -> Iterator[str]:
    width = screen.width - margin - 3
    bar = screen.paint("|", "frame")
    before: Row | None = None
    for row, found in marks.items():
        yield from _between(before, row, finding, lines, margin, screen)
        for drawn in draw(_text(lines, row) or "", found, width, screen):
            yield from _numbered(drawn, row[1], margin, bar, screen)
        before = row


def _numbered(drawn: Drawn, row: int, margin: int, bar: str, screen: Screen) -> Iterator[str]:
    yield f"{screen.paint(f'{row:>{margin}}', 'frame')} {bar} {drawn.source}".rstrip()
    for mark in drawn.marks:
        yield f"{' ' * margin} {bar} {mark}"


def _between(
    before: Row | None, row: Row, finding: Finding, lines: Lines, margin: int, screen: Screen
) -> Iterator[str]:
    """What stands for the lines that are left out; a single one is shown, being no longer than that."""
    if before is None or before[0] != row[0]:
        if row[0] and (before is not None or row[0] != finding.span.cell):
            yield f"{' ' * margin} {screen.paint(f'::: cell {row[0]}', 'frame')}"
        return
    gap = row[1] - before[1] - 1
    skipped = _text(lines, (row[0], row[1] - 1)) if gap == 1 else None
    if skipped is not None:
        bar = screen.paint("|", "frame")
        shown = plain(skipped, screen.width - margin - 3, screen)
        yield f"{screen.paint(f'{row[1] - 1:>{margin}}', 'frame')} {bar} {shown}".rstrip()
    elif gap:
        yield screen.paint("...", "frame")
