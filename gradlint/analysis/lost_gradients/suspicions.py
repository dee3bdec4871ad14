"""In which position a constant cannot have been meant as one."""

from __future__ import annotations

from gradlint.analysis.domain.graph import ESCAPES, LostPath, Node, Trace
from gradlint.analysis.lost_gradients.path_queries import Join, is_foreign, leads_to_target, re_entry
from gradlint.knowledge.names.operations import CHOOSING, LINEAR, SCALING


def suspicion(each: Trace, path: LostPath, reason: str) -> Join | None:
    """In which position the constant cannot have been meant as one."""
    if reason in ("outside", "paused"):
        return "term"
    if reason == "sample":
        scored = _is_scored(each, path.cut)
        return ("any" if _is_judged(each, path.cut) else None) if scored else "term"
    if each.recorder not in path.cut.active and each.recorder.kind == "tape":
        return None  # taken before the tape opened: a snapshot
    if reason == "state":
        return "term" if path.cut.op.startswith("predict") else None
    if reason == "shuffle":
        return "any"
    if reason in ("numpy", "conversion", "buffer", "copy", "host") or _round_trip(each, path):
        return "beside"
    if reason == "data":
        return "near"
    return "factor" if reason == "late" or reason in ESCAPES else None


def _is_scored(each: Trace, sample: Node) -> bool:
    """Its log-probability is taken as well: the score function needs no path through the sample."""
    return any(edge.role == "target" for _, edge in each.consumers.get(sample, ()))


def _is_judged(each: Trace, sample: Node) -> bool:
    """What a network makes of the draw is a summand of the loss, and so is the score: neither weighs the other.

    A score function multiplies the two. Here the score alone would make the draw likely or unlikely, whatever
    the network says: the actor of SAC needs the path through its action.
    """
    scores = [user for user, edge in each.consumers.get(sample, ()) if edge.role == "target"]
    if not any(each.flows.get(score) and _is_summand(each, score) for score in scores):
        return False
    stack, seen = [sample], {sample}
    while stack:
        for consumer, edge in each.consumers.get(stack.pop(), ()):
            if edge.role != "value" or consumer in seen or consumer.cut is not None or is_foreign(consumer):
                continue
            weights = any(
                other.node.source is not None and _has_weights(other.node) for other in consumer.edges
            )
            if weights and _is_summand(each, consumer):
                return True
            seen.add(consumer)
            stack.append(consumer)
    return False


def _has_weights(node: Node) -> bool:
    return node.source is not None and node.source.kind in ("variable", "module")


def _is_summand(each: Trace, node: Node) -> bool:
    """A part of the sum that is the loss, scaled by something that is no part of it; the lesser of two as well."""

    def sums(consumer: Node, here: Node) -> bool:
        beside = [edge.node for edge in consumer.edges if edge.node is not here]
        scaled = consumer.op in SCALING and not any(map(each.flows.get, beside))
        return consumer.cut is None and (scaled or consumer.op in LINEAR or consumer.op in CHOOSING)

    return leads_to_target(each, node, sums)


def _round_trip(each: Trace, path: LostPath) -> bool:
    return re_entry(each, path.cut) is not None
