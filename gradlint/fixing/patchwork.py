"""The text of another module of the project, for fixes that are made there.

Of such a module only those definitions were parsed that somebody has called, each by itself. Here the rest is
parsed as well and the definitions are put into their places, so that what was followed stands in a whole text.
"""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from gradlint.analysis.project.outline import Outline, Part
from gradlint.analysis.project.parsing import parse
from gradlint.analysis.project.positions import extents, positions
from gradlint.analysis.project.syntax import walk
from gradlint.analysis.project.whereabouts import moved
from gradlint.rules.shared.text import Extents, Text
from gradlint.sources.unit import Unit


class Patchwork(Text):
    """A module whose definitions are the very nodes that were followed."""

    def __init__(self, unit: Unit, outline: Outline) -> None:
        self._whole = parse(unit.text)
        self._parts = outline.read()
        super().__init__(unit, _joined(self._whole, self._parts))

    @cached_property
    def _extents(self) -> tuple[Extents, Extents]:
        found = extents(self._whole, list(walk(self._whole)))
        for part in self._parts:
            assert part.tree is not None
            for known, new in zip(found, extents(part.tree, list(walk(part.tree)))):
                known.update(
                    (key, (moved(start, part.first), moved(end, part.first)))
                    for key, (start, end) in new.items()
                )
        return found


def _joined(whole: cst.Module, parts: list[Part]) -> cst.Module:
    """The module with the statements of the parts in place of its own."""
    followed = {}
    for part in parts:
        assert part.tree is not None
        starts = positions(part.tree, part.tree.body)
        for statement in part.tree.body:
            followed[moved(starts[id(statement)][0], part.first)] = statement
    starts = positions(whole, whole.body)
    return whole.with_changes(
        body=[followed.get(starts[id(statement)][0], statement) for statement in whole.body]
    )
