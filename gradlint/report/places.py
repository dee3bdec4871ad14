"""How a position is written for people: `train.py:7:13`, in a notebook `study.ipynb:cell 3:7:13`."""

from __future__ import annotations

from gradlint.model import Finding
from gradlint.report.screen import Screen


def place(finding: Finding, screen: Screen) -> str:
    start, cell = finding.span.start, finding.span.cell
    in_cell = "" if cell is None else f":cell {cell}"
    return f"{screen.clean(finding.path)}{in_cell}:{start.row}:{start.column}"
