"""What one value carries, where that entered, where it is requested and what cuts it: questions to the finished graph.

Nothing is claimed that the graph does not hold. What comes from code that is not seen is called unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import (
    NOBODY,
    TORCH,
    Edge,
    LostPath,
    Node,
    Recorder,
    Recorders,
    Trace,
    trace,
)
from gradlint.analysis.lost_gradients.lost import LostGradients
from gradlint.analysis.lost_gradients.path_queries import Reason, carriers, reason_of
from gradlint.core.records import dataclass

Obstacle = Reason | Literal["selects", "frozen"]
_TRAINED = ("leaf", "parameter", "module")
ENTRY = "argument"
_SEARCHED = 2_000
"""Nodes behind a value that are looked at to find out who may follow it."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A step at which a gradient ends, and why."""

    cut: Node
    reason: Obstacle
    source: Node | None = None
    """What loses its gradient there; None for the value that was asked about."""
    recorder: Recorder | None = None
    """Whose gradient that is."""


@dataclass(frozen=True, slots=True)
class Request:
    """A place where a gradient is requested of something that was computed from the value."""

    sink: Sink
    passes: bool
    """The gradient comes through the value on its way back."""
    losses: tuple[Loss, ...] = ()
    """Where it is lost between the request and the value."""


@dataclass(frozen=True, slots=True)
class Account:
    """All that the graph says about one value."""

    node: Node
    entered: frozenset[Node]
    """The sources whose gradient the value carries."""
    losses: tuple[Loss, ...]
    """Paths on which sources lost their gradient before the value, also if others remain."""
    requests: tuple[Request, ...]
    unseen: frozenset[Node]
    """Calls on the way of which the code is not seen: they are taken to be differentiable."""
    traced: tuple[Recorder, ...]
    """Transformations of JAX, or of torch.func, that trace the value."""

    @property
    def known(self) -> frozenset[Node]:
        return frozenset(node for node in self.entered if not _is_unknown(node))

    @property
    def unknown(self) -> frozenset[Node]:
        return frozenset(node for node in self.entered if _is_unknown(node))


