"""FILE:LINE on the command line, in a notebook FILE:CELL:LINE."""

from __future__ import annotations

import os
from dataclasses import dataclass

from gradlint.core.errors import GradlintError
from gradlint.core.model import Finding


@dataclass(frozen=True, slots=True)
class Spot:
    """A line of a file, or of a cell of a notebook."""

    path: str
    row: int
    cell: int | None = None

    @classmethod
    def read(cls, word: str, command: str) -> Spot:
        path, _, row = word.rpartition(":")
        if not path or not row.isdigit():
            raise GradlintError(
                f"{command}: expected FILE:LINE (in a notebook FILE:CELL:LINE), found {word!r}"
            )
        before, _, cell = path.rpartition(":")
        if before and cell.isdigit() and not os.path.exists(path):
            return cls(before, int(row), int(cell))
        return cls(path, int(row))

    def holds(self, finding: Finding) -> bool:
        span = finding.span
        return span.start.row <= self.row <= span.end.row and self.cell in (None, span.cell)
