"""A stand-in for the detectors: it reports the marks that a test writes into the source.

`CUT` is an error, `MAYBE` a warning, `STYLE` a matter of style, `BOOM` an exception inside the analysis.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import libcst
import pytest

from gradlint.core.model import Finding, Label, Severity
from gradlint.engine.findings import Analysis
from gradlint.sources.unit import Unit

MARKS = {"CUT": Severity.ERROR, "MAYBE": Severity.WARNING, "STYLE": Severity.INFO}


def findings_in(unit: Unit, codes: frozenset[str]) -> Iterator[Finding]:
    libcst.parse_module(unit.text)
    lines = unit.text.split("\n")
    enters = next(
        (unit.span((row, 0), (row, len(line))) for row, line in enumerate(lines, 1) if "ENTERS" in line), None
    )
    for row, line in enumerate(lines, 1):
        if "BOOM" in line:
            raise KeyError("boom")
        for mark, severity in MARKS.items():
            if mark in line:
                start = line.index(mark)
                span = unit.span((row, start), (row, start + len(mark)))
                labels = [Label("cut", "cut here", span)]
                if enters is not None:
                    labels.insert(0, Label("enters", "gradient enters here", enters))
                yield Finding(
                    "GL401",
                    "detached-loss",
                    "the gradient is cut",
                    unit.path,
                    span,
                    severity,
                    "torch",
                    tuple(labels),
                    "do not cut it",
                )


def analysed(unit: Unit, codes: frozenset[str]) -> Analysis:
    return Analysis(tuple(findings_in(unit, codes)))


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("gradlint.engine.findings")
    module.analysed = analysed  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gradlint.engine.findings", module)
    monkeypatch.setattr(
        "gradlint.engine.linting.may_fire", lambda data, anchors: True
    )  # no rule has marks for anchors
