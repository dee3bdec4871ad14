"""Weights of JAX that stop_gradient is meant to freeze, in an optimizer that decays them all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gradlint.analysis.domain.facts import Flow, Sink
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import Node, Trace, leads_back


def decayed(flow: Flow, traces: Sequence[tuple[Sink, Trace]]) -> Iterator[Fault]:
    for sink, each in traces if flow.decays else ():
        if sink.kind != "jax" or not sink.asked or not each.live:
            continue
        asked = [node for group in sink.asked for node in group]
        if not any(node in each.live for node in asked):
            continue
        stopped = [node for node in asked if node not in each.live and _is_stopped(each, node)]
        stopped += [node for node in asked if node in each.live and _has_stopped_part(traces, each, node)]
        for place, held in flow.decays:
            if any(_came_from(node, held) for node in stopped):
                yield fault(place, "stopped-weight-decays", "jax", "", stopped[0].place)


def _is_stopped(each: Trace, source: Node) -> bool:
    """Every way to it is cut, by stop_gradient and by nothing else."""
    paths = each.lost(source)
    return bool(paths) and all(path.cut.cut == "stop" for path in paths)


def _has_stopped_part(traces: Sequence[tuple[Sink, Trace]], each: Trace, tree: Node) -> bool:
    """`stop_gradient(params["encoder"])`: a part of a tree whose form is not known, used so and in no other way."""
    parts = [path.through for path in each.lost(tree) if path.cut.cut == "stop" and not path.weak]
    return any(
        part.op.startswith("['")
        and [edge.node for edge in part.edges] == [tree]
        and not any(_is_used(other, part.op) for _, other in traces)
        for part in parts
    )


def _is_used(each: Trace, key: str) -> bool:
    """Some loss has a gradient for what goes by this key."""
    return any(
        node.op == key and any(user.cut != "stop" for user, _ in each.consumers.get(node, ()))
        for node in each.flows
    )


def _came_from(node: Node, held: frozenset[Node]) -> bool:
    return leads_back(node, held.__contains__, 300)