def account(node: Node, lost: LostGradients, tracked: Recorders = NOBODY) -> Account:
    """What is known about a value; `tracked` is who is known to follow it besides."""
    behind = [(sink, each) for sink, each in lost.traces if node in each.flows]
    entered: set[Node] = {node} if node.source is not None else set()
    losses: dict[tuple[Node, Node], Loss] = {}
    followers = _followers(node, (*(sink.recorder for sink, _ in behind), *sorted(tracked, key=_began)))
    for recorder in followers:
        each = trace(node, recorder)
        entered |= each.live
        for path in each.lost_paths:
            if path.source in each.live and (path.weak or path.replaced):
                continue  # what only selects, or starts something new, is no term that is missing
            if path.cut.op == ENTRY:
                continue  # where a transformation takes its arguments, what it follows begins
            reason = _reason(path, recorder)
            losses.setdefault((path.source, path.cut), Loss(path.cut, reason, path.source, recorder))
    kept = losses.values()
    traced = [one for one in (*node.tracked, *tracked) if one.kind in ("jax", "jit")]
    return Account(
        node,
        frozenset(entered),
        tuple(sorted(kept, key=lambda loss: loss.cut.id)),
        tuple(_request(sink, each, node) for sink, each in behind),
        frozenset(_unseen(node)),
        tuple(sorted(dict.fromkeys(traced), key=_began)),
    )


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one source at one request."""

    sink: Sink
    arrives: bool
    losses: tuple[Loss, ...]
    """Also where a gradient arrives, for the paths on which it does not."""


def fates(source: Node, lost: LostGradients) -> Iterator[Fate]:
    """What each request that depends on a source does for it."""
    for sink, each in lost.traces:
        if source not in each.flows:
            continue
        arrives = source in each.live and not _is_left_out(sink, source)
        paths = [path for path in each.lost(source) if not arrives or not (path.weak or path.replaced)]
        losses = [
            Loss(path.cut, _reason(path, sink.recorder, sink.moment), source, sink.recorder) for path in paths
        ]
        if not arrives and not losses:
            losses = list(_ahead(source, each, sink))
        yield Fate(sink, arrives, tuple(losses))


def arrivals(sink: Sink, each: Trace) -> tuple[frozenset[Node], tuple[Loss, ...]]:
    """The sources that a request brings a gradient to, and the losses of those that get none."""
    wanted = None if sink.asked is None else frozenset(node for group in sink.asked for node in group)
    arriving = each.live if wanted is None else each.live & wanted
    losing = (
        path
        for path in each.lost_paths
        if not path.replaced and path.source not in arriving and (wanted is None or path.source in wanted)
    )
    losses = (
        Loss(path.cut, _reason(path, sink.recorder, sink.moment), path.source, sink.recorder)
        for path in losing
    )
    return arriving, tuple(losses)


def _is_left_out(sink: Sink, source: Node) -> bool:
    """The request names the sources that it wants, and this is none of them."""
    return sink.asked is not None and all(source not in group for group in sink.asked)


def _request(sink: Sink, each: Trace, node: Node) -> Request:
    wanted = None if sink.asked is None else frozenset(one for group in sink.asked for one in group)
    passes = node in carriers(each, sink.moment, wanted)
    return Request(sink, passes, () if passes else tuple(_ahead(node, each, sink)))


def _ahead(node: Node, each: Trace, sink: Sink) -> Iterator[Loss]:
    """The steps between a value and the target that lose its gradient."""
    stack, seen = [node], {node}
    stopping: set[Node] = set()
    while stack:
        here = stack.pop()
        for consumer, edge in each.consumers.get(here, ()):
            reason = _stops(consumer, edge, each.recorder, sink.moment)
            if reason is None:
                if consumer not in seen:
                    seen.add(consumer)
                    stack.append(consumer)
            elif consumer not in stopping:
                stopping.add(consumer)
                yield Loss(consumer, reason, None, each.recorder)


def _stops(consumer: Node, edge: Edge, recorder: Recorder, moment: int) -> Obstacle | None:
    """Why a gradient does not get from an operation to one of its inputs."""
    if edge.role == "index":
        return "selects"
    if not edge.wants and edge.node.source is not None and edge.node.source.flagged is None:
        return "frozen"
    if consumer.recorded_by(recorder, moment) and (recorder in edge.tracked or edge.node.source is not None):
        return None
    return reason_of(LostPath(edge.node, consumer, edge.node, False, False), recorder, moment)


def _reason(path: LostPath, recorder: Recorder, moment: int = 1 << 60) -> Obstacle:
    edge = next((each for each in path.cut.edges if each.node is path.through), None)
    frozen = edge is not None and not edge.wants and path.source is path.through
    return "frozen" if frozen and path.cut.cut is None else reason_of(path, recorder, moment)


def _followers(node: Node, known: Iterable[Recorder]) -> list[Recorder]:
    """Who follows a value, or might have: whoever followed something that it was computed from.

    Where a gradient is requested, that request decides; and what only compiles hands out no gradient.
    """
    if asking := [recorder for recorder in dict.fromkeys(known) if recorder.kind != "jit"]:
        return asking
    found = dict.fromkeys(sorted(node.tracked, key=_began))
    stack, seen = [node], {node}
    while stack and len(seen) < _SEARCHED:
        here = stack.pop()
        for edge in here.edges:
            found.update(dict.fromkeys(sorted(edge.tracked, key=_began)))
            source = edge.node.source
            if here.pause is not None and source is not None and source.kind in _TRAINED:
                found[TORCH] = None
            if edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return [recorder for recorder in found if recorder.kind != "jit"]


def _began(recorder: Recorder) -> int:
    return recorder.since


def _unseen(node: Node) -> Iterator[Node]:
    stack, seen = [node], {node}
    while stack and len(seen) < _SEARCHED:
        here = stack.pop()
        if here.opaque and _is_unknown(here) and here.edges:
            yield here
        for edge in here.edges:
            if edge.node not in seen and edge.role != "index":
                seen.add(edge.node)
                stack.append(edge.node)


def _is_unknown(node: Node) -> bool:
    return node.source is not None and node.source.kind == "unknown"
