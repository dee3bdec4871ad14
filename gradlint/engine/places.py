"""Where drafts point to: files and spans for the syntax nodes that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import libcst as cst

from gradlint.analysis.project.outline import Outline
from gradlint.analysis.project.whereabouts import Spot, spots
from gradlint.core.files import spelled
from gradlint.core.model import Span
from gradlint.rules.shared.draft import Draft
from gradlint.sources.lines import split_lines
from gradlint.sources.python import python_unit
from gradlint.sources.unit import Unit

_BLOCKS = (cst.FunctionDef, cst.ClassDef, cst.For, cst.While, cst.With, cst.If)


class Places:
    """One file that is linted, and the modules of its project that were read for it."""

    def __init__(self, unit: Unit, module: cst.Module, read: Sequence[Outline]) -> None:
        self.unit = unit
        self.module = module
        self.read = read
        self._spots: dict[int, Spot] = {}
        self._units: dict[str, Unit] = {}

    def look_for(self, drafts: Iterable[tuple[str, Draft]]) -> None:
        """Find whatever these drafts name."""
        self._spots = spots(self.module, self.read, _nodes(draft for _, draft in drafts))

    def look_for_nodes(self, nodes: Iterable[cst.CSTNode]) -> None:
        """Find these, and the names at which chained calls are shown."""
        self._spots = spots(self.module, self.read, _with_names(nodes))

    def text(self, node: cst.CSTNode) -> tuple[Outline | None, Unit]:
        """The other module in which a node stands, None for the file itself, and its unit."""
        file = self._spots[id(node)].file
        return file, self.unit if file is None else self._unit(file)

    def of(self, node: cst.CSTNode) -> tuple[str, Span] | None:
        """The path and the stretch of the file; None for what stands nowhere."""
        spot = self._spots.get(id(node))
        if spot is None:
            return None
        unit = self.unit if spot.file is None else self._unit(spot.file)
        start, end = spot.start, spot.end
        name = method_name(node)
        if name is not None and id(name) in self._spots and self._spots[id(name)].start[0] != start[0]:
            start = self._spots[id(name)].start
        if isinstance(node, _BLOCKS) and end[0] > start[0]:
            end = (start[0], len(split_lines(unit.text)[start[0] - 1]))
        return unit.path, unit.span(start, end)

    def others(self) -> tuple[Unit, ...]:
        """The other files that were named."""
        return tuple(self._units.values())

    def _unit(self, file: Outline) -> Unit:
        found = self._units.get(file.path)
        if found is None:
            found = self._units[file.path] = python_unit(file.text, spelled(file.path, self.unit.path))
        return found


def _nodes(drafts: Iterable[Draft]) -> Iterator[cst.CSTNode]:
    for draft in drafts:
        yield from _with_names((draft.node, *(label.node for label in draft.labels)))


def _with_names(nodes: Iterable[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    for node in nodes:
        yield node
        name = method_name(node)
        if name is not None:
            yield name


def method_name(node: cst.CSTNode) -> cst.Name | None:
    """The last name of a chained call, which may stand lines below the start of the chain."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.attr
    return None
