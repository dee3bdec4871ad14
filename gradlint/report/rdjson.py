"""Reviewdog's diagnostic format: comments on a pull request, with fixes as suggestions to accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gradlint.core.model import Finding, Position, Severity, Span
from gradlint.core.result import Result
from gradlint.report.arrays import array
from gradlint.report.in_file import FilePlaces
from gradlint.report.replacement import replacement
from gradlint.report.screen import Screen
from gradlint.report.wording import in_order, label_text, remarks, where
from gradlint.sources.excerpt import Lines

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    yield '{\n  "source": {\n    "name": "gradlint"\n  },\n  "diagnostics": '
    yield from array((entry for result in results for entry in _diagnostics(result)), 1)
    yield "\n}\n"


def _diagnostics(result: Result) -> Iterator[dict[str, Any]]:
    lines = None if result.unit is None else Lines(result.unit)
    places = FilePlaces(result.path)
    for finding in result.findings:
        yield {
            "message": _message(finding),
            "location": {"path": finding.path, "range": _range(finding.span, lines, places)},
            "severity": _SEVERITIES[finding.severity],
            "code": {"value": finding.code, "url": finding.url},
            "suggestions": list(_suggestions(finding, lines, places)),
        }
    if result.failure is not None:
        yield {"message": result.failure, "location": {"path": result.path}, "severity": "ERROR"}


def _message(finding: Finding) -> str:
    cell = "" if finding.span.cell is None else f"{where(finding.span)}: "
    story = [label_text(label) for label in in_order(finding.labels)]
    return "\n".join((cell + finding.message, *story, *remarks(finding)))


def _suggestions(finding: Finding, lines: Lines | None, places: FilePlaces) -> Iterator[dict[str, Any]]:
    """One at the most: each suggestion can be accepted alone, and half a fix is none.

    In a notebook the text to replace is JSON, which a suggestion of Python would break.
    """
    fix = finding.fix
    if fix is None or fix.applicability == "display" or lines is None or finding.span.cell is not None:
        return
    if whole := replacement(fix, lines):
        yield {"range": _range(whole.span, lines, places), "text": whole.text}


def _range(span: Span, lines: Lines | None, places: FilePlaces) -> dict[str, Any]:
    if span.cell is not None:
        stretch = places.of(span)
        return {"start": {"line": stretch.first}, "end": {"line": stretch.last}}
    return {"start": _position(span.start, lines), "end": _position(span.end, lines)}


def _position(position: Position, lines: Lines | None) -> dict[str, int]:
    """Reviewdog counts the bytes of UTF-8, not characters."""
    line = None if lines is None else lines.at(None, position.row)
    before = (line or "")[: position.column - 1]
    extra = len(before.encode("utf-8", "surrogatepass")) - len(before)
    return {"line": position.row, "column": position.column + extra}
