"""Draws that something judges, while only their score trains the weights that drew them."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.graph import LostPath, Node, Trace
from gradlint.analysis.lost_gradients.path_queries import is_foreign, leads_to_target
from gradlint.knowledge.names.operations import CHOOSING, LINEAR, SCALING

DEPTH = 12
_INTO_NUMBERS = frozenset({"value", "kept", "index"})
"""Not as the value of which a log-probability is taken."""


def judged(each: Trace, path: LostPath, moved: frozenset[Node]) -> bool:
    """What is made of the draw is a term of the loss that trains nothing: `alpha * log_prob - q(s, a)`.

    Either the next step is for the weights that drew it, and the term only reaches others; or the term is what a
    network makes of the draw, and the score is another term, so that neither weighs the other.
    """
    if path.source in moved and _bypasses(each, path, moved):
        return True
    return not path.weak and is_scored(each, path.cut) and _is_judged(each, path.cut)


def _bypasses(each: Trace, path: LostPath, moved: frozenset[Node]) -> bool:
    for term in _terms(each.target, 0):
        live = each.flows.get(term, frozenset())
        if live and not live & moved and _is_made_of(each, term, path.cut):
            return True
    return False


def _is_made_of(each: Trace, term: Node, draw: Node) -> bool:
    """A derivative would come from the term to the draw: neither something unknown nor another cut lies between."""
    stack, seen = [draw], {draw}
    while stack:
        here = stack.pop()
        if here is term:
            return True
        for user, edge in each.consumers.get(here, ()):
            if edge.role in _INTO_NUMBERS and user not in seen and user.cut is None and not is_foreign(user):
                seen.add(user)
                stack.append(user)
    return False


def _terms(node: Node, depth: int) -> Iterator[Node]:
    operands = [other for other in node.operands if other is not None]
    if node.op in LINEAR and operands and depth < DEPTH:
        for other in operands:
            yield from _terms(other, depth + 1)
    else:
        yield node


def is_scored(each: Trace, sample: Node) -> bool:
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
