"""Workflow commands for GitHub Actions: each finding becomes an annotation on its lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gradlint.core.model import Finding, Severity
from gradlint.core.result import Result
from gradlint.report.in_file import FilePlaces, Stretch
from gradlint.report.in_repository import in_repository
from gradlint.report.places import place
from gradlint.report.screen import Screen
from gradlint.report.wording import story

_SCREEN = Screen()
_BREAKS = re.compile("([\r\n])")
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    for result in results:
        places = FilePlaces(result.path)
        for finding in result.findings:
            yield _annotation(finding, places.of(finding.span), screen)
        if result.failure is not None:
            properties = {"title": "gradlint", "file": in_repository(result.path)}
            yield _command("error", properties, f"{result.path}: {result.failure}")


def _annotation(finding: Finding, stretch: Stretch, screen: Screen) -> str:
    properties: dict[str, object] = {
        "title": f"gradlint {finding.code} {finding.name}",
        "file": in_repository(finding.path),
        "line": stretch.first,
    }
    # Columns are refused for what is longer than a line.
    if stretch.columns is not None and stretch.first == stretch.last:
        properties["col"], properties["endColumn"] = stretch.columns
    properties["endLine"] = stretch.last
    # The log shows the text alone, so it says where as well; for a notebook only the text names the cell.
    text = f"{place(finding, screen)}: {finding.code} " + "\n".join(story(finding))
    return _command(_COMMANDS[finding.severity], properties, text)


def _command(name: str, properties: dict[str, str] | dict[str, object], text: str) -> str:
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name} {listed}::{_text(text)}\n"


def _text(text: str) -> str:
    """What could steer whoever shows the log becomes a mark, but for line breaks, which are written as numbers."""
    text = "".join(part if part in ("\r", "\n") else _SCREEN.clean(part) for part in _BREAKS.split(text))
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
