"""Where syntax nodes stand: in the file that is linted, or in which other module of its project.

Every node belongs to one tree, so that its identity tells its file. Only what a finding names is looked for.
"""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from gradlint.analysis.project.outline import Outline
from gradlint.analysis.project.positions import Point, positions
from gradlint.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a file, in rows from 1 and columns from 0."""

    file: Outline | None
    """None for the file that is linted."""
    start: Point
    end: Point


def spots(module: cst.Module, others: Iterable[Outline], nodes: Iterable[cst.CSTNode]) -> dict[int, Spot]:
    """Where each of the nodes stands, by id."""
    wanted = {id(node): node for node in nodes}
    found = {key: Spot(None, *where) for key, where in positions(module, wanted.values()).items()}
    for outline in others:
        for part in outline.read():
            left = [node for key, node in wanted.items() if key not in found]
            if not left:
                return found
            assert part.tree is not None
            for key, (start, end) in positions(part.tree, left).items():
                found[key] = Spot(outline, moved(start, part.first), moved(end, part.first))
    return found


def moved(point: Point, first: int) -> Point:
    """A point of a part as a point of its file, in which the part begins at row `first`."""
    return point[0] + first - 1, point[1]
