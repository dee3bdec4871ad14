"""What a sink asks for, seen apart from whatever else the same values carry."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import LostPath, Node, Trace
from gradlint.core.records import replace


def narrowed(each: Trace, sink: Sink) -> Trace:
    """Where the sources are named, what comes from a batch or from something unknown beside them does not matter."""
    asked = {node for group in sink.asked or () for node in group}
    if not asked:
        return each

    def counts(node: Node) -> bool:
        return node in asked or (node.source is not None and node.source.kind not in ("unknown", "argument"))

    flows = {node: frozenset(filter(counts, found)) if found else found for node, found in each.flows.items()}
    return replace(each, flows=flows)


_ENDING = frozenset({"numpy", "conversion", "scalar", "integer", "host", "stop", "zero"})


def ended(each: Trace, asked: Iterable[Node]) -> list[LostPath]:
    """Where a target has lost all paths, wherever these lead; what the function is given is not what it asks for."""
    if any(not _is_given(node) for node in each.live) or any(map(_is_given, asked)):
        return []
    return [path for path in each.lost_paths if path.cut.cut in _ENDING and not path.replaced]


def _is_given(node: Node) -> bool:
    return isinstance(node.place.node, cst.Param)


class AskedAlone:
    """The traces of a program, each with the sources alone that are asked for: only there does a gradient go."""

    def __init__(self) -> None:
        self._made: dict[int, Trace] = {}

    def of(self, sink: Sink, each: Trace) -> Trace:
        asked = frozenset(node for group in sink.asked or () for node in group)
        if not asked:
            return each
        if id(each) not in self._made:
            flows = {node: found & asked if found else found for node, found in each.flows.items()}
            self._made[id(each)] = replace(each, flows=flows)
        return self._made[id(each)]
