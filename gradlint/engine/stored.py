"""Findings as plain JSON values and back, for the cache."""

from __future__ import annotations

import os
from typing import Any

from gradlint.core.files import spelled
from gradlint.core.model import Definition, Edit, Finding, Fix, Label, Position, Severity, Span


def stored(finding: Finding) -> list[Any]:
    """All of a finding but its path, which is that of its file, and its verdict, which is never kept."""
    return [
        finding.code,
        finding.name,
        finding.message,
        _flat(finding.span),
        finding.severity.value,
        finding.framework,
        [_label(label) for label in finding.labels],
        finding.help,
        None if finding.fix is None else _stored_fix(finding.fix),
        finding.fingerprint,
        finding.rests_on,
        finding.docs,
        finding.form,
    ]


def _label(label: Label) -> list[Any]:
    path = None if label.path is None else os.path.abspath(label.path)
    return [label.role, label.message, _flat(label.span), label.name, path]


def finding_of(values: list[Any], path: str, like: str) -> Finding:
    """A finding in a file, with other files called as `like` is."""
    code, name, message, span, severity, framework, labels, help_, fix, fingerprint, *rest = values
    rests_on, docs, form = rest
    return Finding(
        code,
        name,
        message,
        path,
        _span(span),
        Severity(severity),
        framework,
        tuple(
            Label(role, text, _span(where), name_, None if file is None else spelled(file, like))
            for role, text, where, name_, file in labels
        ),
        help_,
        None if fix is None else _fix(fix),
        fingerprint,
        rests_on=definitions_of(rests_on),
        docs=docs,
        form=form,
    )


def definitions_of(values: list[list[str]]) -> tuple[Definition, ...]:
    return tuple((str(path), str(name)) for path, name in values)


def _flat(span: Span) -> list[int | None]:
    return [span.start.row, span.start.column, span.end.row, span.end.column, span.cell]


def _span(values: list[Any]) -> Span:
    row, column, end_row, end_column, cell = values
    return Span(Position(row, column), Position(end_row, end_column), cell)


def _stored_fix(fix: Fix) -> list[Any]:
    return [fix.message, fix.applicability, [[_flat(edit.span), edit.content] for edit in fix.edits]]


def _fix(values: list[Any]) -> Fix:
    message, applicability, edits = values
    return Fix(message, applicability, tuple(Edit(_span(span), content) for span, content in edits))
