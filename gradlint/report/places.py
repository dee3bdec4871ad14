"""How a position is written for people: `train.py:7:13`, in a notebook `study.ipynb:cell 3:7:13`."""

from __future__ import annotations

from gradlint.core.model import Finding, Span
from gradlint.report.screen import Screen


def place(finding: Finding, screen: Screen) -> str:
    return position(finding.path, finding.span, screen)


def position(path: str, span: Span, screen: Screen) -> str:
    in_cell = "" if span.cell is None else f":cell {span.cell}"
    return f"{screen.clean(path)}{in_cell}:{span.start.row}:{span.start.column}"
