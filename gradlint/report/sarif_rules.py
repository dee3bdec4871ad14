"""The rules of a SARIF log: what each one is about, with its page as help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gradlint.core import catalog
from gradlint.core.model import Rule, Severity
from gradlint.report.rule_page import page

_LONGEST = 1024
"""Characters of a description that code scanning accepts."""
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}


def descriptors(pages: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The rules with these codes, in this order, and the address of the page of each."""
    return (_descriptor(catalog.rule(code), url) for code, url in pages.items())


def _descriptor(rule: Rule, url: str) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": _shortened(rule.what)},
        "helpUri": url,
        "help": {"text": f"{rule.why}\n\n{rule.instead}", "markdown": page(rule)},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {
            "tags": ["gradient", *rule.frameworks],
            "problem.severity": _PROBLEMS[rule.severity],
        },
    }


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."
