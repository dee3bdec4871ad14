"""From findings to what the language server protocol calls diagnostics, actions and edits."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types as lsp
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from gradlint.core import catalog
from gradlint.core.model import Finding, Fix, Label, Severity, Span, Verdict
from gradlint.lsp.shown import Shown
from gradlint.sources.unit import Unit

SOURCE = "gradlint"
CONFIRM = "gradlint.confirm"
_SEVERITY = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}


class Converter:
    """Speaks about one version of one document in the units that its client counts in."""

    def __init__(self, document: Shown, codec: PositionCodec, others: Iterable[Unit] = ()) -> None:
        self._document = document
        self._codec = codec
        self._others = {os.path.abspath(unit.path): unit for unit in others}

    def range(self, span: Span) -> lsp.Range:
        return self._range(span, self._document.places[span.cell].lines)

    def _range(self, span: Span, lines: Sequence[str]) -> lsp.Range:
        start = lsp.Position(span.start.row - 1, max(span.start.column - 1, 0))
        end = lsp.Position(span.end.row - 1, max(span.end.column - 1, 0))
        return lsp.Range(
            self._codec.position_to_client_units(lines, start),
            self._codec.position_to_client_units(lines, end),
        )

    def location(self, label: Label) -> lsp.Location:
        if label.path is None:
            return lsp.Location(self._document.places[label.span.cell].uri, self.range(label.span))
        path = os.path.abspath(label.path)
        unit = self._others.get(path)
        lines = unit.source_lines if unit is not None else ()
        return lsp.Location(from_fs_path(path) or path, self._range(label.span, lines))

    def published(self, findings: Iterable[Finding]) -> Iterator[tuple[str, list[lsp.Diagnostic]]]:
        """What to publish for each text of the document, also where nothing was found."""
        diagnostics: dict[int | None, list[lsp.Diagnostic]] = {cell: [] for cell in self._document.places}
        for finding in findings:
            diagnostics[finding.span.cell].append(self.diagnostic(finding))
        for cell, found in diagnostics.items():
            yield self._document.places[cell].uri, found

    def diagnostic(self, finding: Finding) -> lsp.Diagnostic:
        """The finding with its story: where the gradient enters and where it is requested."""
        related = [
            lsp.DiagnosticRelatedInformation(self.location(label), label.message)
            for label in finding.labels
            if not finding.stands_at(label) and label.message
        ]
        return lsp.Diagnostic(
            range=self.range(finding.span),
            message=_message(finding),
            severity=_SEVERITY[finding.severity],
            code=finding.code,
            code_description=lsp.CodeDescription(finding.url),
            source=SOURCE,
            related_information=related or None,
            data={"fingerprint": finding.fingerprint},
        )

    def edit(self, fix: Fix) -> lsp.WorkspaceEdit:
        changes: dict[str, list[lsp.TextEdit]] = {}
        for edit in fix.edits:
            uri = self._document.places[edit.span.cell].uri
            changes.setdefault(uri, []).append(lsp.TextEdit(self.range(edit.span), edit.content))
        return lsp.WorkspaceEdit(changes=changes)

    def quick_fix(self, finding: Finding, fix: Fix) -> lsp.CodeAction:
        unsure = "" if fix.applicability == "safe" else " (needs review)"
        return lsp.CodeAction(
            title=f"{fix.message}{unsure} [{finding.code}]",
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[self.diagnostic(finding)],
            edit=self.edit(fix),
            is_preferred=fix.applicability == "safe",
        )

    def ignore(self, finding: Finding, fix: Fix) -> lsp.CodeAction:
        return lsp.CodeAction(
            title=f"Ignore {finding.code} here",
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[self.diagnostic(finding)],
            edit=self.edit(fix),
        )

    def prove(self, finding: Finding) -> lsp.CodeAction:
        title = f"Run the code and prove {finding.code}"
        uri = self._document.places[finding.span.cell].uri
        return lsp.CodeAction(
            title=title,
            kind=lsp.CodeActionKind.QuickFix,
            command=lsp.Command(title, CONFIRM, arguments=[uri, finding.span.start.row]),
        )


def _message(finding: Finding) -> str:
    lines = [f"{finding.message} ({finding.name})"]
    if finding.help:
        lines.append(f"help: {finding.help}")
    if finding.verdict is not None:
        lines.append(f"{finding.verdict.kind}: {finding.verdict.reason}")
    return "\n".join(lines)


def hover(finding: Finding) -> str:
    """What to show over a finding: the message, the evidence if there is any, and the rule's page."""
    from gradlint.report.rule_page import page

    parts = [f"**{finding.code} {finding.name}**: {finding.message}"]
    if finding.verdict is not None:
        parts.append(evidence(finding.verdict))
    if finding.code in catalog.headings():
        parts.append(page(catalog.rule(finding.code)))
    return "\n\n---\n\n".join(parts)


def evidence(verdict: Verdict) -> str:
    listed = "\n".join(f"- {line}" for line in verdict.evidence)
    return f"**{verdict.kind}**: {verdict.reason}\n\n{listed}".rstrip()
