"""What can be done about the findings under the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from gradlint.core.model import Finding
from gradlint.lsp.convert import Converter
from gradlint.lsp.documents import Linted
from gradlint.lsp.fixing import FIX_ALL
from gradlint.lsp.shown import Shown

KINDS = (lsp.CodeActionKind.QuickFix, FIX_ALL)


def findings_at(params: lsp.CodeActionParams, document: Shown, found: Linted) -> list[Finding]:
    """The findings on the rows that are asked about."""
    cell = document.cell(params.text_document.uri)
    return list(found.at(cell, params.range.start.line + 1, params.range.end.line + 1))


def actions_on(
    here: Sequence[Finding], fixable: Sequence[Finding], found: Linted, converter: Converter
) -> Iterator[lsp.CodeAction]:
    """Fix it, ignore it, prove it, for each of the findings."""
    for finding in here:
        if finding.fix is not None and finding in fixable:
            yield converter.quick_fix(finding, finding.fix)
        comment = found.ignore(finding)
        if comment is not None:
            yield converter.ignore(finding, comment)
        if finding.framework is not None:
            yield converter.prove(finding)
