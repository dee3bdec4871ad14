"""From findings to what the language server protocol calls diagnostics, actions and edits."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp
from pygls.workspace import PositionCodec

from gradlint import catalog
from gradlint.model import Finding, Fix, Severity, Span, Verdict

SOURCE = "gradlint"
CONFIRM = "gradlint.confirm"
_SEVERITY = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}


class Converter:
    """Speaks about one version of one document in the units that its client counts in."""

    def __init__(self, uri: str, lines: Sequence[str], codec: PositionCodec) -> None:
        self._uri = uri
        self._lines = lines
        self._codec = codec

    def range(self, span: Span) -> lsp.Range:
        start = lsp.Position(span.start.row - 1, max(span.start.column - 1, 0))
        end = lsp.Position(span.end.row - 1, max(span.end.column - 1, 0))
        return lsp.Range(
            self._codec.position_to_client_units(self._lines, start),
            self._codec.position_to_client_units(self._lines, end),
        )

    def diagnostic(self, finding: Finding) -> lsp.Diagnostic:
        """The finding with its story: where the gradient enters and where it is asked for."""
        related = [
            lsp.DiagnosticRelatedInformation(lsp.Location(self._uri, self.range(label.span)), label.message)
            for label in finding.labels
            if label.span != finding.span and label.message
        ]
        return lsp.Diagnostic(
            range=self.range(finding.span),
            message=_message(finding),
            severity=_SEVERITY[finding.severity],
            code=finding.code,
            source=SOURCE,
            related_information=related or None,
            data={"fingerprint": finding.fingerprint},
        )

    def edit(self, fix: Fix) -> lsp.WorkspaceEdit:
        changes = [lsp.TextEdit(self.range(edit.span), edit.content) for edit in fix.edits]
        return lsp.WorkspaceEdit(changes={self._uri: changes})

    def quick_fix(self, finding: Finding, fix: Fix) -> lsp.CodeAction:
        unsure = "" if fix.applicability == "safe" else " (look twice)"
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
        title = f"Run it and prove {finding.code}"
        return lsp.CodeAction(
            title=title,
            kind=lsp.CodeActionKind.QuickFix,
            command=lsp.Command(title, CONFIRM, arguments=[self._uri, finding.span.start.row]),
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
