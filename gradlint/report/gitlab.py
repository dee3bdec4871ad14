"""The JSON of GitLab's code quality reports, shown in merge requests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from gradlint.core.model import Finding, Severity
from gradlint.core.result import Result
from gradlint.report.arrays import array
from gradlint.report.in_file import FilePlaces
from gradlint.report.in_repository import in_repository
from gradlint.report.screen import Screen
from gradlint.report.wording import judgement, where

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    yield from array(issue for result in results for issue in _issues(result))
    yield "\n"


def _issues(result: Result) -> Iterator[dict[str, Any]]:
    places = FilePlaces(result.path)
    for finding in result.findings:
        stretch = places.of(finding.span)
        yield {
            "type": "issue",
            "check_name": finding.code,
            "description": _description(finding),
            "categories": ["Bug Risk"],
            "severity": _SEVERITIES[finding.severity],
            "fingerprint": finding.fingerprint,
            "location": {
                "path": in_repository(finding.path),
                "lines": {"begin": stretch.first, "end": stretch.last},
            },
        }
    if result.failure is not None:
        path = in_repository(result.path)
        yield {
            "type": "issue",
            "check_name": "gradlint",
            "description": f"gradlint could not check this file: {result.failure}",
            "categories": ["Bug Risk"],
            "severity": "blocker",
            "fingerprint": hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:32],
            "location": {"path": path, "lines": {"begin": 1, "end": 1}},
        }


def _description(finding: Finding) -> str:
    """One paragraph; GitLab shows no more."""
    cell = "" if finding.span.cell is None else f" ({where(finding.span)})"
    text = f"{finding.code} {finding.name}: {finding.message}{cell}"
    return text if finding.verdict is None else f"{text} [{judgement(finding.verdict)}]"
