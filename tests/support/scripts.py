"""The programs that fixes are tried on: examples of the rules, labelled cases, and shapes met in the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gradlint.core import catalog
from gradlint.core.model import Example
from tests.support.cases import HEADER, case, case_files, case_name

FIX_CASES = Path(__file__).parents[1] / "fix_cases"
"""Programs that a fix has broken once, or could; each says at its head which framework runs it."""


@dataclass(frozen=True)
class Script:
    name: str
    framework: str
    source: str
    example: Example | None = None


def broken() -> Iterator[Script]:
    """What gradlint is to report: the `bad` examples and the cases with a mark."""
    for rule in catalog.rules():
        for number, example in enumerate(rule.examples, 1):
            yield Script(f"{rule.code}-{number}", example.framework, example.bad, example)
    for script in _cases():
        if "# HAZARD" in script.source:
            yield script


def sound() -> Iterator[Script]:
    """What gradlint must leave alone: the `good` examples and the cases without a mark."""
    for rule in catalog.rules():
        for number, example in enumerate(rule.examples, 1):
            yield Script(f"{rule.code}-{number}-good", example.framework, example.good)
    for script in _cases():
        if "# HAZARD" not in script.source:
            yield script


def from_the_field() -> Iterator[Script]:
    for path in sorted(FIX_CASES.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        yield Script(f"fix_cases/{path.stem}", dict(HEADER.findall(source))["framework"], source)


def _cases() -> Iterator[Script]:
    for path in case_files():
        source = path.read_text(encoding="utf-8")
        yield Script(case_name(path), case(source).framework, source)
