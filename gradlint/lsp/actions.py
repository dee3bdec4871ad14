"""What can be done about the findings under the cursor."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from gradlint.lsp.convert import Converter
from gradlint.lsp.documents import Linted
from gradlint.lsp.mending import FIX_ALL
from gradlint.lsp.shown import Shown

KINDS = (lsp.CodeActionKind.QuickFix, FIX_ALL)


def actions_at(
    params: lsp.CodeActionParams, document: Shown, found: Linted, converter: Converter
) -> Iterator[lsp.CodeAction]:
    """Mend it, ignore it, prove it, for each finding on the rows that are asked about."""
    cell = document.cell(params.text_document.uri)
    for finding in found.at(cell, params.range.start.line + 1, params.range.end.line + 1):
        if finding.fix is not None and finding.fix.applicability != "display":
            yield converter.quick_fix(finding, finding.fix)
        comment = found.ignore(finding)
        if comment is not None:
            yield converter.ignore(finding, comment)
        if finding.framework is not None:
            yield converter.prove(finding)
