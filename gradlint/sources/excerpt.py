"""The lines of a file as its user wrote them, by the positions that findings have."""

from __future__ import annotations

from collections.abc import Mapping

from gradlint.sources.unit import Unit

Place = tuple[int | None, int]
"""A cell (None outside notebooks) and a row in it."""


class Lines:
    """The source lines of one unit."""

    def __init__(self, unit: Unit) -> None:
        self._lines = unit.source_lines
        self._index: Mapping[Place, int] | None = None
        if unit.origins is not None:
            self._index = {(origin.cell, origin.row): n for n, origin in enumerate(unit.origins)}

    def at(self, cell: int | None, row: int) -> str | None:
        """The line there; None if the unit has none, such as for a file that could not be decoded."""
        index = row - 1 if self._index is None else self._index.get((cell, row), -1)
        return self._lines[index] if 0 <= index < len(self._lines) else None
