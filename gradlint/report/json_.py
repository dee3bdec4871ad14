"""A JSON array in the shape that ruff prints, so that editors which read ruff read gradlint."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from gradlint.core.file_codes import INVALID
from gradlint.core.model import Edit, Finding, Fix, Label, Position, Severity, Verdict
from gradlint.core.result import Result
from gradlint.report.arrays import array
from gradlint.report.screen import Screen

CERTAINTY = {Severity.ERROR: "certain", Severity.WARNING: "likely", Severity.INFO: "note"}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    yield from array(as_object(finding) for result in results for finding in result.findings)
    yield "\n"


def as_object(finding: Finding) -> dict[str, Any]:
    """One finding; the keys of ruff first, then ours."""
    span = finding.span
    return {
        "cell": span.cell,
        "code": finding.code,
        "end_location": _location(span.end),
        "filename": _filename(finding.path),
        "fix": None if finding.fix is None else _fix(finding.fix),
        "location": _location(span.start),
        "message": finding.message,
        "name": finding.name,
        "noqa_row": None if finding.code == INVALID else span.start.row,
        "severity": finding.severity.value,
        "url": finding.url,
        "framework": finding.framework,
        "certainty": CERTAINTY[finding.severity],
        "labels": [_label(label, finding.path) for label in finding.labels],
        "help": finding.help,
        "fingerprint": finding.fingerprint,
        "verdict": None if finding.verdict is None else verdict_object(finding.verdict),
    }


def verdict_object(verdict: Verdict) -> dict[str, Any]:
    """What running the code has shown, with all that was made up for it."""
    return {
        "kind": verdict.kind,
        "reason": verdict.reason,
        "level": verdict.level,
        "device": verdict.device,
        "isolation": dict(verdict.isolation),
        "evidence": list(verdict.evidence),
        "stubs": list(verdict.stubs),
        "repairs": list(verdict.repairs),
        "inputs": list(verdict.inputs),
        "attempts": [{"level": level, "reason": reason} for level, reason in verdict.attempts],
        "seconds": verdict.seconds,
    }


def _location(position: Position) -> dict[str, int]:
    return {"column": position.column, "row": position.row}


def _filename(path: str) -> str:
    return path if path == "-" else os.path.abspath(path)


def _label(label: Label, path: str) -> dict[str, Any]:
    return {
        "role": label.role,
        "message": label.message,
        "filename": _filename(label.path or path),
        "cell": label.span.cell,
        "location": _location(label.span.start),
        "end_location": _location(label.span.end),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability,
        "edits": [_edit(edit) for edit in fix.edits],
        "message": fix.message,
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        "cell": edit.span.cell,
        "content": edit.content,
        "end_location": _location(edit.span.end),
        "location": _location(edit.span.start),
    }
