"""Terms of a loss that train nothing: what they train is not stepped, and what is stepped is cut off by a draw."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.graph import LostPath, Node, Trace, reachable
from gradlint.knowledge.names.operations import LINEAR

DEPTH = 12
_INTO_NUMBERS = frozenset({"value", "kept", "index"})
"""Not as the value of which a log-probability is taken."""


def bypassed(each: Trace, path: LostPath, moved: frozenset[Node]) -> bool:
    """A draw of the weights that the next step is for is all that they have to do with a whole term.

    `alpha * log_prob - q(s, a)` with a from `sample()`: the second term only reaches the weights of q.
    """
    if path.source not in moved:
        return False
    for term in _terms(each.target, 0):
        live = each.flows.get(term, frozenset())
        if live and not live & moved and path.cut in reachable([term], each.recorder, _INTO_NUMBERS):
            return True
    return False


def _terms(node: Node, depth: int) -> Iterator[Node]:
    operands = [other for other in node.operands if other is not None]
    if node.op in LINEAR and operands and depth < DEPTH:
        for other in operands:
            yield from _terms(other, depth + 1)
    else:
        yield node
