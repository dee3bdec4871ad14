"""Layers of a model that is handed its weights: each has a part of the tree that is differentiated."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import LostPath, Node, Trace
from gradlint.knowledge.names.operations import Op

FLAT = frozenset({"zero", "integer"})
"""Steps that have no gradient anywhere; a stop_gradient inside a model is there on purpose."""


def starved_layers(sink: Sink, each: Trace, live: set[Node]) -> Iterator[list[LostPath]]:
    """The ways that a layer lost, all of them, although the tree as a whole has its gradient."""
    wanted = {node for group in sink.asked or () for node in group}
    trained = {id(node.place.node) for node in live if node.op == Op.LAYER_WEIGHTS}
    lost: dict[cst.CSTNode, list[LostPath]] = {}
    for path in each.lost_paths:
        source = path.source
        if source.op == Op.LAYER_WEIGHTS and id(source.place.node) not in trained:
            if not path.replaced and wanted & each.live & each.flows[source]:
                lost.setdefault(source.place.node, []).append(path)
    for paths in lost.values():
        if all(_is_no_choice(path, sink.recorder.torch) and not path.weak for path in paths):
            yield paths


def _is_no_choice(path: LostPath, torch: bool) -> bool:
    """A module of torch that is lent its weights is written for backward(): a detach in it stops all training."""
    cut = path.cut
    return cut.cut in FLAT or (torch and (cut.cut is not None or cut.pause is not None))
