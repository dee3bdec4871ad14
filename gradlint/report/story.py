"""One finding with its source: where the gradient enters, is cut, is requested."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gradlint.core.model import Finding, Span, Verdict
from gradlint.report.places import place, position
from gradlint.report.screen import Screen, Style
from gradlint.report.snippet import Drawn, Mark, draw, plain
from gradlint.report.texts import Texts, files
from gradlint.sources.excerpt import Lines

Row = tuple[int, int]
"""A cell (0 outside notebooks) and a row in it."""


def story(finding: Finding, texts: Texts, screen: Screen) -> Iterator[str]:
    """The lines to print: an excerpt of the file in which the finding stands, and of each other one that it names."""
    shown = {path: _shown(finding, path, texts) for path in files(finding)}
    rows = [row for marks in shown.values() for _, row in marks]
    margin = " " * len(str(max(rows, default=1)))
    yield _headline(finding, screen)
    yield f"{margin}{screen.paint('-->', 'frame')} {place(finding, screen)}"
    bar = f"{margin} {screen.paint('|', 'frame')}"
    for path, marks in shown.items():
        lines = texts.lines(path)
        if path is not None:
            yield f"{margin}{screen.paint(':::', 'frame')} {_first(finding, path, screen)}"
        if marks and lines is not None:
            yield bar
            yield from _excerpt(marks, finding, lines, len(margin), screen)
            yield bar
    if finding.help:
        yield from _help(finding.help, margin, screen)
    if finding.fix is not None and screen.verbose:
        from gradlint.report.fix_shown import lines_of

        yield from lines_of(finding.fix, texts.lines(), margin, screen)
    if finding.verdict is not None:
        yield from _verdict(finding.verdict, margin, screen)
    yield f"{margin} {screen.paint('=', 'frame')} {screen.paint('docs:', 'help')} {screen.clean(finding.url)}"


def _headline(finding: Finding, screen: Screen) -> str:
    tag = screen.paint(f"{finding.severity.value}[{finding.code}]", finding.severity.value)
    mark = f"{screen.paint('[*]', 'help')} " if finding.is_fixable else ""
    return f"{tag} {mark}{screen.paint(f'{finding.name}:', 'strong')} {screen.clean(finding.message)}"


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
    for level, reason in verdict.attempts if screen.verbose else ():
        yield f"{inside}tried, {level}: {screen.clean(reason)}"
    if verdict.device is not None:
        layers = [layer for layer, state in verdict.isolation if state.startswith("active")]
        around = "your own run" if verdict.level == "run" else f"sandbox: {', '.join(layers) or 'none'}"
        where = screen.clean(f"on {verdict.device}, {around}")
        yield f"{inside}{screen.paint(where, 'frame')}"


def _first(finding: Finding, path: str, screen: Screen) -> str:
    """Where the story comes to another file first."""
    return position(path, min(label.span for label in finding.labels if label.path == path), screen)


def _shown(finding: Finding, path: str | None, texts: Texts) -> dict[Row, list[Mark]]:
    """The rows of a file that are there to be shown, with what to underline in them."""
    lines = texts.lines(path)
    if lines is None:
        return {}
    marks = sorted(_marks(finding, path).items())
    return {row: found for row, found in marks if _text(lines, row) is not None}


def _marks(finding: Finding, path: str | None) -> dict[Row, list[Mark]]:
    """What to underline in a file, by row. A label on the very span of the finding speaks for it."""
    marks: dict[Row, list[Mark]] = defaultdict(list)
    if path is None:
        own = "; ".join(label.message for label in finding.labels if finding.stands_at(label))
        marks[_row(finding.span)].append(_mark(finding.span, own, "^", finding.severity.value))
    for label in finding.labels:
        if label.path == path and not finding.stands_at(label):
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
