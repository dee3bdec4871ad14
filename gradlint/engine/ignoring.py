"""`--add-ignore`: a comment behind each finding that says it is meant, and why."""

from __future__ import annotations

import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gradlint.core.file_codes import INVALID, UNUSED
from gradlint.core.model import Edit, Finding, Fix
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Unit

NEVER = frozenset({INVALID, UNUSED})
"""Rules whose findings no comment can hide."""
_THERE = re.compile(r"#\s*gradlint:\s*ignore\s*\[[^]]*(?=\])")

Rows = tuple[int, int]


def ignored(findings: Iterable[Finding], unit: Unit, reason: str) -> list[Finding]:
    """The findings, the first on each statement with a fix that writes the comment for all of them."""
    statements = list(_statements(unit.text))
    where = {
        (cell, position.row): row
        for row in range(1, len(split_lines(unit.text)) + 1)
        for position, cell in [unit.locate(row, 0)]
    }
    grouped: dict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        row = where.get((finding.span.cell, finding.span.start.row))
        if finding.code not in NEVER and row is not None:
            grouped[next((last for first, last in statements if first <= row <= last), row)].append(finding)
    return [
        replace(found[0], fix=_fix(unit, row, sorted({one.code for one in found}), reason))
        for row, found in grouped.items()
    ]


def _fix(unit: Unit, row: int, codes: list[str], reason: str) -> Fix:
    line = split_lines(unit.text)[row - 1]
    there = _THERE.search(line)
    if there is not None:
        column, content = there.end(), f", {', '.join(codes)}"
    else:
        column = len(line.rstrip())
        content = f"  # gradlint: ignore[{', '.join(codes)}]{f' {reason}' if reason else ''}"
    span = unit.span((row, column), (row, column))
    return Fix("Say that it is meant", "safe", (Edit(span, content),))


def _statements(text: str) -> Iterator[Rows]:
    """First and last row of each statement, or of the head of a compound one."""
    first: int | None = None
    passed_over = frozenset({tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT})
    for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
        if token.type == tokenize.NEWLINE:
            yield first or token.start[0], token.start[0]
            first = None
        elif first is None and token.type not in passed_over:
            first = token.start[0]
