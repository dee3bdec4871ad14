"""The summary of a job on GitHub, in Markdown: counts, and a table of the findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gradlint.core.model import Finding
from gradlint.report.in_repository import in_repository
from gradlint.report.screen import Screen
from gradlint.report.tally import Tally

MOST = 100
"""Rows of the table: GitHub takes a megabyte, and nobody reads more."""
_SCREEN = Screen()


def summary(tally: Tally, findings: Iterable[Finding]) -> Iterator[str]:
    yield "## gradlint\n\n"
    yield f"{tally.summary()} {tally.scope() or ''}\n\n".replace(" \n", "\n")
    shown = list(findings)
    if not shown:
        return
    yield "| where | rule | what |\n|---|---|---|\n"
    for finding in shown[:MOST]:
        where = f"{in_repository(finding.path)}:{finding.span.start.row}"
        rule = f"[{finding.code}]({finding.url})" if finding.url else finding.code
        verdict = "" if finding.verdict is None else f" ({finding.verdict.kind})"
        yield f"| `{_cell(where)}` | {rule} {finding.name} | {_cell(finding.message)}{verdict} |\n"
    if len(shown) > MOST:
        yield f"\n{len(shown) - MOST} more are in the log.\n"


def _cell(text: str) -> str:
    """Text inside a table: nothing in it ends the cell, or is taken for HTML."""
    clean = " ".join(_SCREEN.clean(text).split())
    return clean.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace(">", "&gt;")
