"""Gives each finding a name that survives edits elsewhere in its file: for baselines and dashboards."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gradlint.core.model import Finding, Span
from gradlint.sources.excerpt import Lines
from gradlint.sources.unit import Unit

_DEFINITION = re.compile(r"\s*(?:async\s+)?(?:def|class)\s+(\w+)")


def fingerprinted(findings: Iterable[Finding], unit: Unit, root: str) -> tuple[Finding, ...]:
    """The findings of one file, each with its fingerprint.

    It is made of the rule, the path below `root`, the function or class around it, the text of the line
    without its spacing, and a count that tells equal lines apart; not of the line number, which changes
    all the time.
    """
    path = os.path.relpath(os.path.abspath(unit.path), root).replace(os.sep, "/")
    lines = Lines(unit)
    seen: Counter[tuple[str, str, str]] = Counter()
    named = []
    for finding in findings:
        line = "".join((lines.at(finding.span.cell, finding.span.start.row) or "").split())
        around = enclosing(lines, finding.span)
        ordinal = seen[finding.code, around, line]
        seen[finding.code, around, line] += 1
        parts = "\0".join((finding.code, path, around, line, str(ordinal)))
        digest = hashlib.sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        named.append(replace(finding, fingerprint=digest))
    return tuple(named)


def enclosing(lines: Lines, span: Span) -> str:
    """The definitions around a line, such as `Model.forward`, by their indentation; empty at the top."""
    names: list[str] = []
    row = span.start.row
    text = lines.at(span.cell, row) or ""
    depth = len(text) - len(text.lstrip())
    while depth and row > 1:
        row -= 1
        text = lines.at(span.cell, row) or ""
        stripped = text.lstrip()
        if not stripped or stripped.startswith("#") or len(text) - len(stripped) >= depth:
            continue
        depth = len(text) - len(stripped)
        if found := _DEFINITION.match(text):
            names.append(found[1])
    return ".".join(reversed(names))
