"""What a backward pass goes through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import TORCH, Edge, Node
from gradlint.knowledge.names.operations import Op

_MOST_SIDES = 4


def between(sink: Sink) -> set[Node] | None:
    """What a pass to named inputs goes through: all that is computed from one of them; None if none is named."""
    if sink.asked is None:
        return None
    inputs = {each for group in sink.asked for each in group}
    passed: set[Node] = set()
    for here in sorted(behind(sink), key=lambda each: each.id):
        if any(edge.node in inputs or edge.node in passed for edge in tracked_edges(here)):
            passed.add(here)
    return passed


def behind(sink: Sink) -> set[Node]:
    """All that a backward pass may come to."""
    stack, seen = list(sink.targets), set(sink.targets)
    while stack:
        here = stack.pop()
        more = [edge.node for edge in tracked_edges(here) if edge.node not in seen] if continues(here) else []
        seen.update(more)
        stack.extend(more)
    return seen


def continues(node: Node) -> bool:
    return node.recorded_by(TORCH) and node.source is None


def tracked_edges(node: Node) -> Iterator[Edge]:
    return (edge for edge in node.edges if TORCH in edge.tracked)


class SureWay:
    """The operations that a backward pass is sure to go through, whichever branches were taken.

    Choices stand behind choices, and most of them on several ways: each is looked at once.
    """

    def __init__(self, sink: Sink, through_loops: bool) -> None:
        self._recorder = sink.recorder
        self._through_loops = through_loops
        self._certain: dict[Node, set[Node]] = {}

    def nodes(self, targets: Iterable[Node]) -> set[Node]:
        live: set[Node] = set()
        stack = list(targets)
        recorder = self._recorder
        while stack:
            each = stack.pop()
            if each in live or not each.recorded_by(recorder):
                continue
            if each.op == Op.EITHER and not (self._through_loops and _is_loop(each)):
                live |= self._on_both_sides(each)
                continue
            live.add(each)
            if (
                each.source is None or each.source.kind != "unknown"
            ):  # what an unknown function keeps is not known
                stack.extend(edge.node for edge in (*each.edges, *each.buried) if recorder in edge.tracked)
        return live

    def _on_both_sides(self, choice: Node) -> set[Node]:
        """What either branch of an `if` leads back to; a loop may have built its values anew."""
        found = self._certain.get(choice)
        if found is None:
            decided = isinstance(choice.place.node, (cst.If, cst.IfExp)) and len(choice.edges) <= _MOST_SIDES
            sides = [self.nodes([edge.node]) for edge in choice.edges] if decided else []
            found = self._certain[choice] = set.intersection(*sides) if sides else set()
        return found


def _is_loop(choice: Node) -> bool:
    return isinstance(choice.place.node, (cst.For, cst.While))
