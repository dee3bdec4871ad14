"""Gives each finding a name that survives edits elsewhere in its file: for baselines and dashboards."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gradlint.excerpt import Lines
from gradlint.model import Finding
from gradlint.sources.unit import Unit


def fingerprinted(findings: Iterable[Finding], unit: Unit, root: str) -> tuple[Finding, ...]:
    """The findings of one file, each with its fingerprint.

    It is made of the rule, the path below `root`, the text of the line without its spacing, and a count
    that tells equal lines apart; not of the line number, which changes all the time.
    """
    path = os.path.relpath(os.path.abspath(unit.path), root).replace(os.sep, "/")
    lines = Lines(unit)
    seen: Counter[tuple[str, str]] = Counter()
    named = []
    for finding in findings:
        line = "".join((lines.at(finding.span.cell, finding.span.start.row) or "").split())
        ordinal = seen[finding.code, line]
        seen[finding.code, line] += 1
        parts = "\0".join((finding.code, path, line, str(ordinal)))
        digest = hashlib.sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        named.append(replace(finding, fingerprint=digest))
    return tuple(named)
