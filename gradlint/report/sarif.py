"""SARIF 2.1.0 for code scanning: results with the way of the gradient, fixes and verdicts.

The results come first and the rules they need last, so that nothing has to be kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from gradlint import __version__
from gradlint.core.links import DOCS
from gradlint.core.model import Edit, Finding, Label, Span
from gradlint.core.result import Result
from gradlint.report.arrays import array
from gradlint.report.in_file import FilePlaces
from gradlint.report.in_repository import in_repository
from gradlint.report.json_ import CERTAINTY, verdict_object
from gradlint.report.sarif_rules import LEVELS, descriptors
from gradlint.report.screen import Screen
from gradlint.report.texts import Texts
from gradlint.report.wording import in_order, remarks, where
from gradlint.sources.excerpt import Lines

Object = dict[str, Any]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_ROOTS = {_ROOT: {"description": {"text": "The root of the repository."}}}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    pages: dict[str, str] = {}
    failed: list[Object] = []
    yield f'{{\n  "$schema": "{_SCHEMA}",\n  "version": "2.1.0",\n  "runs": [\n    {{\n'
    yield '      "results": '
    yield from array(_results(results, pages, failed), 3)
    driver = {
        "name": "gradlint",
        "informationUri": DOCS,
        "semanticVersion": __version__,
        "rules": list(descriptors(pages)),
    }
    rest = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": not failed, "toolExecutionNotifications": failed}],
        "originalUriBaseIds": _ROOTS,
        "columnKind": "unicodeCodePoints",
    }
    for key, value in rest.items():
        shown = json.dumps(value, indent=2).replace("\n", "\n      ")
        yield f',\n      "{key}": {shown}'
    yield "\n    }\n  ]\n}\n"


def _results(results: Iterable[Result], pages: dict[str, str], failed: list[Object]) -> Iterator[Object]:
    """Each finding. Rules are numbered as they come, and what could not be checked is noted down."""
    numbers: dict[str, int] = {}
    for result in results:
        file = _File(result)
        for finding in result.findings:
            pages.setdefault(finding.code, finding.url)
            yield file.result(finding, numbers.setdefault(finding.code, len(numbers)))
        if result.failure is not None:
            location = {"physicalLocation": {"artifactLocation": file.artifact}}
            failed.append({"level": "error", "message": {"text": result.failure}, "locations": [location]})


class _File:
    """Writes the findings of one file, whose stories may lead through others."""

    def __init__(self, result: Result) -> None:
        self.artifact = _artifact(result.path)
        self._places = FilePlaces(result.path)
        self._texts = Texts(result)

    def result(self, finding: Finding, rule: int) -> Object:
        made: Object = {
            "ruleId": finding.code,
            "ruleIndex": rule,
            "level": LEVELS[finding.severity],
            "message": {"text": "\n".join((_sentence(finding.message), *remarks(finding)))},
            "locations": [self._location(Label("cut", "", finding.span))],
            "partialFingerprints": self._fingerprints(finding),
        }
        if way := self._way(finding):
            made["codeFlows"] = [{"threadFlows": [{"locations": way}]}]
        others = [label for label in finding.labels if not finding.stands_at(label)]
        if others:
            made["relatedLocations"] = [
                {"id": number, **self._location(label)} for number, label in enumerate(others, 1)
            ]
        if fix := self._fix(finding):
            made["fixes"] = [fix]
        made["properties"] = _properties(finding)
        return made

    def _fingerprints(self, finding: Finding) -> Object:
        """GitHub's upload makes its own from the line of the file, and complains of another one.

        Only where many cells can share a line, as in a notebook that is not laid out, it needs ours.
        """
        named = {"gradlint/v1": finding.fingerprint}
        return (
            named if finding.span.cell is None else {**named, "primaryLocationLineHash": finding.fingerprint}
        )

    def _way(self, finding: Finding) -> list[Object]:
        """From where the gradient enters over the cut to where it is requested."""
        labels = finding.labels
        if not any(label.role == "cut" for label in labels):
            labels = (*labels, Label("cut", finding.message, finding.span))
        steps = [label for label in in_order(labels) if label.role != "note"]
        if len(steps) < 2:
            return []
        return [
            {"location": self._location(one), "kinds": [one.role], "executionOrder": order}
            for order, one in enumerate(steps, 1)
        ]

    def _location(self, label: Label) -> Object:
        span, message = label.span, label.message
        artifact = self.artifact if label.path is None else _artifact(label.path)
        region = self._region(span, self._texts.lines(label.path))
        made: Object = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
        if span.cell is not None:
            made["logicalLocations"] = [{"name": f"cell {span.cell}", "kind": "module"}]
            made["properties"] = {"cell": span.cell, "row": span.start.row, "column": span.start.column}
        if message:
            there = message if span.cell is None else f"{where(span)}: {message}"
            made["message"] = {"text": there}
        return made

    def _region(self, span: Span, lines: Lines | None) -> Object:
        if span.cell is not None:
            stretch = self._places.of(span)
            return {"startLine": stretch.first, "endLine": stretch.last}
        made: Object = _exact(span)
        line = None if lines is None else lines.at(None, span.start.row)
        if line is not None and span.end.row == span.start.row:
            made["snippet"] = {"text": line[span.start.column - 1 : span.end.column - 1]}
        return made

    def _fix(self, finding: Finding) -> Object | None:
        """The change to the file; in a notebook the file is JSON, where Python text does not fit in."""
        fix = finding.fix
        if fix is None or fix.applicability == "display" or finding.span.cell is not None:
            return None
        change = {"artifactLocation": self.artifact, "replacements": [_replaced(edit) for edit in fix.edits]}
        return {
            "description": {"text": _sentence(fix.message)},
            "artifactChanges": [change],
            "properties": {"applicability": fix.applicability},
        }


def _replaced(edit: Edit) -> Object:
    return {"deletedRegion": _exact(edit.span), "insertedContent": {"text": edit.content}}


def _exact(span: Span) -> Object:
    return {
        "startLine": span.start.row,
        "startColumn": span.start.column,
        "endLine": span.end.row,
        "endColumn": span.end.column,
    }


def _properties(finding: Finding) -> Object:
    made: Object = {"certainty": CERTAINTY[finding.severity]}
    if finding.framework is not None:
        made["framework"] = finding.framework
    if finding.verdict is not None:
        made["verdict"] = verdict_object(finding.verdict)
    return made


def _artifact(path: str) -> Object:
    """Relative to the root of the repository, where the file is below it."""
    named = in_repository(path)
    encoded = quote(os.fsencode(named))
    if os.path.isabs(named):
        return {"uri": f"file:///{encoded.lstrip('/')}"}
    return {"uri": encoded, "uriBaseId": _ROOT}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
