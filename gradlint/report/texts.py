"""The lines of all the files that a result speaks of."""

from __future__ import annotations

import os
from collections.abc import Callable

from gradlint.core.model import Finding
from gradlint.core.result import Result
from gradlint.sources.excerpt import Lines
from gradlint.sources.unit import Unit

SourceLines = Callable[["str | None", "int | None", int], "str | None"]
"""The line of a file (None: the one that is spoken of), a cell and a row; None where it is not known."""


class Texts:
    """The file of a result, and the others that its labels lead to."""

    def __init__(self, result: Result) -> None:
        self._units: dict[str | None, Unit | None] = {
            os.path.abspath(unit.path): unit for unit in result.others
        }
        self._units[None] = result.unit
        self._lines: dict[str | None, Lines] = {}

    def lines(self, path: str | None = None) -> Lines | None:
        """The lines of a file that a label names; None where they are not known."""
        key = None if path is None else os.path.abspath(path)
        unit = self._units.get(key)
        if unit is None:
            return None
        if key not in self._lines:
            self._lines[key] = Lines(unit)
        return self._lines[key]


def files(finding: Finding) -> list[str | None]:
    """The files of a story: that of the finding, which is None, and then the others as the labels name them."""
    return list(dict.fromkeys((None, *(label.path for label in finding.labels))))
