"""A JSON array in the shape that ruff prints, so that editors which read ruff read gradlint."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from gradlint.engine import INVALID, Result
from gradlint.model import Edit, Finding, Fix, Label, Position, Severity
from gradlint.report.screen import Screen

_CERTAINTY = {Severity.ERROR: "certain", Severity.WARNING: "likely", Severity.INFO: "note"}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    before = "["
    for result in results:
        for finding in result.findings:
            entry = json.dumps(as_object(finding), indent=2).replace("\n", "\n  ")
            yield f"{before}\n  {entry}"
            before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def as_object(finding: Finding) -> dict[str, Any]:
    """One finding; the keys of ruff first, then ours."""
    span = finding.span
    return {
        "cell": span.cell,
        "code": finding.code,
        "end_location": _location(span.end),
        "filename": finding.path if finding.path == "-" else os.path.abspath(finding.path),
        "fix": None if finding.fix is None else _fix(finding.fix),
        "location": _location(span.start),
        "message": finding.message,
        "name": finding.name,
        "noqa_row": None if finding.code == INVALID else span.start.row,
        "severity": finding.severity.value,
        "url": None,
        "framework": finding.framework,
        "certainty": _CERTAINTY[finding.severity],
        "labels": [_label(label) for label in finding.labels],
        "help": finding.help,
        "fingerprint": finding.fingerprint,
        "verdict": None,
    }


def _location(position: Position) -> dict[str, int]:
    return {"column": position.column, "row": position.row}


def _label(label: Label) -> dict[str, Any]:
    return {
        "role": label.role,
        "message": label.message,
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
        "content": edit.content,
        "end_location": _location(edit.span.end),
        "location": _location(edit.span.start),
    }
